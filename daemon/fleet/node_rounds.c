/*
 * node_rounds.c -- the thread that runs the rounds of a node.
 *
 * In:  a round from the loop.
 * Out: the answer, or the error, delivered on the loop through an eventfd.
 *
 * If the database does not answer, the thread waits in the client library; the
 * loop starts no more requests after the deadlines of its leases.
 */
#include "daemon/fleet/node_rounds.h"

#include <sys/eventfd.h>

#include <errno.h>
#include <event2/event.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"
#include "daemon/log.h"
#include "store/clock.h"
#include "store/database.h"
#include "store/fleet/fleet_store.h"
#include "store/store.h"

struct node_rounds {
	struct store *store;
	struct fleet_report report;
	node_rounds_done *done;
	node_rounds_noticed *noticed;
	void *arg;
	pthread_t thread;
	bool has_thread;
	pthread_mutex_t lock;
	int post_fd;                 /* written when a round is posted */
	bool is_posted, is_stopping; /* used only under the lock */
	struct fleet_round round;    /* used by the thread after the post */
	struct fleet_view view;      /* used by the thread until the round is
					answered */
	bool is_answered, is_noticed, has_feeds; /* used only under the lock */
	int rc;
	struct err e;
	struct event *wake;
	int wake_fd;
	volatile int no_wait; /* borrowed by the store: no wait for a server
				 that does not answer */
};

/* Ends sessions that hold locks for which this node would wait
 * (store_fleet_end_stopped()). If this fails, the connection has failed, and
 * the next round reports it. */
static void
node_rounds_end_stopped(struct node_rounds *r, int64_t lease_ms)
{
	struct err e = ERR_INIT;
	int64_t n = 0;

	if (store_fleet_end_stopped(r->store, lease_ms, &n, &e) == 0 && n > 0)
		log_event(LOG_WARNING, "stopped-sessions-ended",
		    LOG_INT("sessions", n));
}

static void
node_rounds_run(struct node_rounds *r)
{
	int64_t lease_ms = r->round.lease_ms;
	uint64_t one = 1;
	bool is_done;

	r->e = ERR_INIT;
	r->rc =
	    store_fleet_round(r->store, &r->report, &r->round, &r->view, &r->e);
	is_done = r->rc == 0;
	pthread_mutex_lock(&r->lock);
	r->is_answered = true;
	pthread_mutex_unlock(&r->lock);
	(void)!write(r->wake_fd, &one, sizeof(one));
	if (is_done)
		node_rounds_end_stopped(r, lease_ms);
}

/* Waits for a round or a notification of the database. */
static void
node_rounds_sleep(struct node_rounds *r)
{
	struct pollfd fds[] = { { .fd = r->post_fd, .events = POLLIN },
		{ .fd = store_notice_fd(r->store), .events = POLLIN } };
	uint64_t count, one = 1;

	if (!store_take_notice(r->store)) {
		poll(fds, 2, -1);
		(void)!read(r->post_fd, &count, sizeof(count));
		if (!store_take_notice(r->store))
			return;
	}
	pthread_mutex_lock(&r->lock);
	r->is_noticed = true;
	r->has_feeds |= store_took_feeds(r->store);
	pthread_mutex_unlock(&r->lock);
	(void)!write(r->wake_fd, &one, sizeof(one));
}

static void *
node_rounds_main(void *arg)
{
	struct node_rounds *r = arg;

	pthread_mutex_lock(&r->lock);
	while (!r->is_stopping) {
		if (!r->is_posted) {
			pthread_mutex_unlock(&r->lock);
			node_rounds_sleep(r);
			pthread_mutex_lock(&r->lock);
			continue;
		}
		r->is_posted = false;
		pthread_mutex_unlock(&r->lock);
		node_rounds_run(r);
		pthread_mutex_lock(&r->lock);
	}
	pthread_mutex_unlock(&r->lock);
	return NULL;
}

/* Wakes the thread. */
static void
node_rounds_post(struct node_rounds *r)
{
	uint64_t one = 1;

	(void)!write(r->post_fd, &one, sizeof(one));
}

/* Calls `done` if there is an answer, and `noticed` if there was a
 * notification. Returns true if there was an answer. */
static bool
node_rounds_deliver(struct node_rounds *r)
{
	bool is_answered, is_noticed, has_feeds;
	uint64_t count;

	(void)!read(r->wake_fd, &count, sizeof(count));
	pthread_mutex_lock(&r->lock);
	is_answered = r->is_answered;
	is_noticed = r->is_noticed;
	has_feeds = r->has_feeds;
	r->is_answered = r->is_noticed = r->has_feeds = false;
	pthread_mutex_unlock(&r->lock);
	if (is_noticed)
		r->noticed(has_feeds, r->arg);
	if (is_answered)
		r->done(r->rc == 0 ? &r->view : NULL, &r->e, r->arg);
	return is_answered;
}

static void
node_rounds_on_wake(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	node_rounds_deliver(arg);
}

/* Signals are blocked in the thread, because the loop handles them. */
static int
node_rounds_start(struct node_rounds *r)
{
	sigset_t all, old;
	int rc;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	rc = pthread_create(&r->thread, NULL, node_rounds_main, r);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	r->has_thread = rc == 0;
	return rc;
}

/* Polls are planned with the clock of this machine.  Another node that takes a
 * feed polls it earlier or later by the difference of the clocks. */
static int
node_rounds_compare_clocks(struct store *s, struct err *e)
{
	int64_t ahead_s;
	int rc = store_clock_ahead(s, time(NULL), &ahead_s, e);

	if (rc == 0 && (ahead_s > CLOCK_OFF_S || ahead_s < -CLOCK_OFF_S))
		log_event(LOG_WARNING, "clock-differs",
		    LOG_INT("ahead_s", ahead_s),
		    LOG_TEXT("of", "the clock of the database's server"));
	return rc;
}

int
node_rounds_new(struct event_base *base, const char *database, const char *name,
    const char *version, node_rounds_done *done, node_rounds_noticed *noticed,
    void *arg, struct node_rounds **ret, int64_t *ret_node, struct err *e)
{
	struct node_rounds *r = calloc(1, sizeof(*r));
	int rc;

	if (r == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a node");
	*ret = r;
	r->done = done;
	r->noticed = noticed;
	r->arg = arg;
	r->report.name = slice_of(name);
	r->report.version = slice_of(version);
	pthread_mutex_init(&r->lock, NULL);
	r->post_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	r->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (r->wake_fd < 0 || r->post_fd < 0)
		return err_errno(e, "cannot create an eventfd");
	r->wake = event_new(base, r->wake_fd, EV_READ | EV_PERSIST,
	    node_rounds_on_wake, r);
	if (r->wake == NULL || event_add(r->wake, NULL) != 0)
		return err_set(e, ERR_MEMORY, "no memory for a node");
	if ((rc = store_open(database, STORE_WRITE, &r->store, e)) != 0 ||
	    (rc = store_fleet_join(r->store, r->report.name, r->report.version,
		 ret_node, e)) != 0 ||
	    (rc = node_rounds_compare_clocks(r->store, e)) != 0 ||
	    (rc = store_listen(r->store, NOTICE_PAGE, e)) != 0)
		return rc;
	store_set_patience(r->store, LIMIT_BUSY_MS, &r->no_wait);
	r->report.node = *ret_node;
	if ((errno = node_rounds_start(r)) != 0)
		return err_errno(e, "cannot start a thread");
	return 0;
}

void
node_rounds_give_up(struct node_rounds *r)
{
	r->no_wait = 1;
}

void
node_rounds_free(struct node_rounds *r)
{
	if (r == NULL)
		return;
	if (r->has_thread) {
		pthread_mutex_lock(&r->lock);
		r->is_stopping = true;
		pthread_mutex_unlock(&r->lock);
		node_rounds_give_up(r);
		node_rounds_post(r);
		pthread_join(r->thread, NULL);
	}
	if (r->wake != NULL)
		event_free(r->wake);
	if (r->wake_fd >= 0)
		close(r->wake_fd);
	if (r->post_fd >= 0)
		close(r->post_fd);
	store_close(r->store);
	pthread_mutex_destroy(&r->lock);
	free(r);
}

void
node_rounds_ask(struct node_rounds *r, const struct fleet_round *round,
    int64_t feeds, int64_t pending)
{
	r->round = *round;
	r->report.feeds = feeds;
	r->report.pending = pending;
	pthread_mutex_lock(&r->lock);
	r->is_posted = true;
	pthread_mutex_unlock(&r->lock);
	node_rounds_post(r);
}

bool
node_rounds_wait(struct node_rounds *r, int64_t ms)
{
	struct pollfd fd = { .fd = r->wake_fd, .events = POLLIN };

	return poll(&fd, 1, (int)ms) > 0 && node_rounds_deliver(r);
}
