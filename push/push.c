/*
 * push.c -- the loop of a push; see push.h.
 *
 * One turn: read changes if the database has changed, check whether the cursor
 * was moved back, send the changes that may be sent, move the cursor if it is
 * due, report, wait for the receiver. New changes are detected by
 * store_data_version(), which reads no table.
 */
#include "push/push.h"

#include <sys/random.h>

#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file_limit.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "push/cursor.h"
#include "push/line.h"
#include "push/report.h"
#include "push/target.h"
#include "store/identity.h"

#define TARGET_BYTES       (4 * KIB)
#define ERROR_BYTES        256
#define CURSOR_RETRY_MS    500
#define CURSOR_LOOK_MS     1000  /* pause between two checks of the cursor */
#define LOST_MS            60000 /* time for which a lost database is awaited */
#define SETTINGS_FD_OPTION "--settings-fd"

struct push {
	struct push_settings settings;
	const struct push_receiver *kind;
	void *receiver;
	struct push_window window;
	struct push_cursor cursor;
	struct push_report report;
	struct buf line;   /* a change as JSON */
	struct buf target; /* the target without secrets, for messages */
	char uuid[STORE_UUID_BYTES];
	int64_t data_version;
	bool is_at_end;        /* the log was read to its end at data_version */
	int64_t lost_since_ms; /* time since which the database cannot be
				  reached; 0: it can */
	int64_t cursor_retry_ms; /* earliest time of the next try to move the
				    cursor */
	int64_t cursor_look_ms;  /* time of the next check of the cursor */
	bool is_failing; /* a message about the present failures was written */
	bool is_gone;
	char error[ERROR_BYTES]; /* the last failure, "" if there was none */
	int read_rc; /* result of the callback that reads a change */
};

static volatile int stop;

static void
push_on_signal(int signal_number)
{
	(void)signal_number;
	stop = 1;
	alarm(LIMIT_PUSH_EXIT_S);
}

/* Ends the process while a library waits, for example for a DNS server that
 * does not answer.  As after a kill, the next push sends the changes after the
 * stored cursor again. */
static _Noreturn void
push_on_alarm(int signal_number)
{
	(void)signal_number;
	_exit(PUSH_ENDED);
}

/* The first signal requests the end, a second signal kills the process.
 * Blocking calls are interrupted. */
static void
push_catch_signals(void)
{
	struct sigaction action = { .sa_handler = push_on_signal,
		.sa_flags = (int)SA_RESETHAND };
	struct sigaction on_alarm = { .sa_handler = push_on_alarm };
	struct sigaction ignored = { .sa_handler = SIG_IGN };

	sigaction(SIGALRM, &on_alarm, NULL);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGPIPE, &ignored, NULL);
}

static void
push_say(const struct push *push, const char *text)
{
	fprintf(stderr, "gleaner push: %s: %s\n", push->target.p, text);
}

static int
push_complain(int code, const struct err *e)
{
	fprintf(stderr, "gleaner push: %s\n", e->text);
	return code;
}

/* ---- reports of receivers ---- */

const char *
push_store_uuid(const struct push *push)
{
	return push->uuid;
}

void
push_message_id(const struct push *push, int64_t seq, char ret[PUSH_ID_BYTES])
{
	snprintf(ret, PUSH_ID_BYTES, "%s-%lld", push->uuid, (long long)seq);
}

void
push_acknowledged(struct push *push, int64_t seq)
{
	push_window_acknowledge(&push->window, seq, clock_monotonic_ms());
	if (push->is_failing && push->window.failures == 0) {
		push_say(push, "changes are delivered again");
		push->is_failing = false;
		push->error[0] = '\0';
	}
}

/* Replaces characters that must not reach a terminal or a log. */
static void
push_clean_text(char *text)
{
	bool is_utf8 = utf8_valid(slice_of(text));

	for (; *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f ||
		    (!is_utf8 && (unsigned char)*text >= 0x80))
			*text = '?';
}

/* Writes one line at the first failure, when the fault changes, and after 2, 4,
 * 8 … failures in a row. */
static void
push_say_failure(struct push *push, const char *text, int64_t wait_ms)
{
	uint32_t n = push->window.failures;
	char line[ERROR_BYTES + 64];

	if (push->is_failing && strcmp(push->error, text) == 0 &&
	    (n & (n - 1)) != 0)
		return;
	snprintf(line, sizeof(line), "%s; next try in %lld.%lld s", text,
	    (long long)(wait_ms / 1000), (long long)(wait_ms % 1000 / 100));
	push_say(push, line);
}

void
push_failed(struct push *push, int64_t retry_after_s, const char *format, ...)
{
	int64_t now_ms = clock_monotonic_ms();
	uint32_t number = 0;
	char text[ERROR_BYTES];
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	push_clean_text(text);
	if (getrandom(&number, sizeof(number), 0) < 0)
		number = (uint32_t)now_ms;
	push->kind->abandon(push->receiver);
	push_window_fail(&push->window, now_ms, retry_after_s, number);
	push_say_failure(push, text, push->window.wait_until_ms - now_ms);
	memcpy(push->error, text, sizeof(text));
	push->is_failing = true;
}

void
push_fault(struct push *push, const char *text)
{
	char line[ERROR_BYTES];

	snprintf(push->error, sizeof(push->error), "%s", text);
	push_clean_text(push->error);
	snprintf(line, sizeof(line), "%.*s; still trying", ERROR_BYTES - 32,
	    push->error);
	push_say(push, line);
	push->is_failing = true;
}

void
push_gone(struct push *push, const char *text)
{
	push_say(push, text);
	snprintf(push->error, sizeof(push->error), "%s", text);
	push->is_gone = true;
}

/* ---- reading ---- */

static int
push_visit(const struct change_row *change, void *arg)
{
	struct push *push = arg;
	struct err e = ERR_INIT;

	push_line_put(&push->line, change, (size_t)push->settings.max_bytes);
	if (buf_failed(&push->line) ||
	    push_window_add(&push->window, change->seq, change->article.id,
		buf_slice(&push->line), &e) != 0) {
		push->read_rc = ERR_MEMORY;
		return 1;
	}
	return push_window_room(&push->window) == 0 ? 1 : 0;
}

/* True if the failure may be temporary, and did not last for LOST_MS: a server
 * that restarts, or a connection that was severed. */
static bool
push_may_wait(struct push *push)
{
	int64_t now_ms = clock_monotonic_ms();

	if (!store_may_retry(push->cursor.store))
		return false;
	if (push->lost_since_ms == 0)
		push->lost_since_ms = now_ms;
	return now_ms - push->lost_since_ms < LOST_MS;
}

/* Reads as many changes as the window can take. The function reads only if at
 * least half of the window is free, because each query reads some hundred rows.
 */
static int
push_read_changes(struct push *push, struct err *e)
{
	const struct push_settings *settings = &push->settings;
	struct push_window *window = &push->window;
	struct change_query what = {
		.after = window->read_seq,
		.limit = push_window_room(window),
		.kind = slice_of(settings->kind),
		.feed = slice_of(settings->feed),
		.tag = slice_of(settings->tag),
		.lang = slice_of(settings->lang),
		.min_confidence = settings->min_confidence,
		.one_per_cluster = settings->one_per_cluster,
		.notified =
		    slice_of(settings->notified ? settings->consumer : NULL),
	};
	int64_t seq = what.after;
	int rc;

	if (what.limit < (window->batch + 1) / 2)
		return 0;
	push->read_rc = 0;
	rc =
	    store_changes(push->cursor.store, &what, push_visit, push, &seq, e);
	if (rc < 0) {
		/* changes that were read are in the window */
		push_window_read_to(window, seq, clock_monotonic_ms());
		return push_may_wait(push) ? 0 : rc;
	}
	if (push->read_rc != 0)
		return err_set(e, push->read_rc, "out of memory");
	push_window_read_to(window, seq, clock_monotonic_ms());
	push->is_at_end = seq == what.after;
	return 0;
}

static int
push_read(struct push *push, struct err *e)
{
	int64_t version = 0;
	int rc = store_data_version(push->cursor.store, &version, e);

	if (rc != 0)
		return push_may_wait(push) ? 0 : rc;
	push->lost_since_ms = 0;
	if ((rc = store_check_replaced(push->cursor.store, e)) != 0)
		return rc;
	if (version != push->data_version)
		push->is_at_end = false;
	push->data_version = version;
	return push->is_at_end ? 0 : push_read_changes(push, e);
}

/* Begins again after the stored cursor if another program has moved it back, so
 * that changes are delivered again.  Otherwise the next acknowledgement would
 * undo the move.  A cursor after the window's was moved by another push.
 * ERR_NOT_FOUND: the consumer was removed. */
static int
push_check_cursor(struct push *push, struct err *e)
{
	char text[96];
	int64_t seq = 0;
	int rc = store_consumer_get(
	    push->cursor.store, push->cursor.consumer, &seq, e);

	push->cursor_look_ms = clock_monotonic_ms() + CURSOR_LOOK_MS;
	if (rc != 0)
		return rc != ERR_NOT_FOUND && push_may_wait(push) ? 0 : rc;
	if (seq >= push->window.stored_seq)
		return 0;
	push->kind->abandon(push->receiver);
	push_window_restart(&push->window, seq);
	push->is_at_end = false;
	snprintf(text, sizeof(text),
	    "the cursor was moved back; changes after %lld are delivered again",
	    (long long)seq);
	push_say(push, text);
	return 0;
}

/* ---- a turn ---- */

static void
push_send(struct push *push)
{
	const struct push_message *message;

	while (!push->is_gone && (message = push_window_send(&push->window,
				      clock_monotonic_ms())) != NULL)
		if (!push->kind->send(push->receiver, message))
			break;
}

static int
push_move_cursor(struct push *push, struct err *e)
{
	int64_t now_ms = clock_monotonic_ms(), seq;
	bool later = false;
	int rc;

	if (now_ms < push->cursor_retry_ms ||
	    push->window.acknowledged_seq == push->window.stored_seq)
		return 0;
	rc = push_check_cursor(push, e);
	seq = push->window.acknowledged_seq;
	if (rc != 0 || seq == push->window.stored_seq)
		return rc;
	rc = push_cursor_move(
	    &push->cursor, push->window.stored_seq, seq, &later, e);
	if (rc != 0 && rc != ERR_REFUSED)
		return rc;
	if (later || rc == ERR_REFUSED)
		push->cursor_retry_ms = clock_monotonic_ms() + CURSOR_RETRY_MS;
	else
		push_window_cursor_stored(&push->window, seq);
	return rc == ERR_REFUSED ? push_check_cursor(push, e) : 0;
}

/* Waits for answers, for the end of a back-off, or for the next check for
 * changes. */
static void
push_wait(struct push *push)
{
	int64_t ms = push_window_wait_ms(&push->window, clock_monotonic_ms());

	if (ms < 0 || ms > LIMIT_PUSH_LOOK_MS)
		ms = LIMIT_PUSH_LOOK_MS;
	push->kind->wait(push->receiver, (int)ms);
	if (push->kind->answer_ms > 0 &&
	    push_window_is_overdue(
		&push->window, clock_monotonic_ms(), push->kind->answer_ms))
		push_failed(push, -1, "no answer for %lld s",
		    (long long)(push->kind->answer_ms / 1000));
}

struct push_lag {
	struct slice consumer;
	int64_t lag;
};

static int
push_see_lag(const struct consumer_row *row, void *arg)
{
	struct push_lag *lag = arg;

	if (slice_equal(row->name, lag->consumer))
		lag->lag = row->lag;
	return 0;
}

/* Determines how many changes are not acknowledged. Numbers that were skipped
 * after a backup was restored are not counted: the lag of the stored cursor
 * does not contain them. */
static int
push_find_lag(struct push *push, int64_t *ret)
{
	struct push_lag lag = { .consumer = push->cursor.consumer };
	int64_t last = 0;
	int rc = store_last_seq(push->cursor.store, &last, NULL);

	if (rc == 0)
		rc = store_consumer_lags(
		    push->cursor.store, push_see_lag, &lag, NULL);
	last -= push->window.acknowledged_seq;
	*ret = last < 0 ? 0 : last < lag.lag ? last : lag.lag;
	return rc;
}

static void
push_report_now(struct push *push)
{
	const struct push_window *window = &push->window;
	int64_t lag = 0;

	if (!push_report_is_due(
		&push->report, clock_monotonic_ms(), push->error) ||
	    push_find_lag(push, &lag) != 0)
		return;
	push_report_send(
	    &push->report, &(struct push_counts){
			       .sent = window->total_sent,
			       .acknowledged = window->total_acknowledged,
			       .lag = lag,
			       .in_flight = window->n_sent,
			       .failures = window->failures,
			       .error = push->error,
			   });
}

static int
push_turn(struct push *push, struct err *e)
{
	int rc = push_read(push, e);

	if (rc == 0 && clock_monotonic_ms() >= push->cursor_look_ms)
		rc = push_check_cursor(push, e);
	if (rc != 0)
		return rc;
	push_send(push);
	if (push_window_cursor_is_due(&push->window, clock_monotonic_ms()) &&
	    (rc = push_move_cursor(push, e)) != 0)
		return rc;
	push_report_now(push);
	push_wait(push);
	return 0;
}

/* Waits for the answers to the changes in flight and moves the cursor for the
 * last time. */
static int
push_finish(struct push *push, struct err *e)
{
	int64_t until_ms = clock_monotonic_ms() + LIMIT_PUSH_END_MS;
	struct push_window *window = &push->window;
	int rc = 0;

	/* A receiver that is gone has answered its last message. */
	while (!push->is_gone && window->n_sent > 0 &&
	       clock_monotonic_ms() < until_ms)
		push->kind->wait(push->receiver, LIMIT_PUSH_LOOK_MS);
	do {
		push->cursor_retry_ms = 0;
		rc = push_move_cursor(push, e);
		if (rc != 0 || window->stored_seq == window->acknowledged_seq)
			break;
		poll(NULL, 0, LIMIT_PUSH_LOOK_MS);
	} while (clock_monotonic_ms() < until_ms);
	push_report_now(push);
	return rc;
}

static int
push_run(struct push *push)
{
	struct err e = ERR_INIT;
	int rc = 0;

	while (rc == 0 && !stop && !push->is_gone)
		rc = push_turn(push, &e);
	if (rc == 0)
		rc = push_finish(push, &e);
	if (rc != 0)
		/* ERR_NOT_FOUND: the consumer was removed. */
		return push_complain(rc == ERR_NOT_FOUND || rc == ERR_USAGE
					 ? PUSH_FAILED
					 : PUSH_REFUSED,
		    &e);
	return push->is_gone ? PUSH_FAILED : PUSH_ENDED;
}

/* ---- start ---- */

/* The receiver checks the target and the secret before the database is opened,
 * so that a wrong target never creates a consumer. */
static int
push_open(struct push *push)
{
	struct err e = ERR_INIT;
	int64_t seq = 0;
	int rc = push->kind->open(&push->settings, push, &push->receiver, &e);

	if (rc != 0)
		return push_complain(
		    rc == ERR_USAGE ? PUSH_USAGE : PUSH_REFUSED, &e);
	rc = push_cursor_open(&push->settings, &stop, &push->cursor, &seq, &e);
	if (rc == 0)
		rc = store_uuid(push->cursor.store, push->uuid, &e);
	if (rc == 0)
		rc = store_data_version(
		    push->cursor.store, &push->data_version, &e);
	if (rc == 0)
		rc = push_window_init(&push->window,
		    (size_t)push->settings.batch, push->kind->most_in_flight,
		    seq, &e);
	/* ERR_NOT_FOUND: the daemon does not run yet. */
	if (rc != 0)
		return stop ? PUSH_ENDED
			    : push_complain(
				  rc == ERR_USAGE ? PUSH_FAILED : PUSH_REFUSED,
				  &e);
	push_report_init(&push->report, &push->settings, push->target.p);
	return -1;
}

static int
push_read_settings(struct push *push, int argc, char **argv)
{
	struct err e = ERR_INIT;
	int64_t fd = -1;
	int rc = 0;

	if (argc != 3 || strcmp(argv[1], SETTINGS_FD_OPTION) != 0 ||
	    !slice_to_int64(slice_of(argv[2]), &fd) || fd < 0 || fd > INT_MAX)
		rc = err_set(&e, ERR_USAGE,
		    "this program is a part of gleaner; run `gleaner push`");
	if (rc == 0)
		rc = push_settings_read((int)fd, &push->settings, &e);
	if (rc != 0)
		return push_complain(
		    rc == ERR_USAGE ? PUSH_USAGE : PUSH_REFUSED, &e);
	push_target_show(push->settings.target, &push->target);
	return -1;
}

int
push_main(int argc, char **argv, const struct push_receiver *kind)
{
	struct push push = { .kind = kind };
	int code;

	buf_init(&push.line, CHANGE_JSON_MAX_BYTES);
	buf_init(&push.target, TARGET_BYTES);
	push_catch_signals();
	file_limit_hold();
	code = push_read_settings(&push, argc, argv);
	if (code < 0)
		code = push_open(&push);
	if (code < 0)
		code = push_run(&push);
	if (push.receiver != NULL)
		kind->close(push.receiver);
	push_window_release(&push.window);
	push_cursor_close(&push.cursor);
	push_report_release(&push.report);
	push_settings_release(&push.settings);
	buf_release(&push.line);
	buf_release(&push.target);
	return code;
}
