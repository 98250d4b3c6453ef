/*
 * replay.c -- reads one document again in a worker.
 *
 * Normal case: standard input is copied to a memfd, a zygote is started, a
 * worker reads the document, and the result is printed as a line. A failure of
 * the document is a result. If there is no sandbox, replay reports this and
 * ends.
 */
#include "daemon/page/replay.h"

#include <sys/mman.h>

#include <errno.h>
#include <event2/event.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/io/input.h"
#include "base/limits.h"
#include "worker/worker.h"

#define ARGUMENTS  4
#define READ_BYTES ((size_t)64 * KIB)

struct replay {
	struct event_base *base;
	enum worker_result result;
	char why[ERR_TEXT_BYTES];
	bool told;
};

static void
replay_on_done(enum worker_result result, const struct reply *reply,
    const char *why, void *arg)
{
	struct replay *replay = arg;

	(void)reply;
	replay->result = result;
	replay->told = true;
	snprintf(replay->why, sizeof(replay->why), "%s", why);
	event_base_loopbreak(replay->base);
}

/* Reads standard input into a memfd. Returns -1 with the reason in e. */
static int
replay_read_input(struct err *e)
{
	static char bytes[READ_BYTES];
	int fd = memfd_create("document", MFD_CLOEXEC);
	ssize_t n = 1;

	while (
	    fd >= 0 && (n = input_read(STDIN_FILENO, bytes, sizeof(bytes))) > 0)
		if (write(fd, bytes, (size_t)n) != n)
			break;
	if (fd >= 0 && n == 0)
		return fd;
	err_errno(e, "the document");
	if (fd >= 0)
		close(fd);
	return -1;
}

static bool
replay_find_parser(const char *name, enum cuter_parser *ret)
{
	for (int parser = 0; parser < CUTER_PARSER_COUNT; parser++)
		if (strcmp(cuter_parser_name((enum cuter_parser)parser),
			name) == 0) {
			*ret = (enum cuter_parser)parser;
			return true;
		}
	return false;
}

/* Runs the job, and prints its result and its time. The time to load the
 * libraries is not counted. */
static int
replay_run(
    struct workers *workers, const struct job *job, int body_fd, struct err *e)
{
	struct replay replay = { .base = event_base_new() };
	int64_t began_ms;
	int rc;

	if (replay.base == NULL)
		return err_set(e, ERR_MEMORY, "no memory for the event loop");
	rc = workers_attach(workers, replay.base, e);
	began_ms = clock_monotonic_ms();
	if (rc == 0)
		rc = worker_start(
		    workers, job, body_fd, replay_on_done, &replay, e);
	while (rc == 0 && !replay.told && event_base_dispatch(replay.base) == 0)
		;
	if (rc == 0)
		printf("%s\t%lld\t%s\n", worker_result_name(replay.result),
		    (long long)(clock_monotonic_ms() - began_ms), replay.why);
	workers_free(workers);
	event_base_free(replay.base);
	return rc;
}

int
replay_main(int argc, char **argv)
{
	struct workers *workers = NULL;
	struct err e = ERR_INIT;
	struct job job = { .id = 1 };
	int fd;

	if (argc != ARGUMENTS || !job_kind_find(slice_of(argv[0]), &job.kind) ||
	    !replay_find_parser(argv[1], &job.parser)) {
		fprintf(stderr, "gleanerd --replay is started by gleaner\n");
		return 2;
	}
	job.url = slice_of(argv[2]);
	job.content_type = slice_of(argv[3]);
	/* The zygote is started first, so that it does not inherit the
	 * document. */
	if (workers_new(1, &workers, &e) != 0 ||
	    (fd = replay_read_input(&e)) < 0 ||
	    replay_run(workers, &job, fd, &e) != 0) {
		fprintf(stderr, "gleanerd: %s\n", e.text);
		return 1;
	}
	return 0;
}
