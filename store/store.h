/*
 * store.h -- the database: opening it, and with the headers that it takes in,
 * one a subject, the rows that rooms exchange.
 *
 * The promises (tests hold each):
 *   - what is known about the network (validators, next poll) is committed in
 *     the same transaction as what was learned from it (entries);
 *   - an article owed is a row before it is a job;
 *   - a change has a seq that is never used again, and is committed with the
 *     article that it tells of.
 *
 * Texts of rows are struct slice, UTF-8; SLICE_NONE is NULL in SQL.  Rows
 * that a visitor gets are borrowed for the visit.  A visitor that returns
 * non-zero ends the walk, and that value is returned.
 *
 * A struct store is used by one thread at a time.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/arena.h"
#include "base/date.h"
#include "base/err.h"
#include "store/articles.h"
#include "store/clock.h"
#include "store/consumers.h"
#include "store/feeds.h"
#include "store/further.h"
#include "store/known.h"
#include "store/pages.h"
#include "store/polls.h"
#include "store/search.h"
#include "store/sites.h"
#include "store/upkeep.h"

#define STORE_APPLICATION_ID 0x474c4e52 /* "GLNR" */

struct store;

enum store_mode {
	STORE_READ,  /* queries; the file must be there */
	STORE_WRITE, /* a command's short writes; made where it is absent */
	STORE_DAEMON /* creates, migrates, and holds the daemon's lock */
};

/* ERR_REFUSED, with one line that says what to do: held by another daemon
 * (which pid), a newer schema, a foreign file, an empty file, a corrupt one.
 * The file is not touched then.  A new database is made beside the path and
 * renamed into place, its directory (one level) too where it is absent.
 * STORE_DAEMON reads the file whole (quick_check) up to
 * LIMIT_OPEN_CHECK_BYTES; the others look at whose it is and of which schema.
 * ERR_NOT_FOUND: STORE_READ and no file. */
int store_open(
    const char *path, enum store_mode, struct store **ret, struct err *e);
void store_close(struct store *);
/* ERR_REFUSED: a daemon has the database open under another name (a hard link,
 * a bind mount of the file), and a connection under this one would have a log
 * of its own, and damage it.  For a process that does not have the database
 * open: a descriptor of it is opened and closed. */
int store_check_name(const char *path, struct err *e);

/* Transactions (BEGIN IMMEDIATE).  Each function of the subjects runs inside
 * the caller's, or in its own where there is none.  In a transaction a function
 * that fails has done nothing, and the rest of the batch may go on, unless
 * store_may_retry(): a full disk may have undone the whole transaction, and
 * then all that follows in it fails, store_commit() too.  A commit that fails
 * has undone everything since store_begin(); where a function of it met
 * damage, it fails by that. */
int store_begin(struct store *, struct err *e);
/* The same, a tenth cheaper, for a batch of which nothing is likely to fail:
 * a function that fails has undone the whole transaction, and all that follows
 * in it fails.  Then store_rollback(), and the batch again by store_begin(),
 * which tells who it was. */
int store_begin_together(struct store *, struct err *e);
int store_commit(struct store *, struct err *e);
void store_rollback(struct store *);
/* True after a failure that time may heal: disk full, busy. */
bool store_may_retry(const struct store *);
/* True after a failure that may pass, and may stay as long as the database is
 * open: an I/O error, a file system that has become read-only, a file that
 * cannot be opened.  (Of one at a write store_may_retry() is true as well.)
 * No room, by a quota too, is none of these. */
bool store_is_faulty(const struct store *);
/* True after a failure that nothing here heals: a page of the file is not what
 * it was. */
bool store_is_damaged(const struct store *);

/* Does e tell of damage, met by whatever call?  For a command that has closed
 * the store. */
bool store_err_is_damage(const struct err *e);

enum store_place {
	STORE_IN_PLACE,
	STORE_GONE,    /* nothing is there; it may come back */
	STORE_REPLACED /* somebody else is; or its log is not the one it was */
};
/* Of STORE_DAEMON: is the file that is open the one that its path names, and
 * its log?  Else nobody will see what is written.  *e says what is wrong.  Costs
 * two stat(2). */
enum store_place store_look(const struct store *, struct err *e);
/* How long a transaction waits to begin while somebody else writes, roughly;
 * STORE_FOR_EVER: until it may.  Sooner it fails, with store_may_retry(), when
 * *stop is set (borrowed while the store is open; NULL: nobody stops it).
 * LIMIT_BUSY_MS where nothing was said. */
#define STORE_FOR_EVER INT64_MAX
void store_set_patience(
    struct store *, int64_t ms, const volatile int *stop);
/* How far long work has come, now and then: total 0 where nobody knows.  For
 * store_check() and store_backup(); NULL: nobody asks. */
typedef void store_progress(
    const char *what, int64_t done, int64_t total, void *arg);
void store_watch(struct store *, store_progress *, void *arg);
/* Reads the damaged database at `path`, which no daemon may have open
 * (ERR_REFUSED), and writes all that can be read of it into a new one at
 * `to`, which must not be there (ERR_USAGE).  The damaged file and its log are
 * not touched.  Sequence numbers of changes, consumers' cursors and all ids are
 * as they were; articles of which the change log has lost the end are told
 * again.  ERR_NOT_FOUND: nothing could be read. */
int store_salvage(const char *path, const char *to, store_progress *,
    void *arg, struct salvage_result *ret, struct err *e);
/* Changes whenever another connection commits (PRAGMA data_version). */
int store_data_version(struct store *, int64_t *ret, struct err *e);
/* WAL back into the file; for the daemon, hourly and at its end.  What a
 * reader holds back stays for the next time: no error. */
int store_checkpoint(struct store *, struct err *e);

#endif
