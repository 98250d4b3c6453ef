/*
 * open.c -- opens and closes a database on PostgreSQL. Operations that are only
 * possible on a file of SQLite do nothing or are refused here.
 */
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "store/postgres/connection.h"
#include "store/postgres/dialect.h"
#include "url/database_url.h"

/* True if the part contains text of a password that is not encoded.  After an
 * "@", "/" or "?" of the password, the library reads the rest of the password
 * as the host, the port or the name of the database, and its messages show
 * these.  The name of an abstract socket begins with "@". */
static bool
open_is_of_password(const PQconninfoOption *part)
{
	const char *value = part->val;

	if (value == NULL || value[0] == '\0')
		return false;
	if (strcmp(part->keyword, "host") == 0)
		return strchr(value + 1, '@') != NULL;
	if (strcmp(part->keyword, "port") == 0)
		return value[strspn(value, "0123456789,")] != '\0';
	return strcmp(part->keyword, "dbname") == 0 &&
	       strchr(value, '@') != NULL;
}

/* Refuses a URL that the library cannot read, or whose password is not encoded.
 * The library's message is not printed, because it may contain the password. */
static int
open_check_url(const struct libpq *lib, const char *url, struct err *e)
{
	char *message = NULL;
	PQconninfoOption *parts = lib->PQconninfoParse(url, &message);
	bool is_valid = parts != NULL, is_encoded = true;

	if (is_valid && database_url_has_password(url))
		for (const PQconninfoOption *p = parts; p->keyword != NULL; p++)
			if (open_is_of_password(p))
				is_encoded = false;
	lib->PQconninfoFree(parts);
	lib->PQfreemem(message);
	if (!is_encoded)
		return err_set(e, ERR_USAGE,
		    "encode @, / and ? of the password as %%40, %%2F and %%3F");
	if (is_valid)
		return 0;
	return err_set(e, ERR_USAGE,
	    "is not a URL of PostgreSQL, such as "
	    "postgresql://user@host/name?sslmode=verify-full");
}

int
postgres_open(struct store *s, const char *url, struct err *e)
{
	char shown[DATABASE_URL_SHOWN_BYTES];
	struct postgres *pg = calloc(1, sizeof(*pg));
	int rc;

	if (pg == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a connection");
	s->postgres = pg;
	buf_init(&pg->aheads.key, POSTGRES_KEY_BYTES);
	if ((rc = libpq_load(&pg->lib, e)) != 0 ||
	    (rc = open_check_url(pg->lib, url, e)) != 0)
		return rc;
	pg->url = strdup(url);
	s->path = strdup(database_url_show(url, shown));
	if (pg->url == NULL || s->path == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a connection");
	if ((rc = connection_open(s, e)) != 0)
		return rc;
	return s->mode == STORE_DAEMON ? statements_prepare(s, e) : 0;
}

void
postgres_close(struct store *s)
{
	struct postgres *pg = s->postgres;

	if (pg == NULL)
		return;
	if (pg->lib != NULL) {
		connection_close(s);
		for (size_t i = 0; i < SQL_COUNT; i++)
			postgres_statement_free(pg->lib, &pg->statements[i]);
		ahead_release(pg);
	}
	if (pg->url != NULL)
		explicit_bzero(pg->url, strlen(pg->url));
	free(pg->url);
	free(pg);
	s->postgres = NULL;
}

/* ---- operations of a file ---- */

/* Does nothing, because the server makes checkpoints by itself. */
int
postgres_checkpoint(struct store *s, struct err *e)
{
	(void)s;
	(void)e;
	return 0;
}

int
postgres_vacuum(struct store *s, struct err *e)
{
	(void)s;
	return err_set(e, ERR_REFUSED,
	    "the database is on PostgreSQL, whose autovacuum reuses free "
	    "space; VACUUM FULL "
	    "in psql returns it to the disk");
}

int
postgres_backup(struct store *s, const char *path, struct err *e)
{
	(void)s;
	(void)path;
	return err_set(e, ERR_REFUSED,
	    "the database is on PostgreSQL: use pg_dump --schema=gleaner, or "
	    "a base backup of the server (pg_basebackup)");
}

int
postgres_check_index(struct store *s, bool *ret_differs, struct err *e)
{
	struct query q = query_of(s, SQL_fts_count);
	int64_t surplus = 0;
	int rc = query_run_int(&q, &surplus, e);

	if (rc == 0 && surplus != 0)
		*ret_differs = true;
	return rc;
}

/* Does nothing, because the server does not report progress. */
void
postgres_watch(struct store *s, int (*report)(void *), void *arg)
{
	(void)s;
	(void)report;
	(void)arg;
}

/* Does nothing: a query that reads damaged data fails, and pg_amcheck searches
 * for damage. */
bool
postgres_check_damage(const struct store *s, struct err *e)
{
	(void)s;
	(void)e;
	return false;
}
