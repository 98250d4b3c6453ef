/*
 * hub_run.c -- starts, runs and stops the daemon.
 *
 * Start: main() has already started the zygote. hub_run() creates the event
 * loop, loads the stored pauses of hosts, starts the fetcher and the store's
 * thread, and loads the feeds.
 *
 * Stop (SIGTERM, SIGINT): no operation starts, transfers are cancelled, workers
 * may finish their documents, and the store commits the operations that it has.
 * The daemon waits at most STOP_MS for the workers, and at most STORE_STOP_MS
 * for the store. Unfinished work is still pending in the database. If the store
 * cannot write any more, the daemon ends at once.
 */
#include <event2/event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "config/config.h"
#include "crawler/access.h"
#include "crawler/fetch/fetch.h"
#include "daemon/clock/clock.h"
#include "daemon/clock/clock_plans.h"
#include "daemon/control.h"
#include "daemon/enrichment.h"
#include "daemon/feed/linked_document.h"
#include "daemon/feed/listing.h"
#include "daemon/feed/poll.h"
#include "daemon/feed/replan.h"
#include "daemon/feed/schedule.h"
#include "daemon/fleet/node.h"
#include "daemon/fleet/node_loop.h"
#include "daemon/health/latency.h"
#include "daemon/health/notify.h"
#include "daemon/health/progress.h"
#include "daemon/host/host_queue.h"
#include "daemon/host/network.h"
#include "daemon/host/redirect.h"
#include "daemon/host/robots_cache.h"
#include "daemon/host/site_access.h"
#include "daemon/http/lag.h"
#include "daemon/http/listen.h"
#include "daemon/hub.h"
#include "daemon/hub_work.h"
#include "daemon/log.h"
#include "daemon/page/pending_pages.h"
#include "daemon/page/quarantine.h"
#include "daemon/reload.h"
#include "daemon/retain.h"
#include "daemon/status_line.h"
#include "daemon/websub/websub.h"
#include "daemon/writer/store_thread.h"
#include "daemon/writer/store_view.h"
#include "store/page/page_cache.h"
#include "url/database_url.h"
#include "worker/worker.h"

/* The workers are killed if they have not finished after this time. */
#define STOP_MS       3000
#define STORE_STOP_MS 5000 /* time for the last commit */
/* SIGTERM must end the daemon within 10 s. On PostgreSQL these are the times
 * from the signal after which the last commits and the return of the shards are
 * given up. An attempt to connect may then take 3 s more (connection.c). */
#define SHARED_STOP_MS  5500
#define SHARED_LEAVE_MS 8000
/* Then the process ends as if it was killed, because a thread may wait for the
 * resolver, and libpq cannot limit this time. */
#define SHARED_EXIT_S  9
#define LOOK_PERIOD_MS 200  /* interval of the checks while the daemon stops */
/* A poll may become due a second late, because times are rounded to seconds. */
#define ONCE_SLACK_S 1

static const int hub_signals[] = { SIGTERM, SIGINT, SIGHUP };

struct hub_own {
	struct event *signals[ARRAY_LENGTH(hub_signals)];
	struct event *stop_timer;
	int64_t stop_at_ms;  /* monotonic */
	int64_t stopping_ms; /* monotonic time of the signal; 0: none */
	int exit_code;
	int parallel;         /* transfers */
	bool once_failed;     /* a feed failed: exit 1 */
	bool store_is_broken; /* the database accepts no more writes */
	char *user_agent;
};

/* ---- stop ---- */

static bool
hub_run_is_idle(const struct hub *hub)
{
	return fetcher_active(hub->fetcher) == 0 &&
	       workers_busy(hub->workers) == 0 &&
	       store_thread_pending(hub->store) == 0;
}

static bool
hub_run_once_is_done(const struct hub *hub)
{
	return !listings_have_work(hub) && !pending_articles_have_work(hub) &&
	       !linked_pending_has_work(hub) && hub_run_is_idle(hub) &&
	       fetcher_delayed(hub->fetcher) == 0 && !schedule_has_due(hub) &&
	       !host_queue_has_work(hub) && !node_is_starting(hub);
}

static void
hub_run_log_end(const struct hub *hub)
{
	const struct hub_counters *c = &hub->counters;

	log_event(LOG_INFO, "done", LOG_INT("polls", (int64_t)c->polls),
	    LOG_INT("failed", (int64_t)c->polls_failed),
	    LOG_INT("new", (int64_t)c->entries_new),
	    LOG_INT("articles", (int64_t)c->articles_done),
	    LOG_INT("feed_only", (int64_t)c->articles_feed_only),
	    LOG_INT("to_retry", (int64_t)c->articles_failed),
	    LOG_INT("left_waiting", (int64_t)host_queues_waiting(hub)));
}

void
hub_note_failure(struct hub *hub)
{
	hub->own->once_failed = true;
}

void
hub_step_done(struct hub *hub)
{
	host_queue_resume(hub);
	if (hub->state == HUB_RUNNING && hub->once &&
	    hub_run_once_is_done(hub) && !retain_at_end(hub)) {
		hub->state = HUB_STOPPED;
		hub->own->exit_code = hub->own->once_failed ? 1 : 0;
		event_base_loopbreak(hub->base);
	}
	if (hub->state == HUB_STOPPING && hub_run_is_idle(hub)) {
		hub->state = HUB_STOPPED;
		event_base_loopbreak(hub->base);
	}
}

static void
hub_run_on_stop_timer(evutil_socket_t fd, short what, void *arg)
{
	struct hub *hub = arg;

	(void)fd;
	(void)what;
	hub_step_done(hub);
	if (hub->state == HUB_STOPPING &&
	    hub_monotonic_ms() >= hub->own->stop_at_ms) {
		hub->state = HUB_STOPPED;
		event_base_loopbreak(hub->base);
	} else if (hub->state == HUB_STOPPING) {
		hub_arm(hub->own->stop_timer, LOOK_PERIOD_MS);
	}
}

static void
hub_run_stop(struct hub *hub, const char *why)
{
	/* This is the second request to stop: the daemon ends at once. */
	if (hub->state != HUB_RUNNING) {
		hub->state = HUB_STOPPED;
		event_base_loopbreak(hub->base);
		return;
	}
	hub->state = HUB_STOPPING;
	log_event(LOG_INFO, "stopping", LOG_TEXT("why", why));
	notify_send("STOPPING=1");
	hub->own->stopping_ms = hub_monotonic_ms();
	hub->own->stop_at_ms = hub->own->stopping_ms + STOP_MS;
	if (hub->node != NULL)
		alarm(SHARED_EXIT_S); /* main.c handles SIGALRM */
	host_queue_clear(hub);
	fetcher_cancel_all(hub->fetcher);
	hub_arm(hub->own->stop_timer, 0);
}

/* The exit code is 1, so that systemd restarts the daemon. The restart opens
 * the database again, and no other remedy is known. After exit code 3 (refused)
 * systemd would not restart the daemon. */
static void
hub_run_on_store_broken(const char *why, void *arg)
{
	struct hub *hub = arg;

	if (hub->state != HUB_RUNNING)
		return; /* the daemon is stopping already */
	log_event(LOG_ERROR, "store-broken", LOG_TEXT("why", why),
	    LOG_TEXT("then", "the daemon ends; unwritten results are still "
			     "pending and fetched again at the next start"));
	notify_send("STOPPING=1");
	hub->own->store_is_broken = true;
	hub->own->exit_code = 1;
	hub->state = HUB_STOPPED;
	event_base_loopbreak(hub->base);
}

/* ---- signals ---- */

static void
hub_run_on_signal(evutil_socket_t number, short what, void *arg)
{
	struct hub *hub = arg;

	(void)what;
	if (number == SIGHUP)
		reload(hub);
	else
		hub_run_stop(hub, number == SIGTERM ? "SIGTERM" : "SIGINT");
}

/* Signals may be blocked: SIGHUP by main.c, and all signals by the process that
 * started the daemon. */
static void
hub_run_unblock_signals(void)
{
	sigset_t all;

	sigemptyset(&all);
	for (size_t i = 0; i < ARRAY_LENGTH(hub_signals); i++)
		sigaddset(&all, hub_signals[i]);
	pthread_sigmask(SIG_UNBLOCK, &all, NULL);
}

static int
hub_run_catch_signals(struct hub *hub, struct err *e)
{
	signal(SIGPIPE, SIG_IGN);
	for (size_t i = 0; i < ARRAY_LENGTH(hub_signals); i++) {
		struct event *event = evsignal_new(
		    hub->base, hub_signals[i], hub_run_on_signal, hub);

		hub->own->signals[i] = event;
		if (event == NULL || event_add(event, NULL) != 0)
			return err_set(e, ERR_LIBRARY, "cannot handle signals");
	}
	hub_run_unblock_signals();
	return 0;
}

/* ---- start ---- */

/* Limits planned times that were computed while the clock was ahead. Must be
 * called before the plans are read. */
static int
hub_run_cut_plans(struct hub *hub, struct store *store, struct err *e)
{
	struct plan_bounds bounds = plan_bounds_of(hub->config);

	bounds.now = hub_now();
	bounds.by_s = clock_set_back_s(hub);
	bounds.at_start = true;
	return store_cut_plans(store, &bounds, e);
}

static int
hub_run_make_user_agent(struct hub *hub)
{
	if (hub->config->contact != NULL)
		return asprintf(&hub->own->user_agent, "gleaner/%s (+%s)",
		    GLEANER_VERSION, hub->config->contact);
	return asprintf(&hub->own->user_agent, "gleaner/%s", GLEANER_VERSION);
}

static int
hub_run_start_loop(struct hub *hub, struct err *e)
{
	hub->base = event_base_new();
	if (hub->base == NULL)
		return err_set(e, ERR_LIBRARY, "cannot create an event loop");
	/* priority 0 is for the deadlines of leases (node_loop.c), 1 for all
	 * other events */
	if (event_base_priority_init(hub->base, 2) != 0)
		return err_set(
		    e, ERR_LIBRARY, "cannot set the priorities of events");
	hub->own->stop_timer =
	    evtimer_new(hub->base, hub_run_on_stop_timer, hub);
	if (hub->own->stop_timer == NULL)
		return err_set(e, ERR_MEMORY, "no memory for timers");
	return hub_run_catch_signals(hub, e);
}

static int
hub_run_create_modules(struct hub *hub, struct store *store, struct err *e)
{
	int rc;

	if ((rc = host_queues_new(hub, redirect_postpone, &hub->queues, e)) !=
		0 ||
	    (rc = page_cache_new(&hub->page_cache, e)) != 0 ||
	    (rc = network_new(hub, &hub->network, e)) != 0 ||
	    (rc = schedule_new(hub, poll_start, &hub->schedule, e)) != 0 ||
	    (rc = listings_new(hub, &hub->listings, e)) != 0 ||
	    (rc = loop_latency_new(hub, &hub->latency, e)) != 0 ||
	    (rc = readings_new(&hub->readings, e)) != 0 ||
	    (rc = pending_articles_new(hub, &hub->pending, e)) != 0 ||
	    (rc = linked_documents_new(hub, &hub->linked_documents, e)) != 0 ||
	    (rc = robots_cache_new(hub, &hub->robots_cache, e)) != 0 ||
	    (rc = retain_new(hub, &hub->retain, e)) != 0 ||
	    (rc = progress_new(hub, status_line_send, &hub->progress, e)) != 0)
		return rc;
	if ((rc = quarantine_new(hub, store, &hub->quarantine, e)) != 0)
		return rc;
	return clock_new(store, clock_plans_move, &hub->clock, e);
}

/* Starts WebSub. If its HTTP server cannot be started, the daemon still polls.
 */
static void
hub_run_start_websub(struct hub *hub, struct err *e)
{
	if (hub->once || hub->config->websub.listen == NULL)
		return;
	if (websub_new(hub, &hub->websub, e) == 0)
		return;
	log_event(LOG_WARNING, "no-websub", LOG_TEXT("why", e->text),
	    LOG_TEXT("then", "feeds are polled"));
	*e = ERR_INIT;
}

static int
hub_run_start_modules(struct hub *hub, struct store *store, struct err *e)
{
	if (hub_run_make_user_agent(hub) < 0)
		return err_set(e, ERR_MEMORY, "no memory");
	int rc = site_access_new(hub, e);
	const struct fetch_options fetching = {
		.user_agent = hub->own->user_agent,
		.parallel = hub->own->parallel,
		.allow_private = hub->config->host.allow_private,
		.allow_downgrade = hub->config->fetch.allow_downgrade,
		.proxy = hub->config->fetch.proxy,
		.access = hub->access,
		.on_redirect = redirect_check,
		.on_redirect_arg = hub,
	};

	if (rc != 0 || (rc = hub_run_create_modules(hub, store, e)) != 0 ||
	    (rc = node_loop_new(hub, store, &hub->node_loop, e)) != 0 ||
	    (rc = hub_run_cut_plans(hub, store, e)) != 0 ||
	    (rc = host_queues_load(hub, store, e)) != 0 ||
	    (rc = workers_attach(hub->workers, hub->base, e)) != 0 ||
	    (rc = fetcher_new(hub->base, &fetching, &hub->fetcher, e)) != 0)
		return rc;
	if (workers_trouble(hub->workers)[0] != '\0')
		log_event(LOG_WARNING, "workers",
		    LOG_TEXT("why", workers_trouble(hub->workers)));
	/* If the control socket cannot be created, the daemon still polls and
	 * fetches. */
	if (!hub->once &&
	    control_new(hub, hub->config->control, &hub->control, e) != 0) {
		log_event(LOG_WARNING, "no-control", LOG_TEXT("why", e->text),
		    LOG_TEXT("then", "gleaner cannot reach this daemon"));
		*e = ERR_INIT;
	}
	if (!hub->once && hub->config->listen != NULL &&
	    listen_new(hub, hub->config->listen, &hub->listen, e) != 0) {
		log_event(LOG_WARNING, "no-listen", LOG_TEXT("why", e->text),
		    LOG_TEXT("then", "metrics are not served"));
		*e = ERR_INIT;
	}
	hub_run_start_websub(hub, e);
	return 0;
}

static void
hub_run_release_own(struct hub_own *own)
{
	for (size_t i = 0; i < ARRAY_LENGTH(own->signals); i++)
		if (own->signals[i] != NULL)
			event_free(own->signals[i]);
	if (own->stop_timer != NULL)
		event_free(own->stop_timer);
	free(own->user_agent);
}

/* Gives the last values of the enrichment and of the clock to the store's
 * thread. */
static void
hub_run_write_last(struct hub *hub)
{
	enrichment_end(hub);
	clock_end(hub);
}

/* Returns the time that is left until `after_ms` have passed since the signal,
 * at most most_ms. */
static int64_t
hub_run_left_ms(const struct hub *hub, int64_t after_ms, int64_t most_ms)
{
	int64_t left_ms;

	if (hub->own->stopping_ms == 0)
		return most_ms;
	left_ms = hub->own->stopping_ms + after_ms - hub_monotonic_ms();
	return left_ms < 0 ? 0 : left_ms < most_ms ? left_ms : most_ms;
}

/* Returns the time for the last commits. */
static int64_t
hub_run_store_ms(const struct hub *hub)
{
	if (hub->own->store_is_broken)
		return 0;
	return hub->node == NULL
		   ? STORE_STOP_MS
		   : hub_run_left_ms(hub, SHARED_STOP_MS, STORE_STOP_MS);
}

static void
hub_run_release(struct hub *hub, struct store *store)
{
	struct hub_own *own = hub->own;
	size_t lost = 0;

	/* A module is freed before the modules that its callbacks use. The
	 * queues are cleared because at the end of --once requests may still
	 * wait for hosts that pause. */
	if (hub->fetcher != NULL)
		host_queue_clear(hub);
	fetcher_free(hub->fetcher);
	workers_free(hub->workers);
	if (hub->store != NULL && !own->store_is_broken)
		hub_run_write_last(hub);
	/* If log_mute() were not called, each abandoned operation would log an
	 * error. */
	log_mute(own->store_is_broken);
	node_loop_stop(hub->node_loop);
	if (hub->store != NULL)
		lost = store_thread_free(hub->store, hub_run_store_ms(hub));
	log_mute(false);
	node_loop_free(hub->node_loop,
	    hub_run_left_ms(hub, SHARED_LEAVE_MS, SHARED_LEAVE_MS));
	if (hub->store == NULL)
		store_close(store);
	if (lost > 0)
		log_event(LOG_ERROR, "not-committed",
		    LOG_INT("operations", (int64_t)lost),
		    LOG_TEXT("then", "the operations are still pending and are "
				     "repeated at the next start"));
	control_free(hub->control);
	listen_free(hub->listen);
	websub_free(hub->websub);
	store_view_free(hub->lag);
	store_view_free(hub->overview);
	progress_free(hub->progress);
	robots_cache_free(hub->robots_cache);
	quarantine_free(hub->quarantine);
	pending_articles_free(hub->pending);
	page_cache_free(hub->page_cache);
	linked_documents_free(hub->linked_documents);
	loop_latency_free(hub->latency);
	listings_free(hub->listings);
	schedule_free(hub->schedule);
	host_queues_free(hub->queues);
	readings_free(hub->readings);
	network_free(hub->network);
	clock_free(hub->clock);
	retain_free(hub->retain);
	reload_free(hub->reload);
	hub_run_release_own(own);
	if (hub->base != NULL)
		event_base_free(hub->base);
	access_free(hub->access);
	config_free(hub->config);
}

/* Called when the store has no work left. With --once and at a stop, the daemon
 * waits for operations of the store, and some of these do not call
 * hub_step_done() when they end. */
static void
hub_run_on_store_idle(void *arg)
{
	hub_step_done(arg);
}

static void
hub_run_loop(struct hub *hub)
{
	char database[DATABASE_URL_SHOWN_BYTES];
	struct err e = ERR_INIT;

	store_thread_when_idle(hub->store, hub_run_on_store_idle, hub);
	store_thread_watch(hub->store,
	    hub->once ? 0 : LIMIT_STORE_FAULT_S * 1000, hub_run_on_store_broken,
	    hub);
	if (!hub->once && store_thread_scrub(hub->store, &e) != 0) {
		log_event(LOG_WARNING, "no-scrub", LOG_TEXT("why", e.text),
		    LOG_TEXT("then",
			"damage is noticed only when a damaged part is read"));
		e = ERR_INIT;
	}
	/* --once polls the feeds that are due at the start or within
	 * ONCE_SLACK_S after it. */
	if (hub->once)
		schedule_end_at(hub, hub_now() + ONCE_SLACK_S);
	clock_check(hub);
	node_loop_start(hub);
	schedule_sync(hub);
	websub_start(hub);
	pending_pages_ask(hub);
	linked_pending_ask(hub);
	retain_start(hub);
	if (hub->listen != NULL &&
	    store_view_new(hub, &lag_view, &hub->lag, &e) != 0)
		log_event(LOG_WARNING, "no-lag", LOG_TEXT("why", e.text));
	if (hub->listen != NULL &&
	    store_view_new(hub, &status_page_view, &hub->overview, &e) != 0)
		log_event(LOG_WARNING, "no-snapshot", LOG_TEXT("why", e.text));
	log_event(LOG_INFO, "ready", LOG_TEXT("version", GLEANER_VERSION),
	    LOG_TEXT(
		"database", database_url_show(hub->config->database, database)),
	    LOG_INT("workers", hub->n_workers));
	notify_send("READY=1");
	latency_run(hub);
	hub_run_log_end(hub);
}

int
hub_run(const struct hub_options *options)
{
	struct hub_own own = { .parallel = options->parallel };
	struct hub hub = {
		.own = &own,
		.config = options->config,
		.workers = options->workers,
		.n_workers = options->n_workers,
		.once = options->once,
	};
	struct err e = ERR_INIT;

	if (hub_run_start_loop(&hub, &e) == 0 &&
	    reload_new(
		options->config_path, options->config, &hub.reload, &e) == 0 &&
	    hub_run_start_modules(&hub, options->store, &e) == 0 &&
	    store_thread_new(hub.base, options->store, &hub.store, &e) == 0) {
		hub_run_loop(&hub);
	} else {
		log_event(LOG_ERROR, "not-started", LOG_TEXT("why", e.text));
		own.exit_code = 1;
	}
	hub.state = HUB_STOPPED;
	hub_run_release(&hub, options->store);
	return own.exit_code;
}
