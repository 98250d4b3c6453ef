/*
 * worker_test.c -- tests that jobs are sent and replies are received, and that
 * no behaviour of a worker blocks or ends the hub.
 */
#include "worker/worker_test.h"

#include <sys/resource.h>

#include "base/array.h"
#include "tests/lib/pace.h"
#include "worker/message/channel.h"
#include "worker/worker.h"

#ifdef GLEANER_SANITIZED
/* The number is small, because the fork of a process with sanitizers is slow.
 */
#define MANY_JOBS 300
#else
#define MANY_JOBS 10000
#endif

/* ---- inside a worker ---- */

#ifdef GLEANER_SANITIZED

/* Does not use an invalid pointer, because the sanitizer would report the
 * access and exit. */
static void
worker_test_crash(struct reply *ret)
{
	(void)ret;
	signal(SIGSEGV, SIG_DFL);
	raise(SIGSEGV);
}

#else

static volatile int *volatile nowhere;

static void
worker_test_crash(struct reply *ret)
{
	(void)ret;
	*nowhere = 1;
}

#endif

static void
worker_test_leave_early(struct reply *ret)
{
	(void)ret;
	_exit(7);
}

static void
worker_test_run_out_of_memory(struct reply *ret)
{
	(void)ret;
	_exit(12); /* WORKER_EXIT_MEMORY */
}

static void
worker_test_have_no_sandbox(struct reply *ret)
{
	(void)ret;
	_exit(WORKER_EXIT_SANDBOX);
}

static void
worker_test_write_raw(const void *bytes, size_t n)
{
	if (write(3, bytes, n) < 0)
		_exit(1);
}

static void
worker_test_say_garbage(struct reply *ret)
{
	static const char garbage[100] = "HTTP/1.1 200 OK";

	(void)ret;
	worker_test_write_raw(garbage, sizeof(garbage));
	hang(ret);
}

static void
worker_test_say_half(struct reply *ret)
{
	struct buf frame;

	buf_init(&frame, 1000);
	ret->robots = SLICE("all of it");
	reply_write(&frame, ret);
	worker_test_write_raw(frame.p, frame.len - 1);
	_exit(0);
}

static void
worker_test_say_too_much(struct reply *ret)
{
	struct buf frame;

	buf_init(&frame, 1000);
	ret->robots = SLICE("all of it");
	reply_write(&frame, ret);
	worker_test_write_raw(frame.p, frame.len);
	worker_test_write_raw("x", 1);
	hang(ret);
}

static void
worker_test_say_anothers(struct reply *ret)
{
	ret->id++;
	ret->robots = SLICE("the answer to another job");
}

static void
worker_test_say_bad_text(struct reply *ret)
{
	ret->kind = JOB_ROBOTS;
	ret->failed = true;
	ret->why = SLICE("\xFF\xFE");
}

static void
worker_test_say_much(struct reply *ret)
{
	static char text[1500 * 1024];

	memset(text, 'a', sizeof(text));
	ret->robots = (struct slice){ text, sizeof(text) };
}

static void
worker_test_fail(struct reply *ret)
{
	ret->failed = true;
	ret->why = SLICE("it is too much");
}

bool
zygote_test_job(const struct job *job, struct slice body, struct reply *ret)
{
	static const struct behaviour behaviours[] = {
		{ "crash", worker_test_crash },
		{ "socket", call_socket },
		{ "hang", hang },
		{ "leave", worker_test_leave_early },
		{ "memory", worker_test_run_out_of_memory },
		{ "no-sandbox", worker_test_have_no_sandbox },
		{ "garbage", worker_test_say_garbage },
		{ "half", worker_test_say_half },
		{ "too-much", worker_test_say_too_much },
		{ "anothers", worker_test_say_anothers },
		{ "bad-text", worker_test_say_bad_text },
		{ "much", worker_test_say_much },
		{ "fail", worker_test_fail },
	};

	(void)body;
	return behave_inside(behaviours, ARRAY_LENGTH(behaviours), job, ret);
}

/* ---- success ---- */

static const char page[] =
    "<html><head><title>Ferry returns</title></head><body>"
    "<div><a href=\"/\">Home</a> <a href=\"/news\">News</a> "
    "<a href=\"/sport\">Sport</a></div><h1>Ferry returns</h1>"
    "<p>The ferry across the lower river returns on Monday after eleven "
    "weeks of repairs, the harbour office said, and will at first carry "
    "passengers on foot and on bicycles only.</p>"
    "<p>Cars are to follow in the autumn, when the new ramp on the southern "
    "bank has been tested with lorries of up to twelve tonnes by the office "
    "and by its insurer.</p></body></html>";

static void
worker_test_page(void)
{
	static const enum cuter_parser fallback_levels[] = { CUTER_PARSER_AUTO,
		CUTER_PARSER_NESTED, CUTER_PARSER_TIDY, CUTER_PARSER_LIBXML2,
		CUTER_PARSER_PLAIN };

	for (size_t i = 0; i < ARRAY_LENGTH(fallback_levels); i++) {
		const struct job job = { .kind = JOB_PAGE,
			.parser = fallback_levels[i],
			.url = SLICE("https://example.org/ferry"),
			.content_type = SLICE("text/html"),
			.hint_title = SLICE("Ferry returns") };
		struct result got = run(&job, slice_of(page));

		is_result(
		    &got, WORKER_OK, "", cuter_parser_name(fallback_levels[i]));
		ok(strstr(got.text, "eleven weeks of repairs") != NULL,
		    "the reply has the article");
	}
}

static void
worker_test_robots(void)
{
	const struct job job = { .kind = JOB_ROBOTS };
	struct result got =
	    run(&job, SLICE("User-agent: *\nDisallow: /\n\n"
			    "User-agent: gleaner\nDisallow: /private\n"));

	is_result(&got, WORKER_OK, "", "robots.txt is reduced");
	ok(strstr(got.text, "Disallow: /private") != NULL,
	    "the group for Gleaner in robots.txt is kept");
	ok(strstr(got.text, "Disallow: /\n") == NULL,
	    "other groups in robots.txt are removed");
	got = run(&job, SLICE(""));
	is_result(&got, WORKER_OK, "", "an empty robots.txt is read");
}

static void
worker_test_much(void)
{
	struct result got = behave("test:much");

	is_result(&got, WORKER_OK, "", "a reply in many pieces is read");
	is_int((int64_t)got.n_text, 1500 * 1024,
	    "the text of a large page is complete");
}

/* ---- failures ---- */

static void
worker_test_deaths(void)
{
	static const struct {
		const char *url;
		enum worker_result result;
		const char *why, *name;
	} cases[] = {
		{ "test:crash", WORKER_DIED, "killed by SIGSEGV", "a crash" },
#ifndef GLEANER_SANITIZED
		{ "test:socket", WORKER_DIED, "killed by SIGSYS",
		    "a forbidden call" },
#endif
		{ "test:leave", WORKER_DIED, "exited with 7 without a reply",
		    "an early exit" },
		{ "test:memory", WORKER_DIED, "out of memory",
		    "no memory at all" },
		{ "test:half", WORKER_DIED, "exited with 0 without a reply",
		    "half an answer" },
		{ "test:garbage", WORKER_PROTOCOL,
		    "reply with an invalid header", "garbage" },
		{ "test:too-much", WORKER_PROTOCOL,
		    "reply longer than its header states", "a byte too much" },
		{ "test:anothers", WORKER_PROTOCOL,
		    "reply with an invalid header", "another job's answer" },
		{ "test:bad-text", WORKER_PROTOCOL, "malformed reply",
		    "what is no UTF-8" },
		{ "test:fail", WORKER_FAILED, "it is too much",
		    "a failure that it tells itself" },
	};
	uint64_t deaths, restarts;

	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct result got = behave(cases[i].url);

		is_result(&got, cases[i].result, cases[i].why, cases[i].name);
		is_int(got.cause, WORKER_CAUSE_DOCUMENT,
		    "the cause is the document");
	}
	workers_counts(workers, &deaths, &restarts);
	is_int((int64_t)deaths, ARRAY_LENGTH(cases) - 1,
	    "the ended workers are counted");
	is_int((int64_t)restarts, 1, "the zygote was not affected");
	test_feed();
}

/* Failures that the document did not cause. */
static void
worker_test_causes(void)
{
	const struct job job = { .kind = JOB_ROBOTS,
		.url = SLICE("test:hang") };
	struct result got = behave("test:no-sandbox");
	pid_t zygote = 0, worker = 0;

	is_result(&got, WORKER_DIED, "the sandbox could not be entered",
	    "a missing sandbox ends the worker");
	is_int(got.cause, WORKER_CAUSE_SANDBOX, "the cause is the sandbox");
	wait_alone();
	children_of(getpid(), &zygote);
	start(&job, SLICE(""), &got);
	while (children_of(zygote, &worker) == 0)
		turn_loop_for(20);
	kill(worker, SIGKILL);
	wait_for(&got);
	is_result(
	    &got, WORKER_DIED, "killed by SIGKILL", "SIGKILL is reported");
	is_int(got.cause, WORKER_CAUSE_KILLED,
	    "a SIGKILL from outside is distinguished");
	test_feed();
}

static void
worker_test_deadline(void)
{
	struct result got;
	int64_t begin_ms;

	workers_set_deadline_ms(workers, 300);
	begin_ms = now_ms();
	got = behave("test:hang");
	is_result(&got, WORKER_TIMEOUT, "no answer in 300 ms",
	    "a hanging document times out");
	ok(got.told_ms - begin_ms >= 290 &&
		got.told_ms - begin_ms < pace_ms(5000),
	    "S36: the hanging worker is killed at the deadline (%lld ms)",
	    (long long)(got.told_ms - begin_ms));
	workers_set_deadline_ms(workers, 1000);
	got = behave("test:hang");
	is_result(&got, WORKER_TIMEOUT, "no answer in 1 s",
	    "the reason gives the deadline in seconds");
	workers_set_deadline_ms(workers, LIMIT_WORKER_WALL_MS);
	test_feed();
}

/* ---- many ---- */

static void
worker_test_parallel(void)
{
	struct result hanging[5];
	const struct job job = { .kind = JOB_ROBOTS,
		.url = SLICE("test:hang") };
	pid_t zygote = 0;
	size_t most = 0;

	wait_alone();
	workers_set_deadline_ms(workers, 400);
	workers_set_slow_ms(workers, 1000, 1000);
	for (size_t i = 0; i < 5; i++)
		start(&job, SLICE(""), &hanging[i]);
	is_int((int64_t)workers_busy(workers), 5, "five jobs run or wait");
	children_of(getpid(), &zygote);
	while (workers_busy(workers) > 0) {
		size_t n;

		event_base_loop(base, EVLOOP_ONCE);
		n = children_of(zygote, NULL);
		if (n > most)
			most = n;
	}
	is_int((int64_t)most, 2, "never more than two processes");
	ok(hanging[4].told_ms - hanging[0].told_ms >= 700,
	    "jobs beyond the limit have waited");
	ok(hanging[0].told_ms <= hanging[2].told_ms &&
		hanging[2].told_ms <= hanging[4].told_ms,
	    "the waiting jobs run in their order");
	workers_set_deadline_ms(workers, LIMIT_WORKER_WALL_MS);
	workers_set_slow_ms(
	    workers, LIMIT_WORKER_SLOW_MS, LIMIT_WORKER_SLOW_WALL_MS);
}

static void
worker_test_many(void)
{
	const struct job jobs[] = {
		{ .kind = JOB_FEED, .url = SLICE("https://example.org/f") },
		{ .kind = JOB_ROBOTS, .url = SLICE("test:fail") },
		{ .kind = JOB_PAGE, .url = SLICE("https://example.org/p") },
		/* Only some of the processes end, because deaths are
		 * rate-limited. */
		{ .kind = JOB_ROBOTS, .url = SLICE("test:crash") },
	};
	size_t n_started = 0, n_before;
	int64_t begin_ms;

	wait_alone();
	n_before = open_descriptors();
	begin_ms = now_ms();
	n_told = 0;
	while (n_started < MANY_JOBS || workers_busy(workers) > 0) {
		while (n_started < MANY_JOBS && workers_busy(workers) < 50) {
			const struct job *job =
			    &jobs[n_started % 200 == 2 ? 3 : n_started % 3];

			n_started++;
			start(job,
			    job->kind == JOB_PAGE ? slice_of(page)
						  : slice_of(rss),
			    NULL);
		}
		event_base_loop(base, EVLOOP_ONCE);
	}
	is_int(
	    (int64_t)n_told, MANY_JOBS, "each of many jobs is reported once");
	printf("# %d jobs in %lld ms\n", MANY_JOBS,
	    (long long)(now_ms() - begin_ms));
	wait_alone();
	is_int((int64_t)descriptors_settle(n_before), (int64_t)n_before,
	    "S65: the number of descriptors is as before");
	is_int((int64_t)children_of(getpid(), NULL), 1,
	    "only the process of the zygote is left");
}

/* Each process ends immediately. The rate of forks must be limited. */
static void
worker_test_storm(void)
{
	const struct job job = { .kind = JOB_ROBOTS,
		.url = SLICE("test:crash") };
	const int n = 3 * LIMIT_DEATHS / 2;
	int64_t begin_ms = now_ms(), took_ms;

	for (int i = 0; i < n; i++)
		start(&job, SLICE("x"), NULL);
	wait_idle();
	took_ms = now_ms() - begin_ms;
	/* Processes that still run when the token bucket (respawn.h) becomes
	 * empty end, too. */
	ok(took_ms >= (n - LIMIT_DEATHS - 8) * 1000 / LIMIT_DEATHS_S,
	    "S39: %d crashers die in %lld ms, %d at once", n,
	    (long long)took_ms, LIMIT_DEATHS);
	ok(took_ms < pace_ms(20000), "S39: no job waits for ever");
}

/* ---- limits ---- */

static void
worker_test_refusals(void)
{
	static char long_url[LIMIT_URL_BYTES + 1];
	struct job job = { .kind = JOB_FEED };
	struct err e = ERR_INIT;
	struct workers *none = NULL;
	size_t n_before = open_descriptors();

	memset(long_url, 'a', sizeof(long_url));
	job.url = (struct slice){ long_url, sizeof(long_url) };
	is_int(
	    worker_start(workers, &job, body_of(SLICE("")), on_done, NULL, &e),
	    ERR_LIMIT, "an address that is too long is refused");
	is_int((int64_t)open_descriptors(), (int64_t)n_before,
	    "the body of a refused job is closed");
	is_int(workers_new(0, &none, &e), ERR_USAGE,
	    "workers_new() refuses 0 workers");
	is_int(workers_new(LIMIT_WORKERS + 1, &none, &e), ERR_USAGE,
	    "workers_new() refuses more than LIMIT_WORKERS");
}

static void
worker_test_long_hints(void)
{
	static char long_text[LIMIT_FIELD_BYTES];
	struct job job = { .kind = JOB_PAGE,
		.url = SLICE("https://example.org/ferry") };
	struct result got;

	memset(long_text, 'a', sizeof(long_text));
	job.hint_title = (struct slice){ long_text, sizeof(long_text) };
	job.hint_summary = job.content_type = job.memory = job.hint_title;
	got = run(&job, slice_of(page));
	is_result(&got, WORKER_OK, "", "a page with hints of 4 MiB is read");
	job.memory = slice_sub(job.memory, 0, LIMIT_SITE_MEMORY);
	got = run(&job, slice_of(page));
	is_result(&got, WORKER_OK, "",
	    "a site memory of the maximum size does not fail the job");
}

static void
worker_test_few_descriptors(void)
{
	const struct job job = { .kind = JOB_FEED };
	struct result got[4];
	struct rlimit before, few;
	int fds[256];
	size_t n = 0;

	getrlimit(RLIMIT_NOFILE, &before);
	few = before;
	few.rlim_cur = 64;
	setrlimit(RLIMIT_NOFILE, &few);
	for (size_t i = 0; i < 4; i++)
		start(&job, slice_of(rss), &got[i]);
	while (n < 256 && (fds[n] = open("/dev/null", O_RDONLY)) >= 0)
		n++;
	turn_loop_for(500);
	while (n > 0)
		close(fds[--n]);
	setrlimit(RLIMIT_NOFILE, &before);
	for (size_t i = 0; i < 4; i++) {
		wait_for(&got[i]);
		is_result(&got[i], WORKER_OK, "",
		    "a job is done when descriptors are available again");
	}
}

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "--worker") == 0)
		return zygote_main();
	workers = start_workers(2);
	if (workers == NULL)
		return done_testing();
	test_feed();
	worker_test_page();
	worker_test_robots();
	worker_test_much();
	worker_test_deaths();
	worker_test_causes();
	worker_test_deadline();
	worker_test_parallel();
	worker_test_many();
	worker_test_storm();
	worker_test_refusals();
	worker_test_long_hints();
	worker_test_few_descriptors();
	workers_free(workers);
	event_base_free(base);
	return done_testing();
}
