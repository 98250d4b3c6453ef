/*
 * control_client.h -- client of the daemon's control socket.
 *
 * The client sends one line, such as "status", "poll URL", "feeds-changed",
 * "reload" or "wait-change SEQ". The daemon answers in lines; the first is "ok
 * …" or "error TEXT". After "status", lines of the form key=value follow, up to
 * an empty line. After "wait-change", a line "change …" follows after each
 * commit.
 */
#ifndef CONTROL_CONTROL_CLIENT_H
#define CONTROL_CONTROL_CLIENT_H

#include "base/buf.h"
#include "base/err.h"

/* The TEXT of the daemon's answer to "poll URL" if another node owns the feed
 * (docs/fleet.md). */
#define CONTROL_NOT_OWNED "this daemon does not own the feed"

struct control_client {
	int fd;        /* -1: closed */
	struct buf in; /* bytes that were received and not read yet */
	size_t taken;  /* number of bytes of `in` that were already read */
};

/* Returns ERR_NOT_FOUND if no daemon listens at `path` or `path` is NULL. */
int control_open(struct control_client *, const char *path, struct err *e);
void control_close(struct control_client *);
/* Sends the line and a \n. */
int control_send(struct control_client *, const char *line, struct err *e);
/* Reads the next line, which is borrowed until the next call. Returns ERR_LIMIT
 * if no line came in timeout_ms or a signal ended the wait, and ERR_IO if the
 * daemon closed the connection. */
int control_read_line(struct control_client *, int timeout_ms,
    struct slice *ret_line, struct err *e);
/* Opens the socket, sends the line, reads the response and closes the socket.
 * Appends the key=value lines between "ok" and the empty line to `lines`. */
int control_ask(
    const char *path, const char *line, struct buf *lines, struct err *e);
/* Returns the value of a key in the lines that control_ask() has read;
 * SLICE_NONE if the key is absent. */
struct slice control_value(struct slice lines, const char *key);
/* Opens the socket, sends the line, reads the first line and closes the socket.
 * Returns ERR_REFUSED with the daemon's TEXT if the answer is "error TEXT". */
int control_request(const char *path, const char *line, struct err *e);
/* Like control_request(), but waits at most timeout_ms for each step: the
 * connection, the request and the answer. */
int control_request_within(
    const char *path, const char *line, int timeout_ms, struct err *e);

#endif
