/*
 * salvage.h -- copies the readable rows of a damaged database to a new one.
 *
 *	salvage.c         reads all pages of the file and calls the other files
 *	salvage_table.c   finds the table that a page belongs to
 *	salvage_row.c     converts a record to a row of the new database
 *	salvage_sql.c     prepares statements that name tables
 *	salvage_mend.c    repairs rows that are no longer consistent
 *
 * SQLite stops at the first damaged page.  Its recovery extension
 * (ext/recover) is not in Debian's library.  sqlite3's `.recover` cannot find
 * the table of rows below a damaged inner page.  Therefore the pages are read
 * here (page_file.h).  The new database is written through SQLite, whose
 * constraints check each row.
 *
 * The functions that return int return 0 or a negative code, unless stated
 * otherwise.
 */
#ifndef STORE_SQLITE_SALVAGE_SALVAGE_H
#define STORE_SQLITE_SALVAGE_SALVAGE_H

#include "store/sqlite/salvage/page_file.h"
#include "store/store.h"

struct sqlite3;
struct sqlite3_stmt;

#define SALVAGE_TABLES  64
#define SALVAGE_COLUMNS RECORD_VALUES
#define SALVAGE_NAME    64

struct salvage_column {
	char name[SALVAGE_NAME];
	char type[16];
	bool not_null;
	int field; /* index of the column in the record */
};

struct salvage_table {
	char name[SALVAGE_NAME];
	bool has_rowid;
	int rowid_column; /* column that is the rowid; -1: none */
	int n_columns;
	struct salvage_column columns[SALVAGE_COLUMNS];
	uint32_t root; /* root page in the damaged file; 0: not known */
	/* inserts[n]: the statement for a record of n fields.  An old record
	 * may have fewer fields than the table has columns, because columns
	 * were added after it was written. */
	struct sqlite3_stmt *inserts[SALVAGE_COLUMNS + 1];
	struct salvage_count count;
};

struct salvage {
	struct page_file file;
	struct sqlite3 *db; /* the new database */
	struct salvage_table tables[SALVAGE_TABLES];
	int n_tables;
	uint8_t *owner; /* owner[i]: index of the table of page i, plus 1; 0:
			   not visited yet */
	struct buf payload;
	struct salvage_result *result;
	store_progress *watcher;
	void *watcher_arg;
};

/* salvage_table.c */

/* Lists the tables of the new database, and their roots in the damaged file
 * as far as its schema can be read. */
int salvage_list_tables(struct salvage *, struct err *e);
enum salvage_ownership {
	SALVAGE_KNOWN,       /* the table is in *ret */
	SALVAGE_NOT_A_TABLE, /* the page belongs to no known table */
	SALVAGE_UNKNOWN      /* the map is damaged or absent */
};
/* Finds the table that owns a page according to the pointer map. */
enum salvage_ownership salvage_owner(
    struct salvage *, uint32_t number, struct salvage_table **ret);
/* Returns the only table whose columns fit all records of the page; NULL if
 * no table or several tables fit. has_other_root: only tables with unknown
 * roots are considered. */
struct salvage_table *salvage_guess(
    struct salvage *, const struct tree_page *, bool has_other_root);

/* salvage_row.c */

/* Inserts the cell as a row of the table and counts it, or counts it as
 * damaged.  A row that exists already is not counted. */
int salvage_put(struct salvage *, struct salvage_table *,
    const struct tree_cell *, struct err *e);
/* Frees the statements that salvage_put() has prepared. */
void salvage_release_rows(struct salvage *);

/* salvage_sql.c */

/* Prepares a statement.  "%w" in the format is a name in double quotes.
 * Returns SQLite's code. */
int salvage_sql(
    struct sqlite3 *, struct sqlite3_stmt **ret, const char *format, ...);

/* salvage_mend.c */

/* Repairs the open new database: removes references to missing parents or the
 * rows that contain them, adjusts changes and cursors, and builds the full-text
 * indexes. */
int salvage_mend(struct store *, struct err *e);
/* Merges the log into the file, so that the file can be renamed. */
int salvage_leave_log(struct store *, struct err *e);

#endif
