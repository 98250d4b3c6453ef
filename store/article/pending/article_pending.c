/*
 * article_pending.c -- lists the articles whose pages are to be fetched.
 *
 * In:  the size of the caller's window, and the rows that are in its memory.
 * Out: the rows that fit into the window: first failed articles whose retry is
 *      due, then queued articles, then pages that are due for a revisit.
 *
 * The window is shared fairly: a host with a long queue or a feed with many
 * items does not displace others.  Rows are therefore grouped by host and by
 * announcing feed.  A row is foreign if its feed is not entitled for its page.
 * Foreign rows are not in the same groups as other rows.  The statements
 * article_pending and article_retries read the first rows of each group.  Their
 * cost grows with the number of groups and not with the number of rows.  Groups
 * of paused feeds are left out (announcer.c).
 */
#include <stdlib.h>

#include "base/limits.h"
#include "store/article/article_state.h"
#include "store/fleet/fleet_store.h"
#include "store/sqlite/statement.h"

/* Pages are ordered by a time.  PRIORITY_S is added to this time once for each
 * level of priority.  PRIORITY_S is a century, which is longer than the age of
 * any article.  A page of a higher priority therefore comes before all pages of
 * lower priorities. */
#define PRIORITY_S (36525 * INT64_C(86400))

static void
article_pending_read(const struct query *q, struct arena *arena, void *ret_row)
{
	struct pending_article *row = ret_row;

	*row = (struct pending_article){
		.id = query_column_int(q, 0),
		.feed_id = query_column_int(q, 1),
		.tries = query_column_int(q, 2),
		.url = query_column_copy(q, 3, arena),
		.host_key = query_column_copy(q, 4, arena),
		.hint_title = query_column_copy(q, 5, arena),
		.hint_summary = query_column_copy(q, 6, arena),
		.etag = query_column_copy(q, 7, arena),
		.last_modified = query_column_copy(q, 8, arena),
		.validators_url = query_column_copy(q, 9, arena),
		.is_revisit = query_column_int(q, 10) != 0,
		.is_foreign = query_column_int(q, 11) != 0,
		.order_at = query_column_int(q, 12) +
			    PRIORITY_S * query_column_int(q, 14),
		.feed_url = query_column_copy(q, 13, arena),
		.redirected_url = query_column_copy(q, 15, arena),
		.is_ended = query_column_int(q, PENDING_ENDED) != 0,
	};
}

#define READ_AHEAD  128 /* rows that are read in one round trip */
#define RETRY_SHARE 4 /* divisor: retries get at most a quarter of the window */

/* State while a window is being filled. */
struct pending_walk {
	int64_t now;
	struct article_window left;
	int (*visit)(const struct pending_article *, void *);
	void *arg;
};

static struct query
article_pending_query(
    struct store *s, const struct pending_walk *walk, int64_t id)
{
	struct query q = query_of(s, SQL_article_pending_get);

	query_int(&q, ":id", id);
	query_int(&q, ":now", walk->now);
	return q;
}

static int
article_pending_compare_held(const void *key, const void *member)
{
	const int64_t *id = key;
	const struct article_held *held = member;

	return *id < held->id ? -1 : *id > held->id;
}

/* Returns the row of the caller's memory; NULL: it is not there. */
static const struct article_held *
article_pending_find_held(const struct pending_walk *walk, int64_t id)
{
	if (walk->left.n_held == 0)
		return NULL;
	return bsearch(&id, walk->left.held, walk->left.n_held,
	    sizeof(*walk->left.held), article_pending_compare_held);
}

/* Sends the queries for the first READ_AHEAD of n rows. */
static void
article_pending_read_ahead(struct store *s, const struct pending_walk *walk,
    const int64_t *ids, size_t n)
{
	for (size_t i = 0; i < n && i < READ_AHEAD && store_reads_ahead(s);
	     i++) {
		struct query q;

		if (article_pending_find_held(walk, ids[i]) != NULL)
			continue;
		q = article_pending_query(s, walk, ids[i]);
		query_ahead(&q);
	}
}

/* Visits the row if it fits into the window. */
static int
article_pending_visit_row(
    struct pending_walk *walk, const struct pending_article *row)
{
	size_t *left = row->is_foreign ? &walk->left.foreign : &walk->left.own;

	if (*left == 0)
		return 0;
	--*left;
	return walk->visit(row, walk->arg);
}

static int
article_pending_visit_one(
    struct store *s, struct pending_walk *walk, int64_t id, struct err *e)
{
	const struct article_held *held = article_pending_find_held(walk, id);
	struct query q;
	struct rows rows;
	int rc;

	if (held != NULL)
		return article_pending_visit_row(
		    walk, &(struct pending_article){ .is_held = true,
			      .id = id,
			      .is_foreign = held->is_foreign });
	q = article_pending_query(s, walk, id);
	rc = rows_collect(
	    &q, sizeof(struct pending_article), article_pending_read, &rows, e);
	/* If there is no row, the status of the article has changed meanwhile.
	 */
	if (rc == 0 && rows.n > 0)
		rc = article_pending_visit_row(walk, rows.items);
	rows_release(&rows);
	return rc;
}

static int
article_pending_visit_ids(struct store *s, struct pending_walk *walk,
    const int64_t *ids, size_t n, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++) {
		if (i % READ_AHEAD == 0)
			article_pending_read_ahead(s, walk, ids + i, n - i);
		rc = article_pending_visit_one(s, walk, ids[i], e);
	}
	store_forget_ahead(s);
	return rc;
}

/* Visits the rows whose ids the query returns. */
static int
article_pending_visit_list(
    struct query *q, struct pending_walk *walk, struct err *e)
{
	struct store *s = q->store;
	struct rows ids;
	int rc = rows_collect_ids(q, &ids, e);

	if (rc == 0)
		rc = article_pending_visit_ids(s, walk, ids.items, ids.n, e);
	rows_release(&ids);
	return rc;
}

int
store_article_pending_of(struct store *s, int64_t now, const int64_t *ids,
    size_t n, int (*visit)(const struct pending_article *, void *), void *arg,
    struct err *e)
{
	struct pending_walk walk = {
		.now = now,
		.left = { .own = n, .foreign = n },
		.visit = visit,
		.arg = arg,
	};

	return article_pending_visit_ids(s, &walk, ids, n, e);
}

/* Returns n / share, rounded up.  O(1), also for SIZE_MAX. */
static size_t
article_pending_share(size_t n, size_t share)
{
	return n / share + (n % share > 0);
}

/* Visits rows of each group in turn.  All groups together fill at most one part
 * of the window (struct article_window) of `share` equal parts. */
static int
article_pending_visit_groups(struct store *s, enum sql name,
    struct pending_walk *walk, size_t share, struct err *e)
{
	const struct article_window *left = &walk->left;
	struct query q = query_of(s, name);

	if (name == SQL_article_retries)
		query_int(&q, ":now", walk->now);
	query_shards(&q);
	query_count(&q, ":own", article_pending_share(left->own, share));
	query_count(
	    &q, ":foreign", article_pending_share(left->foreign, share));
	query_count(
	    &q, ":per_feed", article_pending_share(left->per_feed, share));
	query_count(&q, ":per_foreign",
	    article_pending_share(left->per_foreign, share));
	return article_pending_visit_list(&q, walk, e);
}

static int
article_pending_visit_revisits(
    struct store *s, struct pending_walk *walk, bool is_foreign, struct err *e)
{
	const struct article_window *left = &walk->left;
	struct query q = query_of(s, SQL_article_revisits);

	query_shards(&q);
	query_int(&q, ":now", walk->now);
	query_int(&q, ":is_foreign", is_foreign);
	query_int(&q, ":due", LIMIT_REVISITS_DUE);
	query_count(
	    &q, ":per_feed", is_foreign ? left->per_foreign : left->per_feed);
	query_count(&q, ":limit", is_foreign ? left->foreign : left->own);
	return article_pending_visit_list(&q, walk, e);
}

int
store_article_pending(struct store *s, int64_t now,
    const struct article_window *window,
    int (*visit)(const struct pending_article *, void *), void *arg,
    struct err *e)
{
	struct pending_walk walk = {
		.now = now, .left = *window, .visit = visit, .arg = arg
	};
	int rc;

	if ((rc = article_pending_visit_groups(
		 s, SQL_article_retries, &walk, RETRY_SHARE, e)) != 0 ||
	    (rc = article_pending_visit_groups(
		 s, SQL_article_pending, &walk, 1, e)) != 0 ||
	    (rc = article_pending_visit_revisits(s, &walk, false, e)) != 0)
		return rc;
	return article_pending_visit_revisits(s, &walk, true, e);
}

/* Runs a query that returns a number of rows and the first date after `now`.
 * Adds the number to *ret_n.  Sets *ret_next_at to the date if the date is
 * earlier or *ret_next_at is DATE_NONE. */
static int
article_pending_count(struct query *q, int64_t now, int64_t *ret_n,
    int64_t *ret_next_at, struct err *e)
{
	int64_t at;
	int rc;

	query_int(q, ":now", now);
	if ((rc = query_step(q, e)) > 0) {
		*ret_n += query_column_int(q, 0);
		at = query_column_date(q, 1);
		if (*ret_next_at == DATE_NONE ||
		    (at != DATE_NONE && at < *ret_next_at))
			*ret_next_at = at;
		rc = 0;
	}
	query_end(q);
	return rc;
}

int
store_article_pending_count(struct store *s, int64_t now, size_t most,
    int64_t *ret_n, int64_t *ret_next_retry_at, struct err *e)
{
	struct query q = query_of(s, SQL_article_pending_count);
	int64_t n = 0, next_at = DATE_NONE;
	int rc;

	query_shards(&q);
	query_count(&q, ":most", most);
	rc = article_pending_count(&q, now, &n, &next_at, e);
	for (int is_foreign = 0; is_foreign < 2 && rc == 0; is_foreign++) {
		q = query_of(s, SQL_article_revisits_count);
		query_shards(&q);
		query_int(&q, ":is_foreign", is_foreign);
		query_int(&q, ":due", LIMIT_REVISITS_DUE);
		rc = article_pending_count(&q, now, &n, &next_at, e);
	}
	if (rc != 0)
		return rc;
	*ret_n = n;
	*ret_next_retry_at = next_at;
	return 0;
}

int
store_article_is_of_feed(struct store *s, int64_t article_id, int64_t feed_id,
    bool *ret, struct err *e)
{
	struct query q = query_of(s, SQL_entry_is_of_feed);
	int rc;

	query_int(&q, ":article_id", article_id);
	query_int(&q, ":feed_id", feed_id);
	if ((rc = query_step(&q, e)) > 0) {
		*ret = query_column_int(&q, 0) != 0;
		rc = 0;
	}
	query_end(&q);
	return rc;
}
