/*
 * feed_health.c -- the state of a feed: conditions, reasons and the table of
 * states.  See feed_health.h.
 */
#include "store/feed/feed_health.h"

#include "base/array.h"
#include "base/date/date.h"

#define DAY_S 86400

/* ---- the conditions ---- */

static bool
feed_health_has_failed(const struct feed_row *row)
{
	return row->failures > 0 ||
	       (row->last_outcome.len > 0 &&
		   !slice_equal(row->last_outcome, SLICE("ok")) &&
		   !slice_equal(row->last_outcome, SLICE("unchanged")));
}

/* Returns true if the feed was read at least once.  At least one of these
 * values is then set. */
static bool
feed_health_was_read(const struct feed_row *row)
{
	return row->last_new_at != DATE_NONE || row->n_entries > 0 ||
	       row->title.len > 0 || row->site_url.len > 0 ||
	       row->description.len > 0 || row->language.len > 0 ||
	       row->etag.len > 0 || row->last_modified.len > 0;
}

static bool
feed_health_is_gone(const struct feed_row *row, int64_t now)
{
	(void)now;
	return row->status == FEED_GONE;
}

static bool
feed_health_is_paused(const struct feed_row *row, int64_t now)
{
	(void)now;
	return row->status == FEED_PAUSED;
}

static bool
feed_health_is_not_a_feed(const struct feed_row *row, int64_t now)
{
	(void)now;
	return feed_health_has_failed(row) &&
	       slice_equal(row->last_outcome, SLICE("not-a-feed"));
}

static bool
feed_health_is_truncated(const struct feed_row *row, int64_t now)
{
	(void)now;
	return feed_health_has_failed(row) &&
	       (slice_equal(row->last_outcome, SLICE("incomplete")) ||
		   slice_equal(row->last_outcome, SLICE("truncated")));
}

static bool
feed_health_has_never_answered(const struct feed_row *row, int64_t now)
{
	(void)now;
	return feed_health_has_failed(row) && !feed_health_was_read(row);
}

static bool
feed_health_has_many_failures(const struct feed_row *row, int64_t now)
{
	(void)now;
	return row->failures >= FEED_FAILURES_MANY;
}

static bool
feed_health_is_retrying(const struct feed_row *row, int64_t now)
{
	(void)now;
	return row->failures > 0;
}

static bool
feed_health_is_waiting(const struct feed_row *row, int64_t now)
{
	(void)now;
	return feed_health_has_failed(row);
}

static bool
feed_health_is_new(const struct feed_row *row, int64_t now)
{
	(void)now;
	return row->last_poll_at == DATE_NONE;
}

static bool
feed_health_is_late(const struct feed_row *row, int64_t now)
{
	return row->next_poll_at != DATE_NONE &&
	       row->next_poll_at < now - FEED_LATE_S;
}

static bool
feed_health_is_over_budget(const struct feed_row *row, int64_t now)
{
	return row->n_waiting > 0 && row->budget_since > now - DAY_S;
}

static bool
feed_health_is_silent(const struct feed_row *row, int64_t now)
{
	return row->last_new_at != DATE_NONE &&
	       row->last_new_at < now - FEED_SILENT_S;
}

static bool
feed_health_is_well(const struct feed_row *row, int64_t now)
{
	(void)row;
	(void)now;
	return true;
}

/* ---- the reasons ---- */

static struct slice
feed_health_last_why(const struct feed_row *row)
{
	return row->last_why.len > 0 ? row->last_why : row->last_outcome;
}

static void
feed_health_put_status(const struct feed_row *row, int64_t now, struct buf *out)
{
	(void)now;
	buf_append_slice(out, row->status_why);
}

/* After HTTP 410 a feed is still polled, but rarely: docs/cadence.md, "gone".
 */
static void
feed_health_put_gone(const struct feed_row *row, int64_t now, struct buf *out)
{
	(void)now;
	buf_append_slice(out, row->status_why);
	if (slice_equal(row->last_why, SLICE("HTTP 410")))
		buf_append_string(out, "; polled again once a month");
}

static void
feed_health_put_never(const struct feed_row *row, int64_t now, struct buf *out)
{
	(void)now;
	buf_printf(out, "never answered with a feed: %.*s",
	    SLICE_ARG(feed_health_last_why(row)));
}

static void
feed_health_put_not_a_feed(
    const struct feed_row *row, int64_t now, struct buf *out)
{
	(void)now;
	buf_printf(out, "not a feed any more: %.*s",
	    SLICE_ARG(feed_health_last_why(row)));
}

static void
feed_health_put_truncated(
    const struct feed_row *row, int64_t now, struct buf *out)
{
	(void)now;
	buf_printf(out,
	    "its document is truncated, so items may be missing: %.*s",
	    SLICE_ARG(feed_health_last_why(row)));
}

static void
feed_health_put_failures(
    const struct feed_row *row, int64_t now, struct buf *out)
{
	(void)now;
	buf_printf(out, "%lld poll%s in a row failed: %.*s",
	    (long long)row->failures, row->failures == 1 ? "" : "s",
	    SLICE_ARG(feed_health_last_why(row)));
}

static void
feed_health_put_waiting(
    const struct feed_row *row, int64_t now, struct buf *out)
{
	(void)now;
	buf_printf(out,
	    "the last poll had no result, and is not counted as a failure: "
	    "%.*s",
	    SLICE_ARG(feed_health_last_why(row)));
}

static void
feed_health_put_late(const struct feed_row *row, int64_t now, struct buf *out)
{
	buf_printf(out, "should have been polled %lld minutes ago",
	    (long long)((now - row->next_poll_at) / 60));
}

static void
feed_health_put_budget(const struct feed_row *row, int64_t now, struct buf *out)
{
	(void)now;
	buf_printf(out,
	    "has used up its budget with %lld bytes of text; %lld entries "
	    "wait for the next day",
	    (long long)row->budget_bytes, (long long)row->n_waiting);
}

static void
feed_health_put_silent(const struct feed_row *row, int64_t now, struct buf *out)
{
	buf_printf(out, "answers, but had no new entry for %lld days",
	    (long long)((now - row->last_new_at) / DAY_S));
}

/* ---- the table ---- */

static const struct health_row {
	enum feed_health health;
	const char *name;
	enum feed_health_level level;
	bool is_failing;
	bool (*applies)(const struct feed_row *, int64_t now);
	void (*why)(const struct feed_row *, int64_t now, struct buf *);
} rows[] = {
	{ FEED_IS_GONE, "gone", FEED_HEALTH_WARNING, false, feed_health_is_gone,
	    feed_health_put_gone },
	{ FEED_IS_PAUSED, "paused", FEED_HEALTH_GOOD, false,
	    feed_health_is_paused, feed_health_put_status },
	{ FEED_TRUNCATED, "truncated", FEED_HEALTH_WARNING, true,
	    feed_health_is_truncated, feed_health_put_truncated },
	{ FEED_NEVER_ANSWERED, "failing", FEED_HEALTH_WARNING, true,
	    feed_health_has_never_answered, feed_health_put_never },
	{ FEED_NOT_A_FEED, "failing", FEED_HEALTH_WARNING, true,
	    feed_health_is_not_a_feed, feed_health_put_not_a_feed },
	{ FEED_FAILING, "failing", FEED_HEALTH_WARNING, true,
	    feed_health_has_many_failures, feed_health_put_failures },
	{ FEED_RETRYING, "retrying", FEED_HEALTH_NOTE, false,
	    feed_health_is_retrying, feed_health_put_failures },
	{ FEED_WAITING, "waiting", FEED_HEALTH_NOTE, false,
	    feed_health_is_waiting, feed_health_put_waiting },
	{ FEED_NEW, "new", FEED_HEALTH_GOOD, false, feed_health_is_new, NULL },
	{ FEED_LATE, "late", FEED_HEALTH_WARNING, false, feed_health_is_late,
	    feed_health_put_late },
	{ FEED_OVER_BUDGET, "over budget", FEED_HEALTH_WARNING, false,
	    feed_health_is_over_budget, feed_health_put_budget },
	{ FEED_SILENT, "silent", FEED_HEALTH_NOTE, false, feed_health_is_silent,
	    feed_health_put_silent },
	{ FEED_WELL, "well", FEED_HEALTH_GOOD, false, feed_health_is_well,
	    NULL },
};

_Static_assert(ARRAY_LENGTH(rows) == FEED_HEALTH_COUNT, "each state has a row");

static const struct health_row *
feed_health_row_of(enum feed_health health)
{
	const struct health_row *row = rows;

	while (row->health != health)
		row++;
	return row;
}

enum feed_health
feed_health(const struct feed_row *feed, int64_t now)
{
	const struct health_row *row = rows;

	while (!row->applies(feed, now))
		row++;
	return row->health;
}

const char *
feed_health_name(enum feed_health health)
{
	return feed_health_row_of(health)->name;
}

enum feed_health_level
feed_health_level(enum feed_health health)
{
	return feed_health_row_of(health)->level;
}

bool
feed_health_is_failing(enum feed_health health)
{
	return feed_health_row_of(health)->is_failing;
}

void
feed_health_why(enum feed_health health, const struct feed_row *feed,
    int64_t now, struct buf *out)
{
	const struct health_row *row = feed_health_row_of(health);

	if (row->why != NULL)
		row->why(feed, now, out);
}
