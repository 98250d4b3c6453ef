/*
 * acceptor.c -- accepts connections and pauses after a failed accept(2).
 *
 * A socket with a waiting connection stays readable if accept(2) fails. Without
 * a pause the loop would call accept(2) again at once, and it would do nothing
 * else until another part of the process closes a descriptor.
 */
#include "daemon/http/acceptor.h"

#include <errno.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/hub.h"
#include "daemon/log.h"

/* A descriptor is usually free again within a second, when a transfer ends. */
#define PAUSE_MS 1000
/* Shortest time between two events of an acceptor. */
#define LOG_MS 60000

struct acceptor {
	const char *key;
	acceptor_accepted *accepted;
	void *arg;
	struct evconnlistener *listener;
	struct event *timer; /* ends the pause */
	bool was_logged;
	int64_t logged_ms; /* monotonic time of the last event */
};

static void
acceptor_on_accept(struct evconnlistener *listener, evutil_socket_t fd,
    struct sockaddr *peer, int peer_bytes, void *arg)
{
	struct acceptor *acceptor = arg;

	(void)listener;
	(void)peer_bytes;
	acceptor->accepted(fd, peer, acceptor->arg);
}

static void
acceptor_on_error(struct evconnlistener *listener, void *arg)
{
	const char *why = strerror(EVUTIL_SOCKET_ERROR());
	struct acceptor *acceptor = arg;
	int64_t now_ms = hub_monotonic_ms();

	evconnlistener_disable(listener);
	hub_arm(acceptor->timer, PAUSE_MS);
	if (acceptor->was_logged && now_ms - acceptor->logged_ms < LOG_MS)
		return;
	acceptor->was_logged = true;
	acceptor->logged_ms = now_ms;
	log_event(LOG_WARNING, "accept-failed", LOG_TEXT("key", acceptor->key),
	    LOG_TEXT("why", why),
	    LOG_TEXT("then", "new connections wait; accept(2) is tried again "
			     "every second"));
}

static void
acceptor_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct acceptor *acceptor = arg;

	(void)fd;
	(void)what;
	evconnlistener_enable(acceptor->listener);
}

int
acceptor_new(struct event_base *base, const struct acceptor_options *options,
    struct acceptor **ret, struct err *e)
{
	struct acceptor *acceptor = calloc(1, sizeof(*acceptor));
	int rc;

	if (acceptor == NULL || (acceptor->timer = evtimer_new(base,
				     acceptor_on_timer, acceptor)) == NULL) {
		acceptor_free(acceptor);
		return err_set(e, ERR_MEMORY, "%s: no memory", options->key);
	}
	acceptor->key = options->key;
	acceptor->accepted = options->accepted;
	acceptor->arg = options->arg;
	acceptor->listener = evconnlistener_new_bind(base, acceptor_on_accept,
	    acceptor,
	    LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE,
	    -1, options->address, (int)options->address_bytes);
	if (acceptor->listener == NULL) {
		rc = err_errno(e, "%s: %s", options->key, options->place);
		acceptor_free(acceptor);
		return rc;
	}
	evconnlistener_set_error_cb(acceptor->listener, acceptor_on_error);
	*ret = acceptor;
	return 0;
}

void
acceptor_free(struct acceptor *acceptor)
{
	if (acceptor == NULL)
		return;
	if (acceptor->listener != NULL)
		evconnlistener_free(acceptor->listener);
	if (acceptor->timer != NULL)
		event_free(acceptor->timer);
	free(acceptor);
}
