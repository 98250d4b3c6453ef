/*
 * salvage_table.c -- finds the table to which a page of a damaged file belongs.
 *
 * The normal case: the schema in the file (page 1) gives the root of each
 * table, and the pages below the root belong to the table.  Pages below a
 * damaged page are found by the pointer map, whose entries lead from each page
 * up to its root.  If the pointer map is damaged, too, a leaf is assigned to a
 * table if the columns of exactly one table fit all its records.
 */
#include <stdio.h>
#include <string.h>

#include <sqlite3.h>

#include "store/sqlite/salvage/salvage.h"

#define SCHEMA_FIELDS 5 /* type, name, tbl_name, rootpage, sql */
/* Maximum number of steps from a page to its root. */
#define TREE_DEPTH 40

/* ---- tables of the new database ---- */

static void
salvage_table_copy_name(char *to, size_t size, const unsigned char *from)
{
	snprintf(to, size, "%s", from != NULL ? (const char *)from : "");
}

/* Sets the index of each column in a record.  In a record of a table without
 * rowid, the columns of the key come first (SQLite file format,
 * 2.4). */
static void
salvage_table_order_fields(struct salvage_table *t, const int *key_parts)
{
	int n_key = 0, next;

	for (int i = 0; i < t->n_columns; i++)
		n_key += key_parts[i] > 0;
	next = n_key;
	for (int i = 0; i < t->n_columns; i++) {
		if (t->has_rowid)
			t->columns[i].field = i;
		else
			t->columns[i].field =
			    key_parts[i] > 0 ? key_parts[i] - 1 : next++;
	}
	if (t->has_rowid && n_key == 1)
		for (int i = 0; i < t->n_columns; i++)
			if (key_parts[i] > 0 &&
			    strcmp(t->columns[i].type, "INTEGER") == 0)
				t->rowid_column = i;
}

static int
salvage_table_list_columns(
    struct salvage *s, struct salvage_table *t, struct err *e)
{
	sqlite3_stmt *q = NULL;
	int key_parts[SALVAGE_COLUMNS], rc;

	rc = sqlite3_prepare_v2(s->db,
	    "SELECT name, type, \"notnull\", pk FROM pragma_table_info(?1) "
	    "ORDER BY cid",
	    -1, &q, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_bind_text(q, 1, t->name, -1, SQLITE_STATIC);
	while (rc == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW &&
	       t->n_columns < SALVAGE_COLUMNS) {
		struct salvage_column *c = &t->columns[t->n_columns];

		salvage_table_copy_name(
		    c->name, sizeof(c->name), sqlite3_column_text(q, 0));
		salvage_table_copy_name(
		    c->type, sizeof(c->type), sqlite3_column_text(q, 1));
		c->not_null = sqlite3_column_int(q, 2) != 0;
		key_parts[t->n_columns++] = sqlite3_column_int(q, 3);
	}
	if (sqlite3_finalize(q) != SQLITE_OK || rc != SQLITE_OK)
		return err_set(e, ERR_DATABASE, "%s", sqlite3_errmsg(s->db));
	salvage_table_order_fields(t, key_parts);
	return 0;
}

/* Leaves out the tables of the full-text indexes, because they are rebuilt, and
 * `backfill`, which has the progress of these indexes. */
static int
salvage_table_list_names(struct salvage *s, struct err *e)
{
	sqlite3_stmt *q = NULL;
	int rc = sqlite3_prepare_v2(s->db,
	    "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' "
	    "AND type = 'table' AND name NOT IN ('sqlite_schema', 'backfill') "
	    "AND name NOT LIKE 'sqlite_stat%' ORDER BY name",
	    -1, &q, NULL);

	while (rc == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW &&
	       s->n_tables < SALVAGE_TABLES) {
		struct salvage_table *t = &s->tables[s->n_tables++];

		*t = (struct salvage_table){ .rowid_column = -1 };
		salvage_table_copy_name(
		    t->name, sizeof(t->name), sqlite3_column_text(q, 0));
		t->has_rowid = sqlite3_column_int(q, 1) == 0;
	}
	if (sqlite3_finalize(q) != SQLITE_OK || rc != SQLITE_OK)
		return err_set(e, ERR_DATABASE, "%s", sqlite3_errmsg(s->db));
	return 0;
}

/* ---- schema of the damaged file ---- */

static bool
salvage_table_text_is(const struct record_value *v, const char *text)
{
	return v->type == VALUE_TEXT && v->len == strlen(text) &&
	       memcmp(v->p, text, v->len) == 0;
}

static void
salvage_table_take_root(struct salvage *s, const struct tree_cell *cell)
{
	struct record_value v[RECORD_VALUES];

	if (!tree_cell_payload(&s->file, cell, &s->payload) ||
	    record_read((const uint8_t *)s->payload.p, s->payload.len, v) !=
		SCHEMA_FIELDS ||
	    !salvage_table_text_is(&v[0], "table") || v[3].type != VALUE_INT ||
	    v[3].number < 2 || v[3].number > s->file.n_pages)
		return;
	for (int i = 0; i < s->n_tables; i++)
		if (salvage_table_text_is(&v[1], s->tables[i].name))
			s->tables[i].root = (uint32_t)v[3].number;
}

static void
salvage_table_read_schema(struct salvage *s, uint32_t number, int depth)
{
	uint8_t bytes[PAGE_BYTES_MOST];
	struct tree_page page;
	struct tree_cell cell;

	if (depth > 3 || !page_file_read(&s->file, number, bytes) ||
	    !tree_page_read(bytes, s->file.page_bytes, number, &page))
		return;
	for (unsigned i = 0; i < page.n_cells; i++) {
		if (!tree_cell_read(&page, i, &cell))
			continue;
		if (page.type == TREE_TABLE_LEAF)
			salvage_table_take_root(s, &cell);
		else if (page.type == TREE_TABLE_INNER)
			salvage_table_read_schema(s, cell.left, depth + 1);
	}
	if (page.type == TREE_TABLE_INNER)
		salvage_table_read_schema(s, page.right, depth + 1);
}

/* Reads the schema from page 1.  Because page 1 may be damaged, also reads all
 * pages whose parent is page 1. */
static void
salvage_table_find_schema(struct salvage *s)
{
	uint32_t parent;

	salvage_table_read_schema(s, 1, 0);
	for (uint32_t n = 2; n <= s->file.n_pages; n++)
		if (page_file_use(&s->file, n, &parent) == PAGE_TREE &&
		    parent == 1)
			salvage_table_read_schema(s, n, 1);
}

static bool
salvage_table_value_fits(
    const struct salvage_column *c, bool is_rowid, const struct record_value *v)
{
	if (is_rowid)
		return v->type == VALUE_NULL;
	switch (v->type) {
	case VALUE_NULL:
		return !c->not_null;
	case VALUE_INT:
		return strcmp(c->type, "TEXT") != 0 &&
		       strcmp(c->type, "BLOB") != 0;
	case VALUE_REAL:
		return strcmp(c->type, "REAL") == 0 ||
		       strcmp(c->type, "ANY") == 0;
	case VALUE_TEXT:
		return strcmp(c->type, "TEXT") == 0 ||
		       strcmp(c->type, "ANY") == 0;
	case VALUE_BLOB:
		return strcmp(c->type, "BLOB") == 0 ||
		       strcmp(c->type, "ANY") == 0;
	}
	return false;
}

static bool
salvage_table_record_fits(
    const struct salvage_table *t, const struct record_value *v, int n)
{
	if (n > t->n_columns)
		return false;
	for (int i = 0; i < n; i++)
		if (!salvage_table_value_fits(
			&t->columns[i], i == t->rowid_column, &v[i]))
			return false;
	return true;
}

/* ---- roots that are not in the schema ---- */

static bool
salvage_table_fits_page(struct salvage *s, const struct salvage_table *t,
    const struct tree_page *page)
{
	struct record_value v[RECORD_VALUES];
	struct tree_cell cell;
	int n;

	if ((page->type == TREE_TABLE_LEAF || page->type == TREE_TABLE_INNER) !=
	    t->has_rowid)
		return false;
	for (unsigned i = 0; i < page->n_cells; i++) {
		if (page->type == TREE_TABLE_INNER ||
		    !tree_cell_read(page, i, &cell) ||
		    !tree_cell_payload(&s->file, &cell, &s->payload) ||
		    (n = record_read((const uint8_t *)s->payload.p,
			 s->payload.len, v)) <= 0)
			continue;
		if (!t->has_rowid)
			return n == t->n_columns;
		if (!salvage_table_record_fits(t, v, n))
			return false;
	}
	return true;
}

/* True if the page may be the root of this table. */
static bool
salvage_table_may_be_root(
    struct salvage *s, const struct salvage_table *t, uint32_t number)
{
	uint8_t bytes[PAGE_BYTES_MOST];
	struct tree_page page;
	uint32_t parent;
	enum page_use use = page_file_use(&s->file, number, &parent);

	for (int i = 0; i < s->n_tables; i++)
		if (s->tables[i].root == number)
			return false;
	if ((use != PAGE_ROOT && use != PAGE_UNKNOWN) ||
	    !page_file_read(&s->file, number, bytes))
		return false;
	/* A damaged root may still have readable pages below it. */
	return !tree_page_read(bytes, s->file.page_bytes, number, &page) ||
	       salvage_table_fits_page(s, t, &page);
}

/* Sets unknown roots to those of the new database if the pages may be roots.
 * Databases that were created with the same schema version have the same
 * roots. */
static int
salvage_table_guess_roots(struct salvage *s, struct err *e)
{
	sqlite3_stmt *q = NULL;
	int rc = sqlite3_prepare_v2(s->db,
	    "SELECT rootpage FROM sqlite_schema WHERE type = 'table' "
	    "AND name = ?1",
	    -1, &q, NULL);

	for (int i = 0; i < s->n_tables && rc == SQLITE_OK; i++) {
		struct salvage_table *t = &s->tables[i];
		uint32_t root = 0;

		if (t->root != 0)
			continue;
		sqlite3_bind_text(q, 1, t->name, -1, SQLITE_STATIC);
		if (sqlite3_step(q) == SQLITE_ROW)
			root = (uint32_t)sqlite3_column_int64(q, 0);
		sqlite3_reset(q);
		if (root >= 2 && root <= s->file.n_pages &&
		    salvage_table_may_be_root(s, t, root))
			t->root = root;
	}
	sqlite3_finalize(q);
	return rc == SQLITE_OK
		   ? 0
		   : err_set(e, ERR_DATABASE, "%s", sqlite3_errmsg(s->db));
}

int
salvage_list_tables(struct salvage *s, struct err *e)
{
	int rc = salvage_table_list_names(s, e);

	for (int i = 0; i < s->n_tables && rc == 0; i++)
		rc = salvage_table_list_columns(s, &s->tables[i], e);
	if (rc != 0)
		return rc;
	salvage_table_find_schema(s);
	return salvage_table_guess_roots(s, e);
}

/* ---- owner of a page ---- */

enum salvage_ownership
salvage_owner(struct salvage *s, uint32_t number, struct salvage_table **ret)
{
	uint32_t parent;

	for (int depth = 0; depth < TREE_DEPTH; depth++) {
		*ret = NULL;
		if (s->owner[number] != 0)
			*ret = &s->tables[s->owner[number] - 1];
		for (int i = 0; i < s->n_tables; i++)
			if (s->tables[i].root == number)
				*ret = &s->tables[i];
		if (*ret != NULL)
			return SALVAGE_KNOWN;
		switch (page_file_use(&s->file, number, &parent)) {
		case PAGE_ROOT:
			return SALVAGE_NOT_A_TABLE;
		case PAGE_TREE:
			number = parent;
			break;
		default:
			return SALVAGE_UNKNOWN;
		}
		if (number < 2)
			return SALVAGE_NOT_A_TABLE; /* the page belongs to the
						 table of the schema */
	}
	return SALVAGE_UNKNOWN;
}

/* True for a record "(id, block)".  Pages with such records are not assigned to
 * a table, because the full-text indexes use this format, too. */
static bool
salvage_table_is_block(const struct record_value *v, int n)
{
	return n == 2 && v[0].type == VALUE_NULL && v[1].type == VALUE_BLOB;
}

/* Never returns a table without rowid, because pages of indexes have the same
 * format as pages of such a table. */
struct salvage_table *
salvage_guess(
    struct salvage *s, const struct tree_page *page, bool has_other_root)
{
	struct record_value v[RECORD_VALUES];
	struct salvage_table *found = NULL;
	bool fits[SALVAGE_TABLES];
	struct tree_cell cell;
	int n, n_read = 0;

	for (int i = 0; i < s->n_tables; i++)
		fits[i] = s->tables[i].has_rowid &&
			  (!has_other_root || s->tables[i].root == 0);
	for (unsigned k = 0; k < page->n_cells; k++) {
		if (!tree_cell_read(page, k, &cell) ||
		    !tree_cell_payload(&s->file, &cell, &s->payload) ||
		    (n = record_read((const uint8_t *)s->payload.p,
			 s->payload.len, v)) <= 0)
			continue;
		if (salvage_table_is_block(v, n))
			return NULL;
		n_read++;
		/* A record has one value for each column that the table had
		 * when the row was written.  A record with at most half of
		 * today's columns is assumed to be of another table. */
		for (int i = 0; i < s->n_tables; i++)
			fits[i] &=
			    salvage_table_record_fits(&s->tables[i], v, n) &&
			    2 * n > s->tables[i].n_columns;
	}
	for (int i = 0; i < s->n_tables && n_read > 0; i++) {
		if (!fits[i])
			continue;
		if (found != NULL)
			return NULL;
		found = &s->tables[i];
	}
	return found;
}
