/*
 * store_thread.h -- the only writer of the database.
 *
 * The happy path is: store_post() → the thread takes what waits, runs it in
 * one transaction of LIMIT_BATCH_ROWS rows or LIMIT_BATCH_MS, commits
 * → each operation's `done` is called on the loop, after the commit and never
 * before.  It can fail by: one operation (its savepoint is undone, its `done`
 * gets the error, the others stay), or the whole (disk full, locked): then
 * the batch is undone and run again until it succeeds; meanwhile the queue
 * fills, and the hub stops fetching (store_thread_full()).  So it is with a
 * disk that fails, and a file that is not in its place; but who watches is told
 * when that has lasted (store_thread_watch()).  When the file is damaged, which
 * an operation meets or a check finds (store_thread_scrub()), nothing more is
 * written: everything is held, and who watches is told soon.
 */
#ifndef DAEMON_STORE_THREAD_H
#define DAEMON_STORE_THREAD_H

#include "store/store.h"

struct event_base;
struct store_thread;

/* Runs on the thread.  May run more than once before it is committed: it
 * changes nothing but the database and what it overwrites in arg. */
typedef int store_run(struct store *, void *arg, struct err *e);
/* Runs on the loop.  rc 0, or the error of the operation. */
typedef void store_done(void *arg, int rc, const struct err *e);

/* Takes the store (closed in store_thread_free). */
int store_thread_new(struct event_base *, struct store *,
    struct store_thread **ret, struct err *e);
/* Runs what waits (up to timeout_ms; 0: one try each), stops, joins, calls the last `done`s,
 * closes the store.  Returns how many operations were given up. */
size_t store_thread_free(struct store_thread *, int64_t timeout_ms);

/* rows: what it weighs in a batch, at least 1.  Never fails: without memory
 * for a queue node the process aborts. */
void store_post(
    struct store_thread *, size_t rows, store_run *, store_done *, void *arg);
/* Of what may be much, and of nobody that is known: those of store_post() that
 * come later have a batch before the next of these, and a batch of these ends
 * when one of those comes. */
void store_post_yielding(
    struct store_thread *, size_t rows, store_run *, store_done *, void *arg);
/* After all of both that were posted before, before all that are posted
 * later. */
void store_post_between(
    struct store_thread *, size_t rows, store_run *, store_done *, void *arg);
/* The rest of something long: alone in its transaction, and others that wait
 * have one of theirs before it. */
void store_post_rest(
    struct store_thread *, store_run *, store_done *, void *arg);
/* Operations posted whose `done` was not called yet. */
size_t store_thread_pending(const struct store_thread *);
/* There is no room for more; of what yields sooner, so that it cannot keep the
 * others from theirs. */
bool store_thread_full(const struct store_thread *, bool for_yielding);
/* Rises with every batch and every try of one: the watchdog's proof. */
uint64_t store_thread_beats(const struct store_thread *);
/* While nothing can be written: why, else NULL; and whether that is a fault of
 * the disk, of the file's place or damage, or only no room or a lock.  Borrowed until
 * the next call. */
const char *store_thread_trouble(struct store_thread *, bool *ret_is_fault);
/* Calls on_idle on the loop whenever nothing is pending any more: the last
 * `done` of what was posted may be anybody's. */
void store_thread_when_idle(
    struct store_thread *, void (*on_idle)(void *), void *arg);
/* Tells on the loop, once, that it is no use to try any longer: a fault has
 * lasted so long, or another file is in the place of ours. */
typedef void store_broken(const char *why, void *arg);
void store_thread_watch(
    struct store_thread *, int64_t patience_ms, store_broken *, void *arg);

/* Looks for damage in the file all the time, by a thread of its own, and more
 * seldom the larger the file is (store_scrub.c).  An error: it does not. */
int store_thread_scrub(struct store_thread *, struct err *e);

#endif
