/*
 * connection.c -- connects to the server, and connects again after a loss.
 *
 * In:  a URL (https://www.postgresql.org/docs/15/libpq-connect.html).  If the
 *      URL has no password, the password is read from the file that PGPASSFILE
 *      names, else from the credential "pgpass" of systemd, else from
 *      ~/.pgpass.  All have the format of a password file of libpq.
 * Out: a connection in pipeline mode whose session is set up.
 *
 * If the server cannot be reached or refuses the connection, store_may_retry()
 * is true.  If a statement that sets up the session fails, store_may_retry()
 * depends on the error (failure.c).
 */
#include "store/postgres/connection.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"
#include "store/postgres/dialect.h"
#include "store/postgres/value.h"

#define FIRST_RETRY_MS 100
#define CONNECT_S      "3" /* for each host of the URL */
/* Needed for pipeline mode and pg_current_xact_id(). */
#define OLDEST_SERVER 140000
#define CREDENTIAL    "pgpass"

/* The settings of the session.  jit is off, because compiling a plan takes
 * longer than running it.  The isolation level is "read committed": if a
 * statement waits for a lock until another transaction has committed, the next
 * statement sees the rows of that transaction. */
static const char connection_session[] =
    "SET search_path = gleaner; SET TimeZone = 'UTC';"
    "SET standard_conforming_strings = on; SET jit = off;"
    "SET statement_timeout = 0; SET lock_timeout = 0;"
    "SET default_transaction_isolation = 'read committed';"
    "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5;"
    "SET tcp_keepalives_count = 4;"
    "SET client_min_messages = error;";
static const char connection_read_only[] =
    "SET default_transaction_read_only = on;"
    /* The best plan of a search depends on the frequency of its words, so each
     * search is planned for its own words. */
    "SET plan_cache_mode = force_custom_plan;";

static void
connection_ignore_notice(void *arg, const char *message)
{
	(void)arg;
	(void)message;
}

/* Returns the path of systemd's credential (owned).  Returns NULL if there is
 * no credential or if PGPASSFILE is set, because libpq itself reads the file
 * that PGPASSFILE names. */
static char *
connection_password_file(void)
{
	const char *folder = getenv("CREDENTIALS_DIRECTORY");
	char *path = NULL;

	if (getenv("PGPASSFILE") != NULL || folder == NULL || *folder == '\0' ||
	    asprintf(&path, "%s/" CREDENTIAL, folder) < 0)
		return NULL;
	if (access(path, R_OK) == 0)
		return path;
	free(path);
	return NULL;
}

/* The members before "dbname" are defaults, which the URL may override.  With
 * these values, a connection to a server that does not respond ends after half
 * a minute.  An attempt to connect ends after CONNECT_S, because SIGTERM must
 * end the daemon within 10 s. */
static PGconn *
connection_start(const struct postgres *pg)
{
	char *password_file = connection_password_file();
	const char *keywords[] = { "connect_timeout", "keepalives_idle",
		"keepalives_interval", "keepalives_count", "tcp_user_timeout",
		"fallback_application_name",
		password_file != NULL ? "passfile" : "connect_timeout",
		"dbname", "client_encoding", NULL };
	const char *values[] = { CONNECT_S, "10", "5", "4", "30000", "gleaner",
		password_file != NULL ? password_file : CONNECT_S, pg->url,
		"UTF8",
		NULL };
	PGconn *ret = pg->lib->PQconnectdbParams(keywords, values, 1);

	free(password_file);
	return ret;
}

/* ---- statements without a name ---- */

static int
connection_check_result(
    struct store *s, const char *sql, const PGresult *result, struct err *e)
{
	struct postgres *pg = s->postgres;

	switch (pg->lib->PQresultStatus(result)) {
	case PGRES_COMMAND_OK:
	case PGRES_TUPLES_OK:
		return 0;
	default:
		return postgres_fail(s, sql, result, e);
	}
}

/* Enters or leaves pipeline mode. Some statements are not permitted in this
 * mode. */
static int
connection_set_pipeline(struct store *s, bool on, struct err *e)
{
	struct postgres *pg = s->postgres;
	int done;

	if (pg->is_pipeline == on)
		return 0;
	done = on ? pg->lib->PQenterPipelineMode(pg->connection)
		  : pg->lib->PQexitPipelineMode(pg->connection);
	if (done != 1 || pg->lib->PQsetnonblocking(pg->connection, on) != 0)
		return postgres_fail(s, "connection", NULL, e);
	pg->is_pipeline = on;
	return 0;
}

int
connection_execute(struct store *s, const char *sql, struct err *e)
{
	struct postgres *pg = s->postgres;
	bool was = pg->is_pipeline;
	PGresult *result;
	int rc;

	if ((rc = connection_set_pipeline(s, false, e)) != 0)
		return rc;
	result = pg->lib->PQexec(pg->connection, sql);
	rc = connection_check_result(s, "session", result, e);
	pg->lib->PQclear(result);
	if (connection_set_pipeline(s, was, rc == 0 ? e : NULL) != 0)
		return rc != 0 ? rc : ERR_DATABASE;
	return rc;
}

int
connection_ask(struct store *s, const char *sql, int64_t *ret, struct err *e)
{
	struct postgres *pg = s->postgres;
	const struct libpq *lib = pg->lib;
	bool was = pg->is_pipeline;
	PGresult *result;
	int rc;

	if ((rc = connection_set_pipeline(s, false, e)) != 0)
		return rc;
	result = lib->PQexecParams(
	    pg->connection, sql, 0, NULL, NULL, NULL, NULL, 1);
	rc = connection_check_result(s, "session", result, e);
	if (rc == 0 &&
	    (lib->PQntuples(result) == 0 || lib->PQgetisnull(result, 0, 0)))
		rc = err_set(e, ERR_NOT_FOUND, "no row was found");
	if (rc == 0)
		*ret = value_read_int(lib->PQftype(result, 0),
		    (struct slice){ lib->PQgetvalue(result, 0, 0),
			(size_t)lib->PQgetlength(result, 0, 0) });
	lib->PQclear(result);
	if (connection_set_pipeline(s, was, rc == 0 ? e : NULL) != 0)
		return rc != 0 ? rc : ERR_DATABASE;
	return rc;
}

/* ---- opening ---- */

/* Sets the time after which the server ends the session if it sends nothing
 * during a transaction.  Without this limit, a program that was stopped or has
 * lost its network would keep locks for which other programs wait. */
static int
connection_limit_idle(struct store *s, struct err *e)
{
	char sql[80];

	snprintf(sql, sizeof(sql),
	    "SET idle_in_transaction_session_timeout = %lld",
	    (long long)(s->postgres->idle_ms > 0 ? s->postgres->idle_ms
						 : LIMIT_POSTGRES_IDLE_MS));
	return connection_execute(s, sql, e);
}

int
store_limit_idle(struct store *s, int64_t ms, struct err *e)
{
	if (s->postgres == NULL)
		return 0;
	s->postgres->idle_ms = ms;
	return s->postgres->connection != NULL ? connection_limit_idle(s, e)
					       : 0;
}

static int
connection_set_up(struct store *s, struct err *e)
{
	struct postgres *pg = s->postgres;
	int rc;

	pg->lib->PQsetNoticeProcessor(
	    pg->connection, connection_ignore_notice, NULL);
	if (pg->lib->PQserverVersion(pg->connection) < OLDEST_SERVER) {
		s->failure = POSTGRES_OTHER;
		return err_set(
		    e, ERR_REFUSED, "the server is older than PostgreSQL 14");
	}
	if ((rc = connection_execute(s, connection_session, e)) != 0 ||
	    (rc = connection_limit_idle(s, e)) != 0 ||
	    (rc = connection_listen(s, e)) != 0 ||
	    (s->mode == STORE_READ &&
		(rc = connection_execute(s, connection_read_only, e)) != 0))
		return rc;
	if (!pg->is_schema_known && (rc = postgres_schema_open(s, e)) != 0)
		return rc;
	pg->is_schema_known = true;
	return connection_set_pipeline(s, true, e);
}

/* Doubles the pause before the next try, up to LIMIT_STORE_RETRY_MS. */
static void
connection_back_off(struct postgres *pg)
{
	pg->retry_ms = pg->retry_ms == 0 ? FIRST_RETRY_MS : 2 * pg->retry_ms;
	if (pg->retry_ms > LIMIT_STORE_RETRY_MS)
		pg->retry_ms = LIMIT_STORE_RETRY_MS;
	pg->retry_at_ms = clock_monotonic_ms() + pg->retry_ms;
}

int
connection_open(struct store *s, struct err *e)
{
	struct postgres *pg = s->postgres;
	int rc = 0;

	if (pg->connection != NULL)
		return 0;
	s->failure = POSTGRES_UNAVAILABLE;
	if (pg->retry_ms > 0 && clock_monotonic_ms() < pg->retry_at_ms)
		return err_set(e, ERR_DATABASE,
		    "the server is not available; another attempt follows "
		    "soon");
	if (s->stop != NULL && *s->stop)
		return err_set(e, ERR_DATABASE,
		    "the connection to the server was lost, and the program "
		    "stops");
	pg->connection = connection_start(pg);
	if (pg->connection == NULL) {
		s->failure = POSTGRES_NO_MEMORY;
		return err_set(e, ERR_MEMORY, "no memory for a connection");
	}
	if (pg->lib->PQstatus(pg->connection) != CONNECTION_OK)
		rc = postgres_fail(s, "cannot connect", NULL, e);
	else
		rc = connection_set_up(s, e);
	if (rc != 0) {
		connection_close(s);
		connection_back_off(pg);
		return rc;
	}
	pg->retry_ms = 0;
	s->failure = POSTGRES_OK;
	return 0;
}

void
connection_close(struct store *s)
{
	struct postgres *pg = s->postgres;

	if (pg->connection != NULL)
		pg->lib->PQfinish(pg->connection);
	pg->connection = NULL;
	ahead_drop(pg);
	pg->n_queued = 0;
	pg->is_in_transaction = pg->is_locking = pg->is_pipeline = false;
	pg->plans_once = false;
	if (pg->live != NULL)
		pg->live->state = STATEMENT_LOST;
	pg->live = NULL;
	for (size_t i = 0; i < SQL_COUNT; i++)
		pg->statements[i].is_prepared = false;
}
