/*
 * salvage_sql.c -- statements that name tables of the new database.
 *
 * All others are constants of store/sql.  These are put together, so that a
 * table of a later schema is salvaged without a word about it: of names that
 * the new database's own schema has, never of anything in the damaged file.
 */
#include <stdarg.h>

#include <sqlite3.h>

#include "store/salvage.h"

int
salvage_sql(
    struct sqlite3 *db, struct sqlite3_stmt **ret, const char *format, ...)
{
	va_list ap;
	char *sql;
	int rc;

	*ret = NULL;
	va_start(ap, format);
	sql = sqlite3_vmprintf(format, ap);
	va_end(ap);
	if (sql == NULL)
		return SQLITE_NOMEM;
	rc = sqlite3_prepare_v2(db, sql, -1, ret, NULL);
	sqlite3_free(sql);
	return rc;
}
