/*
 * response_copy.h -- the part of a response that is used after the fetch has
 * ended: while a worker parses the body, and when the result is stored.
 */
#ifndef DAEMON_RESPONSE_COPY_H
#define DAEMON_RESPONSE_COPY_H

#include "crawler/fetch/fetch.h"
#include "crawler/fetch/freshness.h"

/* Texts and the descriptor are owned; see struct response for their meaning. */
struct response_copy {
	enum fetch_result result;
	long status;                               /* 0: no response */
	char *url;                                 /* effective; NULL: none */
	char *etag, *last_modified, *content_type; /* NULL: not sent */
	int body_fd;                               /* -1: no body */
	int64_t wire_bytes, elapsed_ms;
	int64_t fresh_s;   /* of a 200, a 304 or an error, at most a day for an
			      error except 429 and 503; else 0 */
	int64_t server_at; /* the Date header, or DATE_NONE */
};

/* Makes the copy empty: without body and texts. */
void response_copy_init(struct response_copy *);
/* Fills an empty copy, and takes over body_fd. `now`: UTC seconds. If memory is
 * exhausted the process ends. */
void response_copy_take(
    struct response_copy *, const struct response *, int64_t now);
/* Closes body_fd and frees the texts; the copy is empty afterwards. */
void response_copy_release(struct response_copy *);
/* After a 412 to a request with validators (RFC 9110, 15.5.13), frees the
 * validators and sets them to NULL.  Returns true if it did; the document must
 * then be requested again (docs/etiquette.md, row E52).  body_fd stays open. */
bool response_drop_validators(
    const struct response *, char **etag, char **last_modified);
/* Replaces *old by *new, and sets *new to NULL. */
void response_copy_move_text(char **old, char **new);

#endif
