/*
 * vacuum.c -- rewrites the whole file.
 *
 * Databases from before schema 7 were created without incremental vacuum.
 * SQLite can turn incremental vacuum on only by rewriting the file.  The file
 * is rewritten in one transaction, so a kill leaves the file unchanged.
 */
#include <sqlite3.h>

#include "store/maintenance.h"
#include "store/sqlite/dialect.h"
#include "store/sqlite/statement.h"

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
sqlite_vacuum(struct store *s, struct err *e)
{
	/* These are not named queries, because the pragmas take effect when
	 * they are prepared.  The temporary copy is as large as the file, and
	 * therefore too large for memory. */
	int rc = sqlite3_exec(s->db,
	    "PRAGMA temp_store = FILE; PRAGMA auto_vacuum = INCREMENTAL;"
	    "VACUUM",
	    NULL, NULL, NULL);

	if (rc != SQLITE_OK)
		rc = store_fail(s, "vacuum", e);
	sqlite3_exec(s->db, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
	if (rc == 0)
		rc = sqlite_checkpoint(s, e);
	return rc > 0 ? 0 : rc; /* a reader may use the log */
}
