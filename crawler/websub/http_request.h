/*
 * http_request.h -- reads the requests that hubs send to the callbacks.
 * Source: RFC 9112, sections 2 to 7.
 */
#ifndef CRAWLER_WEBSUB_HTTP_REQUEST_H
#define CRAWLER_WEBSUB_HTTP_REQUEST_H

#include <stdbool.h>

#include "base/slice.h"

/* Slices are borrowed from the head; SLICE_NONE: absent. */
struct http_request {
	int status; /* 200: the head is valid; else the status of the response
		     */
	bool is_post;
	bool is_chunked, expects;             /* Expect: 100-continue */
	struct slice path, query;             /* without "?" */
	struct slice content_type, signature; /* X-Hub-Signature */
	int64_t body_bytes;                   /* unless is_chunked */
};

/* Returns the length of the head with its empty line; 0: it is not complete. */
size_t http_request_head_bytes(struct slice received);
/* Reads a complete head.  Requests whose length is ambiguous are refused
 * (sections 6.1 and 6.3).  O(bytes). */
void http_request_read(struct slice head, struct http_request *ret);

/* The state of reading a body in chunks (section 7.1). All members are 0 at
 * first. */
struct http_chunks {
	int state;
	int64_t left;      /* bytes of the chunk that did not arrive yet */
	int line_bytes;    /* bytes of the line that is being read */
	int trailer_bytes; /* bytes of all trailer fields */
};

enum http_chunks_result { HTTP_CHUNKS_MORE, HTTP_CHUNKS_END, HTTP_CHUNKS_BAD };
/* Reads bytes from the start of *rest and removes them from *rest. Stops after
 * the next piece of the body, or at the end of *rest. *ret_piece is the piece,
 * or empty if no piece was found. Must be called until *rest is empty or the
 * result is not HTTP_CHUNKS_MORE. O(bytes). */
enum http_chunks_result http_chunks_read(
    struct http_chunks *, struct slice *rest, struct slice *ret_piece);

#endif
