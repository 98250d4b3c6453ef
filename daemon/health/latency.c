/*
 * latency.c -- runs the loop and measures its delays as two histograms.
 *
 * latency_run() runs one turn of the loop and records its processor time. If
 * operations are in progress, it also arms a timer. The delay is the time by
 * which this timer is late.
 */
#include "daemon/health/latency.h"

#include <event2/event.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/clock.h"
#include "crawler/fetch/fetch.h"
#include "crawler/histogram.h"
#include "daemon/hub.h"
#include "daemon/writer/store_thread.h"

#define PROBE_US 20000

struct loop_latency {
	struct histogram turn, delay;
	struct event *probe_timer;
	int64_t probe_due_us; /* monotonic; 0: not armed */
};

/* The upper bounds of the histograms: from a short callback to a loop that
 * hangs. */
static const int64_t bounds_us[] = { 100, 250, 500, 1000, 2500, 5000, 10000,
	15000, 20000, 30000, 50000, 100000, 250000, 1000000 };

static int64_t
latency_read_us(clockid_t clock)
{
	return clock_read_ns(clock) / 1000;
}

static void
latency_on_probe(evutil_socket_t fd, short what, void *arg)
{
	struct loop_latency *l = arg;

	(void)fd;
	(void)what;
	histogram_add(
	    &l->delay, latency_read_us(CLOCK_MONOTONIC) - l->probe_due_us);
	l->probe_due_us = 0;
}

static void
latency_arm_probe(struct hub *hub)
{
	bool busy = fetcher_active(hub->fetcher) > 0 ||
		    store_thread_pending(hub->store) > 0;

	if (!busy || hub->latency->probe_due_us != 0)
		return;
	hub->latency->probe_due_us =
	    latency_read_us(CLOCK_MONOTONIC) + PROBE_US;
	hub_arm(hub->latency->probe_timer, PROBE_US / 1000);
}

int
loop_latency_new(struct hub *hub, struct loop_latency **ret, struct err *e)
{
	struct loop_latency *l = calloc(1, sizeof(*l));

	if (l == NULL)
		return err_set(e, ERR_MEMORY, "no memory for latencies");
	histogram_init(&l->turn, bounds_us, ARRAY_LENGTH(bounds_us));
	histogram_init(&l->delay, bounds_us, ARRAY_LENGTH(bounds_us));
	*ret = l;
	l->probe_timer = evtimer_new(hub->base, latency_on_probe, l);
	return l->probe_timer != NULL
		   ? 0
		   : err_set(e, ERR_MEMORY, "no memory for timers");
}

void
loop_latency_free(struct loop_latency *l)
{
	if (l == NULL)
		return;
	if (l->probe_timer != NULL)
		event_free(l->probe_timer);
	free(l);
}

const struct histogram *
loop_latency_turn(const struct hub *hub)
{
	return &hub->latency->turn;
}

const struct histogram *
loop_latency_delay(const struct hub *hub)
{
	return &hub->latency->delay;
}

void
latency_run(struct hub *hub)
{
	int64_t before_us = latency_read_us(CLOCK_THREAD_CPUTIME_ID), after_us;

	while (hub->state != HUB_STOPPED &&
	       event_base_loop(hub->base, EVLOOP_ONCE) == 0) {
		after_us = latency_read_us(CLOCK_THREAD_CPUTIME_ID);
		histogram_add(&hub->latency->turn, after_us - before_us);
		before_us = after_us;
		latency_arm_probe(hub);
	}
}
