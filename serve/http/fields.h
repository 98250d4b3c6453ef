/*
 * fields.h -- reads and checks the header fields of a request.
 *
 * libmicrohttpd accepts heads that a server in front of this one can read
 * differently: two lengths, a length beside a transfer coding, an unknown
 * transfer coding, a space before the colon.  Such a head is refused, because
 * two readers would disagree about the end of the request.
 *
 * Accept and If-None-Match may occur several times; the first value is used.
 * Any other of the stored fields may occur once.
 *
 * Source: RFC 9110, sections 5.1, 5.3, 5.5 and 5.6.2; RFC 9112,
 * sections 5.1, 6.1 and 6.3.
 */
#ifndef SERVE_HTTP_FIELDS_H
#define SERVE_HTTP_FIELDS_H

#include "serve/request.h"

struct fields {
	struct serve_request *request; /* receives the values; borrowed */
	struct slice length, coding;   /* Content-Length, Transfer-Encoding */
	bool has_duplicate, is_malformed;
};

/* Stores or checks one field. name, value: as they were sent; borrowed until
 * the response is sent.  O(bytes). */
void fields_take(struct fields *, struct slice name, struct slice value);
/* Checks all fields that fields_take() received.  Returns 0, or the status of
 * the error, 400 or 501, and sets *ret_why to a static text. */
int fields_check(const struct fields *, const char **ret_why);

#endif
