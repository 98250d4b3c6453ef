/*
 * control_client_test.c -- the client of the control socket, against a daemon
 * that answers, refuses, closes the connection, does not answer or sends an
 * endless line.
 */
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "control/control_client.h"
#include "tests/lib/tap.h"

static char directory[] = "/tmp/gleaner-control.XXXXXX";
static char path[sizeof directory + 16];

/* Accepts one client, reads its line and sends `answer` in pieces of `piece`
 * bytes. If `stay` is set, then waits until the client closes the connection;
 * otherwise closes the connection at once.
 */
static void
control_client_test_serve(
    int listener, const char *answer, size_t piece, bool stay)
{
	char bytes[4096];
	int fd = accept(listener, NULL, NULL);
	size_t length = strlen(answer), at = 0;

	if (fd < 0 || read(fd, bytes, sizeof bytes) <= 0)
		_exit(1);
	while (at < length) {
		size_t n = length - at < piece ? length - at : piece;

		if (send(fd, answer + at, n, MSG_NOSIGNAL) < 0)
			_exit(0);
		at += n;
	}
	while (stay && read(fd, bytes, sizeof bytes) > 0)
		;
	_exit(0);
}

static pid_t
control_client_test_start_daemon(const char *answer, size_t piece, bool stay)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	pid_t pid;

	unlink(path);
	memcpy(address.sun_path, path, sizeof path);
	if (listener < 0 ||
	    bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
	    listen(listener, 1) != 0)
		abort();
	fflush(NULL);
	pid = fork();
	if (pid == 0)
		control_client_test_serve(listener, answer, piece, stay);
	close(listener);
	return pid;
}

static void
control_client_test_end_daemon(pid_t pid)
{
	waitpid(pid, NULL, 0);
}

static void
control_client_test_is_answered(
    const char *answer, int expected, const char *text, const char *name)
{
	struct err e = ERR_INIT;
	pid_t pid = control_client_test_start_daemon(answer, 1, false);

	is_int(control_request(path, "poll http://example.org/", &e), expected,
	    name);
	if (text != NULL)
		ok(strstr(e.text, text) != NULL, "the error contains %s: %s",
		    name, text);
	control_client_test_end_daemon(pid);
}

static void
control_client_test_requests(void)
{
	struct err e = ERR_INIT;

	unlink(path);
	is_int(control_request(path, "status", &e), ERR_NOT_FOUND,
	    "a request fails if no daemon listens");
	is_int(control_request(NULL, "status", &e), ERR_NOT_FOUND,
	    "without a path no daemon is found");
	control_client_test_is_answered("ok the feed is being polled\n", 0,
	    NULL, "an answer that arrives byte by byte is read");
	control_client_test_is_answered(
	    "error no feed x\n", ERR_REFUSED, "no feed x", "error");
	control_client_test_is_answered(
	    "what?\n", ERR_REFUSED, "what?", "neither");
	control_client_test_is_answered("", ERR_IO, "closed the connection",
	    "the connection is closed without an answer");
	control_client_test_is_answered("ok", ERR_IO, "closed the connection",
	    "the connection is closed inside a line");
}

static void
control_client_test_lines(void)
{
	struct control_client client;
	struct slice line;
	struct err e = ERR_INIT;
	pid_t pid = control_client_test_start_daemon(
	    "ok\nchange 1\nchange 2\n\nlast\n", 3, true);

	is_int(control_open(&client, path, &e), 0, "the connection is opened");
	is_int(control_send(&client, "wait-change 0", &e), 0,
	    "the request is sent");
	control_read_line(&client, 5000, &line, &e);
	is_text(line, "ok", "the first line is received");
	control_read_line(&client, 5000, &line, &e);
	is_text(line, "change 1", "the second line is received");
	control_read_line(&client, 5000, &line, &e);
	is_text(line, "change 2", "the third line is received");
	control_read_line(&client, 5000, &line, &e);
	is_int((int64_t)line.len, 0, "an empty line is received");
	control_read_line(&client, 5000, &line, &e);
	is_text(line, "last", "the last line is received");
	is_int(control_read_line(&client, 20, &line, &e), ERR_LIMIT,
	    "the wait for a further line ends at its timeout");
	control_close(&client);
	control_close(&client);
	control_client_test_end_daemon(pid);
}

static void
control_client_test_endless(void)
{
	struct control_client client;
	struct slice line;
	struct err e = ERR_INIT;
	char *endless = malloc(LIMIT_CONTROL_FRAME * 3);
	pid_t pid;

	memset(endless, 'x', LIMIT_CONTROL_FRAME * 3);
	endless[LIMIT_CONTROL_FRAME * 3 - 1] = '\0';
	pid = control_client_test_start_daemon(endless, 4096, false);
	free(endless);
	is_int(control_open(&client, path, &e), 0, "the connection is opened");
	is_int(control_send(&client, "status", &e), 0, "the request is sent");
	is_int(control_read_line(&client, 5000, &line, &e), ERR_IO,
	    "a line without end is refused");
	control_close(&client);
	control_client_test_end_daemon(pid);
}

static void
control_client_test_long_path(void)
{
	char longest[300];
	struct err e = ERR_INIT;

	memset(longest, 'a', sizeof longest);
	longest[sizeof longest - 1] = '\0';
	is_int(control_request(longest, "status", &e), ERR_IO,
	    "a path too long for a socket");
}

int
main(void)
{
	if (mkdtemp(directory) == NULL)
		abort();
	snprintf(path, sizeof path, "%s/sock", directory);
	control_client_test_requests();
	control_client_test_lines();
	control_client_test_endless();
	control_client_test_long_path();
	unlink(path);
	rmdir(directory);
	return done_testing();
}
