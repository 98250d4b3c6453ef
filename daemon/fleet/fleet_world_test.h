/*
 * fleet_world_test.h -- a simulated database, network and nodes for
 * fleet_sim_test.c.
 *
 * True time is in milliseconds as a double.  Each node and the database have a
 * clock with its own offset and speed.  A request (flight) is on its way to the
 * database, waits there for locks, and comes back; each part takes a random
 * time.  A flight whose connection was lost may still be executed.
 */
#ifndef DAEMON_FLEET_FLEET_WORLD_TEST_H
#define DAEMON_FLEET_FLEET_WORLD_TEST_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/fleet/fleet.h"

#define WORLD_NODES   9
#define WORLD_FLIGHTS 64
/* size of the table of nodes; each start of a node takes a row */
#define WORLD_ROWS  256
#define WORLD_NEVER HUGE_VAL

/* Faults of the simulated program; 0: none. */
enum world_fault {
	WORLD_NO_MARGIN = 1,       /* no margin is subtracted from the end of
				      the lease */
	WORLD_FROM_RECEIPT = 2,    /* a deadline counts from the arrival of the
				      answer */
	WORLD_WRITE_UNCHECKED = 4, /* the epoch of a write is not compared */
	WORLD_GIVE_UNCHECKED = 8,  /* a shard is given back without a comparison
				      of the epoch */
	WORLD_RENEW_BACKWARD = 16, /* a late renewal shortens a lease */
	WORLD_KEEP_FUTURE = 32,    /* a lease is not cut after the database's
				      clock was set back */
	WORLD_TAKE_BY_START = 64   /* a lease is taken by the time at which the
				      transaction began, even if the clock was
				      set back since */
};

enum world_phase { WORLD_FREE, WORLD_SENT, WORLD_STARTED, WORLD_ANSWERED };

struct world_flight {
	enum world_phase phase;
	double at;         /* time of the next phase */
	int32_t node;      /* index */
	int64_t id;        /* id of the node at the time at which the flight was
			      sent */
	bool is_abandoned; /* no node waits for the answer */
	bool is_write;
	struct fleet_tenure write;
	double started_db; /* time of the database's clock at the start of the
			      transaction */
	struct fleet_round round;
	struct fleet_view view;
};

struct world_node {
	struct fleet fleet;
	bool is_running, is_paused;
	int64_t id;
	double rate, offset, wake_at;
	double drains[LIMIT_SHARDS]; /* time at which a drain ends, or
					WORLD_NEVER */
	double write_at, moved_at;
	struct world_flight *open; /* the round that has no answer yet */
};

struct world_row {
	double seen_at;
	bool has_left;
};

struct world {
	uint64_t random;
	int fault;
	double now, lease_ms;
	double chaos; /* probability of a long delay */
	double rate_db, offset_db;
	bool is_down; /* the database does not answer */
	int32_t shard_count, node_count, next_id;
	/* remaining_ms is here the time at which the lease ends */
	struct fleet_lease leases[LIMIT_SHARDS];
	struct world_row rows[WORLD_ROWS];
	struct world_node nodes[WORLD_NODES];
	struct world_flight flights[WORLD_FLIGHTS];
	int64_t newest[LIMIT_SHARDS];  /* highest epoch that a node reported */
	double owned_at[LIMIT_SHARDS]; /* last time a node owned the shard */
	const char *broken;            /* broken invariant; NULL: none */
};

/* ---------------------------------------------------------------- chances */

/* splitmix64 */
static uint64_t
world_random(struct world *w)
{
	uint64_t x = w->random += 0x9e3779b97f4a7c15u;

	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

static double
world_between(struct world *w, double from, double to)
{
	return from + (to - from) * (double)(world_random(w) >> 11) * 0x1p-53;
}

static bool
world_chance(struct world *w, double probability)
{
	return world_between(w, 0, 1) < probability;
}

/* Returns the time that a message or a lock takes. */
static double
world_delay(struct world *w)
{
	if (world_chance(w, w->chaos))
		return world_between(w, 0, 1.5 * w->lease_ms);
	return world_between(w, 1, 30);
}

/* ----------------------------------------------------------------- clocks */

static int64_t
world_node_ms(const struct world *w, const struct world_node *n)
{
	return (int64_t)floor(n->offset + w->now * n->rate);
}

/* Returns the true time at which the node's clock shows `ms`. */
static double
world_true(const struct world *w, const struct world_node *n, int64_t ms)
{
	double at = ms == INT64_MAX
			? WORLD_NEVER
			: ceil(((double)ms - n->offset) / n->rate + 0.01);

	return at > w->now ? at : w->now;
}

static double
world_db_ms(const struct world *w)
{
	return w->offset_db + w->now * w->rate_db;
}

/* --------------------------------------------------------------- database */

/* Returns the time after which no lease ends unless the clock was set back. In
 * the database the limit is ten minutes, twice the longest lease. */
static double
world_latest(const struct world *w, const struct world_flight *f)
{
	return w->fault & WORLD_KEEP_FUTURE ? WORLD_NEVER
					    : f->started_db + 2 * w->lease_ms;
}

static void
world_renew(struct world *w, struct world_flight *f)
{
	double end = f->started_db + (double)f->round.lease_ms;

	for (int32_t i = 0; i < f->round.renew_count; i++) {
		struct fleet_tenure t = f->round.renew[i];
		struct fleet_lease *row = &w->leases[t.shard];

		if (row->node != f->id || row->epoch != t.epoch ||
		    (double)row->remaining_ms <= f->started_db)
			continue;
		if (end > (double)row->remaining_ms ||
		    (double)row->remaining_ms > world_latest(w, f) ||
		    w->fault & WORLD_RENEW_BACKWARD)
			row->remaining_ms = (int64_t)end;
	}
}

static void
world_give(struct world *w, struct world_flight *f)
{
	for (int32_t i = 0; i < f->round.give_count; i++) {
		struct fleet_tenure t = f->round.give[i];
		struct fleet_lease *row = &w->leases[t.shard];

		if (row->node == f->id &&
		    (row->epoch == t.epoch || w->fault & WORLD_GIVE_UNCHECKED))
			row->node = 0;
	}
}

/* Cuts leases and times of other nodes after the clock was set back. */
static void
world_cut(struct world *w, const struct world_flight *f)
{
	for (int32_t id = 1; id < w->next_id; id++)
		if (id != f->id && w->rows[id].seen_at > world_latest(w, f))
			w->rows[id].seen_at = f->started_db;
	for (int32_t i = 0; i < w->shard_count; i++) {
		struct fleet_lease *row = &w->leases[i];

		if (row->node != 0 && row->node != f->id &&
		    (double)row->remaining_ms > world_latest(w, f))
			row->remaining_ms =
			    (int64_t)(f->started_db + w->lease_ms);
	}
}

static void
world_take(struct world *w, struct world_flight *f)
{
	int32_t left = f->round.take;
	double earliest = f->started_db;

	if (world_db_ms(w) < earliest && !(w->fault & WORLD_TAKE_BY_START))
		earliest = world_db_ms(w);
	for (int32_t i = 0; i < w->shard_count && left > 0; i++) {
		struct fleet_lease *row = &w->leases[i];

		if (row->node != 0 && (double)row->remaining_ms > earliest)
			continue;
		row->node = f->id;
		row->epoch++;
		row->remaining_ms =
		    (int64_t)(f->started_db + (double)f->round.lease_ms);
		left--;
	}
}

static void
world_look(struct world *w, struct world_flight *f)
{
	struct fleet_view *v = &f->view;

	v->me = f->id;
	v->node_count = v->silent_count = 0;
	for (int32_t i = 0; i < w->shard_count; i++) {
		v->shards[i] = w->leases[i];
		v->shards[i].remaining_ms = (int64_t)floor(
		    (double)w->leases[i].remaining_ms - f->started_db);
	}
	for (int32_t id = 1; id < w->next_id; id++) {
		double age = f->started_db - w->rows[id].seen_at;

		if (w->rows[id].has_left || w->rows[id].seen_at < 0)
			continue;
		if (age < w->lease_ms &&
		    w->rows[id].seen_at <= world_latest(w, f) &&
		    v->node_count < LIMIT_NODES)
			v->nodes[v->node_count++] = id;
		else if (age < 10 * w->lease_ms)
			v->silent_count++;
	}
}

/* Applies a write. It is accepted if it names the current tenure of the shard.
 */
static void
world_write(struct world *w, const struct world_flight *f)
{
	const struct fleet_lease *row = &w->leases[f->write.shard];
	bool is_current = row->node == f->id && row->epoch == f->write.epoch;

	if ((is_current || w->fault & WORLD_WRITE_UNCHECKED) &&
	    f->write.epoch < w->newest[f->write.shard])
		w->broken = "a write of an earlier owner was accepted";
}

static void
world_execute(struct world *w, struct world_flight *f)
{
	struct world_row *row = &w->rows[f->id];

	if (f->is_write) {
		world_write(w, f);
		return;
	}
	if (f->started_db > row->seen_at || row->seen_at > world_latest(w, f))
		row->seen_at = f->started_db;
	row->has_left |= f->round.is_leaving;
	world_renew(w, f);
	world_give(w, f);
	world_cut(w, f);
	world_take(w, f);
	world_look(w, f);
}

/* ---------------------------------------------------------------- flights */

static struct world_flight *
world_send(struct world *w, int32_t node)
{
	for (int32_t i = 0; i < WORLD_FLIGHTS; i++) {
		struct world_flight *f = &w->flights[i];

		if (f->phase != WORLD_FREE)
			continue;
		f->phase = WORLD_SENT;
		f->at = w->now + world_delay(w);
		f->node = node;
		f->id = w->nodes[node].id;
		f->is_abandoned = f->is_write = false;
		return f;
	}
	return NULL;
}

/* The node abandons the open round. The statement may still be executed. */
static void
world_abandon(struct world *w, struct world_node *n)
{
	if (n->open == NULL)
		return;
	n->open->is_abandoned = true;
	n->open = NULL;
	fleet_failed(&n->fleet, world_node_ms(w, n));
}

static void
world_receive(struct world *w, struct world_node *n, struct world_flight *f)
{
	int64_t now_ms = world_node_ms(w, n);

	n->open = NULL;
	if (w->fault & WORLD_FROM_RECEIPT)
		n->fleet.asked_ms = now_ms;
	fleet_answer(&n->fleet, now_ms, &f->view);
}

/* Runs the next phase of a flight. */
static void
world_fly(struct world *w, struct world_flight *f)
{
	struct world_node *n = &w->nodes[f->node];
	bool is_awaited = !f->is_write && !f->is_abandoned && n->open == f;

	if (f->phase == WORLD_SENT && !w->is_down) {
		f->started_db = world_db_ms(w);
		f->phase = WORLD_STARTED;
		f->at = w->now + world_delay(w) / 2;
	} else if (f->phase == WORLD_STARTED && !w->is_down) {
		world_execute(w, f);
		f->phase = is_awaited ? WORLD_ANSWERED : WORLD_FREE;
		f->at = w->now + world_delay(w);
	} else if (f->phase == WORLD_ANSWERED && n->is_paused && is_awaited) {
		f->at = w->now + 10;
	} else {
		f->phase = f->phase == WORLD_ANSWERED ? WORLD_FREE : f->phase;
		if (is_awaited && f->phase == WORLD_FREE)
			world_receive(w, n, f);
		else if (is_awaited)
			world_abandon(w, n);
		f->phase = WORLD_FREE;
	}
}

#endif
