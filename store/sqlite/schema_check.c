/*
 * schema_check.c -- checks through a read-only connection if a database file is
 * damaged.
 *
 * SQLite's quick_check reads every page and follows the chains of overflow
 * pages, but it does not examine values.  If the last page of a chain is
 * overwritten with zeros, the chain still ends where it should.  Therefore the
 * texts are checked afterwards: none contains a NUL, because query_text()
 * replaces it.  Damaged bodies of pages are detected when they are unpacked.
 */
#include <sys/stat.h>

#include <string.h>

#include <sqlite3.h>

#include "base/limits.h"
#include "store/sqlite/schema.h"
#include "store/sqlite/schema_parts.h"

/* Returns for each table a query for a text that contains a NUL, and the name
 * of the table.  Virtual tables keep their values in other tables. */
#define QUERIES                                                                \
	"SELECT format('SELECT 1 FROM \"%w\" WHERE %s LIMIT 1', m.name, "      \
	"group_concat(format('(typeof(\"%w\") = ''text'' "                     \
	"AND instr(\"%w\", char(0)))', c.name, c.name), ' OR ')), m.name "     \
	"FROM sqlite_schema m, pragma_table_info(m.name) c "                   \
	"WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' "         \
	"AND c.type IN ('TEXT', 'ANY') GROUP BY m.name"

static int
schema_check_pages(sqlite3 *db, struct err *e)
{
	sqlite3_stmt *statement = NULL;
	int rc = 0;

	if (sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &statement,
		NULL) != SQLITE_OK ||
	    sqlite3_step(statement) != SQLITE_ROW)
		rc = schema_refuse_unreadable(db, e);
	else if (strcmp((const char *)sqlite3_column_text(statement, 0),
		     "ok") != 0)
		rc = err_set(e, ERR_REFUSED, SCHEMA_DAMAGED,
		    (const char *)sqlite3_column_text(statement, 0));
	for (char *p = e != NULL ? e->text : NULL; p && *p != '\0'; p++)
		if (*p == '\n')
			*p = ' ';
	sqlite3_finalize(statement);
	return rc;
}

static int
schema_check_table(
    sqlite3 *db, const char *query, const char *table, struct err *e)
{
	sqlite3_stmt *statement = NULL;
	int rc = sqlite3_prepare_v2(db, query, -1, &statement, NULL);

	if (rc == SQLITE_OK)
		rc = sqlite3_step(statement);
	if (rc == SQLITE_ROW)
		rc = err_set(e, ERR_REFUSED,
		    "is damaged (zeros were written to a text of table %s)",
		    table);
	else
		rc = rc == SQLITE_DONE ? 0 : schema_refuse_unreadable(db, e);
	sqlite3_finalize(statement);
	return rc;
}

static int
schema_check_texts(sqlite3 *db, struct err *e)
{
	sqlite3_stmt *queries = NULL;
	int rc = 0, step = SQLITE_ERROR;

	if (sqlite3_prepare_v2(db, QUERIES, -1, &queries, NULL) == SQLITE_OK)
		while (rc == 0 && (step = sqlite3_step(queries)) == SQLITE_ROW)
			rc = schema_check_table(db,
			    (const char *)sqlite3_column_text(queries, 0),
			    (const char *)sqlite3_column_text(queries, 1), e);
	if (rc == 0 && step != SQLITE_DONE)
		rc = schema_refuse_unreadable(db, e);
	sqlite3_finalize(queries);
	return rc;
}

int
schema_check_with(const char *path, schema_opened *opened, struct err *e)
{
	sqlite3 *db = NULL;
	int rc;

	if ((rc = schema_open_to_look(path, false, &db, e)) != 0)
		return rc;
	if (opened != NULL)
		opened(db);
	if ((rc = schema_check_pages(db, e)) == 0)
		rc = schema_check_texts(db, e);
	if (opened != NULL)
		opened(NULL);
	sqlite3_close(db);
	return rc;
}

int
schema_check_file(const char *path, struct err *e)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return err_errno(e, "cannot be examined");
	if (st.st_size > LIMIT_OPEN_CHECK_BYTES)
		return 0;
	return schema_add_advice(schema_check_with(path, NULL, e), e);
}
