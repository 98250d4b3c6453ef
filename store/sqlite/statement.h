/*
 * statement.h -- internal to store/: the connection and its named queries, on
 * SQLite and on PostgreSQL (store/query/dialect.h, store/postgres/README.md).
 *
 * A query is selected by its name in store/sqlite/sql, its parameters are bound
 * by name, and it is stepped (store/query/query.c):
 *
 *	struct query q = query_of(s, SQL_feed_find);
 *
 *	query_text(&q, ":url", url);
 *	if ((rc = query_step(&q, e)) > 0)
 *		id = query_column_int(&q, 0);
 *	query_end(&q);
 *
 * A command prepares a query at its first use; the daemon prepares all queries
 * at its start.  A failure to prepare or to bind is stored and returned by
 * query_step().  The rows of a query are copied before a visitor is called, so
 * that no query is open while the visitor runs.  A visitor that writes to a
 * slow pipe therefore does not delay checkpoints, and a visitor may call store
 * functions.
 */
#ifndef STORE_SQLITE_STATEMENT_H
#define STORE_SQLITE_STATEMENT_H

#include <sys/types.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/date/date.h"
#include "base/limits.h"
#include "store/database.h"
#include "store/duplicate/fingerprint_index.h"
#include "store/search/token/token_list.h"
#include "store/sqlite/sql.inc"

struct dialect;
struct filter_state;
struct postgres;
struct postgres_statement;
struct sqlite3;
struct sqlite3_stmt;

struct id_list {
	int64_t ids[LIMIT_DEFERRED];
	size_t n;
};

/* Rows that are written at the end of the transaction, by one statement for
 * each list (deferred.c).  not_indexed: articles whose texts are not indexed
 * yet.  not_logged: articles whose first texts are not in the change log yet;
 * all have the time not_logged_at. */
struct deferred {
	struct id_list not_indexed, not_logged;
	int64_t not_logged_at;
	size_t
	    n_tallies; /* number of counted filters (filter/filter_count.c) */
};

/* Changes that are logged at the end of the transaction (deferred.c). */
struct change_entry {
	int64_t article_id, revision, at;
	int kind; /* enum change_kind */
};
struct change_list {
	struct change_entry of[LIMIT_DEFERRED];
	size_t n;
};

/* Polls that wait to be written together (postgres/quiet_poll.h), as the
 * elements of a JSON array. */
#define QUIET_POLLS_MOST  100
#define QUIET_POLLS_BYTES ((size_t)1 << 18)
struct quiet_polls {
	struct buf rows;
	int64_t feed_ids[QUIET_POLLS_MOST];
	size_t n;
	bool is_held;     /* the polls are not written before another query is
			     run, because that query does not need them */
	int64_t n_linked; /* number of linked documents that the written polls
			   * have made pending and that were not reported yet */
};

/* Cache of parameter indexes.  Without it SQLite would find each index by
 * string comparisons.  The key is the address of the literal that names the
 * parameter. */
#define PARAMETERS_KNOWN 1024 /* a power of two */
struct known_parameter {
	const char *name;
	enum sql of;
	int index;
};

/* Identifies a file independently of its name. */
struct file_id {
	bool is_known;
	dev_t device;
	ino_t inode;
};

/* Caches whether any tombstone exists, separately for the entries of a feed,
 * for articles, and for articles that only witnesses had announced
 * (entry_insert.c). */
#define TOMBSTONE_KINDS 3
struct tombstone_cache {
	struct tombstone_answer {
		int64_t of; /* id of a feed, TOMBSTONE_ARTICLE or
			       TOMBSTONE_WITNESSED (feed_item.h) */
		bool is_known, any;
	} of[TOMBSTONE_KINDS];
};

/* Caches which lists of the article `id` are empty (article_apply.c).  `id` 0:
 * the cache is empty. */
#define ARTICLE_LISTS 3
struct empty_lists {
	int64_t id;
	bool is_empty[ARTICLE_LISTS];
};

struct store {
	const struct dialect *dialect;
	struct postgres *postgres; /* NULL on SQLite */
	struct sqlite3 *db;        /* NULL on PostgreSQL */
	struct sqlite3_stmt *statements[SQL_COUNT];
	struct known_parameter parameters[PARAMETERS_KNOWN];
	char *path;            /* owned, resolved */
	int lock_fd, inode_fd; /* lock.h; -1: not held */
	struct file_id file,
	    log; /* identities of the files that the daemon has opened */
	struct file_id opened; /* identity of the database file, in all modes */
	int64_t opened_look_ms; /* monotonic time at which `opened` was last
				   compared */
	enum store_mode mode;
	bool is_restored;    /* store_is_restored() */
	bool in_transaction; /* a transaction that the caller has begun is open
			      */
	bool is_together;    /* the transaction was begun by
			      * store_begin_together() */
	bool is_beside;      /* set while a transaction begins: other nodes may
			      * write at the same time (store_begin_beside()) */
	int failure;         /* last failure: SQLite's extended code, or an
			      * enum postgres_failure */
	int failure_errno;   /* errno of an I/O error; 0: not known */
	int64_t patience_ms; /* maximum time that an operation waits for a lock
				of another connection */
	const volatile int *stop; /* the pointer that was given to
				   * store_set_patience() */
	const _Atomic int64_t *until_ms; /* set by store_set_deadline();
					  * NULL: no limit */
	store_progress *watcher;         /* set by store_watch() */
	void *watcher_arg;
	/* Memory of one operation. `held` is valid until the operation ends.
	 * `scratch` may be cleared after each row by operations that visit many
	 * rows. */
	struct arena held, scratch;
	/* The rows that are written at the end of the transaction
	 * (deferred.c), and a copy of them from the start of the current
	 * operation.  The copy is restored if the operation fails.  If writing
	 * the rows fails, the batch is repeated with writes_at_once: each
	 * operation then writes its own rows, so that only the operation at
	 * fault fails. */
	struct deferred deferred, deferred_before;
	struct change_list changes, changes_before; /* on PostgreSQL only */
	bool writes_at_once;
	struct token_lists tokens; /* tokens of the texts that are not in the
				      full-text index yet */
	struct quiet_polls quiet;
	/* The shards of this node as an array such as "[1,2]"; "": all shards.
	 */
	char shards[4 * LIMIT_SHARDS + 2];
	bool owned[LIMIT_SHARDS]; /* the same shards */
	bool hands_over;   /* the transaction has inserted a page of another
			      node's host */
	bool notes_feeds;  /* the transaction has changed subscriptions */
	bool knows_copies; /* the fingerprints of other processes were read in
			      this transaction (duplicate/cluster.c) */
	/* Caches of the current operation.  They save queries, because most
	 * feeds have no tombstones, and most lists of articles are empty. */
	struct tombstone_cache tombstones;
	struct empty_lists empty_lists;
	struct filter_state *filters; /* owned; NULL: none (filter/) */
	struct store_enrich *enrich; /* NULL: texts are not enriched */
	struct languages *languages; /* owned; NULL: not needed so far */
	struct fingerprint_index
	    fingerprint_index; /* fingerprint index that finds near duplicates
				* (cluster.c) */
};

struct query {
	struct store *store;
	struct sqlite3_stmt *statement;      /* NULL on PostgreSQL */
	struct postgres_statement *prepared; /* NULL on SQLite */
	enum sql name;
	int failure; /* error code of a failed prepare or bind */
};

/* Prepares all queries.  ERR_REFUSED if a query does not fit the schema.  If
 * this function was not called, the first query_step() of such a query returns
 * this error. */
int statements_prepare(struct store *, struct err *e);
/* Frees the prepared queries. */
void statements_finalize(struct store *);
/* Returns the name of a query, such as "feed_find"; static. */
const char *sql_name(enum sql);

/* Begins a query.  A failure to prepare it is returned by query_step(). */
struct query query_of(struct store *, enum sql);
/* Binds an integer.  In this and all other functions that bind a value, the
 * name of the parameter must be a string literal. */
void query_int(struct query *, const char *parameter, int64_t);
/* Binds a count of rows.  Any value above INT64_MAX, such as SIZE_MAX, means
 * no limit. */
void query_count(struct query *, const char *parameter, size_t);
void query_real(struct query *, const char *parameter, double);
/* DATE_NONE is bound as NULL. */
void query_date(struct query *, const char *parameter, int64_t at);
/* Binds a text, which is borrowed until query_end().  An absent or empty
 * text is bound as NULL.  Invalid UTF-8 and NULs become U+FFFD. */
void query_text(struct query *, const char *parameter, struct slice);
/* Like query_text(), but an empty or absent text is bound as the empty text. */
void query_text_always(struct query *, const char *parameter, struct slice);
/* Binds opaque bytes of a server: as text if they are UTF-8, else as a blob. */
void query_bytes(struct query *, const char *parameter, struct slice);
void query_blob(struct query *, const char *parameter, struct slice);
/* Returns 1 for a row, 0 if no row is left, or an error code. query_end()
 * must be called in each case. */
int query_step(struct query *, struct err *e);
/* Ends the query, so that its rows and its bound texts are no longer used. */
void query_end(struct query *);
/* Steps to the end and calls query_end(). */
int query_run(struct query *, struct err *e);
/* Returns one number of one row and calls query_end().  ERR_NOT_FOUND if
 * there is no row. */
int query_run_int(struct query *, int64_t *ret, struct err *e);
/* Like query_run(), for an INSERT of one row, whose id is returned.  On SQLite,
 * RETURNING is not used, because it would create a table in memory for each
 * call. */
int query_run_insert(struct query *, int64_t *ret_id, struct err *e);

/* True if query_ahead() sends queries, which it does on PostgreSQL only. */
bool store_reads_ahead(const struct store *);
/* Sends a query whose rows are needed later, and calls query_end().  The next
 * query of the operation with the same name and values returns these rows.
 * Until then the operation must not change the rows.  Queries that are sent
 * together need one round trip.  Does nothing on SQLite. */
void query_ahead(struct query *);
/* Forgets the rows of query_ahead() that no query has taken.  store_operate()
 * calls this function at its end. */
void store_forget_ahead(struct store *);

/* The columns of the present row, numbered from 0. */
int64_t query_column_int(const struct query *, int column);
/* Returns DATE_NONE for NULL. */
int64_t query_column_date(const struct query *, int column);
double query_column_real(const struct query *, int column);
/* Borrowed until the next step.  NULL is returned as SLICE_NONE. */
struct slice query_column_text(const struct query *, int column);
/* Like query_column_text(), copied to the arena. */
struct slice query_column_copy(
    const struct query *, int column, struct arena *);

/* Copies of all rows of a query. */
struct rows {
	struct arena arena;
	void *items;
	size_t n, cap;
};
typedef void query_read(const struct query *, struct arena *, void *ret_row);
/* Steps q to its end, copies its rows, and calls query_end(). rows_release()
 * must be called in each case.  ERR_LIMIT if the rows need more than
 * LIMIT_STORE_ARENA. */
int rows_collect(struct query *q, size_t row_bytes, query_read *read,
    struct rows *ret, struct err *e);
/* Like rows_collect(), but copies only the first column.  The items have the
 * type int64_t. */
int rows_collect_ids(struct query *, struct rows *ret, struct err *e);
void rows_release(struct rows *);

/* Runs an operation atomically.  In a transaction of the caller, a savepoint is
 * used, except after store_begin_together().  Without a transaction of the
 * caller, the operation gets a transaction of its own.  The operation may use
 * s->held and s->scratch, which are empty at its start.  Operations must not
 * nest. */
typedef int store_operation(struct store *, void *arg, struct err *e);
int store_operate(
    struct store *s, store_operation *operation, void *arg, struct err *e);
/* Like store_operate().  If the caller has not begun a transaction, other nodes
 * can write while the operation runs, as after store_begin_beside().  The
 * operation must lock the rows that it reads and then changes. */
int store_operate_beside(
    struct store *s, store_operation *operation, void *arg, struct err *e);

/* Begins a read transaction, so that all queries until store_end_reading() read
 * the same state.  SQLite then takes its lock once instead of once for each
 * query.  The caller must not run an operation before it calls
 * store_end_reading(), nor a visitor, because the log of the database cannot be
 * reset in this time.  Returns false if no transaction was begun: the caller
 * has begun one, an error occurred, or the database is on PostgreSQL, where two
 * more round trips would cost more than they save.  store_end_reading() must
 * then not be called. */
bool store_begin_reading(struct store *);
/* Does not change the failure that store_may_retry() reports. */
void store_end_reading(struct store *);

/* Calls the watcher if there is one. */
void store_report_progress(
    struct store *, const char *what, int64_t done, int64_t total);
/* Stores the failure of the connection for store_may_retry() and similar
 * functions, and writes the failure to *e.  For an I/O error, the text of *e
 * also contains the system's message and the file. */
int store_fail(struct store *, const char *what, struct err *e);
/* Stores the identities of the files that store_check_files() compares. */
void place_note(struct store *);
/* Stores the identity of the file that store_check_replaced() compares. */
void place_note_opened(struct store *);

#endif
