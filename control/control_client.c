/*
 * control_client.c -- requests to the daemon, with time limits.
 *
 * The normal case: connect → send a line → "ok". Failure modes: no daemon
 * listens (for most commands not an error), the daemon does not answer within
 * CONTROL_ANSWER_MS, the daemon answers "error".
 */
#include "control/control_client.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/limits.h"

/* Longest wait for an answer.  The daemon's event loop never blocks for so long
 * a time. */
#define CONTROL_ANSWER_MS 5000

/* Opens the socket.  If the daemon does not accept connections or does not
 * read, connect(2) and send(2) fail after timeout_ms. */
static int
control_client_open(struct control_client *client, const char *path,
    int timeout_ms, struct err *e)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct timeval timeout = { timeout_ms / 1000,
		timeout_ms % 1000 * 1000 };
	int saved_errno;

	client->fd = -1;
	client->taken = 0;
	buf_init(&client->in, LIMIT_CONTROL_FRAME);
	if (path == NULL)
		return err_set(e, ERR_NOT_FOUND,
		    "no control socket is known; name the daemon's "
		    "configuration with -c");
	if (strlen(path) >= sizeof address.sun_path)
		return err_set(
		    e, ERR_IO, "%s: the path is too long for a socket", path);
	memcpy(address.sun_path, path, strlen(path) + 1);
	client->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (client->fd < 0)
		return err_errno(e, "control socket");
	setsockopt(
	    client->fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
	if (connect(client->fd, (struct sockaddr *)&address, sizeof address) ==
	    0)
		return 0;
	saved_errno = errno;
	control_close(client);
	errno = saved_errno;
	if (errno == ENOENT || errno == ECONNREFUSED)
		return err_set(e, ERR_NOT_FOUND,
		    "the daemon is not running (no process listens at %s); "
		    "start gleanerd, or name its configuration with -c",
		    path);
	if (errno == EAGAIN)
		return err_set(e, ERR_LIMIT,
		    "the daemon does not accept the connection; see its log "
		    "(journalctl -u gleanerd)");
	if (errno == EACCES || errno == EPERM)
		return err_set(e, ERR_IO,
		    "%s: %s; run this as root, as the daemon's user, or as a "
		    "member of its group",
		    path, strerror(errno));
	return err_errno(e, "%s", path);
}

int
control_open(struct control_client *client, const char *path, struct err *e)
{
	return control_client_open(client, path, CONTROL_ANSWER_MS, e);
}

void
control_close(struct control_client *client)
{
	if (client->fd >= 0)
		close(client->fd);
	client->fd = -1;
	buf_release(&client->in);
	client->taken = 0;
}

int
control_send(struct control_client *client, const char *line, struct err *e)
{
	struct buf text;
	size_t sent = 0;
	int rc = 0;

	buf_init(&text, LIMIT_CONTROL_FRAME);
	buf_printf(&text, "%s\n", line);
	if (text.no_memory)
		rc = err_set(e, ERR_MEMORY, "out of memory");
	else if (buf_failed(&text))
		rc = err_set(
		    e, ERR_LIMIT, "the request is too long for the daemon");
	while (rc == 0 && sent < text.len) {
		/* If the daemon has closed the connection, send() returns an
		 * error and raises no SIGPIPE. */
		ssize_t n = send(
		    client->fd, text.p + sent, text.len - sent, MSG_NOSIGNAL);

		if (n > 0)
			sent += (size_t)n;
		else if (n < 0 && errno != EINTR)
			rc = err_errno(e, "control socket");
	}
	buf_release(&text);
	return rc;
}

/* Takes one whole line from the received bytes. */
static bool
control_client_take_line(struct control_client *client, struct slice *ret_line)
{
	struct slice rest =
	    slice_sub(buf_slice(&client->in), client->taken, client->in.len);
	size_t end = slice_find_char(rest, '\n', 0);

	if (end == SLICE_NOT_FOUND)
		return false;
	*ret_line = slice_sub(rest, 0, end);
	client->taken += end + 1;
	return true;
}

static void
control_client_drop_taken(struct control_client *client)
{
	if (client->taken == 0)
		return;
	memmove(client->in.p, client->in.p + client->taken,
	    client->in.len - client->taken);
	client->in.len -= client->taken;
	client->in.p[client->in.len] = '\0';
	client->taken = 0;
}

static int
control_client_receive(struct control_client *client, struct err *e)
{
	char bytes[4096];
	ssize_t n = recv(client->fd, bytes, sizeof bytes, 0);

	if (n < 0)
		return errno == EINTR ? 0 : err_errno(e, "control socket");
	if (n == 0)
		return err_set(e, ERR_IO,
		    "the daemon closed the connection; see its log (journalctl "
		    "-u gleanerd)");
	buf_append(&client->in, bytes, (size_t)n);
	if (client->in.no_memory)
		return err_set(e, ERR_MEMORY, "out of memory");
	if (buf_failed(&client->in))
		return err_set(
		    e, ERR_IO, "the daemon sent a line that is too long");
	return 0;
}

int
control_read_line(struct control_client *client, int timeout_ms,
    struct slice *ret_line, struct err *e)
{
	int64_t until_ms = clock_monotonic_ms() + timeout_ms;

	while (!control_client_take_line(client, ret_line)) {
		struct pollfd wait = { .fd = client->fd, .events = POLLIN };
		int64_t left_ms = until_ms - clock_monotonic_ms();
		int n, rc;

		control_client_drop_taken(client);
		if (left_ms < 0)
			left_ms = 0;
		n = poll(&wait, 1, (int)left_ms);
		if (n < 0 && errno != EINTR)
			return err_errno(e, "control socket");
		/* A signal also ends the wait; the caller handles it. */
		if (n <= 0)
			return err_set(e, ERR_LIMIT,
			    "the daemon does not answer; see its log "
			    "(journalctl -u gleanerd)");
		rc = control_client_receive(client, e);
		if (rc != 0)
			return rc;
	}
	return 0;
}

int
control_request(const char *path, const char *line, struct err *e)
{
	return control_request_within(path, line, CONTROL_ANSWER_MS, e);
}

int
control_request_within(
    const char *path, const char *line, int timeout_ms, struct err *e)
{
	struct control_client client;
	struct slice answer;
	int rc = control_client_open(&client, path, timeout_ms, e);

	if (rc == 0)
		rc = control_send(&client, line, e);
	if (rc == 0)
		rc = control_read_line(&client, timeout_ms, &answer, e);
	if (rc == 0 && slice_starts(answer, SLICE("error ")))
		rc = err_set(e, ERR_REFUSED, "%.*s",
		    SLICE_ARG(slice_sub(answer, 6, answer.len)));
	else if (rc == 0 && !slice_starts(answer, SLICE("ok")))
		rc = err_set(e, ERR_REFUSED,
		    "the daemon sent an invalid answer: \"%.*s\"",
		    SLICE_ARG(answer));
	control_close(&client);
	return rc;
}

static int
control_client_read_lines(
    struct control_client *client, struct buf *lines, struct err *e)
{
	struct slice line = SLICE_NONE;
	int rc = control_read_line(client, CONTROL_ANSWER_MS, &line, e);

	if (rc == 0 && !slice_starts(line, SLICE("ok")))
		return err_set(e, ERR_REFUSED, "%.*s", SLICE_ARG(line));
	while (rc == 0) {
		rc = control_read_line(client, CONTROL_ANSWER_MS, &line, e);
		if (rc != 0 || line.len == 0)
			break;
		buf_append_slice(lines, line);
		buf_append_char(lines, '\n');
	}
	if (rc == 0 && buf_failed(lines))
		rc = err_set(e, lines->no_memory ? ERR_MEMORY : ERR_LIMIT,
		    "the daemon's answer needs more memory than is allowed "
		    "or available");
	return rc;
}

int
control_ask(
    const char *path, const char *line, struct buf *lines, struct err *e)
{
	struct control_client client;
	int rc = control_open(&client, path, e);

	if (rc == 0)
		rc = control_send(&client, line, e);
	if (rc == 0)
		rc = control_client_read_lines(&client, lines, e);
	control_close(&client);
	return rc;
}

struct slice
control_value(struct slice lines, const char *key)
{
	struct slice line, name = slice_of(key);

	while (lines.len > 0 && slice_next(&lines, '\n', &line))
		if (slice_starts(line, name) && line.len > name.len &&
		    line.p[name.len] == '=')
			return slice_sub(line, name.len + 1, line.len);
	return SLICE_NONE;
}
