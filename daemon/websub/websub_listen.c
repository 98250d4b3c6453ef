/*
 * websub_listen.c -- the server of the callbacks.
 *
 * Normal case: a hub, or the reverse proxy before this server, sends one
 * request on a connection: GET to verify or deny a subscription, POST with a
 * delivery.  Requests for unknown paths are answered with 404 before their body
 * is read.
 *
 * Limits: a head may have LIMIT_WEBSUB_HEAD bytes and take
 * LIMIT_WEBSUB_HEAD_MS. A connection may take LIMIT_WEBSUB_BODY_MS. A new
 * connection is always accepted.  If there are already LIMIT_WEBSUB_CLIENTS
 * connections, the oldest one whose head is incomplete is closed, or else the
 * oldest one.
 *
 * The response to a verification has a type that browsers do not show (WebSub,
 * section 10.2).
 */
#include <sys/queue.h>
#include <sys/socket.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <netdb.h>
#include <stdlib.h>

#include "base/array.h"
#include "config/config.h"
#include "config/yaml/address_text.h"
#include "daemon/http/acceptor.h"
#include "daemon/http/listen.h"
#include "daemon/log.h"
#include "daemon/websub/websub_parts.h"

#define LINGER_MS   1000 /* time for the peer to read the response */
#define QUERY_BYTES ((size_t)(4 * LIMIT_WEBSUB_HEAD)) /* decoded parameters */

struct caller {
	TAILQ_ENTRY(caller) entry;
	struct websub_listener *listener;
	struct bufferevent *buffer;
	struct event *deadline;
	struct delivery *delivery; /* NULL: no body is read */
	struct relay *relay; /* another node handles the request; else NULL */
	bool waits;          /* the request waits for the relay; no bytes are
				read */
	bool expects;        /* Expect: 100-continue */
	bool is_chunked;
	struct http_chunks chunks;
	int64_t left; /* bytes of the body that have not arrived yet */
	bool ends;    /* the response was written */
};

struct websub_listener {
	struct websub *websub;
	struct acceptor *acceptor;
	TAILQ_HEAD(caller_list, caller) callers; /* oldest first */
	size_t n_callers;
};

static void
websub_listen_free(struct caller *caller)
{
	TAILQ_REMOVE(&caller->listener->callers, caller, entry);
	caller->listener->n_callers--;
	if (caller->delivery != NULL)
		websub_delivery_abort(caller->delivery);
	if (caller->relay != NULL)
		websub_relay_abort(caller->relay);
	event_free(caller->deadline);
	bufferevent_free(caller->buffer);
	free(caller);
}

/* ---- responses ---- */

static const struct listen_status {
	int status;
	const char *reason, *header;
} listen_statuses[] = {
	{ 200, "OK", "" },
	{ 202, "Accepted", "" },
	{ 400, "Bad Request", "" },
	{ 404, "Not Found", "" },
	{ 405, "Method Not Allowed", "Allow: GET, POST\r\n" },
	{ 410, "Gone", "" },
	{ 411, "Length Required", "" },
	{ 413, "Content Too Large", "" },
	{ 417, "Expectation Failed", "" },
	{ 429, "Too Many Requests", "Retry-After: 60\r\n" },
	{ 431, "Request Header Fields Too Large", "" },
	{ 501, "Not Implemented", "" },
	{ 503, "Service Unavailable", "Retry-After: 60\r\n" },
};

static const struct listen_status *
websub_listen_find_status(int status)
{
	for (size_t i = 0; i < ARRAY_LENGTH(listen_statuses); i++)
		if (listen_statuses[i].status == status)
			return &listen_statuses[i];
	abort();
}

static void
websub_listen_respond(struct caller *caller, int status, struct slice body)
{
	const struct listen_status *row = websub_listen_find_status(status);
	struct evbuffer *output = bufferevent_get_output(caller->buffer);

	evbuffer_add_printf(output,
	    "HTTP/1.1 %d %s\r\n%sContent-Type: application/octet-stream\r\n"
	    "X-Content-Type-Options: nosniff\r\n"
	    "Content-Security-Policy: default-src 'none'\r\n"
	    "Cache-Control: no-store\r\nContent-Length: %zu\r\n"
	    "Connection: close\r\n\r\n",
	    status, row->reason, row->header, body.len);
	evbuffer_add(output, body.p, body.len);
	caller->ends = true;
}

/* Ends the request with this status. The rest of its body is not read. */
static void
websub_listen_refuse(struct caller *caller, int status)
{
	if (caller->delivery != NULL)
		websub_delivery_abort(caller->delivery);
	if (caller->relay != NULL)
		websub_relay_abort(caller->relay);
	caller->delivery = NULL;
	caller->relay = NULL;
	websub_listen_respond(caller, status, SLICE(""));
}

static void
websub_listen_verify(struct caller *caller, const struct http_request *request)
{
	struct slice body = SLICE("");
	struct arena arena;
	jmp_buf exhausted;

	arena_init(&arena, QUERY_BYTES);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0)
		websub_listen_respond(caller, 431, SLICE(""));
	else
		websub_listen_respond(caller,
		    websub_answer(
			caller->listener->websub, &arena, request, &body),
		    body);
	arena_release(&arena);
}

/* ---- requests ---- */

/* Reads no bytes until the relay has a response. */
static void
websub_listen_wait(struct caller *caller)
{
	caller->waits = true;
	bufferevent_disable(caller->buffer, EV_READ);
}

static void
websub_listen_end_body(struct caller *caller)
{
	struct delivery *d = caller->delivery;

	if (caller->relay != NULL) {
		websub_listen_wait(caller);
		websub_relay_end(caller->relay);
		return;
	}
	caller->delivery = NULL;
	websub_listen_respond(caller, websub_delivery_end(d), SLICE(""));
}

static void
websub_listen_take_piece(struct caller *caller, struct slice piece)
{
	int status = caller->relay != NULL
			 ? websub_relay_add(caller->relay, piece)
			 : websub_delivery_add(caller->delivery, piece);

	if (status != 0)
		websub_listen_refuse(caller, status);
}

static void
websub_listen_take_chunks(struct caller *caller, struct slice bytes)
{
	enum http_chunks_result result = HTTP_CHUNKS_MORE;
	struct slice piece;

	while (bytes.len > 0 && !caller->ends && result == HTTP_CHUNKS_MORE) {
		result = http_chunks_read(&caller->chunks, &bytes, &piece);
		if (piece.len > 0)
			websub_listen_take_piece(caller, piece);
	}
	if (caller->ends)
		return;
	if (result == HTTP_CHUNKS_BAD)
		websub_listen_refuse(caller, 400);
	else if (result == HTTP_CHUNKS_END)
		websub_listen_end_body(caller);
}

static void
websub_listen_take_body(struct caller *caller, struct slice bytes)
{
	if (caller->is_chunked) {
		websub_listen_take_chunks(caller, bytes);
		return;
	}
	if ((int64_t)bytes.len > caller->left)
		bytes = slice_sub(bytes, 0, (size_t)caller->left);
	caller->left -= (int64_t)bytes.len;
	if (bytes.len > 0)
		websub_listen_take_piece(caller, bytes);
	if (caller->left == 0 && !caller->ends)
		websub_listen_end_body(caller);
}

static void
websub_listen_continue(struct caller *caller)
{
	if (caller->expects)
		evbuffer_add_printf(bufferevent_get_output(caller->buffer),
		    "HTTP/1.1 100 Continue\r\n\r\n");
}

static void websub_listen_on_relay(void *arg, int status, struct slice body);

static void
websub_listen_relay(struct caller *caller, const struct http_request *request)
{
	caller->relay = websub_relay_new(
	    caller->listener->websub, request, websub_listen_on_relay, caller);
	if (caller->relay == NULL) {
		websub_listen_respond(caller, 503, SLICE(""));
		return;
	}
	websub_listen_wait(caller);
	hub_arm(caller->deadline, LIMIT_WEBSUB_BODY_MS);
}

static void
websub_listen_take_head(struct caller *caller, struct slice head)
{
	struct http_request request;
	int status = 0;

	http_request_read(head, &request);
	caller->is_chunked = request.is_chunked;
	caller->expects = request.expects;
	caller->left = request.body_bytes;
	if (request.status != 200) {
		websub_listen_respond(caller, request.status, SLICE(""));
	} else if (websub_relay_is_needed(
		       caller->listener->websub, request.path)) {
		websub_listen_relay(caller, &request);
	} else if (!request.is_post) {
		websub_listen_verify(caller, &request);
	} else {
		caller->delivery = websub_delivery_new(
		    caller->listener->websub, &request, &status);
		if (caller->delivery == NULL) {
			websub_listen_respond(caller, status, SLICE(""));
			return;
		}
		websub_listen_continue(caller);
		hub_arm(caller->deadline, LIMIT_WEBSUB_BODY_MS);
	}
}

/* Passes the bytes that have arrived, one contiguous piece at a time. */
static void
websub_listen_read_body(struct caller *caller, struct evbuffer *input)
{
	struct evbuffer_iovec piece;

	if (!caller->is_chunked && caller->left == 0 && !caller->ends)
		websub_listen_end_body(caller);
	while (!caller->ends && !caller->waits &&
	       evbuffer_peek(input, -1, NULL, &piece, 1) > 0) {
		size_t n = piece.iov_len;

		websub_listen_take_body(
		    caller, (struct slice){ piece.iov_base, n });
		evbuffer_drain(input, n);
	}
}

static void
websub_listen_on_read(struct bufferevent *buffer, void *arg)
{
	struct caller *caller = arg;
	struct evbuffer *input = bufferevent_get_input(buffer);
	size_t len = evbuffer_get_length(input), n;

	if (!caller->ends && caller->delivery == NULL &&
	    caller->relay == NULL) {
		struct slice received = {
			(const char *)evbuffer_pullup(input, -1), len
		};

		n = http_request_head_bytes(received);
		if (n > LIMIT_WEBSUB_HEAD ||
		    (n == 0 && len >= LIMIT_WEBSUB_HEAD)) {
			websub_listen_respond(caller, 431, SLICE(""));
		} else if (n == 0) {
			return;
		} else {
			websub_listen_take_head(
			    caller, slice_sub(received, 0, n));
			evbuffer_drain(input, n);
		}
	}
	if (!caller->ends && !caller->waits)
		websub_listen_read_body(caller, input);
	if (!caller->waits)
		evbuffer_drain(input, evbuffer_get_length(input));
}

static void
websub_listen_on_relay(void *arg, int status, struct slice body)
{
	struct caller *caller = arg;

	caller->waits = false;
	bufferevent_enable(caller->buffer, EV_READ);
	if (status != 100) {
		caller->relay = NULL;
		websub_listen_respond(caller, status, body);
		return;
	}
	websub_listen_continue(caller);
	websub_listen_read_body(caller, bufferevent_get_input(caller->buffer));
}

/* ---- connections ---- */

/* If the connection were closed while bytes of the peer arrive, the peer would
 * not get the response. */
static void
websub_listen_on_written(struct bufferevent *buffer, void *arg)
{
	struct caller *caller = arg;

	if (!caller->ends)
		return;
	shutdown(bufferevent_getfd(buffer), SHUT_WR);
	hub_arm(caller->deadline, LINGER_MS);
}

static void
websub_listen_on_event(struct bufferevent *buffer, short what, void *arg)
{
	(void)buffer;
	(void)what; /* the end of the connection and errors are handled alike */
	websub_listen_free(arg);
}

static void
websub_listen_on_deadline(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	websub_listen_free(arg);
}

static void
websub_listen_close_oldest(struct websub_listener *listener)
{
	struct caller *caller;

	TAILQ_FOREACH(caller, &listener->callers, entry)
	if (caller->delivery == NULL && caller->relay == NULL)
		break;
	if (caller == NULL)
		caller = TAILQ_FIRST(&listener->callers);
	websub_listen_free(caller);
}

static void
websub_listen_on_accept(int fd, const struct sockaddr *peer, void *arg)
{
	struct websub_listener *listener = arg;
	struct event_base *base = listener->websub->hub->base;
	struct caller *caller = calloc(1, sizeof(*caller));

	(void)peer;
	if (caller == NULL)
		abort();
	if (listener->n_callers >= LIMIT_WEBSUB_CLIENTS)
		websub_listen_close_oldest(listener);
	caller->listener = listener;
	caller->buffer =
	    bufferevent_socket_new(base, fd, BEV_OPT_CLOSE_ON_FREE);
	caller->deadline = evtimer_new(base, websub_listen_on_deadline, caller);
	if (caller->buffer == NULL || caller->deadline == NULL)
		abort();
	TAILQ_INSERT_TAIL(&listener->callers, caller, entry);
	listener->n_callers++;
	bufferevent_setcb(caller->buffer, websub_listen_on_read,
	    websub_listen_on_written, websub_listen_on_event, caller);
	bufferevent_setwatermark(
	    caller->buffer, EV_READ, 0, 2 * LIMIT_WEBSUB_HEAD);
	hub_arm(caller->deadline, LIMIT_WEBSUB_HEAD_MS);
	bufferevent_enable(caller->buffer, EV_READ | EV_WRITE);
}

int
websub_listener_new(struct websub *websub, const char *address,
    struct websub_listener **ret, struct err *e)
{
	struct addrinfo *found = NULL;
	struct websub_listener *listener;
	int rc = listen_resolve(address, &found, e);

	if (rc != 0)
		return rc;
	listener = calloc(1, sizeof(*listener));
	if (listener == NULL)
		abort();
	listener->websub = websub;
	TAILQ_INIT(&listener->callers);
	rc = acceptor_new(websub->hub->base,
	    &(struct acceptor_options){ .key = "websub.listen",
		.place = address,
		.address = found->ai_addr,
		.address_bytes = found->ai_addrlen,
		.accepted = websub_listen_on_accept,
		.arg = listener },
	    &listener->acceptor, e);
	freeaddrinfo(found);
	if (rc != 0) {
		free(listener);
		return rc;
	}
	*ret = listener;
	return 0;
}

void
websub_listener_free(struct websub_listener *listener)
{
	if (listener == NULL)
		return;
	while (!TAILQ_EMPTY(&listener->callers))
		websub_listen_free(TAILQ_FIRST(&listener->callers));
	acceptor_free(listener->acceptor);
	free(listener);
}
