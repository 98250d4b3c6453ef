/*
 * acceptor.h -- a socket on which the daemon accepts connections: the control
 * socket, and the sockets of `listen` and `websub.listen`.
 *
 * Normal case: for each new connection the callback of the owner gets its
 * descriptor. If accept(2) fails because the process or the system has no free
 * descriptor or no memory, the acceptor stops for a second and then tries
 * again. Meanwhile new connections wait in the queue of the kernel. The event
 * `accept-failed` is logged at most once a minute.
 */
#ifndef DAEMON_HTTP_ACCEPTOR_H
#define DAEMON_HTTP_ACCEPTOR_H

#include <sys/socket.h>

#include "base/err.h"

struct acceptor;
struct event_base;

/* Called in the loop with a new connection. The callback owns fd, which does
 * not block. peer: address of the client, borrowed. */
typedef void acceptor_accepted(int fd, const struct sockaddr *peer, void *arg);

/* What an acceptor needs. `key` and `place` are used in error texts and in the
 * log: the key of the configuration, and its value. `key` must be valid as long
 * as the acceptor; the other pointers are borrowed. */
struct acceptor_options {
	const char *key, *place;
	const struct sockaddr *address;
	socklen_t address_bytes;
	acceptor_accepted *accepted;
	void *arg; /* argument of `accepted` */
};

/* Binds the address and listens on it. The caller owns *ret. ERR_IO: the
 * address cannot be bound; ERR_MEMORY. */
int acceptor_new(struct event_base *, const struct acceptor_options *,
    struct acceptor **ret, struct err *e);
/* Closes the socket. NULL is allowed. */
void acceptor_free(struct acceptor *);

#endif
