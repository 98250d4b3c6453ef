/*
 * cursor.h -- the cursor of the push's consumer (cursor.c).
 *
 * If the database's file can be written, the cursor is moved in the file.
 * Otherwise it is moved through the daemon's control socket.
 */
#ifndef PUSH_CURSOR_H
#define PUSH_CURSOR_H

#include "control/consumer_cursor.h"
#include "push/settings.h"

struct push_cursor {
	struct store *store; /* owned; also for reading the log */
	struct slice consumer;
	struct consumer_cursor cursor;
};

/* Opens the database, and finds or creates the consumer. *ret_seq: its cursor.
 * While another program writes to the database, the function waits. The wait
 * ends when *stop is set. */
int push_cursor_open(const struct push_settings *, const volatile int *stop,
    struct push_cursor *ret, int64_t *ret_seq, struct err *e);
/* Closes the database. */
void push_cursor_close(struct push_cursor *);
/* Moves the cursor from `after_seq` to `seq`. ERR_REFUSED: the cursor is before
 * `after_seq`; another program has moved it back. If the database is locked or
 * the daemon does not answer, *ret_later is set and 0 is returned: try again.
 * ERR_NOT_FOUND: the consumer was removed. */
int push_cursor_move(struct push_cursor *, int64_t after_seq, int64_t seq,
    bool *ret_later, struct err *e);

#endif
