/*
 * statement.c -- named queries on PostgreSQL: prepared, bound by name, stepped.
 *
 * In:  build/store/postgres/sql.inc, which embed.awk makes from
 *      store/postgres/sql and store/sqlite/sql.
 * Out: postgres_dialect (store/query/dialect.h).
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres/connection.h"
#include "store/postgres/dialect.h"
#include "store/postgres/value.h"

/* `text`: the query; `parameters`: the names, each followed by a NUL. An empty
 * name ends the list. */
struct postgres_text {
	const char *text, *parameters;
	bool is_planned_once;
};
#define SQL_WANT_POSTGRES
#include "store/postgres/sql.inc"

const char *
postgres_query_text(enum sql name)
{
	return postgres_texts[name].text;
}

const char *
postgres_query_parameters(enum sql name)
{
	return postgres_texts[name].parameters;
}

bool
postgres_is_planned_once(enum sql name)
{
	return postgres_texts[name].is_planned_once;
}

void
postgres_statement_clear(const struct libpq *lib, struct postgres_statement *p)
{
	for (int i = 0; i < p->n_parameters; i++) {
		free(p->copies[i]);
		p->copies[i] = NULL;
		p->values[i] = NULL;
	}
	lib->PQclear(p->row);
	p->row = NULL;
	for (; p->next_kept < p->n_kept; p->next_kept++)
		lib->PQclear(p->kept[p->next_kept]);
	p->n_kept = p->next_kept = 0;
	p->state = STATEMENT_IDLE;
}

void
postgres_statement_free(const struct libpq *lib, struct postgres_statement *p)
{
	if (p->copies != NULL && p->values != NULL)
		postgres_statement_clear(lib, p);
	free(p->parameter_types);
	free(p->column_types);
	free(p->values);
	free(p->lengths);
	free(p->formats);
	free(p->numbers);
	free(p->copies);
	free(p->kept);
	*p = (struct postgres_statement){ 0 };
}

/* ---- preparing ---- */

static int
postgres_statement_prepare_all(struct store *s, struct err *e)
{
	int rc = 0;

	for (int name = 0; name < SQL_COUNT && rc == 0; name++)
		if (postgres_texts[name].text != NULL)
			rc = connection_prepare(s, (enum sql)name, e);
	return rc;
}

/* Connects if the connection was lost.  Within a transaction it does not
 * connect, so that the transaction is repeated as a whole. */
static int
postgres_statement_make_ready(struct store *s, enum sql name, struct err *e)
{
	int rc;

	if (s->postgres->connection == NULL && s->in_transaction) {
		s->failure = POSTGRES_UNAVAILABLE;
		return err_set(e, ERR_DATABASE,
		    "%s: the connection to the server was lost",
		    sql_name(name));
	}
	if ((rc = connection_open(s, e)) != 0)
		return rc;
	return connection_prepare(s, name, e);
}

static void
postgres_statement_select(struct query *q)
{
	struct postgres_statement *p = &q->store->postgres->statements[q->name];

	if (!p->is_prepared &&
	    postgres_statement_make_ready(q->store, q->name, NULL) != 0)
		q->failure = q->store->failure;
	q->prepared = p;
	assert(p->state == STATEMENT_IDLE);
}

/* ---- parameters ---- */

/* Returns the number of a parameter, 0 if the query does not have it. */
static int
postgres_statement_number_of(enum sql query, const char *parameter)
{
	const char *name = postgres_texts[query].parameters;

	for (int i = 1; name != NULL && *name != '\0'; i++) {
		if (strcmp(name, parameter) == 0)
			return i;
		name += strlen(name) + 1;
	}
	return 0;
}

static int
postgres_statement_find_parameter(const struct query *q, const char *parameter)
{
	return postgres_statement_number_of(q->name, parameter);
}

bool
postgres_has_parameter(enum sql query, const char *parameter)
{
	return postgres_statement_number_of(query, parameter) > 0;
}

static void
postgres_statement_bind_null(struct query *q, int index)
{
	q->prepared->values[index - 1] = NULL;
}

static void
postgres_statement_bind_number(
    struct query *q, int index, struct value form, bool is_valid)
{
	struct postgres_statement *p = q->prepared;

	if (!is_valid && q->failure == POSTGRES_OK)
		q->failure = POSTGRES_OTHER;
	p->values[index - 1] = p->numbers[index - 1];
	p->lengths[index - 1] = form.length;
	p->formats[index - 1] = form.format;
}

static void
postgres_statement_bind_int(struct query *q, int index, int64_t value)
{
	struct value form;
	bool is_valid = value_of_int(q->prepared->parameter_types[index - 1],
	    value, q->prepared->numbers[index - 1], &form);

	postgres_statement_bind_number(q, index, form, is_valid);
}

static void
postgres_statement_bind_real(struct query *q, int index, double value)
{
	struct value form;
	bool is_valid = value_of_real(q->prepared->parameter_types[index - 1],
	    value, q->prepared->numbers[index - 1], &form);

	postgres_statement_bind_number(q, index, form, is_valid);
}

static void
postgres_statement_bind_copy(struct query *q, int index, struct slice text)
{
	struct postgres_statement *p = q->prepared;
	struct value form;
	char *copy = value_of_text(p->parameter_types[index - 1], text, &form);

	if (copy == NULL) {
		q->failure = POSTGRES_NO_MEMORY;
		return;
	}
	free(p->copies[index - 1]);
	p->copies[index - 1] = copy;
	p->values[index - 1] = copy;
	p->lengths[index - 1] = form.length;
	p->formats[index - 1] = form.format;
}

static void
postgres_statement_bind_plain(struct query *q, int index, struct slice bytes)
{
	struct postgres_statement *p = q->prepared;

	p->values[index - 1] = bytes.p;
	p->lengths[index - 1] = (int)bytes.len;
	p->formats[index - 1] = 1;
}

static void
postgres_statement_bind_text(
    struct query *q, int index, struct slice text, bool is_owned)
{
	struct postgres_statement *p = q->prepared;
	char *own = is_owned ? (char *)(uintptr_t)text.p : NULL;

	if (text.len > INT32_MAX - 2) {
		free(own);
		q->failure = POSTGRES_OTHER;
		return;
	}
	if (!value_is_plain_text(p->parameter_types[index - 1])) {
		postgres_statement_bind_copy(q, index, text);
		free(own);
		return;
	}
	postgres_statement_bind_plain(q, index, text);
	if (own != NULL) {
		free(p->copies[index - 1]);
		p->copies[index - 1] = own;
	}
}

static void
postgres_statement_bind_blob(struct query *q, int index, struct slice bytes)
{
	if (bytes.len > INT32_MAX - 2)
		q->failure = POSTGRES_OTHER;
	else
		postgres_statement_bind_plain(q, index, bytes);
}

/* ---- steps ---- */

/* Returns the error of a query that could not be prepared or bound.  Tries to
 * prepare it once more. */
static int
postgres_statement_refuse(struct query *q, struct err *e)
{
	struct store *s = q->store;
	int rc;

	if (!q->prepared->is_prepared &&
	    (rc = postgres_statement_make_ready(s, q->name, e)) != 0)
		return rc;
	s->failure = q->failure;
	if (q->failure == POSTGRES_NO_MEMORY)
		return err_set(
		    e, ERR_MEMORY, "%s: out of memory", sql_name(q->name));
	if (q->failure == POSTGRES_OTHER)
		return err_set(e, ERR_LIMIT, "%s: a value is out of its range",
		    sql_name(q->name));
	return err_set(e, ERR_DATABASE, "%s: the query was not prepared",
	    sql_name(q->name));
}

static int
postgres_statement_begin(struct query *q, struct err *e)
{
	if (q->failure != POSTGRES_OK)
		return postgres_statement_refuse(q, e);
	return connection_send(q->store, q->name, e);
}

/* Moves to the next row.  Returns 1, 0 after the last row, or an error. */
static int
postgres_statement_advance(struct query *q, struct err *e)
{
	struct postgres_statement *p = q->prepared;
	const struct libpq *lib = q->store->postgres->lib;
	int rc;

	if (p->row != NULL && ++p->row_at < lib->PQntuples(p->row))
		return 1;
	lib->PQclear(p->row);
	p->row = NULL;
	p->row_at = 0;
	if (p->next_kept < p->n_kept) {
		p->row = p->kept[p->next_kept++];
		return 1;
	}
	if (p->state == STATEMENT_LOST) {
		q->store->failure = POSTGRES_UNAVAILABLE;
		return err_set(e, ERR_DATABASE,
		    "%s: the connection to the server was lost",
		    sql_name(q->name));
	}
	if (p->state == STATEMENT_DONE)
		return 0;
	if ((rc = connection_next(q->store, q->name, &p->row, e)) != 0)
		return rc;
	return p->row != NULL;
}

static int
postgres_statement_step(struct query *q, struct err *e)
{
	bool is_known = false;
	int rc = 0;

	if (q->prepared->state == STATEMENT_IDLE && q->failure == POSTGRES_OK &&
	    (rc = ahead_take(q, &is_known, e)) != 0)
		return rc;
	if (q->prepared->state == STATEMENT_IDLE &&
	    (rc = postgres_statement_begin(q, e)) != 0)
		return rc;
	return postgres_statement_advance(q, e);
}

static void
postgres_statement_end(struct query *q)
{
	struct postgres *pg = q->store->postgres;

	if (pg->live == q->prepared)
		connection_skip(q->store);
	postgres_statement_clear(pg->lib, q->prepared);
}

/* In a transaction, a write that returns no rows is only queued.  Its error is
 * returned by a later call. */
static int
postgres_statement_run(struct query *q, struct err *e)
{
	struct postgres *pg = q->store->postgres;
	int rc;

	if (q->failure == POSTGRES_OK && q->prepared->n_columns == 0 &&
	    pg->is_in_transaction)
		return connection_queue(q->store, q->name, e);
	while ((rc = postgres_statement_step(q, e)) > 0)
		;
	return rc;
}

/* Takes an id for a new article.  Ids are fetched LIMIT_POSTGRES_IDS at a time;
 * those that are not used are lost. */
static int
postgres_statement_next_id(struct store *s, int64_t *ret, struct err *e)
{
	struct postgres *pg = s->postgres;
	struct query q;
	int rc = 0;

	if (pg->n_ids == 0) {
		q = query_of(s, SQL_article_new_ids);
		query_int(&q, ":n", LIMIT_POSTGRES_IDS);
		while (pg->n_ids < LIMIT_POSTGRES_IDS &&
		       (rc = query_step(&q, e)) > 0)
			pg->ids[pg->n_ids++] = query_column_int(&q, 0);
		query_end(&q);
	}
	if (rc < 0 || pg->n_ids == 0)
		return rc < 0 ? rc
			      : err_set(e, ERR_DATABASE,
				    "the database returned no new id");
	*ret = pg->ids[--pg->n_ids];
	return 0;
}

/* In a transaction, an insert with the parameter :new_id is queued.  Any other
 * insert must end with "RETURNING id". */
static int
postgres_statement_run_insert(struct query *q, int64_t *ret_id, struct err *e)
{
	int rc, parameter = postgres_statement_number_of(q->name, ":new_id");

	if (parameter > 0 && q->failure == POSTGRES_OK &&
	    q->store->postgres->is_in_transaction) {
		if ((rc = postgres_statement_next_id(q->store, ret_id, e)) != 0)
			return rc;
		postgres_statement_bind_int(q, parameter, *ret_id);
		return connection_queue(q->store, q->name, e);
	}
	rc = postgres_statement_step(q, e);
	if (rc > 0)
		*ret_id = query_column_int(q, 0);
	else if (rc == 0)
		rc = err_set(e, ERR_DATABASE, "%s: no id was returned",
		    sql_name(q->name));
	return rc;
}

/* ---- columns ---- */

static bool
postgres_statement_is_null(const struct query *q, int column)
{
	const struct postgres_statement *p = q->prepared;

	return q->store->postgres->lib->PQgetisnull(
		   p->row, p->row_at, column) != 0;
}

static struct slice
postgres_statement_bytes(const struct query *q, int column)
{
	const struct postgres_statement *p = q->prepared;
	const struct libpq *lib = q->store->postgres->lib;

	return (struct slice){ lib->PQgetvalue(p->row, p->row_at, column),
		(size_t)lib->PQgetlength(p->row, p->row_at, column) };
}

static int64_t
postgres_statement_read_int(const struct query *q, int column)
{
	if (postgres_statement_is_null(q, column))
		return 0;
	return value_read_int(q->prepared->column_types[column],
	    postgres_statement_bytes(q, column));
}

static double
postgres_statement_read_real(const struct query *q, int column)
{
	if (postgres_statement_is_null(q, column))
		return 0;
	return value_read_real(q->prepared->column_types[column],
	    postgres_statement_bytes(q, column));
}

/* The text of a number is valid until this thread has read four more numbers as
 * texts.  Callers use such a text at once. */
static struct slice
postgres_statement_read_text(const struct query *q, int column)
{
	static _Thread_local char digits[4][VALUE_DIGITS];
	static _Thread_local unsigned turn;

	return value_read_text(q->prepared->column_types[column],
	    postgres_statement_bytes(q, column), digits[turn++ % 4]);
}

/* ---- the table ---- */

/* Ends the queries that a failed operation did not end. */
static void
postgres_statement_reset(struct store *s)
{
	struct postgres *pg = s->postgres;

	connection_skip(s);
	ahead_drop(pg);
	for (size_t i = 0; i < SQL_COUNT; i++)
		if (pg->statements[i].state != STATEMENT_IDLE)
			postgres_statement_clear(pg->lib, &pg->statements[i]);
}

static void
postgres_statement_forget(struct store *s)
{
	ahead_drop(s->postgres);
}

static bool
postgres_statement_has(enum sql name)
{
	return postgres_texts[name].text != NULL;
}

const struct dialect postgres_dialect = {
	.no_memory = POSTGRES_NO_MEMORY,
	.prepare = postgres_statement_prepare_all,
	.select = postgres_statement_select,
	.find_parameter = postgres_statement_find_parameter,
	.bind_null = postgres_statement_bind_null,
	.bind_int = postgres_statement_bind_int,
	.bind_real = postgres_statement_bind_real,
	.bind_text = postgres_statement_bind_text,
	.bind_blob = postgres_statement_bind_blob,
	.step = postgres_statement_step,
	.end = postgres_statement_end,
	.run = postgres_statement_run,
	.run_insert = postgres_statement_run_insert,
	.ahead = postgres_ahead,
	.forget = postgres_statement_forget,
	.is_null = postgres_statement_is_null,
	.read_int = postgres_statement_read_int,
	.read_real = postgres_statement_read_real,
	.read_text = postgres_statement_read_text,
	.transact = postgres_transact,
	.is_in_transaction = postgres_is_in_transaction,
	.reset = postgres_statement_reset,
	.may_retry = postgres_may_retry,
	.is_faulty = postgres_is_faulty,
	.is_damaged = postgres_is_damaged,
	.checkpoint = postgres_checkpoint,
	.vacuum = postgres_vacuum,
	.backup = postgres_backup,
	.has = postgres_statement_has,
	.check_index = postgres_check_index,
	.watch = postgres_watch,
	.check_damage = postgres_check_damage,
	.close = postgres_close,
};
