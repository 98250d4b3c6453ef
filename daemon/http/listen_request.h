/*
 * listen_request.h -- parses and checks a request to the server of the key
 * `listen`.
 */
#ifndef DAEMON_HTTP_LISTEN_REQUEST_H
#define DAEMON_HTTP_LISTEN_REQUEST_H

#include <sys/socket.h>

#include "base/slice.h"

struct listen_request {
	int status;        /* 200, or the error: 400, 405, 421 */
	bool is_head;      /* HEAD: send no body */
	struct slice path; /* path without the query; borrowed from the head */
};

/* The host names under which the server answers. */
struct listen_names {
	struct slice listen; /* the key: "host:port" */
	char *const *names;  /* the key listen_names */
	size_t n_names;
	const struct sockaddr
	    *local; /* local address of the connection; NULL: not known */
};

/* Parses a head up to its empty line. HTTP/1.1 requires one Host field,
 * HTTP/1.0 allows at most one. O(bytes). */
void listen_request_read(
    struct slice head, const struct listen_names *, struct listen_request *ret);

#endif
