/*
 * salvage.h -- what can be read of a damaged database, into a new one.
 *
 *	salvage.c         begins, goes through the file, ends
 *	salvage_table.c   which table a page belongs to
 *	salvage_row.c     a record becomes a row of the new database
 *	salvage_sql.c     statements that name tables
 *	salvage_mend.c    what does not fit any more is mended
 *
 * SQLite ends at the first damaged page that it meets, and its own recovery
 * (ext/recover) is neither in Debian's library nor, as sqlite3's `.recover`,
 * able to say whose the rows are that it finds below a damaged inner page.  So
 * the pages are read here (page_file.h), and the new database is written
 * through SQLite, whose constraints judge each row.
 */
#ifndef STORE_SALVAGE_H
#define STORE_SALVAGE_H

#include "store/page_file.h"
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
	int field; /* where it is in the record */
};

struct salvage_table {
	char name[SALVAGE_NAME];
	bool has_rowid;
	int rowid_column; /* that is the rowid; -1: none */
	int n_columns;
	struct salvage_column columns[SALVAGE_COLUMNS];
	uint32_t root; /* in the damaged file; 0: not known */
	/* By the number of fields: rows of before a column was added. */
	struct sqlite3_stmt *inserts[SALVAGE_COLUMNS + 1];
	struct salvage_count count;
};

struct salvage {
	struct page_file file;
	struct sqlite3 *db; /* the new one */
	struct salvage_table tables[SALVAGE_TABLES];
	int n_tables;
	uint8_t *owner; /* by page: table + 1; 0: not visited yet */
	struct buf payload;
	struct salvage_result *result;
	store_progress *watcher;
	void *watcher_arg;
};

/* salvage_table.c */

/* The new database's tables, and their roots in the damaged file as far as its
 * schema can be read. */
int salvage_list_tables(struct salvage *, struct err *e);
/* Whose page it is, by the pointer map. */
enum salvage_whose {
	SALVAGE_KNOWN,       /* *ret */
	SALVAGE_OTHER,       /* of a root that is no known table's */
	SALVAGE_NOBODY_KNOWS /* the map is damaged, or there is none */
};
enum salvage_whose salvage_owner(
    struct salvage *, uint32_t number, struct salvage_table **ret);
/* The one table whose columns all of its records fit; NULL: none, or several.
 * has_other_root: only tables whose roots are not known come into question. */
struct salvage_table *salvage_guess(
    struct salvage *, const struct tree_page *, bool has_other_root);

/* salvage_row.c */

/* The cell as a row of the table; counts it, or that it is damaged. */
int salvage_put(struct salvage *, struct salvage_table *,
    const struct tree_cell *, struct err *e);
void salvage_release_rows(struct salvage *);

/* salvage_sql.c */

/* Prepares a statement; "%w" in the format is a name, for double quotes.
 * Returns SQLite's code. */
int salvage_sql(struct sqlite3 *, struct sqlite3_stmt **ret,
    const char *format, ...);

/* salvage_mend.c */

/* Of a new database that is open: rows without their parents go, changes and
 * cursors are made to fit, the indexes of words are built. */
int salvage_mend(struct store *, struct err *e);
/* Back into the one file, so that it can be renamed. */
int salvage_leave_log(struct store *, struct err *e);

#endif
