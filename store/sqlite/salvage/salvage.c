/*
 * salvage.c -- copies the readable rows of a damaged database to a new one; see
 * salvage.h, and store_salvage() in store/database.h.
 *
 * The normal case:
 *
 *  1. The damaged file is locked against daemons.
 *  2. A new database of the same schema is created beside the target.
 *  3. Each table is read from its root.
 *  4. Each page that was not visited is read.
 *  5. The schema is migrated, and inconsistent rows are repaired.
 *  6. The new file is renamed to the target.
 *
 * Failures: a daemon has the file open, the target exists, the disk is full, or
 * no row was readable.  Damage is counted and is not a failure.
 */
#include "store/sqlite/salvage/salvage.h"

#include <sys/stat.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/limits.h"
#include "store/sqlite/lock.h"
#include "store/sqlite/schema.h"
#include "url/database_url.h"

#define TREE_DEPTH       40
#define IDENTITY_VERSION 31 /* migration 31 adds the table `identity` */
#define REPORT_PAGES     1024

static int
salvage_execute(struct salvage *s, const char *sql, struct err *e)
{
	if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK)
		return 0;
	return err_set(e, ERR_DATABASE, "%s", sqlite3_errmsg(s->db));
}

/* ---- pages ---- */

static void
salvage_mark(struct salvage *s, struct salvage_table *t, uint32_t number)
{
	s->owner[number] = (uint8_t)(t - s->tables + 1);
}

/* Rows are in the leaves of tables with rowids, and in all pages of tables
 * without rowids. */
static int
salvage_take_cells(struct salvage *s, struct salvage_table *t,
    const struct tree_page *page, struct err *e)
{
	struct tree_cell cell;
	int rc = 0;

	if (page->type == TREE_TABLE_INNER)
		return 0;
	for (unsigned i = 0; i < page->n_cells && rc == 0; i++)
		if (tree_cell_read(page, i, &cell))
			rc = salvage_put(s, t, &cell, e);
		else
			t->count.damaged++;
	return rc;
}

static bool
salvage_is_kind(const struct salvage_table *t, const struct tree_page *page)
{
	bool is_table =
	    page->type == TREE_TABLE_LEAF || page->type == TREE_TABLE_INNER;

	return is_table == t->has_rowid;
}

/* Visits the tree below a page.  Pages that were visited before are skipped. */
static int
salvage_walk(struct salvage *s, struct salvage_table *t, uint32_t number,
    int depth, struct err *e)
{
	uint8_t *bytes;
	struct tree_page page;
	struct tree_cell cell;
	int rc = 0;

	if (depth > TREE_DEPTH || number < 2 || number > s->file.n_pages ||
	    s->owner[number] != 0)
		return 0;
	if ((bytes = malloc(s->file.page_bytes)) == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a page");
	salvage_mark(s, t, number);
	if (!page_file_read(&s->file, number, bytes) ||
	    !tree_page_read(bytes, s->file.page_bytes, number, &page) ||
	    !salvage_is_kind(t, &page)) {
		t->count.damaged_pages++;
		free(bytes);
		return 0;
	}
	rc = salvage_take_cells(s, t, &page, e);
	for (unsigned i = 0; i < page.n_cells && rc == 0; i++)
		if (page.right != 0 && tree_cell_read(&page, i, &cell))
			rc = salvage_walk(s, t, cell.left, depth + 1, e);
	if (rc == 0 && page.right != 0)
		rc = salvage_walk(s, t, page.right, depth + 1, e);
	free(bytes);
	return rc;
}

/* Handles a page that was not reached from any root: it is below a damaged
 * page, belongs to an index, is free, or is itself damaged. */
static int
salvage_take_stray(struct salvage *s, uint32_t number, struct err *e)
{
	uint8_t bytes[PAGE_BYTES_MOST];
	struct salvage_table *t;
	struct tree_page page;
	enum salvage_ownership whose;
	uint32_t parent;
	enum page_use use = page_file_use(&s->file, number, &parent);

	if (s->owner[number] != 0 || page_file_is_map(&s->file, number) ||
	    use == PAGE_FREE || use == PAGE_OVERFLOW ||
	    use == PAGE_OVERFLOW_FIRST ||
	    !page_file_read(&s->file, number, bytes))
		return 0;
	whose = salvage_owner(s, number, &t);
	if (!tree_page_read(bytes, s->file.page_bytes, number, &page)) {
		if (t != NULL)
			t->count.damaged_pages++;
		else if (use != PAGE_UNKNOWN)
			s->result->damaged_pages++;
		return 0;
	}
	if (t == NULL && page.type == TREE_TABLE_LEAF)
		t = salvage_guess(s, &page, whose == SALVAGE_NOT_A_TABLE);
	if (t == NULL || !salvage_is_kind(t, &page))
		return 0;
	salvage_mark(s, t, number);
	return salvage_take_cells(s, t, &page, e);
}

static int
salvage_take_all(struct salvage *s, struct err *e)
{
	int rc = 0;

	for (int i = 0; i < s->n_tables && rc == 0; i++)
		rc = salvage_walk(s, &s->tables[i], s->tables[i].root, 0, e);
	for (uint32_t n = 2; n <= s->file.n_pages && rc == 0; n++) {
		rc = salvage_take_stray(s, n, e);
		if (n % REPORT_PAGES == 0 && s->watcher != NULL)
			s->watcher("pages", n, s->file.n_pages, s->watcher_arg);
	}
	return rc;
}

/* ---- the new database ---- */

/* Creates the new database with the schema of the damaged one, so that its
 * records fit. */
static int
salvage_begin(struct salvage *s, const char *made, struct err *e)
{
	int newest = schema_newest(), version = s->file.version, rc;

	if (version < 1 || version > newest)
		version = newest;
	if (sqlite3_open_v2(made, &s->db,
		SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
		return err_set(e, ERR_IO, "cannot be created: %s",
		    s->db ? sqlite3_errmsg(s->db) : "no memory");
	rc = salvage_execute(s,
	    "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY;"
	    "PRAGMA auto_vacuum = INCREMENTAL",
	    e);
	if (rc == 0)
		rc = schema_migrate_to(s->db, version, e);
	/* The id of the damaged database replaces the id that the migration
	 * has inserted. */
	if (rc == 0 && version >= IDENTITY_VERSION)
		rc = salvage_execute(s, "DELETE FROM identity", e);
	return rc == 0 ? salvage_list_tables(s, e) : rc;
}

static int
salvage_fill(struct salvage *s, const char *made, struct err *e)
{
	int64_t rows = 0;
	int rc;

	if ((rc = salvage_begin(s, made, e)) == 0 &&
	    (rc = salvage_execute(s, "BEGIN", e)) == 0 &&
	    (rc = salvage_take_all(s, e)) == 0)
		rc = salvage_execute(s, "COMMIT", e);
	for (int i = 0; i < s->n_tables; i++)
		rows += s->tables[i].count.rows;
	if (rc == 0 && rows == 0)
		rc = err_set(e, ERR_NOT_FOUND,
		    "no row of a Gleaner database can be read");
	if (rc == 0)
		rc = schema_migrate_all(s->db, e);
	salvage_release_rows(s);
	if (sqlite3_close(s->db) != SQLITE_OK && rc == 0)
		rc = err_set(e, ERR_DATABASE, "cannot be closed");
	s->db = NULL;
	return rc;
}

/* Repairs the rows.  Uses store_open(), because the full-text indexes need
 * Gleaner's SQL functions. */
static int
salvage_finish(const char *made, struct err *e)
{
	struct store *store = NULL;
	int rc = store_open(made, STORE_WRITE, &store, e);

	if (rc == 0)
		rc = salvage_mend(store, e);
	if (rc == 0)
		rc = salvage_leave_log(store, e);
	store_close(store);
	return rc;
}

/* ---- the result ---- */

static int64_t
salvage_count_rows(sqlite3 *db, const char *table)
{
	sqlite3_stmt *q = NULL;
	int64_t n = 0;

	if (salvage_sql(db, &q, "SELECT count(*) FROM \"%w\"", table) ==
		SQLITE_OK &&
	    sqlite3_step(q) == SQLITE_ROW)
		n = sqlite3_column_int64(q, 0);
	sqlite3_finalize(q);
	return n;
}

static int
salvage_report(const struct salvage *s, const char *made, struct err *e)
{
	struct salvage_result *result = s->result;
	sqlite3 *db = NULL;

	if (sqlite3_open_v2(made, &db, SQLITE_OPEN_READONLY, NULL) !=
	    SQLITE_OK) {
		sqlite3_close(db);
		return err_set(
		    e, ERR_IO, "the salvaged database cannot be opened");
	}
	for (int i = 0; i < s->n_tables; i++) {
		struct salvage_count *count = &result->tables[result->n_tables];
		int64_t rows = salvage_count_rows(db, s->tables[i].name);

		if (strcmp(s->tables[i].name, "sqlite_sequence") == 0)
			continue;
		*count = s->tables[i].count;
		if (rows < count->rows)
			count->left_out = count->rows - rows;
		count->rows = rows;
		snprintf(result->names[result->n_tables],
		    sizeof(result->names[0]), "%s", s->tables[i].name);
		count->name = result->names[result->n_tables++];
	}
	sqlite3_close(db);
	return 0;
}

/* ---- from file to file ---- */

/* A second salvage to the same path removes this file and creates its own, as
 * in backup.c.  Without this check, the incomplete file of the second salvage
 * would be repaired and renamed to the target. */
static int
salvage_check_own(int fd, const char *made, struct err *e)
{
	if (schema_is_still(fd, made))
		return 0;
	return err_set(
	    e, ERR_REFUSED, "another salvage to this file has started");
}

static int
salvage_into(struct salvage *s, int fd, const char *made, struct err *e)
{
	int rc;

	s->owner = calloc((size_t)s->file.n_pages + 1, 1);
	if (s->owner == NULL)
		return err_set(e, ERR_MEMORY, "no memory for pages");
	buf_init(&s->payload, 1024 * MIB);
	if ((rc = salvage_fill(s, made, e)) == 0 &&
	    (rc = salvage_check_own(fd, made, e)) == 0 &&
	    (rc = salvage_finish(made, e)) == 0)
		rc = salvage_report(s, made, e);
	buf_release(&s->payload);
	free(s->owner);
	return rc;
}

static int
salvage_make(struct salvage *s, const char *path, const char *made,
    const char *to, struct err *e)
{
	int fd, rc;

	unlink(made); /* removes a file that a killed process has left */
	schema_remove_beside(made);
	fd = open(made, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return err_errno(e, "%s cannot be created", made);
	rc = backup_copy_mode(path, fd, e);
	if (rc == 0)
		rc = salvage_into(s, fd, made, e);
	if (!schema_is_still(fd, made)) {
		rc = salvage_check_own(fd, made, e);
	} else {
		if (rc == 0)
			rc = schema_install(made, to, false, e);
		if (rc != 0)
			unlink(made);
		/* An empty log remains, too, because salvage_finish() has
		 * opened the file for writing. */
		schema_remove_beside(made);
	}
	close(fd);
	return rc;
}

static int
salvage_locked(
    struct salvage *s, const char *path, const char *to, struct err *e)
{
	char *made = NULL;
	int rc;

	if (access(to, F_OK) == 0)
		return err_set(e, ERR_USAGE, "%s exists already", to);
	if (asprintf(&made, "%s%s.new", to[0] == '/' ? "" : "./", to) < 0)
		return err_set(e, ERR_MEMORY, "no memory for a path");
	rc = page_file_open(path, &s->file, e);
	if (rc == 0) {
		rc = salvage_make(s, path, made, to, e);
		page_file_release(&s->file);
	}
	free(made);
	return rc;
}

int
store_salvage(const char *path, const char *to, store_progress *watcher,
    void *arg, struct salvage_result *ret, struct err *e)
{
	struct salvage *s = calloc(1, sizeof(*s));
	int fd = -1, rc;

	if (s == NULL)
		return err_set(
		    e, ERR_MEMORY, "no memory to salvage a database");
	if (database_url_is(path) || database_url_is(to)) {
		free(s);
		return err_set(e, ERR_REFUSED,
		    "only a file of SQLite can be salvaged; for PostgreSQL use "
		    "pg_dump or a base backup");
	}
	*ret = (struct salvage_result){ 0 };
	s->result = ret;
	s->watcher = watcher;
	s->watcher_arg = arg;
	if ((rc = lock_exclude_daemons(path, &fd, e)) == 0)
		rc = salvage_locked(s, path, to, e);
	if (fd >= 0)
		close(fd);
	free(s);
	return rc == 0 ? 0 : err_wrap(e, "salvage of %s", path);
}
