/*
 * worker_lane.c -- documents that take long do not hold up those that do not.
 *
 * The happy path is: a job of a proven host, else the first that waits, has
 * the place that is free; its document is read before anybody looks.  It can
 * fail by: a document that takes LIMIT_WORKER_SLOW_MS.  Then it leaves its
 * place and goes on in the slow lane; where that is full and somebody waits,
 * its process is ended, and it begins again when the lane has room for it.  So
 * no document holds a place for long, and each is ended once at most before it
 * is read or reaches its deadline.
 *
 * A feed whose origin has a process at work is passed over for a moment, and so
 * is a page where another document is not: that process will have it as soon as
 * it has read its own, for less than a fork.
 *
 * The places: `parallel` for whoever comes, half as many more (one at least)
 * for proven hosts alone, as hundreds of others may be there before, and as
 * many for the slow lane.
 *
 * Time is the processor's, as far as it can be told: on a machine that is busy
 * with others no document is to blame.  What sleeps is told by the clock.
 *
 * Memory: twice `parallel` processes at most, each with LIMIT_WORKER_MEMORY of
 * addresses, of which a page of 10 MiB uses a quarter; what is put back has
 * nothing but its memfd, which the gate counts.
 */
#include <string.h>
#include <time.h>

#include "daemon/worker_parts.h"

/* Of jobs of proven hosts in a row, while others wait. */
#define AHEAD_MOST 3
/* At the least between two looks at a process. */
#define LOOK_MS 10
/* Jobs, for one of an origin that nobody reads for. */
#define LOOK_MOST 32

/* ---- places ---- */

static bool
worker_lane_has_place(const struct workers *workers, const struct worker *job)
{
	if (job->is_slow)
		return workers->n_slow < workers->slow_places;
	if (!job->is_proven && workers->n_others >= workers->parallel)
		return false;
	return workers->n_running < workers->parallel + workers->slow_places;
}

/* A process that has begun with a document of its origin, and will be done
 * with it before another could be forked for this one. */
static bool
worker_lane_is_being_read_for(
    const struct workers *workers, const struct worker *job, int64_t now_ms)
{
	const struct worker *process;

	if (job->origin == NULL || job->alone)
		return false;
	for (process = TAILQ_FIRST(&workers->running); process != NULL;
	     process = TAILQ_NEXT(process, place))
		if (process->state != WORKER_IDLE && process->origin != NULL &&
		    !process->is_slow &&
		    now_ms - process->begun_ms < workers->soon_ms &&
		    strcmp(process->origin, job->origin) == 0)
			return true;
	return false;
}

/* Of those that wait for places of one kind. */
struct turn {
	struct worker *first, *apart; /* apart: nothing of its origin is read */
	bool soon; /* a feed waits for the process that reads another */
	int n_looked_at;
};

/* A page takes as long as a fork does, and is worth one. */
static void
worker_lane_consider(struct turn *turn, const struct workers *workers,
    struct worker *job, int64_t now_ms)
{
	if (turn->apart != NULL || !worker_lane_has_place(workers, job))
		return;
	if (turn->n_looked_at++ >= LOOK_MOST) {
		if (turn->first == NULL)
			turn->first = job;
	} else if (!worker_lane_is_being_read_for(workers, job, now_ms)) {
		turn->apart = job;
	} else if (job->kind == JOB_FEED) {
		turn->soon = true;
	} else if (turn->first == NULL) {
		turn->first = job;
	}
}

static struct worker *
worker_lane_whose(const struct turn *turn)
{
	return turn->apart != NULL ? turn->apart : turn->first;
}

struct worker *
workers_next(const struct workers *workers, bool *ret_soon)
{
	struct turn proven = { .first = NULL }, other = { .first = NULL };
	int64_t now_ms = workers_now_ms();
	struct worker *job;

	for (job = TAILQ_FIRST(&workers->waiting);
	     job != NULL && (proven.apart == NULL || other.apart == NULL);
	     job = TAILQ_NEXT(job, place))
		worker_lane_consider(
		    job->is_proven ? &proven : &other, workers, job, now_ms);
	*ret_soon = proven.soon || other.soon;
	if (worker_lane_whose(&proven) == NULL ||
	    (worker_lane_whose(&other) != NULL &&
		workers->n_ahead >= AHEAD_MOST))
		return worker_lane_whose(&other);
	return worker_lane_whose(&proven);
}

/* For a place, not for the lane. */
static bool
worker_lane_somebody_waits(const struct workers *workers, bool is_other)
{
	const struct worker *job;

	for (job = TAILQ_FIRST(&workers->waiting); job != NULL;
	     job = TAILQ_NEXT(job, place))
		if (!job->is_slow && (!is_other || !job->is_proven))
			return true;
	return false;
}

void
worker_take_place(struct worker *worker)
{
	struct workers *workers = worker->workers;

	if (worker->is_slow) {
		workers->n_slow++;
		return;
	}
	workers->n_running++;
	workers->n_others += !worker->is_proven;
	workers->n_ahead =
	    worker->is_proven && worker_lane_somebody_waits(workers, true)
		? workers->n_ahead + 1
		: 0;
}

void
worker_leave_place(struct worker *worker)
{
	struct workers *workers = worker->workers;

	if (worker->is_slow) {
		workers->n_slow--;
		return;
	}
	workers->n_running--;
	workers->n_others -= !worker->is_proven;
}

/* ---- time ---- */

/* What the process has used; -1: it cannot be told. */
static int64_t
worker_lane_cpu_ms(const struct worker *worker)
{
	struct timespec used;
	clockid_t clock;

	if (worker->pid <= 0 || clock_getcpuclockid(worker->pid, &clock) != 0 ||
	    clock_gettime(clock, &used) != 0)
		return -1;
	return (int64_t)used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

int64_t
worker_until_deadline_ms(const struct worker *worker)
{
	return worker->begun_ms + worker->workers->deadline_ms -
	       workers_now_ms();
}

/* Until it can have become slow, or the deadline. */
static void
worker_lane_look_later(struct worker *worker, int64_t ms)
{
	int64_t rest_ms = worker_until_deadline_ms(worker);

	if (ms < LOOK_MS)
		ms = LOOK_MS;
	if (worker->is_slow || ms > rest_ms)
		ms = rest_ms > 0 ? rest_ms : 0;
	workers_arm(worker->timer, ms);
}

void
worker_begin(struct worker *worker)
{
	int64_t used_ms = worker_lane_cpu_ms(worker);

	worker->begun_ms = workers_now_ms();
	worker->cpu_before_ms = used_ms > 0 ? used_ms : 0;
	worker_lane_look_later(worker, worker->workers->slow_ms);
}

/* How much longer it may hold its place; 0: no longer. */
static int64_t
worker_lane_patience_ms(const struct worker *worker)
{
	const struct workers *workers = worker->workers;
	int64_t rest_ms =
	    worker->begun_ms + workers->slow_wall_ms - workers_now_ms();
	int64_t used_ms = worker_lane_cpu_ms(worker);

	used_ms -= worker->cpu_before_ms;
	if (used_ms >= 0 && workers->slow_ms - used_ms < rest_ms)
		rest_ms = workers->slow_ms - used_ms;
	return rest_ms > 0 ? rest_ms : 0;
}

static void
worker_lane_become_slow(struct worker *worker)
{
	worker_leave_place(worker);
	worker->is_slow = true;
	worker_take_place(worker);
	worker_lane_look_later(worker, 0);
	workers_hand_over(worker->workers);
}

/* The end of its process leads to worker_wait_for_lane(). */
static void
worker_lane_make_room(struct worker *worker)
{
	worker->condemned = worker->put_back = true;
	worker_kill(worker);
	workers_arm(worker->timer, WORKERS_READY_MS);
}

bool
worker_goes_on(struct worker *worker)
{
	struct workers *workers = worker->workers;
	int64_t ms;

	if (worker_until_deadline_ms(worker) <= 0)
		return false;
	ms = worker_lane_patience_ms(worker);
	if (worker->is_slow || ms > 0)
		worker_lane_look_later(worker, ms);
	else if (workers->n_slow < workers->slow_places)
		worker_lane_become_slow(worker);
	else if (worker_lane_somebody_waits(workers, false))
		worker_lane_make_room(worker);
	else
		worker_lane_look_later(worker, workers->slow_ms);
	return true;
}

bool
worker_wait_for_lane(struct worker *worker)
{
	struct workers *workers = worker->workers;

	if (worker->told || !worker->put_back)
		return false;
	worker_begin_anew(worker);
	worker_wait(worker);
	worker->is_slow = true;
	/* behind those that have waited for longer */
	TAILQ_REMOVE(&workers->waiting, worker, place);
	TAILQ_INSERT_TAIL(&workers->waiting, worker, place);
	return true;
}
