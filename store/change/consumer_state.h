/*
 * consumer_state.h -- internal to store/change/: the stored position of a
 * consumer (consumer.c).
 *
 * The functions return 0, or a negative code after an error of the database.
 */
#ifndef STORE_CHANGE_CONSUMER_STATE_H
#define STORE_CHANGE_CONSUMER_STATE_H

#include "store/sqlite/statement.h"

struct consumer_state {
	int64_t cursor; /* all changes up to this one are acknowledged */
	/* All changes up to this one were given to readers.  Changes after the
	 * cursor and up to this one are acknowledged unless a lease contains
	 * them.  If the consumer is not shared, the value is that of the
	 * cursor. */
	int64_t delivered;
	bool is_shared;
	bool has_leases;
};

/* Reads the position of a consumer.  ERR_NOT_FOUND: no such consumer.  O(1). */
int consumer_read_state(struct store *, struct slice name,
    struct consumer_state *ret, struct err *);
/* Like consumer_read_state(), but also locks the consumer until the transaction
 * ends.  Must be called at the start of an operation that changes the consumer
 * or its batches while other nodes may write.  Other calls for this consumer
 * wait for the lock.  Does not read has_leases. */
int consumer_hold_state(struct store *, struct slice name,
    struct consumer_state *ret, struct err *);
/* Writes the members cursor, delivered and is_shared.  now: UTC seconds. */
int consumer_write_state(struct store *, struct slice name,
    const struct consumer_state *, int64_t now, struct err *e);
/* Moves the cursor to `seq`, for a consumer that is not shared.  Does nothing
 * if `seq` is not after the cursor.  ERR_USAGE: `seq` is greater than the
 * newest change. */
int consumer_ack_up_to(struct store *, struct slice name, int64_t seq,
    struct consumer_state *, int64_t now, struct err *e);

#endif
