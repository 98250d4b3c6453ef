/*
 * statement.c -- named queries: prepared, bound by name, stepped.
 *
 * In:  build/store/sqlite/sql.inc, which embed.awk makes from store/sqlite/sql.
 *
 * The following files also use SQLite's interface: store.c, transaction.c,
 * fault.c, schema.c, backup.c, vacuum.c, check.c, scan.c and salvage*.c, which
 * need more than statements; grams.c and relevance.c, which define functions
 * for statements; and refusals.c.
 */
#include "store/sqlite/statement.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include <sqlite3.h>

#include "base/buf.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "store/feed/refusals.h"

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

int
statements_prepare(struct store *s, struct err *e)
{
	int rc = 0;

	for (int name = 0; name < SQL_COUNT && rc == 0; name++)
		if (s->statements[name] == NULL)
			rc = statement_prepare(s, (enum sql)name, e);
	return rc;
}

void
statements_finalize(struct store *s)
{
	for (size_t i = 0; i < SQL_COUNT; i++) {
		sqlite3_finalize(s->statements[i]);
		s->statements[i] = NULL;
	}
}

void
statements_reset(struct store *s)
{
	for (size_t i = 0; i < SQL_COUNT; i++)
		if (sqlite3_stmt_busy(s->statements[i]))
			sqlite3_reset(s->statements[i]);
}

struct query
query_of(struct store *s, enum sql name)
{
	struct query q = { .store = s, .name = name, .failure = SQLITE_OK };
	struct err e = ERR_INIT;

	if (s->statements[name] == NULL && statement_prepare(s, name, &e) != 0)
		q.failure = s->failure;
	q.statement = s->statements[name];
	assert(!sqlite3_stmt_busy(q.statement));
	return q;
}

static int
statement_parameter_index(const struct query *q, const char *parameter)
{
	size_t slot =
	    ((uintptr_t)parameter + 61 * (size_t)q->name) % PARAMETERS_KNOWN;
	struct known_parameter *known = &q->store->parameters[slot];

	if (q->statement == NULL)
		return 0; /* no value can be bound to this parameter */
	if (known->name != parameter || known->of != q->name)
		*known = (struct known_parameter){ parameter, q->name,
			sqlite3_bind_parameter_index(q->statement, parameter) };
	assert(known->index > 0);
	return known->index;
}

static void
statement_note_binding(struct query *q, int rc)
{
	if (q->failure == SQLITE_OK)
		q->failure = rc;
}

void
query_int(struct query *q, const char *parameter, int64_t value)
{
	statement_note_binding(
	    q, sqlite3_bind_int64(q->statement,
		   statement_parameter_index(q, parameter), value));
}

void
query_count(struct query *q, const char *parameter, size_t n)
{
	uint64_t wide = n; /* conversion, because size_t may have 32 bits */

	query_int(q, parameter, wide < INT64_MAX ? (int64_t)wide : INT64_MAX);
}

void
query_real(struct query *q, const char *parameter, double value)
{
	statement_note_binding(
	    q, sqlite3_bind_double(q->statement,
		   statement_parameter_index(q, parameter), value));
}

void
query_date(struct query *q, const char *parameter, int64_t at)
{
	int index = statement_parameter_index(q, parameter);

	statement_note_binding(
	    q, at == DATE_NONE ? sqlite3_bind_null(q->statement, index)
			       : sqlite3_bind_int64(q->statement, index, at));
}

static bool
statement_is_clean(struct slice s)
{
	return utf8_valid(s) && memchr(s.p, '\0', s.len) == NULL;
}

/* Binds a repaired copy of a text that is not valid UTF-8 or contains a NUL.
 * SQLite frees the copy. */
static int
statement_bind_repaired(struct query *q, int index, struct slice text)
{
	struct buf repaired;
	size_t n_bytes;

	buf_init(&repaired, 3 * text.len + 1);
	for (size_t at = 0; at < text.len;) {
		uint32_t rune;

		at += utf8_decode(text.p + at, text.len - at, &rune);
		buf_append_rune(&repaired, rune == 0 ? RUNE_BAD : rune);
	}
	if (buf_failed(&repaired)) {
		buf_release(&repaired);
		return SQLITE_NOMEM;
	}
	n_bytes = repaired.len;
	return sqlite3_bind_text64(q->statement, index, buf_detach(&repaired),
	    n_bytes, free, SQLITE_UTF8);
}

void
query_text_always(struct query *q, const char *parameter, struct slice text)
{
	int index = statement_parameter_index(q, parameter);

	if (text.len == 0)
		statement_note_binding(q, sqlite3_bind_text(q->statement, index,
					      "", 0, SQLITE_STATIC));
	else if (statement_is_clean(text))
		statement_note_binding(
		    q, sqlite3_bind_text64(q->statement, index, text.p,
			   text.len, SQLITE_STATIC, SQLITE_UTF8));
	else
		statement_note_binding(
		    q, statement_bind_repaired(q, index, text));
}

void
query_text(struct query *q, const char *parameter, struct slice text)
{
	if (text.len == 0)
		statement_note_binding(
		    q, sqlite3_bind_null(q->statement,
			   statement_parameter_index(q, parameter)));
	else
		query_text_always(q, parameter, text);
}

void
query_blob(struct query *q, const char *parameter, struct slice bytes)
{
	statement_note_binding(q, sqlite3_bind_blob64(q->statement,
				      statement_parameter_index(q, parameter),
				      bytes.p, bytes.len, SQLITE_STATIC));
}

void
query_bytes(struct query *q, const char *parameter, struct slice bytes)
{
	if (bytes.len == 0 || statement_is_clean(bytes))
		query_text(q, parameter, bytes);
	else
		query_blob(q, parameter, bytes);
}

int
query_step(struct query *q, struct err *e)
{
	unsigned refusals = refusals_so_far();
	int rc;

	/* The query could not be prepared: prepare it again for the error
	 * message. */
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

void
query_end(struct query *q)
{
	sqlite3_reset(q->statement);
	if (q->statement != NULL)
		sqlite3_clear_bindings(q->statement);
	q->failure = SQLITE_OK;
}

int
query_run(struct query *q, struct err *e)
{
	int rc;

	while ((rc = query_step(q, e)) > 0)
		;
	query_end(q);
	return rc;
}

int
query_run_int(struct query *q, int64_t *ret, struct err *e)
{
	int rc = query_step(q, e);

	if (rc > 0)
		*ret = query_column_int(q, 0);
	else if (rc == 0)
		rc = err_set(e, ERR_NOT_FOUND, "%s: no row was found",
		    sql_name(q->name));
	query_end(q);
	return rc > 0 ? 0 : rc;
}

int
query_run_insert(struct query *q, int64_t *ret_id, struct err *e)
{
	int rc = query_step(q, e);

	if (rc >= 0)
		*ret_id =
		    sqlite3_last_insert_rowid(sqlite3_db_handle(q->statement));
	query_end(q);
	return rc < 0 ? rc : 0;
}

int64_t
query_column_int(const struct query *q, int column)
{
	return sqlite3_column_int64(q->statement, column);
}

int64_t
query_column_date(const struct query *q, int column)
{
	if (sqlite3_column_type(q->statement, column) == SQLITE_NULL)
		return DATE_NONE;
	return sqlite3_column_int64(q->statement, column);
}

double
query_column_real(const struct query *q, int column)
{
	return sqlite3_column_double(q->statement, column);
}

struct slice
query_column_text(const struct query *q, int column)
{
	struct slice text;

	if (sqlite3_column_type(q->statement, column) == SQLITE_NULL)
		return SLICE_NONE;
	text.p = sqlite3_column_blob(q->statement, column);
	text.len = (size_t)sqlite3_column_bytes(q->statement, column);
	return text.p != NULL ? text : SLICE("");
}

struct slice
query_column_copy(const struct query *q, int column, struct arena *arena)
{
	return arena_copy(arena, query_column_text(q, column));
}

/* The part of rows_collect() that the arena may end with a jump. */
static int
statement_collect(struct query *q, size_t row_bytes, query_read *read,
    struct rows *rows, struct err *e)
{
	jmp_buf exhausted;
	int rc;

	if (setjmp(exhausted) != 0) {
		if (rows->arena.no_memory)
			return err_set(e, ERR_MEMORY, "%s: out of memory",
			    sql_name(q->name));
		return err_set(e, ERR_LIMIT,
		    "%s: its rows need more than %lld bytes", sql_name(q->name),
		    LIMIT_STORE_ARENA);
	}
	rows->arena.exhausted = &exhausted;
	while ((rc = query_step(q, e)) > 0) {
		if (rows->n == rows->cap) {
			size_t cap = rows->cap > 0 ? 2 * rows->cap : 16;

			rows->items = arena_grow(&rows->arena, rows->items,
			    rows->cap, cap, row_bytes);
			rows->cap = cap;
		}
		read(
		    q, &rows->arena, (char *)rows->items + rows->n * row_bytes);
		rows->n++;
	}
	return rc;
}

int
rows_collect(struct query *q, size_t row_bytes, query_read *read,
    struct rows *ret, struct err *e)
{
	int rc;

	*ret = (struct rows){ 0 };
	arena_init(&ret->arena, LIMIT_STORE_ARENA);
	rc = statement_collect(q, row_bytes, read, ret, e);
	ret->arena.exhausted = NULL;
	query_end(q);
	return rc;
}

static void
statement_read_id(const struct query *q, struct arena *arena, void *ret_row)
{
	(void)arena;
	*(int64_t *)ret_row = query_column_int(q, 0);
}

int
rows_collect_ids(struct query *q, struct rows *ret, struct err *e)
{
	return rows_collect(q, sizeof(int64_t), statement_read_id, ret, e);
}

void
rows_release(struct rows *rows)
{
	arena_release(&rows->arena);
	*rows = (struct rows){ 0 };
}
