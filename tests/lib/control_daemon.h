/*
 * control_daemon.h -- a process that listens on a control socket and answers
 * as a test wants, for tests of the clients of the daemon.
 */
#ifndef TESTS_LIB_CONTROL_DAEMON_H
#define TESTS_LIB_CONTROL_DAEMON_H

#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* In place of an answer.  SILENT: the client gets no answer.  GONE: the socket
 * is removed, and the connection is closed without an answer. */
#define CONTROL_DAEMON_SILENT "silent"
#define CONTROL_DAEMON_GONE   "gone"

/* Reads the request of a client and sends the answer. */
static void
control_daemon_serve(int listener, const char *path, const char *answer)
{
	char bytes[4096];
	int fd = accept(listener, NULL, NULL);

	if (fd < 0 || read(fd, bytes, sizeof bytes) <= 0)
		_exit(1);
	if (strcmp(answer, CONTROL_DAEMON_GONE) == 0)
		unlink(path);
	else if (strcmp(answer, CONTROL_DAEMON_SILENT) != 0)
		send(fd, answer, strlen(answer), MSG_NOSIGNAL);
	else
		while (read(fd, bytes, sizeof bytes) > 0)
			;
	close(fd);
}

/* Starts a process that gives the next one of `answers` to each client, and the
 * last one to all further clients.  `answers` is ended by NULL.  The caller
 * ends the process with control_daemon_end(). */
static pid_t
control_daemon_start(const char *path, const char *const *answers)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	pid_t pid;

	snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
	unlink(path);
	if (listener < 0 ||
	    bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
	    listen(listener, 4) != 0)
		abort();
	fflush(NULL);
	pid = fork();
	if (pid < 0)
		abort();
	while (pid == 0) {
		control_daemon_serve(listener, path, *answers);
		if (answers[1] != NULL)
			answers++;
	}
	close(listener);
	return pid;
}

static void
control_daemon_end(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

#endif
