/*
 * failure.c -- classifies failures of PostgreSQL.
 *
 * In:  a result, or a connection that was lost.
 * Out: s->failure, and a text of one line.
 *
 * Source of the codes: PostgreSQL 15, Appendix A.
 */
#include <string.h>

#include "base/array.h"
#include "store/postgres/connection.h"
#include "store/postgres/dialect.h"

#define SQLSTATE_BYTES 5
/* SQLSTATE of a write in a read-only session or on a standby server. */
#define READ_ONLY "25006"

static const struct {
	const char *prefix; /* matches the beginning of an SQLSTATE code of
			       five characters; the first two characters of a
			       code are its class */
	enum postgres_failure failure;
} failure_codes[] = {
	{ "08", POSTGRES_UNAVAILABLE }, /* connection exception */
	{ READ_ONLY,
	    POSTGRES_UNAVAILABLE }, /* the server has become a standby */
	/* the server has ended the session, because its transaction was idle */
	{ "25P03", POSTGRES_UNAVAILABLE },
	{ "40", POSTGRES_BUSY },           /* serialization failure, deadlock */
	{ "53100", POSTGRES_FULL },        /* disk full */
	{ "53200", POSTGRES_FULL },        /* the server has no memory */
	{ "53300", POSTGRES_UNAVAILABLE }, /* too many connections */
	{ "53", POSTGRES_FULL },
	{ "55P03", POSTGRES_BUSY },      /* lock not available */
	{ "57014", POSTGRES_BUSY },      /* cancelled */
	{ "57P", POSTGRES_UNAVAILABLE }, /* shutdown, crash, starting */
	{ "58", POSTGRES_FAULT },        /* system error, I/O error */
	{ "XX001", POSTGRES_DAMAGE },
	{ "XX002", POSTGRES_DAMAGE },
};

enum postgres_failure
postgres_failure_of(const struct libpq *lib, const PGresult *result)
{
	const char *code = lib->PQresultErrorField(result, PG_DIAG_SQLSTATE);

	if (code == NULL || strlen(code) != SQLSTATE_BYTES)
		return POSTGRES_UNAVAILABLE;
	for (size_t i = 0; i < ARRAY_LENGTH(failure_codes); i++)
		if (strncmp(code, failure_codes[i].prefix,
			strlen(failure_codes[i].prefix)) == 0)
			return failure_codes[i].failure;
	return POSTGRES_OTHER;
}

/* Copies a message of libpq as one line. */
static void
failure_line(const char *message, char ret[ERR_TEXT_BYTES])
{
	size_t n = 0;

	for (; *message != '\0' && n + 1 < ERR_TEXT_BYTES; message++) {
		char c = (unsigned char)*message < ' ' ? ' ' : *message;

		if (c != ' ' || (n > 0 && ret[n - 1] != ' '))
			ret[n++] = c;
	}
	while (n > 0 && ret[n - 1] == ' ')
		n--;
	ret[n] = '\0';
}

static bool
failure_is_read_only(const struct libpq *lib, const PGresult *result)
{
	const char *code = lib->PQresultErrorField(result, PG_DIAG_SQLSTATE);

	return code != NULL && strcmp(code, READ_ONLY) == 0;
}

int
postgres_fail(
    struct store *s, const char *what, const PGresult *result, struct err *e)
{
	const struct libpq *lib = s->postgres->lib;
	const char *message = NULL;
	char line[ERR_TEXT_BYTES];

	s->failure = result != NULL ? (int)postgres_failure_of(lib, result)
				    : (int)POSTGRES_UNAVAILABLE;
	s->failure_errno = 0;
	/* A write in a session that only reads has the same code as a write on
	 * a standby server.  It would fail again, so it must not be repeated.
	 */
	if (s->mode == STORE_READ && failure_is_read_only(lib, result))
		s->failure = POSTGRES_OTHER;
	if (result != NULL)
		message =
		    lib->PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
	else if (s->postgres->connection != NULL)
		message = lib->PQerrorMessage(s->postgres->connection);
	if (message == NULL || message[0] == '\0')
		message = "the connection to the server was lost";
	failure_line(message, line);
	return err_set(e, ERR_DATABASE, "%s: %s", what, line);
}

bool
postgres_may_retry(const struct store *s)
{
	switch ((enum postgres_failure)s->failure) {
	case POSTGRES_BUSY:
	case POSTGRES_UNAVAILABLE:
	case POSTGRES_NO_MEMORY:
	case POSTGRES_FULL:
		return true;
	default:
		return false;
	}
}

bool
postgres_is_faulty(const struct store *s)
{
	return s->failure == POSTGRES_FAULT;
}

bool
postgres_is_damaged(const struct store *s)
{
	return s->failure == POSTGRES_DAMAGE;
}
