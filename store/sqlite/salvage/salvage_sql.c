/*
 * salvage_sql.c -- prepares statements that name tables of the new database.
 *
 * Other statements of the store are constants.  Statements that are prepared
 * here are composed, so that tables of later schemas are salvaged without
 * changes of this program.  They contain only names from the schema of the new
 * database, never text from the damaged file.
 */
#include <stdarg.h>

#include <sqlite3.h>

#include "store/sqlite/salvage/salvage.h"

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
