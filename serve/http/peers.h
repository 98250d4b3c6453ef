/*
 * peers.h -- the connections, and the time that each of them may take.
 *
 * libmicrohttpd limits the idle time of a connection, but not its total time: a
 * client could send one byte a second for ever.  A connection is in one phase,
 * and each phase has a deadline.  At the deadline the socket is shut down, and
 * libmicrohttpd then closes the connection.
 */
#ifndef SERVE_HTTP_PEERS_H
#define SERVE_HTTP_PEERS_H

#include <sys/queue.h>
#include <sys/socket.h>

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum peer_phase {
	PEER_HEAD, /* the first request is being received */
	PEER_KEEP, /* between requests, and while a later one is being
		      received */
	PEER_BUSY, /* the request is being processed, or waits; no deadline */
	PEER_SEND, /* the response is being sent */
	PEER_PHASE_COUNT
};

struct peer {
	TAILQ_ENTRY(peer) entry; /* place in the list of its phase */
	int fd;
	enum peer_phase phase;
	int64_t since_ms; /* monotonic; begin of the phase */
	bool is_shut;
	struct sockaddr_storage remote, local;
};
TAILQ_HEAD(peer_list, peer);

struct peers {
	pthread_mutex_t lock;
	pthread_cond_t sent; /* signalled when no connection is in BUSY or SEND
				*/
	struct peer_list phases[PEER_PHASE_COUNT]; /* oldest first */
	size_t n[PEER_PHASE_COUNT];
};

/* Makes an empty set of connections. */
void peers_init(struct peers *);
/* All peers must have been removed. */
void peers_release(struct peers *);
/* Adds a connection in PEER_HEAD; NULL: no memory.  If more than
 * LIMIT_SERVE_IDLE connections have no complete request, the oldest of them is
 * shut down, so that slow clients cannot use up all connections. */
struct peer *peers_add(struct peers *, int fd, int64_t now_ms);
/* Removes and frees a connection.  Does not close its socket.  NULL is allowed.
 */
void peers_remove(struct peers *, struct peer *);
/* Begins a phase of the connection, with a new deadline.  now_ms: monotonic.
 * Does nothing if the peer is NULL.  O(1). */
void peers_set_phase(
    struct peers *, struct peer *, enum peer_phase, int64_t now_ms);
/* Shuts down the connections whose deadline has passed.  O(these connections).
 */
void peers_look(struct peers *, int64_t now_ms);
/* Waits until no request is being processed and no response is being sent, at
 * most timeout_ms. */
void peers_wait_sent(struct peers *, int64_t timeout_ms);

#endif
