/*
 * overview_test.c -- tests that the status page counts and lists the feeds that
 * feed_health() calls failing, and no others.
 */
#include "store/article/overview.h"
#include "store/feed/feed_health.h"
#include "store/fixture_test.h"

static struct overview overview;

static int64_t
overview_test_feed(struct store *s, const char *url, bool was_read)
{
	static struct fixture_feed f;
	int64_t id = put_feed_at(s, url);

	if (was_read) {
		feed_begin(&f, "E");
		feed_add(&f, url, NULL, "One", "W");
		poll(s, id, &f, NOW - 7200);
	}
	return id;
}

static void
overview_test_fail(
    struct store *s, int64_t id, const char *outcome, int64_t failures)
{
	struct poll_update k = poll_of(id, NULL, NOW - 60);

	k.poll.outcome = slice_of(outcome);
	k.poll.why = SLICE("HTTP 500");
	k.failures = failures;
	k.leaves_validators = true;
	store_poll(s, &k, NOW - 60);
}

static int
overview_test_count(const struct feed_row *row, void *arg)
{
	*(int *)arg += feed_health_is_failing(feed_health(row, NOW));
	return 0;
}

int
main(void)
{
	struct err e = ERR_INIT;
	struct store *s;
	int n = 0;

	fixture_begin();
	s = fixture_open("overview.db", STORE_DAEMON);
	overview_test_feed(s, "https://well.example/rss", true);
	overview_test_fail(s,
	    overview_test_feed(s, "https://retry.example/rss", true),
	    "http-error", 1);
	overview_test_fail(s,
	    overview_test_feed(s, "https://many.example/rss", true),
	    "http-error", 4);
	/* The server asked for a pause, which is not counted as a failure. */
	overview_test_fail(s,
	    overview_test_feed(s, "https://never.example/rss", false),
	    "http-error", 0);
	overview_test_fail(s,
	    overview_test_feed(s, "https://cut.example/rss", true),
	    "incomplete", 2);
	is_done(
	    store_overview(s, NOW, &overview, &e), &e, "the overview is read");
	is_done(store_feed_list(s, overview_test_count, &n, &e), &e,
	    "the feeds are listed");
	is_int(n, 3, "feed_health() finds three failing feeds");
	is_int(overview.feeds_failing, n, "the overview counts the same feeds");
	is_int((int64_t)overview.n_failing, n, "the failing feeds are counted");
	is_text(slice_of(overview.failing[0].url), "https://many.example/rss",
	    "the feed with most failures first");
	is_text(slice_of(overview.failing[1].url), "https://cut.example/rss",
	    "the truncated feed follows");
	is_text(slice_of(overview.failing[1].health), "truncated",
	    "with its state");
	is_text(slice_of(overview.failing[2].url), "https://never.example/rss",
	    "the feed that was never read follows");
	ok(strstr(overview.failing[0].why, "HTTP 500") != NULL,
	    "with the reason: %s", overview.failing[0].why);
	is_int(overview.feeds_active, 5, "all feeds are active");
	store_close(s);
	return done_testing();
}
