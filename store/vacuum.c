/*
 * vacuum.c -- the file written anew.
 *
 * Databases of before schema 7 were made without incremental vacuum, and
 * SQLite can only turn that on by writing all of the file again.  It is one
 * transaction: a kill leaves the file as it was.
 */
#include <sqlite3.h>

#include "store/statement.h"

int
store_can_shrink(struct store *s, bool *ret, struct err *e)
{
	struct query q = query_of(s, SQL_can_shrink);
	int64_t can = 0;
	int rc = query_run_int(&q, &can, e);

	if (rc == 0)
		*ret = can != 0;
	return rc;
}

int
store_vacuum(struct store *s, struct err *e)
{
	/* Not as statements of ours: these two act when they are prepared.  The
	 * copy is as large as the file, and so is none for memory. */
	int rc = sqlite3_exec(s->db,
	    "PRAGMA temp_store = FILE; PRAGMA auto_vacuum = INCREMENTAL;"
	    "VACUUM",
	    NULL, NULL, NULL);

	if (rc != SQLITE_OK)
		rc = store_fail(s, "vacuum", e);
	sqlite3_exec(s->db, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
	return rc == 0 ? store_checkpoint(s, e) : rc;
}
