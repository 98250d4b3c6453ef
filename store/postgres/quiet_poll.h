/*
 * quiet_poll.h -- internal to store/: writes many polls that returned no
 * document by one statement.
 *
 * Most polls return a 304 and no document.  On PostgreSQL a statement takes
 * more time than the row that it writes.  The results of these polls therefore
 * wait in memory.  One statement writes all of them before another query runs,
 * before the transaction ends, and when QUIET_POLLS_MOST polls wait.  Polls
 * wait only in a transaction of store_begin_together(), because a failure
 * undoes the whole transaction.  On SQLite no poll waits.
 */
#ifndef STORE_POSTGRES_QUIET_POLL_H
#define STORE_POSTGRES_QUIET_POLL_H

#include "store/feed/poll_update.h"
#include "store/sqlite/statement.h"

/* Calls k->decide() and keeps the poll, which is later written together with
 * others.  Returns false if the poll must be written by its own statements.  If
 * the subscription has ended, the poll is not written, and no error is
 * reported. */
bool quiet_poll_put(
    struct store *, struct poll_update *k, const struct poll_stored *stored);
/* Writes the polls that wait.  Returns 0 or a negative code.  O(polls). */
int quiet_polls_write(struct store *, struct err *e);
/* Discards the polls that wait, because the transaction is undone. */
void quiet_polls_clear(struct store *);
/* True if a poll of the feed waits. */
bool quiet_polls_have(const struct store *, int64_t feed_id);

#endif
