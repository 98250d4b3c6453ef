/*
 * websub_parts.h -- declarations shared by the files of daemon/websub.
 *
 *	websub.c is the module: it compares polls with deliveries, and ends the
 *	subscriptions of feeds that are not polled any more.
 *	websub_change.c compares the hubs of feeds with their subscriptions.
 *	websub_rows.c keeps the subscriptions in memory and in the database.
 *	websub_ask.c sends requests to hubs and answers their verification.
 *	websub_delivery.c checks, parses and stores the deliveries of hubs.
 *	websub_listen.c is the HTTP server that hubs call.
 *	websub_shards.c reads the subscriptions of the shards of this node.
 *	websub_relay.c passes requests of hubs between nodes.
 *	websub_share.c divides the memory for deliveries (pure).
 *	websub_trust.c computes how far polls can rely on a hub (pure).
 */
#ifndef DAEMON_WEBSUB_WEBSUB_PARTS_H
#define DAEMON_WEBSUB_WEBSUB_PARTS_H

#include <sys/queue.h>

#include "base/heap.h"
#include "base/limits.h"
#include "base/table.h"
#include "crawler/websub/http_request.h"
#include "crawler/websub/intent.h"
#include "daemon/hub.h"
#include "daemon/request.h"
#include "daemon/websub/websub.h"
#include "daemon/websub/websub_trust.h"
#include "store/store.h"

#define WEBSUB_TOKEN_CHARS  (2 * LIMIT_WEBSUB_TOKEN_BYTES)
#define WEBSUB_SECRET_CHARS (2 * LIMIT_WEBSUB_SECRET_BYTES)

struct delivery;
struct event;
struct websub_listener;

/* A subscription.  It is freed when it has been removed and neither a request
 * nor a delivery uses it. */
struct websub_sub {
	TAILQ_ENTRY(websub_sub) entry;
	struct websub *websub;
	struct heap_item due; /* key: next_at */
	int64_t id, feed_id;
	char *hub, *topic, *callback, *secret;
	char *hub_host; /* websub_share_host() of `hub` */
	const char *token; /* the part of `callback` after its last slash */
	char *feed_url;
	int32_t shard;  /* shard of the feed; 0 without nodes */
	char *base_url; /* the URL after redirects of the last poll */
	enum websub_state state;
	char *why;
	int64_t failures, found_at, next_at, verified_at, lease_until;
	struct websub_trust trust;
	int64_t deliveries, entries, refused, refused_at;
	char *refused_why;
	/* the request to the hub */
	struct request request;
	bool is_asking;         /* the request waits or runs */
	bool is_pending;        /* the request was sent, but not verified */
	enum websub_mode asked; /* mode of the last request */
	/* deliveries */
	struct websub_rate rate;
	TAILQ_HEAD(delivery_list, delivery) waiting;
	size_t n_waiting;
	struct delivery *reading; /* NULL: none */
	size_t n_arriving;        /* deliveries whose body has not arrived
				     completely */
	/* websub_signature_mark() of the last deliveries; a ring buffer */
	uint64_t seen[LIMIT_WEBSUB_REPLAYS];
	size_t n_seen;
	bool is_listed; /* the feed is still polled; set only while the
			   subscriptions are checked */
	bool is_removed;
};

struct websub {
	struct hub *hub;
	/* websub.listen and websub.callback at the start. A reload may remove
	 * them from hub->config, but they need a restart. */
	char *listen, *callback;
	TAILQ_HEAD(websub_sub_list, websub_sub) subs;
	/* by_token has all subscriptions; by_feed has only those that are not
	 * being ended */
	struct table by_token, by_feed;
	struct heap due;
	struct event *timer;
	size_t n_asking;
	int64_t held_bytes; /* of all deliveries */
	size_t n_held;      /* deliveries in memory */
	TAILQ_HEAD(held_list, delivery) held; /* the same deliveries */
	struct websub_listener *listener;
	struct websub_totals totals;
	bool is_loaded;
	/* with several nodes */
	bool has_shard[LIMIT_SHARDS];  /* the shard's subscriptions are in
					  memory */
	bool is_loading[LIMIT_SHARDS]; /* the shard's subscriptions are being
					  read */
	TAILQ_HEAD(relay_list, relay) relays; /* requests for other nodes */
	bool is_collecting;                   /* responses are being read */
	size_t n_looking;  /* operations that look for or take requests */
	int64_t unknown_s; /* second to which n_unknown belongs */
	int n_unknown;     /* unknown callbacks in this second */
};

/* ---- websub.c ---- */

/* Sets the timer to the time of the earliest planned request. */
void websub_arm(struct websub *);
/* Plans the next request, and sets the timer. */
void websub_plan(struct websub_sub *, int64_t at);
/* Requests the end of the subscription from the hub. */
void websub_leave(struct websub_sub *);
/* Polls the feed at its usual interval again. */
void websub_resume_polling(struct websub_sub *);

/* ---- websub_rows.c ---- */

/* Reads all rows, and then calls websub_check_feeds(). */
void websub_rows_load(struct websub *);
/* Finds the feed's subscription that is not being ended; NULL: there is
 * none. */
struct websub_sub *websub_rows_of_feed(const struct websub *, int64_t feed_id);
/* Finds the subscription of a callback by the last part of its path; NULL:
 * there is none. */
struct websub_sub *websub_find_path(const struct websub *, struct slice path);
/* Returns the last part of a path. */
struct slice websub_token_of(struct slice path);
/* Returns a new subscription with the values of a row.  It is in no list yet.
 */
struct websub_sub *websub_rows_new(struct websub *, const struct websub_row *);
/* Adds a subscription to all lists, and plans its next request. */
void websub_rows_add(struct websub_sub *);
/* Returns whether a subscription with this callback is in the lists. */
bool websub_rows_has(const struct websub_sub *);
/* Removes the subscription from memory, but not from the database. */
void websub_rows_remove(struct websub_sub *);
/* websub_rows_free() frees a subscription that is in no list,
 * websub_rows_drop() all subscriptions of a list. */
void websub_rows_free(struct websub_sub *);
void websub_rows_drop(struct websub_sub_list *);
/* Writes the members that can change to the row of the subscription. */
void websub_rows_write(const struct websub_sub *);
/* Removes the subscription from memory and from the database. */
void websub_rows_delete(struct websub_sub *);
/* Frees a subscription that was removed and is not used any more. */
void websub_rows_unuse(struct websub_sub *);
void websub_rows_release(struct websub *);
/* Replaces *old by a copy of the text. */
void websub_set_text(char **old, struct slice text);

/* ---- websub_ask.c ---- */

/* Sends the request of a subscription that is due. */
void websub_ask(struct websub_sub *);
/* Answers a verification or a denial.  Returns the status; for 200 *ret_body is
 * the body.  The body is in the arena. */
int websub_answer(struct websub *, struct arena *, const struct http_request *,
    struct slice *ret_body);

/* ---- websub_delivery.c ---- */

/* Begins a delivery.  Returns NULL and the status of the response if it is not
 * accepted. */
struct delivery *websub_delivery_new(
    struct websub *, const struct http_request *, int *ret_status);
/* Adds bytes of the body.  Returns 0, or the status of the response if the body
 * is too large. */
int websub_delivery_add(struct delivery *, struct slice bytes);
/* Takes over a delivery whose body is complete, and reads it if its signature
 * is valid.  Returns the status of the response. */
int websub_delivery_end(struct delivery *);
/* Drops a delivery whose body is not complete. */
void websub_delivery_abort(struct delivery *);
/* Frees the deliveries that wait. */
void websub_delivery_clear(struct websub_sub *);

/* ---- websub_shards.c ---- */

/* True if the subscriptions of the feed's shard are in memory. */
bool websub_has_feed_shard(const struct websub *, const char *feed_url);

/* ---- websub_relay.c ---- */

struct relay;
/* Called with the response to a request for a subscription of another node.
 * Status 100: the body of the delivery can be read (websub_relay_add()).  After
 * every other status the relay does not exist any more.  `body`: borrowed. */
typedef void websub_relay_done(void *arg, int status, struct slice body);
/* True if the path may be a callback of another node. */
bool websub_relay_is_needed(const struct websub *, struct slice path);
/* Looks up the subscription of a request that arrived here for another node,
 * and hands a verification over to that node. NULL: the response is 503. */
struct relay *websub_relay_new(struct websub *, const struct http_request *,
    websub_relay_done *, void *arg);
/* Adds bytes of the body.  Returns 0, or the status of the response. */
int websub_relay_add(struct relay *, struct slice bytes);
/* Hands over a delivery whose body is complete. */
void websub_relay_end(struct relay *);
/* Drops the request; `done` is not called. */
void websub_relay_abort(struct relay *);

/* ---- websub_listen.c ---- */

/* Listens on websub.listen for the requests of hubs.  `address`: host:port. The
 * errors are those of listen_resolve() and acceptor_new(). */
int websub_listener_new(struct websub *, const char *address,
    struct websub_listener **ret, struct err *e);
void websub_listener_free(struct websub_listener *);

#endif
