/*
 * further.c -- documents that a feed leads to: sitemaps of an index, archives
 * and further pages of a feed (RFC 5005).
 *
 * In:  an index or a feed as read.
 * Out: rows of what is owed, in the transaction that keeps the document which
 *      named them; and what came of each.
 * The work is a row before it is a job: an index that is unchanged the next
 * time says nothing of the sitemaps that were not read yet.  All is bounded:
 * steps from the feed, sitemaps of one index, tries.
 */
#include <stdlib.h>

#include "config/limits.h"
#include "crawler/robots.h"
#include "crawler/url.h"
#include "store/sighting.h"

#define KIND_SITEMAP SLICE("sitemap")
#define KIND_ARCHIVE SLICE("archive")
#define KIND_PAGE    SLICE("page")
#define KIND_ROBOTS  SLICE("robots")
#define KIND_NEWS    SLICE("news")

static int
owe_new(struct store *s, int64_t feed_id, struct slice url, struct slice kind,
    int64_t depth, int64_t lastmod, struct poll_kept *kept, struct err *e)
{
	struct query q = query_of(s, SQL_further_insert);

	query_int(&q, ":feed_id", feed_id);
	query_text_always(&q, ":url", url);
	query_text(&q, ":kind", kind);
	query_int(&q, ":depth", depth);
	query_date(&q, ":lastmod", lastmod);
	kept->n_further++;
	return query_run(&q, e);
}

static int
owe_again(struct store *s, int64_t id, int64_t lastmod, struct poll_kept *kept,
    struct err *e)
{
	struct query q = query_of(s, SQL_further_owe);

	query_int(&q, ":id", id);
	query_date(&q, ":lastmod", lastmod);
	kept->n_further++;
	return query_run(&q, e);
}

struct known_further {
	int64_t id, lastmod, read_at;
};

/* 1: it is known. */
static int
find(struct store *s, int64_t feed_id, struct slice url,
    struct known_further *ret, struct err *e)
{
	struct query q = query_of(s, SQL_further_find);
	int rc;

	query_int(&q, ":feed_id", feed_id);
	query_text_always(&q, ":url", url);
	if ((rc = query_step(&q, e)) > 0) {
		ret->id = query_column_int(&q, 0);
		ret->lastmod = query_column_date(&q, 1);
		ret->read_at = query_column_date(&q, 2);
	}
	query_end(&q);
	return rc;
}

/* ---- an index ---- */

struct listed {
	const struct feed_entry *entry;
	bool is_news; /* its name says so */
	size_t index;
};

/* What is to be read first: the newest; where no age is told, what is called
 * news, then what stands last, as indexes grow at their end. */
static int
compare_listed(const void *a, const void *b)
{
	const struct listed *left = a, *right = b;
	int64_t left_at = left->entry->updated_at;
	int64_t right_at = right->entry->updated_at;

	if (left_at != right_at)
		return left_at < right_at ? 1 : -1;
	if (left->is_news != right->is_news)
		return left->is_news ? -1 : 1;
	return (left->index < right->index) - (left->index > right->index);
}

static struct listed *
sort_index(struct arena *arena, const struct feed *feed, size_t *ret_n)
{
	struct listed *listed =
	    arena_array(arena, feed->n_entries + 1, sizeof(*listed));
	size_t n = 0;

	for (size_t i = 0; i < feed->n_entries; i++) {
		const struct feed_entry *entry = &feed->entries[i];

		if (!url_fetchable(entry->link))
			continue;
		listed[n++] = (struct listed){ .entry = entry,
			.is_news = slice_find_nocase(entry->link, SLICE("news"),
				       0) != SLICE_NOT_FOUND,
			.index = i };
	}
	qsort(listed, n, sizeof(*listed), compare_listed);
	*ret_n = n;
	return listed;
}

/* One sitemap of an index; `rank` of its age.  Of those that were never read
 * the newest are, and what has changed since the index was. */
static int
owe_listed(struct store *s, int64_t feed_id, const struct feed_entry *entry,
    size_t rank, int64_t depth, int64_t since, struct poll_kept *kept,
    struct err *e)
{
	struct known_further known;
	int64_t at = entry->updated_at;
	int rc = find(s, feed_id, entry->link, &known, e);

	if (rc < 0)
		return rc;
	if (rc > 0 && (at == DATE_NONE || at != known.lastmod))
		return owe_again(s, known.id, at, kept, e);
	if (rc == 0 &&
	    (rank < LIMIT_SITEMAPS_FIRST || (since != DATE_NONE && at > since)))
		return owe_new(
		    s, feed_id, entry->link, KIND_SITEMAP, depth, at, kept, e);
	return 0;
}

int
further_of_index(struct store *s, int64_t feed_id, const struct feed *feed,
    int64_t depth, int64_t now, struct poll_kept *kept, struct err *e)
{
	struct listed *listed;
	size_t n, before = kept->n_further;
	int64_t since;
	int rc;

	(void)now;
	if (depth >= LIMIT_SITEMAP_DEPTH)
		return 0;
	if ((rc = feed_last_good(s, feed_id, &since, e)) != 0)
		return rc;
	listed = sort_index(&s->held, feed, &n);
	for (size_t i = 0; i < n && rc == 0 &&
			   kept->n_further - before < LIMIT_SITEMAPS_AT_ONCE;
	     i++)
		rc = owe_listed(
		    s, feed_id, listed[i].entry, i, depth + 1, since, kept, e);
	return rc;
}

int
further_of_unchanged(
    struct store *s, int64_t feed_id, struct poll_kept *kept, struct err *e)
{
	struct query q = query_of(s, SQL_further_owe_undated);
	int64_t n = 0;
	int rc;

	query_int(&q, ":feed_id", feed_id);
	query_int(&q, ":limit", LIMIT_SITEMAPS_FIRST);
	if ((rc = query_run(&q, e)) != 0)
		return rc;
	q = query_of(s, SQL_further_changes);
	if ((rc = query_run_int(&q, &n, e)) == 0)
		kept->n_further += (size_t)n;
	return rc;
}

/* ---- an archive ---- */

int
further_before(struct store *s, int64_t feed_id, const struct feed *feed,
    int64_t depth, int64_t since, struct poll_kept *kept, struct err *e)
{
	bool is_archive = feed->prev_archive.len > 0;
	struct slice url = is_archive ? feed->prev_archive : feed->next;
	struct known_further known;
	int rc;

	if (url.len == 0 || depth >= LIMIT_ARCHIVES || !url_fetchable(url))
		return 0;
	if ((rc = find(s, feed_id, url, &known, e)) < 0)
		return rc;
	if (rc == 0)
		return owe_new(s, feed_id, url,
		    is_archive ? KIND_ARCHIVE : KIND_PAGE, depth + 1, DATE_NONE,
		    kept, e);
	/* An archive does not change (RFC 5005, 4); what a page holds does. */
	if (is_archive ? known.read_at != DATE_NONE : known.read_at >= since)
		return 0;
	return owe_again(s, known.id, DATE_NONE, kept, e);
}

/* ---- a site's news sitemaps ---- */

/* Owed, unless it was read since. */
static int
owe_since(struct store *s, int64_t feed_id, struct slice url, struct slice kind,
    int64_t depth, int64_t since, struct poll_kept *kept, struct err *e)
{
	struct known_further known;
	int rc = find(s, feed_id, url, &known, e);

	if (rc < 0)
		return rc;
	if (rc == 0)
		return owe_new(
		    s, feed_id, url, kind, depth, DATE_NONE, kept, e);
	if (known.read_at != DATE_NONE && known.read_at >= since)
		return 0;
	return owe_again(s, known.id, DATE_NONE, kept, e);
}

/* The site is where the feed says that it belongs, if that is where it is. */
int
further_of_site(struct store *s, int64_t feed_id, const struct feed *feed,
    int64_t since, struct poll_kept *kept, struct err *e)
{
	struct query q = query_of(s, SQL_feed_place);
	struct slice url = SLICE_NONE, site = SLICE_NONE, origin, a, b;
	int rc;

	if (feed->format == FEED_SITEMAP)
		return 0; /* it is one itself */
	query_int(&q, ":feed_id", feed_id);
	if ((rc = query_step(&q, e)) > 0) {
		site = query_column_copy(&q, 0, &s->held);
		url = query_column_copy(&q, 1, &s->held);
	}
	query_end(&q);
	if (rc <= 0)
		return rc;
	if (!url_fetchable(site) || !url_budget_key(&s->held, site, &a) ||
	    !url_budget_key(&s->held, url, &b) || !slice_equal(a, b))
		site = url;
	if (!url_origin(&s->held, site, &origin))
		return 0;
	return owe_since(s, feed_id,
	    arena_format(&s->held, "%.*s/robots.txt", SLICE_ARG(origin)),
	    KIND_ROBOTS, 1, since, kept, e);
}

/* ---- what is owed ---- */

static void
read_row(const struct query *q, struct arena *arena, void *ret_row)
{
	struct further_row *row = ret_row;

	*row = (struct further_row){
		.id = query_column_int(q, 0),
		.feed_id = query_column_int(q, 1),
		.kind = query_column_copy(q, 2, arena),
		.depth = query_column_int(q, 3),
		.tries = query_column_int(q, 4),
		.url = query_column_copy(q, 5, arena),
		.etag = query_column_copy(q, 6, arena),
		.last_modified = query_column_copy(q, 7, arena),
		.validators_url = query_column_copy(q, 8, arena),
		.fetch_articles = query_column_int(q, 9) != 0,
	};
}

int
store_further_owed(struct store *s, int64_t now, size_t limit,
    int (*visit)(const struct further_row *, void *), void *arg,
    int64_t *ret_next_retry_at, struct err *e)
{
	struct query q = query_of(s, SQL_further_owed);
	struct rows rows;
	const struct further_row *items;
	int rc;

	query_int(&q, ":now", now);
	query_int(&q, ":limit", limit < INT64_MAX ? (int64_t)limit : INT64_MAX);
	rc = rows_collect(&q, sizeof(*items), read_row, &rows, e);
	items = rows.items;
	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc = visit(&items[i], arg);
	rows_release(&rows);
	if (rc != 0)
		return rc;
	q = query_of(s, SQL_further_next_retry);
	query_int(&q, ":now", now);
	if ((rc = query_step(&q, e)) > 0)
		*ret_next_retry_at = query_column_date(&q, 0);
	query_end(&q);
	return rc < 0 ? rc : 0;
}

/* ---- what came of it ---- */

struct further_operation {
	const struct further_keep *keep;
	int64_t now;
	struct poll_kept kept;
	/* the row */
	int64_t feed_id, depth, read_at, gap_at;
	bool is_sitemap, is_robots, is_news, fetch_articles;
	struct slice url;
	bool reaches_back; /* a news sitemap: to before the gap */
};

static int
load(struct store *s, struct further_operation *o, struct err *e)
{
	struct query q = query_of(s, SQL_further_get);
	int rc;

	query_int(&q, ":id", o->keep->id);
	if ((rc = query_step(&q, e)) > 0) {
		o->feed_id = query_column_int(&q, 0);
		o->is_sitemap =
		    slice_equal(query_column_text(&q, 1), KIND_SITEMAP);
		o->is_robots =
		    slice_equal(query_column_text(&q, 1), KIND_ROBOTS);
		o->is_news = slice_equal(query_column_text(&q, 1), KIND_NEWS);
		o->depth = query_column_int(&q, 2);
		o->read_at = query_column_date(&q, 4);
		o->fetch_articles = query_column_int(&q, 5) != 0;
		o->url = query_column_copy(&q, 6, &s->held);
	}
	query_end(&q);
	if (rc == 0)
		return err_set(e, ERR_NOT_FOUND, "there is no document %lld",
		    (long long)o->keep->id);
	return rc < 0 ? rc : gap_open_at(s, o->feed_id, &o->gap_at, e);
}

static int
set_failed(struct store *s, const struct further_operation *o, struct err *e)
{
	struct query q = query_of(s, SQL_further_failed);

	query_int(&q, ":id", o->keep->id);
	query_text_always(&q, ":why", o->keep->why);
	query_date(&q, ":retry_at", o->keep->retry_at);
	return query_run(&q, e);
}

static int
set_read(struct store *s, const struct further_operation *o, struct err *e)
{
	const struct further_keep *k = o->keep;
	struct query q = query_of(
	    s, k->feed == NULL ? SQL_further_unchanged : SQL_further_read);

	query_int(&q, ":id", k->id);
	query_int(&q, ":now", o->now);
	if (k->feed != NULL) {
		query_bytes(&q, ":etag", k->etag);
		query_bytes(&q, ":last_modified", k->last_modified);
		query_text(&q, ":validators_url", k->validators_url);
	}
	return query_run(&q, e);
}

/* Of a news sitemap, which is the whole site's: what was published while the
 * feed was not looked at. */
static struct feed
only_missed(struct store *s, struct further_operation *o, int64_t since)
{
	struct feed feed = *o->keep->feed;

	feed.entries =
	    arena_array(&s->held, feed.n_entries + 1, sizeof(*feed.entries));
	feed.n_entries = 0;
	for (size_t i = 0; i < o->keep->feed->n_entries; i++) {
		const struct feed_entry *entry = &o->keep->feed->entries[i];
		int64_t at = entry->published_at;

		o->reaches_back |=
		    at != DATE_NONE && since != DATE_NONE && at <= since;
		if (at > since && at <= o->gap_at)
			feed.entries[feed.n_entries++] = *entry;
	}
	return feed;
}

static int
keep_items(struct store *s, struct further_operation *o, struct err *e)
{
	int64_t since = DATE_NONE;
	struct feed missed;

	if (o->is_news) {
		int failure = gap_since_at(s, o->feed_id, &since, e);

		if (failure != 0)
			return failure;
		missed = only_missed(s, o, since);
	}

	const struct poll_keep items = {
		.poll = { .feed_id = o->feed_id, .at = o->now },
		.feed = o->is_news ? &missed : o->keep->feed,
		.fetch_articles = o->fetch_articles,
		.max_age_s = o->keep->max_age_s,
		.is_first = o->read_at == DATE_NONE,
		.known_before = o->gap_at != DATE_NONE ? o->gap_at : 0,
	};
	struct query q;
	int rc = document_keep(s, &items, o->now, &o->kept, e);

	if (rc != 0 || o->kept.n_new == 0)
		return rc;
	q = query_of(s, SQL_further_brought);
	query_int(&q, ":feed_id", o->feed_id);
	query_int(&q, ":now", o->now);
	return query_run(&q, e);
}

/* The news sitemaps that a robots.txt names, of its own site. */
static int
read_robots(struct store *s, struct further_operation *o, struct err *e)
{
	struct robots robots;
	struct slice own, other;
	int rc = 0;

	if (!url_budget_key(&s->held, o->url, &own))
		return 0;
	robots_parse(&s->held, o->keep->robots, SLICE("gleaner"), &robots);
	for (size_t i = 0; i < robots.n_news && rc == 0; i++)
		if (url_fetchable(robots.news[i]) &&
		    url_budget_key(&s->held, robots.news[i], &other) &&
		    slice_equal(own, other))
			rc = owe_since(s, o->feed_id, robots.news[i], KIND_NEWS,
			    o->depth + 1, o->gap_at, &o->kept, e);
	return rc;
}

/* A gap is filled from sitemaps when the last one of them was read. */
static int
end_of_news(struct store *s, struct further_operation *o, struct err *e)
{
	struct query q = query_of(s, SQL_further_is_owed);
	int64_t more = 0;
	int rc;

	query_int(&q, ":feed_id", o->feed_id);
	query_int(&q, ":id", o->keep->id);
	if ((rc = query_run_int(&q, &more, e)) != 0)
		return rc;
	return gap_filled(
	    s, o->feed_id, o->kept.n_new, o->reaches_back, more == 0, e);
}

/* The way back ends at the first document with something that was known. */
static int
go_back(struct store *s, struct further_operation *o, struct err *e)
{
	bool is_closed = o->kept.n_known > 0;
	int rc = 0;

	if (o->is_news || o->is_robots)
		return end_of_news(s, o, e);
	if (!is_closed && o->keep->feed != NULL)
		rc = further_before(s, o->feed_id, o->keep->feed, o->depth,
		    o->gap_at, &o->kept, e);
	return rc != 0 ? rc
		       : gap_filled(s, o->feed_id, o->kept.n_new, is_closed,
			     o->kept.n_further == 0, e);
}

/* What a gap's sitemap says is of use while the gap is open. */
static bool
has_items(const struct further_operation *o)
{
	const struct feed *feed = o->keep->feed;

	return feed != NULL && feed->format != FEED_UNKNOWN &&
	       feed->format != FEED_SITEMAP_INDEX &&
	       !(o->is_news && o->gap_at == DATE_NONE);
}

static int
keep_further(struct store *s, void *arg, struct err *e)
{
	struct further_operation *o = arg;
	const struct further_keep *k = o->keep;
	bool has_failed = k->why.len > 0;
	int rc;

	if ((rc = load(s, o, e)) != 0)
		return rc;
	if ((rc = has_failed ? set_failed(s, o, e) : set_read(s, o, e)) != 0)
		return rc;
	if (o->is_robots && !has_failed && o->gap_at != DATE_NONE &&
	    (rc = read_robots(s, o, e)) != 0)
		return rc;
	if (o->is_sitemap && k->feed != NULL &&
	    k->feed->format == FEED_SITEMAP_INDEX)
		return further_of_index(
		    s, o->feed_id, k->feed, o->depth, o->now, &o->kept, e);
	if (has_items(o) && (rc = keep_items(s, o, e)) != 0)
		return rc;
	if (o->is_sitemap || o->gap_at == DATE_NONE ||
	    (has_failed && k->retry_at != DATE_NONE))
		return 0;
	return go_back(s, o, e);
}

int
store_further_keep(struct store *s, const struct further_keep *k, int64_t now,
    struct poll_kept *ret, struct err *e)
{
	struct further_operation o = { .keep = k, .now = now };
	int rc = store_operate(s, keep_further, &o, e);

	if (rc == 0)
		*ret = o.kept;
	return rc;
}
