/*
 * network.h -- detects that the network is down, as opposed to single servers.
 *
 * If several feeds of different hosts, which worked before, fail in the same
 * way and no server answers any more, no new request is started for a moment
 * (doubtful). If the requests in progress get no answer either, the network is
 * down: one event is logged, the failures are not counted for the feeds, and
 * one request every few seconds detects when the network is up again.
 */
#ifndef DAEMON_HOST_NETWORK_H
#define DAEMON_HOST_NETWORK_H

#include <stdbool.h>
#include <stdint.h>

#include "crawler/fetch/fetch.h"

struct event;
struct hub;
struct host;
struct subscription;

/* Number of hosts that must have stopped answering. */
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
	bool may_probe;    /* one request may be started, as a test */
	uint32_t n_probes; /* tests since the network is down */
	int64_t since_ms;  /* monotonic time at which the network went down */
	struct event *timer;
};

int network_init(struct hub *, struct err *e);
void network_release(struct hub *);
/* Must be called when any transfer has ended. */
void network_note_response(struct hub *, const struct response *);
/* A feed that worked before got no answer. */
void network_note_silence(
    struct hub *, const struct host *, const struct response *);
/* A poll without an answer was stored as the first failure of the feed or, if
 * excused, as no failure. If the network turns out to be down, the failure is
 * taken back. The feed is due when the network is up. */
void network_note_failure(struct hub *, struct subscription *, bool excused);
/* True if a server was reached, even if it only sent a redirect. */
bool network_is_there(const struct response *);
/* True if no server was reached. */
bool network_is_silent(const struct response *);
/* True if no server was reached while the network is doubtful or down. Such a
 * request is not a failure of its feed or page; it waits in its host queue
 * again. */
bool network_is_excuse(const struct hub *, const struct response *);
/* True if a request may be started. While the network is down, one request in a
 * few seconds may. */
bool network_may_start(const struct hub *);
void network_started(struct hub *);

#endif
