/*
 * cadence_history_test.c -- the times of a feed as stored in the history, also
 * with invalid dates and clocks.
 */
#include "base/array.h"
#include "base/date/date.h"
#include "crawler/cadence_history.h"
#include "tests/lib/tap.h"

#define NOW  (20000 * (int64_t)DAY) /* a Tuesday, midnight */
#define HOUR 3600
#define DAY  86400
#define HALF 1800

static void
cadence_history_test_learn(
    struct cadence_history *h, int64_t since, int64_t now, int64_t date)
{
	cadence_history_learn(h, &(struct cadence_arrivals){ .now = now,
				     .since_at = since,
				     .n = 1,
				     .dates = &date,
				     .n_dates = 1 });
}

static int64_t
cadence_history_test_wait_at(
    const struct cadence_history *h, int64_t now, int64_t last_new)
{
	return cadence_history_wait_s(h, now, HALF, DAY, last_new);
}

/* Returns the history of a feed with an item each Tuesday at nine for half a
 * year. */
static struct cadence_history
cadence_history_test_weekly(bool dated)
{
	struct cadence_history h = { 0 };

	for (int64_t week = -26; week < 0; week++) {
		int64_t at = NOW + week * 7 * DAY + 9 * HOUR;

		cadence_history_test_learn(&h,
		    week > -26 ? at - 600 : DATE_NONE, at + 300,
		    dated ? at : DATE_NONE);
	}
	return h;
}

static void
cadence_history_test_habits(const char *name, bool dated)
{
	struct cadence_history h = cadence_history_test_weekly(dated);
	int64_t last = NOW - 7 * DAY + 9 * HOUR;
	int64_t at_nine =
	    cadence_history_test_wait_at(&h, NOW + 9 * HOUR, last);
	int64_t on_friday =
	    cadence_history_test_wait_at(&h, NOW - 4 * DAY + 9 * HOUR, last);
	int64_t at_night =
	    cadence_history_test_wait_at(&h, NOW + 21 * HOUR, NOW + 9 * HOUR);

	ok(at_nine < HALF,
	    "%s: polled within the interval at its hour (%lld s)", name,
	    (long long)at_nine);
	ok(on_friday > 2 * at_nine, "%s: polled later on another day (%lld s)",
	    name, (long long)on_friday);
	ok(at_night > 2 * at_nine, "%s: polled later at another hour (%lld s)",
	    name, (long long)at_night);
}

static void
cadence_history_test_unknown(void)
{
	struct cadence_history h = { 0 };

	is_int(cadence_history_test_wait_at(&h, NOW, DATE_NONE), HALF,
	    "an empty history gives the configured interval");
	cadence_history_test_learn(&h, DATE_NONE, NOW, DATE_NONE);
	is_int(cadence_history_test_wait_at(&h, NOW, NOW), HALF,
	    "a first document without dates gives the interval");
}

static void
cadence_history_test_first_document(void)
{
	struct cadence_history busy = { 0 }, old = { 0 };
	int64_t hourly[30], ancient[30];

	for (int i = 0; i < 30; i++) {
		hourly[i] = NOW - i * HOUR / 2;
		ancient[i] = NOW - 1000 * DAY - i * HOUR;
	}
	cadence_history_learn(&busy,
	    &(struct cadence_arrivals){ NOW, DATE_NONE, 30, hourly, 30 });
	cadence_history_learn(&old,
	    &(struct cadence_arrivals){ NOW, DATE_NONE, 30, ancient, 30 });
	ok(cadence_history_rate(&busy, NOW) > 20000,
	    "the dates of the first document give the rate: %lld in 1000 days",
	    (long long)cadence_history_rate(&busy, NOW));
	ok(cadence_history_test_wait_at(&busy, NOW, NOW) < HALF,
	    "a busy feed is polled more often");
	ok(cadence_history_test_wait_at(&old, NOW, NOW) > 2 * HALF,
	    "after three years without entries the feed is polled rarely");
}

static void
cadence_history_test_burst(void)
{
	struct cadence_history h = cadence_history_test_weekly(true);
	int64_t at = NOW + 50 * HOUR,
		before = cadence_history_test_wait_at(&h, at, NOW);

	for (int i = 0; i < 5; i++, at += 600)
		cadence_history_test_learn(&h, at - 600, at, at - 100);
	ok(cadence_history_test_wait_at(&h, at, at) < before / 3,
	    "a burst shortens the interval (%lld s, before %lld s)",
	    (long long)cadence_history_test_wait_at(&h, at, at),
	    (long long)before);
	ok(cadence_history_test_wait_at(&h, at + DAY, at) >
		3 * cadence_history_test_wait_at(&h, at, at),
	    "a day later the wait is long again (%lld s)",
	    (long long)cadence_history_test_wait_at(&h, at + DAY, at));
}

static void
cadence_history_test_silence(void)
{
	struct cadence_history h = cadence_history_test_weekly(true);
	int64_t last = NOW, before = 0;

	for (int days = 1; days < 4000; days *= 4) {
		int64_t wait = cadence_history_test_wait_at(
		    &h, NOW + days * DAY + HOUR, last);

		ok(wait >= before || days < 8, "silent for %d days: %lld s",
		    days, (long long)wait);
		before = wait;
	}
	is_int(before, DAY,
	    "a feed without new items is polled at the longest interval");
}

/* The wait is between 0 and the maximum, also with implausible dates and
 * clocks. */
static void
cadence_history_test_absurd(void)
{
	static const int64_t times[] = { INT64_MIN + 1, -1, 0, 1, NOW,
		NOW + 4000 * (int64_t)DAY, INT64_MAX };
	const size_t n = ARRAY_LENGTH(times);
	static const int64_t clocks[] = { 0, 1, NOW - 3650 * (int64_t)DAY, NOW,
		NOW + 3650 * (int64_t)DAY };
	struct cadence_history h = cadence_history_test_weekly(true);
	bool sane = true;

	for (int round = 0; round < 200; round++)
		for (size_t c = 0; c < ARRAY_LENGTH(clocks); c++) {
			int64_t now = clocks[c];

			cadence_history_learn(
			    &h, &(struct cadence_arrivals){ now, now - HOUR,
				    (size_t)round * 1000, times, n });
			int64_t wait =
			    cadence_history_test_wait_at(&h, now, NOW);

			sane &= wait >= 0 && wait <= DAY;
		}
	ok(sane, "absurd dates and clocks give a wait of at most a day");
	struct cadence_history first = { 0 };

	cadence_history_learn(
	    &first, &(struct cadence_arrivals){ NOW, DATE_NONE, n, times, n });
	ok(cadence_history_test_wait_at(&first, NOW, NOW) > 0,
	    "absurd dates in a first document give a positive wait");

	int64_t now = NOW;

	for (int i = 0; i < 100000; i++, now += 60)
		cadence_history_test_learn(&h, now - 60, now, now);
	ok(cadence_history_test_wait_at(&h, now, now) < HALF,
	    "an arrival a minute for 70 days shortens the interval");
}

static void
cadence_history_test_bytes(void)
{
	struct cadence_history h = cadence_history_test_weekly(true), back;
	unsigned char bytes[CADENCE_HISTORY_BYTES];
	struct slice all = { (const char *)bytes, sizeof(bytes) };

	cadence_history_write(&h, bytes);
	cadence_history_read(&back, all);
	ok(memcmp(&h, &back, sizeof(h)) == 0,
	    "a history is read as it was written");
	all.len--;
	cadence_history_read(&back, all);
	is_int(back.at, 0, "a history that is too short is read as empty");
	all.len++;
	bytes[0] = 99;
	cadence_history_read(&back, all);
	is_int(back.at, 0, "a history of another version is read as empty");
	cadence_history_read(&back, SLICE_NONE);
	is_int(back.at, 0, "absent bytes are read as an empty history");
}

int
main(void)
{
	cadence_history_test_unknown();
	cadence_history_test_habits("dated", true);
	cadence_history_test_habits("undated", false);
	cadence_history_test_first_document();
	cadence_history_test_burst();
	cadence_history_test_silence();
	cadence_history_test_absurd();
	cadence_history_test_bytes();
	return done_testing();
}
