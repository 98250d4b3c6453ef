/*
 * entry_insert.c -- inserts a new entry and its article.
 *
 * In:  an item of a feed's document that the feed did not have before.
 * Out: its entry and its article, which is queued or has the feed's own text;
 *      or a tombstone, if the article was purged or is not to be stored.
 *
 * If the link of a known entry changes before the page was read, the entry is
 * linked to the article of the new page.
 *
 * An article is identified by entry_url_key().  If another feed has announced
 * the article, the entry is linked to it and no second article is inserted.  An
 * article whose page cannot be fetched, or is not to be fetched, gets the
 * feed's own text at once.  All other articles are queued.  Retention leaves a
 * tombstone of each purged article (retention.sql), so that it is not inserted
 * again.
 */
#include "base/limits.h"
#include "store/enrich/enrich_state.h"
#include "store/entry/takeover.h"
#include "store/feed/polls.h"
#include "store/filter/filter_state.h"
#include "store/fleet/fleet_store.h"
#include "store/page_feed.h"
#include "url/url.h"

/* Maximum age of an entry of a news sitemap, because such a sitemap covers
 * two days. */
#define SITEMAP_NEWS_S (2 * 86400)
/* Age up to which an article that has an address follows the link of its
 * entry.  A wrong link is corrected soon. */
#define MOVE_S (3 * 86400)
/* Bytes of the row and index entry of a tombstone, without the key. */
#define TOMBSTONE_BYTES 32

/* ---- new entries ---- */

/* Returns the time from which the age of an item is computed.  If our clock is
 * ahead of the server's, the server's time is used, so that new items do not
 * look old. */
static int64_t
entry_insert_aged_at(const struct feed_item *g)
{
	int64_t server_at = g->update->server_at;

	return server_at > 0 && server_at < g->now ? server_at : g->now;
}

static bool
entry_insert_is_too_old(const struct feed_item *g)
{
	int64_t at = g->entry->published_at, oldest;

	if (at == DATE_NONE)
		at = g->entry->updated_at;
	return at != DATE_NONE &&
	       !__builtin_sub_overflow(
		   entry_insert_aged_at(g), g->update->max_age_s, &oldest) &&
	       at < oldest;
}

/* Returns the reason why the page is not fetched for this feed; absent: the
 * page is fetched. */
static struct slice
entry_insert_why_not(const struct feed_item *g)
{
	if (entry_is_route(entry_address(g->entry)))
		return SLICE(WHY_ROUTE);
	if (entry_is_comment(entry_address(g->entry)))
		return SLICE(WHY_COMMENT);
	if (!g->update->fetch_articles)
		return SLICE(WHY_NOT_WANTED);
	return entry_insert_is_too_old(g) ? SLICE(WHY_TOO_OLD) : SLICE_NONE;
}

static struct announcement
entry_insert(struct store *s, const struct feed_item *g)
{
	struct announcement a = { .url = entry_address(g->entry) };
	bool is_common = g->alias != NULL &&
			 (g->shares_link || g->alias->is_site) &&
			 !entry_permalink(s, g->entry, g->alias, &a.url);

	if (a.url.len == 0)
		a.why_not = SLICE("the feed gives no link");
	else if (!url_fetchable(a.url) ||
		 !entry_url_key(&s->scratch, a.url, &a.url_key) ||
		 !url_budget_key(&s->scratch, a.url, &a.host_key))
		a.why_not = SLICE(WHY_NO_ADDRESS);
	else if (is_common)
		a.why_not =
		    g->shares_link
			? SLICE("many items of the feed have this link")
			: SLICE("the link is the address of the feed's site");
	if (a.why_not.len > 0) {
		a.url = SLICE_NONE;
		a.host_key = SLICE_NONE;
		a.url_key = entry_own_key(
		    &s->scratch, g->update->poll.feed_id, g->guid_key);
	} else
		a.why_not = entry_insert_why_not(g);
	return a;
}

static int
entry_insert_article(struct store *s, const struct feed_item *g,
    const struct announcement *a, enum article_status status, int64_t *ret_id,
    struct err *e)
{
	struct query q = query_of(s, SQL_article_insert);
	bool fetched = status != ARTICLE_FEED_ONLY;
	struct article_text text = feed_item_text(s, g, !fetched);
	const struct publisher_labels labels =
	    feed_item_labels(g, a->url, a->entitled, text.lang);
	struct enrichment found = { 0 };
	int rc;

	if (!fetched)
		enrich_complete(s, &text, &found);
	query_text(&q, ":url", a->url);
	query_text_always(&q, ":url_key", a->url_key);
	query_text(&q, ":host_key", a->host_key);
	query_text(&q, ":status", slice_of(article_status_name(status)));
	query_text(&q, ":status_why", a->why_not);
	query_text(&q, ":title", text.title);
	query_text(&q, ":lang", text.lang);
	query_date(&q, ":published_at", text.published_at);
	query_date(&q, ":modified_at", text.modified_at);
	query_int(&q, ":now", g->now);
	query_int(
	    &q, ":sort_at", article_sort_at(text.published_at, g->now, g->now));
	query_int(&q, ":has_text", !fetched);
	query_int(&q, ":announced_by", g->update->poll.feed_id);
	query_int(&q, ":entitled", a->entitled);
	query_text(&q, ":lead", text.lead);
	query_text(&q, ":body", text.body);
	query_int(&q, ":word_count", text.word_count);
	query_text(&q, ":summary", found.summary);
	query_date(&q, ":enrich_version",
	    fetched || s->enrich == NULL ? DATE_NONE : ENRICH_VERSION);
	rc = query_run_insert(&q, ret_id, e);
	if (rc == 0)
		s->empty_lists =
		    (struct empty_lists){ *ret_id, { true, true, true } };
	if (rc == 0 && !fetched)
		rc = article_join_cluster(s,
		    &(struct article_state){
			.id = *ret_id, .host_key = a->host_key },
		    &text, e);
	if (rc == 0)
		rc = feed_item_add_lists(s, g, *ret_id, a->entitled, e);
	if (rc == 0 && !fetched)
		rc = enrich_put_first(s, *ret_id, &found, &labels, e);
	/* A feed can send any number of items without a link or with links to
	 * other sites, and the counts apply to the articles of all feeds. */
	if (rc == 0 && !fetched && a->entitled && a->url.len > 0)
		rc = enrich_count(s, *ret_id, &found, e);
	return rc;
}

static int
entry_insert_row(struct store *s, const struct feed_item *g, int64_t article_id,
    bool entitled, struct err *e)
{
	struct query q = query_of(s, SQL_entry_insert);

	query_int(&q, ":entitled", entitled);
	query_int(&q, ":feed_id", g->update->poll.feed_id);
	query_int(&q, ":article_id", article_id);
	query_feed_item(&q, g);
	return query_run(&q, e);
}

/* Returns 1 and the id of the article if it exists, 0 if it does not exist, or
 * a negative code. */
static int
entry_insert_find_article(
    struct store *s, struct slice url_key_, int64_t *ret_id, struct err *e)
{
	struct query q = query_of(s, SQL_article_find);
	int rc;

	query_text_always(&q, ":url_key", url_key_);
	if ((rc = query_step(&q, e)) > 0)
		*ret_id = query_column_int(&q, 0);
	query_end(&q);
	return rc;
}

void
feed_item_article_ahead(struct store *s, const struct feed_entry *entry)
{
	struct slice url = entry_address(entry), key;
	struct query q;

	if (url.len == 0 || !entry_url_key(&s->scratch, url, &key))
		return;
	q = query_of(s, SQL_article_find);
	query_text_always(&q, ":url_key", key);
	query_ahead(&q);
}

/* True if an item of a sitemap is skipped.  A sitemap lists all pages of a
 * site, also pages that are not news, and contains no text of a page.  Old
 * items are skipped and get a tombstone, so that they stay skipped if their
 * lastmod changes later.  When a sitemap is read for the first time, items
 * without evidence that they are news are skipped, too. */
bool
feed_item_is_backlog(const struct feed_item *g)
{
	const struct feed_entry *entry = g->entry;

	if (g->update->feed->format != FEED_SITEMAP)
		return false;
	if (entry_insert_is_too_old(g) ||
	    (!g->update->fetch_articles && entry->title.len == 0))
		return true;
	return g->update->is_first && entry->published_at == DATE_NONE &&
	       (entry->updated_at == DATE_NONE ||
		   entry->updated_at <
		       entry_insert_aged_at(g) - SITEMAP_NEWS_S);
}

/* Requests the home page of the host.  Does nothing if the last request of this
 * document was for the same host.  If the page of the item is not fetched, no
 * home page is needed. */
static int
entry_insert_request_home_page(struct store *s, const struct feed_item *g,
    const struct announcement *a, struct err *e)
{
	bool is_due = false;
	int rc;

	if (a->why_not.len > 0 ||
	    slice_equal(a->host_key, g->entitlement->wanted))
		return 0;
	g->entitlement->wanted = arena_copy(&s->held, a->host_key);
	rc = home_page_request(
	    s, g->update->poll.feed_id, a->url, g->now, &is_due, e);
	g->stored->n_home_pages += is_due;
	return rc;
}

static int
entry_insert_judge(struct store *s, const struct feed_item *g,
    struct announcement *a, int64_t article_id, struct err *e)
{
	const struct entitlement_page page = {
		.url = a->url, .site = a->host_key, .article_id = article_id
	};

	return entitlement_check(
	    s, g->entitlement, &page, &a->entitled, &a->is_of_site, e);
}

/* Inserts a tombstone if the feed has budget for it. */
static int
entry_insert_skip_backlog(
    struct store *s, const struct feed_item *g, struct err *e)
{
	if (!budget_take(
		g->budget, BUDGET_NEW, TOMBSTONE_BYTES + g->guid_key.len))
		return 0;
	return feed_item_add_tombstone(s, g, e);
}

/* ---- filters ---- */

/* Evaluates the filters on the entry.  If a filter has the action `no-fetch`,
 * this sets the reason why the page is not fetched.  The text of the entry is
 * then the text of the article, and the filters are evaluated again on this
 * text. */
static int
entry_insert_filter(struct store *s, const struct feed_item *g,
    struct announcement *a, struct filter_verdict *verdict, struct err *e)
{
	bool is_whole = a->why_not.len > 0;
	int rc =
	    filter_judge_item(s, g, a->url, is_whole, a->entitled, verdict, e);

	if (rc != 0 || verdict->blocker != NULL || is_whole ||
	    !verdict->skips_fetch)
		return rc;
	a->why_not = SLICE(WHY_NO_FETCH);
	return filter_judge_item(s, g, a->url, true, a->entitled, verdict, e);
}

/* Inserts the row of an article whose only entry is blocked. */
static int
entry_insert_blocked_article(struct store *s, const struct feed_item *g,
    const struct announcement *a, const struct filter_verdict *verdict,
    int64_t *ret_id, struct err *e)
{
	struct article_state article = { .status = ARTICLE_GONE };
	int rc = entry_insert_article(s, g, a, ARTICLE_GONE, ret_id, e);

	article.id = *ret_id;
	return rc == 0 ? filter_block_article(s, &article,
			     filter_why(s, verdict->blocker), g->now, e)
		       : rc;
}

static int
entry_insert_note_blocked(struct store *s, const struct feed_item *g,
    const struct filter_verdict *verdict, struct err *e)
{
	struct known_entry entry = { 0 };
	int rc = feed_item_find(s, g, &entry, e);

	return rc > 0 ? filter_block_entry(
			    s, entry.id, verdict->blocker, g->now, e)
		      : rc;
}

/* Writes the actions of filters on an article that was inserted. */
static int
entry_insert_act(struct store *s, const struct feed_item *g,
    const struct announcement *a, int64_t article_id,
    const struct filter_verdict *verdict, struct err *e)
{
	int rc;

	if (s->filters == NULL)
		return 0;
	if (a->why_not.len == 0)
		return filter_act_before_fetch(s, article_id, verdict, e);
	rc = filter_act(s, article_id, false, verdict, e);
	return rc == 0 ? filter_count_true(s, g->now, e) : rc;
}

/* ---- an entry and its article ---- */

/* Inserts an article that no feed has announced before.  If a filter blocks the
 * entry, the article is inserted as a blocked one. */
static int
entry_insert_new(struct store *s, const struct feed_item *g,
    const struct announcement *a, const struct filter_verdict *verdict,
    int64_t *ret_id, struct err *e)
{
	int rc;

	if (verdict->blocker != NULL)
		return entry_insert_blocked_article(
		    s, g, a, verdict, ret_id, e);
	rc = entry_insert_article(s, g, a,
	    a->why_not.len == 0 ? ARTICLE_QUEUED : ARTICLE_FEED_ONLY, ret_id,
	    e);
	if (rc != 0)
		return rc;
	return entry_insert_act(s, g, a, *ret_id, verdict, e);
}

/* Counts the new entry. */
static void
entry_insert_count(const struct feed_item *g)
{
	struct poll_stored *stored = g->stored;

	stored->n_new++;
	if (stored->n_new_dates < STORE_NEW_DATES)
		stored->new_dates[stored->n_new_dates++] =
		    g->entry->published_at;
}

/* Called after the entry was linked to its article.  `is_known`: the article
 * was stored before. */
static int
entry_insert_finish(struct store *s, const struct feed_item *g,
    const struct announcement *a, int64_t article_id, bool is_known,
    struct err *e)
{
	int rc;

	if (!a->is_of_site &&
	    (rc = entry_insert_request_home_page(s, g, a, e)) != 0)
		return rc;
	if (is_known)
		return feed_item_attach(s, g, a, article_id, e);
	if (a->why_not.len == 0) {
		g->stored->n_pending++;
		g->stored->n_inserted++;
		store_note_page(s, a->host_key);
		return 0;
	}
	return article_apply_first(s, article_id, g->now, e);
}

int
feed_item_insert(struct store *s, const struct feed_item *g, struct err *e)
{
	struct filter_verdict verdict;
	struct announcement a = entry_insert(s, g);
	int64_t article_id = 0;
	int rc, known;

	if (feed_item_is_backlog(g))
		return entry_insert_skip_backlog(s, g, e);
	if (!budget_take(g->budget, BUDGET_NEW, feed_item_bytes(g)))
		return 0;
	if ((known = entry_insert_find_article(s, a.url_key, &article_id, e)) <
	    0)
		return known;
	if ((rc = entry_insert_judge(s, g, &a, article_id, e)) != 0 ||
	    (rc = entry_insert_filter(s, g, &a, &verdict, e)) != 0)
		return rc;
	a.priority = verdict.priority;
	if (known == 0) {
		if ((rc = article_was_purged(s, a.url_key, a.entitled, e)) != 0)
			return rc > 0 ? feed_item_add_tombstone(s, g, e) : rc;
		if ((rc = entry_insert_new(
			 s, g, &a, &verdict, &article_id, e)) != 0)
			return rc;
	}
	if ((rc = entry_insert_row(s, g, article_id, a.entitled, e)) != 0)
		return rc;
	entry_insert_count(g);
	if (verdict.blocker != NULL)
		return entry_insert_note_blocked(s, g, &verdict, e);
	return entry_insert_finish(s, g, &a, article_id, known > 0, e);
}

/* ---- an entry whose link has changed ---- */

/* True if the entry now announces another page than its article.  The link of
 * some feeds contains a token that differs in each document.  A change of the
 * query alone, or of an old article, does not count, because each poll would
 * request the pages of such a feed again. */
static bool
entry_insert_is_moved(struct store *s, const struct feed_item *g,
    const struct announcement *a, const struct article_state *article)
{
	struct slice key, was, is = a->url_key;

	if (a->url.len == 0 || article->status == ARTICLE_DONE)
		return false;
	if (article->url.len == 0)
		return true;
	if (article->first_seen_at < g->now - MOVE_S ||
	    !entry_url_key(&s->scratch, article->url, &key))
		return false;
	was = slice_sub(key, 0, slice_find_char(key, '?', 0));
	is = slice_sub(is, 0, slice_find_char(is, '?', 0));
	return !slice_equal(was, is);
}

static int
entry_insert_has_others(
    struct store *s, const struct feed_item *g, bool *ret, struct err *e)
{
	struct query q = query_of(s, SQL_entry_is_shared);
	int64_t any = 0;
	int rc;

	query_int(&q, ":article_id", g->known->article_id);
	query_int(&q, ":id", g->known->id);
	rc = query_run_int(&q, &any, e);
	*ret = any != 0;
	return rc;
}

static int
entry_insert_set_article(struct store *s, const struct feed_item *g,
    int64_t article_id, bool entitled, struct err *e)
{
	struct query q = query_of(s, SQL_entry_set_article);

	query_int(&q, ":id", g->known->id);
	query_int(&q, ":article_id", article_id);
	query_int(&q, ":entitled", entitled);
	return query_run(&q, e);
}

/* Links the entry to the article of its new address.  `article_id`: 0 if
 * this article does not exist yet. */
static int
entry_insert_link(struct store *s, const struct feed_item *g,
    const struct announcement *a, const struct filter_verdict *verdict,
    int64_t article_id, struct err *e)
{
	bool is_known = article_id != 0;
	int rc;

	if (!is_known &&
	    (rc = entry_insert_new(s, g, a, verdict, &article_id, e)) != 0)
		return rc;
	rc = entry_insert_set_article(s, g, article_id, a->entitled, e);
	return rc == 0 ? entry_insert_finish(s, g, a, article_id, is_known, e)
		       : rc;
}

/* Readdresses the entry after its announcement was judged. */
static int
entry_insert_readdress(struct store *s, const struct feed_item *g,
    struct announcement *a, struct article_state *article, bool entitled,
    bool *ret_done, struct err *e)
{
	struct filter_verdict verdict;
	bool has_others = false;
	int64_t to = 0;
	int rc, known = entry_insert_find_article(s, a->url_key, &to, e);

	if (known < 0 || (rc = entry_insert_judge(s, g, a, to, e)) != 0 ||
	    (rc = entry_insert_filter(s, g, a, &verdict, e)) != 0 ||
	    (rc = entry_insert_has_others(s, g, &has_others, e)) != 0)
		return known < 0 ? known : rc;
	a->priority = verdict.priority;
	/* a witness must not move or withdraw the article of a publisher */
	if (to == article->id || verdict.blocker != NULL ||
	    (!has_others && !entitled && article->entitled != 0))
		return 0;
	if (known == 0 &&
	    (rc = article_was_purged(s, a->url_key, a->entitled, e)) != 0)
		return rc < 0 ? rc : 0;
	*ret_done = true;
	if (known > 0 || has_others) {
		if (!has_others &&
		    (rc = article_withdraw(s, article, g->now, e)) != 0)
			return rc;
		return entry_insert_link(s, g, a, &verdict, to, e);
	}
	if ((rc = entry_insert_set_article(
		 s, g, article->id, a->entitled, e)) != 0 ||
	    (!a->is_of_site &&
		(rc = entry_insert_request_home_page(s, g, a, e)) != 0))
		return rc;
	return feed_item_move(s, g, a, article, e);
}

int
feed_item_readdress(struct store *s, const struct feed_item *g,
    struct article_state *article, bool entitled, bool *ret_done, struct err *e)
{
	struct feed_item item = *g;
	struct entry_alias alias;
	struct announcement a;

	*ret_done = false;
	if (g->alias == NULL) {
		entry_alias_of(s, g->entry, g->guid_key, g->site, &alias);
		item.alias = &alias;
	}
	a = entry_insert(s, &item);
	if (!entry_insert_is_moved(s, &item, &a, article))
		return 0;
	return entry_insert_readdress(
	    s, &item, &a, article, entitled, ret_done, e);
}

/* Replaces the address of the announcement by the link of the entry if the link
 * is another address of the same article.  A witness may have given the article
 * an address at which no page is (https, /amp). */
static void
entry_insert_use_link(
    struct store *s, const struct feed_item *g, struct announcement *a)
{
	struct slice link = entry_address(g->entry), of_link, of_article;
	struct slice host_key;

	if (!url_fetchable(link) ||
	    !entry_url_key(&s->scratch, link, &of_link) ||
	    !entry_url_key(&s->scratch, a->url, &of_article) ||
	    !slice_equal(of_link, of_article) ||
	    !url_budget_key(&s->scratch, link, &host_key))
		return;
	a->url = link;
	a->host_key = host_key;
}

int
feed_item_take_over(struct store *s, const struct feed_item *g,
    const struct article_state *article, struct err *e)
{
	struct announcement a = { .url = article->url,
		.host_key = article->host_key,
		.why_not = entry_insert_why_not(g),
		.entitled = true };

	entry_insert_use_link(s, g, &a);
	return feed_item_attach(s, g, &a, article->id, e);
}

int
feed_item_unblock(struct store *s, const struct feed_item *g,
    const struct article_state *article, bool entitled, struct err *e)
{
	struct announcement a = { .url = article->url,
		.host_key = article->host_key,
		.why_not = article->url.len > 0 ? entry_insert_why_not(g)
						: SLICE(WHY_NO_ADDRESS),
		.entitled = entitled };

	if (entitled)
		entry_insert_use_link(s, g, &a);
	return feed_item_attach(s, g, &a, article->id, e);
}
