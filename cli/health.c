/*
 * health.c -- see health.h.
 */
#include "cli/health.h"

#define FAILURES_MANY 3 /* once or twice is the network's weather */
#define LATE_S        (15 * 60)
#define SILENT_S      (30 * 86400)

enum feed_health
feed_health(const struct feed_row *row, int64_t now_at)
{
	if (row->status == FEED_GONE)
		return FEED_IS_GONE;
	if (row->status == FEED_PAUSED)
		return FEED_IS_PAUSED;
	/* What never came once is no weather. */
	if (row->failures >= FAILURES_MANY ||
	    (row->failures > 0 && row->last_new_at == DATE_NONE))
		return FEED_FAILING;
	if (row->last_poll_at == DATE_NONE)
		return FEED_NEW;
	if (row->next_poll_at != DATE_NONE &&
	    row->next_poll_at < now_at - LATE_S)
		return FEED_LATE;
	if (row->last_new_at != DATE_NONE &&
	    row->last_new_at < now_at - SILENT_S)
		return FEED_SILENT;
	return FEED_WELL;
}

const char *
feed_health_name(enum feed_health health)
{
	static const char *const names[] = {
		[FEED_WELL] = "well",
		[FEED_NEW] = "new",
		[FEED_FAILING] = "failing",
		[FEED_LATE] = "late",
		[FEED_SILENT] = "silent",
		[FEED_IS_PAUSED] = "paused",
		[FEED_IS_GONE] = "gone",
	};

	return names[health];
}
