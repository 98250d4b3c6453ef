/*
 * control.c -- the control socket, on which `gleaner` sends commands to the
 * daemon.
 *
 * A request is one line. The first line of the response is `ok …` or `error
 * TEXT`.
 *
 * Requests:
 *	`status`: the response is `ok`, key=value lines, and an empty line.
 *	`poll URL`: the feed is polled as soon as its host allows it. If its
 *	server asked for a pause, the response is `error`.
 *	`feeds-changed`: the daemon reads the subscriptions again.
 *	`reload`: the daemon reads its configuration again, as after SIGHUP. If
 *	the configuration is faulty, the response is `error`, and the old
 *	configuration remains in force.
 *	`wait-change SEQ`: the response is `ok`, and then `change` after each
 *	commit that may have added changes, until the client disconnects.
 *	`push JSON`: reports the state of a push (control/push_state.h).
 *	`pushes`: the response is `ok`, push=JSON lines, and an empty line.
 *	`consumer-…`, `lease-take`: see control/consumer_request.h.
 *
 * The daemon's own user and root may send all requests. If the umask allows the
 * group to write, the socket has mode 0660, and members of the daemon's group
 * may connect, too. Group members may ask for the status, wait for changes,
 * report and list pushes, and move the cursors of consumers. They may not
 * change feeds or the configuration, and may not start polls. Other users may
 * not connect (SO_PEERCRED, SO_PEERGROUPS). A client that sends no request for
 * LIMIT_CONTROL_MS, or a line longer than LIMIT_CONTROL_FRAME, is disconnected.
 */
#include "daemon/control.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/date/date.h"
#include "base/limits.h"
#include "base/slice.h"
#include "control/control_client.h"
#include "crawler/fetch/fetch.h"
#include "crawler/histogram.h"
#include "daemon/control_reply.h"
#include "daemon/feed/listing.h"
#include "daemon/feed/poll.h"
#include "daemon/feed/schedule.h"
#include "daemon/health/latency.h"
#include "daemon/host/host_queue.h"
#include "daemon/http/acceptor.h"
#include "daemon/http/push_list.h"
#include "daemon/hub.h"
#include "daemon/page/pending_pages.h"
#include "daemon/reload.h"
#include "daemon/writer/store_thread.h"
#include "worker/worker.h"

struct client {
	struct client *next, **link;
	struct control *control;
	struct bufferevent *buffer;
	struct control_reply *reply; /* set while the response is outstanding */
	bool is_member;              /* member of the daemon's group, with fewer
					rights than root */
	bool waits_for_change;
	bool ends; /* close the connection after the response was sent */
};

struct control {
	struct hub *hub;
	struct acceptor *acceptor;
	struct client *clients;
	size_t n_clients, n_members;
	char *path;
	bool group_may_connect;
	struct push_list *pushes; /* NULL: no report was received */
};

static void
control_client_free(struct client *client)
{
	*client->link = client->next;
	if (client->next != NULL)
		client->next->link = client->link;
	client->control->n_clients--;
	client->control->n_members -= client->is_member;
	if (client->reply != NULL)
		client->reply->client = NULL;
	bufferevent_free(client->buffer);
	free(client);
}

static void control_say(struct client *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void
control_say(struct client *client, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	evbuffer_add_vprintf(
	    bufferevent_get_output(client->buffer), format, ap);
	va_end(ap);
}

/* ---- commands ---- */

static void
control_answer_status(struct client *client, struct slice argument)
{
	struct hub *hub = client->control->hub;
	const struct hub_counters *c = &hub->counters;
	const struct histogram *turn = loop_latency_turn(hub);
	const struct histogram *delay = loop_latency_delay(hub);
	bool is_fault;
	const char *trouble = store_thread_trouble(hub->store, &is_fault);
	uint64_t deaths, restarts;

	(void)argument;
	workers_counts(hub->workers, &deaths, &restarts);
	const struct {
		const char *name;
		uint64_t value;
	} rows[] = {
		{ "pid", (uint64_t)getpid() },
		{ "feeds", schedule_feeds(hub) },
		{ "polling", schedule_polling(hub) },
		{ "hosts", host_queues_hosts(hub) },
		{ "waiting_for_host", host_queues_waiting(hub) },
		{ "fetching", (uint64_t)fetcher_active(hub->fetcher) },
		{ "reading", workers_busy(hub->workers) },
		{ "storing", store_thread_pending(hub->store) },
		{ "articles_in_hand", pending_articles_in_memory(hub) },
		{ "polls", c->polls },
		{ "polls_failed", c->polls_failed },
		{ "entries_new", c->entries_new },
		{ "pages_fetched", c->pages },
		{ "robots_fetched", c->robots },
		{ "articles_done", c->articles_done },
		{ "articles_feed_only", c->articles_feed_only },
		{ "articles_failed", c->articles_failed },
		{ "revisits", c->revisits },
		{ "worker_deaths", deaths },
		{ "zygote_starts", restarts },
		{ "loop_turn_p99_us", histogram_quantile_us(turn, 0.99) },
		{ "loop_turn_max_us", turn->max_us },
		{ "loop_delay_p99_us", histogram_quantile_us(delay, 0.99) },
		{ "loop_delay_max_us", delay->max_us },
	};

	control_say(client, "ok\nversion=%s\n", GLEANER_VERSION);
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		control_say(client, "%s=%llu\n", rows[i].name,
		    (unsigned long long)rows[i].value);
	if (trouble != NULL)
		control_say(client, "store_%s=%s\n",
		    is_fault ? "fault" : "waits", trouble);
	if (reload_pending(hub) != NULL)
		control_say(client, "needs_restart=%s\n", reload_pending(hub));
	control_say(client, "\n");
}

/* The pause of a public host also stops requests in its queue, but the pause of
 * any other host applies only to the feed. */
static void
control_say_pause(struct client *client, int64_t until_at)
{
	char until[DATE_TEXT_BYTES];

	date_format_rfc3339(until_at, until);
	control_say(client,
	    "error the server asked for a pause; the feed is polled at %s\n",
	    until);
}

static void
control_answer_poll(struct client *client, struct slice argument)
{
	struct hub *hub = client->control->hub;
	struct subscription *feed = schedule_find(hub, argument);

	if (feed == NULL && hub->node != NULL) {
		control_say(client, "error " CONTROL_NOT_OWNED "\n");
	} else if (feed == NULL) {
		control_say(
		    client, "error no feed %.*s\n", SLICE_ARG(argument));
	} else if (feed->status == FEED_PAUSED) {
		control_say(client, "error the feed is paused\n");
	} else if (feed->polling) {
		control_say(client, "ok the feed is being polled\n");
	} else if (feed->is_asked_to_pause && feed->due.key > hub_now()) {
		control_say_pause(client, feed->due.key);
	} else {
		schedule_cancel(hub, feed);
		/* The operator has set this time, so an hour that the feed
		 * excludes does not matter. */
		feed->due.key = hub_now();
		poll_start(hub, feed);
		control_say(client, "ok\n");
	}
}

static void
control_answer_feeds_changed(struct client *client, struct slice argument)
{
	(void)argument;
	schedule_list(client->control->hub);
	control_say(client, "ok\n");
}

static void
control_answer_reload(struct client *client, struct slice argument)
{
	struct hub *hub = client->control->hub;

	(void)argument;
	if (reload(hub))
		control_say(client, "ok\n");
	else
		control_say(client, "error %s\n", reload_refused(hub));
}

static void
control_answer_wait_change(struct client *client, struct slice argument)
{
	const struct timeval send = { .tv_sec = LIMIT_CONTROL_MS / 1000 };

	(void)argument;
	client->waits_for_change = true;
	client->ends = false;
	/* Reading has no time limit: the client need not send more data. */
	bufferevent_set_timeouts(client->buffer, NULL, &send);
	/* The first `change` reports all changes that were committed before the
	 * request. */
	control_say(client, "ok\nchange\n");
}

static void
control_answer_push(struct client *client, struct slice argument)
{
	struct control *control = client->control;

	if (control->pushes == NULL)
		control->pushes = push_list_new();
	if (control->pushes != NULL &&
	    push_list_take(control->pushes, argument, clock_monotonic_ms()))
		control_say(client, "ok\n");
	else
		control_say(client, "error the report is malformed\n");
}

static void
control_answer_pushes(struct client *client, struct slice argument)
{
	struct buf lines;

	(void)argument;
	buf_init(&lines, MIB);
	push_list_write_lines(
	    client->control->pushes, clock_monotonic_ms(), &lines);
	control_say(client, "ok\n");
	if (!buf_failed(&lines) && lines.len > 0)
		control_say(client, "%s", lines.p);
	control_say(client, "\n");
	buf_release(&lines);
}

static const struct {
	struct slice word;
	void (*answer)(struct client *, struct slice argument);
	bool members_may; /* group members may send this request */
} questions[] = {
	{ SLICE("status"), control_answer_status, true },
	{ SLICE("poll"), control_answer_poll, false },
	{ SLICE("feeds-changed"), control_answer_feeds_changed, false },
	{ SLICE("reload"), control_answer_reload, false },
	{ SLICE("wait-change"), control_answer_wait_change, true },
	{ SLICE("push"), control_answer_push, true },
	{ SLICE("pushes"), control_answer_pushes, true },
};

/* ---- responses that are sent later ---- */

void
control_reply_send(struct control_reply *reply, struct slice line)
{
	struct client *client = reply->client;

	free(reply);
	if (client == NULL)
		return;
	client->reply = NULL;
	client->ends = true;
	control_say(client, "%.*s\n", SLICE_ARG(line));
}

/* Handles a request about consumers. Returns false if `word` is not such a
 * request, or if memory is exhausted. */
static bool
control_answer_consumer(
    struct client *client, struct slice word, struct slice rest)
{
	const struct timeval send = { .tv_sec = LIMIT_CONTROL_MS / 1000 };
	struct control_reply *reply = calloc(1, sizeof(*reply));

	if (reply == NULL)
		return false;
	reply->client = client;
	client->reply = reply;
	client->ends = false;
	/* Reading has no time limit: the client need not send more data. */
	bufferevent_set_timeouts(client->buffer, NULL, &send);
	if (control_consumer_answer(client->control->hub, word, rest, reply))
		return true;
	client->reply = NULL;
	client->ends = true;
	free(reply);
	return false;
}

static void
control_answer(struct client *client, struct slice line)
{
	struct slice rest = slice_trim(line), word;
	size_t i, n = ARRAY_LENGTH(questions);

	client->ends = true;
	if (!slice_next(&rest, ' ', &word))
		word = SLICE_NONE;
	for (i = 0; i < n && !slice_equal(questions[i].word, word); i++)
		;
	if (i == n && !control_answer_consumer(client, word, slice_trim(rest)))
		control_say(client, "error unknown request\n");
	else if (i < n && client->is_member && !questions[i].members_may)
		control_say(client,
		    "error only root and the daemon's user may do this\n");
	else if (i < n)
		questions[i].answer(client, slice_trim(rest));
}

/* ---- clients ---- */

static void
control_on_read(struct bufferevent *buffer, void *arg)
{
	struct client *client = arg;
	struct evbuffer *input = bufferevent_get_input(buffer);
	size_t len;
	char *line;

	if (client->ends || client->waits_for_change || client->reply != NULL) {
		evbuffer_drain(input, evbuffer_get_length(input));
		return;
	}
	line = evbuffer_readln(input, &len, EVBUFFER_EOL_LF);
	if (line != NULL) {
		control_answer(client, (struct slice){ line, len });
		free(line);
	} else if (evbuffer_get_length(input) >= LIMIT_CONTROL_FRAME) {
		control_client_free(client);
	}
}

static void
control_on_written(struct bufferevent *buffer, void *arg)
{
	struct client *client = arg;

	(void)buffer;
	if (client->ends)
		control_client_free(client);
}

static void
control_on_event(struct bufferevent *buffer, short what, void *arg)
{
	(void)buffer;
	(void)what; /* end of file, error and time-out are handled alike: the
		       client is freed */
	control_client_free(arg);
}

/* Returns true if the process is a member of the daemon's group. The kernel
 * returns the groups that the process had when it connected. */
static bool
control_is_member(int fd, const struct ucred *peer)
{
	gid_t groups[LIMIT_CONTROL_GROUPS];
	socklen_t len = sizeof(groups);

	if (peer->gid == getegid())
		return true;
	if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &len) != 0)
		return false;
	for (size_t i = 0; i < len / sizeof(groups[0]); i++)
		if (groups[i] == getegid())
			return true;
	return false;
}

/* Decides whether the process may connect, and with which rights.  Some
 * connections are reserved for root and the daemon's user. */
static bool
control_may_connect(const struct control *control, int fd, bool *ret_is_member)
{
	struct ucred peer;
	socklen_t len = sizeof(peer);

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len) != 0 ||
	    control->n_clients >= LIMIT_CONTROL_CLIENTS)
		return false;
	*ret_is_member = peer.uid != geteuid() && peer.uid != 0;
	return !*ret_is_member ||
	       (control->group_may_connect &&
		   control->n_members < LIMIT_CONTROL_MEMBERS &&
		   control_is_member(fd, &peer));
}

static void
control_on_accept(int fd, const struct sockaddr *peer, void *arg)
{
	struct control *control = arg;
	const struct timeval patience = { .tv_sec = LIMIT_CONTROL_MS / 1000 };
	struct client *client;
	bool is_member;

	(void)peer;
	if (!control_may_connect(control, fd, &is_member) ||
	    (client = calloc(1, sizeof(*client))) == NULL) {
		close(fd);
		return;
	}
	client->buffer = bufferevent_socket_new(
	    control->hub->base, fd, BEV_OPT_CLOSE_ON_FREE);
	if (client->buffer == NULL) {
		close(fd);
		free(client);
		return;
	}
	client->control = control;
	client->is_member = is_member;
	control->n_members += is_member;
	client->next = control->clients;
	client->link = &control->clients;
	if (client->next != NULL)
		client->next->link = &client->next;
	control->clients = client;
	control->n_clients++;
	bufferevent_setcb(client->buffer, control_on_read, control_on_written,
	    control_on_event, client);
	bufferevent_setwatermark(
	    client->buffer, EV_READ, 0, LIMIT_CONTROL_FRAME);
	bufferevent_set_timeouts(client->buffer, &patience, &patience);
	bufferevent_enable(client->buffer, EV_READ | EV_WRITE);
}

void
control_changed(struct control *control)
{
	if (control == NULL)
		return;
	for (struct client *client = control->clients; client != NULL;
	     client = client->next) {
		struct evbuffer *output =
		    bufferevent_get_output(client->buffer);

		/* A client that has not read its last notification needs no
		 * further one. */
		if (client->waits_for_change &&
		    evbuffer_get_length(output) == 0)
			control_say(client, "change\n");
	}
}

/* ---- start and end ---- */

/* Removes a socket file that has no listener. A daemon that crashed leaves such
 * a file. Returns ERR_IO if another daemon listens on the socket, or if the
 * path names a file that is not a socket: connect(2) gives ECONNREFUSED for
 * such a file, too. */
static int
control_remove_stale(const struct sockaddr_un *address, struct err *e)
{
	struct stat stat;
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int rc = 0;

	if (fd < 0)
		return err_errno(e, "control socket");
	if (connect(fd, (const struct sockaddr *)address, sizeof(*address)) ==
	    0)
		rc = err_set(e, ERR_IO,
		    "%s: another daemon listens at this socket",
		    address->sun_path);
	else if (errno == ECONNREFUSED &&
		 lstat(address->sun_path, &stat) == 0) {
		if (S_ISSOCK(stat.st_mode))
			unlink(address->sun_path);
		else
			rc =
			    err_set(e, ERR_IO, "%s: exists and is not a socket",
				address->sun_path);
	}
	close(fd);
	return rc;
}

/* Creates the directory of the socket, but not its parents. */
static void
control_make_directory(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *directory;

	if (slash == NULL || slash == path)
		return;
	directory = strndup(path, (size_t)(slash - path));
	if (directory != NULL)
		mkdir(directory, 0750);
	free(directory);
}

int
control_new(
    struct hub *hub, const char *path, struct control **ret, struct err *e)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct acceptor_options options = { .key = "control",
		.place = path,
		.address = (const struct sockaddr *)&address,
		.address_bytes = sizeof(address),
		.accepted = control_on_accept };
	struct control *control;
	mode_t mask;
	int rc;

	if (strlen(path) >= sizeof(address.sun_path))
		return err_set(e, ERR_LIMIT,
		    "control: %s: longer than %zu bytes, the maximum of a "
		    "socket's path",
		    path, sizeof(address.sun_path) - 1);
	memcpy(address.sun_path, path, strlen(path) + 1);
	control_make_directory(path);
	if (control_remove_stale(&address, e) != 0)
		return ERR_IO;
	control = calloc(1, sizeof(*control));
	if (control == NULL || (control->path = strdup(path)) == NULL) {
		free(control);
		return err_set(
		    e, ERR_MEMORY, "no memory for the control socket");
	}
	control->hub = hub;
	mask = umask(0177);
	control->group_may_connect = (mask & S_IWGRP) == 0;
	if (control->group_may_connect)
		umask(0117);
	options.arg = control;
	rc = acceptor_new(hub->base, &options, &control->acceptor, e);
	umask(mask);
	if (rc != 0) {
		free(control->path);
		free(control);
		return rc;
	}
	*ret = control;
	return 0;
}

void
control_free(struct control *control)
{
	if (control == NULL)
		return;
	while (control->clients != NULL)
		control_client_free(control->clients);
	acceptor_free(control->acceptor);
	unlink(control->path);
	push_list_free(control->pushes);
	free(control->path);
	free(control);
}

const struct push_list *
control_pushes(const struct control *control)
{
	return control != NULL ? control->pushes : NULL;
}
