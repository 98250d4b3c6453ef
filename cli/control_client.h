/*
 * control_client.h -- the command's end of the daemon's control socket.
 *
 * One line of text goes there ("status", "poll URL", "feeds-changed",
 * "reload", "wait-change SEQ"), lines come back: the first "ok …" or
 * "error TEXT".  After "status" they are key=value up to an empty line; after
 * "wait-change" each is "change …", whenever something was committed.
 */
#ifndef CLI_CONTROL_CLIENT_H
#define CLI_CONTROL_CLIENT_H

#include "base/buf.h"
#include "base/err.h"

struct control_client {
	int fd;        /* -1: closed */
	struct buf in; /* what came and was not read yet */
	size_t taken;  /* of `in` */
};

/* ERR_NOT_FOUND: no daemon listens at path (or path is NULL). */
int control_open(struct control_client *, const char *path, struct err *e);
void control_close(struct control_client *);
/* Sends the line; a \n is put behind it. */
int control_send(struct control_client *, const char *line, struct err *e);
/* The next line, borrowed until the next call.  ERR_LIMIT: none came in
 * timeout_ms; ERR_IO: the daemon hung up. */
int control_read_line(struct control_client *, int timeout_ms,
    struct slice *ret_line, struct err *e);
/* Opens, sends, appends the key=value lines that follow "ok" to lines (up to
 * the empty one), closes. */
int control_ask(
    const char *path, const char *line, struct buf *lines, struct err *e);
/* Of one of these lines; SLICE_NONE: there is none. */
struct slice control_value(struct slice lines, const char *key);
/* Opens, sends, reads the first line, closes.  ERR_REFUSED with the daemon's
 * TEXT where it said error. */
int control_request(const char *path, const char *line, struct err *e);

#endif
