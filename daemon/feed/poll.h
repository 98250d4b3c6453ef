/*
 * poll.h -- one poll of a feed while it is in progress.
 *
 * poll.c fetches and parses the feed, poll_notice.c follows a notice that the
 * feed has moved, poll_store.c stores the result.
 */
#ifndef DAEMON_FEED_POLL_H
#define DAEMON_FEED_POLL_H

#include "crawler/fetch/fetch.h"
#include "daemon/feed/cadence.h"
#include "daemon/feed/schedule.h"
#include "daemon/host/response_copy.h"
#include "daemon/websub/websub_trust.h"
#include "worker/message/message.h"

#define POLL_WHY_BYTES 256

struct websub_change;

/* Polls the feed: it is fetched as soon as its host allows it. The feed must
 * not be planned in the schedule. */
void poll_start(struct hub *, struct subscription *);
/* Gets the configured headers of the feed, borrowed from the configuration;
 * returns their number. */
#define POLL_HEADERS 32
size_t poll_headers(
    const struct subscription *, struct fetch_header ret[POLL_HEADERS]);

struct poll {
	struct hub *hub;
	struct subscription *feed;
	struct response_copy response;
	bool permanent;                   /* all redirects were 301 or 308 */
	bool busy;                        /* the status is 429 or 503 */
	bool challenged;                  /* the header cf-mitigated */
	bool silent;                      /* no server has answered */
	bool was_sent;                    /* see struct response */
	bool excused;                     /* not counted as a failure, because
					     the network is down */
	int64_t retry_after_s;            /* -1: none */
	int64_t later_s; /* Retry-After of an error that does not pause the
			    host, in seconds; 0 or less: none */
	int tries;
	/* the parsed document */
	uint64_t body_hash; /* 0: not computed */
	/* the worker's reply, decoded on the store's thread */
	struct buf frame;
	struct feed summary;     /* only the members `format`, `complete`,
				    `ttl_minutes` and `n_entries` are set */
	struct feed_hints hints; /* set if has_hints is true */
	bool has_hints;
	char outcome[32], why[POLL_WHY_BYTES];
	bool failed, leaves_validators, is_incomplete;
	/* input of the decision about the next poll; belongs to the store's
	 * thread while the poll is being stored */
	struct cadence_input cadence;
	struct cadence_history history_before, history;
	int64_t feed_last_poll_at,
	    shift_s; /* clock_shift_s() at the decision */
	unsigned char history_bytes[CADENCE_HISTORY_BYTES];
	struct cadence_decision decision;
	struct buf terms;
	/* the values that the poll writes to the database */
	struct poll_update update;
	struct poll_stored stored,
	    stored_before; /* what the earlier slices of the document stored */
	char *moved_url;
	/* the hubs that the response and the document name, if hub->websub is
	 * set; NULL: none */
	char *link, *hub_url, *self_url;
	struct websub_trust trust; /* before the poll */
	struct websub_change *subscription; /* NULL: it does not change */
	/* The new address that a notice document states, and whether it is the
	 * address of a feed. If it is, the poll continues with it
	 * (poll_notice.c). */
	struct request notice; /* the request for the new address */
	char *notice_url;
	bool has_moved;
};

void poll_free(struct poll *);
/* Called when the daemon stops: frees the poll as if the feed had not been
 * polled. */
void poll_drop(struct poll *);
/* Sets the result of the poll from the worker's reply or from a 304. */
void poll_take_feed(struct poll *, const struct reply *);
void poll_take_unchanged(struct poll *);
/* Adds the stored validators of the feed to a 304, except for those that the
 * 304 replaces by new ones (RFC 9111, section 4.3.4). */
void poll_refresh_validators(const struct poll *, struct response_copy *);
/* Requests the new address of the feed that a document states; false: the
 * address cannot be requested. */
bool poll_follow_notice(struct poll *, struct slice to);
/* Decides the next poll and stores the result in one transaction; then frees
 * the poll. */
void poll_update(struct poll *);

#endif
