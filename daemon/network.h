/*
 * network.h -- is it the network that is down, and not the servers?
 *
 * Several feeds that were well, of different hosts, fail in the same way and
 * nobody answers any more: then nothing new is started for a moment
 * (doubtful), and when what is under way brings no answer either, the network
 * is down: one event, no feed is blamed for it, and one request every few
 * seconds finds out when it is back.
 */
#ifndef DAEMON_NETWORK_H
#define DAEMON_NETWORK_H

#include <stdbool.h>
#include <stdint.h>

#include "crawler/fetch.h"

struct event;
struct hub;
struct host;
struct subscription;

/* Hosts that must have fallen silent. */
#define NETWORK_SUSPECTS 3

enum network_state { NETWORK_UP, NETWORK_DOUBTFUL, NETWORK_DOWN };

struct network {
	enum network_state state;
	enum fetch_result how;                  /* in which way they fail */
	bool heard; /* an answer, of whomever, since the start */
	const char *suspects[NETWORK_SUSPECTS]; /* keys of hosts, owned */
	size_t n_suspects;
	uint32_t silence;  /* counts the times between two answers; not 0 */
	bool may_probe;    /* one request may be started */
	uint32_t n_probes; /* since it is down */
	int64_t since_ms;  /* monotonic: since when it is down */
	struct event *timer;
};

int network_init(struct hub *, struct err *e);
void network_release(struct hub *);
/* Any transfer has ended. */
void network_heard(struct hub *, const struct response *);
/* A feed that was well until now got no answer. */
void network_suspect(
    struct hub *, const struct host *, const struct response *);
/* A silent poll of that feed was kept, its first failure or (excused) none:
 * it is taken back should it turn out to be the network's, and the feed is
 * due when it is back. */
void network_blamed(struct hub *, struct subscription *, bool excused);
/* Some server was reached, be it one that only sent us on. */
bool network_is_there(const struct response *);
/* None was, at all. */
bool network_is_silent(const struct response *);
/* The same while it is doubtful or down: nobody is to be blamed for it, and
 * what was asked for waits at the gate again. */
bool network_excuses(const struct hub *, const struct response *);
/* May something be started?  When it is down, one request now and then. */
bool network_may_start(const struct hub *);
void network_started(struct hub *);

#endif
