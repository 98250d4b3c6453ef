/*
 * statement.c -- named queries: prepared, bound by name, stepped.
 *
 * In:  build/store/sqlite/sql.inc, which embed.awk makes from store/sqlite/sql.
 * Out: sqlite_dialect (store/query/dialect.h).
 *
 * The following files also use SQLite's interface: open.c, fault.c, schema.c,
 * backup.c, vacuum.c, check.c, scan.c and salvage*.c, which need more than
 * statements; grams.c and relevance.c, which define SQL functions; fts_token.c
 * and token_replay.c, which use FTS5's tokenizers; and refusals.c.
 */
#include "store/sqlite/statement.h"

#include <assert.h>
#include <stdlib.h>

#include <sqlite3.h>

#include "store/query/dialect.h"
#include "store/feed/refusals.h"
#include "store/sqlite/dialect.h"

struct sql_text {
	const char *name, *text;
};
#define SQL_WANT_TEXTS
#include "store/sqlite/sql.inc"

const char *
sql_name(enum sql name)
{
	return sql_texts[name].name;
}

static int
statement_prepare(struct store *s, enum sql name, struct err *e)
{
	int rc;

	if (sqlite3_prepare_v3(s->db, sql_texts[name].text, -1,
		SQLITE_PREPARE_PERSISTENT, &s->statements[name],
		NULL) == SQLITE_OK)
		return 0;
	rc = store_fail(s, sql_name(name), e);
	if (store_may_retry(s) || s->failure_errno != 0)
		return rc;
	return err_set(e, ERR_REFUSED,
	    "its tables do not match its schema (%s: %s): "
	    "restore a backup",
	    sql_name(name), sqlite3_errmsg(s->db));
}

void
statements_finalize(struct store *s)
{
	for (size_t i = 0; i < SQL_COUNT; i++) {
		sqlite3_finalize(s->statements[i]);
		s->statements[i] = NULL;
	}
}

static void
statement_reset_all(struct store *s)
{
	for (size_t i = 0; i < SQL_COUNT; i++)
		if (sqlite3_stmt_busy(s->statements[i]))
			sqlite3_reset(s->statements[i]);
}

static int
statement_prepare_all(struct store *s, struct err *e)
{
	int rc = 0;

	for (int name = 0; name < SQL_COUNT && rc == 0; name++)
		if (s->statements[name] == NULL && sql_texts[name].text != NULL)
			rc = statement_prepare(s, (enum sql)name, e);
	return rc;
}

static void
statement_select(struct query *q)
{
	struct store *s = q->store;
	struct err e = ERR_INIT;

	if (s->statements[q->name] == NULL &&
	    statement_prepare(s, q->name, &e) != 0)
		q->failure = s->failure;
	q->statement = s->statements[q->name];
	assert(!sqlite3_stmt_busy(q->statement));
}

/* ---- parameters ---- */

static int
statement_find_parameter(const struct query *q, const char *parameter)
{
	int index = sqlite3_bind_parameter_index(q->statement, parameter);

	assert(index > 0 || postgres_has_parameter(q->name, parameter));
	return index;
}

static void
statement_note_binding(struct query *q, int rc)
{
	if (q->failure == SQLITE_OK)
		q->failure = rc;
}

static void
statement_bind_null(struct query *q, int index)
{
	statement_note_binding(q, sqlite3_bind_null(q->statement, index));
}

static void
statement_bind_int(struct query *q, int index, int64_t value)
{
	statement_note_binding(
	    q, sqlite3_bind_int64(q->statement, index, value));
}

static void
statement_bind_real(struct query *q, int index, double value)
{
	statement_note_binding(
	    q, sqlite3_bind_double(q->statement, index, value));
}

static void
statement_bind_text(
    struct query *q, int index, struct slice text, bool is_owned)
{
	statement_note_binding(
	    q, sqlite3_bind_text64(q->statement, index, text.p, text.len,
		   is_owned ? free : SQLITE_STATIC, SQLITE_UTF8));
}

static void
statement_bind_blob(struct query *q, int index, struct slice bytes)
{
	statement_note_binding(q, sqlite3_bind_blob64(q->statement, index,
				      bytes.p, bytes.len, SQLITE_STATIC));
}

/* ---- steps ---- */

static int
statement_step(struct query *q, struct err *e)
{
	unsigned refusals = refusals_so_far();
	int rc;

	/* If the query could not be prepared, it is prepared again for the
	 * error message. */
	if (q->statement == NULL &&
	    (rc = statement_prepare(q->store, q->name, e)) != 0)
		return rc;
	if (q->failure != SQLITE_OK) {
		q->store->failure = q->failure;
		return err_set(e,
		    q->failure == SQLITE_NOMEM ? ERR_MEMORY : ERR_LIMIT,
		    "%s: %s", sql_name(q->name), sqlite3_errstr(q->failure));
	}
	rc = sqlite3_step(q->statement);
	if ((rc == SQLITE_ROW || rc == SQLITE_DONE) &&
	    refusals_so_far() != refusals) {
		q->store->failure = SQLITE_NOMEM;
		return err_set(
		    e, ERR_MEMORY, "%s: out of memory", sql_name(q->name));
	}
	if (rc == SQLITE_ROW)
		return 1;
	if (rc == SQLITE_DONE)
		return 0;
	return store_fail(q->store, sql_name(q->name), e);
}

static void
statement_end(struct query *q)
{
	sqlite3_reset(q->statement);
	if (q->statement != NULL)
		sqlite3_clear_bindings(q->statement);
}

static int
statement_run(struct query *q, struct err *e)
{
	int rc;

	while ((rc = statement_step(q, e)) > 0)
		;
	return rc;
}

static int
statement_run_insert(struct query *q, int64_t *ret_id, struct err *e)
{
	int rc = statement_step(q, e);

	if (rc >= 0)
		*ret_id =
		    sqlite3_last_insert_rowid(sqlite3_db_handle(q->statement));
	return rc;
}

/* ---- columns ---- */

static bool
statement_is_null(const struct query *q, int column)
{
	return sqlite3_column_type(q->statement, column) == SQLITE_NULL;
}

static int64_t
statement_read_int(const struct query *q, int column)
{
	return sqlite3_column_int64(q->statement, column);
}

static double
statement_read_real(const struct query *q, int column)
{
	return sqlite3_column_double(q->statement, column);
}

static struct slice
statement_read_text(const struct query *q, int column)
{
	struct slice text;

	text.p = sqlite3_column_blob(q->statement, column);
	text.len = (size_t)sqlite3_column_bytes(q->statement, column);
	return text.p != NULL ? text : SLICE("");
}

/* ---- transactions ---- */

static int
statement_transact(struct store *s, enum sql name, struct err *e)
{
	struct query q = query_of(s, name);

	return query_run(&q, e);
}

static bool
statement_is_in_transaction(const struct store *s)
{
	return !sqlite3_get_autocommit(s->db);
}

static bool
statement_has(enum sql name)
{
	return sql_texts[name].text != NULL;
}

const struct dialect sqlite_dialect = {
	.no_memory = SQLITE_NOMEM,
	.prepare = statement_prepare_all,
	.select = statement_select,
	.find_parameter = statement_find_parameter,
	.bind_null = statement_bind_null,
	.bind_int = statement_bind_int,
	.bind_real = statement_bind_real,
	.bind_text = statement_bind_text,
	.bind_blob = statement_bind_blob,
	.step = statement_step,
	.end = statement_end,
	.run = statement_run,
	.run_insert = statement_run_insert,
	.is_null = statement_is_null,
	.read_int = statement_read_int,
	.read_real = statement_read_real,
	.read_text = statement_read_text,
	.transact = statement_transact,
	.is_in_transaction = statement_is_in_transaction,
	.reset = statement_reset_all,
	.may_retry = sqlite_may_retry,
	.is_faulty = sqlite_is_faulty,
	.is_damaged = sqlite_is_damaged,
	.checkpoint = sqlite_checkpoint,
	.vacuum = sqlite_vacuum,
	.backup = sqlite_backup,
	.has = statement_has,
	.check_index = sqlite_check_index,
	.watch = sqlite_watch,
	.check_damage = sqlite_check_damage,
	.close = sqlite_close,
};
