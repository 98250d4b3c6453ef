/*
 * dialect.h -- internal to store/: the functions that differ between SQLite and
 * PostgreSQL.
 *
 * store_open() selects the dialect by the name of the database.  All other code
 * of store/ calls the functions of statement.h and database.h.  These functions
 * call the members of struct dialect.  Rules that are not stated here are those
 * of statement.h.  A member that has `e` and returns int returns a negative
 * code after an error.
 */
#ifndef STORE_QUERY_DIALECT_H
#define STORE_QUERY_DIALECT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/slice.h"
#include "store/database.h"
#include "store/sqlite/sql.inc"

struct query;

struct dialect {
	int no_memory; /* value of `failure` in struct store if there is no
			  memory */

	/* ---- queries ---- */

	int (*prepare)(struct store *, struct err *e);
	/* Fills in the members of a query that belong to the dialect. */
	void (*select)(struct query *);
	/* Returns the number of a parameter, at least 1.  0: the query does not
	 * use the parameter, and no value is bound. */
	int (*find_parameter)(const struct query *, const char *parameter);
	void (*bind_null)(struct query *, int parameter);
	void (*bind_int)(struct query *, int parameter, int64_t);
	void (*bind_real)(struct query *, int parameter, double);
	/* Binds valid UTF-8 without NULs.  is_owned: free() is called for the
	 * text when it is not needed any more. */
	void (*bind_text)(
	    struct query *, int parameter, struct slice, bool is_owned);
	void (*bind_blob)(struct query *, int parameter, struct slice);
	int (*step)(struct query *, struct err *e);
	void (*end)(struct query *);
	/* Steps to the end; the caller then calls query_end().  In a
	 * transaction, a write may be executed later, but before the next row
	 * is read and before the operation or the transaction ends. */
	int (*run)(struct query *, struct err *e);
	/* Like `run`, for an INSERT of one row.  *ret_id: id of the row. */
	int (*run_insert)(struct query *, int64_t *ret_id, struct err *e);
	/* ahead: sends a query before its rows are needed (query_ahead()).
	 * forget: drops the rows of such queries that no query has taken.
	 * Both are NULL if the dialect does not send queries ahead. */
	void (*ahead)(struct query *);
	void (*forget)(struct store *);
	bool (*is_null)(const struct query *, int column);
	int64_t (*read_int)(const struct query *, int column);
	double (*read_real)(const struct query *, int column);
	/* The column must not be NULL. */
	struct slice (*read_text)(const struct query *, int column);

	/* ---- transactions ---- */

	/* Runs a query of transaction.sql. */
	int (*transact)(struct store *, enum sql, struct err *e);
	/* True if the connection is in a transaction. */
	bool (*is_in_transaction)(const struct store *);
	/* Ends all queries that an operation did not step to the end. */
	void (*reset)(struct store *);

	/* ---- failures (database.h) ---- */

	bool (*may_retry)(const struct store *);
	bool (*is_faulty)(const struct store *);
	bool (*is_damaged)(const struct store *);

	/* ---- the whole database (database.h, maintenance.h) ---- */

	int (*checkpoint)(struct store *, struct err *e);
	int (*vacuum)(struct store *, struct err *e);
	int (*backup)(struct store *, const char *path, struct err *e);
	/* True if the dialect has the query. */
	bool (*has)(enum sql);
	/* Compares the full-text index with the articles.  Sets *ret_differs to
	 * true if they differ, and otherwise does not write it.  On SQLite, a
	 * store that may write returns an error if they differ. */
	int (*check_index)(struct store *, bool *ret_differs, struct err *e);
	/* Makes the connection call `report` from time to time while a
	 * statement runs.  report NULL: ends these calls. */
	void (*watch)(struct store *, int (*report)(void *), void *arg);
	bool (*check_damage)(const struct store *, struct err *e);
	/* Closes the connection and frees all that belongs to it.  Also called
	 * if the connection could not be opened. */
	void (*close)(struct store *);
};

extern const struct dialect sqlite_dialect;
extern const struct dialect postgres_dialect;

/* In store/postgres/statement.c: true if the query has the parameter on
 * PostgreSQL. */
bool postgres_has_parameter(enum sql, const char *parameter);
/* In store/postgres/open.c: connects, migrates if the mode is STORE_DAEMON,
 * and prepares.  s->path is the URL without its password. */
int postgres_open(struct store *s, const char *url, struct err *e);

#endif
