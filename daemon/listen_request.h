/*
 * listen_request.h -- a request to the key `listen`, read and judged.
 */
#ifndef DAEMON_LISTEN_REQUEST_H
#define DAEMON_LISTEN_REQUEST_H

#include <sys/socket.h>

#include "base/slice.h"

struct listen_request {
	int status;         /* 200, or 400, 405, 421: why not */
	bool is_head;       /* HEAD: no body is sent */
	struct slice path;  /* without the query; borrowed from the head */
};

/* Under which names the server may be asked. */
struct listen_names {
	struct slice listen;           /* the key: "host:port" */
	char *const *names;            /* the key listen_names */
	size_t n_names;
	const struct sockaddr *local;  /* of the connection; NULL: not known */
};

/* Reads a head up to its empty line.  Of HTTP/1.1 it must have one Host, of
 * HTTP/1.0 one at most.  O(bytes). */
void listen_request_read(struct slice head, const struct listen_names *,
    struct listen_request *ret);

/* May the server be asked under this value of Host?  Loopback addresses,
 * localhost and what ends in .localhost may; so may the connection's own
 * address, the host of `listen`, and listen_names.  With any port. */
bool listen_host_allowed(struct slice host, const struct listen_names *);

#endif
