/*
 * replay.c -- runs gleanerd for one document and reads the resource usage from
 * the kernel.
 *
 * The sandbox belongs to the daemon (worker/zygote/sandbox.c). Running the
 * daemon's program makes sure that the document is read by the same code and in
 * the same sandbox as in production.
 */
#include "cli/cmd/replay.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"

#define ANSWER_BYTES 1024

extern char **environ;

/* Finds gleanerd: in the directory of this program (build directory), else in
 * ../../sbin (gleaner-read is installed in libexec/gleaner), else in $PATH. */
static void
replay_find_daemon(char path[PATH_MAX])
{
	static const char *const places[] = { "gleanerd", "../../sbin/gleanerd" };
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *name;

	self[n > 0 ? n : 0] = '\0';
	name = strrchr(self, '/');
	for (size_t i = 0; name != NULL && i < 2; i++) {
		name[1] = '\0';
		if (snprintf(path, PATH_MAX, "%s%s", self, places[i]) <
			PATH_MAX &&
		    access(path, X_OK) == 0)
			return;
	}
	snprintf(path, PATH_MAX, "gleanerd");
}

static int
replay_make_document(struct slice body, struct err *e)
{
	int fd = memfd_create("document", MFD_CLOEXEC);

	while (fd >= 0 && body.len > 0) {
		ssize_t n = write(fd, body.p, body.len);

		if (n <= 0)
			break;
		body = slice_sub(body, (size_t)n, body.len);
	}
	if (fd >= 0 && body.len == 0 && lseek(fd, 0, SEEK_SET) == 0)
		return fd;
	err_errno(e, "the document");
	if (fd >= 0)
		close(fd);
	return -1;
}

/* posix_spawn takes pointers without const but does not write to them. */
static char *
replay_argument(const char *text)
{
	return (char *)(uintptr_t)(text != NULL ? text : "");
}

static int
replay_spawn(const struct replay *r, int in, int out, pid_t *ret)
{
	char *arguments[] = { replay_argument("gleanerd"),
		replay_argument("--replay"), replay_argument(r->kind),
		replay_argument(r->parser), replay_argument(r->url),
		replay_argument(r->content_type), NULL };
	posix_spawn_file_actions_t actions;
	char path[PATH_MAX];
	int rc = posix_spawn_file_actions_init(&actions);

	replay_find_daemon(path);
	if (rc == 0) {
		rc = posix_spawn_file_actions_adddup2(&actions, in, 0);
		if (rc == 0)
			rc = posix_spawn_file_actions_adddup2(&actions, out, 1);
		if (rc == 0)
			rc = posix_spawnp(
			    ret, path, &actions, NULL, arguments, environ);
		posix_spawn_file_actions_destroy(&actions);
	}
	return rc;
}

static size_t
replay_read_answer(int fd, char answer[ANSWER_BYTES])
{
	size_t len = 0;
	ssize_t n;

	while ((n = read(fd, answer + len, ANSWER_BYTES - 1 - len)) > 0)
		len += (size_t)n;
	return len;
}

/* Parses the line of gleanerd: result, milliseconds and reason, separated by
 * tabs. */
static bool
replay_take_answer(struct replay *r, struct slice line)
{
	struct slice result, ms;

	if (!slice_next(&line, '\t', &result) ||
	    !slice_next(&line, '\t', &ms) || !slice_to_int64(ms, &r->wall_ms))
		return false;
	snprintf(r->result, sizeof(r->result), "%.*s", SLICE_ARG(result));
	line = slice_trim(line);
	snprintf(r->why, sizeof(r->why), "%.*s", SLICE_ARG(line));
	return true;
}

static void
replay_take_usage(struct replay *r, const struct rusage *u)
{
	r->peak_bytes = (int64_t)u->ru_maxrss * KIB;
	r->cpu_ms = ((int64_t)u->ru_utime.tv_sec + u->ru_stime.tv_sec) * 1000 +
		    (u->ru_utime.tv_usec + u->ru_stime.tv_usec) / 1000;
}

static int
replay_watch(struct replay *r, pid_t child, int fd, struct err *e)
{
	char answer[ANSWER_BYTES];
	size_t n = replay_read_answer(fd, answer);
	struct rusage usage;
	int status;

	while (wait4(child, &status, 0, &usage) < 0)
		if (errno != EINTR)
			return err_errno(e, "gleanerd --replay");
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 ||
	    !replay_take_answer(r, (struct slice){ answer, n }))
		return err_set(
		    e, ERR_IO, "gleanerd --replay returned no result");
	replay_take_usage(r, &usage);
	return 0;
}

int
replay_run(struct replay *r, struct err *e)
{
	int in = replay_make_document(r->body, e), answer[2], rc;
	pid_t child;

	if (in < 0)
		return ERR_IO;
	if (pipe2(answer, O_CLOEXEC) != 0) {
		close(in);
		return err_errno(e, "a pipe");
	}
	rc = replay_spawn(r, in, answer[1], &child);
	close(in);
	close(answer[1]);
	if (rc != 0)
		rc = err_set(e, ERR_NOT_FOUND, "gleanerd: %s", strerror(rc));
	else
		rc = replay_watch(r, child, answer[0], e);
	close(answer[0]);
	return rc;
}
