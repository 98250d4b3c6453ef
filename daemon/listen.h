/*
 * listen.h -- the key `listen`: metrics, health and a status page over HTTP.
 *
 *	GET /metrics   Prometheus' text format, version 0.0.4
 *	GET /health    JSON; 200 while the daemon does its work, else 503
 *	GET /          a page for people, with /style.css
 *
 * All three say the same of what is wrong: condition.h.  Nothing is taken in
 * but a request's head.  The metrics have numbers and the names of consumers;
 * the page also has titles and addresses of feeds and articles.
 */
#ifndef DAEMON_LISTEN_H
#define DAEMON_LISTEN_H

#include "base/buf.h"
#include "base/err.h"

struct hub;
struct listen;

/* address: "host:port", as the configuration has it. */
int listen_new(
    struct hub *, const char *address, struct listen **ret, struct err *e);
void listen_free(struct listen *);

/* metrics.c, status_page.c: what is told. */
void metrics_write(const struct hub *, struct buf *);
/* Every part moves, and the disk takes what is written. */
bool health_is_good(const struct hub *);
void health_write(const struct hub *, struct buf *);
void status_page_write(const struct hub *, struct buf *);
void status_style_write(const struct hub *, struct buf *);

#endif
