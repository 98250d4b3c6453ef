/* fleet_test.c -- tests single steps of a node: shares, deadlines, moves,
 * events. */
#include "base/array.h"
#include "daemon/fleet/fleet.h"
#include "daemon/fleet/share.h"
#include "tests/lib/tap.h"

#define ME    7
#define OTHER 3

static struct fleet_view view;

static void
fleet_test_shares(void)
{
	static const struct {
		int32_t counts[4], nodes, shards, quotas[4];
		const char *name;
	} rows[] = {
		{ { 0 }, 1, 256, { 256 }, "one node" },
		{ { 0, 0, 0 }, 3, 10, { 4, 3, 3 }, "three new nodes" },
		{ { 3, 3, 4 }, 3, 10, { 3, 3, 4 }, "an even share stays" },
		{ { 4, 4, 2 }, 3, 10, { 4, 3, 3 }, "the second gives one" },
		{ { 0, 10 }, 2, 10, { 5, 5 }, "a second node" },
		{ { 0, 0, 0 }, 3, 2, { 1, 1, 0 }, "fewer shards than nodes" },
		{ { 9, 0, 0, 1 }, 4, 10, { 3, 3, 2, 2 }, "two larger shares" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		bool held = true;

		for (int32_t n = 0; n < rows[i].nodes; n++)
			held &= share_quota(rows[i].counts, rows[i].nodes, n,
				    rows[i].shards) == rows[i].quotas[n];
		ok(held, "shares: %s", rows[i].name);
	}
}

/* Returns the view of a database with two nodes, in which `mine` of 4 shards
 * belong to ME and the others to OTHER. */
static const struct fleet_view *
fleet_test_view(int32_t mine, int64_t remaining_ms)
{
	view = (struct fleet_view){
		.me = ME, .nodes = { OTHER, ME }, .node_count = 2
	};
	for (int32_t i = 0; i < 4; i++)
		view.shards[i] = (struct fleet_lease){ i < mine ? ME : OTHER, 5,
			remaining_ms };
	return &view;
}

/* Sends a round at sent_ms and answers it at now_ms. */
static void
fleet_test_round(struct fleet *f, int64_t sent_ms, int64_t now_ms,
    const struct fleet_view *v)
{
	struct fleet_round round;

	if (!fleet_next_round(f, sent_ms, &round))
		ok(false, "a round is due at %lld", (long long)sent_ms);
	else
		fleet_answer(f, now_ms, v);
}

static bool
fleet_test_event(struct fleet *f, enum fleet_event_kind kind, int32_t shard)
{
	struct fleet_event e = { 0 };

	return fleet_next_event(f, &e) && e.kind == kind &&
	       e.tenure.shard == shard && e.tenure.epoch == 5;
}

static void
fleet_test_deadline(void)
{
	struct fleet f;

	fleet_init(&f, fleet_settings_of(4, 10000), 1000);
	fleet_test_round(&f, 1000, 3000, fleet_test_view(2, 10000));
	ok(fleet_test_event(&f, FLEET_OWN, 0) &&
		fleet_test_event(&f, FLEET_OWN, 1) &&
		!fleet_test_event(&f, FLEET_OWN, 2),
	    "the leases of the answer are reported");
	is_int(f.deadline_ms, 1000 + 10000 - 200 - 500,
	    "the deadline counts from the request, with a margin");
	ok(fleet_may_ask(&f, 0, 10299) && fleet_epoch(&f, 0, 10299) == 5,
	    "requests may start before the deadline");
	ok(!fleet_may_ask(&f, 0, 10300) && fleet_epoch(&f, 0, 10300) == 0,
	    "no request starts at the deadline, even before fleet_tick()");
	ok(!fleet_may_ask(&f, 2, 2000),
	    "no request starts for a shard of another node");
	fleet_tick(&f, 10300);
	ok(fleet_test_event(&f, FLEET_DROP, 0) &&
		fleet_test_event(&f, FLEET_DROP, 1),
	    "the shards are dropped at the deadline");
	fleet_test_round(&f, 10300, 10310, fleet_test_view(2, 9000));
	is_int(fleet_owned(&f), 0, "an ended tenure does not begin again");
}

static void
fleet_test_moves(void)
{
	struct fleet_round round;
	struct fleet f;

	fleet_init(&f, fleet_settings_of(4, 30000), 0);
	fleet_test_round(&f, 0, 10, fleet_test_view(4, 30000));
	for (int32_t i = 0; i < 4; i++)
		ok(fleet_test_event(&f, FLEET_OWN, i), "shard %d is reported",
		    i);
	ok(fleet_test_event(&f, FLEET_DRAIN, 3) &&
		!fleet_test_event(&f, FLEET_DRAIN, 2),
	    "one shard moves at a time");
	ok(!fleet_may_ask(&f, 3, 20) && fleet_epoch(&f, 3, 20) == 5,
	    "a draining shard starts no requests and is still owned");
	fleet_drained(&f, 3, 500);
	ok(fleet_next_round(&f, 500, &round) && round.renew_count == 3 &&
		round.give_count == 1 && round.give[0].shard == 3 &&
		round.give[0].epoch == 5,
	    "a drained shard is given back at once");
	fleet_answer(&f, 600, fleet_test_view(3, 30000));
	ok(fleet_test_event(&f, FLEET_DROP, 3), "a drained shard is dropped");
	ok(!fleet_test_event(&f, FLEET_DRAIN, 2), "no move within a second");
	fleet_test_round(&f, 1010, 1011, fleet_test_view(3, 30000));
	ok(fleet_test_event(&f, FLEET_DRAIN, 2),
	    "the next shard moves after a second");
}

static void
fleet_test_leave(void)
{
	struct fleet_round round;
	struct fleet f;

	fleet_init(&f, fleet_settings_of(4, 30000), 0);
	fleet_test_round(&f, 0, 10, fleet_test_view(2, 30000));
	fleet_leave(&f, 100);
	ok(!fleet_may_ask(&f, 0, 101), "a leaving node starts no requests");
	fleet_drained(&f, 0, 150);
	fleet_drained(&f, 1, 160);
	ok(fleet_next_round(&f, 300, &round) && round.is_leaving &&
		round.give_count == 2 && round.take == 0,
	    "a leaving node gives back all shards");
	fleet_test_view(0, 30000);
	view.node_count = 1;
	fleet_answer(&f, 310, &view);
	ok(f.has_left, "a node has left when the database has recorded it");
}

static void
fleet_test_lost(void)
{
	struct fleet_round round;
	struct fleet f;

	fleet_init(&f, fleet_settings_of(4, 30000), 0);
	fleet_test_round(&f, 0, 10, fleet_test_view(2, 30000));
	ok(fleet_test_event(&f, FLEET_OWN, 0) &&
		fleet_test_event(&f, FLEET_OWN, 1) &&
		!fleet_test_event(&f, FLEET_OWN, 2),
	    "two shards are owned");
	fleet_test_view(2, 30000);
	view.shards[0].node = OTHER;
	view.shards[1].epoch = 9;
	fleet_test_round(&f, 5000, 5010, &view);
	ok(fleet_test_event(&f, FLEET_DROP, 0) &&
		fleet_test_event(&f, FLEET_DROP, 1),
	    "a shard of another node or epoch is dropped");
	is_int(fleet_epoch(&f, 1, 5020), 9, "the new epoch begins a tenure");
	ok(fleet_next_round(&f, 10000, &round), "the next round begins");
	fleet_failed(&f, 10100);
	ok(!fleet_next_round(&f, 10200, &round) &&
		fleet_next_round(&f, 10300, &round),
	    "a failed round is repeated after a pause");
	fleet_failed(&f, 10400);
	is_int(fleet_wake_ms(&f), 10800,
	    "the pause doubles after a second failure");
}

static void
fleet_test_settle(void)
{
	struct fleet_round round;
	struct fleet f;

	fleet_init(&f, fleet_settings_of(4, 30000), 0);
	fleet_test_view(0, -1);
	view.nodes[0] = ME;
	view.node_count = view.silent_count = 1;
	fleet_test_round(&f, 0, 10, &view);
	ok(!fleet_next_round(&f, 4999, &round) &&
		fleet_next_round(&f, 5000, &round) && round.take == 4,
	    "a node without contact leaves silent nodes time to report");
	fleet_init(&f, fleet_settings_of(4, 30000), 0);
	view.silent_count = 0;
	fleet_test_round(&f, 0, 10, &view);
	ok(fleet_next_round(&f, 200, &round) && round.take == 4,
	    "the only node takes shards at once");
}

int
main(void)
{
	fleet_test_shares();
	fleet_test_deadline();
	fleet_test_moves();
	fleet_test_leave();
	fleet_test_lost();
	fleet_test_settle();
	return done_testing();
}
