/*
 * store_thread.h -- the thread that writes to the database. No other thread
 * writes to it.
 *
 * Normal case: store_post() queues an operation. The thread runs queued
 * operations in one transaction of LIMIT_BATCH_ROWS rows or LIMIT_BATCH_MS, and
 * commits it. After the commit, `done` of each operation is called on the loop.
 *
 * Failures: If one operation fails, its savepoint is rolled back and its `done`
 * gets the error; the others are committed. If the transaction fails (disk
 * full, locked), it is rolled back and run again until it succeeds. Meanwhile
 * the queue grows, and the hub stops fetching (store_thread_full()). The same
 * happens if the disk fails or the file was moved, but after some time the
 * callback of store_thread_watch() is called. If the file is damaged, which an
 * operation or a check detects (store_thread_scrub()), nothing more is written,
 * all operations are held, and the callback is called soon.
 */
#ifndef DAEMON_WRITER_STORE_THREAD_H
#define DAEMON_WRITER_STORE_THREAD_H

#include "store/fleet/round.h"
#include "store/store.h"

struct event_base;
struct store_thread;

/* Runs on the thread. It may run several times before it is committed, so it
 * may change only the database and members of `arg` that it overwrites. */
typedef int store_run(struct store *, void *arg, struct err *e);
/* Runs on the loop. `rc`: 0, or the error of the operation. */
typedef void store_done(void *arg, int rc, const struct err *e);

struct page_zstd;
/* Runs on one of the threads that prepare operations, before the operation is
 * run. The compression contexts belong to that thread. */
typedef void store_prepare(struct page_zstd *, void *arg);

/* Takes ownership of the store, which store_thread_free closes. */
int store_thread_new(struct event_base *, struct store *,
    struct store_thread **ret, struct err *e);
/* Runs the queued operations (for up to timeout_ms; 0: one try each), ends the
 * thread, calls the last `done`s and closes the store. When timeout_ms have
 * passed, the remaining tries do not wait for another process's lock or for a
 * server that does not answer. Returns the number of operations that were not
 * committed. */
size_t store_thread_free(struct store_thread *, int64_t timeout_ms);

enum store_priority { STORE_SOON, STORE_YIELDING, STORE_REST };
/* Queues an operation. `rows`: its weight in a batch, at least 1. Does not
 * fail: if there is no memory for a queue node, the process aborts. */
void store_post(
    struct store_thread *, size_t rows, store_run *, store_done *, void *arg);
/* Queues an operation that only reads.  Other nodes may write meanwhile, so
 * that the operation does not wait for them. */
void store_post_reading(struct store_thread *, enum store_priority, size_t rows,
    store_run *, store_done *, void *arg);
/* Like store_post(), for an operation that belongs to no shard and may
 * nevertheless write while other nodes write. The operation must lock the rows
 * that it changes, or change each row by one statement. After a conflict the
 * operation runs again while no other node writes. */
void store_post_beside(
    struct store_thread *, size_t rows, store_run *, store_done *, void *arg);
/* Queues a low-priority operation; there may be many of these. If operations of
 * store_post() are queued later, a running batch of low-priority operations
 * ends early, and one batch of the others runs before the next low-priority
 * operation. */
void store_post_yielding(
    struct store_thread *, size_t rows, store_run *, store_done *, void *arg);
/* Like store_post() (or store_post_yielding() if is_yielding), for an operation
 * of which a part needs no database. `prepare` does this part first, on one of
 * LIMIT_PREPARERS threads. Other operations may be run meanwhile, but not the
 * operations of store_post_between(). */
void store_post_prepared(struct store_thread *, bool is_yielding, size_t rows,
    store_prepare *, store_run *, store_done *, void *arg);
/* Queues an operation that writes for a shard (docs/fleet.md); other nodes may
 * write at the same time, for other shards. If the tenure of the shard has
 * ended when the transaction commits, nothing of the operation is written, and
 * `done` gets ERR_LEASE. The tenure is ignored if store_thread_fence() was not
 * called. prepare: see store_post_prepared(); may be NULL. */
void store_post_fenced(struct store_thread *, struct fleet_tenure,
    enum store_priority, size_t rows, store_prepare *, store_run *,
    store_done *, void *arg);
/* From now on, checks the tenures of store_post_fenced() for this node. */
void store_thread_fence(struct store_thread *, int64_t node);
/* Returns the number of fenced operations of a shard whose `done` was not
 * called yet. */
size_t store_thread_pending_of(const struct store_thread *, int32_t shard);
/* Queues an operation. It runs after all operations that were posted before,
 * and before all operations that are posted later. This order applies to
 * low-priority operations, too, but not to store_post_rest(). */
void store_post_between(
    struct store_thread *, size_t rows, store_run *, store_done *, void *arg);
/* Like store_post_between(), for an operation that writes nothing. */
void store_post_reading_between(
    struct store_thread *, size_t rows, store_run *, store_done *, void *arg);
/* Queues the rest of a long operation. It has a transaction of its own, and one
 * batch of other waiting operations runs before it. */
void store_post_rest(
    struct store_thread *, store_run *, store_done *, void *arg);
/* Returns the number of operations whose `done` was not called yet. */
size_t store_thread_pending(const struct store_thread *);
/* Returns whether the queue is full. The limit is lower for low-priority
 * operations, so that they do not delay the others. */
bool store_thread_full(const struct store_thread *, bool for_yielding);
/* Returns whether the file is damaged. Nothing is written any more, so that no
 * request may begin whose result must be stored. */
bool store_thread_is_damaged(const struct store_thread *);
/* Returns a counter that increases with every batch and every repetition of a
 * batch. The watchdog uses it as evidence of progress. */
uint64_t store_thread_beats(const struct store_thread *);
/* Counts progress.  A long operation calls this function, on any thread.  It is
 * also passed to the store as a callback, so its argument, a struct
 * store_thread, has the type void. */
void store_thread_beat(void *store_thread);
/* Returns the reason if nothing can be written, else NULL. *ret_is_fault is set
 * to true if the disk fails or the file was moved or is damaged, and to false
 * if the disk is full or the file is locked. The text is valid until the next
 * call. */
const char *store_thread_trouble(struct store_thread *, bool *ret_is_fault);
/* Calls on_idle on the loop whenever no operation is pending any more. */
void store_thread_when_idle(
    struct store_thread *, void (*on_idle)(void *), void *arg);
/* Called once on the loop when further tries are useless, because a fault has
 * lasted for `patience_ms`, or because another file is in the place of the
 * database. */
typedef void store_broken(const char *why, void *arg);
void store_thread_watch(
    struct store_thread *, int64_t patience_ms, store_broken *, void *arg);

/* Starts a thread that checks the file for damage continuously, less often the
 * larger the file is (store_scrub.c). On error the file is not checked. */
int store_thread_scrub(struct store_thread *, struct err *e);

#endif
