/*
 * database.h -- opens a database, runs transactions, classifies failures and
 * checks the files of the database.
 *
 * The functions are in open.c, times.c (planned times), sqlite/transaction.c,
 * sqlite/fault.c (failures), sqlite/lock.c (locks of the file) and
 * sqlite/salvage/salvage.c (damaged databases).  The conventions: store.h.
 */
#ifndef STORE_DATABASE_H
#define STORE_DATABASE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

#define STORE_APPLICATION_ID 0x474c4e52 /* "GLNR" */

struct salvage_result;
struct store;

enum store_mode {
	STORE_READ,  /* queries; the file must exist */
	STORE_WRITE, /* short writes of commands; creates the file */
	STORE_DAEMON /* creates, migrates, and holds the daemon's lock */
};

/* Opens a database.  A new database is created under a temporary name in the
 * same directory and then renamed.  If the directory does not exist, it is
 * created, but not its parent.  STORE_DAEMON checks the whole file if it
 * has at most LIMIT_OPEN_CHECK_BYTES; the other modes check only its
 * application id and schema.
 *
 * ERR_REFUSED: the file is locked by another daemon, has a newer schema, is not
 * a database of Gleaner, is empty or is damaged.  The file is then not changed,
 * and *e names the remedy.  ERR_NOT_FOUND: the mode is STORE_READ, and the file
 * does not exist. */
int store_open(
    const char *path, enum store_mode, struct store **ret, struct err *e);
/* Rolls back an open transaction and closes the database.  NULL is allowed. */
void store_close(struct store *);
/* True if the file was a backup or a salvaged copy that was now opened for
 * writing for the first time.  Its next article and its next change get numbers
 * that are 1 000 000 000 higher than its last ones, because the database that
 * it replaces may have given the numbers between.  Always false on PostgreSQL.
 */
bool store_is_restored(const struct store *);
/* True if the file is a backup or a salvaged copy that was not opened for
 * writing since.  Always false on PostgreSQL. */
bool store_is_backup(const struct store *);
/* Checks the name of a database.  ERR_REFUSED: a daemon has the database open
 * under another name (a hard link, a bind mount of only this file).  A
 * connection under this name would use a second log and damage the database.
 * Must be called by a process that does not have the database open, because the
 * function opens and closes a descriptor of the file. */
int store_check_name(const char *path, struct err *e);

/* Begins a transaction (BEGIN IMMEDIATE).  The functions of the other headers
 * of the store run in this transaction.  Without a transaction of the caller,
 * each function runs in a transaction of its own.
 *
 * If a function fails inside the transaction, its own changes are undone.  The
 * caller may continue the transaction unless store_may_retry() is true.  In
 * that case the database may have undone the whole transaction, for example
 * because the disk is full, and all later calls in the transaction fail.  If
 * store_is_damaged() is true, the caller should call store_rollback().  If
 * store_commit() fails, everything since store_begin() is undone. */
int store_begin(struct store *, struct err *e);
/* Like store_begin(), at 90% of the cost, for a batch that is not expected to
 * fail.  If a function fails, the whole transaction is undone, and all later
 * calls in it fail.  The caller then calls store_rollback() and repeats the
 * batch with store_begin(), to find the function that fails. */
int store_begin_together(struct store *, struct err *e);
/* Like store_begin_together(), for a batch that writes only for hosts of this
 * node and checks the leases of their shards (store_fleet_fence()).  On
 * PostgreSQL several such transactions of different nodes run at the same time.
 * None of them runs at the same time as a transaction of store_begin() or
 * store_begin_together().  Changes get their numbers at the end, in the order
 * of the commits.  A conflict is an error; the batch is then repeated with
 * store_begin_together() or store_begin(). */
int store_begin_beside(struct store *, struct err *e);
/* Writes the deferred rows of the transaction (change log, full-text index), as
 * store_commit() does.  For a caller that must run a statement of its own as
 * the last one before the commit.  If store_settle() fails, the caller calls
 * store_rollback(). */
int store_settle(struct store *, struct err *e);
/* Commits the transaction.  If this fails, the transaction is rolled back, and
 * store_may_retry() returns whether the caller may repeat it. */
int store_commit(struct store *, struct err *e);
/* Undoes the transaction.  Cannot fail.  store_may_retry() then still reports
 * the failure before it. */
void store_rollback(struct store *);
/* True after a temporary failure: disk full, busy. */
bool store_may_retry(const struct store *);
/* True after a failure that may be temporary or may last as long as the
 * database is open: an I/O error, a file system that has become read-only, a
 * file that cannot be opened.  After such a failure of a write,
 * store_may_retry() is true as well.  A full disk or quota is not such a
 * failure. */
bool store_is_faulty(const struct store *);
/* True after a permanent failure: a page of the file is damaged. */
bool store_is_damaged(const struct store *);

/* True if the error e of any function of the store reports damage.  Unlike
 * store_is_damaged(), this function can be called after store_close(). */
bool store_err_is_damage(const struct err *e);

enum store_place {
	STORE_IN_PLACE,
	STORE_GONE, /* no file exists at the path; it may exist again later */
	STORE_REPLACED /* another file is at the path, or the -wal file was
			  replaced */
};
/* For STORE_DAEMON: checks that the open file and its log are still the files
 * at the path.  If they are not, other processes do not see the writes of this
 * process. *e states the fault.  Costs two stat(2). */
enum store_place store_check_files(const struct store *, struct err *e);
/* For a program that reads for a long time: checks that the path of the
 * database still names the file that is open.  ERR_REFUSED: another file is at
 * the path.  If no file is at the path, returns 0, because the new file may
 * follow.  The path is examined at most once a second (one stat(2)).  On
 * PostgreSQL, returns 0. */
int store_check_replaced(struct store *, struct err *e);
/* For store_set_patience(): no limit. */
#define STORE_FOR_EVER INT64_MAX
/* On PostgreSQL, sets how long a transaction of this connection may send
 * nothing.  After this time the server ends the transaction, so that a stopped
 * program does not hold its locks.  The default is LIMIT_POSTGRES_IDLE_MS.  On
 * SQLite, does nothing. */
int store_limit_idle(struct store *, int64_t ms, struct err *e);
/* Sets approximately how long the start of a transaction waits while another
 * connection writes.  STORE_FOR_EVER: no limit.  The default is LIMIT_BUSY_MS.
 * If *stop becomes true, the wait ends with an error, and store_may_retry() is
 * true.  On PostgreSQL, a connection whose server does not answer within a
 * second is then closed, too, and no connection is opened.  `stop` is borrowed
 * while the store is open; NULL: the wait cannot be stopped. */
void store_set_patience(struct store *, int64_t ms, const volatile int *stop);
/* Sets the time at which queries of this connection are ended with an error.
 * *until_ms: monotonic time, INT64_MAX for no limit; another thread may change
 * it.  The pointer is borrowed while the store is open; NULL: no limit.  On
 * SQLite, a call of a function of FTS5 is not ended, and store_check() and
 * store_backup() must not be called. */
void store_set_deadline(struct store *, const _Atomic int64_t *until_ms);
/* True if the time that was set by store_set_deadline() has passed. */
bool store_is_overdue(const struct store *);
/* Called from time to time with the progress of store_check(), store_backup()
 * and store_copy().  `total` 0: not known. */
typedef void store_progress(
    const char *what, int64_t done, int64_t total, void *arg);
/* Sets the function that receives the progress; NULL: no reports. */
void store_watch(struct store *, store_progress *, void *arg);
/* Reads the damaged database at `path`, which no daemon may have open
 * (ERR_REFUSED), and writes all readable rows to a new database at `to`,
 * which must not exist (ERR_USAGE).  The damaged file and its log are not
 * changed.  Sequence numbers of changes, cursors of consumers and all ids
 * are preserved.  Articles whose changes at the end of the change log are
 * lost get a new change.  ERR_NOT_FOUND: no row could be read. */
int store_salvage(const char *path, const char *to, store_progress *, void *arg,
    struct salvage_result *ret, struct err *e);
/* Returns a number that changes when another connection commits (PRAGMA
 * data_version). */
int store_data_version(struct store *, int64_t *ret, struct err *e);
/* Notifications about commits of other connections.  Only PostgreSQL sends
 * them.  On SQLite, store_listen() does nothing, store_notice_fd() returns -1,
 * and the other functions return false. */
enum store_notice {
	NOTICE_NONE,
	NOTICE_CHANGE, /* the change log has new rows */
	NOTICE_PAGE    /* a node has inserted a pending page for a host that
			  another node owns, or subscriptions have changed */
};
/* Selects the notifications that this connection receives, also after it was
 * opened again. */
int store_listen(struct store *, enum store_notice, struct err *e);
/* Returns a descriptor that is readable when a notification has arrived, or -1.
 * It may change with each call of a function of the store. */
int store_notice_fd(const struct store *);
/* Returns true if a notification has arrived since the last call, or if the
 * connection was lost.  Does not wait. */
bool store_take_notice(struct store *);
/* Returns true if subscriptions may have changed since the last call of this
 * function: store_take_notice() has taken a notification about them, or the
 * connection was lost. */
bool store_took_feeds(struct store *);
/* Copies the write-ahead log into the file.  The daemon calls this function
 * every hour and at its end.  Returns 1 if a reader still uses a part of the
 * log: this part is copied at the next call.  Waits for readers 200 ms at most.
 */
int store_checkpoint(struct store *, struct err *e);

#endif
