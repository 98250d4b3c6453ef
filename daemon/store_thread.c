/*
 * store_thread.c -- batches of operations, one transaction each.
 *
 * Four lists under one mutex: `queue` (posted, in order), `yielding` and `rest`
 * (of long operations), which have a batch after each of the queue's, and
 * `finished` (committed, `done` not yet called).  The thread sleeps on a
 * condition; the loop is woken through an eventfd.
 */
#include "daemon/store_thread.h"

#include <sys/eventfd.h>

#include <assert.h>
#include <errno.h>
#include <event2/event.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "config/limits.h"
#include "daemon/log.h"
#include "daemon/store_thread_parts.h"

/* Others may join a batch this long: under load it is full before, and at
 * rest nobody notices. */
#define GATHER_MS     10
#define YIELD_MS      20 /* it must be worth its commit */
#define CHECKPOINT_MS (3600 * 1000)
/* Of a turn of the loop: a batch may be a thousand polls. */
#define DELIVER_MS 3
#define STOP_MS    (3600 * 1000) /* all, however long it takes */

static void
operations_init(struct operations *list)
{
	list->first = NULL;
	list->last = &list->first;
}

static void
operations_append(struct operations *list, struct operation *first)
{
	*list->last = first;
	while (*list->last != NULL)
		list->last = &(*list->last)->next;
}

int64_t
store_thread_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void
store_thread_wait(struct store_thread *t, int64_t until_ms)
{
	struct timespec until = { .tv_sec = until_ms / 1000,
		.tv_nsec = until_ms % 1000 * 1000000 };

	pthread_cond_timedwait(&t->posted, &t->lock, &until);
}

void
store_thread_wake(struct store_thread *t)
{
	uint64_t one = 1;

	/* The counter cannot overflow: it is read as fast. */
	(void)!write(t->wake_fd, &one, sizeof(one));
}

/* Takes up to so many rows off a list; under lock. */
static struct operation *
take_batch(struct operations *list, size_t most_rows)
{
	struct operation *batch = list->first, **end = &batch;
	size_t rows = 0;

	while (*end != NULL && rows < most_rows) {
		rows += (*end)->rows;
		end = &(*end)->next;
	}
	list->first = *end;
	if (*end == NULL)
		list->last = &list->first;
	*end = NULL;
	return batch;
}

/* The queue has every second batch, the two others share what is left; under
 * lock. */
static struct operations *
next_list(struct store_thread *t)
{
	bool others = t->yielding.first != NULL || t->rest.first != NULL;

	t->queue_was_last =
	    t->queue.first != NULL && !(others && t->queue_was_last);
	if (t->queue_was_last)
		return &t->queue;
	t->rest_was_last = t->rest.first != NULL &&
			   !(t->yielding.first != NULL && t->rest_was_last);
	return t->rest_was_last ? &t->rest : &t->yielding;
}

/* What a batch has no time for is the first of the next one. */
static void
put_first(struct store_thread *t, struct operation *batch)
{
	struct operations all, *list;

	operations_init(&all);
	operations_append(&all, batch);
	pthread_mutex_lock(&t->lock);
	list = t->barriers > 0 ? &t->queue : t->batch_of;
	if (list->first != NULL)
		operations_append(&all, list->first);
	operations_init(list);
	operations_append(list, all.first);
	pthread_mutex_unlock(&t->lock);
}

static bool
is_empty(const struct store_thread *t)
{
	return t->queue.first == NULL && t->yielding.first == NULL &&
	       t->rest.first == NULL;
}

/* Others may join the next batch. */
static bool
is_open(const struct store_thread *t)
{
	const struct operation *o =
	    t->queue.first != NULL ? t->queue.first : t->yielding.first;
	size_t rows = 0;

	for (; o != NULL && rows < LIMIT_BATCH_ROWS; o = o->next)
		rows += o->rows;
	return rows > 0 && rows < LIMIT_BATCH_ROWS && t->rest.first == NULL &&
	       !atomic_load(&t->stopping);
}

/* Somebody waits to whom this batch yields. */
static bool
must_yield(struct store_thread *t, int64_t begun_ms)
{
	bool ret;

	if (t->batch_of != &t->yielding ||
	    store_thread_ms() < begun_ms + YIELD_MS)
		return false;
	pthread_mutex_lock(&t->lock);
	ret = t->queue.first != NULL;
	pthread_mutex_unlock(&t->lock);
	return ret;
}

/* Waits for work; NULL when there is none and the thread is to stop, or to look
 * after the file. */
static struct operation *
next_batch(struct store_thread *t)
{
	int64_t until_ms =
	    t->look_ms < t->checkpoint_ms ? t->look_ms : t->checkpoint_ms;
	struct operation *batch;

	pthread_mutex_lock(&t->lock);
	while (is_empty(t) && !atomic_load(&t->stopping) &&
	       store_thread_ms() < until_ms)
		store_thread_wait(t, until_ms);
	until_ms = store_thread_ms() + GATHER_MS;

	while (is_open(t) && store_thread_ms() < until_ms)
		store_thread_wait(t, until_ms);
	t->batch_of = next_list(t);
	batch = take_batch(
	    t->batch_of, t->batch_of == &t->rest ? 1 : LIMIT_BATCH_ROWS);
	pthread_mutex_unlock(&t->lock);
	return batch;
}

/* It is not the operation's fault: with the whole batch it may go well. */
static bool
may_run_again(const struct store_thread *t)
{
	return store_may_retry(t->store) || store_is_faulty(t->store);
}

/* 0: committed.  1: to be run again, *e says why. */
static int
run_batch(struct store_thread *t, struct operation *batch, bool together,
    struct err *e)
{
	int64_t begun_ms = store_thread_ms(),
		until_ms = begun_ms + LIMIT_BATCH_MS;
	int rc;

	if (!retry_in_place(t))
		return err_set(e, ERR_IO, "%s", t->trouble.why.text), 1;
	rc = together ? store_begin_together(t->store, e)
		      : store_begin(t->store, e);
	if (rc != 0)
		return 1;
	for (struct operation *o = batch; o != NULL; o = o->next) {
		o->e = ERR_INIT;
		o->rc = o->run(t->store, o->arg, &o->e);
		if (o->rc != 0 && (together || may_run_again(t))) {
			*e = o->e;
			store_rollback(t->store);
			return 1;
		}
		if (o->next != NULL && (store_thread_ms() >= until_ms ||
					   must_yield(t, begun_ms))) {
			put_first(t, o->next);
			o->next = NULL;
		}
	}
	if (store_commit(t->store, e) == 0)
		return 0;
	store_rollback(t->store);
	return 1;
}

/* Nothing of it holds; one that has failed by itself knows better why. */
static void
fail_batch(struct operation *batch, const struct err *e)
{
	for (struct operation *o = batch; o != NULL; o = o->next) {
		if (o->rc != 0)
			continue;
		o->rc = e->code;
		o->e = *e;
	}
}

/* One transaction, tried until it holds, the file is damaged where it writes,
 * or the thread is told to give up.  Nearly always it holds at once, and so
 * each operation has its savepoint only where that has failed. */
static void
finish_batch(struct store_thread *t, struct operation *batch)
{
	struct err e = ERR_INIT;
	bool together = true;

	while (run_batch(t, batch, together, &e) != 0) {
		bool damaged =
		    t->place == STORE_IN_PLACE && store_is_damaged(t->store);
		bool again = together && !may_run_again(t);

		together = false;
		if (again) {
			e = ERR_INIT;
			continue;
		}

		atomic_fetch_add(&t->beats, 1);
		if (atomic_load(&t->give_up) ||
		    (damaged && batch->next == NULL)) {
			fail_batch(batch, &e);
			break;
		}
		if (damaged) { /* who of them has met it? */
			put_first(t, batch->next);
			batch->next = NULL;
			e = ERR_INIT;
			continue;
		}
		retry_note_failure(t, &e);
		retry_wait(t);
		e = ERR_INIT;
	}
	if (e.code == ERR_NONE)
		retry_note_success(t);
	atomic_fetch_add(&t->beats, 1);
}

static void
checkpoint(struct store_thread *t)
{
	struct err e = ERR_INIT;

	if (retry_in_place(t) && store_checkpoint(t->store, &e) != 0)
		log_event(LOG_ERROR, "log-not-written-back",
		    LOG_TEXT("why", e.text),
		    LOG_TEXT("then", "it grows, and nothing is lost; tried "
				     "again in an hour"));
	t->checkpoint_ms = store_thread_ms() + CHECKPOINT_MS;
}

static void *
thread_main(void *arg)
{
	struct store_thread *t = arg;

	for (;;) {
		struct operation *batch = next_batch(t);

		if (store_thread_ms() >= t->checkpoint_ms)
			checkpoint(t);
		if (batch == NULL && atomic_load(&t->stopping))
			return NULL;
		if (batch == NULL) {
			retry_in_place(t);
			continue;
		}
		finish_batch(t, batch);
		pthread_mutex_lock(&t->lock);
		operations_append(&t->finished, batch);
		pthread_mutex_unlock(&t->lock);
		store_thread_wake(t);
	}
}

/* What there was no time for comes before what was finished meanwhile. */
static void
put_back(struct store_thread *t, struct operation *rest)
{
	struct operations later;

	pthread_mutex_lock(&t->lock);
	later = t->finished;
	operations_init(&t->finished);
	operations_append(&t->finished, rest);
	if (later.first != NULL)
		operations_append(&t->finished, later.first);
	pthread_mutex_unlock(&t->lock);
	store_thread_wake(t); /* the next turn */
}

/* On the loop: calls `done` of what is committed, for so long. */
static size_t
deliver(struct store_thread *t, int64_t most_ms)
{
	int64_t until_ms = store_thread_ms() + most_ms;
	struct operation *batch;
	size_t given_up = 0;

	pthread_mutex_lock(&t->lock);
	batch = t->finished.first;
	operations_init(&t->finished);
	pthread_mutex_unlock(&t->lock);
	while (batch != NULL) {
		struct operation *o = batch;

		if (store_thread_ms() > until_ms) {
			put_back(t, batch);
			break;
		}
		batch = o->next;
		t->pending--;
		t->pending_yielding -= o->is_yielding;
		if (o->is_barrier) {
			pthread_mutex_lock(&t->lock);
			t->barriers--;
			pthread_mutex_unlock(&t->lock);
		}
		given_up += o->rc != 0;
		o->done(o->arg, o->rc, &o->e);
		free(o);
	}
	return given_up;
}

static void
on_wake(evutil_socket_t fd, short what, void *arg)
{
	struct store_thread *t = arg;
	store_broken *on_broken = t->on_broken;
	const char *why;
	uint64_t count;

	(void)what;
	(void)!read(fd, &count, sizeof(count));
	deliver(t, DELIVER_MS);
	if (!atomic_load(&t->is_broken) || on_broken == NULL)
		return;
	if ((why = store_thread_trouble(t, NULL)) == NULL) {
		atomic_store(&t->is_broken, false); /* in the last moment */
		return;
	}
	t->on_broken = NULL; /* once */
	on_broken(why, t->on_broken_arg);
}

static int
start_thread(struct store_thread *t)
{
	sigset_t all, old;
	int rc;

	/* Signals are the loop's. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	rc = pthread_create(&t->thread, NULL, thread_main, t);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return rc;
}

int
store_thread_new(struct event_base *base, struct store *store,
    struct store_thread **ret, struct err *e)
{
	struct store_thread *t = calloc(1, sizeof(*t));
	pthread_condattr_t monotonic;

	if (t == NULL)
		return err_set(e, ERR_MEMORY, "store thread");
	t->store = store;
	t->patience_ms = INT64_MAX;
	t->look_ms = store_thread_ms() + LIMIT_STORE_LOOK_MS;
	t->checkpoint_ms = store_thread_ms() + CHECKPOINT_MS;
	operations_init(&t->queue);
	operations_init(&t->yielding);
	operations_init(&t->rest);
	operations_init(&t->finished);
	pthread_mutex_init(&t->lock, NULL);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&t->posted, &monotonic);
	pthread_condattr_destroy(&monotonic);
	t->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (t->wake_fd >= 0)
		t->wake = event_new(
		    base, t->wake_fd, EV_READ | EV_PERSIST, on_wake, t);
	if (t->wake == NULL || event_add(t->wake, NULL) != 0 ||
	    (errno = start_thread(t)) != 0) {
		err_errno(e, "store thread");
		if (t->wake != NULL)
			event_free(t->wake);
		if (t->wake_fd >= 0)
			close(t->wake_fd);
		free(t);
		return ERR_IO;
	}
	*ret = t;
	return 0;
}

size_t
store_thread_free(struct store_thread *t, int64_t timeout_ms)
{
	struct timespec until;
	size_t given_up;

	if (t == NULL)
		return 0;
	pthread_mutex_lock(&t->lock);
	atomic_store(&t->stopping, true);
	pthread_cond_broadcast(&t->posted);
	pthread_mutex_unlock(&t->lock);
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += timeout_ms / 1000;
	if (timeout_ms <= 0 ||
	    pthread_timedjoin_np(t->thread, NULL, &until) != 0) {
		pthread_mutex_lock(&t->lock);
		atomic_store(&t->give_up, true);
		pthread_cond_broadcast(&t->posted);
		pthread_mutex_unlock(&t->lock);
		pthread_join(t->thread, NULL);
	}
	given_up = deliver(t, STOP_MS);
	/* What a last `done` posted finds nobody any more: its rows are still
	 * owed, and the next start sees them. */
	operations_append(&t->queue, t->yielding.first);
	operations_append(&t->queue, t->rest.first);
	while (t->queue.first != NULL) {
		struct operation *o = t->queue.first;
		struct err stopped = ERR_INIT;

		if ((t->queue.first = o->next) == NULL)
			t->queue.last = &t->queue.first;
		err_set(&stopped, ERR_IO, "the store has stopped");
		o->done(o->arg, ERR_IO, &stopped);
		free(o);
		given_up++;
	}
	event_free(t->wake);
	close(t->wake_fd);
	pthread_cond_destroy(&t->posted);
	pthread_mutex_destroy(&t->lock);
	store_close(t->store);
	free(t);
	return given_up;
}

static void
post(struct store_thread *t, struct operations *list, size_t rows,
    store_run *run, store_done *done, void *arg, bool is_barrier)
{
	struct operation *o = calloc(1, sizeof(*o));

	if (o == NULL)
		abort(); /* a lost operation would be a lost article */
	o->rows = rows > 0 ? rows : 1;
	o->run = run;
	o->done = done;
	o->arg = arg;
	o->is_barrier = is_barrier;
	o->is_yielding = list == &t->yielding;
	t->pending++;
	t->pending_yielding += o->is_yielding;
	pthread_mutex_lock(&t->lock);
	if (is_barrier) {
		operations_append(&t->queue, t->yielding.first);
		operations_init(&t->yielding);
		t->barriers++;
	} else if (t->barriers > 0 && list == &t->yielding) {
		list = &t->queue;
	}
	operations_append(list, o);
	pthread_cond_signal(&t->posted);
	pthread_mutex_unlock(&t->lock);
}

void
store_post(struct store_thread *t, size_t rows, store_run *run,
    store_done *done, void *arg)
{
	post(t, &t->queue, rows, run, done, arg, false);
}

void
store_post_yielding(struct store_thread *t, size_t rows, store_run *run,
    store_done *done, void *arg)
{
	post(t, &t->yielding, rows, run, done, arg, false);
}

void
store_post_between(struct store_thread *t, size_t rows, store_run *run,
    store_done *done, void *arg)
{
	post(t, &t->queue, rows, run, done, arg, true);
}

void
store_post_rest(
    struct store_thread *t, store_run *run, store_done *done, void *arg)
{
	post(t, &t->rest, 1, run, done, arg, false);
}

size_t
store_thread_pending(const struct store_thread *t)
{
	return t->pending;
}

bool
store_thread_full(const struct store_thread *t, bool for_yielding)
{
	return t->pending >= LIMIT_STORE_QUEUE ||
	       (for_yielding && t->pending_yielding >= LIMIT_STORE_NEWCOMERS);
}

void
store_thread_watch(struct store_thread *t, int64_t patience_ms,
    store_broken *on_broken, void *arg)
{
	t->on_broken = on_broken;
	t->on_broken_arg = arg;
	pthread_mutex_lock(&t->lock);
	t->patience_ms = patience_ms;
	pthread_mutex_unlock(&t->lock);
}

uint64_t
store_thread_beats(const struct store_thread *t)
{
	return atomic_load(&t->beats);
}

const char *
store_thread_trouble(struct store_thread *t, bool *ret_is_fault)
{
	const char *text = NULL;

	pthread_mutex_lock(&t->lock);
	if (t->shown.state != TROUBLE_NONE) {
		memcpy(t->shown_text, t->shown.why.text, sizeof(t->shown_text));
		text = t->shown_text;
	}
	if (ret_is_fault != NULL)
		*ret_is_fault = t->shown.state == TROUBLE_FAULT;
	pthread_mutex_unlock(&t->lock);
	return text;
}
