/*
 * request.h -- a URL that is to be fetched when the rate limit of its host
 * allows it.
 *
 * A request is embedded in its owner (a poll, a page, a robots.txt) and is
 * never copied while it waits or runs. It is also the redirect_owner of the
 * fetch_request: redirect_check() moves the request to the host of the
 * redirect's target.
 */
#ifndef DAEMON_REQUEST_H
#define DAEMON_REQUEST_H

#include "daemon/host/fair_queue.h"
#include "store/fleet/round.h"

struct fetch;
struct host;
struct hub;

/* fair_queue.h defines the order in which a host serves the kinds. */
enum request_kind {
	REQUEST_ROBOTS,
	REQUEST_FEED,
	REQUEST_PAGE,
	REQUEST_REVISIT, /* a page that was visited before */
	REQUEST_KIND_COUNT
};

struct request {
	enum request_kind kind;
	/* the last request for this URL, perhaps before a restart, succeeded */
	bool answered;
	/* with several nodes: any node may send the request, also a node that
	 * does not own the host */
	bool is_of_any_node;
	bool obeys_robots; /* robots.txt is checked after each redirect, too */
	/* The members that decide the request's share of its host
	 * (fair_queue.h). For a page, is_own means that an entitled feed
	 * (docs/security.md) inserted it; own_host is then the budget key of
	 * the page's host. feed_host is the budget key of the feed's host, to
	 * which a redirect may lead the page. A document that a feed links to
	 * is foreign on any other host than feed_host. For a robots.txt, is_own means
	 * that a page with is_own or a document of a feed needs the robots.txt.
	 * The keys are borrowed from the owner; NULL if unknown. The owner also
	 * sets queued.feed_id and queued.order. */
	bool is_own;
	const char *own_host, *feed_host;
	/* For a robots.txt, and for a feed without feed_host: the host is
	 * another one than that of the robots.txt or feed.  The owner sets
	 * is_foreign if the request begins at such a host, and host_queue_add()
	 * sets it after a redirect.  feed_id: the feed whose turn a foreign
	 * request takes. */
	bool is_foreign;
	int64_t feed_id;
	/* The following members belong to host_queue.c and redirect.c. */
	struct fair_item queued; /* the item in its host's queue */
	struct hub *hub;
	struct host *host; /* the host to which the request was sent, or which
			      has the request in its queue */
	/* the tenure of the host's shard when it was started (docs/fleet.md);
	 * epoch 0: not started, or only one daemon uses the database */
	struct fleet_tenure tenure;
	bool waits;         /* it is in the queue of the host */
	bool holds;         /* it uses a connection of the host */
	bool holds_foreign; /* its connection counts as a connection of a
			       foreign page */
	/* the fetch that was redirected; NULL: no fetch was started */
	struct fetch *redirected;
	const char *redirect_url; /* the target; borrowed from the fetch */
	/* the target, if it is on a host of another node and the transfer was
	 * ended for this reason; else NULL. Owned by the owner of the request.
	 */
	char *foreign_url;
	bool asks;                /* it waits for an answer of robots_cache.c */
	/* Called when the host has a free connection. It must lead to a call of
	 * host_queue_finished() or host_queue_abandoned(). */
	void (*start)(struct hub *, struct request *);
	/* Called in place of start() when the daemon stops; may be NULL. */
	void (*drop)(struct hub *, struct request *);
	/* Called in place of start() when another node has become the owner of
	 * the host: ends the work, whose rows are in the database. */
	void (*lose)(struct hub *, struct request *);
	/* Called in place of start() when the host begins a pause while the
	 * request waits, and the pause applies to the request; NULL: the
	 * request waits for the end of the pause. */
	void (*pause)(struct hub *, struct request *);
};

#endif
