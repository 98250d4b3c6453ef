/*
 * store_thread.c -- the loop's side of the store's thread: posting operations,
 * calling `done`, start and end.
 *
 * The thread sleeps on a condition variable. An eventfd wakes the loop.
 */
#include "daemon/writer/store_thread.h"

#include <sys/eventfd.h>

#include <errno.h>
#include <event2/event.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/limits.h"
#include "daemon/writer/store_thread_parts.h"
#include "store/fleet/fleet_store.h"

/* Maximum time in which `done`s are called in one turn of the loop, because a
 * batch may contain a thousand polls. */
#define DELIVER_MS 3
/* The time limit for the last `done`s. It is so long that all of them are
 * called. */
#define STOP_MS (3600 * 1000)

int64_t
store_thread_ms(void)
{
	return clock_monotonic_ms();
}

void
store_thread_wake(struct store_thread *t)
{
	uint64_t one = 1;

	/* The eventfd's counter cannot overflow, because the loop reads it
	 * after each wake-up. */
	(void)!write(t->wake_fd, &one, sizeof(one));
}

/* Puts the operations whose `done` was not called in this turn back to the
 * beginning of `finished`. */
static void
store_thread_put_back(struct store_thread *t, struct operation *rest)
{
	struct operations later;

	pthread_mutex_lock(&t->lock);
	later = t->finished;
	operations_init(&t->finished);
	operations_append(&t->finished, rest);
	if (later.first != NULL)
		operations_append(&t->finished, later.first);
	pthread_mutex_unlock(&t->lock);
	store_thread_wake(t); /* the loop is woken again in its next turn */
}

/* Runs on the loop. Calls `done` of committed operations, for at most most_ms.
 */
static size_t
store_thread_deliver(struct store_thread *t, int64_t most_ms)
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
			store_thread_put_back(t, batch);
			break;
		}
		batch = o->next;
		t->pending--;
		t->pending_yielding -= o->is_yielding;
		if (o->is_fenced)
			t->pending_of[o->tenure.shard]--;
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
store_thread_on_wake(evutil_socket_t fd, short what, void *arg)
{
	struct store_thread *t = arg;
	store_broken *on_broken = t->on_broken;
	const char *why;
	uint64_t count;

	(void)what;
	(void)!read(fd, &count, sizeof(count));
	store_thread_deliver(t, DELIVER_MS);
	if (t->pending == 0 && t->on_idle != NULL)
		t->on_idle(t->on_idle_arg);
	if (!atomic_load(&t->is_broken) || on_broken == NULL)
		return;
	if ((why = store_thread_trouble(t, NULL)) == NULL) {
		atomic_store(&t->is_broken, false); /* a write has succeeded */
		return;
	}
	t->on_broken = NULL; /* called only once */
	on_broken(why, t->on_broken_arg);
}

static int
store_thread_start_thread(struct store_thread *t)
{
	sigset_t all, old;
	int rc;

	/* The loop handles signals, so they are blocked in the thread. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	rc = pthread_create(&t->thread, NULL, store_thread_main, t);
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
		return err_set(e, ERR_MEMORY, "no memory for the store thread");
	t->store = store;
	store_set_patience(store, LIMIT_BUSY_MS, &t->no_wait);
	t->patience_ms = INT64_MAX;
	t->look_ms = store_thread_ms() + LIMIT_STORE_LOOK_MS;
	t->checkpoint_ms = store_thread_ms() + STORE_CHECKPOINT_MS;
	operations_init(&t->queue);
	operations_init(&t->yielding);
	operations_init(&t->rest);
	operations_init(&t->finished);
	pthread_mutex_init(&t->lock, NULL);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&t->posted, &monotonic);
	pthread_condattr_destroy(&monotonic);
	preparers_init(t);
	t->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (t->wake_fd >= 0)
		t->wake = event_new(base, t->wake_fd, EV_READ | EV_PERSIST,
		    store_thread_on_wake, t);
	if (t->wake == NULL || event_add(t->wake, NULL) != 0 ||
	    preparers_start(t, NULL) != 0 ||
	    (errno = store_thread_start_thread(t)) != 0) {
		err_errno(e, "store thread");
		preparers_stop(t);
		if (t->wake != NULL)
			event_free(t->wake);
		if (t->wake_fd >= 0)
			close(t->wake_fd);
		store_set_patience(store, LIMIT_BUSY_MS, NULL);
		free(t);
		return ERR_IO;
	}
	*ret = t;
	return 0;
}

static void
store_thread_add_ms(struct timespec *t, int64_t ms)
{
	t->tv_sec += ms / 1000;
	t->tv_nsec += ms % 1000 * 1000000;
	if (t->tv_nsec >= 1000000000) {
		t->tv_sec++;
		t->tv_nsec -= 1000000000;
	}
}

/* Removes and returns the first operation of the first list that is not empty;
 * NULL: all lists are empty. */
static struct operation *
store_thread_take_first(struct store_thread *t)
{
	struct operations *const lists[] = { &t->queue, &t->yielding,
		&t->rest };

	for (size_t i = 0; i < ARRAY_LENGTH(lists); i++) {
		struct operation *o = lists[i]->first;

		if (o == NULL)
			continue;
		if ((lists[i]->first = o->next) == NULL)
			lists[i]->last = &lists[i]->first;
		return o;
	}
	return NULL;
}

size_t
store_thread_free(struct store_thread *t, int64_t timeout_ms)
{
	struct timespec until;
	struct operation *o;
	size_t given_up;

	if (t == NULL)
		return 0;
	scrub_stop(t);
	pthread_mutex_lock(&t->lock);
	atomic_store(&t->stopping, true);
	pthread_cond_broadcast(&t->posted);
	pthread_mutex_unlock(&t->lock);
	clock_gettime(CLOCK_MONOTONIC, &until);
	store_thread_add_ms(&until, timeout_ms);
	if (timeout_ms <= 0 || pthread_clockjoin_np(t->thread, NULL,
				   CLOCK_MONOTONIC, &until) != 0) {
		pthread_mutex_lock(&t->lock);
		atomic_store(&t->give_up, true);
		t->no_wait = 1;
		pthread_cond_broadcast(&t->posted);
		pthread_mutex_unlock(&t->lock);
		pthread_join(t->thread, NULL);
	}
	preparers_stop(t);
	given_up = store_thread_deliver(t, STOP_MS);
	/* Operations posted by the last `done`s are not run any more. Their
	 * rows are still pending, and the next start finds them. */
	while ((o = store_thread_take_first(t)) != NULL) {
		struct err stopped = ERR_INIT;

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

/* Appends a copy of *posted to the list. */
static void
store_thread_post(struct store_thread *t, struct operations *list,
    const struct operation *posted)
{
	struct operation *o = malloc(sizeof(*o));

	if (o == NULL)
		abort(); /* the process ends, because a lost operation would
			    lose an article */
	*o = *posted;
	o->rows = o->rows > 0 ? o->rows : 1;
	o->is_yielding = list == &t->yielding;
	t->pending++;
	t->pending_yielding += o->is_yielding;
	if (o->is_fenced)
		t->pending_of[o->tenure.shard]++;
	pthread_mutex_lock(&t->lock);
	if (o->is_barrier) {
		operations_append(&t->queue, t->yielding.first);
		operations_init(&t->yielding);
		t->barriers++;
	} else if (t->barriers > 0 && list == &t->yielding) {
		list = &t->queue;
	}
	operations_append(list, o);
	if (o->prepare != NULL)
		preparers_add(t, o);
	else
		pthread_cond_signal(&t->posted);
	pthread_mutex_unlock(&t->lock);
}

void
store_post(struct store_thread *t, size_t rows, store_run *run,
    store_done *done, void *arg)
{
	store_thread_post(t, &t->queue,
	    &(struct operation){
		.rows = rows, .run = run, .done = done, .arg = arg });
}

void
store_post_yielding(struct store_thread *t, size_t rows, store_run *run,
    store_done *done, void *arg)
{
	store_thread_post(t, &t->yielding,
	    &(struct operation){
		.rows = rows, .run = run, .done = done, .arg = arg });
}

void
store_post_prepared(struct store_thread *t, bool is_yielding, size_t rows,
    store_prepare *prepare, store_run *run, store_done *done, void *arg)
{
	store_thread_post(t, is_yielding ? &t->yielding : &t->queue,
	    &(struct operation){ .rows = rows,
		.prepare = prepare,
		.run = run,
		.done = done,
		.arg = arg });
}

static struct operations *
store_thread_list(struct store_thread *t, enum store_priority priority)
{
	struct operations *const lists[] = { [STORE_SOON] = &t->queue,
		[STORE_YIELDING] = &t->yielding,
		[STORE_REST] = &t->rest };

	return lists[priority];
}

void
store_post_reading(struct store_thread *t, enum store_priority priority,
    size_t rows, store_run *run, store_done *done, void *arg)
{
	store_thread_post(t, store_thread_list(t, priority),
	    &(struct operation){ .rows = rows,
		.run = run,
		.done = done,
		.arg = arg,
		.is_beside = true });
}

void
store_post_beside(struct store_thread *t, size_t rows, store_run *run,
    store_done *done, void *arg)
{
	store_post_reading(t, STORE_SOON, rows, run, done, arg);
}

void
store_post_fenced(struct store_thread *t, struct fleet_tenure tenure,
    enum store_priority priority, size_t rows, store_prepare *prepare,
    store_run *run, store_done *done, void *arg)
{
	store_thread_post(t, store_thread_list(t, priority),
	    &(struct operation){ .rows = rows,
		.prepare = prepare,
		.run = run,
		.done = done,
		.arg = arg,
		.is_fenced = true,
		.is_beside = true,
		.tenure = tenure });
}

void
store_post_between(struct store_thread *t, size_t rows, store_run *run,
    store_done *done, void *arg)
{
	store_thread_post(t, &t->queue,
	    &(struct operation){ .rows = rows,
		.run = run,
		.done = done,
		.arg = arg,
		.is_barrier = true });
}

void
store_post_reading_between(struct store_thread *t, size_t rows, store_run *run,
    store_done *done, void *arg)
{
	store_thread_post(t, &t->queue,
	    &(struct operation){ .rows = rows,
		.run = run,
		.done = done,
		.arg = arg,
		.is_barrier = true,
		.is_beside = true });
}

void
store_post_rest(
    struct store_thread *t, store_run *run, store_done *done, void *arg)
{
	store_thread_post(t, &t->rest,
	    &(struct operation){ .run = run, .done = done, .arg = arg });
}

void
store_thread_fence(struct store_thread *t, int64_t node)
{
	atomic_store(&t->node, node);
}

size_t
store_thread_pending_of(const struct store_thread *t, int32_t shard)
{
	return t->pending_of[shard];
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

bool
store_thread_is_damaged(const struct store_thread *t)
{
	return atomic_load(&t->is_damaged);
}

void
store_thread_when_idle(
    struct store_thread *t, void (*on_idle)(void *), void *arg)
{
	t->on_idle = on_idle;
	t->on_idle_arg = arg;
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

int
store_thread_scrub(struct store_thread *t, struct err *e)
{
	return scrub_start(t, e);
}

void
store_thread_beat(void *store_thread)
{
	struct store_thread *t = store_thread;

	atomic_fetch_add(&t->beats, 1);
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
		*ret_is_fault = t->shown.state == TROUBLE_FAULT ||
				t->shown.state == TROUBLE_DAMAGE;
	pthread_mutex_unlock(&t->lock);
	return text;
}
