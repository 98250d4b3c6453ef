/*
 * follow.h -- declarations shared by the files of `gleaner follow`.
 *
 *	cmd_follow.c    options, signals, the start
 *	follow_lines.c  changes as lines
 *	follow_alone.c  one reader with a cursor, or without one
 *	follow_share.c  readers that share the work of a consumer (--share)
 */
#ifndef CLI_CMD_FOLLOW_H
#define CLI_CMD_FOLLOW_H

#include "cli/cmd/change_filter.h"
#include "cli/cmd/change_wait.h"
#include "cli/filter.h"
#include "control/consumer_cursor.h"

/* A batch of this size is written even if it has fewer lines than --batch. */
#define FOLLOW_BATCH_BYTES (16 * MIB)

enum { FOLLOW_ACK_AUTO, FOLLOW_ACK_MANUAL };
enum { FOLLOW_JSON, FOLLOW_TEXT };

struct follow_values {
	const char *consumer, *from;
	const char *profile; /* NULL: no profile */
	double min_score;    /* below 0: the min_score of the profile */
	struct change_filter filter;
	int64_t batch;
	int64_t lease_s, max_redeliveries; /* 0: not given */
	int ack, format;
	bool wait, share;
};

struct follower {
	struct cli *cli;
	const struct follow_values *values;
	struct store *store;
	struct consumer_cursor cursor; /* not used without --consumer */
	const struct config_profile *interests; /* NULL: no profile */
	struct profile *profile;                /* NULL: no profile */
	struct buf feed; /* address or name from --feed; empty: all feeds */
	int64_t seq;     /* the last change that was read */
	int64_t written; /* the last change that was written, or the initial
			    cursor */
	int64_t stored;  /* the greatest cursor of the consumer that was
			    seen; without --share */
	int64_t n;       /* number of lines written in total */
	struct buf batch;
	size_t n_batch;           /* number of lines in the batch */
	struct lease lease;       /* lease of the batch; id 0: none */
	const volatile int *stop; /* set by SIGINT and SIGTERM */
};

/* Failures of one step of `follow --wait`; the caller initialises it with 0. */
struct follow_trouble {
	int64_t since_ms; /* the first failure */
	bool is_told;     /* it was reported */
};

/* ---- follow_lines.c ---- */

/* With --wait a temporary failure, such as a lost connection to a PostgreSQL
 * server, does not end the command.  Waits for a second; the next query
 * connects again.  Prints a warning if the failures last long.  Returns false
 * if the step must not be repeated. */
bool follow_may_repeat(
    const struct follower *, struct follow_trouble *, const struct err *e);
/* Acknowledges the changes up to `seq`.  lease_id: 0 without --share; the
 * cursor is then not moved if it is before follower->stored.  With --wait,
 * connects again as follow_read_batch() does.  The errors are those of
 * consumer_cursor_ack() and consumer_cursor_ack_after(). */
int follow_acknowledge(
    struct follower *, int64_t seq, int64_t lease_id, struct err *e);
/* Leases a batch and sets follower->lease; id 0: no batch is available.  With
 * --wait, connects again.  If the connection broke after the commit, the batch
 * is leased again only after its lease has expired. */
int follow_take(struct follower *, const struct lease_request *, struct err *e);

/* Returns a query for at most `limit` changes that the options select. */
struct change_query follow_query(const struct follower *, size_t limit);
/* Appends the changes to follower->batch until it has FOLLOW_BATCH_BYTES, and
 * sets seq, written, n and n_batch.  With --wait, connects again if the
 * connection to the PostgreSQL server is lost.  Returns 0 or a negative code.
 */
int follow_read_batch(
    struct follower *, const struct change_query *, struct err *e);
/* Writes and flushes the batch. Returns an exit code. */
int follow_write_batch(struct follower *);
/* Checks the position that --from requests.  ERR_USAGE: it is after the newest
 * change.  Such a position may come from another database, and `follow` would
 * wait without a message.  from_seq: the cursor, so that the first change is
 * from_seq + 1; -1 is valid. */
int follow_check_position(
    const struct follower *, int64_t from_seq, struct err *e);
/* Returns the maximum number of lines of the next batch; 0: --limit is reached.
 */
size_t follow_next_limit(const struct follower *);
/* Returns CLI_FAILED after an error message. If a signal ended the wait for the
 * daemon, for the database server or for another process that writes to the
 * database, returns CLI_OK without a message. Changes that were not
 * acknowledged are then written again by the next run. */
int follow_give_up(const struct follower *, const struct err *);

/* ---- follow_alone.c, follow_share.c ---- */

/* Both functions write the changes and return an exit code. from_seq: the
 * cursor that --from requests; -1: after the newest change. */
int follow_alone(struct follower *, int64_t from_seq);
int follow_share(struct follower *, int64_t from_seq);

#endif
