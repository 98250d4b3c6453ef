/*
 * store_prepare.c -- prepares operations of the store's thread on other
 * threads, so that this thread only writes.
 *
 * Normal course: an operation is appended to a list of the store's thread and
 * to the list `preparers`.  A thread takes it from the second list, runs its
 * `prepare`, and marks it as prepared.  The store's thread passes over
 * operations that are not prepared.  An operation always becomes prepared,
 * because `prepare` cannot fail: `run` prepares the data that is missing.
 */
#include <sys/prctl.h>

#include <errno.h>
#include <sched.h>
#include <signal.h>

#include "daemon/writer/store_thread_parts.h"
#include "store/page/page_zstd.h"

void
preparers_init(struct store_thread *t)
{
	t->preparers.first = NULL;
	t->preparers.last = &t->preparers.first;
	pthread_cond_init(&t->preparers.posted, NULL);
}

void
preparers_add(struct store_thread *t, struct operation *o)
{
	o->is_unprepared = true;
	*t->preparers.last = o;
	t->preparers.last = &o->next_unprepared;
	pthread_cond_signal(&t->preparers.posted);
}

/* Waits for an operation; NULL: the thread is to end.  Under lock. */
static struct operation *
store_prepare_next(struct store_thread *t)
{
	struct preparers *p = &t->preparers;
	struct operation *o;

	while (p->first == NULL && !p->is_ending)
		pthread_cond_wait(&p->posted, &t->lock);
	if (p->is_ending)
		return NULL;
	o = p->first;
	if ((p->first = o->next_unprepared) == NULL)
		p->last = &p->first;
	return o;
}

static void *
store_prepare_main(void *arg)
{
	struct store_thread *t = arg;
	struct page_zstd zstd;
	struct operation *o;

	prctl(PR_SET_NAME, "prepare");
	page_zstd_init(&zstd);
	pthread_mutex_lock(&t->lock);
	while ((o = store_prepare_next(t)) != NULL) {
		pthread_mutex_unlock(&t->lock);
		o->prepare(&zstd, o->arg);
		pthread_mutex_lock(&t->lock);
		o->is_unprepared = false;
		pthread_cond_signal(&t->posted);
	}
	pthread_mutex_unlock(&t->lock);
	page_zstd_release(&zstd);
	return NULL;
}

/* Returns the number of cores that the process may use. */
static size_t
store_prepare_cores(void)
{
	cpu_set_t cores;
	int n = sched_getaffinity(0, sizeof(cores), &cores) == 0
		    ? CPU_COUNT(&cores)
		    : 1;

	return n < 1 ? 1 : (size_t)n;
}

int
preparers_start(struct store_thread *t, struct err *e)
{
	size_t most = store_prepare_cores();
	sigset_t all, old;

	if (most > LIMIT_PREPARERS)
		most = LIMIT_PREPARERS;
	/* signals are blocked in the threads, because the loop handles them */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	while (t->preparers.n < most) {
		errno = pthread_create(&t->preparers.threads[t->preparers.n],
		    NULL, store_prepare_main, t);
		if (errno != 0)
			break;
		t->preparers.n++;
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return t->preparers.n > 0 ? 0 : err_errno(e, "threads that prepare");
}

void
preparers_stop(struct store_thread *t)
{
	pthread_mutex_lock(&t->lock);
	t->preparers.is_ending = true;
	pthread_cond_broadcast(&t->preparers.posted);
	pthread_mutex_unlock(&t->lock);
	while (t->preparers.n > 0)
		pthread_join(t->preparers.threads[--t->preparers.n], NULL);
	pthread_cond_destroy(&t->preparers.posted);
}
