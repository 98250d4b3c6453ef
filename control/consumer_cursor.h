/*
 * consumer_cursor.h -- moves the cursor of a consumer (consumer_cursor.c).  A
 * user who may write the database changes it directly.  Any other user sends
 * requests to the daemon's control socket.
 *
 * The functions have the arguments, results and errors of the functions of
 * store/change/consumers.h and store/change/leases.h.  They have no arguments
 * for the time, because they read the clocks themselves.
 *
 * A request to the control socket is repeated while no daemon listens, the
 * daemon does not accept or closes the connection, or the daemon answers
 * "failed" (for example because its queue is full).  When patience_ms have
 * passed or *stop is set, it fails with ERR_NOT_FOUND (no daemon), ERR_IO
 * (connection lost, or "failed") or ERR_LIMIT (no answer; was_answered is then
 * false).  The first request of a cursor is not repeated if no daemon can be
 * reached, and is repeated after "failed" for at most first_patience_ms,
 * because the failure may be permanent and its text is shown only at the end. A
 * repeated request has no further effect, with one exception: if the response
 * to lease-take was lost, no reader gets the leased batch until the lease
 * expires.
 */
#ifndef CONTROL_CONSUMER_CURSOR_H
#define CONTROL_CONSUMER_CURSOR_H

#include "store/store.h"

struct consumer_cursor {
	struct store *store;      /* borrowed */
	const char *control_path; /* borrowed; NULL: the database is written
				     directly */
	int64_t patience_ms;      /* STORE_FOR_EVER: no limit */
	int64_t first_patience_ms;
	const volatile int *stop; /* borrowed; a value other than 0 ends the
				     wait; NULL: the wait cannot be ended */
	bool was_reached;         /* a daemon has accepted a connection */
	bool has_succeeded;       /* a request of this cursor was successful */
	bool was_answered;        /* a daemon has answered the last request; its
				     error is not one of the connection */
};

/* control_path: NULL if `store` was opened for writing.  `store` and
 * control_path are borrowed while the cursor is used.  Sets patience_ms and
 * first_patience_ms to LIMIT_PATIENCE_MS; the caller may change both, and stop.
 */
void consumer_cursor_init(
    struct consumer_cursor *, struct store *, const char *control_path);
/* Like store_consumer_open(), or like store_consumer_make() for a reader that
 * takes leases. */
int consumer_cursor_open(struct consumer_cursor *, struct slice name,
    int64_t from_seq, bool takes_leases, int64_t *ret_seq, struct err *e);
/* Like store_consumer_seek(). */
int consumer_cursor_seek(
    struct consumer_cursor *, struct slice name, int64_t seq, struct err *e);
/* Like store_lease_ack().  lease_id is 0 if the lease is not known. */
int consumer_cursor_ack(struct consumer_cursor *, struct slice name,
    int64_t seq, int64_t lease_id, struct err *e);
/* Like consumer_cursor_ack() for a consumer that is not shared.  ERR_REFUSED:
 * the cursor is before `after_seq`; another process has moved it back. */
int consumer_cursor_ack_after(struct consumer_cursor *, struct slice name,
    int64_t after_seq, int64_t seq, struct err *e);
/* Like store_lease_take(); `now` and `clock_ms` of the request are not used.
 */
int consumer_cursor_take(struct consumer_cursor *, const struct lease_request *,
    struct lease *ret, struct err *e);
/* Like store_lease_give_back(). */
int consumer_cursor_give_back(struct consumer_cursor *, struct slice name,
    int64_t seq, int64_t lease_id, struct err *e);
/* Like store_consumer_remove(). */
int consumer_cursor_remove(
    struct consumer_cursor *, struct slice name, struct err *e);
/* Like store_dead_retry(). */
int consumer_cursor_retry(struct consumer_cursor *, struct slice name,
    int64_t seq, int64_t *ret_n, struct err *e);

#endif
