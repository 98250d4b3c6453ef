/*
 * store_scrub.c -- checks the database's file for damage continuously.
 *
 * The store's connection caches each page that it reads, so it would not notice
 * damage to the file for days and would write to the damaged file. Therefore a
 * separate thread checks the file itself:
 *
 * - A file of up to LIMIT_STORE_SCRUB_BYTES is read completely
 *   (store_check_damage()) every LIMIT_STORE_SCRUB_MS.  If this would take more
 *   than a fiftieth of the time, the pause is longer, but at most
 *   SCRUB_MOST_MS.
 * - Of a larger file, LIMIT_STORE_SCRUB_PAGES pages a second are checked
 *   (store_scan()). A page may be read while it is being written, so a page
 *   that looks damaged is read again, and then the whole file is checked.
 *
 * Damage is reported to the store's thread.
 */
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "base/limits.h"
#include "daemon/writer/store_thread_parts.h"

#define SCRUB_SHARE    50    /* the pause is 50 times as long as the check */
#define SCRUB_MOST_MS  35000 /* longest pause; a check may then take 25 s */
#define SCRUB_SLICE_MS 1000 /* pause between two slices of a large file */
#define SCRUB_LOOKS    3    /* number of reads of a page that looks damaged */
#define SCRUB_LOOK_MS  500  /* pause between these reads */

struct store_scrub {
	struct store_thread *owner;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t woken;
	bool stopping; /* under lock */
	uint32_t page; /* the next page to check */
};

/* Waits for the next check. Returns false if the thread must stop. */
static bool
store_scrub_wait(struct store_scrub *s, int64_t ms)
{
	int64_t until_ms = store_thread_ms() + ms;
	struct timespec until = { .tv_sec = until_ms / 1000,
		.tv_nsec = until_ms % 1000 * 1000000 };
	bool continues;

	pthread_mutex_lock(&s->lock);
	while (!s->stopping && store_thread_ms() < until_ms)
		pthread_cond_timedwait(&s->woken, &s->lock, &until);
	continues = !s->stopping;
	pthread_mutex_unlock(&s->lock);
	return continues;
}

static void
store_scrub_report(struct store_scrub *s, const struct err *why)
{
	struct store_thread *t = s->owner;

	pthread_mutex_lock(&t->lock);
	t->damage = *why;
	atomic_store(&t->is_damaged, true);
	pthread_cond_signal(&t->posted);
	pthread_mutex_unlock(&t->lock);
}

/* Returns true if SQLite finds damage, and reports it. */
static bool
store_scrub_check(struct store_scrub *s)
{
	struct err e = ERR_INIT;

	if (!store_check_damage(s->owner->store, &e))
		return false;
	store_scrub_report(s, &e);
	return true;
}

int64_t
scrub_pause_ms(int64_t check_ms)
{
	int64_t ms = check_ms * SCRUB_SHARE;

	if (ms < LIMIT_STORE_SCRUB_MS)
		return LIMIT_STORE_SCRUB_MS;
	/* On a busy machine the check waits for the processor. The pause must
	 * not become longer than the time in which damage is found. */
	if (ms > SCRUB_MOST_MS)
		return SCRUB_MOST_MS;
	return ms;
}

/* Checks a whole file. Returns the ms until the next check; -1: the file is
 * damaged. */
static int64_t
store_scrub_whole(struct store_scrub *s)
{
	int64_t begun_ms = store_thread_ms();

	if (store_scrub_check(s))
		return -1;
	return scrub_pause_ms(store_thread_ms() - begun_ms);
}

/* Checks a slice of a large file. Returns the ms until the next check; -1: the
 * file is damaged. */
static int64_t
store_scrub_slice(struct store_scrub *s)
{
	uint32_t suspect;

	s->page = store_scan(
	    s->owner->store, s->page, LIMIT_STORE_SCRUB_PAGES, &suspect);
	for (int i = 0; i < SCRUB_LOOKS && suspect != 0; i++) {
		if (!store_scrub_wait(s, SCRUB_LOOK_MS))
			return 0;
		store_scan(s->owner->store, suspect, 1, &suspect);
	}
	if (suspect == 0)
		return SCRUB_SLICE_MS;
	return store_scrub_whole(s);
}

static void *
store_scrub_main(void *arg)
{
	struct store_scrub *s = arg;
	int64_t wait_ms = 0;

	while (wait_ms >= 0 && store_scrub_wait(s, wait_ms))
		wait_ms =
		    store_file_bytes(s->owner->store) > LIMIT_STORE_SCRUB_BYTES
			? store_scrub_slice(s)
			: store_scrub_whole(s);
	return NULL;
}

int
scrub_start(struct store_thread *t, struct err *e)
{
	struct store_scrub *s = calloc(1, sizeof(*s));
	pthread_condattr_t monotonic;
	sigset_t all, old;
	int rc;

	if (s == NULL)
		return err_set(e, ERR_MEMORY,
		    "no memory for the check of the database file");
	s->owner = t;
	store_check_interrupt(false);
	pthread_mutex_init(&s->lock, NULL);
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&s->woken, &monotonic);
	pthread_condattr_destroy(&monotonic);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	rc = pthread_create(&s->thread, NULL, store_scrub_main, s);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (rc != 0) {
		pthread_cond_destroy(&s->woken);
		pthread_mutex_destroy(&s->lock);
		free(s);
		return err_set(e, ERR_LIBRARY,
		    "cannot start the thread that checks the database file");
	}
	t->scrub = s;
	return 0;
}

void
scrub_stop(struct store_thread *t)
{
	struct store_scrub *s = t->scrub;

	if (s == NULL)
		return;
	store_check_interrupt(true);
	pthread_mutex_lock(&s->lock);
	s->stopping = true;
	pthread_cond_signal(&s->woken);
	pthread_mutex_unlock(&s->lock);
	pthread_join(s->thread, NULL);
	pthread_cond_destroy(&s->woken);
	pthread_mutex_destroy(&s->lock);
	free(s);
	t->scrub = NULL;
}
