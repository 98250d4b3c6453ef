/*
 * clock_store.c -- collects and stores the evidence for and against the
 * daemon's clock.
 *
 * Normal case: at the start the newest row in the database is near the current
 * time, and the daemon continues that row. The Date headers of three servers
 * agree, the clock is settled, and retention runs. After a jump a new row is
 * started and a wait of a day begins. After a jump, or if servers disagree or
 * are too few, retention deletes nothing. `gleaner doctor` and `gleaner status`
 * then print the reason.
 */
#include <sys/syscall.h>

#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/date/date.h"
#include "crawler/fetch/fetch.h"
#include "crawler/host.h"
#include "daemon/clock/clock_parts.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/retain.h"
#include "daemon/writer/store_thread.h"
#include "store/fleet/fleet_store.h"

/* Interval of writes if nothing has changed. */
#define NOTE_EVERY_MS (10 * 60 * 1000)
#define AGE_MOST_S    (30 * 86400) /* largest age of a response in a cache */

/* ---- start ---- */

/* Reads the id of the boot; "": the kernel does not provide it. */
static void
clock_store_read_boot(char ret[CLOCK_BOOT_BYTES])
{
	int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, ret, CLOCK_BOOT_BYTES - 1) : 0;

	if (fd >= 0)
		close(fd);
	ret[n > 0 ? n : 0] = '\0';
}

/* Returns the seconds since the boot. The system call is used directly, because
 * of preloaded libraries such as libfaketime. They change not only the wall
 * clock of a program, but also its other clocks. The next start would then not
 * detect the jump of the wall clock. */
static int64_t
clock_store_read_boot_s(void)
{
	struct timespec now = { 0 };

	syscall(SYS_clock_gettime, CLOCK_BOOTTIME, &now);
	return now.tv_sec;
}

static void
clock_store_log_jump(const struct clock_row *row)
{
	log_event(LOG_WARNING, "clock-jump", LOG_INT("seconds", row->jump_s),
	    LOG_TEXT("since", "the newest time in the database"),
	    LOG_TEXT("then", "nothing is deleted for a day, and not before "
			     "servers confirm the clock"));
}

static int
clock_store_start(struct clock *clock, struct store *store, struct err *e)
{
	struct clock_row last, *row = &clock->row;
	int64_t newest_at = DATE_NONE, now = hub_now();
	int found = store_clock_last(store, &last, e), rc;

	if (found < 0)
		return found;
	if (!found && (rc = store_clock_newest(store, &newest_at, e)) != 0)
		return rc;
	clock->passed_ms = clock->noted_ms = clock_steady_ms();
	*row = (struct clock_row){ .from_at = now,
		.until_at = now,
		.boot_s = clock_store_read_boot_s() };
	clock_store_read_boot(row->boot);
	if (found)
		newest_at = last.until_at;
	/* A daemon that crashed may have run for NOTE_EVERY_MS after its last
	 * write. */
	clock->idle_s = INT64_MAX;
	if (found)
		clock->idle_s = now - last.until_at - NOTE_EVERY_MS / 1000;
	if (clock->idle_s < 0)
		clock->idle_s = 0;
	/* The newest time may be that of the clock of another node. */
	if (!store_is_shared(store) && newest_at != DATE_NONE &&
	    newest_at > now + CLOCK_JUMP_S)
		clock->set_back_s = now - newest_at;
	/* so that the first call of clock_pass() stores the row at once */
	clock->noted_ms -= NOTE_EVERY_MS;
	if (clock_trust_start(found ? &last : NULL, newest_at, row) &&
	    row->jump_s != 0)
		clock_store_log_jump(row);
	return 0;
}

int
clock_new(struct store *store, clock_move *move_plans, struct clock **ret,
    struct err *e)
{
	*ret = calloc(1, sizeof(**ret));
	if (*ret == NULL)
		return err_set(e, ERR_MEMORY, "no memory for the clock");
	(*ret)->move_plans = move_plans;
	return clock_store_start(*ret, store, e);
}

void
clock_free(struct clock *clock)
{
	free(clock);
}

/* ---- in the database ---- */

struct clock_noting {
	struct hub *hub;
	struct clock_row row;
	bool begins;   /* inserts the row */
	bool settles;  /* true if this clock was found to be right;
			  store_clock_settle() then decides which earlier rows
			  are right */
	uint32_t span; /* clock->span when the row was passed to the store */
	int64_t now;
};

static int
clock_store_note_run(struct store *store, void *arg, struct err *e)
{
	struct clock_noting *n = arg;
	int rc = n->begins ? store_clock_begin(store, &n->row, &n->row.id, e)
			   : store_clock_note(store, &n->row, e);

	if (rc == 0 && n->settles)
		rc = store_clock_settle(store, &n->row, n->now, e);
	return rc;
}

static void
clock_store_note_done(void *arg, int rc, const struct err *e)
{
	struct clock_noting *n = arg;
	struct clock *clock = n->hub->clock;

	if (n->begins) {
		clock->is_beginning = false;
		if (rc == 0 && n->span == clock->span)
			clock->row.id = n->row.id;
	}
	if (rc != 0)
		log_event(
		    LOG_ERROR, "clock-not-kept", LOG_TEXT("why", e->text));
	free(n);
}

/* Stores the row; inserts it if it has no id. While the row is being inserted,
 * this function stores nothing; the next check stores the current values. */
static void
clock_store_note(struct hub *hub)
{
	struct clock *clock = hub->clock;
	struct clock_noting *n;

	if (clock->is_beginning)
		return;
	n = calloc(1, sizeof(*n));
	if (n == NULL)
		abort();
	n->hub = hub;
	n->row = clock->row;
	n->begins = clock->row.id == 0;
	n->settles = clock->row.is_right;
	n->span = clock->span;
	n->now = clock->row.until_at;
	clock->is_beginning = n->begins;
	clock->noted_ms = clock->passed_ms;
	store_post(
	    hub->store, 1, clock_store_note_run, clock_store_note_done, n);
}

/* ---- while the daemon runs ---- */

void
clock_note_jump(struct hub *hub, int64_t now, int64_t by_s)
{
	struct clock *clock = hub->clock;

	/* The old row ends here, because the times that were stored until now
	 * are those of the old clock. */
	clock->row.until_at = now - by_s;
	clock_store_note(hub);
	clock_trust_jump(&clock->row, now, by_s);
	clock->row.id = 0;
	clock->span++;
	clock->logged_opposed = false;
}

static void
clock_store_log_verdict(struct clock *clock, bool is_settled)
{
	if (clock->verdict == CLOCK_OPPOSED && !clock->logged_opposed) {
		clock->logged_opposed = true;
		log_event(LOG_WARNING, "clock-opposed",
		    LOG_INT("ahead_s", clock->off_s),
		    LOG_TEXT("why", "most servers send another time"),
		    LOG_TEXT("then", "nothing is deleted until they agree"));
	}
	if (clock->verdict == CLOCK_FEW || clock->verdict == CLOCK_MANY)
		clock->logged_opposed = false;
	if (is_settled && !clock->was_settled)
		log_event(clock->row.jump_s != 0 ? LOG_INFO : LOG_DEBUG,
		    "clock-settled");
}

void
clock_pass(struct hub *hub)
{
	struct clock *clock = hub->clock;
	int64_t steady_ms = clock_steady_ms(), now = clock_now(hub);
	int64_t passed_s = (steady_ms - clock->passed_ms) / 1000;
	bool has_changed, is_settled;

	if (hub->store == NULL || hub->state != HUB_RUNNING)
		return;
	clock->passed_ms += passed_s * 1000;
	clock->verdict = clock_trust_judge(&clock->trust, &clock->off_s);
	has_changed = clock_trust_pass(
	    &clock->row, clock->verdict, clock->off_s, now, passed_s);
	clock->row.until_at = now;
	if (now < clock->row.from_at)
		clock->row.from_at = now;
	clock->row.boot_s = clock_store_read_boot_s();
	if (has_changed || clock->row.id == 0 ||
	    clock->passed_ms - clock->noted_ms >= NOTE_EVERY_MS)
		clock_store_note(hub);
	is_settled = clock_is_settled(hub);
	clock_store_log_verdict(clock, is_settled);
	if (is_settled && !clock->was_settled)
		retain_start(hub);
	clock->was_settled = is_settled;
}

int64_t
clock_now(const struct hub *hub)
{
	return hub->clock->offset_s + clock_steady_ms() / 1000;
}

bool
clock_is_settled(const struct hub *hub)
{
	const struct clock *clock = hub->clock;

	return clock->row.id != 0 &&
	       clock_trust_settled(&clock->row, clock->verdict, clock_now(hub));
}

int64_t
clock_idle_s(const struct hub *hub)
{
	return hub->clock->idle_s;
}

/* Returns the seconds that the response was in caches (RFC 9111, section 5.1);
 * -1: the Age header is invalid. */
static int64_t
clock_store_read_age(const char *age)
{
	char *end;
	long n;

	if (age == NULL)
		return 0;
	n = strtol(age, &end, 10);
	return end != age && *end == '\0' && n >= 0 && n <= AGE_MOST_S ? n : -1;
}

void
clock_note_response(
    struct hub *hub, const struct host *host, const struct response *response)
{
	int64_t date_at = response_date(response), ahead_s;
	int64_t age_s = clock_store_read_age(response->age);

	/* If the clock has jumped, clock_check() first adjusts the differences
	 * to earlier Date headers. */
	clock_check(hub);
	if (!response->answered || date_at == DATE_NONE || age_s < 0 ||
	    __builtin_sub_overflow(clock_now(hub), date_at + age_s, &ahead_s))
		return;
	clock_trust_note_server(
	    &hub->clock->trust, slice_of(host->key), ahead_s);
	clock_pass(hub);
}

void
clock_end(struct hub *hub)
{
	struct clock *clock = hub->clock;

	if (clock->row.id == 0)
		return;
	clock->row.until_at = hub_now();
	clock->row.boot_s = clock_store_read_boot_s();
	clock_store_note(hub);
}
