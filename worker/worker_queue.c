/*
 * worker_queue.c -- the order of waiting jobs, and the slow queue, so that slow
 * documents do not delay others.
 *
 * Normal case: a free place is given to a job of a trusted host, or else to the
 * first waiting job, and its document is read within LIMIT_WORKER_SLOW_MS. If a
 * document takes longer, its place becomes free for another job, and the
 * document continues in the slow queue. If the slow queue is full and other
 * jobs wait, the document's process is ended, and the job starts again when the
 * slow queue has a free place. So no document occupies a normal place for long
 * while other jobs wait. The process of a document is ended at most once for
 * this purpose.
 *
 * A feed is skipped for a moment if a process is reading a document of the
 * feed's origin, because that process will be free sooner than a new process
 * could be forked. A page of such an origin is skipped only if another job can
 * use the place.
 *
 * Places: `parallel` for jobs of any host; half of that number (at least one)
 * for jobs of trusted hosts only, because hundreds of other jobs may wait
 * before them; and another half for the slow queue.
 *
 * Times are processor times if they can be read, because other load on the
 * machine is not caused by the document. The elapsed time is limited, too,
 * because a process may sleep. The deadline is extended by the time in which
 * the process was ready to run and another process had the processor.
 *
 * Memory: about twice `parallel` processes and the idle processes, each with
 * LIMIT_WORKER_MEMORY of address space, of which a page of 10 MiB uses a
 * quarter. A job whose process was ended and that waits again only uses its
 * memfd, which the host queue counts.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "worker/worker_parts.h"

/* Maximum number of consecutive jobs of trusted hosts while jobs of other hosts
 * wait. */
#define AHEAD_MOST 3
/* Minimum time between two checks of a process. */
#define CHECK_MS 10
/* Number of jobs that are checked to find a job whose origin has no process. */
#define CHECK_MOST 32

/* ---- places ---- */

static bool
worker_queue_has_place(const struct workers *workers, const struct worker *job)
{
	if (job->is_slow)
		return workers->n_slow < workers->slow_places;
	if (!job->is_trusted && workers->n_others >= workers->parallel)
		return false;
	return workers->n_running < workers->parallel + workers->slow_places;
}

/* Returns whether a process has just begun a document of the job's origin. That
 * process will be free sooner than a new process could be forked. */
static bool
worker_queue_origin_is_read(
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

/* The candidates for the next start. There is one struct turn for jobs of
 * trusted hosts, and one for jobs of other hosts. */
struct turn {
	struct worker *first, *apart; /* `apart`: the first job whose origin has
					 no busy process */
	bool soon; /* a feed waits for a process of its origin, which will be
		      free soon */
	int n_checked;
};

/* Records the job in *turn if the job is a candidate for the next start. If a
 * process is busy with the same origin, a feed waits until this process is
 * free. A page does not wait: to read a page takes as long as to fork a
 * process, so that waiting saves no time. */
static void
worker_queue_consider(struct turn *turn, const struct workers *workers,
    struct worker *job, int64_t now_ms)
{
	if (turn->apart != NULL || !worker_queue_has_place(workers, job))
		return;
	if (turn->n_checked++ >= CHECK_MOST) {
		if (turn->first == NULL)
			turn->first = job;
	} else if (!worker_queue_origin_is_read(workers, job, now_ms)) {
		turn->apart = job;
	} else if (job->kind == JOB_FEED) {
		turn->soon = true;
	} else if (turn->first == NULL) {
		turn->first = job;
	}
}

static struct worker *
worker_queue_pick(const struct turn *turn)
{
	return turn->apart != NULL ? turn->apart : turn->first;
}

struct worker *
workers_next(const struct workers *workers, bool *ret_soon)
{
	struct turn trusted = { .first = NULL }, other = { .first = NULL };
	int64_t now_ms = workers_now_ms();
	struct worker *job;

	for (job = TAILQ_FIRST(&workers->waiting);
	     job != NULL && (trusted.apart == NULL || other.apart == NULL);
	     job = TAILQ_NEXT(job, place))
		worker_queue_consider(
		    job->is_trusted ? &trusted : &other, workers, job, now_ms);
	*ret_soon = trusted.soon || other.soon;
	if (worker_queue_pick(&trusted) == NULL ||
	    (worker_queue_pick(&other) != NULL &&
		workers->n_ahead >= AHEAD_MOST))
		return worker_queue_pick(&other);
	return worker_queue_pick(&trusted);
}

/* Returns whether a job waits that is not for the slow queue. If is_other is
 * set, only jobs of hosts that are not trusted count. */
static bool
worker_queue_has_waiting(const struct workers *workers, bool is_other)
{
	const struct worker *job;

	for (job = TAILQ_FIRST(&workers->waiting); job != NULL;
	     job = TAILQ_NEXT(job, place))
		if (!job->is_slow && (!is_other || !job->is_trusted))
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
	workers->n_others += !worker->is_trusted;
	workers->n_ahead =
	    worker->is_trusted && worker_queue_has_waiting(workers, true)
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
	workers->n_others -= !worker->is_trusted;
}

/* ---- time ---- */

/* Returns the processor time of the process; -1: unknown. */
static int64_t
worker_queue_cpu_ms(const struct worker *worker)
{
	struct timespec used;
	clockid_t clock;

	if (worker->pid <= 0 || clock_getcpuclockid(worker->pid, &clock) != 0 ||
	    clock_gettime(clock, &used) != 0)
		return -1;
	return (int64_t)used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

/* Returns the time in which the process was ready to run and waited for a
 * processor (Linux, Documentation/scheduler/sched-stats.rst); 0: unknown. */
static int64_t
worker_queue_starved_ms(const struct worker *worker)
{
	char path[64];
	uint64_t waited_ns = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/schedstat", (int)worker->pid);
	if (worker->pid <= 0 || (f = fopen(path, "re")) == NULL)
		return 0;
	if (fscanf(f, "%*u %" SCNu64, &waited_ns) != 1)
		waited_ns = 0;
	fclose(f);
	return (int64_t)(waited_ns / 1000000);
}

int64_t
worker_until_deadline_ms(const struct worker *worker)
{
	return worker->begun_ms + worker->workers->deadline_ms +
	       worker->starved_ms - workers_now_ms();
}

/* Arms the timer to check the process after ms milliseconds, but not after the
 * deadline. A slow document is checked only at the deadline. */
static void
worker_queue_check_later(struct worker *worker, int64_t ms)
{
	int64_t rest_ms = worker_until_deadline_ms(worker);

	if (ms < CHECK_MS)
		ms = CHECK_MS;
	if (worker->is_slow || ms > rest_ms)
		ms = rest_ms > 0 ? rest_ms : 0;
	workers_arm(worker->timer, ms);
}

void
worker_begin(struct worker *worker)
{
	int64_t used_ms = worker_queue_cpu_ms(worker);

	worker->begun_ms = workers_now_ms();
	worker->cpu_before_ms = used_ms > 0 ? used_ms : 0;
	worker->starved_ms = 0;
	worker_queue_check_later(worker, worker->workers->slow_ms);
}

/* The kernel reports the waiting time of the whole process, not of one
 * document. A process that has read other documents gets no extension, because
 * its document is then given to a new process. */
bool
worker_extend_deadline(struct worker *worker)
{
	struct workers *workers = worker->workers;
	int64_t starved_ms = worker_queue_starved_ms(worker);

	if (starved_ms > workers->starved_most_ms)
		starved_ms = workers->starved_most_ms;
	if (worker->n_documents > 1 ||
	    starved_ms < worker->starved_ms + CHECK_MS)
		return false;
	worker->starved_ms = starved_ms;
	workers->extended++;
	worker_queue_check_later(worker, CHECK_MS);
	return true;
}

/* Returns the time for which the document may still occupy its place; 0: it
 * must leave the place now.
 */
static int64_t
worker_queue_rest_ms(const struct worker *worker)
{
	const struct workers *workers = worker->workers;
	int64_t rest_ms =
	    worker->begun_ms + workers->slow_wall_ms - workers_now_ms();
	int64_t used_ms = worker_queue_cpu_ms(worker);

	used_ms -= worker->cpu_before_ms;
	if (used_ms >= 0 && workers->slow_ms - used_ms < rest_ms)
		rest_ms = workers->slow_ms - used_ms;
	return rest_ms > 0 ? rest_ms : 0;
}

static void
worker_queue_become_slow(struct worker *worker)
{
	worker_leave_place(worker);
	worker->is_slow = true;
	worker_take_place(worker);
	worker_queue_check_later(worker, 0);
	workers_hand_over(worker->workers);
}

/* Ends the process. When it has ended, worker_wait_for_slow_queue() queues the
 * job. */
static void
worker_queue_free_place(struct worker *worker)
{
	worker->is_retired = worker->put_back = true;
	worker_kill(worker);
	workers_arm(worker->timer, WORKERS_READY_MS);
}

bool
worker_may_continue(struct worker *worker)
{
	struct workers *workers = worker->workers;
	int64_t ms;

	if (worker_until_deadline_ms(worker) <= 0)
		return false;
	ms = worker_queue_rest_ms(worker);
	if (worker->is_slow || ms > 0)
		worker_queue_check_later(worker, ms);
	else if (workers->n_slow < workers->slow_places)
		worker_queue_become_slow(worker);
	else if (worker_queue_has_waiting(workers, false))
		worker_queue_free_place(worker);
	else
		worker_queue_check_later(worker, workers->slow_ms);
	return true;
}

bool
worker_wait_for_slow_queue(struct worker *worker)
{
	struct workers *workers = worker->workers;

	if (worker->reported || !worker->put_back)
		return false;
	worker_require_new_process(worker);
	worker_wait(worker);
	worker->is_slow = true;
	/* The job is queued after the jobs that have waited longer. */
	TAILQ_REMOVE(&workers->waiting, worker, place);
	TAILQ_INSERT_TAIL(&workers->waiting, worker, place);
	return true;
}
