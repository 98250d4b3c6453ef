/*
 * window.c -- see window.h.
 *
 * The ring contains, ordered by seq, the changes from the oldest one that is
 * not acknowledged to the last one that was read. The normal case: a change is
 * added, sent and acknowledged. As soon as all older changes are acknowledged,
 * it is removed from the ring. Later the cursor is stored. After a failure the
 * changes are sent again from the oldest one on (go-back-N), except for changes
 * that are already acknowledged.
 */
#include "push/window.h"

#include <assert.h>
#include <stdlib.h>

#include "base/limits.h"
#include "push/backoff.h"

static struct push_message *
window_at(const struct push_window *w, size_t i)
{
	return &w->ring[(w->first + i) % w->batch];
}

int
push_window_init(struct push_window *w, size_t batch, size_t most_in_flight,
    int64_t seq, struct err *e)
{
	*w = (struct push_window){
		.ring = calloc(batch, sizeof(struct push_message)),
		.batch = batch,
		.most_in_flight = most_in_flight > 0 && most_in_flight < batch
				      ? most_in_flight
				      : batch,
		.read_seq = seq,
		.acknowledged_seq = seq,
		.stored_seq = seq,
	};
	return w->ring != NULL ? 0 : err_set(e, ERR_MEMORY, "out of memory");
}

/* Removes the first message of the ring. */
static void
window_remove_first(struct push_window *w)
{
	struct push_message *message = window_at(w, 0);

	w->bytes -= (int64_t)message->line.len;
	free((void *)(uintptr_t)message->line.p);
	*message = (struct push_message){ 0 };
	w->first = (w->first + 1) % w->batch;
	w->n--;
	if (w->next > 0)
		w->next--;
}

void
push_window_release(struct push_window *w)
{
	while (w->n > 0)
		window_remove_first(w);
	free(w->ring);
	w->ring = NULL;
}

size_t
push_window_room(const struct push_window *w)
{
	return w->bytes < LIMIT_PUSH_BYTES ? w->batch - w->n : 0;
}

int
push_window_add(struct push_window *w, int64_t seq, int64_t article_id,
    struct slice line, struct err *e)
{
	char *copy = malloc(line.len + 1);

	assert(w->n < w->batch && seq > w->read_seq);
	if (copy == NULL)
		return err_set(e, ERR_MEMORY, "out of memory");
	if (line.len > 0)
		memcpy(copy, line.p, line.len);
	copy[line.len] = '\0';
	*window_at(w, w->n++) = (struct push_message){
		.seq = seq,
		.article_id = article_id,
		.line = { copy, line.len },
	};
	w->bytes += (int64_t)line.len;
	w->read_seq = seq;
	return 0;
}

/* Raises acknowledged_seq. Records the time at which it begins to differ from
 * the stored cursor. */
static void
window_advance(struct push_window *w, int64_t seq, int64_t now_ms)
{
	if (seq <= w->acknowledged_seq)
		return;
	if (w->acknowledged_seq == w->stored_seq)
		w->unstored_ms = now_ms;
	w->acknowledged_seq = seq;
}

void
push_window_read_to(struct push_window *w, int64_t seq, int64_t now_ms)
{
	if (seq > w->read_seq)
		w->read_seq = seq;
	if (w->n == 0)
		window_advance(w, w->read_seq, now_ms);
}

/* ---- sending ---- */

/* Moves w->next to the oldest message that waits; NULL: there is none. */
static struct push_message *
window_oldest_waiting(struct push_window *w)
{
	for (; w->next < w->n; w->next++)
		if (window_at(w, w->next)->state == PUSH_WAITING)
			return window_at(w, w->next);
	return NULL;
}

/* Limits the number of changes that would be sent again after a kill: changes
 * in flight, changes that were acknowledged before an older one, and
 * acknowledged changes that are not covered by the stored cursor. */
static bool
window_may_send(const struct push_window *w)
{
	return w->n_sent < w->most_in_flight &&
	       w->n_sent + w->n_early + w->n_unstored < w->batch;
}

const struct push_message *
push_window_send(struct push_window *w, int64_t now_ms)
{
	struct push_message *message;

	if (now_ms < w->wait_until_ms || !window_may_send(w))
		return NULL;
	message = window_oldest_waiting(w);
	if (message == NULL)
		return NULL;
	message->state = PUSH_SENT;
	message->sent_ms = now_ms;
	w->n_sent++;
	w->total_sent++;
	return message;
}

/* Returns the index of a message; SIZE_MAX: it is not in the ring. O(log n). */
static size_t
window_find(const struct push_window *w, int64_t seq)
{
	size_t low = 0, high = w->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (window_at(w, middle)->seq < seq)
			low = middle + 1;
		else
			high = middle;
	}
	return low < w->n && window_at(w, low)->seq == seq ? low : SIZE_MAX;
}

void
push_window_acknowledge(struct push_window *w, int64_t seq, int64_t now_ms)
{
	size_t i = window_find(w, seq);

	if (i == SIZE_MAX || window_at(w, i)->state != PUSH_SENT)
		return;
	window_at(w, i)->state = PUSH_ACKNOWLEDGED;
	w->n_sent--;
	w->n_early++;
	w->total_acknowledged++;
	w->failures = 0;
	while (w->n > 0 && window_at(w, 0)->state == PUSH_ACKNOWLEDGED) {
		window_advance(w, window_at(w, 0)->seq, now_ms);
		window_remove_first(w);
		w->n_early--;
		w->n_unstored++;
	}
	if (w->n == 0)
		window_advance(w, w->read_seq, now_ms);
}

void
push_window_fail(struct push_window *w, int64_t now_ms, int64_t retry_after_s,
    uint32_t random)
{
	for (size_t i = 0; i < w->n; i++)
		if (window_at(w, i)->state == PUSH_SENT)
			window_at(w, i)->state = PUSH_WAITING;
	w->n_sent = 0;
	w->next = 0;
	if (w->failures < UINT32_MAX)
		w->failures++;
	/* now_ms is rounded down, so the next millisecond is the earliest one
	 * that is not before the end of the wait. */
	w->wait_until_ms =
	    now_ms + 1 +
	    push_backoff_asked_ms(w->failures, random, retry_after_s);
}

bool
push_window_is_overdue(
    const struct push_window *w, int64_t now_ms, int64_t answer_ms)
{
	/* Messages are sent in order, so the first one is the oldest. */
	return w->n_sent > 0 && window_at(w, 0)->state == PUSH_SENT &&
	       now_ms - window_at(w, 0)->sent_ms >= answer_ms;
}

int64_t
push_window_wait_ms(struct push_window *w, int64_t now_ms)
{
	if (!window_may_send(w) || window_oldest_waiting(w) == NULL)
		return -1;
	return now_ms < w->wait_until_ms ? w->wait_until_ms - now_ms : 0;
}

/* ---- the cursor ---- */

bool
push_window_cursor_is_due(const struct push_window *w, int64_t now_ms)
{
	if (w->acknowledged_seq == w->stored_seq)
		return false;
	return w->n == 0 || w->n_unstored > w->batch / 2 ||
	       (w->n_unstored > 0 && !window_may_send(w) && w->n_sent == 0) ||
	       now_ms - w->unstored_ms >= LIMIT_PUSH_CURSOR_MS;
}

void
push_window_cursor_stored(struct push_window *w, int64_t seq)
{
	assert(seq == w->acknowledged_seq);
	w->stored_seq = seq;
	w->n_unstored = 0;
}

void
push_window_restart(struct push_window *w, int64_t seq)
{
	while (w->n > 0)
		window_remove_first(w);
	w->next = w->n_sent = w->n_early = w->n_unstored = 0;
	w->read_seq = w->acknowledged_seq = w->stored_seq = seq;
}
