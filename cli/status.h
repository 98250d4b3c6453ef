/*
 * status.h -- what `gleaner status` tells, collected before a word of it is
 * said.
 *
 * The database is read whether a daemon runs or not; what only the daemon
 * knows (queues, workers) is asked on its control socket.
 */
#ifndef CLI_STATUS_H
#define CLI_STATUS_H

#include "base/arena.h"
#include "cli/cli.h"
#include "config/limits.h"
#include "store/feed_health.h"
#include "store/store.h"

#define STATUS_MAX_BYTES (4 * MIB)
#define STATUS_WORST     10 /* failing feeds, gaps */
#define STATUS_FEW       5  /* hosts that pause us, slow feeds */

struct status {
	struct cli *cli;
	struct store_counts counts;
	int64_t seq, owed, next_retry_at;
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
	int64_t n_of[FEED_HEALTH_COUNT]; /* feeds in each state */
	struct slow_feed slow[STATUS_FEW]; /* of the last hour */
	size_t n_slow;
	struct host_row pausing[STATUS_FEW]; /* longest first */
	size_t n_pausing_shown;
	int64_t n_pausing;
	int64_t n_gaps, n_gaps_left; /* in a week; not filled again */
	struct buf clock; /* why nothing is deleted for its age; "": it is */
	struct buf consumers_json, consumers_text, gaps_json;
};

/* Feeds that are polled without result. */
int64_t status_count_failing(const struct status *);
/* CLI_OK, or the exit code after a complaint; status_release() either way. */
int status_collect(struct status *, struct cli *);
void status_release(struct status *);
/* One object and a \n. */
void status_put_json(struct buf *out, const struct status *);

#endif
