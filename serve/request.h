/*
 * request.h -- a request to `gleaner serve`, parsed and checked.
 *
 * In:  the target of the request line as it was sent, and header fields.
 * Out: a path and parameters in UTF-8, without percent-encoding.
 *
 * Source: RFC 3986, sections 2.1 and 3.3; application/x-www-form-urlencoded of
 * the URL standard, section 5.1 ("+" is a space in a query).
 */
#ifndef SERVE_REQUEST_H
#define SERVE_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/slice.h"

/* The methods of requests.  Each one is a bit, so that a route can name several
 * methods. */
enum serve_method {
	SERVE_GET = 1, /* GET, and HEAD, for which the server omits the body */
	SERVE_POST = 2,
	SERVE_METHOD_OTHER = 4
};

struct serve_parameter {
	struct slice name, value;
};

/* All slices are borrowed from the connection and valid until the response is
 * sent.  An absent field is SLICE_NONE. */
struct serve_request {
	enum serve_method method;
	bool is_head;      /* the method is HEAD; `method` is then SERVE_GET */
	struct slice path; /* decoded; begins with '/'; no control characters */
	struct slice query; /* as sent, without '?'; SLICE_NONE: no query */
	struct serve_parameter parameters[LIMIT_SERVE_PARAMETERS];
	size_t n_parameters;
	struct slice host, origin, authorization, if_none_match,
	    if_modified_since, accept, content_type;
	struct slice fetch_site;      /* Sec-Fetch-Site */
	struct slice forwarded_proto; /* X-Forwarded-Proto: the scheme of links
					 to this server */
	struct slice body; /* body of a POST, at most LIMIT_SERVE_BODY bytes */
};

/* Splits and decodes a target, "/search?q=two+words". `target` is changed: the
 * decoded text is written into it, and ret->path and the parameters are
 * borrowed from it. `spare`: `length` bytes that receive the raw query;
 * ret->query is borrowed from them.  The absolute form, "http://host/search",
 * sets ret->host, too (RFC 9112, section 3.2.2).  The other members of *ret are
 * not changed.  Returns 0, or the status of the error: 400 for a target without
 * a leading '/', an invalid percent-encoding, invalid UTF-8, a control
 * character (in the query only NUL and DEL), or too many parameters.  O(bytes).
 */
int serve_request_parse_target(
    char *target, size_t length, char *spare, struct serve_request *ret);
/* Returns the first parameter with that name; SLICE_NONE if there is none. */
struct slice serve_request_parameter(
    const struct serve_request *, const char *name);
/* Reads a parameter as a decimal number.  An absent or empty one gives
 * `absent`.  Returns false if the parameter is not a number from `min` to
 * `max`.
 */
bool serve_request_int(const struct serve_request *, const char *name,
    int64_t min, int64_t max, int64_t absent, int64_t *ret);

#endif
