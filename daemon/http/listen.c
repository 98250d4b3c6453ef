/*
 * listen.c -- a small HTTP server for monitoring.
 *
 * Normal case: accept, read a head of a few hundred bytes, send one response,
 * close. Requests that are malformed or name another host are refused
 * (listen_request.c). Clients that send too much or too slowly are limited: a
 * head may have LIMIT_LISTEN_HEAD bytes. A connection may take LIMIT_LISTEN_MS
 * and send one request. A body is never read.
 *
 * A peer is an IPv4 address or an IPv6 /64 network. One peer may have
 * LIMIT_LISTEN_PEER connections; all peers together may have
 * LIMIT_LISTEN_CLIENTS connections. A new connection is always accepted. If the
 * peer then has too many connections, one of them is closed. If all peers
 * together have too many, a connection of the peer with the most connections is
 * closed. The oldest connection without unread bytes is chosen, or else the
 * oldest connection. Slow clients therefore displace only other slow clients,
 * and a request that arrives completely is answered.
 */
#include "daemon/http/listen.h"

#include <sys/ioctl.h>
#include <sys/queue.h>
#include <sys/socket.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/util.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/array.h"
#include "base/limits.h"
#include "config/config.h"
#include "config/yaml/address_text.h"
#include "daemon/http/acceptor.h"
#include "daemon/http/listen_request.h"
#include "daemon/hub.h"
#include "daemon/log.h"

struct viewer_peer {
	unsigned char bytes[16]; /* bytes after the significant part of the
				    address are zero */
};

struct viewer {
	TAILQ_ENTRY(viewer) entry;
	struct listen *listen;
	struct bufferevent *buffer;
	struct event *deadline; /* the connection is closed at this time */
	struct viewer_peer peer;
	struct sockaddr_storage local;
	bool ends;
};

struct listen {
	struct hub *hub;
	struct acceptor *acceptor;
	TAILQ_HEAD(viewer_list, viewer) viewers; /* oldest first */
	size_t n_viewers;
};

static void
listen_viewer_free(struct viewer *viewer)
{
	TAILQ_REMOVE(&viewer->listen->viewers, viewer, entry);
	viewer->listen->n_viewers--;
	event_free(viewer->deadline);
	bufferevent_free(viewer->buffer);
	free(viewer);
}

/* ---- answers ---- */

static void
listen_write_places(const struct hub *hub, struct buf *out)
{
	(void)hub;
	buf_append_string(out, "There are /, /metrics and /health.\n");
}

static void
listen_write_misdirected(const struct hub *hub, struct buf *out)
{
	(void)hub;
	buf_append_string(out,
	    "The Host of this request is not a name of this server.  Names "
	    "that it has are configured with listen_names.\n");
}

struct place {
	struct slice path;
	const char *type;
	void (*write)(const struct hub *, struct buf *);
};

static const struct place places[] = {
	{ SLICE("/"), "text/html; charset=utf-8", status_page_write },
	{ SLICE("/style.css"), "text/css; charset=utf-8", status_style_write },
	{ SLICE("/metrics"), "text/plain; version=0.0.4; charset=utf-8",
	    metrics_write },
	{ SLICE("/health"), "application/json", health_write },
};
static const struct place nowhere = { SLICE(""), "text/plain; charset=utf-8",
	listen_write_places };
static const struct place misdirected = { SLICE(""),
	"text/plain; charset=utf-8", listen_write_misdirected };

static const struct place *
listen_place_of(struct slice path)
{
	for (size_t i = 0; i < ARRAY_LENGTH(places); i++)
		if (slice_equal(places[i].path, path))
			return &places[i];
	return &nowhere;
}

static const char *
listen_reason(int status)
{
	static const struct {
		int status;
		const char *reason;
	} reasons[] = {
		{ 200, "OK" },
		{ 400, "Bad Request" },
		{ 404, "Not Found" },
		{ 405, "Method Not Allowed" },
		{ 421, "Misdirected Request" },
		{ 503, "Service Unavailable" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(reasons); i++)
		if (reasons[i].status == status)
			return reasons[i].reason;
	return "Internal Server Error";
}

/* These headers forbid scripts, external resources and frames. Pages of other
 * origins may not read the response. */
static const char listen_headers[] =
    "Cache-Control: no-store\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Content-Security-Policy: default-src 'none'; style-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
    "X-Frame-Options: DENY\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Connection: close\r\n\r\n";

static void
listen_viewer_answer(struct viewer *viewer, int status,
    const struct place *place, bool with_body)
{
	struct evbuffer *output = bufferevent_get_output(viewer->buffer);
	struct buf body;

	buf_init(&body, LIMIT_LISTEN_BODY);
	place->write(viewer->listen->hub, &body);
	if (buf_failed(&body)) { /* the client could not distinguish an
				    incomplete body from a complete one */
		status = 500;
		buf_clear(&body);
	}
	evbuffer_add_printf(output,
	    "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n%s",
	    status, listen_reason(status), place->type, body.len,
	    listen_headers);
	if (with_body)
		evbuffer_add(output, body.p, body.len);
	buf_release(&body);
	viewer->ends = true;
}

static void
listen_viewer_answer_head(struct viewer *viewer, struct slice head)
{
	const struct hub *hub = viewer->listen->hub;
	const struct listen_names names = {
		.listen = slice_of(hub->config->listen),
		.names = hub->config->listen_names,
		.n_names = hub->config->n_listen_names,
		.local = (const struct sockaddr *)&viewer->local,
	};
	const struct place *place = &nowhere;
	struct listen_request request;

	listen_request_read(head, &names, &request);
	if (request.status == 421)
		place = &misdirected;
	else if (request.status == 200)
		place = listen_place_of(request.path);
	if (request.status == 200 && place == &nowhere)
		request.status = 404;
	if (place->write == health_write && !health_is_good(hub))
		request.status = 503;
	listen_viewer_answer(viewer, request.status, place, !request.is_head);
}

/* ---- clients ---- */

/* Reads the whole head before the response is sent: if the socket were closed
 * earlier, the client would not get the response. */
static void
listen_on_read(struct bufferevent *buffer, void *arg)
{
	struct viewer *viewer = arg;
	struct evbuffer *input = bufferevent_get_input(buffer);
	struct evbuffer_ptr end;
	size_t len = evbuffer_get_length(input);

	if (viewer->ends) {
		evbuffer_drain(input, len);
		return;
	}
	end = evbuffer_search(input, "\r\n\r\n", 4, NULL);
	if (end.pos < 0)
		end = evbuffer_search(input, "\n\n", 2, NULL);
	if (end.pos < 0) {
		if (len >= LIMIT_LISTEN_HEAD)
			listen_viewer_free(viewer);
		return;
	}
	listen_viewer_answer_head(viewer,
	    (struct slice){ (const char *)evbuffer_pullup(input, -1), len });
	evbuffer_drain(input, evbuffer_get_length(input));
}

static void
listen_on_written(struct bufferevent *buffer, void *arg)
{
	struct viewer *viewer = arg;

	(void)buffer;
	if (viewer->ends)
		listen_viewer_free(viewer);
}

static void
listen_on_event(struct bufferevent *buffer, short what, void *arg)
{
	(void)buffer;
	(void)what; /* end of file and errors are handled alike: the viewer is
		       freed */
	listen_viewer_free(arg);
}

static void
listen_on_deadline(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	listen_viewer_free(arg);
}

/* ---- limits of connections ---- */

/* Returns the IPv4 address, or the IPv6 /64 prefix, which usually identifies
 * one client. */
static struct viewer_peer
listen_viewer_peer_of(const struct sockaddr *address)
{
	struct viewer_peer peer = { { 0 } };
	struct sockaddr_in four;
	struct sockaddr_in6 six;

	if (address->sa_family == AF_INET) {
		memcpy(&four, address, sizeof(four));
		memcpy(peer.bytes + 12, &four.sin_addr, 4);
	} else if (address->sa_family == AF_INET6) {
		memcpy(&six, address, sizeof(six));
		memcpy(peer.bytes, &six.sin6_addr,
		    IN6_IS_ADDR_V4MAPPED(&six.sin6_addr) ? 16 : 8);
	}
	return peer;
}

static size_t
listen_count_peer(const struct listen *listen, const struct viewer_peer *peer)
{
	const struct viewer *viewer;
	size_t n = 0;

	TAILQ_FOREACH(viewer, &listen->viewers, entry)
	n += memcmp(&viewer->peer, peer, sizeof(*peer)) == 0;
	return n;
}

/* Returns the peer with the most connections. */
static struct viewer_peer
listen_largest_peer(const struct listen *listen)
{
	const struct viewer *viewer, *largest = TAILQ_FIRST(&listen->viewers);
	size_t most = 0;

	TAILQ_FOREACH(viewer, &listen->viewers, entry)
	{
		size_t n = listen_count_peer(listen, &viewer->peer);

		if (n > most) {
			most = n;
			largest = viewer;
		}
	}
	return largest->peer;
}

/* Returns whether bytes have arrived that were not read yet. Such a client need
 * not be slow: many connections may be accepted before the first of them is
 * read. */
static bool
listen_viewer_has_unread(const struct viewer *viewer)
{
	int n = 0;

	return !viewer->ends &&
	       ioctl(bufferevent_getfd(viewer->buffer), FIONREAD, &n) == 0 &&
	       n > 0;
}

static void
listen_close_oldest(struct listen *listen, const struct viewer_peer *peer)
{
	struct viewer *viewer, *oldest = NULL;

	TAILQ_FOREACH(viewer, &listen->viewers, entry)
	{
		if (memcmp(&viewer->peer, peer, sizeof(*peer)) != 0)
			continue;
		if (oldest == NULL)
			oldest = viewer;
		if (!listen_viewer_has_unread(viewer)) {
			oldest = viewer;
			break;
		}
	}
	if (oldest != NULL)
		listen_viewer_free(oldest);
}

static void
listen_close_surplus(struct listen *listen, const struct viewer_peer *peer)
{
	struct viewer_peer largest;

	if (listen_count_peer(listen, peer) >= LIMIT_LISTEN_PEER) {
		listen_close_oldest(listen, peer);
	} else if (listen->n_viewers >= LIMIT_LISTEN_CLIENTS) {
		largest = listen_largest_peer(listen);
		listen_close_oldest(listen, &largest);
	}
}

static void
listen_on_accept(int fd, const struct sockaddr *address, void *arg)
{
	struct listen *listen = arg;
	struct event_base *base = listen->hub->base;
	struct viewer_peer peer = listen_viewer_peer_of(address);
	struct viewer *viewer = calloc(1, sizeof(*viewer));
	socklen_t local_bytes = sizeof(viewer->local);

	if (viewer == NULL) {
		close(fd);
		return;
	}
	listen_close_surplus(listen, &peer);
	viewer->buffer =
	    bufferevent_socket_new(base, fd, BEV_OPT_CLOSE_ON_FREE);
	viewer->deadline = evtimer_new(base, listen_on_deadline, viewer);
	if (viewer->buffer == NULL || viewer->deadline == NULL)
		abort();
	viewer->listen = listen;
	viewer->peer = peer;
	if (getsockname(fd, (struct sockaddr *)&viewer->local, &local_bytes) !=
	    0)
		viewer->local.ss_family = AF_UNSPEC;
	TAILQ_INSERT_TAIL(&listen->viewers, viewer, entry);
	listen->n_viewers++;
	bufferevent_setcb(viewer->buffer, listen_on_read, listen_on_written,
	    listen_on_event, viewer);
	bufferevent_setwatermark(viewer->buffer, EV_READ, 0, LIMIT_LISTEN_HEAD);
	hub_arm(viewer->deadline, LIMIT_LISTEN_MS);
	bufferevent_enable(viewer->buffer, EV_READ | EV_WRITE);
}

/* ---- start and end ---- */

int
listen_resolve(const char *address, struct addrinfo **ret, struct err *e)
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
	int rc = listen_resolve(address, &found, e);

	if (rc != 0)
		return rc;
	listen = calloc(1, sizeof(*listen));
	if (listen == NULL) {
		rc = err_set(e, ERR_MEMORY, "listen: no memory");
		goto out;
	}
	listen->hub = hub;
	TAILQ_INIT(&listen->viewers);
	rc = acceptor_new(hub->base,
	    &(struct acceptor_options){ .key = "listen",
		.place = address,
		.address = found->ai_addr,
		.address_bytes = found->ai_addrlen,
		.accepted = listen_on_accept,
		.arg = listen },
	    &listen->acceptor, e);
	if (rc != 0) {
		free(listen);
		goto out;
	}
	*ret = listen;
	if (listen_warning(slice_of(address)) != NULL)
		log_event(LOG_WARNING, "listen-open",
		    LOG_TEXT("address", address),
		    LOG_TEXT("why", listen_warning(slice_of(address))));
out:
	freeaddrinfo(found);
	return rc;
}

void
listen_free(struct listen *listen)
{
	if (listen == NULL)
		return;
	while (!TAILQ_EMPTY(&listen->viewers))
		listen_viewer_free(TAILQ_FIRST(&listen->viewers));
	acceptor_free(listen->acceptor);
	free(listen);
}
