/*
 * store_retry.c -- the store's thread while it cannot write.
 *
 * The thread checks that the file is in its place: once a minute, and before
 * each try while the disk fails or the file is not in its place. If the disk is
 * full or the file is locked, the thread waits and tries twice a second. If the
 * disk fails or the file was moved, the thread tries at growing intervals, and
 * notifies the loop when the fault has lasted for the time given to
 * store_thread_watch(). If another file is in the place of the database, the
 * thread notifies the loop at once. store_trouble.c defines the states and
 * times.
 */
#include "base/limits.h"
#include "daemon/writer/store_thread_parts.h"

#define LAST_RETRY_MS 500 /* time between tries when the thread must stop */

/* Records that a try has failed with *why, or has succeeded. Notifies the loop
 * if further tries are useless. */
static void
store_retry_note(
    struct store_thread *t, enum trouble_state state, const struct err *why)
{
	int64_t now_ms = store_thread_ms(), patience_ms;

	if (state == TROUBLE_NONE && t->trouble.state == TROUBLE_NONE)
		return;
	if (trouble_note(&t->trouble, state, why, now_ms))
		trouble_log(&t->trouble);
	pthread_mutex_lock(&t->lock);
	t->shown = t->trouble;
	patience_ms = t->patience_ms;
	pthread_mutex_unlock(&t->lock);
	if ((t->place == STORE_REPLACED && state != TROUBLE_NONE) ||
	    trouble_lasts(&t->trouble, patience_ms, now_ms)) {
		atomic_store(&t->is_broken, true);
		store_thread_wake(t);
	}
}

/* Checks that the file is in its place. */
static void
store_retry_look(struct store_thread *t)
{
	bool was_away = t->place != STORE_IN_PLACE;
	struct err e = ERR_INIT;

	t->place = store_check_files(t->store, &e);
	if (t->place != STORE_IN_PLACE)
		store_retry_note(t, TROUBLE_FAULT, &e);
	else if (was_away)
		store_retry_note(t, TROUBLE_NONE, NULL);
	t->look_ms = store_thread_ms() + (t->place != STORE_IN_PLACE
						 ? trouble_retry_ms(&t->trouble)
						 : LIMIT_STORE_LOOK_MS);
}

bool
retry_in_place(struct store_thread *t)
{
	if (t->trouble.state == TROUBLE_FAULT ||
	    store_thread_ms() >= t->look_ms)
		store_retry_look(t);
	return t->place == STORE_IN_PLACE;
}

void
retry_note_failure(struct store_thread *t, const struct err *why)
{
	if (t->place != STORE_IN_PLACE)
		return; /* store_retry_look() has stored the failure */
	store_retry_note(
	    t, store_is_faulty(t->store) ? TROUBLE_FAULT : TROUBLE_WAITS, why);
}

void
retry_note_damage(struct store_thread *t, const struct err *why)
{
	atomic_store(&t->is_damaged, true);
	store_retry_note(t, TROUBLE_DAMAGE, why);
}

void
retry_note_success(struct store_thread *t)
{
	store_retry_note(t, TROUBLE_NONE, NULL);
}

void
retry_wait(struct store_thread *t)
{
	int64_t now_ms = store_thread_ms();
	int64_t until_ms = now_ms + trouble_retry_ms(&t->trouble);

	pthread_mutex_lock(&t->lock);
	while (!atomic_load(&t->give_up) && store_thread_ms() < until_ms) {
		if (atomic_load(&t->stopping) &&
		    until_ms > now_ms + LAST_RETRY_MS) {
			until_ms = now_ms + LAST_RETRY_MS;
			continue;
		}
		store_thread_wait(t, until_ms);
	}
	pthread_mutex_unlock(&t->lock);
}
