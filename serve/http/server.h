/*
 * server.h -- the HTTP server: libmicrohttpd's thread for connections, the
 * threads that answer, and the watch.
 *
 * connection.c connects libmicrohttpd with the pool; headers.c writes the
 * header fields of every response.
 */
#ifndef SERVE_HTTP_SERVER_H
#define SERVE_HTTP_SERVER_H

#include "serve/http/peers.h"
#include "serve/http/pool.h"
#include "serve/http/watch.h"

struct MHD_Daemon;
struct MHD_Response;

struct server {
	const struct serve_settings *settings;
	struct MHD_Daemon *http;
	struct pool *pool;
	struct watch *watch;
	struct peers peers;
	_Atomic bool stops; /* new requests get 503 */
	size_t unsent_bytes; /* bodies that libmicrohttpd sends; used by its
				thread only */
};

/* Starts the server on listen_fd, which it then owns.  settings: borrowed.
 * Returns 0, or a negative code after a failure; listen_fd is then closed. */
int server_start(struct server *, const struct serve_settings *, int listen_fd,
    struct err *e);
/* Ends the server: no connection is accepted any more, waiting requests get
 * 503, and responses are sent for at most two seconds. */
void server_stop(struct server *);

/* Starts libmicrohttpd on listen_fd (connection.c). Returns NULL if it cannot
 * be started. */
struct MHD_Daemon *connection_start_http(struct server *, int listen_fd);
/* Callbacks that the pool and the watch call (connection.c); `arg`: the server.
 */
void connection_done(struct job *, void *arg);
void connection_wait(struct job *, void *arg);
void connection_wake(struct job *, void *arg);
void connection_leave(struct job *, void *arg);
/* Adds the header fields of the response (headers.c); false: no memory. */
bool headers_add(struct MHD_Response *, const struct serve_response *);

#endif
