/*
 * access.h -- decides if a request may be answered, before a handler is called.
 *
 * Without tokens only clients on loopback get answers, and only if Host names
 * the listening address. A foreign web page can make a browser connect to
 * 127.0.0.1 under the host name of the page (DNS rebinding), and Host then
 * contains that name. If there are tokens, each request needs one, and a
 * foreign page has none. In both cases a POST that a browser sends for a page
 * of another origin is refused, and so is a GET that names a consumer
 * (serve/api/changes.c).
 */
#ifndef SERVE_HTTP_ACCESS_H
#define SERVE_HTTP_ACCESS_H

#include <sys/socket.h>

#include <stdbool.h>

#include "serve/request.h"
#include "serve/tokens.h"

struct access_peer {
	const struct sockaddr *remote, *local; /* addresses of the connection */
};

/* Returns 0, or the status of the error (400, 401, 403 or 421) and its reason:
 * a static sentence without a period. `tokens` NULL: there is no token file.
 * `scope`: the scope that the route requires.  O(tokens). */
int access_check(const struct serve_request *, const struct access_peer *,
    const struct serve_tokens *tokens, enum serve_scope scope,
    const char **ret_why);

/* True for 127.0.0.0/8, also as IPv4-mapped IPv6 addresses, and for ::1. */
bool access_is_loopback(const struct sockaddr *);
/* Returns whether the value of Host names the local address of the connection:
 * the address itself or, for loopback, localhost; and its port, which may be
 * absent if it is 80. */
bool access_names_host(struct slice host, const struct sockaddr *local);
/* Returns whether a request that changes something comes from a page of this
 * server, or from a program that is not a browser. */
bool access_is_same_origin(const struct serve_request *);

#endif
