/*
 * reload_ask.c -- the client's side of the control socket's `reload`.
 *
 * A signal would return no result, and `systemctl reload` would succeed even if
 * the file is faulty. With this request, the daemon reads the file before it
 * answers "ok" or "error REASON".
 */
#include "daemon/reload_ask.h"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/slice.h"

static int
reload_ask_connect(const char *path, struct err *e)
{
	const struct timeval patience = { .tv_sec = LIMIT_RELOAD_MS / 1000 };
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd;

	if (strlen(path) >= sizeof(address.sun_path))
		return err_set(e, ERR_CONFIG, "control: %s: too long", path);
	memcpy(address.sun_path, path, strlen(path));
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return err_errno(e, "control socket");
	if (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience,
		sizeof(patience)) != 0 ||
	    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience,
		sizeof(patience)) != 0 ||
	    connect(fd, (struct sockaddr *)&address, sizeof(address)) != 0) {
		if (errno == ENOENT || errno == ECONNREFUSED)
			err_set(e, ERR_IO,
			    "the daemon is not running: no process listens at "
			    "%s; start gleanerd, or name its configuration "
			    "with -c",
			    path);
		else
			err_errno(e, "the daemon at %s", path);
		close(fd);
		return ERR_IO;
	}
	return fd;
}

/* Reads one line, without \n. Returns false if no complete line was received.
 */
static bool
reload_ask_line(int fd, char *line, size_t size, struct slice *ret)
{
	size_t n = 0;

	while (n < size) {
		ssize_t got = recv(fd, line + n, size - n, 0);
		struct slice all;
		size_t end;

		if (got <= 0)
			return false;
		n += (size_t)got;
		all = (struct slice){ line, n };
		end = slice_find_char(all, '\n', 0);
		if (end != SLICE_NOT_FOUND) {
			*ret = slice_sub(all, 0, end);
			return true;
		}
	}
	return false;
}

int
reload_ask(const char *control_path, struct err *e)
{
	static const char question[] = "reload\n";
	char text[ERR_TEXT_BYTES + 16];
	struct slice line;
	int fd = reload_ask_connect(control_path, e), rc = 0;

	if (fd < 0)
		return fd;
	if (send(fd, question, strlen(question), MSG_NOSIGNAL) !=
		(ssize_t)strlen(question) ||
	    !reload_ask_line(fd, text, sizeof(text), &line))
		rc = err_set(e, ERR_IO,
		    "the daemon at %s does not answer; see its log",
		    control_path);
	else if (slice_starts(line, SLICE("error ")))
		rc = err_set(e, ERR_CONFIG, "%.*s",
		    SLICE_ARG(slice_sub(line, strlen("error "), line.len)));
	else if (!slice_starts(line, SLICE("ok")))
		rc = err_set(e, ERR_IO, "the daemon at %s: %.*s", control_path,
		    SLICE_ARG(line));
	close(fd);
	return rc;
}
