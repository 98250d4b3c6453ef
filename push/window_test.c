/*
 * window_test.c -- tests the state machine of a push with a simulated clock,
 * log and receiver, in random schedules of failures, lost answers, kills and
 * new changes.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "push/backoff.h"
#include "push/window.h"
#include "tests/lib/tap.h"

#define SCHEDULES 100000
#define CHANGES   60 /* largest number of changes in the log */

static uint64_t random_state = 1;

/* xorshift64*, which gives the same schedules on every machine. */
static uint32_t
window_test_random(uint32_t below)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return (uint32_t)((random_state * 2685821657736338717ULL) >> 33) %
	       below;
}

/* The state of a schedule. */
struct simulation {
	struct push_window window;
	size_t batch, most_in_flight;
	int64_t now_ms;
	int64_t last; /* newest change of the log; odd changes are excluded if
			 `filters` */
	bool filters;
	int64_t cursor;             /* the stored cursor */
	int64_t first_arrival;      /* the greatest seq that arrived */
	int n_arrived[CHANGES + 1]; /* how often each change arrived */
	bool is_known[CHANGES + 1]; /* the receiver has acknowledged this change
				     */
	int64_t answers[CHANGES];   /* acknowledgements under way */
	size_t n_answers;
	bool is_broken;    /* the connection has lost a message, and loses all
			      later ones */
	const char *fault; /* the first broken guarantee */
};

static void
window_test_expect(struct simulation *s, bool held, const char *what)
{
	if (!held && s->fault == NULL)
		s->fault = what;
}

static bool
window_test_is_wanted(const struct simulation *s, int64_t seq)
{
	return !s->filters || seq % 2 == 0;
}

static void
window_test_read(struct simulation *s)
{
	size_t room = push_window_room(&s->window);
	int64_t seq = s->window.read_seq;
	struct err e = ERR_INIT;

	while (room > 0 && seq < s->last) {
		seq++;
		if (!window_test_is_wanted(s, seq))
			continue;
		if (push_window_add(&s->window, seq, seq, SLICE("{}"), &e) != 0)
			s->fault = "no memory";
		room--;
	}
	push_window_read_to(&s->window, seq, s->now_ms);
}

/* Sends a change to the simulated receiver, which stores it and acknowledges it
 * now, later or never. */
static void
window_test_send(struct simulation *s)
{
	const struct push_message *message =
	    push_window_send(&s->window, s->now_ms);

	if (message == NULL)
		return;
	window_test_expect(s, s->now_ms >= s->window.wait_until_ms,
	    "sent during the back-off");
	window_test_expect(
	    s, s->window.n_sent <= s->most_in_flight, "too many in flight");
	if (window_test_random(10) == 0)
		s->is_broken = true;
	if (s->is_broken)
		return;
	if (s->n_arrived[message->seq] == 0) {
		window_test_expect(s, message->seq > s->first_arrival,
		    "a first arrival out of order");
		s->first_arrival = message->seq;
	}
	s->n_arrived[message->seq]++;
	if (window_test_random(10) != 0 && s->n_answers < CHANGES)
		s->answers[s->n_answers++] = message->seq;
}

static void
window_test_answer(struct simulation *s)
{
	size_t i;

	if (s->n_answers == 0)
		return;
	i = window_test_random((uint32_t)s->n_answers);
	s->is_known[s->answers[i]] = true;
	push_window_acknowledge(&s->window, s->answers[i], s->now_ms);
	s->answers[i] = s->answers[--s->n_answers];
}

static void
window_test_fail(struct simulation *s)
{
	int64_t asked_s = (int64_t)window_test_random(4) - 1;

	s->n_answers = 0; /* the sender closes the connection, so answers in
			     flight are lost */
	s->is_broken = false;
	push_window_fail(
	    &s->window, s->now_ms, asked_s, window_test_random(999));
	window_test_expect(s,
	    s->window.wait_until_ms >= s->now_ms + 400 &&
		s->window.wait_until_ms > s->now_ms + asked_s * 1000,
	    "a wait shorter than the back-off or Retry-After");
	window_test_expect(s,
	    s->window.wait_until_ms <= s->now_ms + 1 + LIMIT_PUSH_BACKOFF_MS,
	    "a wait over a minute");
}

static void
window_test_store(struct simulation *s, bool always)
{
	int64_t seq = s->window.acknowledged_seq;

	if (!always && !push_window_cursor_is_due(&s->window, s->now_ms))
		return;
	for (int64_t i = 1; i <= seq; i++)
		window_test_expect(s,
		    s->is_known[i] || !window_test_is_wanted(s, i),
		    "the cursor is ahead of an acknowledgement");
	window_test_expect(s, seq >= s->cursor, "the cursor went back");
	s->cursor = seq;
	push_window_cursor_stored(&s->window, seq);
}

/* Simulates kill -9: only the cursor and the state of the receiver remain. */
static void
window_test_kill(struct simulation *s)
{
	struct err e = ERR_INIT;
	size_t again = 0;

	for (int64_t i = s->cursor + 1; i <= CHANGES; i++)
		again += s->n_arrived[i] > 0 ? 1 : 0;
	window_test_expect(
	    s, again <= s->batch, "a kill repeats more than a batch");
	push_window_release(&s->window);
	s->n_answers = 0;
	s->is_broken = false;
	if (push_window_init(
		&s->window, s->batch, s->most_in_flight, s->cursor, &e) != 0)
		s->fault = "no memory";
}

static void
window_test_step(struct simulation *s)
{
	s->now_ms += window_test_random(400);
	switch (window_test_random(24)) {
	case 0:
		window_test_fail(s);
		break;
	case 1:
		if (window_test_random(4) == 0)
			window_test_kill(s);
		break;
	case 2:
		if (s->last < CHANGES)
			s->last++;
		break;
	case 3 ... 6:
		window_test_read(s);
		break;
	case 7 ... 9:
		window_test_store(s, false);
		break;
	case 10 ... 16:
		window_test_answer(s);
		break;
	default:
		window_test_send(s);
	}
}

/* Runs until the log is delivered, without further failures and losses. */
static void
window_test_finish(struct simulation *s)
{
	for (int i = 0; i < 4 * CHANGES && s->cursor < s->last; i++) {
		const struct push_message *message;

		if (s->window.n_sent > 0)
			push_window_fail(&s->window, s->now_ms, -1, 0);
		s->now_ms += LIMIT_PUSH_BACKOFF_MS;
		window_test_read(s);
		message = push_window_send(&s->window, s->now_ms);
		if (message != NULL) {
			s->n_arrived[message->seq]++;
			s->is_known[message->seq] = true;
			push_window_acknowledge(
			    &s->window, message->seq, s->now_ms);
		}
		window_test_store(s, false);
		s->now_ms += LIMIT_PUSH_CURSOR_MS;
		window_test_store(s, false);
	}
	window_test_expect(s, s->cursor == s->last,
	    "the cursor does not reach the end of the log");
	for (int64_t i = 1; i <= s->last; i++)
		window_test_expect(s,
		    (s->n_arrived[i] > 0) == window_test_is_wanted(s, i),
		    "a change did not arrive, or an excluded one did");
}

static const char *
window_test_schedule(void)
{
	struct simulation s = {
		.batch = 1 + window_test_random(12),
		.last = window_test_random(CHANGES),
		.filters = window_test_random(3) == 0,
	};
	struct err e = ERR_INIT;

	s.most_in_flight = 1 + window_test_random((uint32_t)s.batch);
	if (push_window_init(&s.window, s.batch, s.most_in_flight, 0, &e) != 0)
		return "no memory";
	for (int i = 0; i < 200 && s.fault == NULL; i++)
		window_test_step(&s);
	if (s.fault == NULL)
		window_test_finish(&s);
	push_window_release(&s.window);
	return s.fault;
}

static void
window_test_backoff(void)
{
	int64_t ms = 0;
	bool fits = true;

	for (uint32_t random = 0; random < 2000; random += 7)
		fits = fits && push_backoff_ms(1, random) >= 400 &&
		       push_backoff_ms(1, random) <= 600;
	ok(fits, "the first back-off is about half a second");
	ok(push_backoff_ms(1, 0) != push_backoff_ms(1, 77),
	    "the back-off has jitter");
	for (uint32_t n = 1; n < 12; n++) {
		fits = fits && push_backoff_ms(n, 300) >= ms;
		ms = push_backoff_ms(n, 300);
	}
	ok(fits, "the back-off grows with each failure");
	ok(push_backoff_ms(UINT32_MAX, 0) >= 48000 &&
		push_backoff_ms(40, 23999) <= 60000 &&
		push_backoff_ms(40, 24000) == 60000,
	    "the back-off is at most a minute");
	is_int(push_backoff_asked_ms(1, 0, 90), 90000, "Retry-After is obeyed");
	is_int(push_backoff_asked_ms(1, 0, 1LL << 40),
	    LIMIT_PUSH_RETRY_AFTER_S * 1000,
	    "Retry-After is obeyed up to LIMIT_PUSH_RETRY_AFTER_S");
	is_int(push_backoff_asked_ms(20, 24000, 1), 60000,
	    "a shorter Retry-After does not shorten the back-off");
}

/* Tests when the cursor must be stored. */
static void
window_test_cursor(void)
{
	struct push_window w;
	struct err e = ERR_INIT;

	push_window_init(&w, 4, 0, 0, &e);
	push_window_read_to(&w, 9, 0);
	ok(push_window_cursor_is_due(&w, 0),
	    "excluded changes move the cursor");
	push_window_cursor_stored(&w, 9);
	ok(!push_window_cursor_is_due(&w, 99999),
	    "a stored cursor is not due again");
	for (int64_t seq = 10; seq < 14; seq++) {
		push_window_add(&w, seq, seq, SLICE("{}"), &e);
		push_window_send(&w, 0);
	}
	ok(push_window_send(&w, 0) == NULL && push_window_room(&w) == 0,
	    "no more than a batch");
	push_window_acknowledge(&w, 13, 1);
	ok(!push_window_cursor_is_due(&w, 99999),
	    "a later acknowledgement moves nothing");
	push_window_acknowledge(&w, 10, 1);
	ok(!push_window_cursor_is_due(&w, 2) &&
		push_window_cursor_is_due(&w, 1 + LIMIT_PUSH_CURSOR_MS),
	    "the cursor moves after a second");
	ok(push_window_is_overdue(&w, 30000, 30000) &&
		!push_window_is_overdue(&w, 29999, 30000),
	    "an answer is overdue");
	push_window_restart(&w, 5);
	push_window_acknowledge(&w, 11, 2);
	ok(push_window_room(&w) == 4 && w.read_seq == 5 &&
		w.acknowledged_seq == 5 && w.total_acknowledged == 2 &&
		!push_window_cursor_is_due(&w, 99999),
	    "after a restart the window is empty and ignores old answers");
	push_window_add(&w, 6, 6, SLICE("{}"), &e);
	ok(push_window_send(&w, 2) != NULL, "the next change is sent");
	push_window_acknowledge(&w, 6, 2);
	is_int(w.acknowledged_seq, 6, "its answer counts");
	push_window_release(&w);
}

int
main(void)
{
	const char *fault = NULL;
	int n = 0;

	while (n < SCHEDULES && fault == NULL) {
		fault = window_test_schedule();
		n++;
	}
	ok(fault == NULL, "%d random schedules: %s", n,
	    fault != NULL ? fault : "every guarantee holds");
	window_test_backoff();
	window_test_cursor();
	return done_testing();
}
