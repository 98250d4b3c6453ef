/*
 * transaction.c -- begins and ends transactions on PostgreSQL.
 *
 * The normal case: BEGIN and the writer lock are sent together; the writes of
 * the transaction are queued; COMMIT is sent after them, and the results of all
 * are read.
 *
 * If the connection is lost during a commit, the result of the commit is not
 * known.  It is then queried over a new connection, so that a transaction that
 * was committed is not repeated.
 */
#include <poll.h>

#include "base/clock.h"
#include "store/postgres/connection.h"
#include "store/postgres/dialect.h"

/* Pause between two queries about the result of a commit. */
#define PAUSE_MS 100

bool
postgres_is_in_transaction(const struct store *s)
{
	return s->postgres->is_in_transaction;
}

/* Queues a statement of transaction.sql. */
static int
transaction_queue(struct store *s, enum sql name, struct err *e)
{
	struct query q = query_of(s, name);
	int rc;

	if (q.failure != POSTGRES_OK)
		rc = query_step(&q, e); /* returns the error */
	else
		rc = connection_queue(s, name, e);
	query_end(&q);
	return rc;
}

/* Queues a statement of transaction.sql and waits for its result. */
static int
transaction_run(struct store *s, enum sql name, struct err *e)
{
	int rc = transaction_queue(s, name, e);

	return rc == 0 ? connection_settle(s, e) : rc;
}

/* Waits for the writer lock, for s->patience_ms at most.  A store that only
 * reads needs no lock. */
static int
transaction_lock(struct store *s, struct err *e)
{
	struct postgres *pg = s->postgres;
	struct query q;
	int rc;

	if (s->mode == STORE_READ)
		return connection_settle(s, e);
	q = query_of(
	    s, s->is_beside ? SQL_writer_lock_shared : SQL_writer_lock);
	pg->is_locking = true;
	rc = query_run_int(&q, &pg->transaction_id, e);
	pg->is_locking = false;
	if (rc != 0 && s->failure == POSTGRES_BUSY)
		return err_set(e, rc, "another program writes");
	return rc;
}

static int
transaction_begin(struct store *s, struct err *e)
{
	struct postgres *pg = s->postgres;
	int rc;

	pg->transaction_id = 0;
	if ((rc = transaction_queue(s, SQL_begin, e)) != 0)
		return rc;
	pg->is_in_transaction = true;
	if ((rc = transaction_lock(s, e)) == 0)
		return 0;
	if (pg->connection != NULL) {
		int failure = s->failure;

		transaction_run(s, SQL_rollback, NULL);
		s->failure = failure;
	}
	pg->is_in_transaction = false;
	return rc;
}

/* Asks whether a transaction was committed.  Returns 1 if it was, 0 if it was
 * not, -1 if it is still in progress or the server is not available. */
static int
transaction_was_committed(struct store *s, int64_t id)
{
	struct query q;
	struct slice status;
	int ret = -1, rc;

	if (connection_open(s, NULL) != 0)
		return -1;
	q = query_of(s, SQL_transaction_status);
	query_int(&q, ":id", id);
	if ((rc = query_step(&q, NULL)) > 0) {
		status = query_column_text(&q, 0);
		if (slice_equal(status, SLICE("committed")))
			ret = 1;
		else if (!slice_equal(status, SLICE("in progress")))
			ret = 0;
	} else if (rc < 0 && s->failure == POSTGRES_OTHER) {
		/* "is in the future": after a crash, the server has no record
		 * of the transaction, and will give its number to another. */
		ret = 0;
	}
	query_end(&q);
	return ret;
}

/* Called if the connection was lost during a commit. Asks the server for the
 * result. */
static int
transaction_ask_result(struct store *s, int rc, struct err *e)
{
	int64_t id = s->postgres->transaction_id,
		until_ms = clock_monotonic_ms() + LIMIT_STORE_RETRY_MS;
	bool was_in_transaction = s->in_transaction;
	int result;

	s->in_transaction = false; /* so that the queries connect again */
	while ((result = transaction_was_committed(s, id)) < 0 &&
	       clock_monotonic_ms() < until_ms &&
	       (s->stop == NULL || !*s->stop))
		poll(NULL, 0, PAUSE_MS);
	s->in_transaction = was_in_transaction;
	if (result == 1) {
		s->failure = POSTGRES_OK;
		*e = ERR_INIT;
		return 0;
	}
	s->failure = POSTGRES_UNAVAILABLE;
	return rc;
}

static int
transaction_commit(struct store *s, struct err *e)
{
	struct postgres *pg = s->postgres;
	struct err own = ERR_INIT;
	int rc = transaction_run(s, SQL_commit, &own);

	if (rc == 0)
		pg->is_in_transaction = false;
	else if (pg->connection == NULL && pg->transaction_id != 0)
		rc = transaction_ask_result(s, rc, &own);
	if (rc != 0)
		err_set(e, own.code, "%s", own.text);
	return rc;
}

static int
transaction_rollback(struct store *s, struct err *e)
{
	struct postgres *pg = s->postgres;
	int rc = 0;

	/* A connection to a server that has become a standby is closed, too. */
	if (s->failure == POSTGRES_UNAVAILABLE)
		connection_close(s);
	if (pg->connection != NULL) {
		connection_settle(s, NULL);
		rc = transaction_run(s, SQL_rollback, e);
	}
	/* After a failed rollback the state of the session is not known, so the
	 * session is not used again. */
	if (rc != 0)
		connection_close(s);
	pg->is_in_transaction = false;
	return rc;
}

int
postgres_transact(struct store *s, enum sql name, struct err *e)
{
	switch (name) {
	case SQL_begin:
		return transaction_begin(s, e);
	case SQL_commit:
		return transaction_commit(s, e);
	case SQL_rollback:
		return transaction_rollback(s, e);
	case SQL_savepoint:
		return transaction_queue(s, name, e);
	case SQL_undo:
		connection_settle(s, NULL);
		return transaction_run(s, name, e);
	default:
		return transaction_run(s, name, e);
	}
}
