/*
 * worker_test.h -- shared by worker_test.c, worker_queue_test.c,
 * worker_reuse_test.c and zygote_test.c: jobs that misbehave in the sandbox,
 * and a hub that receives the results.
 *
 * The test is its own zygote: its main() calls zygote_main() if it gets
 * --worker. The test's own zygote_test_job() runs jobs with the address test:…;
 * the daemon's code runs all others.
 */
#ifndef WORKER_WORKER_TEST_H
#define WORKER_WORKER_TEST_H

#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <dirent.h>
#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"
#include "tests/lib/tap.h"
#include "worker/worker.h"
#include "worker/worker_parts.h"
#include "worker/zygote/zygote_parts.h"

#ifdef GLEANER_SANITIZED
#define SANDBOXED false
#else
#define SANDBOXED true
#endif

/* ---- inside a worker ---- */

struct behaviour {
	const char *name;
	void (*run)(struct reply *);
};

/* Runs the behaviour that the address "test:NAME" of a job names, see
 * zygote_test_job. If an origin precedes "test:", the process is reused. */
static bool
behave_inside(const struct behaviour *behaviours, size_t n,
    const struct job *job, struct reply *ret)
{
	for (size_t i = 0; i < n; i++) {
		struct slice name = slice_of(behaviours[i].name);

		if (job->url.len >= name.len + 5 &&
		    slice_ends(job->url, name) &&
		    slice_ends(slice_sub(job->url, 0, job->url.len - name.len),
			SLICE("test:"))) {
			behaviours[i].run(ret);
			return true;
		}
	}
	return false;
}

__attribute__((unused)) static void
call_socket(struct reply *ret)
{
	ret->robots = syscall(SYS_socket, 1, 1, 0) < 0 ? SLICE("refused")
						       : SLICE("got one");
}

static void
hang(struct reply *ret)
{
	(void)ret;
	for (volatile unsigned i = 0;; i++)
		;
}

/* ---- outside ---- */

/* ---- the limits of the workers ---- */

/* Returns the number of processes that run a job or are ending. Idle processes
 * are not counted. */
__attribute__((unused)) static size_t
workers_at_work(const struct workers *workers)
{
	return (size_t)(workers->n_running + workers->n_slow);
}

/* Sets the deadline, initially LIMIT_WORKER_WALL_MS. A shorter one is not
 * extended, so that tests know when it passes. */
__attribute__((unused)) static void
workers_set_deadline_ms(struct workers *workers, int64_t deadline_ms)
{
	workers->deadline_ms = deadline_ms;
	workers->starved_most_ms =
	    deadline_ms < LIMIT_WORKER_WALL_MS ? 0 : LIMIT_WORKER_STARVED_MS;
}

/* Sets the slow limits, initially LIMIT_WORKER_SLOW_MS and …_SLOW_WALL_MS. */
__attribute__((unused)) static void
workers_set_slow_ms(struct workers *workers, int64_t cpu_ms, int64_t wall_ms)
{
	workers->slow_ms = cpu_ms;
	workers->slow_wall_ms = wall_ms;
}

/* Sets how long a feed waits for a process that has just begun another document
 * of the same origin. */
__attribute__((unused)) static void
workers_set_soon_ms(struct workers *workers, int64_t soon_ms)
{
	workers->soon_ms = soon_ms;
}

/* Sets how long a process may be idle, initially LIMIT_REUSE_IDLE_MS. Applies
 * to processes that are idle already, too. */
__attribute__((unused)) static void
workers_set_idle_ms(struct workers *workers, int64_t idle_ms)
{
	struct worker *process;

	workers->idle_ms = idle_ms;
	for (process = TAILQ_FIRST(&workers->running); process != NULL;
	     process = TAILQ_NEXT(process, place))
		if (process->state == WORKER_IDLE && !process->kill_wanted)
			workers_arm(process->timer, idle_ms);
}

/* ---- results ---- */

struct result {
	enum worker_result result;
	enum worker_cause cause;
	char why[256], text[2048];
	size_t n_items, n_text;
	uint64_t id;
	bool reported;
	int64_t told_ms;
};

static struct event_base *base;
static struct workers *workers;
static size_t n_told;

__attribute__((unused)) static int64_t
now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

__attribute__((unused)) static void
on_done(enum worker_result result, const struct reply *reply, const char *why,
    void *arg)
{
	struct result *ret = arg;
	struct slice text = SLICE_NONE;

	n_told++;
	if (ret == NULL)
		return;
	ret->reported = true;
	ret->told_ms = now_ms();
	ret->result = result;
	ret->cause = workers_cause(workers);
	snprintf(ret->why, sizeof(ret->why), "%s", why);
	if (reply == NULL)
		return;
	ret->id = reply->id;
	if (reply->kind == JOB_FEED) {
		text = reply->feed.title;
		ret->n_items = reply->feed.n_entries;
	} else if (reply->kind == JOB_PAGE) {
		text = reply->article.body;
	} else {
		text = reply->robots;
	}
	ret->n_text = text.len;
	snprintf(ret->text, sizeof(ret->text), "%.*s", SLICE_ARG(text));
}

__attribute__((unused)) static int
body_of(struct slice bytes)
{
	int fd = memfd_create("body", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (fd < 0 || write(fd, bytes.p, bytes.len) != (ssize_t)bytes.len)
		abort();
	fcntl(fd, F_ADD_SEALS,
	    F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL);
	return fd;
}

__attribute__((unused)) static void
start(const struct job *job, struct slice body, struct result *ret)
{
	struct err e = ERR_INIT;

	if (ret != NULL)
		*ret = (struct result){ 0 };
	if (worker_start(workers, job, body_of(body), on_done, ret, &e) != 0)
		ok(false, "a job is taken: %s", e.text);
}

__attribute__((unused)) static void
wait_for(const struct result *result)
{
	while (!result->reported)
		event_base_loop(base, EVLOOP_ONCE);
}

__attribute__((unused)) static void
wait_idle(void)
{
	while (workers_busy(workers) > 0)
		event_base_loop(base, EVLOOP_ONCE);
}

__attribute__((unused)) static struct result
run(const struct job *job, struct slice body)
{
	struct result result;

	start(job, body, &result);
	ok(!result.reported, "nothing is told from within worker_start");
	wait_for(&result);
	return result;
}

__attribute__((unused)) static struct result
behave(const char *url)
{
	const struct job job = {
		.kind = JOB_ROBOTS, .id = 77, .url = slice_of(url)
	};

	return run(&job, SLICE("x"));
}

__attribute__((unused)) static void
is_result(const struct result *got, enum worker_result expected,
    const char *why, const char *name)
{
	ok(got->result == expected && strcmp(got->why, why) == 0, "%s: %s%s%s",
	    name, worker_result_name(got->result),
	    got->why[0] != '\0' ? ", " : "", got->why);
}

static struct workers *
start_workers(int parallel)
{
	struct workers *started = NULL;
	struct err e = ERR_INIT;

	base = event_base_new();
	ok(workers_new(parallel, &started, &e) == 0 &&
		workers_attach(started, base, &e) == 0,
	    "%d workers %s", parallel, e.text);
	return started;
}

static const char rss[] =
    "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel>"
    "<title>Valley News</title><link>https://example.org/</link>"
    "<item><title>One</title><link>https://example.org/1</link></item>"
    "<item><title>Two</title><link>https://example.org/2</link></item>"
    "</channel></rss>";

/* Checks that the workers function normally. */
static void
test_feed(void)
{
	const struct job job = { .kind = JOB_FEED,
		.id = 42,
		.url = SLICE("https://example.org/feed"),
		.content_type = SLICE("application/rss+xml") };
	struct result got = run(&job, slice_of(rss));

	is_result(&got, WORKER_OK, "", "a feed is read");
	is_text(slice_of(got.text), "Valley News", "its title");
	is_int((int64_t)got.n_items, 2, "its entries");
	is_int((int64_t)got.id, 42, "under the caller's number");
}

/* ---- processes ---- */

__attribute__((unused)) static void
turn_loop_for(int64_t ms)
{
	const struct timeval wait = { .tv_sec = ms / 1000,
		.tv_usec = ms % 1000 * 1000 };

	event_base_loopexit(base, &wait);
	event_base_dispatch(base);
}

/* Returns the number of children of a process, from /proc. */
__attribute__((unused)) static size_t
children_of(pid_t parent, pid_t *ret_first)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;
	size_t n = 0;

	while (proc != NULL && (entry = readdir(proc)) != NULL) {
		char path[300], line[512] = "", state;
		int fd, ppid;
		pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);

		snprintf(path, sizeof(path), "/proc/%s/stat", entry->d_name);
		if (pid <= 0 || (fd = open(path, O_RDONLY)) < 0)
			continue;
		if (read(fd, line, sizeof(line) - 1) > 0 &&
		    strrchr(line, ')') != NULL &&
		    sscanf(strrchr(line, ')'), ") %c %d", &state, &ppid) == 2 &&
		    ppid == parent) {
			if (n++ == 0 && ret_first != NULL)
				*ret_first = pid;
		}
		close(fd);
	}
	if (proc != NULL)
		closedir(proc);
	return n;
}

/* Waits until the idle processes have ended, too. */
__attribute__((unused)) static void
wait_alone(void)
{
	pid_t zygote = 0;

	wait_idle();
	children_of(getpid(), &zygote);
	while (children_of(zygote, NULL) > 0)
		turn_loop_for(20);
	turn_loop_for(50); /* the last place becomes free after a short time */
}

/* Returns whether the process has ended; a zombie counts as ended. */
__attribute__((unused)) static bool
is_gone(pid_t pid)
{
	char path[64], line[512] = "";
	const char *name_end;
	int fd;

	snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
	fd = open(path, O_RDONLY);
	if (fd < 0)
		return true;
	if (read(fd, line, sizeof(line) - 1) <= 0)
		line[0] = '\0';
	close(fd);
	name_end = strrchr(line, ')');
	return name_end == NULL || name_end[2] == 'Z' || name_end[2] == 'X';
}

__attribute__((unused)) static bool
is_gone_soon(pid_t pid)
{
	int64_t until_ms = now_ms() + 30000;

	while (!is_gone(pid) && now_ms() < until_ms)
		usleep(1000);
	return is_gone(pid);
}

__attribute__((unused)) static size_t
open_descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	size_t n = 0;

	while (dir != NULL && readdir(dir) != NULL)
		n++;
	if (dir != NULL)
		closedir(dir);
	return n;
}

/* Runs the loop until this process has `expected` open descriptors, for 10 s at
 * most.  Returns the number of open descriptors. */
__attribute__((unused)) static size_t
descriptors_settle(size_t expected)
{
	int64_t until_ms = now_ms() + 10000;

	while (open_descriptors() != expected && now_ms() < until_ms)
		turn_loop_for(10);
	return open_descriptors();
}

#endif
