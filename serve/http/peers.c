/*
 * peers.c -- the connections, and the time that each of them may take.
 *
 * All connections of a phase have the same time limit. The list of a phase is
 * in the order in which the connections entered it, so only the first ones must
 * be examined.
 */
#include "serve/http/peers.h"

#include <stdlib.h>
#include <time.h>

#include "base/limits.h"

static const int64_t peers_limits_ms[PEER_PHASE_COUNT] = {
	[PEER_HEAD] = LIMIT_SERVE_HEAD_MS,
	[PEER_KEEP] = LIMIT_SERVE_KEEP_MS,
	[PEER_BUSY] = INT64_MAX,
	[PEER_SEND] = LIMIT_SERVE_SEND_MS,
};

void
peers_init(struct peers *peers)
{
	*peers = (struct peers){ 0 };
	pthread_mutex_init(&peers->lock, NULL);
	pthread_cond_init(&peers->sent, NULL);
	for (size_t i = 0; i < PEER_PHASE_COUNT; i++)
		TAILQ_INIT(&peers->phases[i]);
}

void
peers_release(struct peers *peers)
{
	pthread_mutex_destroy(&peers->lock);
	pthread_cond_destroy(&peers->sent);
}

/* The lock is held, so that no other thread closes the descriptor meanwhile. */
static void
peers_shut(struct peer *peer)
{
	if (!peer->is_shut)
		shutdown(peer->fd, SHUT_RDWR);
	peer->is_shut = true;
}

static void
peers_enter(struct peers *peers, struct peer *peer, enum peer_phase phase,
    int64_t now_ms)
{
	peer->phase = phase;
	peer->since_ms = now_ms;
	TAILQ_INSERT_TAIL(&peers->phases[phase], peer, entry);
	peers->n[phase]++;
}

static void
peers_leave(struct peers *peers, struct peer *peer)
{
	TAILQ_REMOVE(&peers->phases[peer->phase], peer, entry);
	peers->n[peer->phase]--;
	if (peers->n[PEER_SEND] + peers->n[PEER_BUSY] == 0)
		pthread_cond_signal(&peers->sent);
}

/* Returns the connection without a complete request that has waited longest and
 * is not shut down yet. */
static struct peer *
peers_oldest_idle(const struct peers *peers)
{
	static const enum peer_phase idle[] = { PEER_HEAD, PEER_KEEP };
	struct peer *peer, *oldest = NULL;

	for (size_t i = 0; i < 2; i++) {
		TAILQ_FOREACH(peer, &peers->phases[idle[i]], entry)
		{
			if (peer->is_shut)
				continue;
			if (oldest == NULL || peer->since_ms < oldest->since_ms)
				oldest = peer;
			break;
		}
	}
	return oldest;
}

struct peer *
peers_add(struct peers *peers, int fd, int64_t now_ms)
{
	struct peer *peer = calloc(1, sizeof(*peer)), *oldest;
	socklen_t remote_bytes = sizeof(peer->remote);
	socklen_t local_bytes = sizeof(peer->local);

	if (peer == NULL)
		return NULL;
	peer->fd = fd;
	if (getpeername(fd, (struct sockaddr *)&peer->remote, &remote_bytes) !=
	    0)
		peer->remote.ss_family = AF_UNSPEC;
	if (getsockname(fd, (struct sockaddr *)&peer->local, &local_bytes) != 0)
		peer->local.ss_family = AF_UNSPEC;
	pthread_mutex_lock(&peers->lock);
	peers_enter(peers, peer, PEER_HEAD, now_ms);
	if (peers->n[PEER_HEAD] + peers->n[PEER_KEEP] > LIMIT_SERVE_IDLE) {
		oldest = peers_oldest_idle(peers);
		if (oldest != NULL)
			peers_shut(oldest);
	}
	pthread_mutex_unlock(&peers->lock);
	return peer;
}

void
peers_remove(struct peers *peers, struct peer *peer)
{
	if (peer == NULL)
		return;
	pthread_mutex_lock(&peers->lock);
	peers_leave(peers, peer);
	pthread_mutex_unlock(&peers->lock);
	free(peer);
}

void
peers_set_phase(struct peers *peers, struct peer *peer, enum peer_phase phase,
    int64_t now_ms)
{
	if (peer == NULL)
		return;
	pthread_mutex_lock(&peers->lock);
	peers_leave(peers, peer);
	peers_enter(peers, peer, phase, now_ms);
	pthread_mutex_unlock(&peers->lock);
}

void
peers_look(struct peers *peers, int64_t now_ms)
{
	struct peer *peer;

	pthread_mutex_lock(&peers->lock);
	for (size_t i = 0; i < PEER_PHASE_COUNT; i++)
		TAILQ_FOREACH(peer, &peers->phases[i], entry)
		{
			if (now_ms - peer->since_ms < peers_limits_ms[i])
				break;
			peers_shut(peer);
		}
	pthread_mutex_unlock(&peers->lock);
}

void
peers_wait_sent(struct peers *peers, int64_t timeout_ms)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += timeout_ms / 1000;
	until.tv_nsec += timeout_ms % 1000 * 1000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000;
	}
	pthread_mutex_lock(&peers->lock);
	while (peers->n[PEER_SEND] + peers->n[PEER_BUSY] > 0)
		if (pthread_cond_timedwait(
			&peers->sent, &peers->lock, &until) != 0)
			break;
	pthread_mutex_unlock(&peers->lock);
}
