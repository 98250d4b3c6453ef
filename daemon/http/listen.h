/*
 * listen.h -- the HTTP server of the key `listen`: metrics, health and a status
 * page.
 *
 *	GET /metrics: the metrics in Prometheus' text format, version 0.0.4;
 *	GET /health: JSON, with status 200 while the daemon works, else 503;
 *	GET /: a status page, which uses /style.css.
 *
 * All three report the same problems (condition.h). The server reads only the
 * head of a request. The metrics contain numbers and the names of consumers.
 * The page also contains titles and addresses of feeds and articles.
 */
#ifndef DAEMON_HTTP_LISTEN_H
#define DAEMON_HTTP_LISTEN_H

#include "base/buf.h"
#include "base/err.h"

struct addrinfo;
struct hub;
struct listen;
struct store_view_kind;

/* Opens the socket and starts the server. `address`: "host:port" from the
 * configuration. The server is owned by the caller. Returns 0 or a negative
 * code; *ret is then not written. Logs a warning if clients on other machines
 * can reach the address. */
int listen_new(
    struct hub *, const char *address, struct listen **ret, struct err *e);
/* Closes all connections and the socket. NULL is allowed. */
void listen_free(struct listen *);
/* Resolves "127.0.0.1:7415", "[::1]:7415", "localhost:7415".  The caller frees
 * *ret with freeaddrinfo().  Returns 0 or a negative code. */
int listen_resolve(
    const char *address, struct addrinfo **ret, struct err *e);

/* metrics.c, health.c and status_page.c: append the contents of the responses
 * to /metrics, /health, / and /style.css. Errors are those of the buffer. */
void metrics_write(const struct hub *, struct buf *);
void health_write(const struct hub *, struct buf *);
void status_page_write(const struct hub *, struct buf *);
void status_style_write(const struct hub *, struct buf *);
/* Returns whether every part of the daemon makes progress and the database can
 * be written. */
bool health_is_good(const struct hub *);
/* The overview of the database for the status page. It is read every few
 * seconds while clients request the page, else every minute. */
extern const struct store_view_kind status_page_view;

#endif
