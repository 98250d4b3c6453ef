/*
 * store_batch.c -- runs operations in batches on the store's thread, one
 * transaction for each batch.
 *
 * One mutex protects four lists: `queue` (in order of posting), `yielding` (low
 * priority), `rest` (parts of long operations) and `finished` (committed,
 * `done` not yet called). After each batch of `queue`, one batch of `yielding`
 * or `rest` is run.
 *
 * Normal case: a list has work; the thread waits a moment for more; it takes a
 * batch, runs and commits it, appends it to `finished` and wakes the loop.
 * Failures: If an operation fails, the batch is run again with a savepoint for
 * each operation, and only the failing operation gets the error. If the disk
 * fails, the batch is tried again later (store_retry.c). If an operation meets
 * a damaged page, the operations before this one are committed one by one. This
 * operation and all later operations are held until the daemon ends. The caller
 * may also stop the retries.
 */
#include "base/limits.h"
#include "daemon/log.h"
#include "daemon/writer/store_thread_parts.h"

/* How long a batch waits for further operations. Under load it is full earlier,
 * and otherwise the delay does not matter. */
#define GATHER_MS 10
/* Least duration of a low-priority batch; a shorter batch would take less time
 * than its commit. */
#define YIELD_MS 20

void
operations_init(struct operations *list)
{
	list->first = NULL;
	list->last = &list->first;
}

void
operations_append(struct operations *list, struct operation *first)
{
	*list->last = first;
	while (*list->last != NULL)
		list->last = &(*list->last)->next;
}

void
store_thread_wait(struct store_thread *t, int64_t until_ms)
{
	struct timespec until = { .tv_sec = until_ms / 1000,
		.tv_nsec = until_ms % 1000 * 1000000 };

	pthread_cond_timedwait(&t->posted, &t->lock, &until);
}

/* Returns whether a batch can be taken off a list. The list must contain a
 * prepared operation. If this operation may not overtake others, it must be the
 * first of the list. Under lock. */
static bool
store_batch_is_ready(const struct operations *list)
{
	const struct operation *o = list->first;

	while (o != NULL && o->is_unprepared)
		o = o->next;
	return o != NULL && (o == list->first || !o->is_barrier);
}

/* Takes up to most_rows rows of prepared operations off a list; under lock. */
static struct operation *
store_batch_take_batch(struct operations *list, size_t most_rows)
{
	struct operation *batch = NULL, **end = &batch, **at = &list->first;
	size_t rows = 0;
	bool left = false;

	while (*at != NULL && rows < most_rows) {
		struct operation *o = *at;

		if (o->is_barrier && left)
			break;
		if (o->is_unprepared) {
			left = true;
			at = &o->next;
			continue;
		}
		rows += o->rows;
		*at = o->next;
		*end = o;
		end = &o->next;
	}
	*end = NULL;
	while (*at != NULL)
		at = &(*at)->next;
	list->last = at;
	return batch;
}

/* Every second batch is taken from `queue`. `yielding` and `rest` share the
 * other batches. Under lock. */
static struct operations *
store_batch_next_list(struct store_thread *t)
{
	bool yielding = store_batch_is_ready(&t->yielding);

	t->queue_was_last =
	    store_batch_is_ready(&t->queue) &&
	    !((yielding || t->rest.first != NULL) && t->queue_was_last);
	if (t->queue_was_last)
		return &t->queue;
	t->rest_was_last =
	    t->rest.first != NULL && !(yielding && t->rest_was_last);
	return t->rest_was_last ? &t->rest : &t->yielding;
}

/* Puts the unfinished part of a batch back as the beginning of the next batch.
 */
static void
store_batch_put_first(struct store_thread *t, struct operation *batch)
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

/* Returns whether no operation can be run now. */
static bool
store_batch_has_none(const struct store_thread *t)
{
	return !store_batch_is_ready(&t->queue) &&
	       !store_batch_is_ready(&t->yielding) && t->rest.first == NULL;
}

static bool
store_batch_is_empty(const struct store_thread *t)
{
	return t->queue.first == NULL && t->yielding.first == NULL &&
	       t->rest.first == NULL;
}

/* Returns whether the next batch may wait for further operations. */
static bool
store_batch_is_open(const struct store_thread *t)
{
	const struct operation *o =
	    t->queue.first != NULL ? t->queue.first : t->yielding.first;
	size_t rows = 0;

	for (; o != NULL && rows < LIMIT_BATCH_ROWS; o = o->next)
		rows += o->rows;
	return rows > 0 && rows < LIMIT_BATCH_ROWS && t->rest.first == NULL &&
	       !atomic_load(&t->stopping);
}

/* Returns whether a low-priority batch must end because the queue has work. */
static bool
store_batch_must_yield(struct store_thread *t, int64_t begun_ms)
{
	bool ret;

	if (t->batch_of != &t->yielding ||
	    store_thread_ms() < begun_ms + YIELD_MS)
		return false;
	pthread_mutex_lock(&t->lock);
	ret = store_batch_is_ready(&t->queue);
	pthread_mutex_unlock(&t->lock);
	return ret;
}

/* Waits for work, and takes the next batch off its list. Returns NULL if there
 * is no work and the thread must stop, check the file or write a checkpoint. */
static struct operation *
store_batch_next_batch(struct store_thread *t)
{
	int64_t until_ms =
	    t->look_ms < t->checkpoint_ms ? t->look_ms : t->checkpoint_ms;
	struct operation *batch;

	pthread_mutex_lock(&t->lock);
	while (store_batch_has_none(t) && !atomic_load(&t->is_damaged) &&
	       !(atomic_load(&t->stopping) && store_batch_is_empty(t)) &&
	       store_thread_ms() < until_ms)
		store_thread_wait(t, until_ms);
	until_ms = store_thread_ms() + GATHER_MS;

	while (store_batch_is_open(t) && store_thread_ms() < until_ms)
		store_thread_wait(t, until_ms);
	t->batch_of = store_batch_next_list(t);
	batch = store_batch_take_batch(
	    t->batch_of, t->batch_of == &t->rest ? 1 : LIMIT_BATCH_ROWS);
	pthread_mutex_unlock(&t->lock);
	return batch;
}

/* Returns true if the store, and not an operation, is the cause of the failure.
 * The whole batch may then succeed later. */
static bool
store_batch_may_run_again(const struct store_thread *t)
{
	return store_may_retry(t->store) || store_is_faulty(t->store);
}

/* How the transaction of a batch is begun. */
enum store_batch_mode {
	BATCH_BESIDE,   /* other nodes may write at the same time */
	BATCH_TOGETHER, /* the operations fail together */
	BATCH_APART     /* each operation has a savepoint */
};
static int (*const store_batch_begin[])(struct store *, struct err *) = {
	[BATCH_BESIDE] = store_begin_beside,
	[BATCH_TOGETHER] = store_begin_together,
	[BATCH_APART] = store_begin,
};

static enum store_batch_mode
store_batch_first_mode(
    const struct store_thread *t, const struct operation *batch)
{
	if (atomic_load(&t->node) == 0)
		return BATCH_TOGETHER;
	for (; batch != NULL; batch = batch->next)
		if (!batch->is_beside)
			return BATCH_TOGETHER;
	return BATCH_BESIDE;
}

/* Returns 0 if the batch was committed; 1 if it must be run again, with the
 * reason in *e. */
static int
store_batch_run_batch(struct store_thread *t, struct operation *batch,
    enum store_batch_mode mode, struct err *e)
{
	int64_t begun_ms = store_thread_ms(),
		until_ms = begun_ms + LIMIT_BATCH_MS;
	bool together = mode != BATCH_APART;
	int rc;

	if (!retry_in_place(t))
		return err_set(e, ERR_IO, "%s", t->trouble.why.text), 1;
	rc = store_batch_begin[mode](t->store, e);
	if (rc != 0)
		return 1;
	for (struct operation *o = batch; o != NULL; o = o->next) {
		o->e = ERR_INIT;
		if (o->is_lost) {
			fence_refuse(o);
			continue;
		}
		o->rc = o->run(t->store, o->arg, &o->e);
		if (o->rc != 0 && (together || store_batch_may_run_again(t) ||
				      store_is_damaged(t->store))) {
			*e = o->e;
			store_rollback(t->store);
			return 1;
		}
		if (o->next != NULL &&
		    (store_thread_ms() >= until_ms ||
			store_batch_must_yield(t, begun_ms))) {
			store_batch_put_first(t, o->next);
			o->next = NULL;
		}
	}
	if (fence_check(t, batch, e) == 0 && store_commit(t->store, e) == 0)
		return 0;
	store_rollback(t->store);
	return 1;
}

/* Called if no operation of the batch was committed: sets the error of each
 * operation. An operation that failed keeps its own error. */
static void
store_batch_fail_batch(struct operation *batch, const struct err *e)
{
	for (struct operation *o = batch; o != NULL; o = o->next) {
		if (o->rc != 0)
			continue;
		o->rc = e->code;
		o->e = *e;
	}
}

/* Runs one transaction until it succeeds, an operation meets damage, or the
 * retries are stopped. Savepoints are only used after a try without savepoints
 * has failed, because most batches succeed without them. Returns false if the
 * batch was put back because the file is damaged. */
static bool
store_batch_finish_batch(struct store_thread *t, struct operation *batch)
{
	struct err e = ERR_INIT;
	enum store_batch_mode mode = store_batch_first_mode(t, batch);

	while (store_batch_run_batch(t, batch, mode, &e) != 0) {
		bool damaged =
		    t->place == STORE_IN_PLACE && store_is_damaged(t->store);
		bool again =
		    mode != BATCH_APART && !store_batch_may_run_again(t);

		/* the operations that have no lease any more are marked; the
		 * rest is run again */
		if (e.code == ERR_LEASE) {
			e = ERR_INIT;
			continue;
		}
		/* The cause may be a conflict with another node, so the batch
		 * is repeated while other nodes may not write. */
		if (mode == BATCH_BESIDE) {
			mode = BATCH_TOGETHER;
			e = ERR_INIT;
			continue;
		}
		mode = BATCH_APART;
		if (again) {
			e = ERR_INIT;
			continue;
		}

		atomic_fetch_add(&t->beats, 1);
		if (atomic_load(&t->give_up)) {
			store_batch_fail_batch(batch, &e);
			break;
		}
		if (damaged && batch->next == NULL) {
			store_batch_put_first(t, batch);
			retry_note_damage(t, &e);
			return false;
		}
		if (damaged) { /* the operations are repeated one by one to find
				  the one that met the damage */
			store_batch_put_first(t, batch->next);
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
	return true;
}

/* Waits until the thread must stop. No operation is run any more, and
 * store_thread_free() ends the waiting operations. The rows that caused them
 * are still pending and will be processed again. */
static void
store_batch_hold_damaged(struct store_thread *t)
{
	struct err why;

	pthread_mutex_lock(&t->lock);
	why = t->damage.code != ERR_NONE ? t->damage : t->trouble.why;
	pthread_mutex_unlock(&t->lock);
	while (!atomic_load(&t->stopping)) {
		retry_note_damage(t, &why);
		retry_wait(t);
		atomic_fetch_add(&t->beats, 1);
	}
}

static void
store_batch_checkpoint(struct store_thread *t)
{
	struct err e = ERR_INIT;
	int rc = retry_in_place(t) ? store_checkpoint(t->store, &e) : 0;

	if (rc < 0)
		log_event(LOG_ERROR, "log-not-written-back",
		    LOG_TEXT("why", e.text),
		    LOG_TEXT("then", "the write-ahead log grows, no data "
				     "is lost, next try in an hour"));
	t->checkpoint_ms =
	    store_thread_ms() +
	    (rc > 0 ? STORE_CHECKPOINT_RETRY_MS : STORE_CHECKPOINT_MS);
}

static bool
store_batch_may_end(struct store_thread *t)
{
	bool ret;

	pthread_mutex_lock(&t->lock);
	ret = atomic_load(&t->stopping) && store_batch_is_empty(t);
	pthread_mutex_unlock(&t->lock);
	return ret;
}

void *
store_thread_main(void *arg)
{
	struct store_thread *t = arg;

	for (;;) {
		struct operation *batch;

		if (atomic_load(&t->is_damaged)) {
			store_batch_hold_damaged(t);
			return NULL;
		}
		batch = store_batch_next_batch(t);
		if (store_thread_ms() >= t->checkpoint_ms)
			store_batch_checkpoint(t);
		if (batch == NULL && store_batch_may_end(t))
			return NULL;
		if (batch == NULL) {
			retry_in_place(t);
			continue;
		}
		if (!store_batch_finish_batch(t, batch))
			continue;
		pthread_mutex_lock(&t->lock);
		operations_append(&t->finished, batch);
		pthread_mutex_unlock(&t->lock);
		store_thread_wake(t);
	}
}
