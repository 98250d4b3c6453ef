/*
 * listen.c -- a small HTTP server, for what may watch the daemon.
 *
 * The happy path is: accept → a head of a few hundred bytes → one answer →
 * close.  Whoever talks too much, too slowly or too often is let go: heads
 * have LIMIT_LISTEN_HEAD bytes and LIMIT_LISTEN_MS, clients are
 * LIMIT_LISTEN_CLIENTS at most (the rest is closed at once), a body is never
 * read, and a connection serves one request.
 */
#include "daemon/listen.h"

#include <sys/socket.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <event2/util.h>
#include <netdb.h>
#include <stdlib.h>
#include <unistd.h>

#include "config/limits.h"
#include "daemon/hub.h"

struct viewer {
	struct listen *listen;
	struct bufferevent *buffer;
	struct event *deadline; /* whatever it does, it is gone then */
	struct viewer *next, **link;
	bool ends;
};

struct listen {
	struct hub *hub;
	struct evconnlistener *listener;
	struct viewer *viewers;
	size_t n_viewers;
};

static void
viewer_free(struct viewer *viewer)
{
	*viewer->link = viewer->next;
	if (viewer->next != NULL)
		viewer->next->link = viewer->link;
	viewer->listen->n_viewers--;
	event_free(viewer->deadline);
	bufferevent_free(viewer->buffer);
	free(viewer);
}

/* ---- answers ---- */

static void
plain(const struct hub *hub, struct buf *out)
{
	(void)hub;
	buf_append_string(out, "There are /, /metrics and /health.\n");
}

static const struct place {
	struct slice path;
	const char *type;
	void (*write)(const struct hub *, struct buf *);
} places[] = {
	{ SLICE("/"), "text/html; charset=utf-8", status_page_write },
	{ SLICE("/metrics"), "text/plain; version=0.0.4; charset=utf-8",
	    metrics_write },
	{ SLICE("/health"), "application/json", health_write },
};
static const struct place nowhere = { SLICE(""), "text/plain; charset=utf-8",
	plain };

static const struct place *
place_of(struct slice path)
{
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (slice_equal(places[i].path, path))
			return &places[i];
	return &nowhere;
}

static void
answer(struct viewer *viewer, const char *status, const struct place *place,
    bool with_body)
{
	struct evbuffer *output = bufferevent_get_output(viewer->buffer);
	struct buf body;

	buf_init(&body, LIMIT_LISTEN_BODY);
	place->write(viewer->listen->hub, &body);
	if (buf_failed(&body)) { /* half of it would be taken for all */
		status = "500 Internal Server Error";
		buf_clear(&body);
	}
	evbuffer_add_printf(output,
	    "HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n"
	    "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
	    "Content-Security-Policy: default-src 'none'\r\n"
	    "Connection: close\r\n\r\n",
	    status, place->type, body.len);
	if (with_body)
		evbuffer_add(output, body.p, body.len);
	buf_release(&body);
	viewer->ends = true;
}

/* "GET /metrics HTTP/1.1" */
static void
answer_line(struct viewer *viewer, struct slice line)
{
	const struct hub *hub = viewer->listen->hub;
	struct slice method, target, version, path;
	bool whole = slice_next(&line, ' ', &method) &&
		     slice_next(&line, ' ', &target) &&
		     slice_next(&line, ' ', &version) && line.p == NULL &&
		     slice_starts(version, SLICE("HTTP/1.")) &&
		     slice_starts(target, SLICE("/"));
	bool head = whole && slice_equal(method, SLICE("HEAD"));
	const struct place *place;

	if (!whole) {
		answer(viewer, "400 Bad Request", &nowhere, true);
		return;
	}
	if (!head && !slice_equal(method, SLICE("GET"))) {
		answer(viewer, "405 Method Not Allowed", &nowhere, true);
		return;
	}
	slice_next(&target, '?', &path);
	place = place_of(path);
	if (place == &nowhere)
		answer(viewer, "404 Not Found", place, !head);
	else if (place->write == health_write && !health_is_good(hub))
		answer(viewer, "503 Service Unavailable", place, !head);
	else
		answer(viewer, "200 OK", place, !head);
}

/* ---- clients ---- */

/* The whole head is waited for: to close before would lose the answer. */
static void
on_read(struct bufferevent *buffer, void *arg)
{
	struct viewer *viewer = arg;
	struct evbuffer *input = bufferevent_get_input(buffer);
	struct evbuffer_ptr end;
	char *line;
	size_t len;

	if (viewer->ends) {
		evbuffer_drain(input, evbuffer_get_length(input));
		return;
	}
	end = evbuffer_search(input, "\r\n\r\n", 4, NULL);
	if (end.pos < 0)
		end = evbuffer_search(input, "\n\n", 2, NULL);
	if (end.pos < 0) {
		if (evbuffer_get_length(input) >= LIMIT_LISTEN_HEAD)
			viewer_free(viewer);
		return;
	}
	line = evbuffer_readln(input, &len, EVBUFFER_EOL_CRLF);
	evbuffer_drain(input, evbuffer_get_length(input));
	answer_line(
	    viewer, line != NULL ? (struct slice){ line, len } : SLICE_NONE);
	free(line);
}

static void
on_written(struct bufferevent *buffer, void *arg)
{
	struct viewer *viewer = arg;

	(void)buffer;
	if (viewer->ends)
		viewer_free(viewer);
}

static void
on_event(struct bufferevent *buffer, short what, void *arg)
{
	(void)buffer;
	(void)what; /* end or error: it is gone in any case */
	viewer_free(arg);
}

static void
on_deadline(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	viewer_free(arg);
}

static void
on_accept(struct evconnlistener *listener, evutil_socket_t fd,
    struct sockaddr *address, int address_bytes, void *arg)
{
	struct listen *listen = arg;
	struct event_base *base = listen->hub->base;
	struct viewer *viewer;

	(void)listener;
	(void)address;
	(void)address_bytes;
	if (listen->n_viewers >= LIMIT_LISTEN_CLIENTS ||
	    (viewer = calloc(1, sizeof(*viewer))) == NULL) {
		close(fd);
		return;
	}
	viewer->buffer =
	    bufferevent_socket_new(base, fd, BEV_OPT_CLOSE_ON_FREE);
	viewer->deadline = evtimer_new(base, on_deadline, viewer);
	if (viewer->buffer == NULL || viewer->deadline == NULL)
		abort();
	viewer->listen = listen;
	viewer->next = listen->viewers;
	viewer->link = &listen->viewers;
	if (viewer->next != NULL)
		viewer->next->link = &viewer->next;
	listen->viewers = viewer;
	listen->n_viewers++;
	bufferevent_setcb(
	    viewer->buffer, on_read, on_written, on_event, viewer);
	bufferevent_setwatermark(viewer->buffer, EV_READ, 0, LIMIT_LISTEN_HEAD);
	hub_arm(viewer->deadline, LIMIT_LISTEN_MS);
	bufferevent_enable(viewer->buffer, EV_READ | EV_WRITE);
}

/* ---- start and end ---- */

/* "127.0.0.1:7415", "[::1]:7415", "localhost:7415". */
static int
resolve(const char *address, struct addrinfo **ret, struct err *e)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM,
		.ai_flags = AI_PASSIVE | AI_NUMERICSERV };
	struct slice all = slice_of(address);
	const char *colon = strrchr(address, ':');
	char host[LIMIT_HOST_BYTES + 1];
	int rc;

	if (colon == NULL)
		return err_set(e, ERR_CONFIG, "listen: %s: no port", address);
	struct slice name = slice_sub(all, 0, (size_t)(colon - address));

	if (slice_starts(name, SLICE("[")) && slice_ends(name, SLICE("]")))
		name = slice_sub(name, 1, name.len - 1);
	if (name.len >= sizeof(host))
		return err_set(e, ERR_CONFIG, "listen: %s: too long", address);
	memcpy(host, name.p, name.len);
	host[name.len] = '\0';
	rc = getaddrinfo(host, colon + 1, &hints, ret);
	return rc == 0 ? 0
		       : err_set(e, ERR_IO, "listen: %s: %s", address,
			     gai_strerror(rc));
}

int
listen_new(
    struct hub *hub, const char *address, struct listen **ret, struct err *e)
{
	struct addrinfo *found = NULL;
	struct listen *listen;
	int rc = resolve(address, &found, e);

	if (rc != 0)
		return rc;
	listen = calloc(1, sizeof(*listen));
	if (listen == NULL) {
		rc = err_set(e, ERR_MEMORY, "listen");
		goto out;
	}
	listen->hub = hub;
	listen->listener = evconnlistener_new_bind(hub->base, on_accept, listen,
	    LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE,
	    -1, found->ai_addr, (int)found->ai_addrlen);
	if (listen->listener == NULL) {
		err_errno(e, "listen: %s", address);
		free(listen);
		rc = ERR_IO;
		goto out;
	}
	*ret = listen;
out:
	freeaddrinfo(found);
	return rc;
}

void
listen_free(struct listen *listen)
{
	if (listen == NULL)
		return;
	while (listen->viewers != NULL)
		viewer_free(listen->viewers);
	evconnlistener_free(listen->listener);
	free(listen);
}
