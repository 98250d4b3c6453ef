/*
 * cadence_test.c -- tests which term decides the time of the next poll. Most
 * cases are rows of a table.
 */
#include "base/array.h"
#include "base/date/date.h"
#include "daemon/feed/cadence.h"
#include "tests/lib/tap.h"

#define NOW  1000000000
#define HOUR 3600
#define DAY  86400

struct row {
	const char *name;
	struct cadence_input in; /* input of the row; cadence_test_usual() sets
				    the members that are 0 */
	int64_t wait_s;
	enum cadence_term why;
};

#define BACKOFF(n) (1800 << (n) >> 1) /* half of the wait is fixed, half is
					 random */

static const struct row rows[] = {
	{ "without hints the wait is the interval", { 0 }, 1800,
	    CADENCE_INTERVAL },
	{ "jitter adds at most a tenth", { .jitter = 1.0 }, 1980,
	    CADENCE_INTERVAL },
	{ "a max-age longer than the interval is the wait (E11)",
	    { .fresh_s = 43200 }, 43200, CADENCE_FRESH },
	{ "max-age shorter than the interval is ignored", { .fresh_s = 60 },
	    1800, CADENCE_INTERVAL },
	{ "a max-age of a year is limited to a week", { .fresh_s = 365 * DAY },
	    7 * DAY, CADENCE_FRESH },
	{ "the max-age of an error page is limited to a day (E11)",
	    { .fresh_s = 30 * DAY, .failures = 1 }, DAY, CADENCE_FRESH },
	{ "but not that of a 503 (E11)",
	    { .fresh_s = 30 * DAY, .failures = 1, .busy = true }, 7 * DAY,
	    CADENCE_FRESH },
	{ "Retry-After (E15)", { .retry_after_s = 7200 }, 7200,
	    CADENCE_RETRY_AFTER },
	{ "Retry-After of five days is obeyed (E20)",
	    { .retry_after_s = 5 * DAY }, 5 * DAY, CADENCE_RETRY_AFTER },
	{ "ttl of three hours (E37)", { .hints.ttl_s = 3 * HOUR }, 3 * HOUR,
	    CADENCE_TTL },
	{ "ttl below the interval is ignored (E37)", { .hints.ttl_s = 60 },
	    1800, CADENCE_INTERVAL },
	/* NOW is a Sunday, 1:46:40 */
	{ "skipHours 0 to 6 (E37)", { .hints.skip_hours = 0x7f },
	    5 * HOUR + 800, CADENCE_SKIP },
	{ "skipDays Saturday and Sunday (E37)", { .hints.skip_days = 0x41 },
	    22 * HOUR + 800, CADENCE_SKIP },
	{ "skipHours of other hours are ignored (E37)",
	    { .hints.skip_hours = 0x700 }, 1800, CADENCE_INTERVAL },
	{ "a period of six hours (E38)", { .hints.period_s = 6 * HOUR },
	    6 * HOUR, CADENCE_PERIOD },
	{ "a period of a year is limited to poll.max (E38)",
	    { .hints.period_s = 365 * DAY }, DAY, CADENCE_PERIOD },
	{ "after two days without entries: every two hours",
	    { .last_new_at = NOW - 2 * DAY }, 2 * HOUR, CADENCE_SILENCE },
	{ "after a year without entries: poll.max",
	    { .last_new_at = NOW - 365 * DAY }, DAY, CADENCE_SILENCE },
	{ "a feed that never had entries: silence counts from the first poll",
	    { .last_new_at = DATE_NONE, .first_seen_at = NOW - 2 * DAY },
	    2 * HOUR, CADENCE_SILENCE },
	{ "an entry in the future: no silence", { .last_new_at = NOW + DAY },
	    1800, CADENCE_INTERVAL },
	{ "the first failure waits longer than the interval (E25)",
	    { .failures = 1, .jitter = 0.5 }, 2835, CADENCE_BACKOFF },
	{ "the fifth failure doubles the wait four times", { .failures = 5 },
	    BACKOFF(5), CADENCE_BACKOFF },
	{ "the thousandth failure: at most a week", { .failures = 1000 },
	    7 * DAY / 2, CADENCE_BACKOFF },
	{ "an unreachable host: again within the minute",
	    { .failures = 1, .unreachable = true, .jitter = 1.0 }, 60,
	    CADENCE_UNREACHABLE },
	{ "a host that is unreachable for long: a week at most",
	    { .failures = 1000, .unreachable = true, .jitter = 1.0 }, 7 * DAY,
	    CADENCE_UNREACHABLE },
	{ "the network is down: within a minute, also after nine failures",
	    { .failures = 9, .network_down = true, .jitter = 1.0 }, 60,
	    CADENCE_NETWORK },
	{ "busy without Retry-After: the wait is the interval (E18)",
	    { .busy = true, .failures = 1 }, 1800, CADENCE_INTERVAL },
	{ "busy for the third time: an hour (E18)",
	    { .busy = true, .failures = 3 }, 3600, CADENCE_BUSY },
	{ "busy for the 99th time: a day (E18)",
	    { .busy = true, .failures = 99 }, DAY, CADENCE_BUSY },
	{ "busy with Retry-After (E17)",
	    { .busy = true, .failures = 9, .retry_after_s = 7200 }, 7200,
	    CADENCE_RETRY_AFTER },
	{ "refused: four hours at least (E24)",
	    { .refused = true, .failures = 1 }, 4 * HOUR, CADENCE_REFUSED },
	{ "refused for the third time: 16 hours (E24)",
	    { .refused = true, .failures = 3 }, 16 * HOUR, CADENCE_REFUSED },
	{ "I9: entries wait for the next day", { .budget_wait_s = DAY }, DAY,
	    CADENCE_BUDGET },
	{ "I9: jitter adds at most ten minutes to the wait for the next day",
	    { .budget_wait_s = DAY, .jitter = 1.0 }, DAY + 600,
	    CADENCE_BUDGET },
	{ "gone: once a month (E26)", { .gone = true }, 30 * DAY,
	    CADENCE_GONE },
};

/* A feed with an interval of half an hour and a new entry a minute ago. */
static struct cadence_input
cadence_test_usual(const struct row *row)
{
	struct cadence_input in = row->in;

	in.now = NOW;
	in.interval_s = 1800;
	in.min_s = 300;
	in.max_s = DAY;
	in.adaptive = true;
	if (in.last_new_at == 0)
		in.last_new_at = NOW - 60;
	if (in.first_seen_at == 0)
		in.first_seen_at = DATE_NONE;
	if (in.retry_after_s == 0)
		in.retry_after_s = -1;
	return in;
}

/* Returns the history of a feed with an entry at 6 each morning for 30 days. */
static struct cadence_history
cadence_test_daily_at_6(void)
{
	struct cadence_history h = { 0 };
	int64_t day = NOW / DAY * DAY - 30 * DAY;

	for (int i = 0; i < 30; i++) {
		int64_t at = day + i * DAY + 6 * HOUR + 120;

		cadence_history_learn(
		    &h, &(struct cadence_arrivals){ .now = at + 600,
			    .since_at = i > 0 ? at - 600 : DATE_NONE,
			    .n = 1,
			    .dates = &at,
			    .n_dates = 1 });
	}
	return h;
}

static void
cadence_test_history(void)
{
	struct cadence_history h = cadence_test_daily_at_6();
	struct cadence_input in = cadence_test_usual(&rows[0]);
	struct cadence_decision d;
	char text[] =
	    "                                                        "
	    "                                                        ";
	struct buf terms;

	in.history = &h;
	in.now = NOW / DAY * DAY + 6 * HOUR;
	in.last_new_at = in.now - DAY;
	cadence_decide(&in, &d);
	ok(d.at - in.now < 900 && d.why == CADENCE_HISTORY,
	    "at its hour a feed is polled more often: %lld s",
	    (long long)(d.at - in.now));
	in.now += 12 * HOUR;
	in.last_new_at = in.now - 12 * HOUR;
	cadence_decide(&in, &d);
	ok(d.at - in.now > 3600 && d.why == CADENCE_HISTORY,
	    "in the evening a feed is polled less often: %lld s",
	    (long long)(d.at - in.now));
	in.hints.ttl_s = 5 * DAY;
	cadence_decide(&in, &d);
	is_int(d.at - in.now, 5 * DAY,
	    "the ttl of the feed has priority over its history");
	ok(d.waits_s[CADENCE_HISTORY] > 0 && d.waits_s[CADENCE_TTL] == 5 * DAY,
	    "all terms are reported");
	buf_init(&terms, sizeof(text));
	cadence_terms_write(&d, &terms);
	ok(slice_starts(buf_slice(&terms), SLICE("interval=1800 history=")),
	    "the terms are written as one line: %.*s",
	    SLICE_ARG(buf_slice(&terms)));
	buf_release(&terms);
	in.hints.ttl_s = 0;
	in.now -= 12 * HOUR;
	in.min_s = 1200;
	cadence_decide(&in, &d);
	is_int(d.at - in.now, 1200, "poll.min limits the interval");
	is_int(d.why, CADENCE_MIN, "poll.min decided the interval");
	in.interval_s = 60;
	cadence_decide(&in, &d);
	ok(d.at - in.now <= 60, "an interval below poll.min replaces poll.min");
	in.missed_at = in.now - DAY;
	in.missed_interval_s = 50;
	in.interval_s = 1800;
	in.min_s = 1;
	cadence_decide(&in, &d);
	is_int(d.at - in.now, 50, "missed items limit the history, too");
	is_int(d.why, CADENCE_MISSED_ITEMS,
	    "the missed items decided the interval");
}

static void
cadence_test_missed_items(void)
{
	struct cadence_input in = cadence_test_usual(&rows[0]);
	struct cadence_decision d;

	in.missed_at = in.now - DAY;
	in.missed_interval_s = 900;
	cadence_decide(&in, &d);
	is_int(d.at - in.now, 900,
	    "if items were missed a day ago, the feed is polled more often");
	is_int(d.why, CADENCE_MISSED_ITEMS,
	    "the missed items decided the interval");
	in.hints.ttl_s = 1200;
	cadence_decide(&in, &d);
	is_int(
	    d.at - in.now, 1200, "the polling hints of the feed have priority");
	is_int(d.waits_s[CADENCE_MISSED_ITEMS], 900,
	    "the missed items are still reported");
	in.hints.ttl_s = 0;
	in.min_s = 1000;
	cadence_decide(&in, &d);
	is_int(
	    d.at - in.now, 1000, "the interval is never shorter than poll.min");
	in.missed_interval_s = 7200;
	cadence_decide(&in, &d);
	is_int(d.why, CADENCE_INTERVAL,
	    "missed items with a long interval do not change the interval");
	in.missed_interval_s = 900;
	in.missed_at = in.now - 15 * DAY;
	cadence_decide(&in, &d);
	is_int(d.waits_s[CADENCE_MISSED_ITEMS], 0,
	    "missed items have no effect after two weeks");
}

/* A poll that is planned a day ahead becomes due earlier if the configuration
 * sets poll.max to an hour. */
static void
cadence_test_shorten(void)
{
	static const struct {
		const char *name, *terms;
		int64_t wait_s; /* 0: unchanged */
		enum cadence_term why;
		bool steady;
	} plans[] = {
		{ "a wait by the history is limited to the new poll.max",
		    "interval=1800 history=86400 jitter=900", 3600, CADENCE_MAX,
		    false },
		{ "a feed that is not adaptive gets the new interval",
		    "interval=86400 jitter=0", 1800, CADENCE_INTERVAL, true },
		{ "a wait by Retry-After does not change",
		    "interval=1800 retry-after=86400 jitter=0", 0, 0, false },
		{ "a wait by cache headers does not change",
		    "history=86400 cache-headers=7200 jitter=0", 7200,
		    CADENCE_FRESH, false },
		{ "a wait by the period of the feed is limited to the new "
		  "poll.max",
		    "history=86400 period=86400 jitter=0", 3600, CADENCE_MAX,
		    false },
		{ "the wait after failures is computed from the new interval",
		    "interval=43200 backoff=86400 jitter=0", 14400,
		    CADENCE_BACKOFF, false },
		{ "unknown terms of a stored plan are ignored",
		    "moon=3 =4 interval", 3600, CADENCE_MAX, false },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(plans); i++) {
		struct cadence_decision d = { 0 };
		const struct cadence_plan plan = {
			.at = NOW + DAY,
			.last_poll_at = NOW,
			.terms = slice_of(plans[i].terms),
			.failures = 3,
			.interval_s = 1800,
			.max_s = 3600,
			.adaptive = !plans[i].steady,
		};
		bool is_earlier = cadence_shorten(&plan, &d);

		is_int(is_earlier, plans[i].wait_s > 0, plans[i].name);
		if (!is_earlier)
			continue;
		is_int(d.at - NOW, plans[i].wait_s, "the new wait of the plan");
		is_int(d.why, plans[i].why,
		    "the term that determines the new wait");
	}
}

int
main(void)
{
	struct cadence_decision decision;

	cadence_test_history();
	cadence_test_missed_items();
	cadence_test_shorten();
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct cadence_input in = cadence_test_usual(&rows[i]);

		cadence_decide(&in, &decision);
		is_int(decision.at - NOW, rows[i].wait_s, rows[i].name);
		is_text(slice_of(cadence_term_name(decision.why)),
		    cadence_term_name(rows[i].why),
		    "the term that determines the wait in this case");
	}
	struct cadence_input steady = cadence_test_usual(&rows[0]);

	steady.adaptive = false;
	steady.last_new_at = NOW - 2 * DAY;
	cadence_decide(&steady, &decision);
	is_int(decision.at - NOW, 1800, "adaptive: false ignores silence");
	is_int(backoff_s(1, 60, 3600, 0), 30, "half of the back-off is fixed");
	is_int(
	    backoff_s(1, 60, 3600, 1.0), 60, "half of the back-off is random");
	is_int(backoff_s(3, 60, 3600, 1.0), 240,
	    "the back-off doubles with each failure");
	is_int(backoff_s(60, 60, 3600, 1.0), 3600, "the back-off is limited");
	return done_testing();
}
