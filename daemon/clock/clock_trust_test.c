/*
 * clock_trust_test.c -- tests when a clock is settled.
 */
#include "base/array.h"
#include "base/date/date.h"
#include "daemon/clock/clock_trust.h"
#include "tests/lib/tap.h"

#define NOW  1700000000
#define DAY  86400
#define HOUR 3600

static enum clock_verdict
clock_trust_test_judge(const int64_t *ahead_s, size_t n, int64_t *ret_off_s)
{
	struct clock_trust trust = { 0 };
	char server[32];

	for (size_t i = 0; i < n; i++) {
		snprintf(server, sizeof(server), "%zu.test", i);
		clock_trust_note_server(&trust, slice_of(server), ahead_s[i]);
	}
	return clock_trust_judge(&trust, ret_off_s);
}

static void
clock_trust_test_verdicts(void)
{
	static const struct {
		const char *what;
		size_t n;
		int64_t ahead_s[6];
		enum clock_verdict verdict;
		int64_t off_s;
	} rows[] = {
		{ "no server", 0, { 0 }, CLOCK_NO_SERVER, 0 },
		{ "one server agrees", 1, { 5 }, CLOCK_FEW, 0 },
		{ "two servers agree", 2, { 5, -5 }, CLOCK_FEW, 0 },
		{ "three servers agree", 3, { 5, -5, 86399 }, CLOCK_MANY, 0 },
		{ "one server differs by a day", 1, { DAY }, CLOCK_OPPOSED,
		    DAY },
		{ "one server agrees, one differs", 2, { 0, -DAY },
		    CLOCK_OPPOSED, -DAY },
		{ "three servers agree, two differ", 5,
		    { 0, 0, 0, 9 * DAY, DAY }, CLOCK_MANY, 0 },
		{ "three servers agree, three differ", 6,
		    { 0, 0, 0, DAY, 2 * DAY, 3 * DAY }, CLOCK_OPPOSED,
		    2 * DAY },
		{ "two servers agree, one differs", 3, { 0, 0, DAY }, CLOCK_FEW,
		    0 },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		int64_t off_s = 1;

		ok(clock_trust_test_judge(rows[i].ahead_s, rows[i].n, &off_s) ==
			    rows[i].verdict &&
			off_s == rows[i].off_s,
		    "I1: servers: %s", rows[i].what);
	}
}

static void
clock_trust_test_servers(void)
{
	struct clock_trust trust = { 0 };
	int64_t off_s;
	char server[32];

	for (int i = 0; i < 3; i++)
		clock_trust_note_server(&trust, SLICE("a.test"), 0);
	is_int(clock_trust_judge(&trust, &off_s), CLOCK_FEW,
	    "I1: three responses of one server count once");
	for (int i = 0; i < 1000; i++) {
		snprintf(server, sizeof(server), "%d.test", i);
		clock_trust_note_server(&trust, slice_of(server), 400 * DAY);
	}
	is_int(clock_trust_judge(&trust, &off_s), CLOCK_OPPOSED,
	    "only the last servers are stored");
	clock_trust_shift(&trust, -400 * DAY);
	is_int(clock_trust_judge(&trust, &off_s), CLOCK_MANY,
	    "after the clock is set, the noted servers agree with it");
	clock_trust_shift(&trust, INT64_MAX);
	clock_trust_shift(&trust, INT64_MAX);
	is_int(clock_trust_judge(&trust, &off_s), CLOCK_OPPOSED,
	    "shifts do not overflow");
}

static struct clock_row
clock_trust_test_last_row(int64_t wait_s)
{
	return (struct clock_row){ .id = 7,
		.from_at = NOW - DAY,
		.until_at = NOW,
		.boot = "one",
		.boot_s = 1000,
		.wait_s = wait_s,
		.agreed_since = NOW - DAY,
		.is_right = true };
}

static void
clock_trust_test_starts(void)
{
	static const struct {
		const char *what, *boot;
		int64_t wall_s, boot_s; /* seconds that have passed since the
					   last check, by each clock */
		int64_t wait_s, ret_wait_s;
		bool begins;
	} rows[] = {
		{ "a restart after a second", "one", 1, 1, 0, 0, false },
		{ "a start after a reboot", "two", 60, -900, 0, 0, false },
		{ "a clock 60 days ahead", "one", 60 * DAY, 5, 0, DAY, true },
		{ "a clock 60 days ahead, after a reboot", "two", 60 * DAY, 0,
		    0, DAY, true },
		{ "a clock 60 days behind", "two", -60 * DAY, 0, 0, DAY, true },
		{ "a week later, in the same boot", "one", 7 * DAY, 7 * DAY, 0,
		    0, false },
		{ "a week later, after a reboot", "two", 7 * DAY, 0, 0, DAY,
		    true },
		{ "a week later, but the clock was set back", "one", 0, 7 * DAY,
		    0, DAY, true },
		{ "an hour in the same boot counts", "one", HOUR, HOUR, DAY,
		    DAY - HOUR, false },
		{ "an hour before a reboot does not count", "two", HOUR, HOUR,
		    DAY, DAY, false },
		{ "the rest of the waiting time passes", "one", DAY - 1,
		    DAY - 1, DAY - 1, 0, false },
		{ "the boot id is not known", "", HOUR, HOUR, DAY, DAY, false },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct clock_row last =
				     clock_trust_test_last_row(rows[i].wait_s),
				 now = { 0 };

		now.from_at = now.until_at = NOW + rows[i].wall_s;
		now.boot_s = last.boot_s + rows[i].boot_s;
		snprintf(now.boot, sizeof(now.boot), "%s", rows[i].boot);
		ok(clock_trust_start(&last, DATE_NONE, &now) ==
			    rows[i].begins &&
			now.wait_s == rows[i].ret_wait_s &&
			(now.id == 7) == !rows[i].begins &&
			now.is_right == !rows[i].begins &&
			now.agreed_since ==
			    (rows[i].begins ? DATE_NONE : NOW - DAY),
		    "I1: a start %s: wait %lld", rows[i].what,
		    (long long)now.wait_s);
	}
}

/* Starts with a clock that is ahead_s ahead of the clock of *row; then the
 * verdict is found. */
static void
clock_trust_test_jump_at_start(
    struct clock_row *row, int64_t ahead_s, enum clock_verdict verdict)
{
	struct clock_row last = *row, now = {
		.from_at = last.until_at + ahead_s,
		.until_at = last.until_at + ahead_s,
		.boot = "one",
		.boot_s = last.boot_s,
	};

	/* agreed_before is not stored. */
	last.agreed_before = DATE_NONE;
	clock_trust_start(&last, DATE_NONE, &now);
	clock_trust_pass(&now, verdict, 0, now.until_at, 1);
	*row = now;
}

static void
clock_trust_test_agreed_before(void)
{
	struct clock_row row = clock_trust_test_last_row(0);

	clock_trust_test_jump_at_start(&row, 60 * DAY, CLOCK_FEW);
	ok(row.agreed_since == NOW - DAY,
	    "servers agree before and after a jump");
	row = clock_trust_test_last_row(0);
	clock_trust_test_jump_at_start(&row, -60 * DAY, CLOCK_NO_SERVER);
	ok(row.agreed_since == DATE_NONE,
	    "I1: a clock after a jump that no server confirms");
	clock_trust_test_jump_at_start(&row, 60 * DAY, CLOCK_MANY);
	ok(row.agreed_since == NOW && row.is_right,
	    "I1: the next clock does not confirm it");
	row = clock_trust_test_last_row(0);
	clock_trust_test_jump_at_start(&row, -60 * DAY, CLOCK_OPPOSED);
	clock_trust_pass(&row, CLOCK_FEW, 0, row.until_at, 1);
	ok(row.agreed_since == row.until_at,
	    "I1: servers that disagree end the earlier agreement");
	row = clock_trust_test_last_row(0);
	clock_trust_test_jump_at_start(&row, -60 * DAY, CLOCK_FEW);
	ok(row.agreed_since == row.until_at,
	    "an agreement does not begin in the future");
}

static void
clock_trust_test_first_start(void)
{
	struct clock_row now = { .from_at = NOW, .until_at = NOW };

	ok(clock_trust_start(NULL, DATE_NONE, &now) && now.wait_s == 0,
	    "a new database has no jump");
	ok(clock_trust_start(NULL, NOW - HOUR, &now) && now.wait_s == 0,
	    "a database without clock rows and a recent time has no jump");
	ok(clock_trust_start(NULL, NOW - 60 * DAY, &now) && now.wait_s == DAY &&
		now.jump_s == 60 * DAY,
	    "I1: a database with a newest time 60 days ago has a jump");
}

/* Checks the clock every hour, and restarts the daemon every restart_every
 * hours (0: never). Returns the hours until the clock is settled; -1: not
 * within `most` hours. */
static int64_t
clock_trust_test_hours_until_settled(struct clock_row *row,
    enum clock_verdict verdict, int64_t restart_every, int64_t most)
{
	for (int64_t hour = 0; hour <= most; hour++) {
		int64_t now = NOW + hour * HOUR;

		if (restart_every > 0 && hour % restart_every == 0) {
			struct clock_row last = *row, start = {
				.from_at = now,
				.until_at = now,
				.boot_s = 1,
			};

			snprintf(start.boot, sizeof(start.boot), "%lld",
			    (long long)hour);
			clock_trust_start(&last, DATE_NONE, &start);
			*row = start;
		}
		clock_trust_pass(row, verdict,
		    verdict == CLOCK_OPPOSED ? 60 * DAY : 0, now,
		    hour > 0 ? HOUR : 0);
		row->until_at = now;
		if (clock_trust_settled(row, verdict, now))
			return hour;
	}
	return -1;
}

static void
clock_trust_test_waits(void)
{
	static const struct {
		const char *what;
		int64_t wait_s;
		enum clock_verdict verdict;
		int64_t restart_every, hours;
	} rows[] = {
		{ "three servers", 0, CLOCK_MANY, 0, 0 },
		{ "after a jump", DAY, CLOCK_MANY, 0, 24 },
		{ "a machine that is started every 20 hours", DAY, CLOCK_MANY,
		    20, 24 },
		{ "few servers", 0, CLOCK_FEW, 0, 7 * 24 },
		{ "few servers after a jump", DAY, CLOCK_FEW, 0, 7 * 24 },
		{ "few servers, started every 20 hours", DAY, CLOCK_FEW, 20,
		    7 * 24 },
		{ "no server", 0, CLOCK_NO_SERVER, 0, -1 },
		{ "servers with another time", 0, CLOCK_OPPOSED, 0, -1 },
		{ "servers with another time, started every hour", DAY,
		    CLOCK_OPPOSED, 1, -1 },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		struct clock_row row = { .from_at = NOW,
			.until_at = NOW,
			.boot = "one",
			.wait_s = rows[i].wait_s,
			.agreed_since = DATE_NONE,
			.agreed_before = DATE_NONE };
		int64_t hours = clock_trust_test_hours_until_settled(
		    &row, rows[i].verdict, rows[i].restart_every, 1000);

		ok(hours == rows[i].hours, "I1: %s: %lld hours", rows[i].what,
		    (long long)hours);
	}
}

static void
clock_trust_test_opposed(void)
{
	struct clock_row row = { .from_at = NOW - 30 * DAY,
		.until_at = NOW,
		.agreed_since = NOW - 30 * DAY,
		.agreed_before = DATE_NONE,
		.is_right = true };

	ok(clock_trust_settled(&row, CLOCK_FEW, NOW),
	    "a clock that has agreed for 30 days is settled");
	ok(clock_trust_pass(&row, CLOCK_OPPOSED, 60 * DAY, NOW, 1) &&
		row.off_s == 60 * DAY && row.agreed_since == DATE_NONE,
	    "I1: servers that disagree are noted");
	ok(clock_trust_pass(&row, CLOCK_FEW, 0, NOW + 1, 1) &&
		!clock_trust_settled(&row, CLOCK_FEW, NOW + 1),
	    "I1: few servers must then agree again for the whole time");
	clock_trust_jump(&row, NOW, 60 * DAY);
	ok(row.wait_s == DAY && !row.is_right && row.from_at == NOW &&
		!clock_trust_settled(&row, CLOCK_MANY, NOW),
	    "I1: a jump begins another row, which waits");
}

int
main(void)
{
	clock_trust_test_verdicts();
	clock_trust_test_servers();
	clock_trust_test_starts();
	clock_trust_test_agreed_before();
	clock_trust_test_first_start();
	clock_trust_test_waits();
	clock_trust_test_opposed();
	return done_testing();
}
