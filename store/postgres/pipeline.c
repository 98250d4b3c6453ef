/*
 * pipeline.c -- sends prepared queries and reads their results.
 *
 * In:  prepared statements with their values.
 * Out: results, in the order in which the queries were sent.
 *
 * The normal case: the writes of a transaction are queued, and libpq sends them
 * together.  A query with rows is followed by a synchronisation point.  The
 * results of the queued writes are read first, then the rows of the query one
 * by one.
 *
 * If a queued write fails, the server skips all later queries up to the
 * synchronisation point.  The call that reads the error returns it.
 */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/clock.h"
#include "store/postgres/connection.h"
#include "store/postgres/dialect.h"

/* Pause between two checks of the flag that stops a wait. */
#define LOOK_MS 100
/* Time in which a server may answer after the caller was asked to stop. */
#define STOP_MS 1000
/* Pause between two checks whether a request to end a statement has ended. */
#define CANCEL_LOOK_MS 5
#define SETTLED        "queue"

/* ---- waiting ---- */

/* A request to end a statement, shared by the caller and a thread.  The last of
 * them frees it. */
struct pipeline_cancelling {
	const struct libpq *lib;
	PGcancel *cancel;
	atomic_int n_owners;
};

static void
pipeline_release_cancel(struct pipeline_cancelling *c)
{
	if (atomic_fetch_sub(&c->n_owners, 1) > 1)
		return;
	c->lib->PQfreeCancel(c->cancel);
	free(c);
}

static void *
pipeline_run_cancel(void *arg)
{
	struct pipeline_cancelling *c = arg;
	char why[256];

	c->lib->PQcancel(c->cancel, why, sizeof(why));
	pipeline_release_cancel(c);
	return NULL;
}

/* Asks the server to end the statement.  PQcancel() opens another connection
 * and waits for its end, without a time limit.  If the server is stopped or the
 * network is down, this takes until they are back, so a thread waits instead.
 * At most one such thread exists for each connection.  Returns NULL if there is
 * no memory; else the caller calls pipeline_end_cancel(). */
static struct pipeline_cancelling *
pipeline_cancel(struct postgres *pg)
{
	PGcancel *cancel = pg->lib->PQgetCancel(pg->connection);
	struct pipeline_cancelling *c = malloc(sizeof(*c));
	sigset_t all, old;
	pthread_t thread;

	if (cancel == NULL || c == NULL) {
		pg->lib->PQfreeCancel(cancel);
		free(c);
		return NULL;
	}
	c->lib = pg->lib;
	c->cancel = cancel;
	atomic_init(&c->n_owners, 2);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	if (pthread_create(&thread, NULL, pipeline_run_cancel, c) == 0)
		pthread_detach(thread);
	else
		pipeline_run_cancel(c);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return c;
}

/* Waits up to STOP_MS for the end of the request, because a late request would
 * end a later statement of the connection.  Returns false if the request has
 * not ended; the caller must then close the connection. */
static bool
pipeline_end_cancel(struct pipeline_cancelling *c)
{
	int64_t until_ms = clock_monotonic_ms() + STOP_MS;
	bool has_ended;

	if (c == NULL)
		return true;
	while (!(has_ended = atomic_load(&c->n_owners) == 1) &&
	       clock_monotonic_ms() < until_ms)
		poll(NULL, 0, CANCEL_LOOK_MS);
	pipeline_release_cancel(c);
	return has_ended;
}

/* Sends the data that libpq has queued and waits up to LOOK_MS for input.
 * Returns false if the connection is lost. */
static bool
pipeline_wait(struct postgres *pg)
{
	int unsent = pg->lib->PQflush(pg->connection);
	struct pollfd fd = { .fd = pg->lib->PQsocket(pg->connection),
		.events = (short)(unsent > 0 ? POLLIN | POLLOUT : POLLIN) };

	if (unsent < 0 || fd.fd < 0)
		return false;
	if (poll(&fd, 1, LOOK_MS) <= 0 || (fd.revents & ~POLLOUT) == 0)
		return true;
	return pg->lib->PQconsumeInput(pg->connection) == 1;
}

/* True if the caller was asked to stop, or the deadline has passed, and the
 * server does not answer in time. *since_ms: time of the first call in which
 * this was so; 0: none. */
static bool
pipeline_is_stopped(const struct store *s, int64_t *since_ms)
{
	int64_t now_ms;

	if ((s->stop == NULL || !*s->stop) && !store_is_overdue(s))
		return false;
	now_ms = clock_monotonic_ms();
	if (*since_ms == 0)
		*since_ms = now_ms;
	return now_ms - *since_ms >= STOP_MS;
}

/* True if the statement takes a lock and has waited as long as the caller
 * permits.  *begun_ms: time of the first call; 0: none. */
static bool
pipeline_has_waited_enough(const struct store *s, int64_t *begun_ms)
{
	if (!s->postgres->is_locking)
		return false;
	if (*begun_ms == 0)
		*begun_ms = clock_monotonic_ms();
	return (s->stop != NULL && *s->stop) ||
	       (s->patience_ms != STORE_FOR_EVER &&
		   clock_monotonic_ms() >= *begun_ms + s->patience_ms);
}

/* Waits for the next result. Returns NULL at the end of the results of one
 * query, or if the connection was lost or the wait was stopped (*ret_lost). */
static PGresult *
pipeline_read(struct store *s, bool *ret_lost)
{
	struct postgres *pg = s->postgres;
	struct pipeline_cancelling *cancelling = NULL;
	int64_t begun_ms = 0, stopped_ms = 0;
	bool is_cancelled = false;

	*ret_lost = false;
	while (!*ret_lost && pg->lib->PQisBusy(pg->connection)) {
		*ret_lost =
		    !pipeline_wait(pg) || pipeline_is_stopped(s, &stopped_ms);
		if (*ret_lost || is_cancelled ||
		    !(store_is_overdue(s) ||
			pipeline_has_waited_enough(s, &begun_ms)))
			continue;
		cancelling = pipeline_cancel(pg);
		is_cancelled = true;
	}
	if (*ret_lost && cancelling != NULL)
		pipeline_release_cancel(cancelling);
	else
		*ret_lost |= !pipeline_end_cancel(cancelling);
	return *ret_lost ? NULL : pg->lib->PQgetResult(pg->connection);
}

static int
pipeline_lose(struct store *s, const char *what, struct err *e)
{
	int rc = postgres_fail(s, what, NULL, e);

	connection_close(s);
	return rc;
}

/* True if the last result has ended the connection, as at a shutdown of the
 * server. */
static bool
pipeline_is_end(const struct postgres *pg)
{
	return pg->lib->PQstatus(pg->connection) == CONNECTION_BAD;
}

/* ---- results ---- */

/* Reads the results up to the synchronisation point.  Returns `rc`; if it is 0,
 * returns the first error that was read. */
static int
pipeline_finish(struct store *s, const char *what, int rc, struct err *e)
{
	struct postgres *pg = s->postgres;
	int n_ends = 0;
	bool lost;

	for (;;) {
		PGresult *result = pipeline_read(s, &lost);
		ExecStatusType status = pg->lib->PQresultStatus(result);

		/* PQgetResult() returns NULL at the end of each command.  If it
		 * returns NULL twice in succession, no result is left. */
		n_ends = result == NULL ? n_ends + 1 : 0;
		if (result != NULL && rc == 0 && status == PGRES_FATAL_ERROR)
			rc = postgres_fail(s, what, result, e);
		pg->lib->PQclear(result);
		if (status == PGRES_PIPELINE_SYNC)
			return rc;
		if (lost || n_ends > 1 || pipeline_is_end(pg)) {
			int lost_rc =
			    pipeline_lose(s, what, rc == 0 ? e : NULL);

			s->failure = POSTGRES_UNAVAILABLE;
			return rc == 0 ? lost_rc : rc;
		}
	}
}

/* Reads the results of one command.  `ahead`: queued.ahead of the command.  The
 * rows of a query that was sent ahead are stored (ahead_put()).  If `ahead` is
 * 0, rows are dropped. */
static int
pipeline_read_command(
    struct store *s, const char *what, int ahead, struct err *e)
{
	struct postgres *pg = s->postgres;
	int rc = 0;
	bool lost;

	for (;;) {
		PGresult *result = pipeline_read(s, &lost);
		ExecStatusType status = pg->lib->PQresultStatus(result);

		if (result == NULL && !lost)
			return rc;
		if (lost || pipeline_is_end(pg)) {
			rc = postgres_fail(s, what, result, e);
			pg->lib->PQclear(result);
			connection_close(s);
			return rc;
		}
		if (rc == 0 && status != PGRES_COMMAND_OK &&
		    status != PGRES_TUPLES_OK)
			rc = postgres_fail(s, what, result, e);
		/* A commit of a failed transaction rolls back, and the server
		 * reports no error. */
		else if (rc == 0 && status == PGRES_COMMAND_OK &&
			 what == sql_name(SQL_commit) &&
			 strcmp(pg->lib->PQcmdStatus(result), "ROLLBACK") ==
			     0) {
			s->failure = POSTGRES_OTHER;
			rc = err_set(e, ERR_DATABASE,
			    "the transaction was undone by an earlier failure");
		}
		if (ahead > 0 && status == PGRES_TUPLES_OK)
			ahead_put(pg, ahead, result);
		else
			pg->lib->PQclear(result);
	}
}

/* Reads the results of all queued queries. */
static int
pipeline_read_queued(struct store *s, struct err *e)
{
	struct postgres *pg = s->postgres;
	size_t n = pg->n_queued;
	int rc = 0;

	pg->n_queued = 0;
	for (size_t i = 0; i < n && rc == 0; i++)
		rc = pipeline_read_command(
		    s, sql_name(pg->queued[i].name), pg->queued[i].ahead, e);
	return rc;
}

int
connection_settle(struct store *s, struct err *e)
{
	struct postgres *pg = s->postgres;
	int rc;

	if ((rc = connection_keep(s, e)) != 0 || pg->n_queued == 0)
		return rc;
	if (pg->connection == NULL ||
	    pg->lib->PQpipelineSync(pg->connection) != 1)
		return pipeline_lose(s, SETTLED, e);
	rc = pipeline_read_queued(s, e);
	if (pg->connection == NULL)
		return rc;
	return pipeline_finish(s, SETTLED, rc, e);
}

/* ---- sending ---- */

static int
pipeline_put(struct store *s, enum sql name, struct err *e)
{
	struct postgres *pg = s->postgres;
	const struct postgres_statement *p = &pg->statements[name];

	if (pg->connection != NULL &&
	    pg->lib->PQsendQueryPrepared(pg->connection, sql_name(name),
		p->n_parameters, p->values, p->lengths, p->formats, 1) == 1)
		return 0;
	return pipeline_lose(s, sql_name(name), e);
}

static int
pipeline_queue(struct store *s, enum sql name, struct err *e)
{
	struct postgres *pg = s->postgres;
	int rc;

	if (pg->n_queued == LIMIT_POSTGRES_QUEUE &&
	    (rc = connection_settle(s, e)) != 0)
		return rc;
	if ((rc = connection_keep(s, e)) != 0 ||
	    (rc = pipeline_put(s, name, e)) != 0)
		return rc;
	pg->queued[pg->n_queued++] = (struct queued){ .name = name };
	return 0;
}

/* On a connection that only reads, each execution of a query is planned for its
 * values, because the best plan of a search depends on its words.  Planning a
 * query that reads an article by its id takes ten times as long as the query
 * itself, so such queries are planned once.  A rollback would undo the
 * change of the setting.  Therefore it is not changed within a transaction, and
 * its result is read before the query is sent: without BEGIN, the queries up to
 * a synchronisation point are one transaction. */
static int
pipeline_set_plan(struct store *s, enum sql name, struct err *e)
{
	struct postgres *pg = s->postgres;
	bool once = postgres_is_planned_once(name);
	enum sql setting = once ? SQL_plan_once : SQL_plan_anew;
	int rc;

	if (s->mode != STORE_READ || once == pg->plans_once ||
	    pg->is_in_transaction)
		return 0;
	if ((rc = connection_keep(s, e)) != 0 ||
	    (rc = connection_prepare(s, setting, e)) != 0 ||
	    (rc = pipeline_queue(s, setting, e)) != 0 ||
	    (rc = connection_settle(s, e)) != 0)
		return rc;
	pg->plans_once = once;
	return 0;
}

int
connection_queue(struct store *s, enum sql name, struct err *e)
{
	int rc = pipeline_set_plan(s, name, e);

	return rc != 0 ? rc : pipeline_queue(s, name, e);
}

int
connection_send(struct store *s, enum sql name, struct err *e)
{
	struct postgres *pg = s->postgres;
	int rc;

	if ((rc = connection_keep(s, e)) != 0 ||
	    (rc = pipeline_set_plan(s, name, e)) != 0 ||
	    (rc = pipeline_put(s, name, e)) != 0)
		return rc;
	if (pg->lib->PQpipelineSync(pg->connection) != 1)
		return pipeline_lose(s, sql_name(name), e);
	rc = pipeline_read_queued(s, e);
	if (rc != 0) {
		if (pg->connection != NULL)
			pipeline_finish(s, sql_name(name), rc, NULL);
		return rc;
	}
	pg->lib->PQsetSingleRowMode(pg->connection);
	pg->live = &pg->statements[name];
	pg->live->state = STATEMENT_LIVE;
	return 0;
}

/* ---- rows of the live query ---- */

/* Called after the last row of the live query, or after an error `rc`.  Reads
 * up to the synchronisation point. */
static int
pipeline_end_live(struct store *s, enum sql name, int rc, struct err *e)
{
	struct postgres *pg = s->postgres;

	pg->live->state = STATEMENT_DONE;
	pg->live = NULL;
	return pipeline_finish(s, sql_name(name), rc, e);
}

int
connection_next(struct store *s, enum sql name, PGresult **ret, struct err *e)
{
	struct postgres *pg = s->postgres;
	bool lost;

	*ret = NULL;
	for (;;) {
		PGresult *result = pipeline_read(s, &lost);
		ExecStatusType status = pg->lib->PQresultStatus(result);
		int rc = 0;

		if (lost)
			return pipeline_lose(s, sql_name(name), e);
		if (result == NULL)
			return pipeline_end_live(s, name, 0, e);
		if (status == PGRES_SINGLE_TUPLE ||
		    (status == PGRES_TUPLES_OK &&
			pg->lib->PQntuples(result) > 0)) {
			*ret = result;
			return 0;
		}
		if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK)
			rc = postgres_fail(s, sql_name(name), result, e);
		pg->lib->PQclear(result);
		if (rc != 0 && pipeline_is_end(pg)) {
			connection_close(s);
			return rc;
		}
		if (rc != 0)
			return pipeline_end_live(s, name, rc, e);
	}
}

static int
pipeline_keep_row(
    struct store *s, struct postgres_statement *p, PGresult *row, struct err *e)
{
	if (p->n_kept == p->cap_kept) {
		size_t cap = p->cap_kept > 0 ? 2 * p->cap_kept : 16;
		PGresult **kept = realloc(p->kept, cap * sizeof(PGresult *));

		if (kept == NULL) {
			s->postgres->lib->PQclear(row);
			s->failure = POSTGRES_NO_MEMORY;
			return err_set(e, ERR_MEMORY, "no memory for a row");
		}
		p->kept = kept;
		p->cap_kept = cap;
	}
	p->kept[p->n_kept++] = row;
	return 0;
}

int
connection_keep(struct store *s, struct err *e)
{
	struct postgres *pg = s->postgres;
	struct postgres_statement *p = pg->live;
	enum sql name = (enum sql)(p != NULL ? p - pg->statements : 0);
	PGresult *row;
	int rc;

	while (pg->live != NULL) {
		if ((rc = connection_next(s, name, &row, e)) != 0 ||
		    (row != NULL &&
			(rc = pipeline_keep_row(s, p, row, e)) != 0))
			return rc;
	}
	return 0;
}

void
connection_skip(struct store *s)
{
	struct postgres *pg = s->postgres;
	enum sql name =
	    (enum sql)(pg->live != NULL ? pg->live - pg->statements : 0);
	PGresult *row = NULL;

	while (pg->live != NULL) {
		if (connection_next(s, name, &row, NULL) != 0)
			return;
		pg->lib->PQclear(row);
	}
}

/* ---- preparing ---- */

static int
pipeline_copy_types(
    struct store *s, enum sql name, const PGresult *result, struct err *e)
{
	struct postgres *pg = s->postgres;
	const struct libpq *lib = pg->lib;
	struct postgres_statement *p = &pg->statements[name];
	size_t n = (size_t)lib->PQnparams(result),
	       n_columns = (size_t)lib->PQnfields(result);

	postgres_statement_free(lib, p);
	p->parameter_types = calloc(n + 1, sizeof(Oid));
	p->column_types = calloc(n_columns + 1, sizeof(Oid));
	p->values = calloc(n + 1, sizeof(*p->values));
	p->lengths = calloc(n + 1, sizeof(*p->lengths));
	p->formats = calloc(n + 1, sizeof(*p->formats));
	p->numbers = calloc(n + 1, sizeof(*p->numbers));
	p->copies = calloc(n + 1, sizeof(*p->copies));
	if (p->parameter_types == NULL || p->column_types == NULL ||
	    p->values == NULL || p->lengths == NULL || p->formats == NULL ||
	    p->numbers == NULL || p->copies == NULL) {
		postgres_statement_free(lib, p);
		s->failure = POSTGRES_NO_MEMORY;
		return err_set(e, ERR_MEMORY, "no memory for a query");
	}
	p->n_parameters = (int)n;
	p->n_columns = (int)n_columns;
	for (int i = 0; i < p->n_parameters; i++)
		p->parameter_types[i] = lib->PQparamtype(result, i);
	for (int i = 0; i < p->n_columns; i++)
		p->column_types[i] = lib->PQftype(result, i);
	p->is_prepared = true;
	return 0;
}

/* Reads the types of the parameters and columns of a query, which
 * PQsendDescribePrepared() has requested. */
static int
pipeline_read_types(struct store *s, enum sql name, struct err *e)
{
	struct postgres *pg = s->postgres;
	int rc = 0;
	bool lost;

	for (;;) {
		PGresult *result = pipeline_read(s, &lost);

		if (lost)
			return pipeline_lose(s, sql_name(name), e);
		if (result == NULL)
			return rc;
		if (pg->lib->PQresultStatus(result) != PGRES_COMMAND_OK)
			rc = postgres_fail(s, sql_name(name), result, e);
		else
			rc = pipeline_copy_types(s, name, result, e);
		pg->lib->PQclear(result);
		if (pipeline_is_end(pg)) {
			connection_close(s);
			return rc;
		}
	}
}

int
connection_prepare(struct store *s, enum sql name, struct err *e)
{
	struct postgres *pg = s->postgres;
	const struct libpq *lib = pg->lib;
	int rc;

	if (pg->statements[name].is_prepared)
		return 0;
	if (postgres_query_text(name) == NULL) {
		s->failure = POSTGRES_OTHER;
		return err_set(e, ERR_REFUSED,
		    "%s is not available on PostgreSQL", sql_name(name));
	}
	if ((rc = connection_settle(s, e)) != 0)
		return rc;
	if (lib->PQsendPrepare(pg->connection, sql_name(name),
		postgres_query_text(name), 0, NULL) != 1 ||
	    lib->PQsendDescribePrepared(pg->connection, sql_name(name)) != 1 ||
	    lib->PQpipelineSync(pg->connection) != 1)
		return pipeline_lose(s, sql_name(name), e);
	rc = pipeline_read_command(s, sql_name(name), 0, e);
	if (rc == 0)
		rc = pipeline_read_types(s, name, e);
	if (pg->connection == NULL)
		return rc;
	return pipeline_finish(s, sql_name(name), rc, e);
}
