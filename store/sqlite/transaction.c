/*
 * transaction.c -- makes writes atomic.
 *
 * The normal case: a transaction begins, operations write, deferred rows are
 * written (deferred.c), and the transaction is committed.  An operation outside
 * of a transaction gets a transaction of its own.
 *
 * In a transaction of the caller each operation begins with a savepoint, so
 * that the operation is atomic and the rest of the batch can continue after a
 * failure.  On a full disk SQLite may undo the whole transaction.  All later
 * writes and the commit then fail, until the caller rolls back and begins
 * again.  After store_begin_together() any failure undoes the whole
 * transaction, because no savepoints are used.  Savepoints cost time: SQLite
 * copies each page that is changed after a savepoint.
 */
#include <assert.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "store/article/article_apply.h"
#include "store/postgres/quiet_poll.h"
#include "store/query/dialect.h"
#include "store/sqlite/statement.h"

static int
transaction_run(struct store *s, enum sql name, struct err *e)
{
	return s->dialect->transact(s, name, e);
}

static bool
transaction_was_undone(const struct store *s)
{
	return s->in_transaction && !s->dialect->is_in_transaction(s);
}

static int
transaction_refuse_undone(struct err *e)
{
	return err_set(e, ERR_DATABASE,
	    "the transaction was undone by an earlier failure");
}

static void
transaction_forget_deferred(struct store *s)
{
	s->deferred.not_indexed.n = s->deferred.not_logged.n = 0;
	s->deferred.n_tallies = 0;
	s->changes.n = 0;
	s->tokens.n = 0;
}

int
store_begin(struct store *s, struct err *e)
{
	int rc;

	assert(!s->in_transaction);
	s->failure = 0;
	s->is_together = s->hands_over = s->notes_feeds = false;
	s->knows_copies = false;
	transaction_forget_deferred(s);
	if ((rc = transaction_run(s, SQL_begin, e)) == 0)
		s->in_transaction = true;
	return rc;
}

int
store_begin_together(struct store *s, struct err *e)
{
	int rc = store_begin(s, e);

	s->is_together = rc == 0;
	return rc;
}

int
store_begin_beside(struct store *s, struct err *e)
{
	int rc;

	s->is_beside = true;
	rc = store_begin_together(s, e);
	s->is_beside = false;
	return rc;
}

int
store_settle(struct store *s, struct err *e)
{
	int rc;

	assert(s->in_transaction);
	if (transaction_was_undone(s))
		return transaction_refuse_undone(e);
	rc = deferred_write(s, e);
	s->writes_at_once |= rc != 0 && !store_may_retry(s);
	return rc;
}

int
store_commit(struct store *s, struct err *e)
{
	int rc;

	assert(s->in_transaction);
	if (transaction_was_undone(s)) {
		s->in_transaction = false;
		return transaction_refuse_undone(e);
	}
	rc = store_settle(s, e);
	if (rc == 0)
		rc = transaction_run(s, SQL_commit, e);
	if (rc != 0)
		store_rollback(s);
	s->in_transaction = false;
	return rc;
}

void
store_rollback(struct store *s)
{
	int failure = s->failure, number = s->failure_errno;

	quiet_polls_clear(s);
	s->dialect->reset(s);
	if (s->dialect->is_in_transaction(s))
		transaction_run(s, SQL_rollback, NULL);
	s->in_transaction = false;
	transaction_forget_deferred(s);
	s->failure = failure;
	s->failure_errno = number;
}

bool
store_begin_reading(struct store *s)
{
	int failure = s->failure, number = s->failure_errno;
	bool began;

	if (s->postgres != NULL || s->in_transaction ||
	    s->dialect->is_in_transaction(s))
		return false;
	began = transaction_run(s, SQL_begin_reading, NULL) == 0;
	s->failure = failure;
	s->failure_errno = number;
	return began;
}

void
store_end_reading(struct store *s)
{
	int failure = s->failure, number = s->failure_errno;

	/* SQLite has ended the transaction itself after some failures. */
	if (s->dialect->is_in_transaction(s))
		transaction_run(s, SQL_rollback, NULL);
	s->failure = failure;
	s->failure_errno = number;
}

/* Runs the operation.  If one of its arenas is full, the arena jumps to the
 * setjmp() of this function. */
static int
transaction_operate_guarded(
    struct store *s, store_operation *operation, void *arg, struct err *e)
{
	jmp_buf exhausted;
	int rc;

	arena_clear(&s->held);
	arena_clear(&s->scratch);
	if (setjmp(exhausted) != 0) {
		s->held.exhausted = s->scratch.exhausted = NULL;
		if (s->held.no_memory || s->scratch.no_memory)
			return err_set(e, ERR_MEMORY, "store: out of memory");
		return err_set(e, ERR_LIMIT,
		    "an operation of the store needs more than %lld bytes of "
		    "memory",
		    LIMIT_STORE_ARENA);
	}
	s->held.exhausted = s->scratch.exhausted = &exhausted;
	rc = operation(s, arg, e);
	s->held.exhausted = s->scratch.exhausted = NULL;
	return rc;
}

/* Begins an operation.  Without a transaction of the caller, begins a
 * transaction.  In a transaction of the caller, begins a savepoint; after
 * store_begin_together(), does nothing. */
static int
transaction_enter(struct store *s, struct err *e)
{
	if (s->in_transaction && s->is_together)
		return 0;
	return transaction_run(
	    s, s->in_transaction ? SQL_savepoint : SQL_begin, e);
}

static int
transaction_leave(struct store *s, struct err *e)
{
	if (s->in_transaction && s->is_together)
		return 0;
	return transaction_run(
	    s, s->in_transaction ? SQL_release : SQL_commit, e);
}

static void
transaction_copy_ids(struct id_list *to, const struct id_list *from)
{
	to->n = from->n;
	memcpy(to->ids, from->ids, from->n * sizeof(from->ids[0]));
}

/* Copies only the used parts of the lists, because most operations defer
 * nothing. */
static void
transaction_copy_deferred(struct deferred *to, const struct deferred *from)
{
	transaction_copy_ids(&to->not_indexed, &from->not_indexed);
	transaction_copy_ids(&to->not_logged, &from->not_logged);
	to->not_logged_at = from->not_logged_at;
	to->n_tallies = from->n_tallies;
}

static void
transaction_copy_changes(struct change_list *to, const struct change_list *from)
{
	to->n = from->n;
	memcpy(to->of, from->of, from->n * sizeof(from->of[0]));
}

/* Undoes a failed operation. s->failure is not cleared. */
static void
transaction_take_back(struct store *s)
{
	int failure = s->failure, number = s->failure_errno;

	quiet_polls_clear(s);
	s->dialect->reset(s);
	if (!s->in_transaction)
		store_rollback(s);
	else if (!transaction_was_undone(s) && s->is_together)
		transaction_run(s, SQL_rollback,
		    NULL); /* transaction_was_undone() is then true */
	else if (!transaction_was_undone(s) &&
		 transaction_run(s, SQL_undo, NULL) == 0)
		transaction_run(s, SQL_release, NULL);
	transaction_copy_deferred(&s->deferred, &s->deferred_before);
	transaction_copy_changes(&s->changes, &s->changes_before);
	s->failure = failure;
	s->failure_errno = number;
}

int
store_operate(
    struct store *s, store_operation *operation, void *arg, struct err *e)
{
	int rc;

	assert(s->scratch.exhausted == NULL); /* operations must not nest */
	if (transaction_was_undone(s))
		return transaction_refuse_undone(e);
	s->failure = 0;
	if (!s->in_transaction) {
		transaction_forget_deferred(s);
		s->knows_copies = false;
	}
	transaction_copy_deferred(&s->deferred_before, &s->deferred);
	transaction_copy_changes(&s->changes_before, &s->changes);
	s->tombstones = (struct tombstone_cache){ 0 };
	s->empty_lists.id = 0;
	if ((rc = transaction_enter(s, e)) != 0)
		return rc;
	rc = transaction_operate_guarded(s, operation, arg, e);
	store_forget_ahead(s);
	if (rc == 0 && (s->writes_at_once || !s->in_transaction))
		rc = deferred_write(s, e);
	if (rc == 0)
		rc = transaction_leave(s, e);
	if (rc != 0)
		transaction_take_back(s);
	return rc;
}

int
store_operate_beside(
    struct store *s, store_operation *operation, void *arg, struct err *e)
{
	int rc;

	s->is_beside = !s->in_transaction;
	rc = store_operate(s, operation, arg, e);
	s->is_beside = false;
	return rc;
}
