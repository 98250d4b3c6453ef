/*
 * route.h -- the routes of `gleaner serve`: which handler answers a request.
 *
 * A route is a row of a table; route.c lists the tables.  Each row has a
 * pattern: a path whose segments may contain one placeholder each.
 *
 * In /article/{id}, the placeholder {id} is a decimal number from 1 on.  In
 * /tag/{name}.atom, the placeholder {name} is any text of at least one byte.
 * {name} may contain a slash if no slash follows it in the pattern.
 *
 * If several patterns match, the pattern with the most literal bytes is used:
 * /tag/x.atom is a feed and not the tag "x.atom", whose page is
 * /tag?name=x.atom.
 *
 * page_routes.c is the table of pages.
 */
#ifndef SERVE_ROUTE_H
#define SERVE_ROUTE_H

#include "base/err.h"
#include "serve/request.h"
#include "serve/response.h"
#include "serve/settings.h"
#include "serve/tokens.h"

struct store;

/* Slow requests must not delay quick ones, and must not delay consumers of the
 * change log.  At most a third of the threads work on the requests of each of
 * the last two lanes. */
enum serve_lane {
	SERVE_QUICK,   /* a few milliseconds */
	SERVE_SLOW,    /* long queries, such as a search */
	SERVE_DELIVERY /* consumers of the change log; the requests may wait for
			  the daemon */
};

/* One request while a handler answers it. All pointers are borrowed. */
struct serve_exchange {
	struct store *store; /* read-only connection of this thread */
	const struct serve_settings *settings;
	const struct serve_request *request;
	struct serve_response *response;
	struct slice name; /* the text of {name} */
	int64_t id;        /* the number of {id} */
	int64_t now_at;    /* UTC seconds */
	int64_t now_ms;    /* monotonic */
	int64_t began_ms;  /* monotonic time at which the request began */
	/* set by serve_wait() */
	bool waits;
	int64_t wait_after_seq, wait_until_ms;
};

/* Writes the response.  Returns 0, or a negative code: the client then gets
 * 500, or 503 if store_may_retry() is true, and the text of e is logged.  If
 * store_may_retry() is true, the handler of a GET is first called once more.  A
 * handler is called in one of several threads and must have no state of its
 * own. */
typedef int serve_handler(struct serve_exchange *, struct err *e);

/* Suspends the request (long poll).  Discards what the handler has written.
 * The handler is called again when the change log has a seq greater than
 * after_seq, or at until_ms (monotonic), but not later than
 * LIMIT_SERVE_WAIT_MS after began_ms.  Until then the request occupies no
 * thread.  If the client closes the connection, the handler is not called
 * again.  Returns 0. */
int serve_wait(struct serve_exchange *, int64_t after_seq, int64_t until_ms);
/* Sets Last-Modified to one second after the newest change of any article, so
 * that a client also sees a second change in the same second.  The time is
 * never in the future.  Not set if there is no change.  One read of the
 * database. */
int serve_set_modified(struct serve_exchange *, struct err *);

struct serve_route {
	unsigned methods;    /* a set of enum serve_method */
	const char *pattern; /* static; the last row of a table has NULL */
	serve_handler *run;
	enum serve_scope scope; /* scope that a token must have */
	enum serve_lane lane;
};

/* All tables of routes; NULL ends the list. */
extern const struct serve_route *const serve_route_tables[];
extern const struct serve_route serve_page_routes[], serve_feed_routes[],
    serve_api_routes[];

/* Finds the route of a request.  Returns 0 with *ret, or the status of the
 * error: 404, or 405 with *ret_methods.  name: text of {name}, borrowed from
 * `path`.  O(routes). */
int serve_route_find(enum serve_method, struct slice path,
    const struct serve_route **ret, struct slice *ret_name, int64_t *ret_id,
    unsigned *ret_methods);
/* Matches one pattern.  *ret_literal: number of its literal bytes. */
bool serve_route_match(const char *pattern, struct slice path,
    struct slice *ret_name, int64_t *ret_id, size_t *ret_literal);

#endif
