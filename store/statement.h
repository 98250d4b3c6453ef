/*
 * statement.h -- inside the room: the connection, and its named queries.
 *
 * A query is taken by its name in store/sql, given its parameters by theirs,
 * and stepped:
 *
 *	struct query q = query_of(s, SQL_feed_find);
 *
 *	query_text(&q, ":url", url);
 *	if ((rc = query_step(&q, e)) > 0)
 *		id = query_column_int(&q, 0);
 *	query_end(&q);
 *
 * A command prepares a query when it first asks it, the daemon all at its
 * start.  A failure to prepare or to bind sticks and comes out of
 * query_step().  A query is never open while a visitor runs: rows are copied
 * first, so that no reader holds the writer's log back while it writes to a
 * slow pipe, and a visitor may ask the store again.
 */
#ifndef STORE_STATEMENT_H
#define STORE_STATEMENT_H

#include <sys/types.h>

#include "config/limits.h"
#include "store/firsts.h"
#include "store/sql.inc"
#include "store/store.h"

struct sqlite3;
struct sqlite3_stmt;

struct id_list {
	int64_t ids[LIMIT_PENDING];
	size_t n;
};

/* What is written by the end of the transaction, in one statement each
 * (pending.c): texts that are to be indexed, and first texts that the change
 * log is to tell of, all of one moment. */
struct pending {
	struct id_list unindexed, untold;
	int64_t untold_at;
};

/* Where a parameter stands in its statement, which SQLite looks up word by
 * word; known by the address of the literal that names it. */
#define PARAMETERS_KNOWN 1024 /* a power of two */
struct known_parameter {
	const char *name;
	enum sql of;
	int index;
};

/* Which file it is, whatever its name. */
struct file_id {
	bool is_known;
	dev_t device;
	ino_t inode;
};

#define GRAVES_UNKNOWN INT64_MIN /* no number of a feed or of announce.c */

struct store {
	struct sqlite3 *db;
	struct sqlite3_stmt *statements[SQL_COUNT];
	struct known_parameter parameters[PARAMETERS_KNOWN];
	char *path;  /* owned, resolved */
	int lock_fd, inode_fd; /* lock.h; -1: not held */
	struct file_id file, log; /* of the daemon's */
	enum store_mode mode;
	bool in_transaction; /* the caller's … */
	bool is_together;    /* … of store_begin_together() */
	int failure;         /* the last one, SQLite's extended code */
	int failure_errno;   /* … of an I/O error; 0: not known */
	int64_t patience_ms;     /* for somebody else's lock */
	const volatile int *stop; /* of store_set_patience() */
	store_progress *watcher; /* of store_watch() */
	void *watcher_arg;
	/* Of one operation: held to its end; and scratch, which those that go
	 * through many rows clear from row to row. */
	struct arena held, scratch;
	/* And what waited before the operation began.  After a batch that
	 * could not be settled together each operation settles its own, so
	 * that only that one fails. */
	struct pending pending, pending_before;
	bool settle_at_once;
	/* The feed that was last asked for tombstones (or GRAVES_UNKNOWN), and
	 * whether it has any: few have (announce.c). */
	int64_t graves_of;
	bool graves_any;
	struct firsts firsts; /* that near copies are found by (cluster.c) */
};

struct query {
	struct store *store;
	struct sqlite3_stmt *statement;
	enum sql name;
	int failure; /* of preparing or binding */
};

/* Prepares all of them now; ERR_REFUSED where the schema does not fit, here or
 * where the first query_step() of one says so. */
int statements_prepare(struct store *, struct err *e);
void statements_finalize(struct store *);
/* Ends every one that an operation left half-way. */
void statements_reset(struct store *);
const char *sql_name(enum sql);

/* Names of parameters are literals, here and below. */
struct query query_of(struct store *, enum sql);
void query_int(struct query *, const char *parameter, int64_t);
/* A count of rows; SIZE_MAX, as any above INT64_MAX, is no bound. */
void query_count(struct query *, const char *parameter, size_t);
void query_real(struct query *, const char *parameter, double);
/* DATE_NONE is NULL. */
void query_date(struct query *, const char *parameter, int64_t at);
/* Text, borrowed until query_end(); absent or empty is NULL.  What is not
 * UTF-8, and NULs, become U+FFFD. */
void query_text(struct query *, const char *parameter, struct slice);
/* The same, but empty stays empty and absent becomes empty. */
void query_text_always(struct query *, const char *parameter, struct slice);
/* Opaque bytes of a server: text where they are UTF-8, else a blob. */
void query_bytes(struct query *, const char *parameter, struct slice);
void query_blob(struct query *, const char *parameter, struct slice);
/* 1: a row; 0: no more; else an error, after which query_end is still due. */
int query_step(struct query *, struct err *e);
void query_end(struct query *);
/* Steps to the end, and ends it. */
int query_run(struct query *, struct err *e);
/* One number of one row, then the end; ERR_NOT_FOUND without a row. */
int query_run_int(struct query *, int64_t *ret, struct err *e);
/* As query_run(), of an INSERT of one row, which gives its id.  RETURNING
 * would make a table in memory for it each time. */
int query_run_insert(struct query *, int64_t *ret_id, struct err *e);

int64_t query_column_int(const struct query *, int column);
int64_t query_column_date(const struct query *, int column); /* NULL: none */
double query_column_real(const struct query *, int column);
/* Borrowed until the next step; NULL is SLICE_NONE. */
struct slice query_column_text(const struct query *, int column);
struct slice query_column_copy(
    const struct query *, int column, struct arena *);

/* All rows of a query, copied. */
struct rows {
	struct arena arena;
	void *items;
	size_t n, cap;
};
typedef void query_read(const struct query *, struct arena *, void *ret_row);
/* Runs q to its end (and ends it) into rows; rows_release() is due whatever
 * comes back.  ERR_LIMIT over LIMIT_STORE_ARENA. */
int rows_collect(struct query *q, size_t row_bytes, query_read *read,
    struct rows *ret, struct err *e);
/* The first column, as int64_t items. */
int rows_collect_ids(struct query *, struct rows *ret, struct err *e);
void rows_release(struct rows *);

/* A write that happens whole or not at all: in the caller's transaction
 * behind a savepoint (or with all of it), else in one of its own.  The operation may use
 * s->held and s->scratch, which are empty when it begins.  Operations do not
 * nest. */
typedef int store_operation(struct store *, void *arg, struct err *e);
int store_operate(
    struct store *s, store_operation *operation, void *arg, struct err *e);

/* Tells the watcher, if there is one. */
void store_tell(
    struct store *, const char *what, int64_t done, int64_t total);
/* Notes the connection's failure for store_may_retry() and its like, and tells
 * it; of an I/O error with errno and file. */
int store_fail(struct store *, const char *what, struct err *e);
/* For store_look(). */
void place_note(struct store *);

#endif
