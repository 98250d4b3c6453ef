/*
 * server.c -- starts and ends the HTTP server.
 *
 * At its end, new connections are refused, waiting requests get 503, the pool
 * runs all jobs of its queue, the responses are sent, and libmicrohttpd closes
 * the connections.
 */
#include "serve/http/server.h"

#include <microhttpd.h>
#include <unistd.h>

/* Time for sending the last responses; after SIGTERM the program must end
 * within 10 s. */
#define SEND_LAST_MS 2000

static void
server_on_replaced(void *arg)
{
	struct server *server = arg;

	pool_reopen(server->pool);
}

static int
server_start_threads(struct server *server, struct err *e)
{
	const struct pool_calls pool_calls = { connection_done, connection_wait,
		server };
	const struct watch_calls watch_calls = { connection_wake,
		connection_leave, server_on_replaced, server };
	int rc = pool_start(server->settings, &pool_calls, &server->pool, e);

	if (rc != 0)
		return rc;
	return watch_start(
	    server->settings, &server->peers, &watch_calls, &server->watch, e);
}

int
server_start(struct server *server, const struct serve_settings *settings,
    int listen_fd, struct err *e)
{
	int rc;

	*server = (struct server){ .settings = settings };
	peers_init(&server->peers);
	rc = server_start_threads(server, e);
	if (rc == 0) {
		server->http = connection_start_http(server, listen_fd);
		if (server->http == NULL)
			rc = err_set(e, ERR_LIBRARY,
			    "the HTTP server cannot be started");
	}
	if (rc != 0) {
		if (server->watch != NULL)
			watch_stop(server->watch);
		pool_stop(server->pool);
		pool_free(server->pool);
		watch_free(server->watch);
		peers_release(&server->peers);
		close(listen_fd);
	}
	return rc;
}

void
server_stop(struct server *server)
{
	int listen_fd;

	server->stops = true;
	listen_fd = MHD_quiesce_daemon(server->http);
	watch_stop(server->watch);
	pool_stop(server->pool);
	peers_wait_sent(&server->peers, SEND_LAST_MS);
	MHD_stop_daemon(server->http);
	if (listen_fd >= 0)
		close(listen_fd);
	pool_free(server->pool);
	watch_free(server->watch);
	peers_release(&server->peers);
}
