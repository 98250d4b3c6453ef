/*
 * fleet.h -- the shards of this node: the shards that it owns, their deadlines,
 * and the next statement for the database.
 *
 * Normal course: the caller sends fleet_next_round() to the database when
 * fleet_wake_ms() is reached, and gives the answer to fleet_answer().  Then
 * fleet_next_event() names the shards whose feeds are to be loaded, drained or
 * dropped.
 *
 * A lease is valid on the database's clock.  The node computes its deadline on
 * its own monotonic clock: the time at which it sent the request, plus the
 * remaining time in the answer, minus a margin.  The request was sent before
 * the database computed the remaining time, so the deadline is before the end
 * of the lease.  The margin covers clocks of different speed and a request that
 * is on its way to a host.
 *
 * Failures: if the database does not answer, the deadlines pass, and the node
 * drops its shards.  A tenure (shard and epoch) that ended for this node never
 * begins again, even if the database still shows it: a statement of an earlier
 * connection may still be executed and give the shard back.  The node gives the
 * shard back and takes it with a new epoch.
 *
 * States of a shard:
 *	NONE: the node does not own the shard.
 *	HELD: until the deadline, requests may start and transfers may
 *	continue. The lease is renewed.
 *	DRAINING: no request starts. Until the deadline, transfers may
 *	continue. The lease is renewed.
 *	GIVING: no request starts and no transfer continues. The node gives
 *	the lease back.
 *
 * Changes of the state:
 *	NONE -> HELD: the node has taken the shard.
 *	HELD -> DRAINING: the node has more shards than its share, or it ends.
 *	HELD -> GIVING: the deadline has passed.
 *	DRAINING -> GIVING: fleet_drained() was called, or the deadline or the
 *	time limit of the drain has passed.
 *	GIVING -> HELD: the node has taken the shard with a higher epoch.
 *	Any state -> NONE: the database names another owner or none.
 *
 * Pure: the time is an argument; no input or output.
 * Source: Gray and Cheriton, "Leases", SOSP 1989, section 2 (deadline) and 5
 * (clocks); Kleppmann, "Designing Data-Intensive Applications", chapter 8
 * (fencing tokens).
 */
#ifndef DAEMON_FLEET_FLEET_H
#define DAEMON_FLEET_FLEET_H

#include <stdbool.h>
#include <stdint.h>

#include "store/fleet/round.h"

enum fleet_state { FLEET_NONE, FLEET_HELD, FLEET_DRAINING, FLEET_GIVING };

enum fleet_event_kind {
	FLEET_OWN,   /* load the shard's feeds and pages; requests may start */
	FLEET_DRAIN, /* start no request; then call fleet_drained() */
	FLEET_DROP   /* cancel all transfers, and remove everything of the shard
			from memory */
};

struct fleet_event {
	enum fleet_event_kind kind;
	struct fleet_tenure tenure;
};

struct fleet_settings {
	int32_t shard_count;    /* 1 to LIMIT_SHARDS */
	int64_t lease_ms;       /* fleet.lease */
	int64_t margin_ms;      /* time that is subtracted from each deadline */
	int64_t rate_per_mille; /* largest difference between the speeds of two
				   clocks, in thousandths */
};

struct fleet_shard {
	enum fleet_state state;
	int64_t epoch;    /* epoch of the last tenure; 0: none yet */
	int64_t until_ms; /* deadline of the tenure */
	int64_t drain_until_ms;
	/* The last tenure that fleet_next_event() reported as begun. */
	int64_t reported_epoch; /* epoch of that tenure; 0: there is none, or it
				   was dropped */
	bool is_drain_reported;
};

struct fleet {
	struct fleet_settings settings;
	struct fleet_shard shards[LIMIT_SHARDS];
	bool is_asking, is_leaving, has_left;
	int64_t asked_ms;    /* time at which the last round was sent */
	int64_t answered_ms; /* time at which the last answered round was sent;
				-1: none */
	int64_t next_ms;     /* time of the next round */
	int64_t retry_ms;    /* pause after the next failure */
	int64_t moved_ms;    /* time at which the node last began to drain a
				surplus shard */
	int64_t take_from_ms;
	int32_t want;        /* number of shards that the next round takes */
	int32_t node_count;  /* number of nodes in the last answer; 0: there was
				no answer */
	bool has_free;       /* the last answer had shards without an owner */
	int64_t deadline_ms; /* earliest deadline, or INT64_MAX */
	int32_t event_cursor;
};

/* Returns the settings for a lease of lease_ms (5000 to 300000). A deadline is
 * earlier than the end of the lease by 2 % of the remaining time, for clocks of
 * different speed, and by margin_ms: 5 % of the lease, at least 500 ms. */
struct fleet_settings fleet_settings_of(int32_t shard_count, int64_t lease_ms);

/* Starts without shards. The first round is due at once. */
void fleet_init(struct fleet *, struct fleet_settings, int64_t now_ms);

/* Ends the tenures whose deadline has passed.  Must be called before each use
 * of the network, also after a wait of unknown length.  It costs one comparison
 * if no deadline has passed. */
void fleet_tick(struct fleet *, int64_t now_ms);

/* Returns the time at which fleet_tick() or fleet_next_round() has something to
 * do; INT64_MAX if there is nothing to do before the answer to the present
 * round arrives. */
int64_t fleet_wake_ms(const struct fleet *);

/* Returns true if a request to a host of the shard may start. */
bool fleet_may_ask(const struct fleet *, int32_t shard, int64_t now_ms);

/* Returns the epoch for writes of the shard, or 0 if the node does not own the
 * shard. */
int64_t fleet_epoch(const struct fleet *, int32_t shard, int64_t now_ms);

/* True if the node has its share of the shards, or no shard is without an
 * owner. */
bool fleet_is_settled(const struct fleet *);

/* Returns the number of shards in state HELD or DRAINING. */
int32_t fleet_owned(const struct fleet *);

/* Returns true and fills *ret if a round is due and none is open. The caller
 * sends the round to the database, and then calls fleet_answer() or
 * fleet_failed(). */
bool fleet_next_round(struct fleet *, int64_t now_ms, struct fleet_round *ret);

/* Reports the answer to the open round, which is the round that
 * fleet_next_round() returned last. */
void fleet_answer(struct fleet *, int64_t now_ms, const struct fleet_view *);

/* Reports that the open round has no answer. Its effect is then unknown. */
void fleet_failed(struct fleet *, int64_t now_ms);

/* Reports that no transfer and no write of a draining shard is left. */
void fleet_drained(struct fleet *, int32_t shard, int64_t now_ms);

/* Drains all shards and takes no more shards. The member has_left becomes true
 * when the database has recorded that the node has left. */
void fleet_leave(struct fleet *, int64_t now_ms);

/* Returns true and fills *ret while there are events.  Events of one shard come
 * in the order OWN, DRAIN, DROP.  A tenure that ended before it was reported is
 * not reported. */
bool fleet_next_event(struct fleet *, struct fleet_event *ret);

#endif
