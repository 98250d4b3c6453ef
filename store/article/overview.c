/*
 * overview.c -- reads the part of the database that the status page shows.
 *
 * In:  the tables feed, article, change; the sizes of the files.
 * Out: a struct of fixed size without pointers, which can be passed to another
 *      thread.
 */
#include "store/article/overview.h"

#include <sys/stat.h>
#include <sys/statvfs.h>

#include "base/text/utf8.h"
#include "store/sqlite/statement.h"

#define DAY_S 86400

static void
overview_text(const struct query *q, int column, char *ret, size_t max_bytes)
{
	struct slice text =
	    utf8_prefix(query_column_text(q, column), max_bytes);

	if (text.len > 0)
		memcpy(ret, text.p, text.len);
	ret[text.len] = '\0';
}

/* A truncated URL would lead elsewhere, so long URLs are omitted. */
static void
overview_url(const struct query *q, int column, char *ret)
{
	struct slice url = query_column_text(q, column);

	ret[0] = '\0';
	if (url.len <= OVERVIEW_URL_BYTES)
		overview_text(q, column, ret, OVERVIEW_URL_BYTES);
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
		ret->feeds_failing = query_column_int(&q, 3);
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

static int
overview_failing(struct store *s, struct overview *ret, struct err *e)
{
	struct query q = query_of(s, SQL_overview_failing);
	int rc;

	query_count(&q, ":limit", OVERVIEW_ROWS);
	while ((rc = query_step(&q, e)) > 0 && ret->n_failing < OVERVIEW_ROWS) {
		struct overview_feed *feed = &ret->failing[ret->n_failing++];

		overview_text(&q, 0, feed->title, OVERVIEW_TEXT_BYTES);
		overview_url(&q, 1, feed->url);
		feed->failures = query_column_int(&q, 2);
		overview_text(&q, 3, feed->outcome, OVERVIEW_TEXT_BYTES);
		overview_text(&q, 4, feed->why, OVERVIEW_TEXT_BYTES);
		feed->last_poll_at = query_column_date(&q, 5);
		feed->next_poll_at = query_column_date(&q, 6);
	}
	query_end(&q);
	return rc < 0 ? rc : 0;
}

static int
overview_latest(struct store *s, struct overview *ret, struct err *e)
{
	struct query q = query_of(s, SQL_overview_latest);
	int rc;

	query_count(&q, ":limit", OVERVIEW_ROWS);
	while ((rc = query_step(&q, e)) > 0 && ret->n_latest < OVERVIEW_ROWS) {
		struct overview_article *a = &ret->latest[ret->n_latest++];

		overview_text(&q, 0, a->title, OVERVIEW_TEXT_BYTES);
		overview_url(&q, 1, a->url);
		overview_text(&q, 2, a->feed, OVERVIEW_TEXT_BYTES);
		a->at = query_column_date(&q, 3);
	}
	query_end(&q);
	return rc < 0 ? rc : 0;
}

static void
overview_files(const struct store *s, struct overview *ret)
{
	struct buf log;
	struct stat stat_of;
	struct statvfs disk;

	buf_init(&log, MIB);
	buf_printf(&log, "%s-wal", s->path);
	if (stat(s->path, &stat_of) == 0)
		ret->file_bytes = stat_of.st_size;
	if (!buf_failed(&log) && stat(log.p, &stat_of) == 0)
		ret->log_bytes = stat_of.st_size;
	ret->free_bytes = -1;
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
	    (rc = overview_failing(s, ret, e)) != 0 ||
	    (rc = overview_latest(s, ret, e)) != 0)
		return rc;
	overview_files(s, ret);
	ret->at = now;
	return 0;
}
