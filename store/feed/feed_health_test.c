/*
 * feed_health_test.c -- each state, its name, its level and its reason.
 */
#include "base/date/date.h"
#include "store/feed/feed_health.h"
#include "tests/lib/tap.h"

#define NOW 1795197600
#define DAY 86400

/* A feed that was polled a minute ago and was read before. */
static struct feed_row
feed_health_test_feed(void)
{
	return (struct feed_row){
		.status = FEED_ACTIVE,
		.title = SLICE("News"),
		.last_outcome = SLICE("ok"),
		.last_poll_at = NOW - 60,
		.next_poll_at = NOW + 60,
		.last_new_at = NOW - DAY,
	};
}

static void
feed_health_test_fares(struct feed_row row, enum feed_health expected,
    const char *name, const char *why)
{
	enum feed_health health = feed_health(&row, NOW);
	struct buf text;

	buf_init(&text, 4096);
	feed_health_why(health, &row, NOW, &text);
	is_int(health, expected, why);
	is_text(slice_of(feed_health_name(health)), name, why);
	is_text(buf_slice(&text), why, "N6: the reason of the state is given");
	buf_release(&text);
}

static void
feed_health_test_failures(void)
{
	struct feed_row row = feed_health_test_feed();

	row.last_outcome = SLICE("http-error");
	row.last_why = SLICE("HTTP 500");
	row.failures = 1;
	feed_health_test_fares(
	    row, FEED_RETRYING, "retrying", "1 poll in a row failed: HTTP 500");
	row.failures = 3;
	feed_health_test_fares(
	    row, FEED_FAILING, "failing", "3 polls in a row failed: HTTP 500");
	row.next_poll_at = NOW - DAY;
	row.last_new_at = NOW - 90 * DAY;
	feed_health_test_fares(
	    row, FEED_FAILING, "failing", "3 polls in a row failed: HTTP 500");
	row = feed_health_test_feed();
	row.last_outcome = SLICE("http-error");
	row.last_why = SLICE("HTTP 503");
	feed_health_test_fares(row, FEED_WAITING, "waiting",
	    "the last poll had no result, and is not counted as a failure: "
	    "HTTP 503");
	row.last_new_at = DATE_NONE;
	row.title = SLICE_NONE;
	feed_health_test_fares(row, FEED_NEVER_ANSWERED, "failing",
	    "never answered with a feed: HTTP 503");
	row.failures = 1;
	feed_health_test_fares(row, FEED_NEVER_ANSWERED, "failing",
	    "never answered with a feed: HTTP 503");
	row.etag = SLICE("\"a\""); /* The document has no items but was read, so
				      its ETag is stored. */
	feed_health_test_fares(
	    row, FEED_RETRYING, "retrying", "1 poll in a row failed: HTTP 503");
}

static void
feed_health_test_budget(void)
{
	struct feed_row row = feed_health_test_feed();

	row.n_waiting = 7;
	row.budget_bytes = 4096;
	row.budget_since = NOW - DAY + 1;
	feed_health_test_fares(row, FEED_OVER_BUDGET, "over budget",
	    "has used up its budget with 4096 bytes of text; 7 entries wait "
	    "for "
	    "the next day");
	row.budget_since = NOW - DAY;
	feed_health_test_fares(row, FEED_WELL, "well", "");
}

static void
feed_health_test_documents(void)
{
	struct feed_row row = feed_health_test_feed();

	row.failures = 1;
	row.last_outcome = SLICE("incomplete");
	row.last_why = SLICE("the transfer was cut");
	feed_health_test_fares(row, FEED_TRUNCATED, "truncated",
	    "its document is truncated, so items may be missing: the "
	    "transfer was cut");
	row.last_outcome = SLICE("not-a-feed");
	row.last_why = SLICE("a page");
	feed_health_test_fares(
	    row, FEED_NOT_A_FEED, "failing", "not a feed any more: a page");
}

static void
feed_health_test_others(void)
{
	struct feed_row row = feed_health_test_feed();

	feed_health_test_fares(row, FEED_WELL, "well", "");
	row.last_outcome = SLICE("unchanged");
	feed_health_test_fares(row, FEED_WELL, "well", "");
	row.next_poll_at = NOW - 60;
	feed_health_test_fares(row, FEED_WELL, "well", "");
	row.next_poll_at = NOW - 20 * 60;
	feed_health_test_fares(
	    row, FEED_LATE, "late", "should have been polled 20 minutes ago");
	row.next_poll_at = NOW + 60;
	row.last_new_at = NOW - 31 * DAY;
	feed_health_test_fares(row, FEED_SILENT, "silent",
	    "answers, but had no new entry for 31 days");
	row.last_new_at = DATE_NONE;
	feed_health_test_fares(row, FEED_WELL, "well", "");
	row = (struct feed_row){ .last_poll_at = DATE_NONE,
		.last_new_at = DATE_NONE,
		.next_poll_at = NOW - DAY };
	feed_health_test_fares(row, FEED_NEW, "new", "");
	row = feed_health_test_feed();
	row.status = FEED_PAUSED;
	row.status_why = SLICE("not in the configuration any more");
	row.failures = 9;
	feed_health_test_fares(
	    row, FEED_IS_PAUSED, "paused", "not in the configuration any more");
	row.status = FEED_GONE;
	row.status_why =
	    SLICE("moved to http://a/, which is subscribed already");
	feed_health_test_fares(row, FEED_IS_GONE, "gone",
	    "moved to http://a/, which is subscribed already");
	row.status_why = SLICE("the server answered 410 Gone");
	row.last_why = SLICE("HTTP 410");
	feed_health_test_fares(row, FEED_IS_GONE, "gone",
	    "the server answered 410 Gone; polled again once a month");
}

int
main(void)
{
	feed_health_test_failures();
	feed_health_test_budget();
	feed_health_test_documents();
	feed_health_test_others();
	for (int i = 0; i < FEED_HEALTH_COUNT; i++)
		ok(!feed_health_is_failing((enum feed_health)i) ||
			feed_health_level((enum feed_health)i) ==
			    FEED_HEALTH_WARNING,
		    "N6: each failing state is a warning");
	return done_testing();
}
