/*
 * hints_test.c -- plausible and implausible hints on the polling interval.
 */
#include "base/array.h"
#include "crawler/feed/hints.h"
#include "tests/lib/tap.h"

#define HOUR     3600
#define DAY      86400
#define THURSDAY 0 /* 1970-01-01 00:00 */
#define FRIDAY   (1000 * 7 * DAY + DAY)

static const struct {
	struct feed_hints hints;
	int64_t at, expected;
	const char *name;
} skips[] = {
	{ { 0 }, FRIDAY, FRIDAY, "E37: without hints no hour is skipped" },
	{ { .skip_hours = 0x7f }, FRIDAY, FRIDAY + 7 * HOUR,
	    "E37: skipHours 0 to 6 at hour 0" },
	{ { .skip_hours = 0x7f }, FRIDAY + 7 * HOUR, FRIDAY + 7 * HOUR,
	    "E37: skipHours 0 to 6 at hour 7" },
	{ { .skip_hours = 0x7f }, FRIDAY + 7 * HOUR - 1, FRIDAY + 7 * HOUR,
	    "E37: skipHours 0 to 6 a second before hour 7" },
	{ { .skip_days = 0x41 }, FRIDAY + DAY, FRIDAY + 3 * DAY,
	    "E37: skipDays Saturday and Sunday on a Saturday" },
	{ { .skip_days = 0x41 }, FRIDAY + DAY - 1, FRIDAY + DAY - 1,
	    "E37: skipDays Saturday and Sunday on a Friday" },
	{ { .skip_hours = 0x7f, .skip_days = 0x41 }, FRIDAY + DAY,
	    FRIDAY + 3 * DAY + 7 * HOUR,
	    "E37: skipHours and skipDays together" },
	{ { .skip_hours = 0xffffff }, FRIDAY, FRIDAY,
	    "E37: skipHours with all hours is ignored" },
	{ { .skip_days = 0x10 }, THURSDAY, DAY,
	    "skipDays Thursday at the first second of 1970" },
};

static struct slice night[] = { SLICE("0"), SLICE(" 1 "), SLICE("24"),
	SLICE("25"), SLICE("-1"), SLICE("x"), SLICE("6") };
static struct slice weekend[] = { SLICE("Saturday"), SLICE("sunday"),
	SLICE("Caturday") };
static struct slice week[] = { SLICE("Mon"), SLICE("Tue"), SLICE("Wed"),
	SLICE("Thu"), SLICE("Fri"), SLICE("Sat"), SLICE("Sun") };

static const struct {
	const char *period;
	int64_t frequency, spacing_s, expected_s;
	const char *name;
} periods[] = {
	{ "weekly", 1, 8 * DAY, 7 * DAY, "E38: a weekly period" },
	{ "Weekly", -1, 8 * DAY, 7 * DAY, "E38: a period without a frequency" },
	{ "daily", 4, 7 * HOUR, 6 * HOUR, "E38: a period of four times a day" },
	{ "weekly", 1, HOUR, 0,
	    "E38: a weekly period is ignored if entries come every hour" },
	{ "weekly", 1, 60, 0,
	    "E38: a weekly period is ignored if entries come every minute" },
	{ "hourly", 1, 0, HOUR,
	    "E38: entries with one time do not disprove the period" },
	{ "daily", 1, 19, DAY,
	    "E38: entries of one minute do not disprove the period" },
	{ "fortnightly", 1, 8 * DAY, 0, "E38: an unknown period is ignored" },
	{ "hourly", 1000000, 8 * DAY, 0,
	    "E38: a period under a second is ignored" },
};

int
main(void)
{
	struct feed_entry entries[4] = { 0 };
	struct feed feed = { .ttl_minutes = 180,
		.skip_hours = { night, 7 },
		.skip_days = { weekend, 3 },
		.sy_frequency = -1,
		.entries = entries };
	struct feed_hints hints = feed_hints_of(&feed);

	is_int(hints.ttl_s, 3 * HOUR, "a ttl of three hours");
	is_int(hints.skip_hours, 0x43, "skipHours are read, and 24 means 0");
	is_int(hints.skip_days, 0x41, "skipDays are read");
	is_int(hints.period_s, 0, "an implausible period is ignored");
	feed.ttl_minutes = 8 * 24 * 60;
	feed.skip_days = (struct feed_list){ week, 7 };
	hints = feed_hints_of(&feed);
	is_int(hints.ttl_s, 0, "a ttl over a week is ignored");
	is_int(hints.skip_days, 0, "a set of all days is ignored");
	for (size_t i = 0; i < ARRAY_LENGTH(skips); i++)
		is_int(feed_hints_after_skipped(&skips[i].hints, skips[i].at),
		    skips[i].expected, skips[i].name);
	for (size_t i = 0; i < ARRAY_LENGTH(periods); i++) {
		feed.n_entries = 4;
		for (int e = 0; e < 4; e++) {
			entries[e].published_at =
			    FRIDAY - e * periods[i].spacing_s;
			entries[e].updated_at = DATE_NONE;
		}
		feed.sy_period = slice_of(periods[i].period);
		feed.sy_frequency = periods[i].frequency;
		is_int(feed_hints_of(&feed).period_s, periods[i].expected_s,
		    periods[i].name);
	}
	return done_testing();
}
