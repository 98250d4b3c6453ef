/* set_back_test.c -- the leases of shards after the clock of the database's
 * server was set back. The test cannot set that clock. It adds the step to the
 * times in the tables instead. */
#include "store/fixture_test.h"
#include "store/fleet/fleet_store.h"

#define LEASE_MS       30000
#define LEASE_MOST_MS  300000
#define LATEST_MS      600000 /* a lease that lasts longer is cut */
#define SET_BACK       "interval '1 hour'"
#define SET_BACK_SHORT "interval '1 minute'"

static struct fleet_view set_back_test_view;

/* Runs a round that renews the leases of the last view and takes `take`. */
static void
set_back_test_round(struct store *s, int64_t node, int32_t take)
{
	struct fleet_report report = {
		.node = node, .name = SLICE("n"), .version = SLICE("1")
	};
	static struct fleet_round round;
	struct err e = ERR_INIT;

	round = (struct fleet_round){ .take = take, .lease_ms = LEASE_MS };
	for (int32_t i = 0; i < LIMIT_SHARDS; i++)
		if (set_back_test_view.shards[i].node == node)
			round.renew[round.renew_count++] =
			    (struct fleet_tenure){ i,
				    set_back_test_view.shards[i].epoch };
	is_done(store_fleet_round(s, &report, &round, &set_back_test_view, &e),
	    &e, "a round of a node");
}

static int
set_back_test_count(int64_t node, int64_t most_ms)
{
	int n = 0;

	for (int32_t i = 0; i < LIMIT_SHARDS; i++) {
		const struct fleet_lease *row = &set_back_test_view.shards[i];

		n += row->node == node && row->remaining_ms > 0 &&
		     row->remaining_ms <= most_ms;
	}
	return n;
}

static void
set_back_test_step(struct store *s, const char *interval)
{
	char sql[256];

	snprintf(sql, sizeof(sql),
	    "UPDATE shard_lease SET expires_at = expires_at + %s "
	    "WHERE node IS NOT NULL; UPDATE node SET seen_at = seen_at + %s",
	    interval, interval);
	do_sql(s, sql);
}

static int64_t
set_back_test_join(struct store *s)
{
	int64_t node = 0;
	struct err e = ERR_INIT;

	is_done(store_fleet_join(s, SLICE("n"), SLICE("1"), &node, &e), &e,
	    "a node joins");
	return node;
}

/* Tests a long step. Node `dead` has ended; `live` runs. */
static void
set_back_test_long(struct store *s, int64_t dead, int64_t live)
{
	static int32_t unowned[LIMIT_SHARDS];
	int32_t n_unowned = 0;
	char owner[64];
	struct err e = ERR_INIT;

	set_back_test_round(s, dead, 100);
	set_back_test_round(s, live, 50);
	is_int(set_back_test_count(live, LEASE_MS), 50, "50 shards are taken");
	set_back_test_step(s, SET_BACK);
	is_done(store_fleet_free(s, unowned, &n_unowned, &e), &e,
	    "the shards without an owner");
	is_int(n_unowned, LIMIT_SHARDS,
	    "a lease that ends in an hour does not count as valid");
	is_done(store_fleet_owner(s, 0, owner, sizeof(owner), &e), &e,
	    "the owner of a shard");
	is_text(slice_of(owner), "", "and has no owner");
	set_back_test_round(s, live, 0);
	is_int(set_back_test_count(live, LEASE_MS), 50,
	    "the node that runs has its shards, for the duration of a lease");
	is_int(set_back_test_count(dead, LEASE_MOST_MS), 100,
	    "leases of the other node are cut to five minutes");
	is_int(set_back_test_count(dead, LEASE_MOST_MS - 60000), 0,
	    "and not to less");
	is_int(set_back_test_view.node_count, 1,
	    "a node that was seen in an hour does not count as running");
	is_int(ask(s, "SELECT count(*) FROM node WHERE seen_at > now()"), 0,
	    "the times of nodes are cut");
}

/* Tests a step that is shorter than the difference between the limit and the
 * longest lease: nothing is cut. */
static void
set_back_test_short(struct store *s, int64_t live)
{
	set_back_test_step(s, SET_BACK_SHORT);
	set_back_test_round(s, live, 0);
	is_int(set_back_test_count(live, LATEST_MS), 50,
	    "a late renewal does not shorten a lease");
	is_int(set_back_test_count(live, LEASE_MS), 0, "after a short step");
}

int
main(void)
{
	struct store *s;
	int64_t dead, live;

	if (!fixture_is_postgres()) {
		printf("1..0 # skip SQLite has no shards\n");
		return 0;
	}
	fixture_begin();
	s = fixture_open("set_back", STORE_DAEMON);
	dead = set_back_test_join(s);
	live = set_back_test_join(s);
	set_back_test_long(s, dead, live);
	set_back_test_short(s, live);
	store_close(s);
	return done_testing();
}
