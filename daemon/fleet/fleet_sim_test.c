/*
 * fleet_sim_test.c -- tests 2 to 9 nodes in random schedules of delays, pauses,
 * crashes, restarts and outages of the database. In some schedules the
 * database's clock is set back.
 *
 * These conditions hold for each schedule:
 *  - two running nodes never own the same shard at the same time, and a node
 *    that owns a shard has a valid lease in the database;
 *  - after a new owner of a shard has begun, no write of an earlier owner is
 *    accepted;
 *  - a node does not begin to drain two surplus shards within a second;
 *  - within two lease durations after the last fault, every shard has been
 *    owned (five if the database's clock was set back);
 *  - at the end, all shards are owned, and the numbers of shards of two nodes
 *    differ by one at most.
 *
 * The test also simulates faulty programs (enum world_fault). Each of them must
 * break a condition, which shows that the test can fail. Environment:
 * SCHEDULES=n runs n schedules. SEED=n begins with schedule n; without
 * SCHEDULES, it runs only this schedule.
 */
#include "daemon/fleet/fleet_world_test.h"
#include "tests/lib/tap.h"

#define SIM_SCHEDULES 10000
#define SIM_FAULTS    16
/* longest step by which the database's clock is set back */
#define SIM_BACK_MOST_MS 600000
/* A faulty program must be detected within this number of schedules. */
#define SIM_MUTANT 20000

enum sim_kind {
	SIM_PAUSE,
	SIM_RESUME,
	SIM_CRASH,
	SIM_START,
	SIM_LEAVE,
	SIM_DOWN,
	SIM_UP,
	SIM_SEVER,
	SIM_SET_BACK,
	SIM_KINDS
};

struct sim_event {
	double at;
	enum sim_kind kind;
	int32_t node;
};

struct sim {
	struct world w;
	struct sim_event events[4 * SIM_FAULTS + WORLD_NODES];
	int32_t event_count;
	bool is_set_back; /* the schedule sets the database's clock back */
	double faults_end, now_end;
};

/* ------------------------------------------------------------------ nodes */

static void
fleet_sim_test_start(struct world *w, int32_t node)
{
	struct world_node *n = &w->nodes[node];
	struct fleet_settings settings =
	    fleet_settings_of(w->shard_count, (int64_t)w->lease_ms);

	if (n->is_running || w->next_id >= WORLD_ROWS)
		return;
	if (w->fault & WORLD_NO_MARGIN)
		settings.margin_ms = settings.rate_per_mille = 0;
	n->is_running = true;
	n->is_paused = false;
	n->id = w->next_id++;
	w->rows[n->id].seen_at = -1;
	n->rate = world_between(w, 0.99, 1.01);
	n->offset = world_between(w, 0, 1e9);
	n->open = NULL;
	n->write_at = w->now + 100;
	n->wake_at = w->now;
	n->moved_at = -1e9;
	for (int32_t i = 0; i < LIMIT_SHARDS; i++)
		n->drains[i] = WORLD_NEVER;
	fleet_init(&n->fleet, settings, world_node_ms(w, n));
}

static void
fleet_sim_test_crash(struct world_node *n)
{
	n->is_running = false;
	if (n->open != NULL)
		n->open->is_abandoned = true;
	n->open = NULL;
}

static void
fleet_sim_test_report(struct world *w, struct world_node *n)
{
	struct fleet_event e;

	while (fleet_next_event(&n->fleet, &e)) {
		if (e.kind == FLEET_OWN &&
		    e.tenure.epoch > w->newest[e.tenure.shard])
			w->newest[e.tenure.shard] = e.tenure.epoch;
		if (e.kind == FLEET_DROP)
			n->drains[e.tenure.shard] = WORLD_NEVER;
		if (e.kind != FLEET_DRAIN)
			continue;
		n->drains[e.tenure.shard] = w->now + world_between(w, 0, 3000);
		if (!n->fleet.is_leaving && w->now - n->moved_at < 980)
			w->broken = "two moves within a second";
		n->moved_at = w->now;
	}
}

/* Writes data of one of the node's shards. */
static void
fleet_sim_test_write(struct world *w, int32_t node)
{
	struct world_node *n = &w->nodes[node];
	int32_t shard = (int32_t)(world_random(w) % (uint64_t)w->shard_count);
	int64_t epoch = fleet_epoch(&n->fleet, shard, world_node_ms(w, n));
	struct world_flight *f;

	n->write_at = w->now + world_between(w, 100, 5000);
	f = epoch != 0 ? world_send(w, node) : NULL;
	if (f == NULL)
		return;
	f->is_write = f->is_abandoned = true;
	f->write = (struct fleet_tenure){ shard, epoch };
}

static void
fleet_sim_test_wake(struct world *w, int32_t node)
{
	struct world_node *n = &w->nodes[node];
	int64_t now_ms = world_node_ms(w, n);
	struct fleet_round round;

	fleet_tick(&n->fleet, now_ms);
	for (int32_t i = 0; i < w->shard_count; i++)
		if (n->drains[i] <= w->now) {
			n->drains[i] = WORLD_NEVER;
			fleet_drained(&n->fleet, i, now_ms);
		}
	if (n->open != NULL &&
	    now_ms - n->fleet.asked_ms > (int64_t)w->lease_ms / 2)
		world_abandon(w, n);
	if (n->write_at <= w->now)
		fleet_sim_test_write(w, node);
	if (fleet_next_round(&n->fleet, now_ms, &round)) {
		n->open = world_send(w, node);
		if (n->open != NULL)
			n->open->round = round;
		else
			fleet_failed(&n->fleet, now_ms);
	}
	if (n->fleet.has_left)
		fleet_sim_test_crash(n);
}

/* Returns the time of the node's next action. */
static double
fleet_sim_test_wake_at(const struct world *w, const struct world_node *n)
{
	double at = world_true(w, n, fleet_wake_ms(&n->fleet));

	if (n->write_at < at)
		at = n->write_at;
	for (int32_t i = 0; i < w->shard_count; i++)
		if (n->drains[i] < at)
			at = n->drains[i];
	if (n->open != NULL && at > w->now + w->lease_ms / 4)
		at = w->now + w->lease_ms / 4;
	return at;
}

/* ----------------------------------------------------------------- checks */

static void
fleet_sim_test_check(struct world *w)
{
	double now_db = world_db_ms(w);

	for (int32_t s = 0; s < w->shard_count; s++) {
		const struct fleet_lease *row = &w->leases[s];
		int owners = 0;

		for (int32_t i = 0; i < w->node_count; i++) {
			struct world_node *n = &w->nodes[i];
			int64_t epoch = !n->is_running || n->is_paused
					    ? 0
					    : fleet_epoch(&n->fleet, s,
						  world_node_ms(w, n));

			if (epoch == 0)
				continue;
			owners++;
			w->owned_at[s] = w->now;
			if (row->node != n->id || row->epoch != epoch ||
			    (double)row->remaining_ms <= now_db)
				w->broken = "an owner without a valid lease";
		}
		if (owners > 1)
			w->broken = "two owners";
	}
}

static void
fleet_sim_test_check_owned(struct sim *s)
{
	for (int32_t i = 0; i < s->w.shard_count; i++)
		if (s->w.owned_at[i] < s->faults_end)
			s->w.broken = "a shard without an owner";
}

static void
fleet_sim_test_check_rest(struct world *w)
{
	int32_t least = INT32_MAX, most = 0, sum = 0;

	for (int32_t i = 0; i < w->node_count; i++) {
		int32_t owned = fleet_owned(&w->nodes[i].fleet);

		least = owned < least ? owned : least;
		most = owned > most ? owned : most;
		sum += owned;
	}
	if (sum != w->shard_count)
		w->broken = "a shard without an owner at rest";
	else if (most - least > 1)
		w->broken = "uneven shares at rest";
}

/* --------------------------------------------------------------- schedules */

static void
fleet_sim_test_apply(struct sim *s, const struct sim_event *e)
{
	struct world *w = &s->w;
	struct world_node *n = &w->nodes[e->node];

	switch (e->kind) {
	case SIM_PAUSE:
	case SIM_RESUME:
		n->is_paused = e->kind == SIM_PAUSE;
		break;
	case SIM_CRASH:
		fleet_sim_test_crash(n);
		break;
	case SIM_START:
		fleet_sim_test_start(w, e->node);
		break;
	case SIM_LEAVE:
		if (n->is_running)
			fleet_leave(&n->fleet, world_node_ms(w, n));
		break;
	case SIM_DOWN:
	case SIM_UP:
		w->is_down = e->kind == SIM_DOWN;
		break;
	case SIM_SET_BACK:
		w->offset_db -= world_between(w, 0, SIM_BACK_MOST_MS);
		break;
	default:
		if (n->is_running)
			world_abandon(w, n);
		break;
	}
}

static void
fleet_sim_test_plan(struct sim *s, double at, enum sim_kind kind, int32_t node)
{
	s->events[s->event_count++] = (struct sim_event){ at, kind, node };
}

/* Plans a fault and its end. */
static void
fleet_sim_test_plan_fault(struct sim *s)
{
	static const enum sim_kind ends[SIM_KINDS] = { [SIM_PAUSE] = SIM_RESUME,
		[SIM_CRASH] = SIM_START,
		[SIM_LEAVE] = SIM_START,
		[SIM_DOWN] = SIM_UP };
	static const enum sim_kind kinds[] = { SIM_PAUSE, SIM_PAUSE, SIM_CRASH,
		SIM_LEAVE, SIM_DOWN, SIM_SEVER };
	struct world *w = &s->w;
	enum sim_kind kind = kinds[world_random(w) % 6];
	int32_t node = (int32_t)(world_random(w) % (uint64_t)w->node_count);
	double from = world_between(w, 0, s->faults_end);
	double to = from + world_between(w, 0, 2 * w->lease_ms);

	if (world_chance(w, 0.3))
		to = from + world_between(w, 0, 3000);
	fleet_sim_test_plan(s, from, kind, node);
	if (ends[kind] != 0)
		fleet_sim_test_plan(s, to < s->faults_end ? to : s->faults_end,
		    ends[kind], node);
}

static int
fleet_sim_test_compare(const void *a, const void *b)
{
	const struct sim_event *x = a, *y = b;

	return (x->at > y->at) - (x->at < y->at);
}

static void
fleet_sim_test_init(struct sim *s, uint64_t seed, int fault)
{
	struct world *w = &s->w;
	int32_t faults;

	memset(s, 0, sizeof(*s));
	w->random = seed * 0x9e3779b97f4a7c15u + 1;
	w->fault = fault;
	w->lease_ms = world_chance(w, 0.5) ? 5000 : 30000;
	w->rate_db = world_between(w, 0.99, 1.01);
	w->offset_db = 1e9;
	w->chaos = world_chance(w, 0.3) ? 0 : world_between(w, 0, 0.1);
	w->node_count = 2 + (int32_t)(world_random(w) % 8);
	w->shard_count = world_chance(w, 0.002)
			     ? LIMIT_SHARDS
			     : 1 + (int32_t)(world_random(w) % 16);
	w->next_id = 1;
	s->faults_end = world_between(w, 1, 5) * w->lease_ms;
	faults = (int32_t)(world_random(w) % SIM_FAULTS);
	for (int32_t i = 0; i < w->node_count; i++) {
		fleet_sim_test_plan(
		    s, world_chance(w, 0.5) ? 0 : i * 300, SIM_START, i);
	}
	for (int32_t i = 0; i < faults; i++)
		fleet_sim_test_plan_fault(s);
	s->is_set_back = world_chance(w, 0.2);
	for (int32_t i = 0; s->is_set_back && i < 2; i++)
		fleet_sim_test_plan(
		    s, world_between(w, 0, s->faults_end), SIM_SET_BACK, 0);
	qsort(s->events, (size_t)s->event_count, sizeof(*s->events),
	    fleet_sim_test_compare);
}

/* Ends all faults, so that the database and all nodes run. */
static void
fleet_sim_test_repair(struct sim *s)
{
	struct world *w = &s->w;

	w->is_down = false;
	w->chaos = 0;
	for (int32_t i = 0; i < WORLD_FLIGHTS; i++)
		if (w->flights[i].at > w->now + 30)
			w->flights[i].at = w->now + 30;
	for (int32_t i = 0; i < w->node_count; i++) {
		w->nodes[i].is_paused = false;
		if (w->nodes[i].fleet.is_leaving)
			fleet_sim_test_crash(&w->nodes[i]);
		fleet_sim_test_start(w, i);
	}
}

/* Advances the time to the next event and handles the event. If no event is
 * before `end`, only advances the time to `end`. */
static void
fleet_sim_test_step(struct sim *s, int32_t *next_event, double end)
{
	struct world *w = &s->w;
	struct world_flight *flight = NULL;
	int32_t node = -1;
	double at = end;

	if (*next_event < s->event_count && s->events[*next_event].at < at)
		at = s->events[*next_event].at;
	for (int32_t i = 0; i < WORLD_FLIGHTS; i++)
		if (w->flights[i].phase != WORLD_FREE &&
		    w->flights[i].at < at) {
			flight = &w->flights[i];
			at = flight->at;
		}
	for (int32_t i = 0; i < w->node_count; i++)
		if (w->nodes[i].is_running && !w->nodes[i].is_paused &&
		    w->nodes[i].wake_at < at) {
			node = i;
			at = w->nodes[i].wake_at;
		}
	w->now = at > w->now ? at : w->now;
	if (node >= 0) {
		fleet_sim_test_wake(w, node);
	} else if (flight != NULL) {
		node = flight->node;
		world_fly(w, flight);
	} else if (*next_event < s->event_count &&
		   s->events[*next_event].at <= at) {
		fleet_sim_test_apply(s, &s->events[*next_event]);
		node = s->events[(*next_event)++].node;
	}
	fleet_sim_test_check(w);
	if (node >= 0 && w->nodes[node].is_running &&
	    !w->nodes[node].is_paused) {
		fleet_sim_test_report(w, &w->nodes[node]);
		w->nodes[node].wake_at =
		    fleet_sim_test_wake_at(w, &w->nodes[node]);
	}
}

/* Returns the invariant that does not hold, or NULL. */
static const char *
fleet_sim_test_run(struct sim *s, uint64_t seed, int fault)
{
	struct world *w = &s->w;
	int32_t next = 0;
	double end;

	fleet_sim_test_init(s, seed, fault);
	while (w->now < s->faults_end && w->broken == NULL)
		fleet_sim_test_step(s, &next, s->faults_end);
	next = s->event_count;
	fleet_sim_test_repair(s);
	end = w->now + (s->is_set_back ? 5 : 2) * w->lease_ms;
	while (w->now < end && w->broken == NULL)
		fleet_sim_test_step(s, &next, end);
	if (w->broken == NULL)
		fleet_sim_test_check_owned(s);
	end += 1500 * w->shard_count + w->lease_ms;
	while (w->now < end && w->broken == NULL)
		fleet_sim_test_step(s, &next, end);
	if (w->broken == NULL)
		fleet_sim_test_check_rest(w);
	return w->broken;
}

static struct sim sim;

static void
fleet_sim_test_all(uint64_t first, uint64_t count)
{
	const char *broken = NULL;
	uint64_t seed = first;

	while (seed < first + count && broken == NULL)
		broken = fleet_sim_test_run(&sim, seed++, 0);
	ok(broken == NULL, "%llu schedules of simulated nodes",
	    (unsigned long long)count);
	if (broken != NULL)
		printf(
		    "# SEED=%llu: %s\n", (unsigned long long)seed - 1, broken);
}

static void
fleet_sim_test_fault(int fault, const char *name)
{
	const char *broken = NULL;
	uint64_t seed = 0;

	while (seed < SIM_MUTANT && broken == NULL)
		broken = fleet_sim_test_run(&sim, seed++, fault);
	ok(broken != NULL, "%s: schedule %llu: %s", name,
	    (unsigned long long)seed - 1, broken ? broken : "not noticed");
}

int
main(void)
{
	const char *count = getenv("SCHEDULES"), *seed = getenv("SEED");

	if (seed != NULL) {
		fleet_sim_test_all(strtoull(seed, NULL, 10),
		    count ? strtoull(count, NULL, 10) : 1);
		return done_testing();
	}
	fleet_sim_test_all(
	    0, count ? strtoull(count, NULL, 10) : SIM_SCHEDULES);
	fleet_sim_test_fault(WORLD_NO_MARGIN, "no margin");
	fleet_sim_test_fault(WORLD_FROM_RECEIPT, "deadline from the receipt");
	fleet_sim_test_fault(
	    WORLD_WRITE_UNCHECKED, "writes without an epoch check");
	fleet_sim_test_fault(
	    WORLD_GIVE_UNCHECKED, "give-back without an epoch");
	fleet_sim_test_fault(
	    WORLD_RENEW_BACKWARD, "late renewals shorten leases");
	fleet_sim_test_fault(
	    WORLD_KEEP_FUTURE, "leases of a clock that was set back");
	fleet_sim_test_fault(
	    WORLD_TAKE_BY_START, "leases taken by a clock that was set back");
	return done_testing();
}
