/*
 * hub.c -- starts, runs and stops the daemon.
 *
 * Start: main() has started the zygote before anything else. Then follow the
 * loop, the fetcher, the store's thread, the stored pauses of hosts and the
 * feeds.
 *
 * Stop (SIGTERM, SIGINT): no operation starts, transfers are cancelled,
 * documents in workers may be finished, and the store commits the operations
 * that it has. The stop ends after STOP_MS in any case. Unfinished work is
 * still pending in the database. If the store cannot write any more, the daemon
 * ends at once.
 */
#include "daemon/hub.h"

#include <sys/random.h>

#include <event2/event.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/limits.h"
#include "daemon/http/lag.h"
#include "daemon/http/listen.h"
#include "daemon/http/snapshot.h"
#include "daemon/notify.h"
#include "daemon/page/quarantine.h"

/* for documents in workers, which are then killed */
#define STOP_MS        3000
#define STORE_STOP_MS  5000 /* for the last commit */
#define LOOK_PERIOD_MS 200  /* while stopping */
#define ONCE_SLACK_S   1    /* because times are whole seconds */

int64_t
hub_now(void)
{
	return (int64_t)time(NULL);
}

int64_t
hub_monotonic_ms(void)
{
	return clock_monotonic_ms();
}

double
hub_random_unit(void)
{
	uint32_t bits = 0;

	if (getrandom(&bits, sizeof(bits), GRND_NONBLOCK) != sizeof(bits))
		bits = (uint32_t)hub_monotonic_ms() * 2654435761u;
	return ldexp((double)bits, -32);
}

/* Not strndup(), which would stop at a NUL that a server sent, so that a caller
 * that uses the length would read beyond the copy. */
char *
hub_copy(struct slice text)
{
	char *copy;

	if (text.p == NULL)
		return NULL;
	copy = malloc(text.len + 1);
	if (copy == NULL)
		abort();
	memcpy(copy, text.p, text.len);
	copy[text.len] = '\0';
	return copy;
}

struct host_policy
hub_host_policy(const struct hub *hub)
{
	return (struct host_policy){
		.connections = hub->config->host.connections,
		.gap_ms = hub->config->host.gap_ms,
	};
}

void
hub_arm(struct event *timer, int64_t wait_ms)
{
	struct timeval wait = { .tv_sec = wait_ms / 1000,
		.tv_usec = wait_ms % 1000 * 1000 };

	if (evtimer_add(timer, &wait) != 0)
		abort();
}

/* ---- stop ---- */

static bool
hub_is_idle(const struct hub *hub)
{
	return fetcher_active(hub->fetcher) == 0 &&
	       workers_busy(hub->workers) == 0 &&
	       store_thread_pending(hub->store) == 0;
}

static bool
hub_once_is_done(const struct hub *hub)
{
	return hub->listings == 0 && !hub->asking &&
	       !linked_pending_has_work(hub) && hub_is_idle(hub) &&
	       !schedule_has_due(hub) && !hub->more_pending &&
	       !host_queue_has_work(hub);
}

static void
hub_log_end(const struct hub *hub)
{
	const struct hub_counters *c = &hub->counters;

	log_event(LOG_INFO, "done", LOG_INT("polls", (int64_t)c->polls),
	    LOG_INT("failed", (int64_t)c->polls_failed),
	    LOG_INT("new", (int64_t)c->entries_new),
	    LOG_INT("articles", (int64_t)c->articles_done),
	    LOG_INT("feed_only", (int64_t)c->articles_feed_only),
	    LOG_INT("to_retry", (int64_t)c->articles_failed),
	    LOG_INT("left_waiting", (int64_t)hub->waiting));
}

void
hub_step_done(struct hub *hub)
{
	host_queue_resume(hub);
	if (hub->state == HUB_RUNNING && hub->once && hub_once_is_done(hub) &&
	    !retain_at_end(hub)) {
		hub->state = HUB_STOPPED;
		hub->exit_code = hub->once_failed ? 1 : 0;
		event_base_loopbreak(hub->base);
	}
	if (hub->state == HUB_STOPPING && hub_is_idle(hub)) {
		hub->state = HUB_STOPPED;
		event_base_loopbreak(hub->base);
	}
}

static void
hub_on_stop_timer(evutil_socket_t fd, short what, void *arg)
{
	struct hub *hub = arg;

	(void)fd;
	(void)what;
	hub_step_done(hub);
	if (hub->state == HUB_STOPPING &&
	    hub_monotonic_ms() >= hub->stop_at_ms) {
		hub->state = HUB_STOPPED;
		event_base_loopbreak(hub->base);
	} else if (hub->state == HUB_STOPPING) {
		hub_arm(hub->stop_timer, LOOK_PERIOD_MS);
	}
}

void
hub_stop(struct hub *hub, const char *why)
{
	/* the second request to stop: end at once */
	if (hub->state != HUB_RUNNING) {
		hub->state = HUB_STOPPED;
		event_base_loopbreak(hub->base);
		return;
	}
	hub->state = HUB_STOPPING;
	log_event(LOG_INFO, "stopping", LOG_TEXT("why", why));
	notify_send("STOPPING=1");
	hub->stop_at_ms = hub_monotonic_ms() + STOP_MS;
	host_queue_clear(hub);
	fetcher_cancel_all(hub->fetcher);
	hub_arm(hub->stop_timer, 0);
}

/* A restart opens the database again, which is the only known remedy. So the
 * exit code is 1 and not 3 (refused), after which systemd does not restart the
 * daemon. */
static void
hub_on_store_broken(const char *why, void *arg)
{
	struct hub *hub = arg;

	if (hub->state != HUB_RUNNING)
		return; /* the daemon already stops */
	log_event(LOG_ERROR, "store-broken", LOG_TEXT("why", why),
	    LOG_TEXT("then", "the daemon ends; unwritten results are still "
			     "pending and fetched again at the next start"));
	notify_send("STOPPING=1");
	hub->store_is_broken = true;
	hub->exit_code = 1;
	hub->state = HUB_STOPPED;
	event_base_loopbreak(hub->base);
}

/* ---- signals ---- */

static void
hub_on_signal(evutil_socket_t number, short what, void *arg)
{
	struct hub *hub = arg;

	(void)what;
	if (number == SIGHUP)
		reload(hub);
	else
		hub_stop(hub, number == SIGTERM ? "SIGTERM" : "SIGINT");
}

static int
hub_catch_signals(struct hub *hub, struct err *e)
{
	static const int numbers[] = { SIGTERM, SIGINT, SIGHUP };

	signal(SIGPIPE, SIG_IGN);
	for (size_t i = 0; i < ARRAY_LENGTH(numbers); i++) {
		hub->signals[i] =
		    evsignal_new(hub->base, numbers[i], hub_on_signal, hub);
		if (hub->signals[i] == NULL ||
		    event_add(hub->signals[i], NULL) != 0)
			return err_set(e, ERR_LIBRARY, "signals");
	}
	return 0;
}

/* ---- start ---- */

static int
hub_load_pause(const struct host_row *row, void *arg)
{
	struct hub *hub = arg;
	struct host *host = host_get(hub->hosts, row->key);

	if (host == NULL)
		abort();
	host->pause_until_at = row->pause_until_at;
	host->failures = (int)row->failures;
	return 0;
}

/* Limits the plans of a clock that was ahead, before the plans are read. */
static int
hub_cut_plans(struct hub *hub, struct store *store, struct err *e)
{
	struct plan_bounds bounds = plan_bounds_of(hub->config);

	bounds.now = hub_now();
	bounds.by_s = hub->clock.set_back_s;
	bounds.at_start = true;
	return store_cut_plans(store, &bounds, e);
}

static int
hub_make_user_agent(struct hub *hub)
{
	if (hub->config->contact != NULL)
		return asprintf(&hub->user_agent, "gleaner/%s (+%s)",
		    GLEANER_VERSION, hub->config->contact);
	return asprintf(&hub->user_agent, "gleaner/%s", GLEANER_VERSION);
}

static int
hub_start_loop(struct hub *hub, struct err *e)
{
	hub->base = event_base_new();
	if (hub->base == NULL)
		return err_set(e, ERR_LIBRARY, "no event loop");
	hub->stop_timer = evtimer_new(hub->base, hub_on_stop_timer, hub);
	if (hub->stop_timer == NULL)
		return err_set(e, ERR_MEMORY, "no timers");
	if (retain_init(hub, e) != 0)
		return e->code;
	return hub_catch_signals(hub, e);
}

static int
hub_start_modules(struct hub *hub, struct store *store, struct err *e)
{
	if (hub_make_user_agent(hub) < 0)
		return err_set(e, ERR_MEMORY, "no memory");
	const struct fetch_options fetching = {
		.user_agent = hub->user_agent,
		.parallel = hub->config->fetch.parallel,
		.allow_private = hub->config->host.allow_private,
		.proxy = hub->config->fetch.proxy,
		.on_redirect = redirect_check,
		.on_redirect_arg = hub,
	};
	int rc;

	if ((rc = host_queue_init(hub, e)) != 0 ||
	    (rc = network_init(hub, e)) != 0 ||
	    (rc = schedule_init(hub, e)) != 0 ||
	    (rc = listing_init(hub, e)) != 0 ||
	    (rc = latency_init(hub, e)) != 0 ||
	    (rc = pending_pages_init(hub, e)) != 0 ||
	    (rc = linked_pending_init(hub, e)) != 0 ||
	    (rc = robots_cache_new(hub, &hub->robots_cache, e)) != 0 ||
	    (rc = quarantine_new(hub, store, &hub->quarantine, e)) != 0 ||
	    (rc = clock_start(hub, store, e)) != 0 ||
	    (rc = hub_cut_plans(hub, store, e)) != 0 ||
	    (rc = store_host_each(store, hub_load_pause, hub, e)) != 0 ||
	    (rc = workers_attach(hub->workers, hub->base, e)) != 0 ||
	    (rc = fetcher_new(hub->base, &fetching, &hub->fetcher, e)) != 0)
		return rc;
	if (workers_trouble(hub->workers)[0] != '\0')
		log_event(LOG_WARNING, "workers",
		    LOG_TEXT("why", workers_trouble(hub->workers)));
	/* Without the control socket the daemon still harvests. */
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
	return 0;
}

static void
hub_release(struct hub *hub, struct store *store)
{
	size_t lost = 0;

	/* In the order in which the modules call each other: no callback may
	 * reach a module that was freed. */
	fetcher_free(hub->fetcher);
	workers_free(hub->workers);
	if (hub->store != NULL)
		clock_end(hub);
	/* Otherwise each abandoned operation would log an error. */
	log_mute(hub->store_is_broken);
	if (hub->store != NULL)
		lost = store_thread_free(
		    hub->store, hub->store_is_broken ? 0 : STORE_STOP_MS);
	log_mute(false);
	if (hub->store == NULL)
		store_close(store);
	if (lost > 0)
		log_event(LOG_ERROR, "not-committed",
		    LOG_INT("operations", (int64_t)lost),
		    LOG_TEXT("then", "they are still pending and done again at "
				     "the next start"));
	control_free(hub->control);
	listen_free(hub->listen);
	lag_free(hub->lag);
	snapshot_free(hub->snapshot);
	robots_cache_free(hub->robots_cache);
	quarantine_free(hub->quarantine);
	if (hub->base != NULL) {
		pending_pages_release(hub);
		linked_pending_release(hub);
		latency_release(hub);
		listing_release(hub);
		schedule_release(hub);
		host_queue_release(hub);
		network_release(hub);
	}
	for (size_t i = 0; i < ARRAY_LENGTH(hub->signals); i++)
		if (hub->signals[i] != NULL)
			event_free(hub->signals[i]);
	if (hub->progress_timer != NULL)
		event_free(hub->progress_timer);
	if (hub->stop_timer != NULL)
		event_free(hub->stop_timer);
	retain_release(hub);
	if (hub->base != NULL)
		event_base_free(hub->base);
	config_free(hub->config);
	free(hub->config_refused);
	free(hub->user_agent);
}

/* --once and the stop wait for store operations, of which some call no function
 * of the hub when they end. */
static void
hub_on_store_idle(void *arg)
{
	hub_step_done(arg);
}

static void
hub_loop(struct hub *hub)
{
	struct err e = ERR_INIT;

	store_thread_when_idle(hub->store, hub_on_store_idle, hub);
	store_thread_watch(hub->store,
	    hub->once ? 0 : LIMIT_STORE_FAULT_S * 1000, hub_on_store_broken,
	    hub);
	if (!hub->once && store_thread_scrub(hub->store, &e) != 0) {
		log_event(LOG_WARNING, "no-scrub", LOG_TEXT("why", e.text),
		    LOG_TEXT("then", "damage is noticed only when it is read"));
		e = ERR_INIT;
	}
	/* --once polls what is due at the start and ONCE_SLACK_S later. */
	hub->once_until = hub->once ? hub_now() + ONCE_SLACK_S : INT64_MAX;
	clock_check(hub);
	schedule_sync(hub);
	pending_pages_ask(hub);
	linked_pending_ask(hub);
	retain_start(hub);
	progress_start(hub);
	if (hub->listen != NULL && lag_start(hub, &hub->lag, &e) != 0)
		log_event(LOG_WARNING, "no-lag", LOG_TEXT("why", e.text));
	if (hub->listen != NULL && snapshot_start(hub, &hub->snapshot, &e) != 0)
		log_event(LOG_WARNING, "no-snapshot", LOG_TEXT("why", e.text));
	log_event(LOG_INFO, "ready", LOG_TEXT("version", GLEANER_VERSION),
	    LOG_TEXT("database", hub->config->database),
	    LOG_INT("workers", hub->n_workers));
	notify_send("READY=1");
	latency_run(hub);
	hub_log_end(hub);
}

int
hub_run(const struct hub_options *options)
{
	struct hub hub = {
		.config = options->config,
		.config_path = options->config_path,
		.workers = options->workers,
		.n_workers = options->n_workers,
		.once = options->once,
	};
	struct err e = ERR_INIT;

	if (hub_start_loop(&hub, &e) == 0 &&
	    hub_start_modules(&hub, options->store, &e) == 0 &&
	    store_thread_new(hub.base, options->store, &hub.store, &e) == 0) {
		hub_loop(&hub);
	} else {
		log_event(LOG_ERROR, "not-started", LOG_TEXT("why", e.text));
		hub.exit_code = 1;
	}
	hub.state = HUB_STOPPED;
	hub_release(&hub, options->store);
	return hub.exit_code;
}
