/* doctor_nodes.c -- checks of `gleaner doctor`: the daemons that share a
 * PostgreSQL database. */
#include <string.h>
#include <time.h>

#include "cli/health/doctor.h"
#include "store/clock.h"
#include "store/fleet/fleet_store.h"

/* The longest lease that fleet.lease permits. A node that was silent for longer
 * has no shards. */
#define SILENT_S 300

struct doctor_nodes {
	int64_t n, n_silent, n_other_version;
};

static int
doctor_nodes_visit(const struct fleet_node *node, void *arg)
{
	struct doctor_nodes *nodes = arg;

	if (node->silent_s > SILENT_S) {
		nodes->n_silent++;
		return 0;
	}
	nodes->n++;
	nodes->n_other_version +=
	    !slice_equal(node->version, SLICE(GLEANER_VERSION));
	return 0;
}

/* A node plans polls with the clock of its machine.  If another node takes a
 * feed, it polls the feed earlier or later by the difference of the clocks. */
static void
doctor_nodes_judge_clock(struct doctor *doctor)
{
	struct err e = ERR_INIT;
	int64_t ahead_s, size_s;

	if (store_clock_ahead(doctor->store, time(NULL), &ahead_s, &e) != 0) {
		doctor_find(doctor, DOCTOR_FAULT, "clock", SLICE_NONE, NULL,
		    "%s", e.text);
		return;
	}
	size_s = ahead_s < 0 ? -ahead_s : ahead_s;
	if (size_s <= CLOCK_OFF_S)
		return;
	doctor_find(doctor,
	    size_s > DOCTOR_CLOCK_WRONG_S ? DOCTOR_FAULT : DOCTOR_WARNING,
	    "clock", SLICE_NONE,
	    "synchronise both machines: timedatectl set-ntp true",
	    "this clock is %lld seconds %s the clock of the database's server",
	    (long long)size_s, ahead_s > 0 ? "ahead of" : "behind");
}

void
doctor_nodes(struct doctor *doctor)
{
	int32_t free_shards[LIMIT_SHARDS], n_free = 0;
	struct doctor_nodes nodes = { 0 };
	struct err e = ERR_INIT;

	if (!store_is_shared(doctor->store))
		return;
	doctor_nodes_judge_clock(doctor);
	if (store_fleet_each(doctor->store, doctor_nodes_visit, &nodes, &e) !=
		0 ||
	    store_fleet_free(doctor->store, free_shards, &n_free, &e) != 0) {
		doctor_find(doctor, DOCTOR_FAULT, "nodes", SLICE_NONE, NULL,
		    "%s", e.text);
		return;
	}
	if (n_free > 0)
		doctor_find(doctor, DOCTOR_WARNING, "nodes", SLICE_NONE,
		    nodes.n == 0 ? "start gleanerd"
				 : "gleaner fleet lists the nodes; wait one "
				   "lease",
		    "%d of %d shards have no node; no requests are sent to "
		    "their hosts",
		    n_free, LIMIT_SHARDS);
	if (nodes.n_other_version > 0)
		doctor_find(doctor, DOCTOR_NOTE, "nodes", SLICE_NONE, NULL,
		    "%lld of %lld have another version than this program",
		    (long long)nodes.n_other_version, (long long)nodes.n);
	if (nodes.n_silent > 0)
		doctor_find(doctor, DOCTOR_NOTE, "nodes", SLICE_NONE,
		    "gleaner fleet lists them",
		    "%lld ended without giving back their shards in the last "
		    "day",
		    (long long)nodes.n_silent);
	if (n_free == 0)
		doctor_find(doctor, DOCTOR_OK, "nodes", SLICE_NONE, NULL,
		    "%lld, and each shard has a node", (long long)nodes.n);
}
