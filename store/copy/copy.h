/*
 * copy.h -- copies a whole database into another one, of the same or the other
 * dialect, and compares them.  The conventions: store.h.
 */
#ifndef STORE_COPY_COPY_H
#define STORE_COPY_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct store;

struct copy_result {
	int64_t tables, rows; /* of the source */
	int64_t differing;    /* number of tables whose rows are not the same */
	bool is_backup; /* the source is a backup (store_is_backup()), so numbers
			   were skipped in the target */
	bool was_written; /* the copy has failed, and other programs wrote to
			     the source, so the copy cannot be continued */
};

/* Called twice for each table: after the table was copied, and after it was
 * compared. */
typedef void copy_report(
    const char *table, int64_t rows, bool is_compared, bool is_same, void *arg);

/* Copies all rows of `from` into `to`, in transactions of some hundred rows,
 * and compares the number of rows and a SHA-256 of them, table by table.  Rows
 * that `to` has already are not changed, so that a copy that ended early can be
 * continued.  Ids, the numbers of changes, cursors and the id of the database
 * are kept.  A new row of the target does not get the number of a deleted row of
 * the source (copy_numbers.h).  The index for searches is built again.  The
 * rows of `clock` and of nodes are not copied, because they describe machines
 * and not the data.  No daemon may use either database.  ERR_REFUSED: `to` has
 * feeds or articles of another database.  Reports the progress to the watcher
 * of `to` (store_watch()).  Memory: one row of each database.  Cost: O(rows). */
int store_copy(struct store *from, struct store *to, copy_report *, void *arg,
    struct copy_result *ret, struct err *e);

#endif
