/*
 * fetch_loop.c -- libcurl's multi interface driven by libevent.
 *
 * The normal case: libcurl requests events for sockets (fetch_loop_on_want())
 * and a timer (fetch_loop_on_timeout_wanted()). When libevent reports an event,
 * curl_multi_socket_action() is called. Finished transfers are passed to
 * `ended`. Failure: if there is no memory for an event, libcurl fails its
 * transfers.
 */
#include <event2/event.h>

#include "crawler/fetch/fetch_parts.h"

static void
fetch_loop_collect(struct fetch_loop *loop)
{
	CURLMsg *message;
	int left;

	while ((message = curl_multi_info_read(loop->multi, &left)) != NULL)
		if (message->msg == CURLMSG_DONE)
			loop->ended(message->easy_handle, message->data.result);
}

static void
fetch_loop_on_socket(evutil_socket_t socket, short what, void *arg)
{
	struct fetch_loop *loop = arg;
	int running, flags = 0;

	if (what & EV_READ)
		flags |= CURL_CSELECT_IN;
	if (what & EV_WRITE)
		flags |= CURL_CSELECT_OUT;
	curl_multi_socket_action(loop->multi, socket, flags, &running);
	fetch_loop_collect(loop);
}

static void
fetch_loop_on_timer(evutil_socket_t socket, short what, void *arg)
{
	struct fetch_loop *loop = arg;
	int running;

	(void)socket;
	(void)what;
	curl_multi_socket_action(loop->multi, CURL_SOCKET_TIMEOUT, 0, &running);
	fetch_loop_collect(loop);
}

/* The callback CURLMOPT_TIMERFUNCTION. */
static int
fetch_loop_on_timeout_wanted(CURLM *multi, long timeout_ms, void *arg)
{
	struct fetch_loop *loop = arg;
	struct timeval after = { timeout_ms / 1000, timeout_ms % 1000 * 1000 };

	(void)multi;
	if (timeout_ms < 0)
		return event_del(loop->timer);
	return event_add(loop->timer, &after);
}

/* The callback CURLMOPT_SOCKETFUNCTION. socket_arg is the event of the socket.
 */
static int
fetch_loop_on_want(
    CURL *easy, curl_socket_t socket, int want, void *arg, void *socket_arg)
{
	struct fetch_loop *loop = arg;
	struct event *event = socket_arg;
	short what = EV_PERSIST;

	(void)easy;
	if (event != NULL)
		event_free(event);
	if (want == CURL_POLL_REMOVE) {
		curl_multi_assign(loop->multi, socket, NULL);
		return 0;
	}
	if (want & CURL_POLL_IN)
		what |= EV_READ;
	if (want & CURL_POLL_OUT)
		what |= EV_WRITE;
	event = event_new(loop->base, socket, what, fetch_loop_on_socket, loop);
	curl_multi_assign(loop->multi, socket, event);
	return event == NULL || event_add(event, NULL) != 0 ? -1 : 0;
}

int
fetch_loop_init(struct fetch_loop *loop, struct event_base *base, int parallel,
    void (*ended)(CURL *, CURLcode), struct err *e)
{
	int bad = 0;

	*loop = (struct fetch_loop){ .base = base, .ended = ended };
	loop->multi = curl_multi_init();
	loop->timer = evtimer_new(base, fetch_loop_on_timer, loop);
	if (loop->multi == NULL || loop->timer == NULL) {
		fetch_loop_release(loop);
		return err_set(e, ERR_MEMORY, "no memory for libcurl");
	}
	bad |= curl_multi_setopt(
	    loop->multi, CURLMOPT_SOCKETFUNCTION, fetch_loop_on_want);
	bad |= curl_multi_setopt(loop->multi, CURLMOPT_SOCKETDATA, loop);
	bad |= curl_multi_setopt(
	    loop->multi, CURLMOPT_TIMERFUNCTION, fetch_loop_on_timeout_wanted);
	bad |= curl_multi_setopt(loop->multi, CURLMOPT_TIMERDATA, loop);
	bad |= curl_multi_setopt(
	    loop->multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
	bad |= curl_multi_setopt(
	    loop->multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, (long)parallel);
	bad |= curl_multi_setopt(
	    loop->multi, CURLMOPT_MAXCONNECTS, (long)parallel);
	if (bad) {
		fetch_loop_release(loop);
		return err_set(e, ERR_LIBRARY,
		    "libcurl %s lacks an option; 7.85 or newer is needed",
		    curl_version_info(CURLVERSION_NOW)->version);
	}
	return 0;
}

void
fetch_loop_release(struct fetch_loop *loop)
{
	/* curl_multi_cleanup() calls the callbacks for sockets and the timer,
	 * which remove their events */
	if (loop->multi != NULL)
		curl_multi_cleanup(loop->multi);
	if (loop->timer != NULL)
		event_free(loop->timer);
	loop->multi = NULL;
	loop->timer = NULL;
}
