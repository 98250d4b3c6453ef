/*
 * store_thread_test.c -- tests the store's thread: its batches, the order of
 * operations, an operation that fails in a batch, the end while operations are
 * queued, long operations with other operations between their parts, an
 * operation that finds damage in the file, the limit of the queue without
 * low-priority operations, and the end while another process holds the lock.
 */
#include <event2/event.h>
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/clock.h"
#include "base/limits.h"
#include "daemon/log.h"
#include "daemon/writer/store_thread.h"
#include "tests/lib/database_files.h"
#include "tests/lib/tap.h"

#define MANY 1000

static const char *path; /* of the database */
static struct event_base *base;
static int n_done, n_failed, last_number = -1;
static bool in_order = true;

struct work {
	int number;
	bool fails;
	char key[32];
};

static int
store_thread_test_work_run(struct store *store, void *arg, struct err *e)
{
	struct work *work = arg;
	const struct host_row row = { .key = slice_of(work->key),
		.pause_until_at = 1,
		.failures = work->number };
	struct poll_update no_feed = { .poll = { .feed_id = 1 << 20 } };
	struct poll_stored stored;

	if (!work->fails)
		return store_host_put(store, &row, e);
	/* This call fails within a batch, and the batch is rolled back. */
	if (store_poll_put(store, &no_feed, 1, &stored, e) == 0)
		return 0;
	*e = ERR_INIT;
	return err_set(e, ERR_LIMIT, "work %d", work->number);
}

static void
store_thread_test_work_done(void *arg, int rc, const struct err *e)
{
	struct work *work = arg;

	in_order &= work->number == last_number + 1;
	last_number = work->number;
	n_done++;
	if (rc != 0) {
		n_failed++;
		is_text(slice_of(e->text), "work 500",
		    "the callback receives the error of its work");
	}
	if (work->number == MANY - 1)
		event_base_loopbreak(base);
	free(work);
}

static void
store_thread_test_post(struct store_thread *thread, int number, bool fails)
{
	struct work *work = calloc(1, sizeof(*work));

	if (work == NULL)
		abort();
	work->number = number;
	work->fails = fails;
	snprintf(work->key, sizeof(work->key), "host%d.test", number);
	store_post(thread, 1, store_thread_test_work_run,
	    store_thread_test_work_done, work);
}

static int
store_thread_test_count_row(const struct host_row *row, void *arg)
{
	(void)row;
	++*(int64_t *)arg;
	return 0;
}

static int64_t
store_thread_test_rows_in_file(void)
{
	struct store *store;
	struct err e = ERR_INIT;
	int64_t n = 0;

	if (store_open(path, STORE_READ, &store, &e) != 0)
		return -1;
	store_host_each(store, store_thread_test_count_row, &n, &e);
	store_close(store);
	return n;
}

static struct store_thread *
store_thread_test_start(void)
{
	struct store *store;
	struct store_thread *thread = NULL;
	struct err e = ERR_INIT;

	ok(store_open(path, STORE_DAEMON, &store, &e) == 0 &&
		store_thread_new(base, store, &thread, &e) == 0,
	    "the store's thread starts %s", e.text);
	return thread;
}

/* ---- rest of long operations ---- */

#define RESTS 5

static atomic_bool all_posted;
static int n_rests_done, rests_before_short = -1;

/* The first operation blocks the thread until the others are queued. */
static int
store_thread_test_rest_run(struct store *store, void *arg, struct err *e)
{
	(void)store;
	(void)arg;
	(void)e;
	while (!atomic_load(&all_posted))
		sched_yield();
	return 0;
}

static void
store_thread_test_rest_done(void *arg, int rc, const struct err *e)
{
	(void)arg;
	(void)rc;
	(void)e;
	if (++n_rests_done == RESTS)
		event_base_loopbreak(base);
}

static void
store_thread_test_short_done(void *arg, int rc, const struct err *e)
{
	(void)arg;
	(void)rc;
	(void)e;
	rests_before_short = n_rests_done;
}

static void
store_thread_test_rest(void)
{
	struct store_thread *thread = store_thread_test_start();

	if (thread == NULL)
		return;
	for (int i = 0; i < RESTS; i++)
		store_post_rest(thread, store_thread_test_rest_run,
		    store_thread_test_rest_done, NULL);
	store_post(thread, 1, store_thread_test_rest_run,
	    store_thread_test_short_done, NULL);
	atomic_store(&all_posted, true);
	event_base_dispatch(base);
	is_int(n_rests_done, RESTS, "long operations are done");
	ok(rests_before_short >= 0 && rests_before_short <= 2,
	    "other operations do not wait for all parts of them: %d",
	    rests_before_short);
	is_int((int64_t)store_thread_free(thread, 5000), 0,
	    "the thread ends without work left");
}

/* ---- damage ---- */

#define TEN 10

static int n_well, n_damaged;

static int
store_thread_test_poison_run(struct store *store, void *arg, struct err *e)
{
	const struct crasher_row row = { .hash = SLICE("00"),
		.kind = SLICE("feed"),
		.url = SLICE("http://a.test/"),
		.fallback_levels = 1,
		.why = SLICE("died"),
		.version = SLICE("0") };
	static int64_t now = 1000;

	(void)arg;
	return store_crasher_put(store, &row, SLICE_NONE, now++, e);
}

static void
store_thread_test_damage_done(void *arg, int rc, const struct err *e)
{
	(void)e;
	if (rc == 0)
		n_well++;
	else
		n_damaged += arg != NULL;
	if (n_well == TEN)
		event_base_loopbreak(base);
}

static bool is_told_broken;

static void
store_thread_test_damage_broken(const char *why, void *arg)
{
	(void)arg;
	printf("# %s\n", why);
	is_told_broken = true;
	event_base_loopbreak(base);
}

static void
store_thread_test_ten_and_one_that_meets_it(struct store_thread *thread)
{
	static struct work works[TEN];
	static int it;

	n_well = n_damaged = 0;
	store_thread_watch(thread, 0, store_thread_test_damage_broken, NULL);
	for (int i = 0; i < TEN; i++) {
		snprintf(works[i].key, sizeof(works[i].key), "d%d.test", i);
		if (i == TEN / 2)
			store_post(thread, 1, store_thread_test_poison_run,
			    store_thread_test_damage_done, &it);
		else
			store_post(thread, 1, store_thread_test_work_run,
			    store_thread_test_damage_done, works + i);
	}
	event_base_dispatch(base);
}

/* Damages an index that only store_thread_test_poison_run() uses. */
static bool
store_thread_test_empty_index(void)
{
	static const uint8_t leaf[8] = { 0x0d, 0, 0, 0, 0, 0x10, 0, 0 };
	sqlite3 *db = NULL;
	sqlite3_stmt *find = NULL;
	int64_t root = 0;
	int fd;
	bool good;

	if (sqlite3_open(path, &db) == SQLITE_OK &&
	    sqlite3_prepare_v2(db,
		"SELECT rootpage FROM sqlite_schema "
		"WHERE name = 'crasher_last_at'",
		-1, &find, NULL) == SQLITE_OK &&
	    sqlite3_step(find) == SQLITE_ROW)
		root = sqlite3_column_int64(find, 0);
	sqlite3_finalize(find);
	sqlite3_close(db);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	good = root > 0 && fd >= 0 &&
	       pwrite(fd, leaf, sizeof(leaf), (root - 1) * 4096) ==
		   (ssize_t)sizeof(leaf);
	if (fd >= 0)
		close(fd);
	return good;
}

/* Damages the last page of the file, through a descriptor that stays open:
 * closing it would release SQLite's locks. */
static bool
store_thread_test_garble_page(void)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);
	off_t size = fd >= 0 ? lseek(fd, 0, SEEK_END) : 0;
	char bytes[4096];

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)(i * 7 + 3);
	return size > 8192 && pwrite(fd, bytes, sizeof(bytes), size - 4096) ==
				  (ssize_t)sizeof(bytes);
}

/* The damage must be found although no operation writes or reads the page. */
static void
store_thread_test_scrub(void)
{
	struct store_thread *thread;
	struct err e = ERR_INIT;
	bool is_fault = false;

	unlink(path);
	if ((thread = store_thread_test_start()) == NULL)
		return;
	is_told_broken = false;
	store_thread_watch(thread, 0, store_thread_test_damage_broken, NULL);
	ok(store_thread_test_garble_page(),
	    "a page of the database is overwritten");
	ok(store_thread_scrub(thread, &e) == 0, "the database is scrubbed");
	event_base_dispatch(base);
	ok(is_told_broken,
	    "I5: damage is detected in a page that no operation reads");
	ok(store_thread_trouble(thread, &is_fault) != NULL && is_fault,
	    "I5: damage of the database counts as a fault");
	is_int((int64_t)store_thread_free(thread, 5000), 0,
	    "the thread ends without work left");
	unlink(path);
}

static void
store_thread_test_damage(void)
{
	bool is_fault = false;
	struct store_thread *thread = store_thread_test_start();

	if (thread == NULL)
		return;
	store_thread_test_ten_and_one_that_meets_it(thread);
	is_int(n_well, TEN,
	    "ten operations on the undamaged part of the file succeed");
	store_thread_free(thread, 5000);
	ok(store_thread_test_empty_index(),
	    "an index of the database is emptied");
	thread = store_thread_test_start();
	if (thread == NULL)
		return;
	store_thread_test_ten_and_one_that_meets_it(thread);
	ok(is_told_broken, "I5: the callback reports the damage");
	is_int(n_well, TEN / 2, "S53: work before the damage is stored");
	ok(store_thread_trouble(thread, &is_fault) != NULL && is_fault,
	    "I5: damage of the database counts as a fault");
	ok(store_thread_is_damaged(thread), "I5: the thread reports damage");
	is_int((int64_t)store_thread_free(thread, 5000), TEN - TEN / 2,
	    "I5: work after the damage is not written");
	store_thread_test_scrub();
}

/* ---- low-priority operations ---- */

#define YIELDING 20

static char order[YIELDING + 8];
static size_t n_order;

static void
store_thread_test_letter_done(void *arg, int rc, const struct err *e)
{
	(void)rc;
	(void)e;
	order[n_order++] = *(const char *)arg;
	if (*(const char *)arg == '.')
		event_base_loopbreak(base);
}

/* The operations of this test each fill a batch. */
static int
store_thread_test_letter_run(struct store *store, void *arg, struct err *e)
{
	(void)store;
	(void)arg;
	(void)e;
	usleep(25000);
	return 0;
}

static void
store_thread_test_yielding(void)
{
	static char y[] = "y", z[] = "z", q[] = "q", b[] = "b", end[] = ".";
	struct store_thread *thread = store_thread_test_start();
	const char *at;

	if (thread == NULL)
		return;
	atomic_store(&all_posted, false);
	store_post(thread, 1, store_thread_test_rest_run,
	    store_thread_test_short_done, NULL);
	for (int i = 0; i < YIELDING; i++)
		store_post_yielding(thread, 1, store_thread_test_letter_run,
		    store_thread_test_letter_done, y);
	store_post(thread, 1, store_thread_test_letter_run,
	    store_thread_test_letter_done, q);
	atomic_store(&all_posted, true);
	while (memchr(order, 'q', n_order) == NULL)
		event_base_loop(base, EVLOOP_ONCE);
	at = memchr(order, 'q', n_order);
	ok(at != NULL && at - order <= 2,
	    "later work is done before yielding work: %.*s", (int)n_order,
	    order);
	store_post_between(thread, 1, store_thread_test_letter_run,
	    store_thread_test_letter_done, b);
	store_post_yielding(thread, 1, store_thread_test_letter_run,
	    store_thread_test_letter_done, z);
	store_post(thread, 1, store_thread_test_letter_run,
	    store_thread_test_letter_done, q);
	store_post_yielding(thread, 1, store_thread_test_letter_run,
	    store_thread_test_letter_done, end);
	event_base_dispatch(base);
	at = memchr(order, 'b', n_order);
	is_int((int64_t)n_order, YIELDING + 5,
	    "the callback of each work is called");
	ok(at != NULL && strcspn(at, "y") == strlen(at) &&
		strcmp(at, "bzq.") == 0,
	    "no operation overtakes a barrier: %.*s", (int)n_order, order);
	is_int((int64_t)store_thread_free(thread, 5000), 0,
	    "the thread ends without work left");
}

/* ---- the queue's limit ---- */

static void
store_thread_test_any_done(void *arg, int rc, const struct err *e)
{
	(void)arg;
	(void)rc;
	(void)e;
}

static void
store_thread_test_room(void)
{
	struct store_thread *thread = store_thread_test_start();

	if (thread == NULL)
		return;
	atomic_store(&all_posted,
	    false); /* the thread is blocked until this flag is set */
	for (int i = 0; i < LIMIT_STORE_NEWCOMERS; i++) {
		if (i == LIMIT_STORE_NEWCOMERS - 1)
			ok(!store_thread_full(thread, true),
			    "the queue has room for one yielding work");
		store_post_yielding(thread, 1, store_thread_test_rest_run,
		    store_thread_test_any_done, NULL);
	}
	ok(store_thread_full(thread, true),
	    "the queue is full for yielding work");
	ok(!store_thread_full(thread, false),
	    "the queue has room for other work");
	while (!store_thread_full(thread, false) &&
	       store_thread_pending(thread) <= LIMIT_STORE_QUEUE)
		store_post(thread, 1, store_thread_test_rest_run,
		    store_thread_test_any_done, NULL);
	is_int((int64_t)store_thread_pending(thread), LIMIT_STORE_QUEUE,
	    "the queue is full at LIMIT_STORE_QUEUE");
	atomic_store(&all_posted, true);
	while (store_thread_pending(thread) > 0)
		event_base_loop(base, EVLOOP_ONCE);
	ok(!store_thread_full(thread, true),
	    "the queue has room after the work is done");
	is_int((int64_t)store_thread_free(thread, 5000), 0,
	    "the thread ends without work left");
}

/* ---- after the end ---- */

static struct store_thread *late_thread;
static int n_late, n_turned_away;

static int
store_thread_test_late_run(struct store *store, void *arg, struct err *e)
{
	(void)store;
	(void)arg;
	(void)e;
	return 0;
}

/* Posts two operations, unless *left is 0. This is also the `done` of both. */
static void
store_thread_test_late_done(void *arg, int rc, const struct err *e)
{
	int *left = arg;

	(void)e;
	n_late++;
	n_turned_away += rc != 0;
	if (*left > 0) {
		(*left)--;
		store_post_yielding(late_thread, 1, store_thread_test_late_run,
		    store_thread_test_late_done, left);
		store_post_rest(late_thread, store_thread_test_late_run,
		    store_thread_test_late_done, left);
	}
}

static void
store_thread_test_late(void)
{
	int left = 20;

	late_thread = store_thread_test_start();
	if (late_thread == NULL)
		return;
	store_post(late_thread, 1, store_thread_test_late_run,
	    store_thread_test_late_done, &left);
	is_int((int64_t)store_thread_free(late_thread, 5000), 40,
	    "work posted after the end of the thread is given up");
	is_int(n_late, 41, "the callback of each work given up is called");
	is_int(n_turned_away, 40,
	    "the callbacks report that the work was not done");
}

/* ---- the end while another process writes ---- */

#define LOCKED 5

static void
store_thread_test_locked(void)
{
	struct store_thread *thread = store_thread_test_start();
	int64_t begun_ms;
	sqlite3 *other = NULL;

	if (thread == NULL)
		return;
	ok(sqlite3_open(path, &other) == SQLITE_OK &&
		sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL) ==
		    SQLITE_OK,
	    "another connection holds the write lock");
	for (int i = 0; i < LOCKED; i++)
		store_post(thread, LIMIT_BATCH_ROWS, store_thread_test_late_run,
		    store_thread_test_any_done, NULL);
	begun_ms = clock_monotonic_ms();
	is_int((int64_t)store_thread_free(thread, 10), LOCKED,
	    "all batches are given up");
	ok(clock_monotonic_ms() - begun_ms < LIMIT_BUSY_MS,
	    "no batch waits for the lock: %lld ms",
	    (long long)(clock_monotonic_ms() - begun_ms));
	sqlite3_close(other);
}

int
main(void)
{
	struct store_thread *thread;
	uint64_t beats;

	path = database_files_begin();
	base = event_base_new();
	thread = store_thread_test_start();
	if (thread == NULL)
		return done_testing();
	beats = store_thread_beats(thread);
	for (int i = 0; i < MANY; i++)
		store_thread_test_post(thread, i, i == MANY / 2);
	is_int((int64_t)store_thread_pending(thread), MANY,
	    "all operations are pending");
	event_base_dispatch(base);
	is_int(n_done, MANY, "the callback of each work is called");
	ok(in_order,
	    "operations are done in the order in which they were posted");
	is_int(n_failed, 1, "only one operation has failed");
	is_int((int64_t)store_thread_pending(thread), 0,
	    "no operation is pending");
	is_int(store_thread_test_rows_in_file(), MANY - 1,
	    "the others are in the file");
	beats = store_thread_beats(thread) - beats;
	ok(beats >= MANY / LIMIT_BATCH_ROWS && beats < MANY / 10,
	    "in batches: %d", (int)beats);
	ok(store_thread_trouble(thread, NULL) == NULL,
	    "a store without faults reports no trouble");
	is_int((int64_t)store_thread_free(thread, 5000), 0,
	    "the thread ends without work left");

	thread = store_thread_test_start();
	if (thread == NULL)
		return done_testing();
	last_number = MANY - 1;
	n_done = 0;
	for (int i = MANY; i < MANY + 300; i++)
		store_thread_test_post(thread, i, false);
	is_int((int64_t)store_thread_free(thread, 5000), 0,
	    "the end with work in the queue gives nothing up");
	is_int(n_done, 300, "the callback of each remaining work is called");
	is_int(store_thread_test_rows_in_file(), MANY - 1 + 300,
	    "the remaining work is in the database file");
	store_thread_test_rest();
	store_thread_test_damage();
	store_thread_test_yielding();
	store_thread_test_room();
	store_thread_test_late();
	store_thread_test_locked();
	event_base_free(base);
	return done_testing();
}
