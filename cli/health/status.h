/*
 * status.h -- the data of `gleaner status`, collected before it is printed.
 *
 * The database is read whether or not a daemon runs. Data that only the daemon
 * has (queues, workers) is requested on its control socket.
 *
 * status_collect.c collects, status_filters.c collects the filters,
 * cmd_status.c prints text, status_json.c prints JSON, status_watch.c is the
 * live view.
 */
#ifndef CLI_HEALTH_STATUS_H
#define CLI_HEALTH_STATUS_H

#include "base/arena.h"
#include "base/limits.h"
#include "cli/cli.h"
#include "store/feed/feed_health.h"
#include "store/store.h"

#define STATUS_MAX_BYTES (4 * MIB)
/* Largest number of failing feeds, of periods of missed items and of walls that
 * are shown. */
#define STATUS_WORST 10
/* Largest number of failing feeds in the list of --watch. A table computes its
 * column widths from the first TABLE_LOOKAHEAD rows, which is the same number.
 */
#define STATUS_FAILING_MAX 200
/* Number of stored status_looks: --watch reads the counts every two seconds, so
 * a minute has 30 looks, and one more look is older than a minute. */
#define STATUS_LOOKS 31
/* Largest number of pausing hosts and of slow feeds that are shown. */
#define STATUS_FEW 5

/* The order of the failing feeds. */
enum status_order {
	STATUS_BY_FAILURES,  /* most failures first */
	STATUS_BY_NEXT_POLL, /* soonest first */
	STATUS_BY_FEED,      /* by address */
	STATUS_ORDER_COUNT
};

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
	} failing[STATUS_FAILING_MAX];
	size_t n_failing, max_failing;
	enum status_order order;
	int64_t n_of[FEED_HEALTH_COUNT];   /* number of feeds in each state */
	struct slow_feed slow[STATUS_FEW]; /* slow feeds of the last hour */
	size_t n_slow;
	struct host_row pausing[STATUS_FEW]; /* longest first */
	size_t n_pausing_shown;
	int64_t n_pausing;
	/* number of periods of missed items in the last week; number of those
	 * whose items were not recovered later */
	int64_t n_missed, n_missed_left;
	struct buf clock; /* the reason why no rows are deleted by age; "": rows
			     are deleted by age */
	struct buf consumers_json, consumers_text, missed_json;
	struct websub_counts websub;       /* subscriptions at hubs */
	struct buf walls_json, walls_text; /* walls of one week */
	struct buf filters_json;           /* of the configuration */
	struct status_filters {
		size_t n, n_limited; /* number of filters; number of filters
					that reached a limit */
		int64_t matched;     /* sum of the matches of all filters */
	} filters;
	struct buf pushes_json, pushes_text; /* from the daemon */
	struct buf nodes_json, nodes_text;   /* only on PostgreSQL */
};

/* Reads the counts of the filters of the configuration. Reads nothing if there
 * is no configuration. */
int status_collect_filters(struct status *, struct store *, struct err *e);
/* Returns the number of failing feeds (feed_health_is_failing()). */
int64_t status_count_failing(const struct status *);
/* Collects the status. The list contains the first `max_failing` failing feeds
 * in the given order; max_failing is at most STATUS_FAILING_MAX. Returns
 * CLI_OK, or the exit code after an error message. Call status_release() in
 * both cases. */
int status_collect(
    struct status *, struct cli *, size_t max_failing, enum status_order);
void status_release(struct status *);
/* Appends the status as one JSON object and a \n. */
void status_put_json(struct buf *out, const struct status *);

/* The counts of the last minute, from which rates are computed. */
struct status_looks {
	struct status_look {
		int64_t at, polls, changes;
	} of[STATUS_LOOKS];
	size_t n;
};

/* Appends the lines before the list of failing feeds. looks: NULL if no rates
 * are shown. */
void status_put_head(
    struct buf *out, const struct status *, const struct status_looks *);
/* Writes the table of failing feeds by cli_write(). Returns 0, or CLI_FAILED
 * after an error message. */
int status_write_failing(const struct status *);
/* Writes the whole status as text, or as JSON with --json. Returns 0, or
 * CLI_FAILED after an error message. */
int status_show(const struct status *, const struct status_looks *);

/* Runs `status --watch` (status_watch.c). On a terminal it shows a screen with
 * a list of failing feeds. Otherwise it writes one report after the other.
 * Returns the exit code. */
int status_watch(struct cli *);

#endif
