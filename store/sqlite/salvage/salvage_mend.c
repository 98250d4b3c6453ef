/*
 * salvage_mend.c -- makes salvaged rows consistent.
 *
 * Rows whose parent is lost are deleted, or their reference is set to NULL, as
 * the foreign keys of the schema state.  If the row of a feed is lost, a new
 * row is inserted for its entries.  Articles that are no longer in the change
 * log are logged again.  The full-text indexes are built.  The database then
 * satisfies all invariants that `gleaner check` tests.
 */
#include <stdio.h>

#include <sqlite3.h>

#include "base/array.h"
#include "store/sqlite/salvage/salvage.h"
#include "store/sqlite/statement.h"

/* Number of passes that delete rows without a parent.  No chain of foreign keys
 * is longer than this number. */
#define ROUNDS 8

static const enum sql salvage_before[] = { SQL_salvage_sequences,
	SQL_salvage_no_sequence, SQL_salvage_feeds, SQL_salvage_validators,
	SQL_salvage_purged };
static const enum sql salvage_after[] = { SQL_salvage_given_back,
	SQL_salvage_not_pending, SQL_salvage_revision, SQL_salvage_sequence,
	SQL_salvage_leases, SQL_salvage_shared, SQL_salvage_not_logged,
	SQL_salvage_not_logged_revisions, SQL_salvage_first_revision,
	SQL_salvage_clusters, SQL_salvage_words, SQL_salvage_stems,
	SQL_salvage_stems_done, SQL_salvage_identity };

static int
salvage_mend_run(
    struct store *s, const enum sql *names, size_t n, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++) {
		struct query q = query_of(s, names[i]);

		rc = query_run(&q, e);
	}
	return rc;
}

/* Prepares the statement that applies the action of a foreign key (ON DELETE)
 * to all rows whose parents are missing. */
static int
salvage_mend_orphans_sql(struct store *s, sqlite3_stmt *key, sqlite3_stmt **ret)
{
	const unsigned char *table = sqlite3_column_text(key, 0);
	const unsigned char *from = sqlite3_column_text(key, 1);
	const unsigned char *parent = sqlite3_column_text(key, 2);
	const unsigned char *to = sqlite3_column_text(key, 3);

	if (sqlite3_column_int(key, 4) != 0)
		return salvage_sql(s->db, ret,
		    "UPDATE \"%w\" SET \"%w\" = NULL WHERE \"%w\" IS NOT NULL "
		    "AND \"%w\" NOT IN (SELECT \"%w\" FROM \"%w\")",
		    table, from, from, from, to, parent);
	return salvage_sql(s->db, ret,
	    "DELETE FROM \"%w\" WHERE \"%w\" IS NOT NULL AND \"%w\" NOT IN "
	    "(SELECT \"%w\" FROM \"%w\")",
	    table, from, from, to, parent);
}

/* Runs one statement for each foreign key.  All foreign keys of the schema have
 * one column. */
static int
salvage_mend_delete_orphans(struct store *s, struct err *e)
{
	sqlite3_stmt *keys = NULL;
	int rc = sqlite3_prepare_v2(s->db,
	    "SELECT t.name, k.\"from\", k.\"table\", coalesce(k.\"to\", 'id'), "
	    "k.on_delete = 'SET NULL' "
	    "FROM pragma_table_list t, pragma_foreign_key_list(t.name) k "
	    "WHERE t.schema = 'main' AND t.type = 'table'",
	    -1, &keys, NULL);

	while (rc == SQLITE_OK && sqlite3_step(keys) == SQLITE_ROW) {
		sqlite3_stmt *drop = NULL;

		rc = salvage_mend_orphans_sql(s, keys, &drop);
		if (rc == SQLITE_OK)
			sqlite3_step(drop);
		if (sqlite3_finalize(drop) != SQLITE_OK && rc == SQLITE_OK)
			rc = sqlite3_errcode(s->db);
	}
	if (rc == SQLITE_OK)
		rc = sqlite3_finalize(keys);
	else
		sqlite3_finalize(keys);
	return rc == SQLITE_OK ? 0 : store_fail(s, "rows without parents", e);
}

static int
salvage_mend_all(struct store *s, void *arg, struct err *e)
{
	int before, rc;

	(void)arg;
	rc = salvage_mend_run(
	    s, salvage_before, ARRAY_LENGTH(salvage_before), e);
	for (int i = 0; i < ROUNDS && rc == 0; i++) {
		before = sqlite3_total_changes(s->db);
		rc = salvage_mend_delete_orphans(s, e);
		if (sqlite3_total_changes(s->db) == before)
			break;
	}
	return rc == 0 ? salvage_mend_run(
			     s, salvage_after, ARRAY_LENGTH(salvage_after), e)
		       : rc;
}

int
salvage_mend(struct store *s, struct err *e)
{
	return store_operate(s, salvage_mend_all, NULL, e);
}

int
salvage_leave_log(struct store *s, struct err *e)
{
	if (sqlite3_exec(s->db, "PRAGMA journal_mode = DELETE", NULL, NULL,
		NULL) != SQLITE_OK)
		return store_fail(s, "journal_mode", e);
	return 0;
}
