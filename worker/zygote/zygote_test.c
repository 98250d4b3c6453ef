/*
 * zygote_test.c -- tests the environment of a worker, and the start and end of
 * the zygote and of workers.
 */
#include <sys/mman.h>

#include <iconv.h>
#include <poll.h>

#include "base/array.h"
#include "tests/lib/pace.h"
#include "worker/worker_test.h"
#ifndef GLEANER_SANITIZED
#include "worker/zygote/seccomp_test.h"
#endif

/* A time that is longer than a process usually waits for the processor. */
#define STOPPED_MS 1000

/* ---- inside a worker ---- */

static void
zygote_test_take_600_mb(struct reply *ret)
{
	char *volatile p = malloc(600 * MIB);

	ret->robots = p != NULL ? SLICE("got it") : SLICE("none to be had");
	free(p);
}

static bool
zygote_test_is_open(int fd)
{
	return read(fd, NULL, 0) == 0 || write(fd, NULL, 0) == 0 ||
	       errno != EBADF;
}

/* Uses only system calls that the sandbox allows. */
static void
zygote_test_list_descriptors(struct reply *ret)
{
	static char text[4096];
	size_t n = 0;

	for (int fd = 0; fd < 4096 && n < sizeof(text) - 10; fd++)
		if (zygote_test_is_open(fd))
			n += (size_t)snprintf(
			    text + n, sizeof(text) - n, "%d ", fd);
	ret->robots = (struct slice){ text, n };
}

static void
zygote_test_look_around(struct reply *ret)
{
	const char *lang = getenv("LC_ALL"), *secret = getenv("SECRET");
	bool files = open("/etc/passwd", O_RDONLY) >= 0;

	ret->robots = lang == NULL || strcmp(lang, "C") != 0
			  ? SLICE("not in the C locale")
		      : secret != NULL ? SLICE("sees a secret")
		      : files          ? SLICE("sees files")
				       : SLICE("sees nothing");
}

static int
zygote_test_compare_ints(const void *a, const void *b)
{
	const int *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* qsort queries the memory size before it allocates. */
static void
zygote_test_sort_much(struct reply *ret)
{
	static int numbers[100000];

	for (size_t i = 0; i < 100000; i++)
		numbers[i] = (int)(i * 7919 % 100003);
	qsort(numbers, 100000, sizeof(numbers[0]), zygote_test_compare_ints);
	ret->robots = numbers[0] <= numbers[99999] ? SLICE("sorted")
						   : SLICE("not sorted");
}

/* Each row converts one word from a charset to UTF-8. The converters are opened
 * here; this only works because the zygote has loaded them. */
static const struct {
	const char *charset, *bytes, *expected;
} words[] = {
	{ "WINDOWS-1250", "\x9E", "\xC5\xBE" },
	{ "WINDOWS-1251", "\xC4\xE0", "\xD0\x94\xD0\xB0" },
	{ "WINDOWS-1252", "\x80", "\xE2\x82\xAC" },
	{ "WINDOWS-1253", "\xE1", "\xCE\xB1" },
	{ "WINDOWS-1254", "\xFE", "\xC5\x9F" },
	{ "WINDOWS-1255", "\xE0", "\xD7\x90" },
	{ "WINDOWS-1256", "\xC7", "\xD8\xA7" },
	{ "WINDOWS-1257", "\xE0", "\xC4\x85" },
	{ "WINDOWS-1258", "\xFD", "\xC6\xB0" },
	{ "ISO-8859-1", "\xE9", "\xC3\xA9" },
	{ "ISO-8859-2", "\xB1", "\xC4\x85" },
	{ "ISO-8859-5", "\xB4", "\xD0\x94" },
	{ "ISO-8859-7", "\xE1", "\xCE\xB1" },
	{ "ISO-8859-15", "\xA4", "\xE2\x82\xAC" },
	{ "KOI8-R", "\xE4", "\xD0\x94" },
	{ "KOI8-U", "\xA4", "\xD1\x94" },
	{ "TIS-620", "\xA1", "\xE0\xB8\x81" },
	{ "CP874", "\xA1", "\xE0\xB8\x81" },
	{ "GBK", "\xD6\xD0", "\xE4\xB8\xAD" },
	{ "GB18030", "\xD6\xD0", "\xE4\xB8\xAD" },
	{ "BIG5", "\xA4\xA4", "\xE4\xB8\xAD" },
	{ "BIG5-HKSCS", "\xA4\xA4", "\xE4\xB8\xAD" },
	{ "EUC-JP", "\xC3\xE6", "\xE4\xB8\xAD" },
	{ "SHIFT_JIS", "\x92\x86", "\xE4\xB8\xAD" },
	{ "CP932", "\x92\x86", "\xE4\xB8\xAD" },
	{ "ISO-2022-JP", "\x1B$BCf\x1B(B", "\xE4\xB8\xAD" },
	{ "EUC-KR", "\xB0\xA1", "\xEA\xB0\x80" },
	{ "CP949", "\xB0\xA1", "\xEA\xB0\x80" },
	{ "UTF-16LE", "\xE9\0", "\xC3\xA9" },
	{ "UTF-16BE", "\0\xE9", "\xC3\xA9" },
	{ "EUC-TW", "\xC4\xE3", "\xE4\xB8\xAD" },
	{ "CP037", "\x81", "a" },
};

static void
zygote_test_convert(struct reply *ret)
{
	static char wrong[1024];
	struct charsets charsets;
	struct buf text;
	size_t n = 0;

	charsets_init(&charsets);
	buf_init(&text, KIB);
	for (size_t i = 0; i < ARRAY_LENGTH(words); i++) {
		struct slice label = slice_of(words[i].charset);
		struct slice bytes = slice_of(words[i].bytes);
		struct charset charset;

		if (words[i].charset[0] == 'U') /* contains NULs */
			bytes.len = 2;
		buf_clear(&text);
		if (!charset_find_any(&charsets, label, &charset) ||
		    !charset_decode(&charsets, &charset, bytes, 0, &text) ||
		    !slice_equal(buf_slice(&text), slice_of(words[i].expected)))
			n += (size_t)snprintf(wrong + n, sizeof(wrong) - n,
			    "%s ", words[i].charset);
	}
	if (iconv_open("UTF-8", "EBCDIC-AT-DE") != (iconv_t)-1 && SANDBOXED)
		ret->robots = SLICE("a charset from a file");
	else
		ret->robots =
		    n > 0 ? (struct slice){ wrong, n } : SLICE("all of them");
}

/* Computes until it detects by its clock that this process was stopped and
 * continued. */
static void
zygote_test_compute_until_stopped(struct reply *ret)
{
	int64_t last_ms = now_ms(), at_ms;

	while ((at_ms = now_ms()) - last_ms < STOPPED_MS)
		last_ms = at_ms;
	ret->robots = SLICE("at last");
}

bool
zygote_test_job(const struct job *job, struct slice body, struct reply *ret)
{
	static const struct behaviour behaviours[] = {
		{ "hang", hang },
		{ "600mb", zygote_test_take_600_mb },
		{ "descriptors", zygote_test_list_descriptors },
		{ "look", zygote_test_look_around },
		{ "sort", zygote_test_sort_much },
		{ "convert", zygote_test_convert },
		{ "stopped", zygote_test_compute_until_stopped },
	};

	(void)body;
	return behave_inside(behaviours, ARRAY_LENGTH(behaviours), job, ret);
}

static void
zygote_test_inside(void)
{
	struct result got;

	got = behave("test:convert");
	is_result(&got, WORKER_OK, "", "converters can be used in the sandbox");
	is_text(slice_of(got.text), "all of them",
	    "all charsets of the web are available");
	got = behave("test:sort");
	is_result(&got, WORKER_OK, "", "sorting is possible in the sandbox");
	got = behave("test:descriptors");
	is_text(slice_of(got.text), "0 1 2 3 ",
	    "S70: a worker has only its own descriptors");
	got = behave("test:look");
	is_text(slice_of(got.text), "sees nothing",
	    "a worker can open no files and has no variables");
	got = behave("test:600mb");
	is_text(slice_of(got.text), SANDBOXED ? "none to be had" : "got it",
	    "S37: 600 MB cannot be allocated");
}

/* ---- the zygote ---- */

static void
zygote_test_zygote_killed(void)
{
	const struct job hang_job = { .kind = JOB_ROBOTS,
		.url = SLICE("test:hang") };
	const struct job job = { .kind = JOB_FEED };
	struct result hanging[2], waiting;
	uint64_t deaths, before, after;
	pid_t zygote = 0, worker = 0;
	int64_t begin_ms, took_ms;
	size_t n_before;

	wait_alone();
	n_before = open_descriptors();
	begin_ms = now_ms();
	workers_counts(workers, &deaths, &before);
	is_int((int64_t)children_of(getpid(), &zygote), 1,
	    "one zygote is running");
	start(&hang_job, SLICE(""), &hanging[0]);
	start(&hang_job, SLICE(""), &hanging[1]);
	start(&job, slice_of(rss), &waiting);
	while (children_of(zygote, &worker) < 2)
		event_base_loop(base, EVLOOP_NONBLOCK);
	turn_loop_for(50);
	kill(zygote, SIGKILL);
	wait_for(&hanging[0]);
	wait_for(&hanging[1]);
	is_result(&hanging[0], WORKER_LOST, "the zygote has ended",
	    "a job under way when the zygote is killed");
	is_result(&hanging[1], WORKER_LOST, "the zygote has ended",
	    "the second job is lost with the zygote");
	ok(workers_trouble(workers)[0] != '\0',
	    "workers_trouble() gives the reason: %s", workers_trouble(workers));
	wait_for(&waiting);
	is_result(&waiting, WORKER_OK, "",
	    "a job that waited for the new zygote is done");
	took_ms = now_ms() - begin_ms;
	ok(took_ms < pace_ms(9000), "soon (%lld ms)", (long long)took_ms);
	workers_counts(workers, &deaths, &after);
	is_int((int64_t)(after - before), 1, "S39: one new zygote was started");
	is_text(slice_of(workers_trouble(workers)), "", "no trouble any more");
	ok(is_gone_soon(worker), "the workers of the old zygote have ended");
	wait_alone();
	is_int((int64_t)descriptors_settle(n_before), (int64_t)n_before,
	    "no descriptor of the zygote remains open");
}

static void
zygote_test_zygote_stopped(void)
{
	struct result got;
	pid_t zygote = 0;

	workers_set_deadline_ms(workers, 200);
	children_of(getpid(), &zygote);
	kill(zygote, SIGSTOP);
	got = behave("test:look");
	is_result(&got, WORKER_LOST, "the zygote does not answer",
	    "a zygote that does not answer does not count as a fault of the "
	    "document");
	workers_set_deadline_ms(workers, LIMIT_WORKER_WALL_MS);
	test_feed();
}

/* All processes are stopped for longer than the deadline, as by "docker pause"
 * or while a virtual machine is moved. Meanwhile the clock continues. */
static void
zygote_test_frozen(void)
{
	const struct job job = { .kind = JOB_ROBOTS,
		.url = SLICE("test:stopped") };
	const int64_t deadline_ms = pace_ms(STOPPED_MS);
	pid_t zygote = 0, worker = 0;
	struct result got;

	wait_alone();
	children_of(getpid(), &zygote);
	workers_set_deadline_ms(workers, deadline_ms);
	start(&job, SLICE(""), &got);
	while (children_of(zygote, &worker) < 1)
		event_base_loop(base, EVLOOP_NONBLOCK);
	turn_loop_for(deadline_ms / 10); /* the zygote reports its fork */
	kill(worker, SIGSTOP);
	poll(NULL, 0, (int)(2 * deadline_ms));
	kill(worker, SIGCONT);
	wait_for(&got);
	is_result(&got, WORKER_OK, "",
	    "N2: a document is not the cause if the process was stopped during "
	    "its deadline");
	workers_set_deadline_ms(workers, LIMIT_WORKER_WALL_MS);
}

/* ---- start and stop ---- */

static void
zygote_test_free(void)
{
	const struct job job = { .kind = JOB_ROBOTS,
		.url = SLICE("test:hang") };
	struct result got[4];
	int64_t begin_ms, took_ms;

	for (size_t i = 0; i < 4; i++)
		start(&job, SLICE(""), &got[i]);
	turn_loop_for(100);
	begin_ms = now_ms();
	workers_free(workers);
	took_ms = now_ms() - begin_ms;
	ok(took_ms < pace_ms(1500), "stopping takes %lld ms",
	    (long long)took_ms);
	for (size_t i = 0; i < 4; i++)
		is_result(&got[i], WORKER_STOPPED, "stopped",
		    i < 2 ? "one that ran" : "one that waited");
	is_int((int64_t)children_of(getpid(), NULL), 0, "no process is left");
}

static void
zygote_test_free_at_once(void)
{
	struct err e = ERR_INIT;
	struct workers *unused;

	is_int(workers_new(1, &unused, &e), 0,
	    "workers may be created without being used");
	workers_free(unused);
	is_int((int64_t)children_of(getpid(), NULL), 0,
	    "no process remains after workers_free()");
	workers_free(NULL);
}

/* Starts another hub with a worker that hangs. Returns both processes. */
static void
zygote_test_be_a_hub(int pipe_fd)
{
	const struct job job = { .kind = JOB_ROBOTS,
		.url = SLICE("test:hang") };
	pid_t pids[2];

	base = event_base_new();
	if (workers_new(1, &workers, NULL) != 0 ||
	    workers_attach(workers, base, NULL) != 0)
		_exit(1);
	start(&job, SLICE(""), NULL);
	children_of(getpid(), &pids[0]);
	while (children_of(pids[0], &pids[1]) == 0)
		event_base_loop(base, EVLOOP_NONBLOCK);
	if (write(pipe_fd, pids, sizeof(pids)) != sizeof(pids))
		_exit(1);
	for (;;)
		pause();
}

static void
zygote_test_hub_killed(void)
{
	pid_t hub, pids[2] = { 0, 0 };
	int ends[2];

	if (!ok(pipe2(ends, O_CLOEXEC) == 0, "a pipe is created"))
		return;
	hub = fork();
	if (hub == 0)
		zygote_test_be_a_hub(ends[1]);
	close(ends[1]);
	ok(read(ends[0], pids, sizeof(pids)) == sizeof(pids),
	    "another hub starts a zygote and a worker");
	close(ends[0]);
	ok(!is_gone(pids[0]) && !is_gone(pids[1]),
	    "both processes of the other hub run");
	kill(hub, SIGKILL);
	waitpid(hub, NULL, 0);
	ok(is_gone_soon(pids[0]), "the zygote ends when its hub is killed");
	ok(is_gone_soon(pids[1]), "the worker ends when its hub is killed");
}

static int
zygote_test_in_a_child(int (*run_it)(bool), bool argument)
{
	int status = -1;
	pid_t child = fork();

	if (child == 0)
		_exit(run_it(argument));
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int
zygote_test_run_by_hand(bool unused)
{
	char name[] = "gleanerd", option[] = "--worker";
	char *arguments[] = { name, option, NULL }, *none[] = { NULL };

	(void)unused;
	close_range(3, ~0U, 0);
	close(STDERR_FILENO);
	execve("/proc/self/exe", arguments, none);
	return 99;
}

static void
zygote_test_by_hand(void)
{
	is_int(zygote_test_in_a_child(zygote_test_run_by_hand, false), 2,
	    "--worker without a hub is a usage error");
}

/* ---- the sandbox ---- */

#ifndef GLEANER_SANITIZED

/* Starts a zygote without seccomp. Returns 0 if the start was refused with a
 * message, 1 if the zygote runs and has a warning, else another number. */
static int
zygote_test_start_without_seccomp(bool told_to)
{
	struct event_base *own = event_base_new();
	struct workers *theirs;
	struct err e = ERR_INIT;
	int rc;

	if (told_to)
		setenv("GLEANER_SANDBOX", "off", 1);
	if (!forbid_seccomp() || workers_new(1, &theirs, &e) != 0)
		return 2;
	rc = workers_attach(theirs, own, &e);
	if (rc != 0 && (strstr(e.text, "seccomp") == NULL ||
			   strstr(e.text, "not permitted") == NULL))
		return 3;
	if (rc == 0 && strstr(workers_trouble(theirs), "no sandbox") == NULL)
		return 4;
	workers_free(theirs);
	event_base_free(own);
	return rc != 0 ? 0 : 1;
}

static void
zygote_test_no_sandbox(void)
{
	is_int(zygote_test_in_a_child(zygote_test_start_without_seccomp, false),
	    0,
	    "without seccomp the workers do not start, and the reason is "
	    "given");
	is_int(zygote_test_in_a_child(zygote_test_start_without_seccomp, true),
	    1, "with GLEANER_SANDBOX=off the workers start with a warning");
}

#else

static void
zygote_test_no_sandbox(void)
{
	ok(true, "with sanitizers there is no filter # SKIP");
}

#endif

int
main(int argc, char **argv)
{
	size_t n_before;

	if (argc == 2 && strcmp(argv[1], "--worker") == 0)
		return zygote_main();
	setenv("SECRET", "token", 1);
	n_before = open_descriptors();
	workers = start_workers(2);
	if (workers == NULL)
		return done_testing();
	is_text(
	    slice_of(workers_trouble(workers)), "", "no trouble is reported");
	zygote_test_inside();
	zygote_test_zygote_killed();
	zygote_test_zygote_stopped();
	zygote_test_frozen();
	zygote_test_free();
	event_base_free(base);
	zygote_test_free_at_once();
	is_int((int64_t)open_descriptors(), (int64_t)n_before,
	    "all descriptors are closed in the end");
	zygote_test_hub_killed();
	zygote_test_no_sandbox();
	zygote_test_by_hand();
	return done_testing();
}
