/*
 * schema.c -- creates and migrates the schema on PostgreSQL.
 *
 * Each migration is one transaction, which also records its number.  An
 * advisory lock excludes other programs that migrate at the same time.
 *
 * A program works with a schema that is one migration newer than its own: a
 * migration only adds objects, and objects that an earlier version needs are
 * removed one migration later.  Nodes of two adjacent versions can therefore
 * run together.
 */
#include <stdio.h>

#include "store/postgres/connection.h"
#include "store/postgres/dialect.h"

#define SQL_WANT_POSTGRES_MIGRATIONS
#include "store/postgres/sql.inc"

#define LOCK_KEY "29111105283319150" /* differs from the key of writer_lock */
/* The server detects a deadlock after deadlock_timeout, 1 s by default, so ten
 * tries take about ten seconds. */
#define TRIES 10

static const char schema_table[] =
    "CREATE SCHEMA IF NOT EXISTS gleaner;"
    "CREATE TABLE IF NOT EXISTS gleaner.schema_migration ("
    "version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())";

int
postgres_schema_newest(void)
{
	return POSTGRES_MIGRATIONS;
}

/* Reads the number of the newest migration; 0: there is no schema. */
static int
schema_version(struct store *s, int64_t *ret, struct err *e)
{
	int64_t is_there = 0;
	int rc = connection_ask(s,
	    "SELECT count(*) FROM pg_catalog.pg_tables "
	    "WHERE schemaname = 'gleaner' AND tablename = 'schema_migration'",
	    &is_there, e);

	*ret = 0;
	if (rc != 0 || is_there == 0)
		return rc;
	return connection_ask(s,
	    "SELECT coalesce(max(version), 0) FROM gleaner.schema_migration",
	    ret, e);
}

/* Runs a migration once.  After an error, *ret_busy is true if the migration
 * can be repeated. */
static int
schema_try(struct store *s, int number, bool *ret_busy, struct err *e)
{
	char record[96];
	int rc;

	snprintf(record, sizeof(record),
	    "INSERT INTO gleaner.schema_migration (version) VALUES (%d)",
	    number);
	if ((rc = connection_execute(s, "BEGIN", e)) == 0 &&
	    (rc = connection_execute(s, postgres_migrations[number - 1], e)) ==
		0 &&
	    (rc = connection_execute(s, record, e)) == 0)
		rc = connection_execute(s, "COMMIT", e);
	if (rc == 0)
		return 0;
	*ret_busy = s->failure == POSTGRES_BUSY;
	connection_execute(s, "ROLLBACK", NULL);
	return err_wrap(e, "migration %d", number);
}

/* Runs a migration, and repeats it after a deadlock.  A deadlock is possible,
 * because transactions of other nodes and of readers lock the same tables in
 * another order. */
static int
schema_run(struct store *s, int number, struct err *e)
{
	bool is_busy;
	int rc, tries = 0;

	do {
		is_busy = false;
		rc = schema_try(s, number, &is_busy, e);
	} while (rc != 0 && is_busy && ++tries < TRIES);
	return rc;
}

/* Runs the missing migrations under the lock. */
static int
schema_migrate(struct store *s, struct err *e)
{
	int64_t version = 0;
	int rc =
	    connection_execute(s, "SELECT pg_advisory_lock(" LOCK_KEY ")", e);

	if (rc != 0)
		return rc;
	if ((rc = schema_version(s, &version, e)) == 0 &&
	    version < POSTGRES_MIGRATIONS)
		rc = connection_execute(s, schema_table, e);
	for (; rc == 0 && version < POSTGRES_MIGRATIONS; version++)
		rc = schema_run(s, (int)version + 1, e);
	if (rc == 0)
		return connection_execute(
		    s, "SELECT pg_advisory_unlock(" LOCK_KEY ")", e);
	connection_execute(s, "SELECT pg_advisory_unlock(" LOCK_KEY ")", NULL);
	return rc;
}

int
postgres_schema_open(struct store *s, struct err *e)
{
	int64_t version = 0;
	int rc = schema_version(s, &version, e);

	if (rc != 0)
		return rc;
	if (version > POSTGRES_MIGRATIONS + 1)
		return err_set(e, ERR_REFUSED,
		    "has schema %lld, newer than %d: install a newer version "
		    "of Gleaner",
		    (long long)version, POSTGRES_MIGRATIONS + 1);
	if (version == 0 && s->mode == STORE_READ)
		return err_set(e, ERR_NOT_FOUND,
		    "has no schema gleaner: start gleanerd once");
	if (version >= POSTGRES_MIGRATIONS)
		return 0;
	if (version == 0 || s->mode == STORE_DAEMON)
		return schema_migrate(s, e);
	return err_set(e, ERR_REFUSED,
	    "has schema %lld, older than %d: start gleanerd once, which "
	    "migrates the database",
	    (long long)version, POSTGRES_MIGRATIONS);
}
