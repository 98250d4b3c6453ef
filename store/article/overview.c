/*
 * overview.c -- reads the part of the database that the status page shows.
 *
 * In:  the tables feed, article, change, filter_count; the sizes of the files.
 * Out: a struct of fixed size, whose only pointers lead to constant names, so
 *      that it can be passed to another thread.
 */
#include "store/article/overview.h"

#include <sys/stat.h>
#include <sys/statvfs.h>

#include <stdlib.h>

#include "base/text/utf8.h"
#include "store/feed/feed_health.h"
#include "store/filter/filters.h"
#include "store/sqlite/statement.h"

#define DAY_S              86400
#define OVERVIEW_WHY_BYTES (64 * KIB)

static void
overview_text(struct slice whole, char *ret, size_t max_bytes)
{
	struct slice text = utf8_prefix(whole, max_bytes);

	if (text.len > 0)
		memcpy(ret, text.p, text.len);
	ret[text.len] = '\0';
}

/* A truncated URL would lead to another page, so long URLs are omitted. */
static void
overview_url(struct slice url, char *ret)
{
	ret[0] = '\0';
	if (url.len <= OVERVIEW_URL_BYTES)
		overview_text(url, ret, OVERVIEW_URL_BYTES);
}

static int
overview_count(
    struct store *s, int64_t now, struct overview *ret, struct err *e)
{
	struct query q = query_of(s, SQL_count_feeds);
	int rc;

	if ((rc = query_step(&q, e)) > 0) {
		ret->feeds_active = query_column_int(&q, 0);
		ret->feeds_paused = query_column_int(&q, 1);
		ret->feeds_gone = query_column_int(&q, 2);
		rc = 0;
	}
	query_end(&q);
	if (rc != 0)
		return rc;
	q = query_of(s, SQL_overview_queue);
	query_int(&q, ":since", now - DAY_S);
	if ((rc = query_step(&q, e)) > 0) {
		ret->queued = query_column_int(&q, 0);
		ret->retrying = query_column_int(&q, 1);
		ret->articles_day = query_column_int(&q, 2);
		rc = 0;
	}
	query_end(&q);
	return rc;
}

struct overview_reading {
	struct overview *ret;
	int64_t now;
};

/* Adds a place for a feed to the list, which is sorted by failures, and returns
 * the position.  NULL: the list is full, and each of its feeds has at least as
 * many failures. */
static struct overview_feed *
overview_insert_failing(struct overview *ret, int64_t failures)
{
	size_t at = ret->n_failing;

	while (at > 0 && ret->failing[at - 1].failures < failures)
		at--;
	if (at == OVERVIEW_ROWS)
		return NULL;
	if (ret->n_failing < OVERVIEW_ROWS)
		ret->n_failing++;
	memmove(&ret->failing[at + 1], &ret->failing[at],
	    (ret->n_failing - 1 - at) * sizeof(ret->failing[0]));
	return &ret->failing[at];
}

static int
overview_visit_feed(const struct feed_row *row, void *arg)
{
	struct overview_reading *reading = arg;
	enum feed_health health = feed_health(row, reading->now);
	struct overview_feed *feed;
	struct buf why;

	if (!feed_health_is_failing(health))
		return 0;
	reading->ret->feeds_failing++;
	feed = overview_insert_failing(reading->ret, row->failures);
	if (feed == NULL)
		return 0;
	buf_init(&why, OVERVIEW_WHY_BYTES);
	feed_health_why(health, row, reading->now, &why);
	*feed = (struct overview_feed){ .health = feed_health_name(health),
		.failures = row->failures,
		.last_poll_at = row->last_poll_at,
		.next_poll_at = row->next_poll_at };
	overview_text(row->given_title.len > 0 ? row->given_title : row->title,
	    feed->title, OVERVIEW_TEXT_BYTES);
	overview_url(row->url, feed->url);
	overview_text(buf_slice(&why), feed->why, OVERVIEW_TEXT_BYTES);
	buf_release(&why);
	return 0;
}

static int
overview_failing(
    struct store *s, int64_t now, struct overview *ret, struct err *e)
{
	struct overview_reading reading = { .ret = ret, .now = now };

	return store_feed_list_failed(s, overview_visit_feed, &reading, e);
}

static int
overview_latest(struct store *s, struct overview *ret, struct err *e)
{
	struct query q = query_of(s, SQL_overview_latest);
	int rc;

	query_count(&q, ":limit", OVERVIEW_ROWS);
	while ((rc = query_step(&q, e)) > 0 && ret->n_latest < OVERVIEW_ROWS) {
		struct overview_article *a = &ret->latest[ret->n_latest++];

		overview_text(
		    query_column_text(&q, 0), a->title, OVERVIEW_TEXT_BYTES);
		overview_url(query_column_text(&q, 1), a->url);
		overview_text(
		    query_column_text(&q, 2), a->feed, OVERVIEW_TEXT_BYTES);
		a->at = query_column_date(&q, 3);
	}
	query_end(&q);
	return rc < 0 ? rc : 0;
}

static int
overview_filters(struct store *s, struct overview *ret, struct err *e)
{
	struct query q = query_of(s, SQL_overview_filters);
	int rc;

	query_count(&q, ":limit", LIMIT_FILTERS);
	while ((rc = query_step(&q, e)) > 0 && ret->n_filters < LIMIT_FILTERS)
		ret->filters[ret->n_filters++] =
		    (struct overview_filter){ .id = query_column_int(&q, 0),
			    .matched = query_column_int(&q, 1),
			    .limited = query_column_int(&q, 2) };
	query_end(&q);
	return rc < 0 ? rc : 0;
}

static int
overview_compare_filters(const void *a, const void *b)
{
	int64_t x = ((const struct overview_filter *)a)->id;
	int64_t y = ((const struct overview_filter *)b)->id;

	return (x > y) - (x < y);
}

const struct overview_filter *
overview_find_filter(
    const struct overview *overview, const struct filter_rule *rule)
{
	struct overview_filter wanted = { .id = store_filter_id(rule) };

	return bsearch(&wanted, overview->filters, overview->n_filters,
	    sizeof(wanted), overview_compare_filters);
}

static void
overview_files(const struct store *s, struct overview *ret)
{
	struct buf log;
	struct stat stat_of;
	struct statvfs disk;

	buf_init(&log, MIB);
	buf_printf(&log, "%s-wal", s->path);
	ret->file_bytes = ret->log_bytes = ret->free_bytes = -1;
	if (stat(s->path, &stat_of) == 0) {
		ret->file_bytes = stat_of.st_size;
		ret->log_bytes = 0;
	}
	if (!buf_failed(&log) && stat(log.p, &stat_of) == 0)
		ret->log_bytes = stat_of.st_size;
	if (statvfs(s->path, &disk) == 0)
		ret->free_bytes =
		    (int64_t)disk.f_bavail * (int64_t)disk.f_frsize;
	buf_release(&log);
}

int
store_overview(
    struct store *s, int64_t now, struct overview *ret, struct err *e)
{
	int rc;

	memset(ret, 0, sizeof(*ret));
	if ((rc = overview_count(s, now, ret, e)) != 0 ||
	    (rc = overview_failing(s, now, ret, e)) != 0 ||
	    (rc = overview_latest(s, ret, e)) != 0 ||
	    (rc = overview_filters(s, ret, e)) != 0)
		return rc;
	overview_files(s, ret);
	ret->at = now;
	return 0;
}
