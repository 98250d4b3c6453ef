/*
 * retention.c -- deletes old rows, one slice at a time.
 *
 * An article is deleted with all rows that belong to it.  Tombstones of its
 * address and of each entry remain, because feeds continue to list old items,
 * and a purged item must not come back as new (docs/etiquette.md).  Pending
 * articles are not deleted at any age.  Retention does not wait for consumers,
 * because the limits are the operator's decision.
 */
#include "base/array.h"
#include "base/limits.h"
#include "store/article/article_apply.h"
#include "store/maintenance.h"
#include "store/query/dialect.h"
#include "store/search/search_fill.h"

/* After this time all observations in a site memory have expired
 * (cuter/site/memory.c). */
#define SITE_MEMORY_S (60 * 86400)
/* Counted from the time until which the rules of robots.txt are valid. */
#define ROBOTS_S (2 * 86400)

struct retain_operation {
	const struct retention *keep;
	int64_t now;
	size_t slice; /* rows */
	struct retention_done done;
};

/* Computes the time before which rows are deleted. Returns false if there is no
 * limit. */
static bool
retention_bound_of(int64_t now, int64_t keep_s, int64_t *ret_before)
{
	return keep_s != INT64_MAX &&
	       !__builtin_sub_overflow(now, keep_s, ret_before);
}

/* Inserts tombstones, removes the text from the full-text indexes and deletes
 * the article.  The database deletes the rows that refer to the article (ON
 * DELETE CASCADE). */
static int
retention_purge_article(struct store *s, int64_t id, int64_t now, struct err *e)
{
	static const enum sql steps[] = { SQL_retain_entry_tombstones,
		SQL_retain_article_tombstone, SQL_fts_drop, SQL_bigram_drop,
		SQL_stem_drop, SQL_retain_entries, SQL_retain_article };
	const size_t n_tombstones = 2;
	int rc = deferred_write(s, e);

	for (size_t i = 0; i < ARRAY_LENGTH(steps) && rc == 0; i++) {
		struct query q;

		if (!s->dialect->has(steps[i]))
			continue;
		q = query_of(s, steps[i]);
		query_int(&q, ":id", id);
		if (i < n_tombstones)
			query_int(&q, ":now", now);
		rc = query_run(&q, e);
	}
	return rc;
}

/* Purges the articles that a query lists. */
static int
retention_purge_found(
    struct store *s, struct retain_operation *o, struct query *q, struct err *e)
{
	struct rows ids;
	int rc;

	query_count(q, ":slice", o->slice);
	rc = rows_collect_ids(q, &ids, e);
	for (size_t i = 0; i < ids.n && rc == 0; i++)
		rc = retention_purge_article(
		    s, ((int64_t *)ids.items)[i], o->now, e);
	o->done.articles += (int64_t)ids.n;
	rows_release(&ids);
	return rc;
}

static int
retention_purge_articles(
    struct store *s, struct retain_operation *o, struct err *e)
{
	struct query q;
	int64_t before;
	int rc = 0;

	if (retention_bound_of(o->now, o->keep->articles_s, &before)) {
		q = query_of(s, SQL_retain_article_ids);
		query_int(&q, ":before", before);
		rc = retention_purge_found(s, o, &q, e);
	}
	if (rc != 0)
		return rc;
	/* The limits of filters also apply if retain.articles is forever. */
	q = query_of(s, SQL_retain_kept_ids);
	query_int(&q, ":now", o->now);
	return retention_purge_found(s, o, &q, e);
}

/* Deletes rows older than keep_s and counts them with RETURNING. */
static int
retention_purge_rows(struct store *s, const struct retain_operation *o,
    enum sql name, int64_t keep_s, int64_t *ret_n, struct err *e)
{
	struct query q = query_of(s, name);
	int64_t before;
	int rc;

	if (!retention_bound_of(o->now, keep_s, &before))
		return 0;
	query_int(&q, ":before", before);
	query_count(&q, ":slice", o->slice);
	while ((rc = query_step(&q, e)) > 0)
		(*ret_n)++;
	query_end(&q);
	return rc;
}

/* Returns free pages of the file to the disk, at most as many as retain_vacuum
 * selects. */
static int
retention_give_back(struct store *s, struct retain_operation *o, struct err *e)
{
	struct query q = query_of(s, SQL_retain_free_pages);
	int64_t before = 0, after = 0;
	int rc = query_run_int(&q, &before, e);

	if (rc != 0 || before == 0)
		return rc;
	q = query_of(s, SQL_retain_vacuum);
	if ((rc = query_run(&q, e)) != 0)
		return rc;
	q = query_of(s, SQL_retain_left_pages);
	rc = query_run_int(&q, &after, e);
	o->done.file_pages = before - after;
	return rc;
}

static int
retention_retain(struct store *s, void *arg, struct err *e)
{
	struct retain_operation *o = arg;
	int64_t n_others = 0; /* not reported */
	int rc;

	if ((rc = retention_purge_articles(s, o, e)) != 0 ||
	    (rc = retention_purge_rows(
		 s, o, SQL_retain_pages, o->keep->raw_s, &o->done.raw, e)) != 0)
		return rc;
	if ((rc = retention_purge_rows(s, o, SQL_retain_site_memories,
		 SITE_MEMORY_S, &n_others, e)) != 0 ||
	    (rc = retention_purge_rows(s, o, SQL_retain_crashers,
		 LIMIT_CRASHER_S, &n_others, e)) != 0 ||
	    (rc = retention_purge_rows(
		 s, o, SQL_retain_robots, ROBOTS_S, &n_others, e)) != 0)
		return rc;
	rc = retention_purge_rows(
	    s, o, SQL_retain_polls, o->keep->polls_s, &o->done.polls, e);
	if (rc == 0)
		rc = stem_fill_slice(s, o->slice, &o->done.indexed, e);
	return rc == 0 ? retention_give_back(s, o, e) : rc;
}

int
store_retain(struct store *s, const struct retention *keep, int64_t now,
    size_t slice, struct retention_done *ret, struct err *e)
{
	struct retain_operation o = {
		.keep = keep, .now = now, .slice = slice
	};
	int rc = store_operate(s, retention_retain, &o, e);

	if (rc == 0)
		*ret = o.done;
	return rc;
}

static int
retention_retain_index(struct store *s, void *arg, struct err *e)
{
	struct retain_operation *o = arg;

	return stem_fill_slice(s, o->slice, &o->done.indexed, e);
}

int
store_retain_index(
    struct store *s, size_t slice, struct retention_done *ret, struct err *e)
{
	struct retain_operation o = { .slice = slice };
	int rc = store_operate(s, retention_retain_index, &o, e);

	if (rc == 0)
		*ret = o.done;
	return rc;
}

/* Without a retention limit the query matches no rows. */
static int
retention_count(struct store *s, enum sql name, int64_t now, int64_t keep_s,
    int64_t articles_s, int64_t *ret, struct err *e)
{
	struct query q = query_of(s, name);
	int64_t before = INT64_MIN, articles_before = INT64_MIN;

	retention_bound_of(now, keep_s, &before);
	retention_bound_of(now, articles_s, &articles_before);
	query_int(&q, ":before", before);
	if (name == SQL_retain_count_pages)
		query_int(&q, ":articles_before", articles_before);
	return query_run_int(&q, ret, e);
}

int
store_retain_count(struct store *s, const struct retention *keep, int64_t now,
    struct retention_done *ret, struct err *e)
{
	struct retention_done would = { 0 };
	int rc = retention_count(s, SQL_retain_count_articles, now,
	    keep->articles_s, INT64_MAX, &would.articles, e);

	if (rc == 0)
		rc = retention_count(s, SQL_retain_count_pages, now,
		    keep->raw_s, keep->articles_s, &would.raw, e);
	if (rc == 0)
		rc = retention_count(s, SQL_retain_count_polls, now,
		    keep->polls_s, INT64_MAX, &would.polls, e);
	if (rc == 0)
		*ret = would;
	return rc;
}
