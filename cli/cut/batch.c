/*
 * batch.c -- many documents: one input line per reader process at a time;
 * answers are written in input order.
 *
 * The normal case: read a line → read its document → send both to an idle
 * reader → store the answer until all earlier answers are written. Failure
 * modes: a reader dies, misses its deadline or sends an invalid answer. Its
 * line is then answered with "error" and another reader is started.
 *
 * A reader cannot open files, so the documents are sent over the socket.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cli/cut/isolated.h"
#include "cli/term/progress.h"

#define LINE_BYTES (16 * MIB) /* longer than any summary in a feed */
#define WINDOW                                                                 \
	512 /* largest number of answers that wait for an                      \
	       earlier one */

struct task {
	char *line; /* owned */
	size_t line_len;
	struct buf answer; /* the text of the answer, without its enum
			      isolated_result */
	bool answered;
};

struct worker {
	struct reader reader;
	struct task *task; /* NULL: the worker is idle */
};

struct batch {
	struct cli *cli;
	const struct batch_options *order;
	FILE *in;
	struct worker workers[LIMIT_WORKERS];
	size_t n_workers;
	struct buf question, answer; /* of the current line */
	struct task tasks[WINDOW];   /* a ring buffer */
	uint64_t first, next; /* index of the next answer to write; index of the
				 next line to read */
	struct progress progress;
	bool ended;  /* end of input */
	bool failed; /* the result of a line was ISOLATED_FAILED */
	int code;
};

/* ---- answers ---- */

static struct slice
batch_line_of(const struct task *task)
{
	return (struct slice){ task->line, task->line_len };
}

/* Returns false if the answer is not valid. */
static bool
batch_take_answer(struct batch *b, struct task *task, struct slice answer)
{
	enum isolated_result result;
	struct slice line;

	if (!isolated_read(answer, &result, &line) ||
	    slice_find_char(line, '\n', 0) != SLICE_NOT_FOUND)
		return false;
	buf_append_slice(&task->answer, line);
	task->answered = true;
	b->failed |= result == ISOLATED_FAILED;
	return true;
}

static void
batch_fail_task(struct batch *b, struct task *task, const char *why)
{
	buf_clear(&b->answer);
	b->order->put_error(
	    b->order->arg, batch_line_of(task), why, &b->answer);
	if (!batch_take_answer(b, task, buf_slice(&b->answer)))
		task->answered = true; /* there is no memory for the answer: an
					  empty line is written */
	buf_carry_failure(&task->answer, &b->answer);
}

/* ---- the readers ---- */

static void
batch_worker_start(struct batch *b, struct worker *w)
{
	int code = isolated_start(b->cli, &w->reader, &b->order->reader);

	if (code != CLI_OK)
		b->code = code;
}

static void
batch_worker_lost(struct batch *b, struct worker *w, const char *why)
{
	if (w->task != NULL)
		batch_fail_task(b, w->task, why);
	w->task = NULL;
	batch_worker_start(b, w);
}

static void
batch_worker_give(struct batch *b, struct worker *w, struct task *task)
{
	buf_clear(&b->question);
	buf_clear(&b->answer);
	if (!b->order->ask(
		b->order->arg, batch_line_of(task), &b->question, &b->answer)) {
		if (!batch_take_answer(b, task, buf_slice(&b->answer)))
			batch_fail_task(b, task, "the answer is too long");
		return;
	}
	if (buf_failed(&b->question)) {
		batch_fail_task(b, task, "out of memory");
		return;
	}
	w->task = task;
	if (!reader_ask(&w->reader, buf_slice(&b->question)))
		batch_worker_lost(b, w, w->reader.why);
}

/* Called when a part of an answer or the end of file arrived, or the deadline
 * has passed. */
static void
batch_worker_read(struct batch *b, struct worker *w)
{
	struct slice answer;

	switch (reader_take(&w->reader, &answer)) {
	case READER_MORE:
		return;
	case READER_LOST:
		batch_worker_lost(b, w, w->reader.why);
		return;
	case READER_ANSWERED:
		break;
	}
	if (batch_take_answer(b, w->task, answer)) {
		w->task = NULL;
		return;
	}
	reader_stop(&w->reader);
	batch_worker_lost(
	    b, w, "the process that reads documents sent an invalid answer");
}

/* ---- lines ---- */

static void
batch_task_release(struct task *task)
{
	free(task->line);
	buf_release(&task->answer);
	memset(task, 0, sizeof(*task));
}

/* Reads the next line that is not empty and makes a task of it. Returns NULL at
 * the end of the input or if the window is full. */
static struct task *
batch_read_task(struct batch *b)
{
	struct task *task = &b->tasks[b->next % WINDOW];
	size_t cap = 0;
	ssize_t n;

	if (b->ended || b->next - b->first == WINDOW)
		return NULL;
	memset(task, 0, sizeof(*task));
	buf_init(&task->answer, (size_t)b->order->reader.answer_bytes);
	do {
		n = getline(&task->line, &cap, b->in);
		while (n > 0 && strchr("\r\n \t", task->line[n - 1]) != NULL)
			task->line[--n] = '\0';
	} while (n == 0);
	if (n < 0) {
		b->ended = true;
		if (ferror(b->in))
			b->code =
			    cli_fail(b->cli, "reading: %s", strerror(errno));
		batch_task_release(task);
		return NULL;
	}
	task->line_len = (size_t)n;
	b->next++;
	if (n > LINE_BYTES) {
		task->line_len = 0;
		batch_fail_task(b, task, "the line is too long");
	}
	return task;
}

static bool
batch_write_answers(struct batch *b)
{
	while (b->first < b->next && b->tasks[b->first % WINDOW].answered) {
		struct task *task = &b->tasks[b->first % WINDOW];

		buf_append_char(&task->answer, '\n');
		if (cli_write(b->cli, &task->answer) != 0) {
			b->code = CLI_FAILED;
			return false;
		}
		batch_task_release(task);
		b->first++;
		progress_step(&b->progress, 1);
	}
	return true;
}

/* If a line needs no reader, its answer is written before another line is read.
 */
static void
batch_feed_workers(struct batch *b)
{
	for (size_t i = 0; i < b->n_workers; i++) {
		struct worker *w = &b->workers[i];
		struct task *task;

		if (w->reader.pid <= 0 || w->task != NULL)
			continue;
		task = batch_read_task(b);
		if (task == NULL)
			return;
		if (!task->answered)
			batch_worker_give(b, w, task);
		if (task->answered)
			return;
	}
}

/* Waits until a reader has sent data or missed its deadline. */
static bool
batch_wait_for_workers(struct batch *b)
{
	struct pollfd fds[LIMIT_WORKERS];
	struct worker *busy[LIMIT_WORKERS];
	nfds_t n = 0;
	int wait_ms = -1;

	for (size_t i = 0; i < b->n_workers; i++) {
		struct worker *w = &b->workers[i];
		int ms;

		if (w->reader.pid <= 0 || w->task == NULL)
			continue;
		ms = reader_wait_ms(&w->reader);
		if (ms >= 0 && (wait_ms < 0 || ms < wait_ms))
			wait_ms = ms;
		busy[n] = w;
		fds[n++] =
		    (struct pollfd){ .fd = w->reader.fd, .events = POLLIN };
	}
	if (n == 0)
		return false;
	if (poll(fds, n, wait_ms) < 0)
		return errno == EINTR;
	for (nfds_t i = 0; i < n; i++)
		if (fds[i].revents != 0 ||
		    reader_wait_ms(&busy[i]->reader) == 0)
			batch_worker_read(b, busy[i]);
	return true;
}

static bool
batch_is_first_answered(const struct batch *b)
{
	return b->first < b->next && b->tasks[b->first % WINDOW].answered;
}

static void
batch_work(struct batch *b)
{
	for (;;) {
		if (!batch_write_answers(b))
			return;
		batch_feed_workers(b);
		if (batch_is_first_answered(b))
			continue;
		if (b->first == b->next && b->ended)
			return;
		if (batch_wait_for_workers(b))
			continue;
		if (b->code == CLI_OK)
			b->code = cli_fail(b->cli,
			    "every process that reads documents has failed");
		return;
	}
}

static void
batch_start_all(struct batch *b)
{
	b->n_workers = (size_t)b->order->jobs;
	for (size_t i = 0; i < b->n_workers && b->code == CLI_OK; i++)
		batch_worker_start(b, &b->workers[i]);
}

int
batch_run(struct cli *cli, const struct batch_options *order, FILE *in,
    bool *ret_failed)
{
	struct batch *b = calloc(1, sizeof(*b));
	int code;

	if (b == NULL)
		return cli_fail(cli, "out of memory");
	b->cli = cli;
	b->order = order;
	b->in = in;
	buf_init(&b->question, (size_t)order->reader.question_bytes);
	buf_init(&b->answer, (size_t)order->reader.answer_bytes);
	batch_start_all(b);
	progress_begin(&b->progress, cli, order->what, 0);
	/* No progress line is shown if the answers are written to the same
	 * terminal. */
	b->progress.shows = b->progress.shows && cli->columns == 0;
	if (b->code == CLI_OK)
		batch_work(b);
	progress_end(&b->progress);
	for (size_t i = 0; i < b->n_workers; i++)
		reader_stop(&b->workers[i].reader);
	for (; b->first < b->next; b->first++)
		batch_task_release(&b->tasks[b->first % WINDOW]);
	buf_release(&b->question);
	buf_release(&b->answer);
	*ret_failed = b->failed;
	code = b->code;
	free(b);
	return code;
}
