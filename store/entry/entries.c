/*
 * entries.c -- stores the current state of a known entry.
 *
 * In:  an item of a document, and the stored entry.
 * Out: the entry with the values that the feed gives now.  If the text of its
 *      article comes from feeds, the article is updated, too.
 *
 * An entry is found by (feed, guid_key) or by an alias (entry_match.c).  New
 * entries: entry_insert.c.
 *
 * A poll without news must not rewrite the rows of all of its items.
 * last_seen_at and position are therefore updated at most once per
 * SEEN_FRESH_S, unless the text of the item has changed.  Dates do not
 * count as text: some feeds date every item with the time of the request
 * (docs/feed-rows.md, row D17).  A date that the feed adds or corrects is
 * stored (row D20).
 *
 * If only few items of a document have a new date, their pages are visited
 * again, because these items were edited.  The page of an item with a new
 * headline is visited again, too.  A feed that is not entitled for the page
 * causes no such visit (docs/security.md, "Attribution").
 *
 * If the link of an item has changed and its page was not read, the page of the
 * new link is requested (feed_item_readdress()).
 *
 * A version of an item that is older than the stored version is not stored
 * (entries_is_stale(), returned_text.c).
 */
#include "base/array.h"
#include "base/limits.h"
#include "base/table.h"
#include "store/article/pending/revisit.h"
#include "store/entry/takeover.h"
#include "store/feed/polls.h"
#include "store/filter/filter_state.h"
#include "store/search/text.h"

/* Interval at which the time of the last sighting is stored; retention counts
 * in days. */
#define SEEN_FRESH_S 86400
#define FNV_PRIME    0x100000001b3u

struct slice
entry_feed_text(const struct feed_entry *entry)
{
	return text_first(
	    entry->text, text_first(entry->content, entry->summary));
}

struct feed_list
feed_item_authors(const struct feed_item *g, bool entitled)
{
	const struct feed *feed = g->update->feed;
	bool is_lent = entitled && !g->entry->has_source &&
		       (feed->format == FEED_ATOM10 ||
			   feed->format == FEED_ATOM03 ||
			   feed->format == FEED_JSON);

	return g->entry->authors.n == 0 && is_lent ? feed->authors
						   : g->entry->authors;
}

struct publisher_labels
feed_item_labels(const struct feed_item *g, struct slice url, bool entitled,
    struct slice language)
{
	return (struct publisher_labels){
		.address = entitled ? url : SLICE_NONE,
		.tags = g->entry->categories.items,
		.n_tags = g->entry->categories.n,
		.language = language,
	};
}

size_t
feed_item_weight(const struct feed_entry *entry)
{
	return 1 + (entry_feed_text(entry).len + entry->summary.len) /
		       STORE_SLICE_BYTES;
}

size_t
feed_item_bytes(const struct feed_item *g)
{
	const struct feed_entry *entry = g->entry;

	return LIMIT_ENTRY_ROW_BYTES + g->guid_key.len +
	       entry_address(entry).len + entry->title.len +
	       entry->summary.len + entry_feed_text(entry).len;
}

int64_t
entry_digest(const struct feed_entry *entry)
{
	const struct slice fields[] = { entry_address(entry), entry->title,
		entry->summary, entry_feed_text(entry) };
	uint64_t digest = 0, hash = 0;

	/* If a field is equal to the previous field, the hash of the previous
	 * field is used.  Often the summary is equal to the text. */
	for (size_t i = 0; i < ARRAY_LENGTH(fields); i++) {
		if (i == 0 || !slice_equal(fields[i], fields[i - 1]))
			hash = hash_stable(fields[i]);
		digest = digest * FNV_PRIME ^ hash;
	}
	return (int64_t)digest;
}

/* ---- known entries ---- */

static struct query
entries_find(struct store *s, int64_t feed_id, struct slice guid_key,
    struct slice other_key)
{
	struct query q = query_of(s, SQL_entry_find);

	query_int(&q, ":feed_id", feed_id);
	query_text_always(&q, ":guid_key", guid_key);
	query_text(&q, ":other_key", other_key);
	return q;
}

void
feed_item_find_ahead(struct store *s, int64_t feed_id, struct slice guid_key,
    struct slice other_key)
{
	struct query q = entries_find(s, feed_id, guid_key, other_key);

	query_ahead(&q);
}

int
feed_item_find(struct store *s, const struct feed_item *g,
    struct known_entry *ret, struct err *e)
{
	struct query q =
	    entries_find(s, g->update->poll.feed_id, g->guid_key, g->other_key);
	bool is_other = true;
	int rc, n = 0;

	/* Both keys may have entries; then they may come in any order. */
	while (is_other && (rc = query_step(&q, e)) > 0) {
		n = 1;
		is_other = query_column_int(&q, 8) != 0;
		ret->id = query_column_int(&q, 0);
		ret->article_id = query_column_int(&q, 1);
		ret->digest = query_column_int(&q, 2);
		ret->last_seen_at = query_column_int(&q, 3);
		ret->first_seen_at = query_column_int(&q, 4);
		ret->updated_at = query_column_date(&q, 5);
		ret->published_at = query_column_date(&q, 6);
		ret->gone_at = query_column_date(&q, 7);
		ret->has_new_key = is_other;
	}
	query_end(&q);
	return rc < 0 ? rc : n;
}

static void
entries_query_aliases(struct query *q, const struct feed_item *g)
{
	static const char *const names[ALIAS_COUNT] = {
		[ALIAS_GUID] = ":guid_alias",
		[ALIAS_LINK] = ":link_alias",
		[ALIAS_NUMBER] = ":number_alias",
		[ALIAS_TITLE] = ":title_alias",
	};
	struct entry_alias made;
	const struct entry_alias *alias = g->alias;

	if (alias == NULL) {
		entry_alias_of(q->store, g->entry, g->guid_key, g->site, &made);
		alias = &made;
	}
	for (int kind = 0; kind < ALIAS_COUNT; kind++)
		query_date(q, names[kind], alias->of[kind]);
}

static int
entries_see_again(
    struct store *s, const struct feed_item *g, int64_t id, struct err *e)
{
	struct query q = query_of(s, SQL_entry_seen);

	query_int(&q, ":id", id);
	query_int(&q, ":position", g->position);
	query_int(&q, ":now", g->now);
	entries_query_aliases(&q, g);
	return query_run(&q, e);
}

void
query_feed_item(struct query *q, const struct feed_item *g)
{
	query_text(q, ":guid", g->entry->id);
	query_text_always(q, ":guid_key", g->guid_key);
	entries_query_aliases(q, g);
	query_text(q, ":link", entry_address(g->entry));
	query_text(q, ":title", g->entry->title);
	query_text(q, ":summary", g->entry->summary);
	query_text(q, ":content", entry_feed_text(g->entry));
	query_date(q, ":published_at", g->entry->published_at);
	query_date(q, ":updated_at", g->entry->updated_at);
	query_int(q, ":position", g->position);
	query_int(q, ":now", g->now);
	query_int(q, ":digest", entry_digest(g->entry));
}

bool
feed_item_is_redated(
    const struct known_entry *known, const struct feed_entry *entry)
{
	return !known->has_new_key && entry->updated_at != DATE_NONE &&
	       known->updated_at != DATE_NONE &&
	       entry->updated_at > known->updated_at;
}

/* True if the feed now gives an older version of the item than the stored one:
 * a cache in front of the server has returned an older document (row T27).  A
 * stored date that is in the future was wrong, so an older date corrects it. */
static bool
entries_is_stale(const struct feed_item *g)
{
	const struct known_entry *known = g->known;

	return !g->is_stamped && !known->has_new_key &&
	       g->entry->updated_at != DATE_NONE &&
	       known->updated_at != DATE_NONE && known->updated_at <= g->now &&
	       g->entry->updated_at < known->updated_at;
}

/* Plans a visit of the page because the feed has edited the item.  The caller
 * does not call this function for a witness, because a witness could cause
 * repeated requests to a foreign server. */
static int
entries_ask_page(
    struct store *s, const struct feed_item *g, bool only_date, struct err *e)
{
	int rc;

	if (!g->update->revisit)
		return 0;
	rc = revisit_ask(s, g->known->article_id, only_date, g->now, e);
	if (rc > 0)
		g->stored->n_pending++;
	return rc < 0 ? rc : 0;
}

/* Determines whether the feed is entitled for the entry's article.  The check
 * is repeated for each poll, because the feed may have moved, or a page may
 * have named the feed since the last poll. */
static int
entries_is_entitled(
    struct store *s, const struct feed_item *g, bool *ret, struct err *e)
{
	struct entitlement_page page = { .article_id = g->known->article_id };
	struct query q = query_of(s, SQL_article_address);
	bool is_of_site;
	int rc;

	query_int(&q, ":id", g->known->article_id);
	if ((rc = query_step(&q, e)) > 0) {
		page.url = query_column_copy(&q, 0, &s->scratch);
		page.site = query_column_copy(&q, 1, &s->scratch);
	}
	query_end(&q);
	return rc < 0 ? rc
		      : entitlement_check(
			    s, g->entitlement, &page, ret, &is_of_site, e);
}

int
feed_item_remove(struct store *s, const struct feed_item *g, struct err *e)
{
	bool entitled = false;
	int rc;

	if ((rc = gone_set(s, g->known->id, g->now, e)) != 0 ||
	    (rc = entries_is_entitled(s, g, &entitled, e)) != 0)
		return rc;
	return entitled ? entries_ask_page(s, g, false, e) : 0;
}

static int
entries_redate(struct store *s, const struct feed_item *g, struct err *e)
{
	struct query q = query_of(s, SQL_entry_set_updated);
	bool entitled = false;
	int rc;

	query_int(&q, ":id", g->known->id);
	query_date(&q, ":updated_at", g->entry->updated_at);
	if ((rc = query_run(&q, e)) != 0 ||
	    (rc = entries_is_entitled(s, g, &entitled, e)) != 0)
		return rc;
	return entitled ? entries_ask_page(s, g, true, e) : 0;
}

/* True if the feed has added the date of the item, or has corrected it to an
 * earlier time, as after a mistake with the time zone.  A later date does not
 * count, because some feeds date items with the time of the request (row D17).
 */
static bool
entries_is_dated(const struct feed_item *g)
{
	int64_t was = g->known->published_at, is = g->entry->published_at;

	return !g->known->has_new_key && is != DATE_NONE &&
	       (was == DATE_NONE || is < was);
}

/* Stores the date of the item, and replaces the date of its article if that is
 * the old date of the item and not a date of the page. */
static int
entries_date(struct store *s, const struct feed_item *g, struct err *e)
{
	struct query q = query_of(s, SQL_entry_set_published);
	struct article_state article = { 0 };
	struct entry_alias alias;
	int64_t at = g->entry->published_at;
	bool entitled = false;
	int rc;

	entry_alias_of(s, g->entry, g->guid_key, g->site, &alias);
	query_int(&q, ":id", g->known->id);
	query_date(&q, ":published_at", at);
	query_date(&q, ":title_alias", alias.of[ALIAS_TITLE]);
	if ((rc = query_run(&q, e)) != 0 ||
	    (rc = article_load(s, g->known->article_id, &article, e)) != 0 ||
	    (rc = entries_is_entitled(s, g, &entitled, e)) != 0)
		return rc;
	if (!entitled && article.entitled == 1)
		return 0;
	q = query_of(s, SQL_article_set_published);
	query_int(&q, ":id", article.id);
	query_date(&q, ":published_at", at);
	query_date(&q, ":before", g->known->published_at);
	query_int(
	    &q, ":sort_at", article_sort_at(at, article.first_seen_at, g->now));
	return query_run(&q, e);
}

/* Fields of a stored entry that the item changes. */
struct entries_changed {
	bool title, link;
};

static int
entries_compare(struct store *s, const struct feed_item *g,
    struct entries_changed *ret, struct err *e)
{
	struct query q = query_of(s, SQL_entry_title);
	int rc;

	*ret = (struct entries_changed){ false, false };
	query_int(&q, ":id", g->known->id);
	if ((rc = query_step(&q, e)) > 0) {
		ret->title = !text_equal_folded(
		    query_column_text(&q, 0), g->entry->title);
		ret->link = !slice_equal(
		    query_column_text(&q, 1), entry_address(g->entry));
	}
	query_end(&q);
	return rc < 0 ? rc : 0;
}

/* Updates an article whose text is from a feed: uses the best text of all its
 * feeds. */
static int
entries_revise_article(struct store *s, const struct feed_item *g,
    const struct article_state *article, struct err *e)
{
	struct article_text text = { .published_zone = DATE_NONE };
	int rc = article_feed_text(s, article, &text, e);

	if (rc != 0 || (text_equal_folded(article->title, text.title) &&
			   text_equal_folded(article->body, text.body)))
		return rc;
	return article_apply(s, article, ARTICLE_FEED_ONLY, article->status_why,
	    &text, g->now, e);
}

/* Evaluates the filters on the entry as it is now.  If the entry is blocked, or
 * was blocked until now, this function updates the article and sets
 * *ret_is_settled to true: the caller must not change the article. */
static int
entries_filter(struct store *s, const struct feed_item *g,
    const struct article_state *article, bool entitled, bool *ret_is_settled,
    struct err *e)
{
	struct filter_verdict verdict;
	bool was_blocked, all_blocked;
	int rc = filter_judge_changed(
	    s, g, g->known->id, article, entitled, &was_blocked, &verdict, e);

	if (rc != 0)
		return rc;
	*ret_is_settled = was_blocked || verdict.blocker != NULL;
	if (verdict.blocker != NULL)
		return was_blocked ? 0
				   : filter_block_if_all(
					 s, article, g->now, &all_blocked, e);
	if (!was_blocked || !filter_is_blocked(article))
		return 0;
	return feed_item_unblock(s, g, article, entitled, e);
}

/* Stores the item's new text and its current guid.  The article is updated if
 * its text comes from feeds.  After an entitled feed has announced the article,
 * the text of a feed that is not entitled is not used. */
static int
entries_reword(struct store *s, const struct feed_item *g,
    const struct known_entry *known, struct err *e)
{
	struct query q;
	struct article_state article = { 0 };
	bool redated = feed_item_is_redated(known, g->entry) && !g->is_stamped;
	struct entries_changed changed;
	bool entitled = false, is_settled = false;
	int rc;

	if ((rc = entries_compare(s, g, &changed, e)) != 0 ||
	    (rc = entries_is_entitled(s, g, &entitled, e)) != 0)
		return rc;
	if (entitled && (changed.title || redated) &&
	    (rc = entries_ask_page(s, g, !changed.title, e)) != 0)
		return rc;
	q = query_of(s, SQL_entry_rewrite);
	query_int(&q, ":id", known->id);
	query_int(&q, ":entitled", entitled);
	query_feed_item(&q, g);
	if ((rc = query_run(&q, e)) != 0 ||
	    (rc = article_load(s, known->article_id, &article, e)) != 0)
		return rc;
	rc = entries_filter(s, g, &article, entitled, &is_settled, e);
	if (rc != 0 || is_settled)
		return rc;
	if (changed.link && ((rc = feed_item_readdress(s, g, &article, entitled,
				  &is_settled, e)) != 0 ||
				is_settled))
		return rc;
	if (entitled && article.entitled == 0)
		return feed_item_take_over(s, g, &article, e);
	if (article.status != ARTICLE_FEED_ONLY ||
	    (!entitled && article.entitled == 1))
		return 0;
	return entries_revise_article(s, g, &article, e);
}

static int
entries_update_known(struct store *s, const struct feed_item *g, struct err *e)
{
	const struct known_entry *known = g->known;
	bool is_stale = entries_is_stale(g);
	bool is_reworded =
	    !is_stale &&
	    (known->has_new_key || known->digest != entry_digest(g->entry));
	int rc;

	if (is_reworded && !known->has_new_key &&
	    !feed_item_is_redated(known, g->entry)) {
		if ((rc = feed_item_is_returned(s, g, &is_stale, e)) != 0)
			return rc;
		is_reworded = !is_stale;
	}
	if (is_reworded &&
	    budget_take(g->budget, BUDGET_REWORD, feed_item_bytes(g)))
		return entries_reword(s, g, known, e);
	/* If the new text waits for budget, the new dates are not stored yet,
	 * but later together with the text. */
	if (!is_reworded && !is_stale && entries_is_dated(g) &&
	    (rc = entries_date(s, g, e)) != 0)
		return rc;
	if (!is_reworded && feed_item_is_redated(known, g->entry) &&
	    !g->is_stamped && (rc = entries_redate(s, g, e)) != 0)
		return rc;
	if (g->now - known->last_seen_at >= SEEN_FRESH_S)
		return entries_see_again(s, g, known->id, e);
	return 0;
}

int
feed_item_store(struct store *s, const struct feed_item *g, struct err *e)
{
	return g->known != NULL ? entries_update_known(s, g, e)
				: feed_item_insert(s, g, e);
}
