/*
 * zygote_link.c -- starts and ends the zygote.
 *
 * The zygote gets a new environment, because the daemon's variables (tokens,
 * proxies) would otherwise be in the memory of every worker.
 *
 * Its program is gleaner-worker. The file is opened once, so that a zygote that
 * is started after an upgrade has the version of the running daemon. If the
 * file does not exist (unit tests, a copy of gleanerd alone), the zygote runs
 * the same program as the hub, and its forks take longer.
 */
#include "worker/zygote/zygote_link.h"

#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/io/program.h"
#include "worker/message/channel.h"
#include "worker/zygote/shared_table.h"

/* ---- start ---- */

/* Variables that are passed on if they are set: the switch of the sandbox, and
 * settings of the dynamic linker and the sanitizers. */
static const char *const variables[] = { ZYGOTE_SANDBOX_VARIABLE,
	"LD_LIBRARY_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS" };

#define N_VARIABLES    ARRAY_LENGTH(variables)
#define VARIABLE_BYTES 1024

struct environment {
	char text[N_VARIABLES][VARIABLE_BYTES];
	char *list[N_VARIABLES + 3];
};

static void
zygote_link_make_environment(struct environment *environment)
{
	static char locale[] = "LC_ALL=C";
	/* The dynamic linker looks up all functions at once. Otherwise each
	 * worker would look up the functions that it calls. */
	static char linking[] = "LD_BIND_NOW=1";
	size_t n = 0;

	environment->list[n++] = locale;
	environment->list[n++] = linking;
	for (size_t i = 0; i < N_VARIABLES; i++) {
		const char *value = getenv(variables[i]);
		char *text = environment->text[i];

		if (value == NULL || snprintf(text, VARIABLE_BYTES, "%s=%s",
					 variables[i], value) >= VARIABLE_BYTES)
			continue;
		environment->list[n++] = text;
	}
	environment->list[n] = NULL;
}

/* ---- the program ---- */

#define WORKER_PROGRAM "gleaner-worker"

static int
zygote_link_open_program(void)
{
	struct buf path;
	int fd = -1;

	buf_init(&path, PATH_MAX);
	if (program_find(WORKER_PROGRAM, &path))
		fd = channel_move_fd(open(path.p, O_PATH | O_CLOEXEC));
	buf_release(&path);
	return fd;
}

/* Returns the descriptor of gleaner-worker, or -1 if the program is not
 * installed. The first call opens the file. The descriptor stays open until the
 * process ends. */
static int
zygote_link_program(void)
{
	static bool was_called;
	static int fd;

	if (!was_called)
		fd = zygote_link_open_program();
	was_called = true;
	return fd;
}

/* ---- the process ---- */

/* Sets the signals with which the zygote starts. Returns 0 or an errno, as
 * posix_spawn() does. */
static int
zygote_link_set_attributes(posix_spawnattr_t *attributes)
{
	sigset_t none, all;
	int rc;

	sigemptyset(&none);
	sigfillset(&all);
	rc = posix_spawnattr_setflags(
	    attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	if (rc == 0)
		rc = posix_spawnattr_setsigmask(attributes, &none);
	if (rc == 0)
		rc = posix_spawnattr_setsigdefault(attributes, &all);
	return rc;
}

static int
zygote_link_set_actions(posix_spawn_file_actions_t *actions, int fd)
{
	const struct {
		int from, to;
	} given[] = {
		{ fd, ZYGOTE_HUB_FD },
		{ shared_table_fd(), ZYGOTE_TABLE_FD },
		{ zygote_link_program(), ZYGOTE_PROGRAM_FD },
	};
	int rc = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(given) && rc == 0; i++)
		rc = given[i].from >= 0
			 ? posix_spawn_file_actions_adddup2(
			       actions, given[i].from, given[i].to)
			 : posix_spawn_file_actions_addclose(
			       actions, given[i].to);
	if (rc == 0)
		rc = posix_spawn_file_actions_addclosefrom_np(
		    actions, ZYGOTE_PROGRAM_FD + 1);
	return rc;
}

/* Starts gleaner-worker. If it is not installed, the function starts a second
 * process of the running program. */
static int
zygote_link_exec(pid_t *ret_pid, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, char **environment)
{
	static char option[] = "--worker", version[] = GLEANER_VERSION,
		    program[] = WORKER_PROGRAM, self[] = "gleanerd";
	char *with_version[] = { program, option, version, NULL };
	char *without[] = { self, option, NULL };
	char path[32];

	if (zygote_link_program() < 0)
		return posix_spawn(ret_pid, "/proc/self/exe", actions,
		    attributes, without, environment);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", ZYGOTE_PROGRAM_FD);
	return posix_spawn(
	    ret_pid, path, actions, attributes, with_version, environment);
}

static int
zygote_link_spawn(int fd, pid_t *ret_pid)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	struct environment environment;
	int rc;

	zygote_link_make_environment(&environment);
	rc = posix_spawnattr_init(&attributes);
	if (rc != 0)
		return rc;
	rc = posix_spawn_file_actions_init(&actions);
	if (rc == 0) {
		rc = zygote_link_set_attributes(&attributes);
		if (rc == 0)
			rc = zygote_link_set_actions(&actions, fd);
		if (rc == 0)
			rc = zygote_link_exec(
			    ret_pid, &actions, &attributes, environment.list);
		posix_spawn_file_actions_destroy(&actions);
	}
	posix_spawnattr_destroy(&attributes);
	return rc;
}

int
zygote_link_start(struct zygote_link *link, struct err *e)
{
	int fds[2];
	int rc;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) != 0)
		return err_errno(e, "the workers' socket");
	rc = fcntl(fds[0], F_SETFL, O_NONBLOCK) == 0 ? 0 : errno;
	if (rc == 0)
		rc = zygote_link_spawn(fds[1], &link->pid);
	close(fds[1]);
	if (rc != 0) {
		close(fds[0]);
		link->pid = -1;
		errno = rc;
		return err_errno(e, "the workers' process");
	}
	link->fd = fds[0];
	return 0;
}

/* ---- wait ---- */

/* Waits until `fd` is readable. Returns false if the time is over. */
static bool
zygote_link_wait_readable(int fd, int64_t until_ms)
{
	struct pollfd watched = { .fd = fd, .events = POLLIN };

	for (;;) {
		int64_t left_ms = until_ms - clock_monotonic_ms();
		int rc = poll(&watched, 1, left_ms > 0 ? (int)left_ms : 0);

		if (rc > 0)
			return true;
		if (rc == 0 || errno != EINTR)
			return false;
	}
}

int
zygote_link_wait(struct zygote_link *link, int64_t timeout_ms,
    char trouble[ERR_TEXT_BYTES], struct err *e)
{
	char bytes[4096];
	size_t n, n_fds;
	int fds[CHANNEL_MOST_FDS], rc;
	struct report report;

	if (!zygote_link_wait_readable(
		link->fd, clock_monotonic_ms() + timeout_ms))
		return err_set(e, ERR_IO,
		    "the workers' process was not ready after %lld s",
		    (long long)timeout_ms / 1000);
	rc = channel_receive(link->fd, bytes, sizeof(bytes), &n, fds, &n_fds);
	if (rc < 0)
		return err_errno(e, "the workers' process");
	if (rc == 0)
		return err_set(e, ERR_IO,
		    "the workers' process ended before it was ready");
	while (n_fds > 0)
		close(fds[--n_fds]);
	if (!report_read((struct slice){ bytes, n }, &report))
		return err_set(
		    e, ERR_IO, "the workers' process sent a malformed report");
	if (report.kind != REPORT_READY)
		return err_set(e, ERR_LIBRARY,
		    "workers are not available: %.*s", SLICE_ARG(report.text));
	snprintf(trouble, ERR_TEXT_BYTES, "%.*s", SLICE_ARG(report.text));
	return 0;
}

/* ---- end ---- */

void
zygote_link_end(struct zygote_link *link, int64_t patience_ms)
{
	int pidfd;

	if (link->fd >= 0)
		close(
		    link->fd); /* the zygote then kills its children and ends */
	link->fd = -1;
	if (link->pid < 0)
		return;
	pidfd = (int)syscall(SYS_pidfd_open, link->pid, 0);
	if (pidfd < 0 || !zygote_link_wait_readable(
			     pidfd, clock_monotonic_ms() + patience_ms))
		kill(link->pid, SIGKILL);
	if (pidfd >= 0)
		close(pidfd);
	while (waitpid(link->pid, NULL, 0) < 0 && errno == EINTR)
		;
	link->pid = -1;
}
