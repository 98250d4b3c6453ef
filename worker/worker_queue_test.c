/*
 * worker_queue_test.c -- tests that slow documents do not delay other
 * documents, that many jobs of other hosts do not delay the jobs of trusted
 * hosts, and that all places of LIMIT_WORKERS workers can be used.
 */
#include <linux/futex.h>
#include <sched.h>

#include "base/array.h"
#include "worker/worker_test.h"

#define NEVER_MS    600000
#define DEADLINE_MS 1500
#define N_TRUSTED   16
#define N_LOOPS     3

/* Waits without end and without processor time. */
static void
worker_queue_test_sleep(struct reply *ret)
{
	static int word;

	(void)ret;
	for (;;)
		syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
}

bool
zygote_test_job(const struct job *job, struct slice body, struct reply *ret)
{
	static const struct behaviour behaviours[] = { { "hang", hang },
		{ "sleep", worker_queue_test_sleep } };

	(void)body;
	return behave_inside(behaviours, ARRAY_LENGTH(behaviours), job, ret);
}

static const struct job hanging = { .kind = JOB_ROBOTS,
	.url = SLICE("test:hang") };
static const struct job proven_hanging = {
	.kind = JOB_ROBOTS, .url = SLICE("test:hang"), .is_trusted = true
};
static const struct job quick = { .kind = JOB_FEED,
	.url = SLICE("https://example.org/feed") };
static const struct job trusted = { .kind = JOB_FEED,
	.url = SLICE("https://example.net/feed"),
	.is_trusted = true };

static bool quick_was_slow, hanging_was_slow;

static void
worker_queue_test_on_quick(enum worker_result result, const struct reply *reply,
    const char *why, void *arg)
{
	quick_was_slow = workers_was_slow(workers);
	on_done(result, reply, why, arg);
}

static void
worker_queue_test_on_hanging(enum worker_result result,
    const struct reply *reply, const char *why, void *arg)
{
	hanging_was_slow = workers_was_slow(workers);
	on_done(result, reply, why, arg);
}

static void
worker_queue_test_begin(
    const struct job *job, worker_done *done, struct result *ret)
{
	struct err e = ERR_INIT;

	*ret = (struct result){ 0 };
	if (worker_start(workers, job, body_of(slice_of(rss)), done, ret, &e) !=
	    0)
		ok(false, "a job is taken: %s", e.text);
}

/* One slow job continues in the slow queue. The process of another slow job is
 * ended, and the job waits for the slow queue. */
static void
worker_queue_test_lane(void)
{
	struct result slow[3], got;
	int64_t last_ms = 0;
	uint64_t deaths, restarts;
	pid_t zygote = 0;
	size_t most = 0, n;

	wait_alone();
	workers_set_deadline_ms(workers, DEADLINE_MS);
	workers_set_slow_ms(workers, 20, 100);
	n_told = 0;
	worker_queue_test_begin(
	    &hanging, worker_queue_test_on_hanging, &slow[0]);
	worker_queue_test_begin(
	    &hanging, worker_queue_test_on_hanging, &slow[1]);
	worker_queue_test_begin(
	    &hanging, worker_queue_test_on_hanging, &slow[2]);
	worker_queue_test_begin(&quick, worker_queue_test_on_quick, &got);
	wait_for(&got);
	ok(!slow[0].reported && !slow[1].reported && !slow[2].reported,
	    "three slow documents do not delay another one");
	is_result(
	    &got, WORKER_OK, "", "a quick document is read beside slow ones");
	is_int((int64_t)got.n_items, 2, "the quick document is complete");
	ok(!quick_was_slow, "the quick document is not slow");
	children_of(getpid(), &zygote);
	while (workers_busy(workers) > 0) {
		event_base_loop(base, EVLOOP_ONCE);
		n = children_of(zygote, NULL);
		most = n > most ? n : most;
	}
	for (int i = 0; i < 3; i++) {
		is_result(&slow[i], WORKER_TIMEOUT, "no answer in 1500 ms",
		    "each hanging document has its whole deadline");
		if (slow[i].told_ms > last_ms)
			last_ms = slow[i].told_ms;
	}
	ok(hanging_was_slow, "the hanging documents are slow");
	is_int((int64_t)n_told, 4, "each result is reported once");
	ok(last_ms - got.told_ms >= DEADLINE_MS,
	    "one slow document waited for the only slow place");
	ok(most <= 3, "S36: never more processes than places: %zu", most);
	workers_counts(workers, &deaths, &restarts);
	is_int((int64_t)deaths, 3, "only hanging documents count as deaths");
}

/* No other job waits, so no process is ended. */
static void
worker_queue_test_alone(void)
{
	struct result slow[2];

	wait_alone();
	worker_queue_test_begin(
	    &hanging, worker_queue_test_on_hanging, &slow[0]);
	worker_queue_test_begin(
	    &hanging, worker_queue_test_on_hanging, &slow[1]);
	wait_idle();
	ok(llabs(slow[1].told_ms - slow[0].told_ms) < DEADLINE_MS - 100,
	    "slow documents keep their places if no other job waits");
}

static void
worker_queue_test_proven(void)
{
	struct result slow[2], other, got;

	wait_alone();
	workers_set_slow_ms(workers, NEVER_MS, NEVER_MS);
	worker_queue_test_begin(
	    &hanging, worker_queue_test_on_hanging, &slow[0]);
	worker_queue_test_begin(
	    &hanging, worker_queue_test_on_hanging, &slow[1]);
	worker_queue_test_begin(&quick, worker_queue_test_on_quick, &other);
	worker_queue_test_begin(&trusted, worker_queue_test_on_quick, &got);
	wait_for(&got);
	is_result(&got, WORKER_OK, "",
	    "the document of a trusted host is read beside slow ones");
	ok(!slow[0].reported && !slow[1].reported && !other.reported,
	    "the slow documents and the document of an unknown host are not "
	    "done yet");
	wait_idle();
	is_result(
	    &other, WORKER_OK, "", "the document of an unknown host is read");
	ok(other.told_ms >= slow[0].told_ms || other.told_ms >= slow[1].told_ms,
	    "the document of an unknown host waits for the end of a slow one");
}

static bool
worker_queue_test_has_reported(const struct result *results, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (results[i].reported)
			return true;
	return false;
}

/* Returns true if a job has got a place: it does not wait. */
static bool
worker_queue_test_has_begun(const struct result *result)
{
	const struct worker *job;

	for (job = TAILQ_FIRST(&workers->waiting); job != NULL;
	     job = TAILQ_NEXT(job, place))
		if (job->arg == result)
			return false;
	return true;
}

/* Both places are occupied until all jobs wait.  They have jobs of trusted
 * hosts, because a job of another host that hangs in a normal place would keep
 * the only place for such jobs. */
static void
worker_queue_test_turns(void)
{
	struct result held[2], first[N_TRUSTED], others[2];
	struct job job = trusted;
	char url[64];

	wait_alone();
	for (int i = 0; i < 2; i++)
		worker_queue_test_begin(
		    &proven_hanging, worker_queue_test_on_hanging, &held[i]);
	worker_queue_test_begin(&quick, worker_queue_test_on_quick, &others[0]);
	worker_queue_test_begin(&quick, worker_queue_test_on_quick, &others[1]);
	for (int i = 0; i < N_TRUSTED; i++) {
		snprintf(url, sizeof(url), "https://e%d.example/feed", i);
		job.url = slice_of(url);
		worker_queue_test_begin(
		    &job, worker_queue_test_on_quick, &first[i]);
	}
	while (!worker_queue_test_has_reported(first, N_TRUSTED) &&
	       !worker_queue_test_has_reported(others, 2))
		event_base_loop(base, EVLOOP_ONCE);
	ok(!worker_queue_test_has_reported(others, 2),
	    "the first job that is done is of a trusted host");
	while (!worker_queue_test_has_begun(&others[0]) ||
	       !worker_queue_test_has_begun(&others[1]))
		event_base_loop(base, EVLOOP_ONCE);
	ok(!first[N_TRUSTED - 1].reported,
	    "other hosts get places before all trusted jobs are done");
	wait_idle();
	is_result(&first[N_TRUSTED - 1], WORKER_OK, "", "all are read");
}

/* ---- the deadline on a busy machine ---- */

/* Starts processes that occupy the processor on which the workers run. */
static void
worker_queue_test_load(pid_t zygote, pid_t loops[N_LOOPS])
{
	cpu_set_t all, one;
	int cpu = 0;

	CPU_ZERO(&one);
	if (sched_getaffinity(0, sizeof(all), &all) != 0)
		ok(false, "the processors are known");
	while (cpu < CPU_SETSIZE - 1 && !CPU_ISSET(cpu, &all))
		cpu++;
	CPU_SET(cpu, &one);
	is_int(sched_setaffinity(zygote, sizeof(one), &one), 0,
	    "the workers run on one processor");
	for (int i = 0; i < N_LOOPS; i++) {
		loops[i] = fork();
		if (loops[i] > 0)
			continue;
		sched_setaffinity(0, sizeof(one), &one);
		for (volatile unsigned n = 0;; n++)
			;
	}
}

/* A process that waits for a processor gets more time; a process that sleeps
 * gets no more time. */
static void
worker_queue_test_busy(void)
{
	int64_t begin_ms;
	struct result got;
	pid_t zygote = 0, worker = 0, loops[N_LOOPS];
	uint64_t extended;

	wait_alone();
	children_of(getpid(), &zygote);
	worker_queue_test_load(zygote, loops);
	workers_set_slow_ms(workers, NEVER_MS, NEVER_MS);
	workers->starved_most_ms = 10 * DEADLINE_MS;
	extended = workers->extended;
	begin_ms = now_ms();
	worker_queue_test_begin(&hanging, worker_queue_test_on_hanging, &got);
	wait_for(&got);
	is_result(&got, WORKER_TIMEOUT, "no answer in 1500 ms",
	    "a hanging document beside three busy processes times out");
	ok(got.told_ms - begin_ms >= 2 * DEADLINE_MS,
	    "time without a processor is not counted (%lld ms)",
	    (long long)(got.told_ms - begin_ms));
	ok(workers->extended >= extended + 2,
	    "the deadline is extended as long as the process waits");

	wait_alone();
	extended = workers->extended;
	worker_queue_test_begin(&hanging, worker_queue_test_on_hanging, &got);
	while (children_of(zygote, &worker) == 0)
		turn_loop_for(20);
	kill(worker, SIGSTOP);
	wait_for(&got);
	is_result(&got, WORKER_TIMEOUT, "no answer in 1500 ms",
	    "a stopped process times out");
	ok(workers->extended <= extended + 1,
	    "time in which a process is not ready to run counts");
	for (int i = 0; i < N_LOOPS; i++) {
		kill(loops[i], SIGKILL);
		waitpid(loops[i], NULL, 0);
	}
	workers_set_deadline_ms(workers, DEADLINE_MS);
}

/* ---- all places ---- */

/* Half of the jobs become slow and leave their places to others. */
static void
worker_queue_test_full(void)
{
	static struct result held[2 * LIMIT_WORKERS];
	const size_t n = ARRAY_LENGTH(held);
	const struct job job = { .kind = JOB_ROBOTS,
		.url = SLICE("test:sleep"),
		.is_trusted = true };
	int64_t until_ms = now_ms() + 30000;
	pid_t zygote = 0;

	children_of(getpid(), &zygote);
	workers_set_deadline_ms(workers, NEVER_MS);
	workers_set_slow_ms(workers, 100, 100);
	for (size_t i = 0; i < n; i++)
		worker_queue_test_begin(
		    &job, worker_queue_test_on_hanging, &held[i]);
	while (children_of(zygote, NULL) < n && now_ms() < until_ms)
		turn_loop_for(20);
	is_int((int64_t)children_of(zygote, NULL), (int64_t)n,
	    "there is a process for each place");
	ok(!worker_queue_test_has_reported(held, n), "no job was refused");
}

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "--worker") == 0)
		return zygote_main();
	workers = start_workers(2);
	if (workers == NULL)
		return done_testing();
	workers_set_idle_ms(workers, 50);
	worker_queue_test_lane();
	worker_queue_test_alone();
	worker_queue_test_proven();
	workers_set_deadline_ms(workers, LIMIT_WORKER_WALL_MS);
	test_feed();
	workers_free(workers);
	event_base_free(base);
	workers = start_workers(1);
	if (workers == NULL)
		return done_testing();
	workers_set_idle_ms(workers, 50);
	workers_set_deadline_ms(workers, DEADLINE_MS);
	workers_set_slow_ms(workers, NEVER_MS, NEVER_MS);
	worker_queue_test_turns();
	worker_queue_test_busy();
	workers_free(workers);
	event_base_free(base);
	workers = start_workers(LIMIT_WORKERS);
	if (workers == NULL)
		return done_testing();
	worker_queue_test_full();
	workers_free(workers);
	event_base_free(base);
	return done_testing();
}
