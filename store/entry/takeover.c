/*
 * takeover.c -- a further feed announces a known article.
 *
 * In:  an article that other feeds have announced, and the values that the
 *      further feed gives for it.
 * Out: the same article.  If the further feed is the first entitled feed, the
 *      article is fetched for this feed, and fields that came from witnesses
 *      are dropped.
 *
 * A witness that announces an article before the publisher must not decide the
 * text of the article, and must not decide whether the page is fetched
 * (docs/security.md, "Attribution").
 */
#include "store/entry/takeover.h"

#include "base/array.h"
#include "base/limits.h"
#include "crawler/feed/media.h"
#include "store/article/page_worth.h"
#include "store/article/pending/announcer.h"
#include "store/article/pending/revisit.h"
#include "store/enrich/enrich_state.h"
#include "store/feed/polls.h"
#include "store/filter/filter_state.h"
#include "store/fleet/fleet_store.h"
#include "url/url.h"

/* ---- fields of the feed item ---- */

static int64_t
takeover_published_at(const struct feed_entry *entry)
{
	return entry->published_at != DATE_NONE ? entry->published_at
						: entry->updated_at;
}

static struct slice
takeover_language(struct store *s, const struct feed_item *g)
{
	return enrich_language_tag(&s->scratch, g->update->feed->language);
}

struct article_text
feed_item_text(struct store *s, const struct feed_item *g, bool with_body)
{
	const struct feed_entry *entry = g->entry;
	struct article_text text = { .title = entry->title,
		.lang = takeover_language(s, g),
		.origin = SLICE("feed"),
		.published_at = takeover_published_at(entry),
		.modified_at = entry->updated_at,
		.published_zone = DATE_NONE };

	if (with_body) {
		article_set_body(&text, entry->summary, entry_feed_text(entry));
		text.lang =
		    enrich_language(s, g->update->feed_language, text.body);
	}
	return text;
}

/* Returns SLICE_NONE for a document or a program, which is not stored. */
static struct slice
takeover_kind_of_media(enum feed_media_kind kind)
{
	static const enum cuter_media_kind kinds[FEED_MEDIA_KIND_COUNT] = {
		[FEED_MEDIA_IMAGE] = CUTER_IMAGE,
		[FEED_MEDIA_VIDEO] = CUTER_VIDEO,
		[FEED_MEDIA_AUDIO] = CUTER_AUDIO,
	};

	return kind == FEED_MEDIA_OTHER
		   ? SLICE_NONE
		   : slice_of(cuter_media_kind_name(kinds[kind]));
}

static bool
takeover_has_media(const struct media_item *items, size_t n, struct slice url)
{
	for (size_t i = 0; i < n; i++)
		if (slice_equal(items[i].url, url))
			return true;
	return false;
}

/* Returns the i-th medium of the entry.  The media:content come first, then the
 * enclosures. */
static struct media_item
takeover_media_at(const struct feed_entry *entry, size_t i)
{
	struct media_item item = { .role = SLICE("inline") };

	if (i < entry->n_media) {
		item.kind = takeover_kind_of_media(entry->media[i].kind);
		item.url = entry->media[i].url;
	} else {
		const struct feed_enclosure *enclosure =
		    &entry->enclosures[i - entry->n_media];

		item.kind = takeover_kind_of_media(
		    media_kind_of_enclosure(enclosure->type, enclosure->url));
		item.url = enclosure->url;
	}
	return item;
}

/* Writes the pictures, videos and audio files of the entry to `items`, an array
 * of LIMIT_FEED_MEDIA elements, each URL once.  Returns their number.  A
 * thumbnail is often a small copy of another picture of the entry, so that it
 * is used only if the entry has no other picture. */
static size_t
takeover_media(const struct feed_entry *entry, struct media_item *items)
{
	const struct slice image = slice_of(cuter_media_kind_name(CUTER_IMAGE));
	size_t n_listed = entry->n_media + entry->n_enclosures, n = 0;
	bool has_image = false;

	for (size_t i = 0; i < n_listed && n < LIMIT_FEED_MEDIA; i++) {
		struct media_item item = takeover_media_at(entry, i);

		if (item.kind.len > 0 && url_fetchable(item.url) &&
		    !takeover_has_media(items, n, item.url)) {
			has_image |= slice_equal(item.kind, image);
			items[n++] = item;
		}
	}
	if (!has_image && n < LIMIT_FEED_MEDIA &&
	    url_fetchable(entry->picture) &&
	    !takeover_has_media(items, n, entry->picture))
		items[n++] = (struct media_item){ .kind = image,
			.url = entry->picture,
			.role = SLICE("inline") };
	return n;
}

/* Selects lists of an article.  takeover_write_lists() writes the selected
 * lists. */
struct takeover_lists {
	bool authors, tags, media;
};

static int
takeover_write_lists(struct store *s, const struct feed_item *g, int64_t id,
    bool entitled, struct takeover_lists which, struct err *e)
{
	struct feed_list authors = feed_item_authors(g, entitled);
	const struct feed_entry *entry = g->entry;
	struct media_item items[LIMIT_FEED_MEDIA];
	int rc = 0;

	if (which.authors)
		rc = article_set_authors(s, id, authors.items, authors.n, e);
	if (rc == 0 && which.tags)
		rc = article_set_tags(
		    s, id, entry->categories.items, entry->categories.n, e);
	if (rc == 0 && which.media)
		rc = article_set_media(
		    s, id, items, takeover_media(entry, items), e);
	return rc;
}

/* Replaces the lists of the article by those of the entry. */
static int
takeover_set_lists(struct store *s, const struct feed_item *g, int64_t id,
    bool entitled, struct err *e)
{
	return takeover_write_lists(
	    s, g, id, entitled, (struct takeover_lists){ true, true, true }, e);
}

/* Writes the lists of a new article.  A new article has no rows in these lists,
 * so empty lists need not be written. */
int
feed_item_add_lists(struct store *s, const struct feed_item *g, int64_t id,
    bool entitled, struct err *e)
{
	const struct feed_entry *entry = g->entry;
	struct takeover_lists which = { feed_item_authors(g, entitled).n > 0,
		entry->categories.n > 0,
		entry->n_media + entry->n_enclosures > 0 ||
		    entry->picture.len > 0 };

	return takeover_write_lists(s, g, id, entitled, which, e);
}

/* ---- an article without the text of its page ---- */

/* Resets the row as if this feed had announced the article first: address,
 * title and dates are those of this feed, and all other fields are cleared. The
 * address may differ, because another feed may have linked to a copy in an AMP
 * cache. */
static int
takeover_requeue(struct store *s, const struct feed_item *g,
    const struct announcement *a, const struct article_state *old,
    struct err *e)
{
	struct article_text text = feed_item_text(s, g, false);
	struct query q = query_of(s, SQL_article_requeue_as);

	query_int(&q, ":id", old->id);
	query_text(&q, ":url", a->url);
	query_text(&q, ":host_key", a->host_key);
	query_text(&q, ":title", text.title);
	query_text(&q, ":lang", text.lang);
	query_date(&q, ":published_at", text.published_at);
	query_date(&q, ":modified_at", text.modified_at);
	query_int(&q, ":sort_at",
	    article_sort_at(text.published_at, old->first_seen_at, g->now));
	g->stored->n_pending++;
	store_note_page(s, a->host_key);
	return query_run(&q, e);
}

static int
takeover_set_address(
    struct store *s, const struct announcement *a, int64_t id, struct err *e)
{
	struct query q = query_of(s, SQL_article_set_address);

	query_int(&q, ":id", id);
	query_text(&q, ":url", a->url);
	query_text(&q, ":host_key", a->host_key);
	return query_run(&q, e);
}

/* Applies the text of the feed.  It is applied even if the page will be
 * fetched: the text of a feed that is not entitled was published already, and
 * this text replaces it. */
static int
takeover_apply(struct store *s, const struct feed_item *g,
    const struct announcement *a, struct article_state *old, bool fetch,
    struct err *e)
{
	struct article_text text = feed_item_text(s, g, true);
	int rc;

	old->host_key = a->host_key;
	if ((rc = takeover_set_address(s, a, old->id, e)) != 0)
		return rc;
	rc = article_apply(s, old, fetch ? ARTICLE_QUEUED : ARTICLE_FEED_ONLY,
	    fetch ? SLICE_NONE : a->why_not, &text, g->now, e);
	g->stored->n_pending += fetch && rc == 0;
	return rc;
}

/* Replaces the priority of the article.  Filters had derived it from the text
 * of a witness; the new priority is the one that filters derived from the text
 * of this feed. */
static int
takeover_set_priority(
    struct store *s, const struct announcement *a, int64_t id, struct err *e)
{
	const struct filter_verdict verdict = { .priority = a->priority };
	struct query q;
	int rc;

	if (s->filters == NULL)
		return 0;
	q = query_of(s, SQL_priority_clear);
	query_int(&q, ":id", id);
	rc = query_run(&q, e);
	return rc == 0 ? filter_act_before_fetch(s, id, &verdict, e) : rc;
}

static int
takeover_unread(struct store *s, const struct feed_item *g,
    const struct announcement *a, struct article_state *old, struct err *e)
{
	bool waits =
	    old->status == ARTICLE_QUEUED || old->status == ARTICLE_FAILED;
	bool fetch = a->why_not.len == 0;
	int rc;

	/* If the pages of this feed are not fetched (articles: false), the page
	 * is fetched for the other feeds that announced it. */
	if (waits && slice_equal(a->why_not, SLICE(WHY_NOT_WANTED)))
		fetch = true;
	if (old->status == ARTICLE_GONE && !fetch &&
	    !article_is_readdressed(old))
		return 0;
	if ((rc = takeover_set_priority(s, a, old->id, e)) != 0 ||
	    (rc = takeover_set_lists(s, g, old->id, a->entitled, e)) != 0)
		return rc;
	return fetch && old->revision == 0
		   ? takeover_requeue(s, g, a, old, e)
		   : takeover_apply(s, g, a, old, fetch, e);
}

/* ---- an article whose page was read ---- */

static int
takeover_lacks(
    struct store *s, int64_t id, struct takeover_lists *ret, struct err *e)
{
	struct query q = query_of(s, SQL_article_lacks);
	int rc;

	query_int(&q, ":id", id);
	if ((rc = query_step(&q, e)) > 0) {
		ret->authors = query_column_int(&q, 0) != 0;
		ret->tags = query_column_int(&q, 1) != 0;
		ret->media = query_column_int(&q, 2) != 0;
	}
	query_end(&q);
	return rc < 0 ? rc : 0;
}

/* Fills in the fields that the page does not have.  The page was extracted
 * without hints, and may be a copy in an AMP cache.  It is fetched again at the
 * address that this feed gives.  The validators of the page are dropped,
 * because the answer would otherwise be 304. */
static int
takeover_done(struct store *s, const struct feed_item *g,
    const struct announcement *a, const struct article_state *old,
    struct err *e)
{
	struct takeover_lists lacks = { false, false, false };
	int64_t published_at = takeover_published_at(g->entry);
	bool reindex = old->lang.len == 0; /* the language selects the index */
	struct query q;
	int rc = reindex ? text_unindex(s, old->id, e) : 0;

	if (rc != 0)
		return rc;
	q = query_of(s, SQL_article_fill);
	query_int(&q, ":id", old->id);
	query_text(&q, ":lang", takeover_language(s, g));
	query_date(&q, ":published_at", published_at);
	query_date(&q, ":modified_at", g->entry->updated_at);
	query_int(&q, ":sort_at",
	    article_sort_at(published_at, old->first_seen_at, g->now));
	if ((rc = query_run(&q, e)) != 0 ||
	    (reindex && (rc = text_index_later(s, old->id, e)) != 0) ||
	    (rc = takeover_set_address(s, a, old->id, e)) != 0 ||
	    (rc = takeover_lacks(s, old->id, &lacks, e)) != 0 ||
	    (rc = takeover_write_lists(s, g, old->id, a->entitled, lacks, e)) !=
		0)
		return rc;
	rc = revisit_ask_now(s, old->id, g->now, e);
	g->stored->n_pending += rc > 0;
	return rc < 0 ? rc : 0;
}

/* True if the page is a stub, a paywall or the like, and the feed has more
 * text.  The article has the text of the page, because the text of a witness is
 * not compared with it. */
static bool
takeover_has_more_text(struct store *s, const struct feed_item *g,
    const struct article_state *old)
{
	return old->page_class.len > 0 && !article_is_complete(old) &&
	       feed_item_text(s, g, true).body.len > old->body.len;
}

/* Takes over an article with the text of its page.  If the feed has more text,
 * its text is applied, and the page is fetched as a new one, which decides
 * between both texts. */
static int
takeover_read(struct store *s, const struct feed_item *g,
    const struct announcement *a, struct article_state *old, struct err *e)
{
	int rc;

	if (!takeover_has_more_text(s, g, old))
		return takeover_done(s, g, a, old, e);
	rc = revisit_cancel(s, old, e);
	return rc == 0 ? takeover_unread(s, g, a, old, e) : rc;
}

/* ---- public functions ---- */

/* Makes the feed the entitled announcer of the article. */
static int
takeover_set_announcer(struct store *s, const struct feed_item *g,
    struct article_state *old, struct err *e)
{
	struct query q = query_of(s, SQL_article_set_announcer);

	old->entitled = 1;
	query_int(&q, ":id", old->id);
	query_int(&q, ":feed_id", g->update->poll.feed_id);
	return query_run_int(&q, &old->first_seen_at, e);
}

/* True if the page was not fetched because of another feed's settings or the
 * end of its subscription, and this feed may cause it to be fetched.  A witness
 * cannot cause an old page of the publisher to be fetched. */
static bool
takeover_may_fetch(
    const struct announcement *a, const struct article_state *old)
{
	if (a->why_not.len > 0 || old->status != ARTICLE_FEED_ONLY)
		return false;
	if (slice_equal(old->status_why, SLICE(WHY_NOT_WANTED)) ||
	    slice_equal(old->status_why, SLICE(WHY_ENDED)) ||
	    slice_starts(old->status_why, SLICE(WHY_NO_FETCH)))
		return true;
	return slice_equal(old->status_why, SLICE(WHY_TOO_OLD)) &&
	       (a->entitled || old->entitled != 1);
}

/* True if the page could not be read, or another page was at its address. */
static bool
takeover_is_unread(const struct article_state *old)
{
	return old->status == ARTICLE_FAILED ||
	       (old->status == ARTICLE_FEED_ONLY && !article_is_complete(old));
}

/* Called when a feed announces the article that does not take it over: a
 * witness, or an entitled feed after the first one.  The page is requested if
 * it was not requested because of another feed's settings; or if no entitled
 * feed has announced it, its page was not read, and this feed gives another
 * address.  The number of tries is kept (see spelling_queue_next()). */
static int
takeover_join(struct store *s, const struct feed_item *g,
    const struct announcement *a, const struct article_state *old,
    struct err *e)
{
	bool may_move = old->entitled != 1 && a->why_not.len == 0 &&
			!url_is_same_resource(a->url, old->url);
	bool may_fetch = takeover_may_fetch(a, old);
	struct query q;
	int rc;

	if (!may_fetch && (!may_move || !takeover_is_unread(old)))
		return 0;
	if (may_move) {
		store_note_page(s, a->host_key);
		if ((rc = takeover_set_address(s, a, old->id, e)) != 0)
			return rc;
	}
	q = query_of(s, SQL_article_queue_again);
	query_int(&q, ":id", old->id);
	query_int(&q, ":tries",
	    old->status == ARTICLE_FAILED && old->tries == 0 ? 1 : old->tries);
	g->stored->n_pending++;
	return query_run(&q, e);
}

/* The first entitled feed replaces the values that a witness gave. */
static int
takeover_unblock_entitled(struct store *s, const struct feed_item *g,
    const struct announcement *a, struct article_state *old, struct err *e)
{
	int rc;

	if ((rc = takeover_set_announcer(s, g, old, e)) != 0 ||
	    (rc = takeover_set_priority(s, a, old->id, e)) != 0 ||
	    (rc = takeover_set_lists(s, g, old->id, a->entitled, e)) != 0)
		return rc;
	return takeover_set_address(s, a, old->id, e);
}

/* Called when the feed announces an article that filters had blocked for other
 * feeds only.  A new article is fetched as if this feed had announced it first,
 * unless this feed is a witness and an entitled feed has given the values.  An
 * article that was withdrawn is published again with the text of the feeds. */
static int
takeover_unblock(struct store *s, const struct feed_item *g,
    const struct announcement *a, struct article_state *old, struct err *e)
{
	bool fetch = a->why_not.len == 0;
	bool is_first = a->entitled && old->entitled != 1;
	struct article_text text;
	struct query q;
	int rc;

	if (is_first && (rc = takeover_unblock_entitled(s, g, a, old, e)) != 0)
		return rc;
	if (fetch && old->revision == 0 && is_first)
		return takeover_requeue(s, g, a, old, e);
	g->stored->n_pending += fetch;
	if (fetch && old->revision == 0) {
		q = query_of(s, SQL_article_requeue);
		query_int(&q, ":id", old->id);
		return query_run(&q, e);
	}
	if ((rc = article_feed_text(s, old, &text, e)) != 0)
		return rc;
	return article_apply(s, old, fetch ? ARTICLE_QUEUED : ARTICLE_FEED_ONLY,
	    a->why_not, &text, g->now, e);
}

/* The text of a witness stays published, with the flag `witness`, until the
 * page is read. */
static int
takeover_move_witness(struct store *s, const struct feed_item *g,
    const struct announcement *a, struct article_state *old, struct err *e)
{
	struct query q;
	int rc = takeover_apply(s, g, a, old, false, e);

	if (rc != 0 || a->why_not.len > 0)
		return rc;
	q = query_of(s, SQL_article_requeue);
	query_int(&q, ":id", old->id);
	g->stored->n_pending++;
	return query_run(&q, e);
}

/* Makes the feed the only announcer of the article, with the address of the
 * announcement. */
static int
takeover_move(struct store *s, const struct feed_item *g,
    const struct announcement *a, struct article_state *old, struct err *e)
{
	struct query q = query_of(s, SQL_article_move);
	int rc;

	query_int(&q, ":id", old->id);
	query_text(&q, ":url", a->url);
	query_text_always(&q, ":url_key", a->url_key);
	query_text(&q, ":host_key", a->host_key);
	query_int(&q, ":feed_id", g->update->poll.feed_id);
	query_int(&q, ":entitled", a->entitled);
	if ((rc = query_run(&q, e)) != 0)
		return rc;
	old->entitled = a->entitled;
	old->url = a->url;
	if (a->why_not.len == 0)
		store_note_page(s, a->host_key);
	return a->entitled || old->revision == 0
		   ? takeover_unread(s, g, a, old, e)
		   : takeover_move_witness(s, g, a, old, e);
}

/* If no active feed has announced the article before, this feed becomes the
 * announcer of a pending article.  The page may be due already, so the daemon
 * reads the pending pages again. */
static int
takeover_settle(struct store *s, const struct feed_item *g,
    const struct article_state *old, struct err *e)
{
	bool waits = false;
	int rc = announcer_waits(s, old->id, &waits, e);

	g->stored->n_pending += waits;
	if (rc == 0 && waits && old->status != ARTICLE_DONE)
		rc = announcer_settle(s, old->id, e);
	return rc;
}

int
feed_item_attach(struct store *s, const struct feed_item *g,
    const struct announcement *a, int64_t article_id, struct err *e)
{
	struct article_state old = { 0 };
	int rc = article_load(s, article_id, &old, e);

	if (rc == 0 && old.announced_by != g->update->poll.feed_id)
		rc = takeover_settle(s, g, &old, e);
	if (rc == 0 && filter_is_blocked(&old))
		return takeover_unblock(s, g, a, &old, e);
	if (rc != 0 || a->url.len == 0)
		return rc;
	/* The article is treated as new: only the feed that announces it now
	 * decides whether it has an entitled feed. */
	if (a->url_key.len > 0 && article_is_readdressed(&old))
		return takeover_move(s, g, a, &old, e);
	if (a->entitled && old.entitled != 1) {
		rc = takeover_set_announcer(s, g, &old, e);
		if (rc != 0)
			return rc;
		return old.status == ARTICLE_DONE
			   ? takeover_read(s, g, a, &old, e)
			   : takeover_unread(s, g, a, &old, e);
	}
	return takeover_join(s, g, a, &old, e);
}

int
feed_item_move(struct store *s, const struct feed_item *g,
    const struct announcement *a, struct article_state *old, struct err *e)
{
	struct query q = query_of(s, SQL_page_feed_forget);
	int rc;

	query_int(&q, ":id", old->id);
	rc = query_run(&q, e);
	return rc == 0 ? takeover_move(s, g, a, old, e) : rc;
}

int
article_withdraw(struct store *s, const struct article_state *article,
    int64_t now, struct err *e)
{
	struct query q = query_of(s, SQL_article_set_gone);
	int rc;

	if (article->status == ARTICLE_GONE)
		return 0;
	query_int(&q, ":id", article->id);
	query_text(&q, ":status_why", SLICE(WHY_READDRESSED));
	rc = query_run(&q, e);
	if (rc != 0 || article->revision == 0)
		return rc;
	return change_put(
	    s, article->id, article->revision, CHANGE_WITHDRAWN, now, e);
}
