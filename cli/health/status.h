/*
 * status.h -- the data of `gleaner status`, collected before it is printed.
 *
 * The database is read whether or not a daemon runs. Data that only the daemon
 * has (queues, workers) is requested on its control socket.
 *
 * status_collect.c collects, status_json.c prints JSON.
 */
#ifndef CLI_HEALTH_STATUS_H
#define CLI_HEALTH_STATUS_H

#include "base/arena.h"
#include "base/limits.h"
#include "cli/cli.h"
#include "store/feed/feed_health.h"
#include "store/store.h"

#define STATUS_MAX_BYTES (4 * MIB)
#define STATUS_WORST     10 /* largest number of failing feeds and of missed
			       items that are shown */
#define STATUS_FEW       5  /* largest number of pausing hosts and of slow feeds
			       that are shown */

struct status {
	struct cli *cli;
	struct store_counts counts;
	int64_t seq, pending, next_retry_at;
	struct buf daemon; /* key=value lines */
	bool daemon_runs;
	struct err daemon_err;
	struct arena arena;
	struct failing {
		struct slice url, why;
		const char *health; /* feed_health_name() */
		int64_t failures, next_poll_at;
	} failing[STATUS_WORST]; /* most failures first */
	size_t n_failing;
	int64_t n_of[FEED_HEALTH_COUNT];   /* number of feeds in each state */
	struct slow_feed slow[STATUS_FEW]; /* slow feeds of the last hour */
	size_t n_slow;
	struct host_row pausing[STATUS_FEW]; /* longest first */
	size_t n_pausing_shown;
	int64_t n_pausing;
	/* periods of missed items in one week; n_missed_left: those that were
	 * not recovered later */
	int64_t n_missed, n_missed_left;
	struct buf clock; /* the reason why nothing is deleted by age; "": there
			     is none */
	struct buf consumers_json, consumers_text, missed_json;
	struct websub_counts websub; /* subscriptions at hubs */
	struct buf walls_json, walls_text;   /* walls of one week */
	struct buf pushes_json, pushes_text; /* from the daemon */
	struct buf nodes_json, nodes_text;   /* only on PostgreSQL */
};

/* Returns the number of feeds that are polled without result. */
int64_t status_count_failing(const struct status *);
/* Returns CLI_OK, or the exit code after an error message. Call
 * status_release() in both cases. */
int status_collect(struct status *, struct cli *);
void status_release(struct status *);
/* Appends one object and a \n. */
void status_put_json(struct buf *out, const struct status *);

#endif
