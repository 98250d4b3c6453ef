/*
 * salvage_row.c -- converts a record of a damaged file to a row of the new one.
 *
 * SQLite checks the row: a row that violates a constraint or is a duplicate is
 * skipped.  The statements use the names of the new database, so that every
 * version of the schema can be salvaged without changes here.
 */
#include <string.h>

#include <sqlite3.h>

#include "base/limits.h"
#include "store/sqlite/salvage/salvage.h"

/* Prepares "INSERT OR IGNORE INTO t (a, b) VALUES (?, ?)" with the columns
 * that a record of n fields has; the other columns get their defaults.  The
 * names are from Gleaner's schema and contain only letters and underscores. */
static int
salvage_row_prepare(
    struct salvage *s, struct salvage_table *t, int n, struct err *e)
{
	struct buf names, marks;
	int rc = SQLITE_NOMEM;

	buf_init(&names, 64 * KIB);
	buf_init(&marks, 64 * KIB);
	for (int i = 0; i < t->n_columns; i++) {
		if (t->columns[i].field >= n)
			continue;
		buf_printf(&names, "%s\"%s\"", names.len > 0 ? ", " : "",
		    t->columns[i].name);
		buf_append_string(&marks, marks.len > 0 ? ", ?" : "?");
	}
	if (!buf_failed(&names) && !buf_failed(&marks))
		rc = salvage_sql(s->db, &t->inserts[n],
		    "INSERT OR IGNORE INTO \"%w\" (%s) VALUES (%s)", t->name,
		    names.p, marks.p);
	buf_release(&names);
	buf_release(&marks);
	return rc == SQLITE_OK ? 0
			       : err_set(e, ERR_DATABASE, "table %s: %s",
				     t->name, sqlite3_errmsg(s->db));
}

static void
salvage_row_bind(sqlite3_stmt *q, int at, const struct record_value *v)
{
	switch (v->type) {
	case VALUE_NULL:
		sqlite3_bind_null(q, at);
		break;
	case VALUE_INT:
		sqlite3_bind_int64(q, at, v->number);
		break;
	case VALUE_REAL:
		sqlite3_bind_double(q, at, v->real);
		break;
	case VALUE_TEXT:
		sqlite3_bind_text(q, at, v->len > 0 ? (const char *)v->p : "",
		    (int)v->len, SQLITE_STATIC);
		break;
	case VALUE_BLOB:
		if (v->len == 0)
			sqlite3_bind_zeroblob(q, at, 0);
		else
			sqlite3_bind_blob(
			    q, at, v->p, (int)v->len, SQLITE_STATIC);
		break;
	}
}

/* Steps the statement.  Returns 0 also if the row violates a constraint. */
static int
salvage_row_insert(
    struct salvage *s, struct salvage_table *t, sqlite3_stmt *q, struct err *e)
{
	int before = sqlite3_total_changes(s->db), rc = sqlite3_step(q);

	sqlite3_reset(q);
	if (rc == SQLITE_DONE && sqlite3_total_changes(s->db) != before)
		t->count.rows++;
	if (rc == SQLITE_DONE)
		return 0;
	if ((rc & 0xff) == SQLITE_CONSTRAINT ||
	    (rc & 0xff) == SQLITE_MISMATCH) {
		t->count.damaged++;
		return 0;
	}
	return err_set(
	    e, ERR_DATABASE, "table %s: %s", t->name, sqlite3_errmsg(s->db));
}

int
salvage_put(struct salvage *s, struct salvage_table *t,
    const struct tree_cell *cell, struct err *e)
{
	struct record_value v[RECORD_VALUES];
	int n = -1, at = 1, rc;

	if (tree_cell_payload(&s->file, cell, &s->payload))
		n = record_read(
		    (const uint8_t *)s->payload.p, s->payload.len, v);
	if (n <= 0 || n > t->n_columns) {
		t->count.damaged++;
		return 0;
	}
	if (t->rowid_column >= 0 && t->rowid_column < n)
		v[t->rowid_column] = (struct record_value){ .type = VALUE_INT,
			.number = cell->rowid };
	if (t->inserts[n] == NULL &&
	    (rc = salvage_row_prepare(s, t, n, e)) != 0)
		return rc;
	for (int i = 0; i < t->n_columns; i++)
		if (t->columns[i].field < n)
			salvage_row_bind(
			    t->inserts[n], at++, &v[t->columns[i].field]);
	return salvage_row_insert(s, t, t->inserts[n], e);
}

void
salvage_release_rows(struct salvage *s)
{
	for (int i = 0; i < s->n_tables; i++)
		for (int n = 0; n <= SALVAGE_COLUMNS; n++)
			sqlite3_finalize(s->tables[i].inserts[n]);
}
