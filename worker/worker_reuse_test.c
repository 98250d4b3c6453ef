/*
 * worker_reuse_test.c -- tests that a process is reused only for documents of
 * the same origin. If a document fails in a reused process, this counts only
 * after the document has failed in a new process, too.
 */
#include "base/array.h"
#include "worker/worker_test.h"

/* ---- inside a worker ---- */

static int n_seen; /* number of documents that this process has read */

static void
worker_reuse_test_count(struct reply *ret)
{
	static char text[16];

	ret->robots = (struct slice){ text,
		(size_t)snprintf(text, sizeof(text), "%d", n_seen) };
}

static void
worker_reuse_test_crash_later(struct reply *ret)
{
	if (n_seen > 1)
		_exit(9);
	worker_reuse_test_count(ret);
}

static void
worker_reuse_test_crash_always(struct reply *ret)
{
	(void)ret;
	_exit(7);
}

static void
worker_reuse_test_lie_later(struct reply *ret)
{
	worker_reuse_test_count(ret);
	if (n_seen > 1)
		ret->id++;
}

static void
worker_reuse_test_fail_later(struct reply *ret)
{
	worker_reuse_test_count(ret);
	ret->failed = n_seen > 1;
	ret->why = SLICE("the memory is used up");
}

static void
worker_reuse_test_hang_later(struct reply *ret)
{
	if (n_seen > 1)
		hang(ret);
	worker_reuse_test_count(ret);
}

static void
worker_reuse_test_leave_much(struct reply *ret)
{
	static char *volatile left;

	left = malloc(2 * LIMIT_REUSE_HEAP);
	worker_reuse_test_count(ret);
	ret->failed = left == NULL;
}

static void
worker_reuse_test_compute(struct reply *ret)
{
	struct timespec used;

	do
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	while (used.tv_sec * 1000 < LIMIT_REUSE_CPU_MS);
	worker_reuse_test_count(ret);
}

static struct slice seen_body;

static void
worker_reuse_test_tell_body(struct reply *ret)
{
	static char text[64];
	uint64_t sum = 0;

	for (size_t i = 0; i < seen_body.len; i++)
		sum = sum * 31 + (unsigned char)seen_body.p[i];
	ret->robots = (struct slice){ text,
		(size_t)snprintf(text, sizeof(text), "%d %zu %llx", n_seen,
		    seen_body.len, (unsigned long long)sum) };
}

bool
zygote_test_job(const struct job *job, struct slice body, struct reply *ret)
{
	static const struct behaviour behaviours[] = {
		{ "count", worker_reuse_test_count },
		{ "crash-later", worker_reuse_test_crash_later },
		{ "crash-always", worker_reuse_test_crash_always },
		{ "socket", call_socket },
		{ "lie-later", worker_reuse_test_lie_later },
		{ "fail-later", worker_reuse_test_fail_later },
		{ "leave-much", worker_reuse_test_leave_much },
		{ "compute", worker_reuse_test_compute },
		{ "body", worker_reuse_test_tell_body },
		{ "hang", hang },
		{ "hang-later", worker_reuse_test_hang_later },
	};

	n_seen++;
	seen_body = body;
	return behave_inside(behaviours, ARRAY_LENGTH(behaviours), job, ret);
}

/* ---- outside ---- */

#define A "https://a.example/"

/* The whole test takes less than this time on any machine. */
#define PATIENT_MS 600000
/* The events for which the test waits take less than this time. */
#define SOON_MS 30000

/* The zygote's report of a process may arrive after the reply. */
static void
worker_reuse_test_wait_settled(void)
{
	while (workers_at_work(workers) > 0)
		event_base_loop(base, EVLOOP_ONCE);
}

static void
worker_reuse_test_says(const char *url, const char *expected, const char *name)
{
	struct result got = behave(url);

	is_result(&got, WORKER_OK, "", name);
	is_text(slice_of(got.text), expected,
	    "the reply is of the expected process");
	worker_reuse_test_wait_settled();
}

static uint64_t
worker_reuse_test_deaths(void)
{
	uint64_t n_deaths, restarts;

	workers_counts(workers, &n_deaths, &restarts);
	return n_deaths;
}

static void
worker_reuse_test_origins(void)
{
	worker_reuse_test_says(A "test:count", "1", "a first document");
	worker_reuse_test_says(A "x/y?z#test:count", "2",
	    "another document of the same origin uses the same process");
	worker_reuse_test_says(
	    "https://A.example:443/test:count", "3", "in another spelling");
	worker_reuse_test_says("https://b.example/test:count", "1",
	    "a document of another host gets another process");
	worker_reuse_test_says(
	    "http://a.example/test:count", "1", "of another scheme");
	worker_reuse_test_says(
	    "https://a.example:8443/test:count", "1", "of another port");
	worker_reuse_test_says("https://www.a.example/test:count", "1",
	    "a document of a subdomain gets another process");
	worker_reuse_test_says("test:count", "1",
	    "a document without an origin gets another process");
	worker_reuse_test_says(A "test:count", "4",
	    "the process of the first origin was idle meanwhile");
}

static void
worker_reuse_test_kinds(void)
{
	static const char page[] =
	    "<html><title>Ferry</title><body><h1>Ferry</h1><p>The ferry "
	    "across the lower river returns on Monday after eleven weeks of "
	    "repairs, the harbour office said.</p></body></html>";
	const struct job page_job = { .kind = JOB_PAGE,
		.url = SLICE("https://kinds.example/1"),
		.content_type = SLICE("text/html") };
	const struct job feed_job = { .kind = JOB_FEED,
		.url = SLICE("https://kinds.example/feed") };
	struct result first = run(&page_job, slice_of(page)), again, feed;

	worker_reuse_test_wait_settled();
	again = run(&page_job, slice_of(page));
	feed = run(&feed_job, slice_of(rss));
	is_result(&first, WORKER_OK, "", "the first page is read");
	is_result(&again, WORKER_OK, "", "the same page is read again");
	ok(first.n_text > 0 && strcmp(first.text, again.text) == 0,
	    "the second reading gives the same article");
	is_result(&feed, WORKER_OK, "", "a feed after the page is read");
	is_int((int64_t)feed.n_items, 2, "the feed is complete");
	worker_reuse_test_says("https://kinds.example/test:count", "4",
	    "one process has read all four documents");
}

/* Sends documents of many sizes. The large ones exceed the socket's buffer, so
 * they are sent in pieces. */
static void
worker_reuse_test_bodies(void)
{
	static char body[LIMIT_REUSE_BYTES + 1];
	static const size_t sizes[] = { 0, 1, 65536, 300000,
		(size_t)LIMIT_REUSE_BYTES };
	const struct job job = { .kind = JOB_ROBOTS,
		.url = SLICE("https://body.example/test:body") };
	struct result got;
	char expected[64];

	for (size_t i = 0; i < sizeof(body); i++)
		body[i] = (char)(i * 7 + i / 251);
	for (size_t i = 0; i < ARRAY_LENGTH(sizes); i++) {
		uint64_t sum = 0;

		for (size_t j = 0; j < sizes[i]; j++)
			sum = sum * 31 + (unsigned char)body[j];
		snprintf(expected, sizeof(expected), "%zu %zu %llx", i + 1,
		    sizes[i], (unsigned long long)sum);
		got = run(&job, (struct slice){ body, sizes[i] });
		worker_reuse_test_wait_settled();
		is_result(&got, WORKER_OK, "",
		    "a large document is sent to the process");
		is_text(slice_of(got.text), expected,
		    "a large document is received completely");
	}
	got = run(&job, (struct slice){ body, sizeof(body) });
	ok(slice_starts(slice_of(got.text), SLICE("1 ")),
	    "a larger document gets a process of its own (%s)", got.text);
}

static void
worker_reuse_test_bounds(void)
{
	char number[16];

	for (int i = 1; i <= LIMIT_REUSE_DOCUMENTS; i++) {
		snprintf(number, sizeof(number), "%d", i);
		worker_reuse_test_says(
		    "http://many.example/test:count", number, "one of many");
	}
	worker_reuse_test_says("http://many.example/test:count", "1",
	    "a process ends after LIMIT_REUSE_DOCUMENTS documents");
#ifndef GLEANER_SANITIZED /* sanitizers have their own malloc */
	worker_reuse_test_says("http://much.example/test:leave-much", "1",
	    "a process that keeps much memory ends");
	worker_reuse_test_says(
	    "http://much.example/test:count", "1", "ends, too");
#endif
	/* Uses a second of processor time, on a machine that may be busy. */
	workers_set_deadline_ms(workers, PATIENT_MS);
	worker_reuse_test_says("http://slow.example/test:compute", "1",
	    "a process that has used much CPU time ends");
	workers_set_deadline_ms(workers, LIMIT_WORKER_WALL_MS);
	worker_reuse_test_says(
	    "http://slow.example/test:count", "1", "as well");
}

static void
worker_reuse_test_blame(void)
{
	static const char *const later[] = { "crash-later", "lie-later",
		"fail-later" };
	struct result got;
	uint64_t before;
	char url[64];

	for (size_t i = 0; i < ARRAY_LENGTH(later); i++) {
		worker_reuse_test_says(
		    "http://blame.example/test:count", "1", "a good one");
		before = worker_reuse_test_deaths();
		snprintf(
		    url, sizeof(url), "http://blame.example/test:%s", later[i]);
		worker_reuse_test_says(url, "1", later[i]);
		is_int((int64_t)(worker_reuse_test_deaths() - before), 1,
		    "the document is tried again in a process of its own");
		got = behave("http://blame.example/test:crash-always");
		is_result(&got, WORKER_DIED, "exited with 7 without a reply",
		    "a document that kills its own process is the cause");
	}
#ifndef GLEANER_SANITIZED
	worker_reuse_test_says(
	    "http://cage.example/test:count", "1", "a first document");
	got = behave("http://cage.example/test:socket");
	is_result(&got, WORKER_DIED, "killed by SIGSYS",
	    "S34: the sandbox is the same for a later document");
#endif
}

static void
worker_reuse_test_deadline(void)
{
	struct result got;
	int64_t begin_ms;
	uint64_t before;

	worker_reuse_test_says(
	    "http://time.example/test:count", "1", "a first document");
	before = worker_reuse_test_deaths();
	workers_set_deadline_ms(workers, 300);
	begin_ms = now_ms();
	got = behave("http://time.example/test:hang");
	is_result(&got, WORKER_TIMEOUT, "no answer in 300 ms",
	    "a hanging document times out");
	ok(got.told_ms - begin_ms >= 2 * 290,
	    "each process has the full deadline (%lld ms)",
	    (long long)(got.told_ms - begin_ms));
	is_int((int64_t)(worker_reuse_test_deaths() - before), 2,
	    "two processes were ended");
	workers_set_deadline_ms(workers, 2000);
	worker_reuse_test_says(
	    "http://time.example/test:count", "1", "the next document is read");
	worker_reuse_test_says("http://time.example/test:hang-later", "1",
	    "a document that waits behind a hanging one is read");
	workers_set_deadline_ms(workers, LIMIT_WORKER_WALL_MS);
}

/* Runs the loop until the zygote has n processes. */
static bool
worker_reuse_test_is_soon(pid_t zygote, size_t n)
{
	int64_t until_ms = now_ms() + SOON_MS;

	while (children_of(zygote, NULL) != n && now_ms() < until_ms)
		turn_loop_for(5);
	return children_of(zygote, NULL) == n;
}

/* Waits until all idle processes have ended. */
static void
worker_reuse_test_all_end(void)
{
	workers_set_idle_ms(workers, 1);
	wait_alone();
	workers_set_idle_ms(workers, PATIENT_MS);
}

/* If an idle process dies, no job fails. */
static void
worker_reuse_test_killed_idle(void)
{
	pid_t zygote = 0, worker = 0;
	uint64_t before;

	worker_reuse_test_all_end();
	worker_reuse_test_says(
	    "http://killed.example/test:count", "1", "a first document");
	children_of(getpid(), &zygote);
	is_int((int64_t)children_of(zygote, &worker), 1,
	    "the process is idle after its document");
	before = worker_reuse_test_deaths();
	kill(worker, SIGKILL);
	ok(worker_reuse_test_is_soon(zygote, 0), "the idle process is killed");
	/* The zygote reports the end of the idle process before the end of the
	 * next process. */
	worker_reuse_test_says("test:count", "1", "another is read");
	is_int((int64_t)(worker_reuse_test_deaths() - before), 0,
	    "the end of an idle process does not count as a death");
	worker_reuse_test_all_end();
	worker_reuse_test_says("http://killed.example/test:count", "1",
	    "the document after a killed process is read");
	is_int((int64_t)children_of(zygote, &worker), 1,
	    "the process is idle after its document");
	kill(worker, SIGKILL); /* the job starts before the loop notices the
				  end */
	worker_reuse_test_says("http://killed.example/test:count", "1",
	    "a job for a process that was killed just before is done");
}

static void
worker_reuse_test_turns(void)
{
	struct job jobs[3] = { { .kind = JOB_ROBOTS }, { .kind = JOB_ROBOTS },
		{ .kind = JOB_ROBOTS } };
	struct result hanging, got[3];
	const struct job hang_job = { .kind = JOB_ROBOTS,
		.url = SLICE("test:hang") };

	jobs[0].url = SLICE("http://turn.example/1/test:count");
	jobs[1].url = SLICE("http://other.example/test:count");
	jobs[2].url = SLICE("http://turn.example/2/test:count");
	workers_set_deadline_ms(workers, 1000);
	start(&hang_job, SLICE(""), &hanging); /* uses one of the two places for
						  jobs of hosts that are not
						  trusted */
	workers_set_deadline_ms(workers, LIMIT_WORKER_WALL_MS);
	for (size_t i = 0; i < 3; i++)
		start(&jobs[i], SLICE(""), &got[i]);
	for (size_t i = 0; i < 3; i++)
		wait_for(&got[i]);
	is_text(slice_of(got[2].text), "2",
	    "a job gets the process of its own origin");
	is_text(slice_of(got[1].text), "1",
	    "a job of another origin gets its own process");
	wait_for(&hanging);
}

#define BURST 8

static const struct job burst_feed = { .kind = JOB_FEED,
	.url = SLICE("http://burst.example/feed"),
	.content_type = SLICE("application/rss+xml") };

static void
worker_reuse_test_start_burst(struct result got[BURST])
{
	for (size_t i = 0; i < BURST; i++)
		start(&burst_feed, slice_of(rss), &got[i]);
}

/* Forking another process would take longer than reading all documents of the
 * burst. */
static void
worker_reuse_test_burst(void)
{
	struct result got[BURST];
	pid_t zygote = 0;
	int n_read = 0;

	worker_reuse_test_all_end();
	children_of(getpid(), &zygote);
	workers_set_soon_ms(workers, PATIENT_MS);
	worker_reuse_test_start_burst(got);
	for (size_t i = 0; i < BURST; i++) {
		wait_for(&got[i]);
		n_read += got[i].result == WORKER_OK && got[i].n_items == 2;
	}
	is_int(n_read, BURST, "feeds of an origin that come at once are read");
	is_int((int64_t)children_of(zygote, NULL), 1,
	    "the feeds of an origin are read by one process");
	workers_set_soon_ms(workers, 1);
}

/* If the first document takes long, the other documents do not wait for it. */
static void
worker_reuse_test_burst_behind(void)
{
	const struct job hanging = { .kind = JOB_FEED,
		.url = SLICE("http://burst.example/test:hang") };
	struct result slow, got[BURST];

	worker_reuse_test_all_end();
	start(&hanging, SLICE(""), &slow);
	worker_reuse_test_start_burst(got);
	for (size_t i = 0; i < BURST; i++)
		wait_for(&got[i]);
	ok(!slow.reported,
	    "feeds are read while a document of their origin hangs");
	is_int((int64_t)got[BURST - 1].n_items, 2, "the last feed is complete");
	workers_set_deadline_ms(
	    workers, 1); /* so that the deadline is checked soon */
	wait_for(&slow);
	workers_set_deadline_ms(workers, LIMIT_WORKER_WALL_MS);
}

static void
worker_reuse_test_crowd(void)
{
	size_t n_before;
	pid_t zygote = 0;
	char url[64];

	worker_reuse_test_all_end();
	n_before = open_descriptors();
	children_of(getpid(), &zygote);
	for (int i = 0; i < 3 * LIMIT_REUSE_IDLE; i++) {
		struct result got;

		snprintf(url, sizeof(url), "http://h%d.example/test:count", i);
		got = behave(url);
		worker_reuse_test_wait_settled();
		if (strcmp(got.text, "1") != 0)
			ok(false, "%s: %s", url, got.text);
	}
	ok(worker_reuse_test_is_soon(zygote, LIMIT_REUSE_IDLE),
	    "%d processes are idle, and no more (%zu)", LIMIT_REUSE_IDLE,
	    children_of(zygote, NULL));
	snprintf(url, sizeof(url), "http://h%d.example/test:count",
	    3 * LIMIT_REUSE_IDLE - LIMIT_REUSE_IDLE / 2);
	worker_reuse_test_says(
	    url, "2", "the processes of the latest hosts are idle");
	worker_reuse_test_says("http://h0.example/test:count", "1",
	    "the process of the first host has ended");
	worker_reuse_test_all_end();
	ok(open_descriptors() <= n_before,
	    "idle processes end, and no descriptor is left");
}

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "--worker") == 0)
		return zygote_main();
	workers = start_workers(2);
	if (workers == NULL)
		return done_testing();
	workers_set_idle_ms(workers, PATIENT_MS);
	test_feed();
	worker_reuse_test_origins();
	worker_reuse_test_kinds();
	worker_reuse_test_bodies();
	worker_reuse_test_bounds();
	worker_reuse_test_blame();
	worker_reuse_test_deadline();
	worker_reuse_test_killed_idle();
	worker_reuse_test_turns();
	worker_reuse_test_burst();
	worker_reuse_test_burst_behind();
	worker_reuse_test_crowd();
	workers_free(workers);
	event_base_free(base);
	is_int((int64_t)children_of(getpid(), NULL), 0, "no process is left");
	return done_testing();
}
