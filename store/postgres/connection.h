/*
 * connection.h -- internal to store/postgres/: the connection to the server
 * (connection.c) and the queries that were sent (pipeline.c).
 *
 * The connection is in pipeline mode.  A write of a transaction is only queued;
 * its result is read with the next query that returns rows, or by
 * connection_settle().  At most one query is live, which means that not all of
 * its rows were read.  Before another query is sent, the remaining rows of the
 * live query are kept in memory.
 *
 * After the connection was lost, every call fails until the transaction is
 * rolled back; then the next call connects again.  The pause between the first
 * two tries is 100 ms.  Each further pause is twice as long as the one before,
 * up to LIMIT_STORE_RETRY_MS.
 */
#ifndef STORE_POSTGRES_CONNECTION_H
#define STORE_POSTGRES_CONNECTION_H

#include "base/limits.h"
#include "store/postgres/library.h"
#include "store/sqlite/statement.h"

/* A query with longer values is not sent ahead. */
#define POSTGRES_KEY_BYTES ((size_t)64 * KIB)

/* The values of store->failure. */
enum postgres_failure {
	POSTGRES_OK,
	POSTGRES_BUSY,        /* a lock, a deadlock or a conflict: the
				 transaction can be repeated */
	POSTGRES_UNAVAILABLE, /* there is no connection: the transaction can be
				 repeated */
	POSTGRES_NO_MEMORY,
	POSTGRES_FULL,   /* the disk of the server is full */
	POSTGRES_FAULT,  /* an I/O error of the server */
	POSTGRES_DAMAGE, /* a table or an index is damaged */
	POSTGRES_OTHER
};

enum statement_state {
	STATEMENT_IDLE,
	STATEMENT_LIVE, /* the query was sent, and the end of its rows was not
			   read yet */
	STATEMENT_DONE, /* all its rows were read from the connection */
	STATEMENT_LOST  /* the connection was lost before all rows were read */
};

/* A prepared query. The arrays have one member for each parameter or column. */
struct postgres_statement {
	bool is_prepared;
	enum statement_state state;
	int n_parameters, n_columns;
	Oid *parameter_types, *column_types;
	const char **values; /* NULL: SQL NULL */
	int *lengths, *formats;
	char (*numbers)[24]; /* texts of values that are integers and reals */
	char **copies;       /* owned values */
	PGresult *row;       /* the current result; row_at is the index of its
				current row */
	int row_at;
	PGresult **kept; /* results that were read before they were needed */
	size_t n_kept, next_kept, cap_kept;
};

/* A query that was sent before its rows are needed (ahead.c). */
struct ahead {
	enum sql name;
	char *key; /* the values of its parameters; owned */
	size_t key_bytes;
	uint64_t hash;    /* of the key */
	bool is_wanted;   /* no query has taken the rows yet */
	PGresult *result; /* owned; NULL: not received yet, or taken */
};

struct aheads {
	struct ahead of[LIMIT_POSTGRES_AHEAD];
	size_t n, n_wanted;
	size_t next;    /* index at which the search for a key begins */
	struct buf key; /* key of the query that is sent or stepped */
};

/* A query that was sent and whose result was not read. */
struct queued {
	enum sql name;
	int ahead; /* 1 + index of the query in struct aheads; 0: the query was
		      not sent ahead, and its rows are dropped */
};

struct postgres {
	const struct libpq *lib;
	PGconn *connection; /* NULL: it was lost, or not opened yet */
	char *url;          /* owned, with its password */
	struct postgres_statement statements[SQL_COUNT];
	struct postgres_statement *live;
	/* Queries whose results were not read yet, oldest first. */
	struct queued queued[LIMIT_POSTGRES_QUEUE];
	size_t n_queued;
	struct aheads aheads;
	/* Ids for new articles, fetched in blocks (query article_new_ids). */
	int64_t ids[LIMIT_POSTGRES_IDS];
	size_t n_ids;
	bool is_pipeline;     /* the connection is in pipeline mode */
	bool is_schema_known; /* the version of the schema was checked */
	enum store_notice listens_to;
	bool has_feeds;    /* the next result of store_took_feeds() */
	bool is_listening; /* the server sends notifications of the kind
			      listens_to */
	int64_t idle_ms;   /* value of store_limit_idle(); 0: the default */
	bool is_in_transaction;
	/* For a connection that only reads: the server plans queries once, not
	 * for each execution. */
	bool plans_once;
	bool is_locking; /* the live query waits for the writer lock, and may be
			    cancelled */
	int64_t transaction_id;        /* number that the server gave to the
					  transaction; 0: not known */
	int64_t retry_ms, retry_at_ms; /* pause before the next try, and the
					  time of that try (monotonic) */
};

/* Connects if there is no connection.  ERR_DATABASE with POSTGRES_UNAVAILABLE
 * if the server cannot be reached, refuses the connection, or the time of the
 * next try has not come.  ERR_REFUSED: the server is older than PostgreSQL
 * 14. */
int connection_open(struct store *s, struct err *e);
void connection_close(struct store *s);

/* Prepares a query and reads the types of its parameters and columns.
 * Does nothing if the query was already prepared on this connection. */
int connection_prepare(struct store *s, enum sql name, struct err *e);
/* Sends a prepared query with its values as a queued write. */
int connection_queue(struct store *s, enum sql name, struct err *e);
/* Sends a prepared query with its values and reads all earlier results. The
 * query is then the live query: its rows have not been read yet. */
int connection_send(struct store *s, enum sql name, struct err *e);
/* Sets *ret to the next result of the live query, which has at least one row,
 * or to NULL after the last one.  *ret is owned. */
int connection_next(
    struct store *s, enum sql name, PGresult **ret, struct err *e);
/* Reads the results of all queries that were sent.  Returns the error of the
 * first queued write that has failed. */
int connection_settle(struct store *s, struct err *e);
/* Copies the remaining rows of the live query into memory, so that another
 * query can be sent. Does nothing if there is no live query. */
int connection_keep(struct store *s, struct err *e);
/* Reads the remaining rows of the live query and drops them. */
void connection_skip(struct store *s);
/* Runs one or more statements that are not named queries, outside of pipeline
 * mode.  No query may be live or queued. */
int connection_execute(struct store *s, const char *sql, struct err *e);
/* Runs one statement outside of pipeline mode and returns the number in the
 * first column of its first row.  ERR_NOT_FOUND: no row, or NULL. */
int connection_ask(
    struct store *s, const char *sql, int64_t *ret, struct err *e);

/* Asks the server for the notifications of store_listen() (notice.c). */
int connection_listen(struct store *, struct err *e);

/* Sends the query before its rows are needed.  ahead_take() returns the rows
 * (ahead.c). */
void postgres_ahead(struct query *);
/* Stores the result of the query that was sent ahead and whose queued.ahead is
 * `number`.  Takes ownership of the result. */
void ahead_put(struct postgres *, int number, PGresult *);
/* If a query with the name and values of q was sent ahead, its rows become the
 * rows of q, and *ret_found is true. */
int ahead_take(struct query *q, bool *ret_found, struct err *e);
/* Forgets all queries that were sent ahead. */
void ahead_drop(struct postgres *);
void ahead_release(struct postgres *);

/* Sets s->failure and *e (failure.c). If `result` is NULL, the connection was
 * lost. */
int postgres_fail(
    struct store *s, const char *what, const PGresult *result, struct err *e);
/* Returns the failure that a result describes. */
enum postgres_failure postgres_failure_of(
    const struct libpq *lib, const PGresult *result);
/* Return the text of a query and the names of its parameters.  A NUL follows
 * each name, and an empty name ends the list.  NULL: the query is not used on
 * PostgreSQL. */
const char *postgres_query_text(enum sql);
const char *postgres_query_parameters(enum sql);
/* True if the best plan of the query does not depend on the values of its
 * parameters ("-- plan: once", README.md). */
bool postgres_is_planned_once(enum sql);
/* Frees the bound values and the rows of a statement. */
void postgres_statement_clear(
    const struct libpq *lib, struct postgres_statement *);
/* Frees the whole statement. */
void postgres_statement_free(
    const struct libpq *lib, struct postgres_statement *);

#endif
