/*
 * peers_test.c -- tests the deadlines of connections, and that a slow
 * connection is closed when a new one is accepted and there are too many.
 */
#include <sys/resource.h>
#include <sys/socket.h>

#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "serve/http/peers.h"
#include "tests/lib/tap.h"

#define MANY (LIMIT_SERVE_IDLE + 1)

/* A connection, and its other end, which the test uses. */
struct pair {
	struct peer *peer;
	int own, client;
};
static struct pair pairs[MANY];

static void
peers_test_open(struct peers *peers, struct pair *pair, int64_t now_ms)
{
	int fds[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) != 0) {
		printf("Bail out! no sockets\n");
		exit(1);
	}
	*pair = (struct pair){ .own = fds[0], .client = fds[1] };
	pair->peer = peers_add(peers, fds[0], now_ms);
}

static void
peers_test_close(struct peers *peers, struct pair *pair)
{
	peers_remove(peers, pair->peer);
	close(pair->own);
	close(pair->client);
}

/* Returns whether the client sees the end of the connection. */
static bool
peers_test_is_shut(const struct pair *pair)
{
	struct pollfd fd = { .fd = pair->client, .events = POLLRDHUP };

	return poll(&fd, 1, 0) == 1 && (fd.revents & POLLRDHUP) != 0;
}

static void
peers_test_phase(struct peers *peers, enum peer_phase phase, int64_t limit_ms,
    const char *name)
{
	struct pair pair;

	peers_test_open(peers, &pair, 1000);
	peers_set_phase(peers, pair.peer, phase, 1000);
	peers_look(peers, 1000 + limit_ms - 1);
	ok(!peers_test_is_shut(&pair), "%s: not before its deadline", name);
	peers_look(peers, 1000 + limit_ms);
	ok(peers_test_is_shut(&pair), "%s: at its deadline", name);
	peers_test_close(peers, &pair);
}

static void
peers_test_busy(struct peers *peers)
{
	struct pair pair;

	peers_test_open(peers, &pair, 1000);
	peers_set_phase(peers, pair.peer, PEER_BUSY, 1000);
	peers_look(peers, INT64_MAX / 2);
	ok(!peers_test_is_shut(&pair), "a request that waits has no deadline");
	peers_test_close(peers, &pair);
}

/* The first connection is the oldest, but its request is being processed. */
static void
peers_test_displace(struct peers *peers)
{
	struct pair busy;
	size_t n_shut = 0;

	peers_test_open(peers, &busy, 0);
	peers_set_phase(peers, busy.peer, PEER_BUSY, 0);
	for (size_t i = 0; i < MANY; i++)
		peers_test_open(peers, &pairs[i], (int64_t)i + 1);
	for (size_t i = 0; i < MANY; i++)
		n_shut += peers_test_is_shut(&pairs[i]);
	is_int((int64_t)n_shut, 1, "one connection too many: one is closed");
	ok(peers_test_is_shut(&pairs[0]),
	    "the connection that was idle longest is closed");
	ok(!peers_test_is_shut(&busy),
	    "a connection whose request is answered is not closed");
	for (size_t i = 0; i < MANY; i++)
		peers_test_close(peers, &pairs[i]);
	peers_test_close(peers, &busy);
}

int
main(void)
{
	struct rlimit limit;
	struct peers peers;

	/* each connection has two descriptors */
	getrlimit(RLIMIT_NOFILE, &limit);
	if (limit.rlim_cur < 2 * MANY + 64)
		limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	peers_init(&peers);
	peers_test_phase(&peers, PEER_HEAD, LIMIT_SERVE_HEAD_MS, "a head");
	peers_test_phase(&peers, PEER_KEEP, LIMIT_SERVE_KEEP_MS, "idle");
	peers_test_phase(&peers, PEER_SEND, LIMIT_SERVE_SEND_MS, "a response");
	peers_test_busy(&peers);
	peers_test_displace(&peers);
	peers_wait_sent(&peers, 60000);
	ok(true, "without connections nothing is waited for");
	peers_release(&peers);
	return done_testing();
}
