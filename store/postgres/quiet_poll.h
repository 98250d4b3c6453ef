/*
 * quiet_poll.h -- internal to store/: polls that bring no document, written
 * many at a time.
 *
 * Most polls are answered with 304.  On PostgreSQL each statement costs more
 * than its row, so such polls wait in memory until another query runs, the
 * transaction ends, or QUIET_POLLS_MOST wait; then one statement writes all.
 * They wait only in a transaction of store_begin_together(), which is undone as
 * a whole.  On SQLite no poll waits.
 */
#ifndef STORE_POSTGRES_QUIET_POLL_H
#define STORE_POSTGRES_QUIET_POLL_H

#include "store/feed/poll_update.h"
#include "store/sqlite/statement.h"

/* Calls k->decide() and lets the poll wait.  False: the poll must be written by
 * its own statements.  If the subscription has ended, nothing of the poll is
 * written, and no error is reported. */
bool quiet_poll_put(
    struct store *, struct poll_update *k, const struct poll_stored *stored);
/* Writes the polls that wait. */
int quiet_polls_write(struct store *, struct err *e);
/* Discards the polls that wait, because the transaction is undone. */
void quiet_polls_clear(struct store *);
/* True if a poll of the feed waits. */
bool quiet_polls_have(const struct store *, int64_t feed_id);

#endif
