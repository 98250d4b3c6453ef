/*
 * network.c -- detects failures of the network.
 *
 * Normal case: every response shows that the network is up. If requests to
 * three hosts fail in the same way, and no other host responds in between, the
 * state is doubtful: no request starts until the requests in progress have had
 * time to answer. Only hosts whose feeds worked before are considered. If no
 * request is answered, the network is down. The failures since the last answer
 * are removed from their feeds, and these feeds are due again. Then single
 * requests are started as probes. After the first response the network is up,
 * and requests start again.
 *
 * The detection is wrong if three servers fail at the same moment while no
 * other server is requested. The next probes then reach another server within
 * seconds, and feeds that still get no answer have failed themselves: they are
 * not suspects again until they are answered.
 */
#include "daemon/host/network.h"

#include <event2/event.h>
#include <stdlib.h>

#include "crawler/fetch/fetch.h"
#include "crawler/host.h"
#include "daemon/feed/schedule.h"
#include "daemon/fleet/node.h"
#include "daemon/host/host_queue.h"
#include "daemon/hub.h"
#include "daemon/log.h"
#include "daemon/writer/store_thread.h"

#define GRACE_MS 2000 /* time for requests in progress to be answered */
/* Time between two requests while the network is down. After PROBE_OFTEN probes
 * the time is longer, because the network may be up: if the configuration has
 * only three hosts and all of them have failed permanently, the network seems
 * to be down. */
#define PROBE_MS      3000
#define PROBE_OFTEN   20
#define PROBE_LATE_MS 30000

/* Number of hosts that must fail before the network is doubtful. */
#define NETWORK_SUSPECTS 3

enum network_state { NETWORK_UP, NETWORK_DOUBTFUL, NETWORK_DOWN };

struct network {
	enum network_state state;
	enum fetch_result how; /* the result that the failures have in common */
	bool heard;            /* a server has answered since the start */
	const char *suspects[NETWORK_SUSPECTS]; /* budget keys, owned */
	size_t n_suspects;
	/* number of the current period without an answer; not 0 */
	uint32_t silence;
	bool may_probe;    /* one request may be started to test the network */
	uint32_t n_probes; /* number of tests since the network went down */
	int64_t since_ms;  /* monotonic time at which the network went down */
	struct event *timer;
};

static void network_on_timer(evutil_socket_t, short, void *);

int
network_new(struct hub *hub, struct network **ret, struct err *e)
{
	struct network *network = calloc(1, sizeof(*network));

	if (network == NULL)
		return err_set(
		    e, ERR_MEMORY, "no memory for the state of the network");
	*ret = network;
	network->silence = 1;
	network->timer = evtimer_new(hub->base, network_on_timer, hub);
	return network->timer != NULL
		   ? 0
		   : err_set(e, ERR_MEMORY, "no memory for timers");
}

static void
network_forget_suspects(struct network *network)
{
	while (network->n_suspects > 0)
		free((
		    char *)(uintptr_t)network->suspects[--network->n_suspects]);
}

void
network_free(struct network *network)
{
	if (network == NULL)
		return;
	network_forget_suspects(network);
	if (network->timer != NULL)
		event_free(network->timer);
	free(network);
}

bool
network_is_down(const struct hub *hub)
{
	return hub->network->state == NETWORK_DOWN;
}

bool
network_is_there(const struct response *r)
{
	return r->answered;
}

bool
network_is_silent(const struct response *r)
{
	return !network_is_there(r) &&
	       (r->result == FETCH_DNS || r->result == FETCH_CONNECT ||
		   r->result == FETCH_TIMEOUT);
}

bool
network_is_excuse(const struct hub *hub, const struct response *r)
{
	return hub->network->state != NETWORK_UP && network_is_silent(r);
}

bool
network_may_start(const struct hub *hub)
{
	return hub->network->state == NETWORK_UP ||
	       (hub->network->state == NETWORK_DOWN && hub->network->may_probe);
}

void
network_started(struct hub *hub)
{
	hub->network->may_probe = false;
}

/* ---- failures that are not counted ---- */

/* The feeds of one shard; without nodes, all feeds. */
struct excusing {
	struct excused {
		int64_t id, failures, at, polled_at;
	} * feeds;
	size_t n, cap;
	int64_t now;
};

static int
network_excuse_run(struct store *store, void *arg, struct err *e)
{
	struct excusing *x = arg;
	int rc = 0;

	for (size_t i = 0; i < x->n && rc == 0; i++)
		rc = store_feed_excuse(store, x->feeds[i].id,
		    x->feeds[i].failures, x->feeds[i].at, x->feeds[i].polled_at,
		    e);
	return rc;
}

static void
network_excuse_done(void *arg, int rc, const struct err *e)
{
	struct excusing *x = arg;

	if (rc != 0)
		log_event(
		    LOG_WARNING, "feeds-not-excused", LOG_TEXT("why", e->text));
	free(x->feeds);
	free(x);
}

static void
network_excuse_add(struct excusing *x, struct excused feed)
{
	if (x->n == x->cap) {
		size_t cap = x->cap > 0 ? 2 * x->cap : 8;
		struct excused *grown = realloc(x->feeds, cap * sizeof(*grown));

		if (grown == NULL)
			abort();
		x->feeds = grown;
		x->cap = cap;
	}
	x->feeds[x->n++] = feed;
}

/* Resets the feed as if it had not been polled: it is due when the network is
 * up, but not in hours that the feed excludes (docs/etiquette.md, row E37).
 * `counted`: the last poll was counted as a failure, and this count is undone.
 * Polls while the network is down are not counted, and earlier failures are
 * kept. */
static void
network_excuse(struct hub *hub, struct excusing *x, struct subscription *feed,
    bool counted)
{
	int64_t at = feed_hints_after_skipped(&feed->hints, x->now);

	feed->failures -= counted && feed->failures > 0;
	feed->failure_noted_in = 0;
	feed->was_excused = true;
	network_excuse_add(x, (struct excused){ feed->id, feed->failures, at,
				  feed->last_poll_at });
	if (!feed->polling)
		schedule_put(hub, feed, at);
}

static struct excusing *
network_excusing_new(void)
{
	struct excusing *x = calloc(1, sizeof(*x));

	if (x == NULL)
		abort();
	x->now = hub_now();
	return x;
}

/* Nothing is written for a shard that this node has lost. */
static void
network_excuse_post(struct hub *hub, struct excusing *x, int32_t shard)
{
	store_post_fenced(hub->store, node_tenure(hub, shard), STORE_SOON, x->n,
	    NULL, network_excuse_run, network_excuse_done, x);
}

static size_t
network_excuse_all(struct hub *hub, bool counted)
{
	struct excusing *of[LIMIT_SHARDS] = { NULL };
	struct subscription *feed;
	size_t n = 0, at = 0;

	while ((feed = schedule_next(hub, &at)) != NULL) {
		int32_t shard;

		if (feed->failure_noted_in != hub->network->silence)
			continue;
		shard = node_shard(hub, feed->url);
		if (of[shard] == NULL)
			of[shard] = network_excusing_new();
		network_excuse(hub, of[shard], feed, counted);
		n++;
	}
	for (int32_t i = 0; i < LIMIT_SHARDS; i++)
		if (of[i] != NULL)
			network_excuse_post(hub, of[i], i);
	return n;
}

static void
network_excuse_one(struct hub *hub, struct subscription *feed, bool counted)
{
	struct excusing *x = network_excusing_new();

	network_excuse(hub, x, feed, counted);
	network_excuse_post(hub, x, node_shard(hub, feed->url));
}

void
network_note_failure(struct hub *hub, struct subscription *feed, bool excused)
{
	const struct network *network = hub->network;
	bool down = network->state == NETWORK_DOWN;

	if (excused != down) /* the state has changed since the decision about
				the poll, so network_excuse_all() has not
				included this feed */
		network_excuse_one(hub, feed, !excused);
	else if (down || network->n_suspects > 0)
		feed->failure_noted_in = network->silence;
}

/* ---- down and up ---- */

static void
network_set_down(struct hub *hub)
{
	struct network *network = hub->network;

	network->state = NETWORK_DOWN;
	schedule_hold(hub, true);
	network->since_ms = hub_monotonic_ms();
	log_event(LOG_WARNING, "network-down",
	    LOG_TEXT("how", fetch_result_name(network->how)),
	    LOG_INT("feeds_excused", (int64_t)network_excuse_all(hub, true)),
	    LOG_TEXT("then", "polling waits until a server answers"));
	network->n_probes = 0;
	hub_arm(network->timer, PROBE_MS);
}

static void
network_set_up(struct hub *hub)
{
	struct network *network = hub->network;

	if (network->state == NETWORK_DOWN)
		log_event(LOG_WARNING, "network-up",
		    LOG_INT("after_s",
			(hub_monotonic_ms() - network->since_ms) / 1000),
		    LOG_INT(
			"feeds_due", (int64_t)network_excuse_all(hub, false)));
	network->state = NETWORK_UP;
	schedule_hold(hub, false);
	evtimer_del(network->timer);
	schedule_arm(hub);
	host_queue_resume(hub);
}

static void
network_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct hub *hub = arg;

	(void)fd;
	(void)what;
	if (hub->state != HUB_RUNNING)
		return;
	if (hub->network->state == NETWORK_DOUBTFUL) {
		network_set_down(hub);
		return;
	}
	/* A request that waits for the end of a pause or for its turn does not
	 * test the network. */
	if (hub->network->may_probe || !host_queue_has_work(hub))
		schedule_probe(hub);
	hub->network->may_probe = true;
	host_queue_resume(hub);
	hub_arm(hub->network->timer,
	    hub->network->n_probes++ < PROBE_OFTEN ? PROBE_MS : PROBE_LATE_MS);
}

void
network_note_response(struct hub *hub, const struct response *r)
{
	struct network *network = hub->network;

	if (!network_is_there(r))
		return;
	network->heard = true;
	if (network->state != NETWORK_UP)
		network_set_up(hub);
	network_forget_suspects(network);
	if (++network->silence == 0)
		network->silence = 1;
}

/* With --once the state is not used, and failures are reported. If any host has
 * answered, a host that has never answered is not counted, because thousands of
 * servers may accept connections without answering. */
void
network_note_silence(
    struct hub *hub, const struct host *host, const struct response *r)
{
	struct network *network = hub->network;
	char *key;

	if (hub->once || network->state != NETWORK_UP ||
	    !network_is_silent(r) || (!host->answers && network->heard))
		return;
	if (r->result != network->how)
		network_forget_suspects(network);
	network->how = r->result;
	for (size_t i = 0; i < network->n_suspects; i++)
		if (strcmp(network->suspects[i], host->key) == 0)
			return;
	key = strdup(host->key);
	if (key == NULL)
		abort();
	network->suspects[network->n_suspects++] = key;
	if (network->n_suspects < NETWORK_SUSPECTS)
		return;
	network->state = NETWORK_DOUBTFUL;
	hub_arm(network->timer, GRACE_MS);
}
