/* How a feed fares: the gravest that is true of it. */
#include "cli/health.h"
#include "tests/lib/tap.h"

#define NOW 1795197600
#define DAY 86400

static struct feed_row
feed(void)
{
	return (struct feed_row){
		.status = FEED_ACTIVE,
		.last_poll_at = NOW - 60,
		.next_poll_at = NOW + 60,
		.last_new_at = NOW - DAY,
	};
}

static void
fares(struct feed_row row, const char *expected, const char *name)
{
	is_text(
	    slice_of(feed_health_name(feed_health(&row, NOW))), expected, name);
}

int
main(void)
{
	struct feed_row row = feed();

	fares(row, "well", "polled, and not yet due");
	row.failures = 2;
	fares(row, "well", "two failures are the network's weather");
	row.failures = 3;
	fares(row, "failing", "three are none");
	row.failures = 1;
	row.last_new_at = DATE_NONE;
	fares(row, "failing", "and neither is one where nothing ever came");
	row.failures = 3;
	row.last_new_at = NOW - 90 * DAY;
	row.next_poll_at = NOW - DAY;
	fares(row, "failing", "failing goes before late and silent");
	row.failures = 0;
	fares(row, "late", "late before silent");
	row.next_poll_at = NOW - 60;
	fares(row, "silent", "a minute is not late");
	row.last_new_at = DATE_NONE;
	fares(row, "well", "nothing new yet is not silent");
	row.last_poll_at = DATE_NONE;
	row.next_poll_at = NOW - DAY;
	fares(row, "new", "never polled is new, not late");
	row.status = FEED_PAUSED;
	fares(row, "paused", "paused");
	row.status = FEED_GONE;
	fares(row, "gone", "gone");
	return done_testing();
}
