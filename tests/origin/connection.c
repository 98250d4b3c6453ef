/*
 * connection.c -- one connection: reads requests and sends responses.
 *
 * Normal case: accept → READ until the header and body are complete → the
 * response is made → HEAD → BODY → READ. Failures: the peer closes the
 * connection (the request is logged as incomplete), or the header is invalid
 * (400). The scenario can request further states and faults: in HUNG nothing is
 * sent, HELD waits for origin_release_held(), WAIT delays the header or the
 * body, a drip sends the body slowly, and a cut closes the connection inside of
 * the body.
 */
#include <sys/socket.h>
#include <sys/uio.h>

#include <arpa/inet.h>
#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/origin/origin.h"

/* the number of parts of a body that are sent before other connections are
 * served */
#define TURNS        16
#define CHUNK_BYTES  (64 * 1024)
#define DRIP_TICKS_S 10 /* most writes per second of a slow response */

enum state { READ, WAIT_HEAD, HEAD, WAIT_BODY, BODY, HUNG, HELD };

struct connection {
	int fd, number;
	enum state state;
	char address[INET_ADDRSTRLEN];
	struct event *readable, *writable, *timer;
	struct buf in, out; /* out: data that is written next */
	size_t out_done;
	size_t request_bytes; /* bytes of `in` that belong to the request, when
				 the request is complete */
	int64_t arrived_ms;   /* arrival of the last byte of `in` */
	struct request request;
	struct answer answer;
	bool answering;
	/* of the body */
	size_t piece;
	int64_t piece_times; /* copies of the current piece that were sent */
	size_t piece_at;
	int64_t wire_left; /* number of bytes until the cut; INT64_MAX: no cut
			      */
	bool body_made;    /* the whole body was copied to `out`, or none is
			      sent */
	int64_t drip_left; /* number of bytes allowed before the next tick */
	struct outcome outcome;
	struct connection *next_held;
};

static struct connection *first_held; /* in the state HELD */

static void connection_pump(struct connection *);
static void connection_take_request(struct connection *);

static void
connection_end_answer(struct connection *c, bool whole)
{
	if (!c->answering)
		return;
	c->outcome.whole = whole;
	if (c->request.number > 0)
		log_request(&c->request, &c->outcome);
	answer_release(&c->answer);
	c->answering = false;
}

static void
connection_leave_held(struct connection *c)
{
	struct connection **link = &first_held;

	while (*link != NULL && *link != c)
		link = &(*link)->next_held;
	if (*link == c) {
		*link = c->next_held;
		origin.n_held--;
	}
}

static void
connection_free(struct connection *c)
{
	connection_leave_held(c);
	connection_end_answer(c, false);
	event_free(c->readable);
	event_free(c->writable);
	event_free(c->timer);
	buf_release(&c->in);
	buf_release(&c->out);
	close(c->fd);
	free(c);
	origin.n_open--;
}

static void
connection_wait_ms(struct connection *c, int64_t ms)
{
	struct timeval t = { ms / 1000, (ms % 1000) * 1000 };

	event_add(c->timer, &t);
}

/* ---- sending the response ---- */

static void
connection_cut(struct connection *c)
{
	struct linger at_once = { 1, 0 };

	if (c->answer.manner.reset)
		setsockopt(
		    c->fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
	connection_free(c);
}

static void
connection_answer_done(struct connection *c)
{
	bool closes = answer_closes(&c->answer, &c->request);

	connection_end_answer(c, true);
	if (closes) {
		shutdown(c->fd, SHUT_WR);
		connection_free(c);
		return;
	}
	memmove(
	    c->in.p, c->in.p + c->request_bytes, c->in.len - c->request_bytes);
	c->in.len -= c->request_bytes;
	c->in.p[c->in.len] = '\0';
	c->request_bytes = 0;
	c->state = READ;
	event_add(c->readable, NULL);
	if (c->in.len > 0)
		connection_take_request(c);
}

/* Appends up to n bytes of the body from the current position. */
static void
connection_body_take(struct connection *c, int64_t n, struct buf *out)
{
	const struct answer *a = &c->answer;

	while (n > 0 && c->piece < a->n_pieces) {
		const struct piece *piece = &a->pieces[c->piece];
		size_t part = piece->bytes.len - c->piece_at;

		if (piece->bytes.len == 0 || c->piece_times >= piece->times) {
			c->piece++;
			c->piece_times = 0;
			c->piece_at = 0;
			continue;
		}
		if ((int64_t)part > n)
			part = (size_t)n;
		buf_append(out, piece->bytes.p + c->piece_at, part);
		c->piece_at += part;
		n -= (int64_t)part;
		if (c->piece_at == piece->bytes.len) {
			c->piece_at = 0;
			if (piece->times != PIECE_ENDLESS)
				c->piece_times++;
		}
	}
}

/* Writes the next part of the body to the connection's buffer, or records the
 * end of the body. */
static void
connection_body_fill(struct connection *c)
{
	const struct manner *m = &c->answer.manner;
	struct buf part;

	buf_init(&part, CHUNK_BYTES);
	connection_body_take(c, CHUNK_BYTES / 2, &part);
	if (m->chunked && part.len > 0) {
		buf_printf(&c->out, "%zx\r\n", part.len);
		buf_append(&c->out, part.p, part.len);
		buf_append_string(&c->out, "\r\n");
	} else if (part.len > 0) {
		buf_append(&c->out, part.p, part.len);
	} else {
		if (m->chunked)
			buf_append_string(&c->out, "0\r\n\r\n");
		c->body_made = true;
	}
	buf_release(&part);
	if ((int64_t)c->out.len > c->wire_left)
		c->out.len = (size_t)c->wire_left;
	if (c->wire_left != INT64_MAX)
		c->wire_left -= (int64_t)c->out.len;
}

static void
connection_start_body(struct connection *c)
{
	const struct manner *m = &c->answer.manner;

	c->state = BODY;
	c->piece = 0;
	c->piece_times = 0;
	c->piece_at = 0;
	c->wire_left = m->cut_after >= 0 ? m->cut_after : INT64_MAX;
	c->body_made =
	    !m->raw &&
	    (slice_equal(c->request.method, SLICE("HEAD")) ||
		c->outcome.status == 304 || c->outcome.status == 204);
	c->drip_left = 0;
}

static void
connection_start_head(struct connection *c)
{
	c->state = HEAD;
	buf_clear(&c->out);
	c->out_done = 0;
	if (!c->answer.manner.raw)
		answer_write_head(&c->answer, &c->request, &c->out);
	c->outcome.status = c->answer.status;
	event_add(c->writable, NULL);
}

/* Writes `out` to the socket. Returns 1 if all was sent, 0 if the socket is
 * full (or the drip's budget is used up), -1 if the peer closed the connection.
 */
static int
connection_flush(struct connection *c)
{
	int64_t drip = c->state == BODY ? c->answer.manner.drip_bytes_s : 0;

	while (c->out_done < c->out.len) {
		size_t n = c->out.len - c->out_done;
		ssize_t written;

		if (drip > 0) {
			if (c->drip_left == 0) {
				c->drip_left = drip < DRIP_TICKS_S
						   ? 1
						   : drip / DRIP_TICKS_S;
				connection_wait_ms(
				    c, 1000 * c->drip_left / drip);
				return 0;
			}
			if ((int64_t)n > c->drip_left)
				n = (size_t)c->drip_left;
		}
		c->outcome.sent_ms = origin_ms();
		written = send(c->fd, c->out.p + c->out_done, n, MSG_NOSIGNAL);
		if (written < 0) {
			if (errno == EINTR)
				continue;
			if (errno != EAGAIN)
				return -1;
			event_add(c->writable, NULL);
			return 0;
		}
		c->out_done += (size_t)written;
		c->outcome.bytes += written;
		if (drip > 0)
			c->drip_left -= written;
	}
	buf_clear(&c->out);
	c->out_done = 0;
	return 1;
}

/* Continues the response as far as the socket and the manner allow. */
static void
connection_pump(struct connection *c)
{
	const struct manner *m = &c->answer.manner;

	for (int turns = 0;; turns++) {
		int rc = connection_flush(c);

		if (rc == 0)
			return;
		if (rc < 0) {
			connection_free(c);
			return;
		}
		if (c->state == HEAD) {
			connection_start_body(c);
			if (m->delay_body_ms > 0 && !c->body_made) {
				c->state = WAIT_BODY;
				connection_wait_ms(c, m->delay_body_ms);
				return;
			}
		}
		if (c->wire_left == 0) {
			connection_cut(c);
			return;
		}
		if (c->body_made) {
			connection_answer_done(c);
			return;
		}
		connection_body_fill(c);
		/* let other connections be served, even if this peer reads fast
		 */
		if (turns == TURNS) {
			event_add(c->writable, NULL);
			return;
		}
	}
}

/* ---- reading the request ---- */

static void
connection_bad_request(struct connection *c)
{
	static const char text[] = "HTTP/1.1 400 Bad Request\r\n"
				   "Connection: close\r\n\r\n";

	if (send(c->fd, text, sizeof(text) - 1, MSG_NOSIGNAL) > 0)
		shutdown(c->fd, SHUT_WR);
	connection_free(c);
}

/* Returns false if the body is not complete yet. */
static bool
connection_read_body(struct connection *c, size_t head)
{
	struct slice length = request_header(&c->request, "Content-Length");
	int64_t n = 0;

	if (length.p != NULL &&
	    (!slice_to_int64(length, &n) || n < 0 || n > ORIGIN_MAX_POST_BYTES))
		n = 0;
	if (c->in.len < head + (size_t)n)
		return false;
	c->request.body = (struct slice){ c->in.p + head, (size_t)n };
	c->request_bytes = head + (size_t)n;
	return true;
}

static void
connection_answer(struct connection *c)
{
	struct request *r = &c->request;
	struct slice connection = request_header(r, "Connection");

	r->address = slice_of(c->address);
	r->connection = c->number;
	r->at_ms = c->arrived_ms;
	if (connection.p != NULL)
		r->keep_alive =
		    slice_equal_nocase(connection, SLICE("close"))
			? false
			: slice_equal_nocase(connection, SLICE("keep-alive")) ||
			      r->keep_alive;
	c->outcome = (struct outcome){ 0 };
	answer_init(&c->answer);
	c->answering = true;
	answer_request(r, &c->answer);
	/* The request's slices point into the buffer, so nothing may be read
	 * now. */
	event_del(c->readable);
	if (c->answer.manner.hang) {
		c->state = HUNG;
		event_add(c->readable, NULL); /* to detect a close */
	} else if (c->answer.manner.hold) {
		c->state = HELD;
		c->next_held = first_held;
		first_held = c;
		origin.n_held++;
		event_add(c->readable, NULL);
	} else if (c->answer.manner.delay_head_ms > 0) {
		c->state = WAIT_HEAD;
		connection_wait_ms(c, c->answer.manner.delay_head_ms);
	} else {
		connection_start_head(c);
	}
}

void
origin_release_held(void)
{
	struct connection *c;

	while ((c = first_held) != NULL) {
		connection_leave_held(c);
		event_del(c->readable);
		connection_start_head(c);
	}
}

static void
connection_take_request(struct connection *c)
{
	size_t head = request_head_bytes(buf_slice(&c->in));

	if (head == 0) {
		if (c->in.len >= ORIGIN_MAX_HEAD_BYTES)
			connection_bad_request(c);
		return;
	}
	if (!request_read(
		&c->request, slice_sub(buf_slice(&c->in), 0, head - 2))) {
		connection_bad_request(c);
		return;
	}
	if (connection_read_body(c, head))
		connection_answer(c);
}

/* ---- event callbacks ---- */

static void
connection_on_readable(evutil_socket_t fd, short what, void *arg)
{
	struct connection *c = arg;
	char bytes[16384];
	ssize_t n = arrival_recv(fd, bytes, sizeof(bytes), &c->arrived_ms);

	(void)what;
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0) {
		connection_free(c);
		return;
	}
	if (c->state != READ)
		return; /* HUNG or HELD: all input is ignored */
	buf_append(&c->in, bytes, (size_t)n);
	if (buf_failed(&c->in))
		connection_bad_request(c);
	else
		connection_take_request(c);
}

static void
connection_on_writable(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	connection_pump(arg);
}

static void
connection_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct connection *c = arg;

	(void)fd;
	(void)what;
	if (c->state == WAIT_HEAD) {
		connection_start_head(c);
		return;
	}
	if (c->state == WAIT_BODY)
		c->state = BODY;
	connection_pump(c);
}

static void
connection_on_accept(evutil_socket_t listener, short what, void *arg)
{
	struct sockaddr_in ours;
	socklen_t len = sizeof(ours);
	int one = 1, fd;
	struct connection *c;

	(void)what;
	(void)arg;
	fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
	if (fd < 0)
		return;
	/* only connections to loopback addresses are accepted, because the
	 * socket is bound to all addresses */
	if (getsockname(fd, (struct sockaddr *)&ours, &len) != 0 ||
	    ours.sin_family != AF_INET ||
	    (ntohl(ours.sin_addr.s_addr) >> 24) != 127) {
		close(fd);
		return;
	}
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	c = calloc(1, sizeof(*c));
	if (c == NULL)
		origin_die("no memory");
	c->fd = fd;
	c->number = (int)++origin.n_connections;
	inet_ntop(AF_INET, &ours.sin_addr, c->address, sizeof(c->address));
	buf_init(&c->in, ORIGIN_MAX_HEAD_BYTES + ORIGIN_MAX_POST_BYTES);
	buf_init(&c->out, ORIGIN_MAX_BODY_BYTES);
	c->readable = event_new(
	    origin.base, fd, EV_READ | EV_PERSIST, connection_on_readable, c);
	c->writable =
	    event_new(origin.base, fd, EV_WRITE, connection_on_writable, c);
	c->timer = evtimer_new(origin.base, connection_on_timer, c);
	if (c->readable == NULL || c->writable == NULL || c->timer == NULL)
		origin_die("no memory");
	if (++origin.n_open > origin.max_open)
		origin.max_open = origin.n_open;
	event_add(c->readable, NULL);
}

void
connections_listen(int port)
{
	struct sockaddr_in any = { .sin_family = AF_INET,
		.sin_port = htons((uint16_t)port),
		.sin_addr.s_addr = htonl(INADDR_ANY) };
	socklen_t len = sizeof(any);
	struct event *e;
	int fd, one = 1;

	fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (fd < 0)
		origin_die("no socket: %m");
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	arrival_stamp(fd);
	/* one socket serves all of 127/8, without external connections */
	if (setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, "lo", 3) != 0)
		any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (bind(fd, (struct sockaddr *)&any, sizeof(any)) != 0 ||
	    listen(fd, 4096) != 0 ||
	    getsockname(fd, (struct sockaddr *)&any, &len) != 0)
		origin_die("port %d: %m", port);
	origin.port = ntohs(any.sin_port);
	e = event_new(
	    origin.base, fd, EV_READ | EV_PERSIST, connection_on_accept, NULL);
	if (e == NULL || event_add(e, NULL) != 0)
		origin_die("no memory");
}
