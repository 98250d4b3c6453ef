/*
 * store_prepare_test.c -- tests operations that another thread prepares.
 */
#include <event2/event.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "daemon/writer/store_thread.h"
#include "tests/lib/database_files.h"
#include "tests/lib/tap.h"

static const char *path; /* of the database */
static struct event_base *base;

static struct store_thread *
store_prepare_test_start(void)
{
	struct store *store;
	struct store_thread *thread = NULL;
	struct err e = ERR_INIT;

	ok(store_open(path, STORE_DAEMON, &store, &e) == 0 &&
		store_thread_new(base, store, &thread, &e) == 0,
	    "the store's thread starts %s", e.text);
	return thread;
}

#define N_PREPARED 20

struct prepared_work {
	atomic_bool is_prepared, may_end;
	bool was_prepared, is_done;
	int order;
};

static int n_prepared_run;

static void
store_prepare_test_prepare(struct page_zstd *zstd, void *arg)
{
	struct prepared_work *work = arg;

	(void)zstd;
	while (!atomic_load(&work->may_end))
		sched_yield();
	atomic_store(&work->is_prepared, true);
}

static int
store_prepare_test_prepared_run(struct store *store, void *arg, struct err *e)
{
	struct prepared_work *work = arg;

	(void)store;
	(void)e;
	work->was_prepared = atomic_load(&work->is_prepared);
	work->order = n_prepared_run++;
	return 0;
}

static void
store_prepare_test_prepared_done(void *arg, int rc, const struct err *e)
{
	struct prepared_work *work = arg;

	(void)e;
	work->is_done = rc == 0;
	event_base_loopbreak(base);
}

/* Operations that were queued later run before an operation that is not
 * prepared. No operation overtakes an operation of store_post_between(). At the
 * end, the thread waits for operations that are being prepared. */
static void
store_prepare_test_order(void)
{
	static struct prepared_work works[N_PREPARED], plain, between, later;
	struct store_thread *thread = store_prepare_test_start();
	bool all_done = true, in_time = true;

	if (thread == NULL)
		return;
	for (int i = 0; i < N_PREPARED; i++) {
		atomic_store(&works[i].may_end, i > 0);
		store_post_prepared(thread, i % 2 == 1, 1,
		    store_prepare_test_prepare, store_prepare_test_prepared_run,
		    store_prepare_test_prepared_done, &works[i]);
	}
	store_post(thread, 1, store_prepare_test_prepared_run,
	    store_prepare_test_prepared_done, &plain);
	store_post_between(thread, 1, store_prepare_test_prepared_run,
	    store_prepare_test_prepared_done, &between);
	store_post(thread, 1, store_prepare_test_prepared_run,
	    store_prepare_test_prepared_done, &later);
	while (!plain.is_done)
		event_base_dispatch(base);
	ok(!works[0].is_done,
	    "an operation does not wait for one that is not prepared");
	ok(!between.is_done && !later.is_done,
	    "no operation overtakes the one between them");
	atomic_store(&works[0].may_end, true);
	is_int((int64_t)store_thread_free(thread, 60000), 0,
	    "the end waits for operations that are being prepared");
	for (int i = 0; i < N_PREPARED; i++) {
		all_done &= works[i].is_done;
		in_time &=
		    works[i].was_prepared && works[i].order < between.order;
	}
	ok(all_done && in_time, "each operation is prepared before it is run");
	ok(between.is_done && later.order > between.order,
	    "operations are run in order");
}

int
main(void)
{
	path = database_files_begin();
	base = event_base_new();
	store_prepare_test_order();
	event_base_free(base);
	return done_testing();
}
