/*
 * query.c -- the functions of statement.h and database.h that call the dialect.
 *
 * In:  named queries, values by the names of their parameters.
 * Out: rows, read by column or copied.
 */
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "store/query/dialect.h"
#include "store/postgres/quiet_poll.h"
#include "store/maintenance.h"
#include "store/sqlite/statement.h"

int
statements_prepare(struct store *s, struct err *e)
{
	return s->dialect->prepare(s, e);
}

struct query
query_of(struct store *s, enum sql name)
{
	struct query q = { .store = s, .name = name };
	bool failed = s->quiet.n > 0 && !s->quiet.is_held &&
		      quiet_polls_write(s, NULL) != 0;

	s->dialect->select(&q);
	if (failed && q.failure == 0)
		q.failure = s->failure;
	return q;
}

/* ---- parameters ---- */

static int
query_parameter(const struct query *q, const char *parameter)
{
	size_t slot =
	    ((uintptr_t)parameter + 61 * (size_t)q->name) % PARAMETERS_KNOWN;
	struct known_parameter *known = &q->store->parameters[slot];

	if (q->failure != 0)
		return 0; /* the query has failed, so no value is bound */
	if (known->name != parameter || known->of != q->name)
		*known = (struct known_parameter){ parameter, q->name,
			q->store->dialect->find_parameter(q, parameter) };
	return known->index;
}

void
query_int(struct query *q, const char *parameter, int64_t value)
{
	int index = query_parameter(q, parameter);

	if (index > 0)
		q->store->dialect->bind_int(q, index, value);
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
	int index = query_parameter(q, parameter);

	if (index > 0)
		q->store->dialect->bind_real(q, index, value);
}

static void
query_null(struct query *q, const char *parameter)
{
	int index = query_parameter(q, parameter);

	if (index > 0)
		q->store->dialect->bind_null(q, index);
}

void
query_date(struct query *q, const char *parameter, int64_t at)
{
	if (at == DATE_NONE)
		query_null(q, parameter);
	else
		query_int(q, parameter, at);
}

static bool
query_is_clean(struct slice s)
{
	return utf8_valid(s) && memchr(s.p, '\0', s.len) == NULL;
}

/* Binds a repaired copy of a text that is not valid UTF-8 or contains a NUL. */
static void
query_bind_repaired(struct query *q, int index, struct slice text)
{
	struct buf repaired;
	struct slice copy;

	buf_init(&repaired, 3 * text.len + 1);
	for (size_t at = 0; at < text.len;) {
		uint32_t rune;

		at += utf8_decode(text.p + at, text.len - at, &rune);
		buf_append_rune(&repaired, rune == 0 ? RUNE_BAD : rune);
	}
	if (buf_failed(&repaired)) {
		buf_release(&repaired);
		q->failure = q->store->dialect->no_memory;
		return;
	}
	copy.len = repaired.len;
	copy.p = buf_detach(&repaired);
	q->store->dialect->bind_text(q, index, copy, true);
}

void
query_text_always(struct query *q, const char *parameter, struct slice text)
{
	int index = query_parameter(q, parameter);

	if (index == 0)
		return;
	if (text.len == 0)
		q->store->dialect->bind_text(q, index, SLICE(""), false);
	else if (query_is_clean(text))
		q->store->dialect->bind_text(q, index, text, false);
	else
		query_bind_repaired(q, index, text);
}

void
query_text(struct query *q, const char *parameter, struct slice text)
{
	if (text.len == 0)
		query_null(q, parameter);
	else
		query_text_always(q, parameter, text);
}

void
query_blob(struct query *q, const char *parameter, struct slice bytes)
{
	int index = query_parameter(q, parameter);

	if (index == 0)
		return;
	if (bytes.p == NULL)
		q->store->dialect->bind_null(q, index);
	else
		q->store->dialect->bind_blob(q, index, bytes);
}

void
query_bytes(struct query *q, const char *parameter, struct slice bytes)
{
	if (bytes.len == 0 || query_is_clean(bytes))
		query_text(q, parameter, bytes);
	else
		query_blob(q, parameter, bytes);
}

/* ---- steps ---- */

int
query_step(struct query *q, struct err *e)
{
	return q->store->dialect->step(q, e);
}

void
query_end(struct query *q)
{
	q->store->dialect->end(q);
	q->failure = 0;
}

int
query_run(struct query *q, struct err *e)
{
	int rc = q->store->dialect->run(q, e);

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
	int rc = q->store->dialect->run_insert(q, ret_id, e);

	query_end(q);
	return rc < 0 ? rc : 0;
}

bool
store_reads_ahead(const struct store *s)
{
	return s->dialect->ahead != NULL;
}

void
store_forget_ahead(struct store *s)
{
	if (s->dialect->forget != NULL)
		s->dialect->forget(s);
}

void
query_ahead(struct query *q)
{
	if (q->store->dialect->ahead != NULL)
		q->store->dialect->ahead(q);
	query_end(q);
}

/* ---- columns ---- */

int64_t
query_column_int(const struct query *q, int column)
{
	return q->store->dialect->read_int(q, column);
}

int64_t
query_column_date(const struct query *q, int column)
{
	if (q->store->dialect->is_null(q, column))
		return DATE_NONE;
	return q->store->dialect->read_int(q, column);
}

double
query_column_real(const struct query *q, int column)
{
	return q->store->dialect->read_real(q, column);
}

struct slice
query_column_text(const struct query *q, int column)
{
	if (q->store->dialect->is_null(q, column))
		return SLICE_NONE;
	return q->store->dialect->read_text(q, column);
}

struct slice
query_column_copy(const struct query *q, int column, struct arena *arena)
{
	return arena_copy(arena, query_column_text(q, column));
}

/* ---- all rows ---- */

/* Reads the rows for rows_collect().  If the rows need more memory than the
 * arena's limit, the arena jumps to the setjmp() of this function. */
static int
query_collect(struct query *q, size_t row_bytes, query_read *read,
    struct rows *rows, struct err *e)
{
	jmp_buf exhausted;
	int rc;

	if (setjmp(exhausted) != 0) {
		if (rows->arena.no_memory)
			return err_set(e, ERR_MEMORY, "%s: out of memory",
			    sql_name(q->name));
		return err_set(e, ERR_LIMIT,
		    "%s: the rows need more than %lld bytes of memory",
		    sql_name(q->name), LIMIT_STORE_ARENA);
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
	rc = query_collect(q, row_bytes, read, ret, e);
	ret->arena.exhausted = NULL;
	query_end(q);
	return rc;
}

static void
query_read_id(const struct query *q, struct arena *arena, void *ret_row)
{
	(void)arena;
	*(int64_t *)ret_row = query_column_int(q, 0);
}

int
rows_collect_ids(struct query *q, struct rows *ret, struct err *e)
{
	return rows_collect(q, sizeof(int64_t), query_read_id, ret, e);
}

void
rows_release(struct rows *rows)
{
	arena_release(&rows->arena);
	*rows = (struct rows){ 0 };
}

/* ---- the whole database ---- */

bool
store_may_retry(const struct store *s)
{
	return s->dialect->may_retry(s);
}

bool
store_is_faulty(const struct store *s)
{
	return s->dialect->is_faulty(s);
}

bool
store_is_damaged(const struct store *s)
{
	return s->dialect->is_damaged(s);
}

int
store_checkpoint(struct store *s, struct err *e)
{
	assert(!s->in_transaction);
	return s->dialect->checkpoint(s, e);
}

int
store_vacuum(struct store *s, struct err *e)
{
	return s->dialect->vacuum(s, e);
}

int
store_backup(struct store *s, const char *path, struct err *e)
{
	return s->dialect->backup(s, path, e);
}

bool
store_check_damage(const struct store *s, struct err *e)
{
	return s->dialect->check_damage(s, e);
}
