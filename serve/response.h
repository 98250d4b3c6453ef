/*
 * response.h -- the response that a handler of `gleaner serve` writes.
 *
 * A handler writes a body and its type, or reports a problem with
 * serve_problem().  The server adds everything else: security headers, an ETag
 * of the body if the handler has set none, 304 for a request whose validators
 * match, and the text of problems (RFC 9457 as JSON, or a page for browsers).
 */
#ifndef SERVE_RESPONSE_H
#define SERVE_RESPONSE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/limits.h"
#include "serve/request.h"

#define SERVE_ETAG_BYTES 72 /* with quotes */

#define SERVE_TYPE_HTML    "text/html; charset=utf-8"
#define SERVE_TYPE_CSS     "text/css; charset=utf-8"
#define SERVE_TYPE_TEXT    "text/plain; charset=utf-8"
#define SERVE_TYPE_PROBLEM "application/problem+json"

struct serve_response {
	int status;                  /* 200 at first */
	const char *content_type;    /* static; NULL: no body */
	struct buf body;             /* at most LIMIT_SERVE_RESPONSE */
	char etag[SERVE_ETAG_BYTES]; /* quoted, optionally with W/; "": computed
					from the body */
	bool no_etag;                /* the body differs at each request */
	int64_t last_modified_at;    /* UTC seconds, or DATE_NONE */
	struct buf links;            /* value of the field Link;
					serve_response_link() writes it */
	int64_t retry_after_s;       /* 0: none */
	const char *cache_control;   /* static; NULL: "private, no-cache" */
	char location[LIMIT_SERVE_LOCATION + 1]; /* of a redirect; "": none */
	const char *allow;      /* static; methods of a 405, or NULL */
	bool has_remote_images; /* the policy permits pictures of other hosts */
	bool has_inline_style;  /* the policy permits <style> */
	struct buf problem;     /* the detail of serve_problem() */
};

void serve_response_init(struct serve_response *);
void serve_response_release(struct serve_response *);
/* Discards everything that was written. */
void serve_response_clear(struct serve_response *);

/* Appends an item to Link (RFC 8288): <target>; rel="rel"; type="type".
 * `target`: a path with an encoded query; bytes that cannot stand in a header
 * are percent-encoded.  `type` may be NULL.  An item that does not fit the
 * field is omitted, so the most important item is added first. */
void serve_response_link(struct serve_response *, struct slice target,
    const char *rel, const char *type);
/* Sets the ETag to a hash of `bytes`. Responses with the same `bytes` must have
 * the same body. */
void serve_response_set_etag(struct serve_response *, struct slice bytes);
/* Discards the body and reports an error to the client. `status`: 400 to 599.
 * `format`: a sentence without a period at its end.  Returns 0, so that a
 * handler can end with this call. */
int serve_problem(struct serve_response *, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Returns the name of a status, such as "Not Found"; "Error" for an unknown
 * status.
 */
const char *serve_reason(int status);

/* Completes a response: renders a problem, makes the ETag, and replaces the
 * response by 304 if the validators of the request match (RFC 9110, sections
 * 13.1.2, 13.1.3 and 13.2.2).  A body that reached its limit becomes 500. */
void serve_response_finish(
    struct serve_response *, const struct serve_request *);
/* Writes a time as "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, section 5.6.7).
 */
#define SERVE_HTTP_DATE_BYTES 32
void serve_http_date(int64_t at, char out[SERVE_HTTP_DATE_BYTES]);

#endif
