/*
 * hints.c -- the polling interval that a feed requests.
 *
 * In:  ttl, skipHours, skipDays and sy:* as read from the feed.
 * Out: intervals in seconds, and the sets of hours and days in which the feed
 * asks not to be polled. Implausible values are ignored.
 * Source: RSS 2.0 (ttl, skipHours, skipDays), RSS 0.91 (hours from 1 to 24),
 * the syndication module of RSS 1.0.
 */
#include "crawler/feed/hints.h"

#include "base/array.h"

#define HOUR_S    3600
#define DAY_S     86400
#define TTL_MAX_S (7 * DAY_S) /* a longer ttl is treated as a mistake */
#define ALL_HOURS ((1u << 24) - 1)
#define ALL_DAYS  ((1u << 7) - 1)
#define EPOCH_DAY 4 /* 1970-01-01 was a Thursday */
/* number of entries within one declared period that disprove the period */
#define PERIOD_DISPROVED_BY 3
/* entries within this time were published together */
#define TOGETHER_S 60

static const struct {
	struct slice name;
	int64_t period_s;
} periods[] = {
	{ SLICE("hourly"), HOUR_S },
	{ SLICE("daily"), DAY_S },
	{ SLICE("weekly"), 7 * DAY_S },
	{ SLICE("monthly"), 30 * DAY_S },
	{ SLICE("yearly"), 365 * DAY_S },
};

static const struct slice days[] = { SLICE("sun"), SLICE("mon"), SLICE("tue"),
	SLICE("wed"), SLICE("thu"), SLICE("fri"), SLICE("sat") };

static uint32_t
hints_read_hours(const struct feed_list *list)
{
	uint32_t ret = 0;
	int64_t hour;

	for (size_t i = 0; i < list->n; i++)
		if (slice_to_int64(slice_trim(list->items[i]), &hour) &&
		    hour >= 0 && hour <= 24)
			ret |= 1u << (hour % 24);
	return ret == ALL_HOURS ? 0 : ret;
}

static uint32_t
hints_read_days(const struct feed_list *list)
{
	uint32_t ret = 0;

	for (size_t i = 0; i < list->n; i++)
		for (size_t d = 0; d < ARRAY_LENGTH(days); d++)
			if (slice_starts_nocase(
				slice_trim(list->items[i]), days[d]))
				ret |= 1u << d;
	return ret == ALL_DAYS ? 0 : ret;
}

static int64_t
hints_entry_at(const struct feed_entry *entry)
{
	return entry->published_at != DATE_NONE ? entry->published_at
						: entry->updated_at;
}

/* Returns the latest time of an entry that is not after `most`, or DATE_NONE.
 */
static int64_t
hints_latest_at(const struct feed *feed, int64_t most)
{
	int64_t ret = DATE_NONE;

	for (size_t i = 0; i < feed->n_entries; i++) {
		int64_t at = hints_entry_at(&feed->entries[i]);

		if (at != DATE_NONE && at <= most &&
		    (ret == DATE_NONE || at > ret))
			ret = at;
	}
	return ret;
}

/* True if entries appear faster than the declared period. Entries that were
 * published together count as one, because a program that writes a feed once a
 * period can give all its entries the same time.  O(entries). */
static bool
hints_is_faster(const struct feed *feed, int64_t period_s)
{
	int64_t newest = hints_latest_at(feed, INT64_MAX), at = newest;

	for (int i = 1; i < PERIOD_DISPROVED_BY && at != DATE_NONE; i++)
		at = hints_latest_at(feed, at - TOGETHER_S);
	return at != DATE_NONE && newest - at < period_s;
}

static int64_t
hints_read_period(const struct feed *feed)
{
	int64_t period_s = 0, frequency = feed->sy_frequency;

	for (size_t i = 0; i < ARRAY_LENGTH(periods); i++)
		if (slice_equal_nocase(
			slice_trim(feed->sy_period), periods[i].name))
			period_s = periods[i].period_s;
	if (frequency > 1)
		period_s /= frequency;
	return period_s > 0 && !hints_is_faster(feed, period_s) ? period_s : 0;
}

struct feed_hints
feed_hints_of(const struct feed *feed)
{
	int64_t most = TTL_MAX_S / 60;
	bool counts = feed->ttl_minutes > 0 && feed->ttl_minutes <= most;

	return (struct feed_hints){
		.ttl_s = counts ? feed->ttl_minutes * 60 : 0,
		.period_s = hints_read_period(feed),
		.skip_hours = hints_read_hours(&feed->skip_hours),
		.skip_days = hints_read_days(&feed->skip_days),
	};
}

static bool
hints_is_skipped(const struct feed_hints *hints, int64_t at)
{
	return (hints->skip_hours >> (at / HOUR_S % 24) & 1) != 0 ||
	       (hints->skip_days >> ((at / DAY_S + EPOCH_DAY) % 7) & 1) != 0;
}

int64_t
feed_hints_after_skipped(const struct feed_hints *hints, int64_t at)
{
	int64_t ret = at;

	if (at < 0)
		return at;
	for (int i = 0; i < 8 * 24 && hints_is_skipped(hints, ret); i++)
		ret = (ret / HOUR_S + 1) * HOUR_S;
	return hints_is_skipped(hints, ret) ? at : ret;
}
