/*
 * batch.c -- reads many documents in one or more reader processes, and writes
 * the answers in input order.
 *
 * The normal case: read a line → read its document → send both to an idle
 * reader → store the answer until all earlier answers are written. Several
 * small documents are sent in one message, because sending a message takes as
 * long as reading a short feed. In a message, the length of each question or
 * answer comes before it. A message with at least one question is sent without
 * waiting for further lines.
 *
 * Failure modes: a reader dies, misses its deadline or sends an invalid answer.
 * Another reader is then started. If the message had one question without an
 * answer, the line of this question is answered with "error". Otherwise each
 * question without an answer is sent again in a message of its own, so that a
 * document does not affect others.
 *
 * A reader cannot open files, so the documents are sent over the socket.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cli/cut/batch/batch_lines.h"
#include "cli/cut/isolated.h"
#include "cli/term/progress.h"

/* Largest number of questions in a message; reading 11 short feeds takes about
 * a millisecond. */
#define MESSAGE_TASKS 16
/* No question is added to a message of this length or more, because the reader
 * reads 64 KiB at a time. */
#define MESSAGE_BYTES (48 * KIB)
#define HEAD          sizeof(uint32_t)
/* Largest number of lines that were read and whose answers were not written
 * yet. */
#define WINDOW 512

struct task {
	char *line; /* owned */
	size_t line_len;
	struct buf answer; /* the answer without the enum isolated_result at its
			      start */
	bool answered;
};

struct worker {
	struct reader reader;
	struct task *tasks[MESSAGE_TASKS]; /* the tasks of the current message;
					      n == 0: the worker is idle */
	size_t ends[MESSAGE_TASKS]; /* end of each question in `questions` */
	size_t n;
	size_t answered, sent; /* numbers of answered and of sent tasks */
	bool one_by_one; /* send one question per message, because a message
			    with several was lost */
	struct buf questions;
};

struct batch {
	struct cli *cli;
	const struct batch_options *order;
	struct reader_options reader; /* the options of each reader process,
					 which calls batch_answer_message() */
	struct batch_lines lines;
	struct worker workers[LIMIT_WORKERS];
	size_t n_workers;
	/* buffers: in the command for the current line, in a reader process
	 * for the current question */
	struct buf question, answer;
	struct task tasks[WINDOW]; /* a ring buffer */
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
		/* out of memory: the answer is an empty line */
		task->answered = true;
	buf_carry_failure(&task->answer, &b->answer);
}

/* ---- messages ---- */

static void
batch_put_item(struct buf *out, struct slice item)
{
	uint32_t len = (uint32_t)item.len;

	buf_append(out, &len, HEAD);
	buf_append_slice(out, item);
}

/* Takes the first item of a message. Returns false at the end, or if the
 * message is not valid. */
static bool
batch_take_item(struct slice *message, struct slice *ret)
{
	uint32_t len;

	if (message->len < HEAD)
		return false;
	memcpy(&len, message->p, HEAD);
	if (len > message->len - HEAD)
		return false;
	*ret = slice_sub(*message, HEAD, HEAD + len);
	*message = slice_sub(*message, HEAD + len, message->len);
	return true;
}

/* Answers all questions of a message. Runs in the reader process, which has a
 * copy of struct batch. */
static void
batch_answer_message(const struct reader_tools *tools, struct slice questions,
    struct buf *answers, void *arg)
{
	struct batch *b = arg;
	struct slice question;

	while (batch_take_item(&questions, &question)) {
		buf_clear(&b->answer);
		b->order->reader.answer(
		    tools, question, &b->answer, b->order->reader.arg);
		answers->failed |= buf_failed(&b->answer);
		batch_put_item(answers, buf_slice(&b->answer));
	}
}

/* ---- the readers ---- */

static void
batch_worker_start(struct batch *b, struct worker *w)
{
	int code = isolated_start(b->cli, &w->reader, &b->reader);

	if (code != CLI_OK)
		b->code = code;
}

/* Called after the reader has ended. Starts another reader. */
static void
batch_worker_lost(struct batch *b, struct worker *w, const char *why)
{
	if (w->sent == w->answered + 1)
		batch_fail_task(b, w->tasks[w->answered++], why);
	else
		w->one_by_one = true;
	batch_worker_start(b, w);
}

/* Sends the worker's questions that have no answer yet, if there are any. */
static void
batch_worker_send(struct batch *b, struct worker *w)
{
	while (w->answered < w->n && w->reader.pid > 0) {
		size_t from = w->answered > 0 ? w->ends[w->answered - 1] : 0;

		w->sent = w->one_by_one ? w->answered + 1 : w->n;
		if (reader_ask(&w->reader, slice_sub(buf_slice(&w->questions),
					       from, w->ends[w->sent - 1])))
			return;
		batch_worker_lost(b, w, w->reader.why);
	}
	if (w->answered == w->n)
		w->n = 0;
}

static bool
batch_worker_take_answers(
    struct batch *b, struct worker *w, struct slice message)
{
	struct slice answer;

	while (w->answered < w->sent) {
		if (!batch_take_item(&message, &answer) ||
		    !batch_take_answer(b, w->tasks[w->answered], answer))
			return false;
		w->answered++;
	}
	return message.len == 0;
}

/* Called when a part of an answer or the end of file arrived, or the deadline
 * has passed. */
static void
batch_worker_read(struct batch *b, struct worker *w)
{
	struct slice message;

	switch (reader_take(&w->reader, &message)) {
	case READER_MORE:
		return;
	case READER_LOST:
		batch_worker_lost(b, w, w->reader.why);
		break;
	case READER_ANSWERED:
		if (batch_worker_take_answers(b, w, message))
			break;
		reader_stop(&w->reader);
		batch_worker_lost(b, w,
		    "the process that reads documents sent an invalid answer");
	}
	batch_worker_send(b, w);
}

/* ---- lines ---- */

static void
batch_task_release(struct task *task)
{
	free(task->line);
	buf_release(&task->answer);
	memset(task, 0, sizeof(*task));
}

static void
batch_end_input(struct batch *b)
{
	if (b->lines.error != 0)
		b->code = cli_fail(b->cli, "cannot read standard input: %s",
		    strerror(b->lines.error));
}

/* Reads the next line and makes a task of it. Returns NULL at the end of the
 * input or if the window is full. */
static struct task *
batch_read_task(struct batch *b)
{
	struct task *task = &b->tasks[b->next % WINDOW];
	enum batch_line result;
	struct slice line;

	if (b->ended || b->next - b->first == WINDOW)
		return NULL;
	result = batch_lines_next(&b->lines, &line);
	if (result == BATCH_LINE_END) {
		b->ended = true;
		batch_end_input(b);
		return NULL;
	}
	memset(task, 0, sizeof(*task));
	buf_init(&task->answer, (size_t)b->order->reader.answer_bytes);
	task->line = malloc(line.len + 1);
	if (task->line != NULL) {
		memcpy(task->line, line.p, line.len);
		task->line_len = line.len;
	}
	b->next++;
	if (task->line == NULL)
		batch_fail_task(b, task, "out of memory");
	else if (result == BATCH_LINE_TOO_LONG)
		batch_fail_task(b, task, "the line is too long");
	return task;
}

/* Adds the question of a task to the worker's message. If the line needs no
 * reader, its answer is stored. */
static void
batch_worker_add(struct batch *b, struct worker *w, struct task *task)
{
	buf_clear(&b->question);
	buf_clear(&b->answer);
	if (!b->order->ask(
		b->order->arg, batch_line_of(task), &b->question, &b->answer)) {
		if (!batch_take_answer(b, task, buf_slice(&b->answer)))
			batch_fail_task(b, task, "the answer is too long");
		return;
	}
	if (!buf_failed(&b->question))
		batch_put_item(&w->questions, buf_slice(&b->question));
	if (buf_failed(&b->question) || buf_failed(&w->questions)) {
		batch_fail_task(b, task, "out of memory");
		return;
	}
	w->ends[w->n] = w->questions.len;
	w->tasks[w->n++] = task;
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

/* Fills the worker's message with the lines that can be read without waiting.
 * Waits only for the first line. Returns false if the message is empty and no
 * line can be read, because the input has ended or the window is full. */
static bool
batch_worker_fill(struct batch *b, struct worker *w)
{
	buf_clear(&w->questions);
	w->answered = w->sent = 0;
	w->one_by_one = false;
	do {
		struct task *task = batch_read_task(b);

		if (task == NULL)
			return w->n > 0;
		if (!task->answered)
			batch_worker_add(b, w, task);
		/* If the line needed no reader, its answer is written before
		 * the next line is read. */
		if (w->n == 0)
			return true;
	} while (w->n < MESSAGE_TASKS && w->questions.len < MESSAGE_BYTES &&
		 batch_lines_is_ready(&b->lines));
	return true;
}

static void
batch_feed_workers(struct batch *b)
{
	for (size_t i = 0; i < b->n_workers; i++) {
		struct worker *w = &b->workers[i];

		if (w->reader.pid <= 0 || w->n > 0)
			continue;
		if (!batch_worker_fill(b, w))
			return;
		if (w->n == 0)
			return;
		batch_worker_send(b, w);
	}
}

/* Waits until a reader has sent data or missed its deadline, and reads the
 * answers. Returns false if no reader is busy, or if poll() failed. */
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

		if (w->reader.pid <= 0 || w->n == 0)
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
	for (size_t i = 0; i < b->n_workers; i++)
		buf_init(
		    &b->workers[i].questions, (size_t)b->reader.question_bytes);
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
	b->reader = order->reader;
	b->reader.answer = batch_answer_message;
	b->reader.arg = b;
	b->reader.question_bytes += MESSAGE_BYTES + MESSAGE_TASKS * HEAD;
	b->reader.answer_bytes += MESSAGE_TASKS * HEAD;
	batch_lines_init(&b->lines, in);
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
	for (size_t i = 0; i < b->n_workers; i++) {
		reader_stop(&b->workers[i].reader);
		buf_release(&b->workers[i].questions);
	}
	for (; b->first < b->next; b->first++)
		batch_task_release(&b->tasks[b->first % WINDOW]);
	batch_lines_release(&b->lines);
	buf_release(&b->question);
	buf_release(&b->answer);
	*ret_failed = b->failed;
	code = b->code;
	free(b);
	return code;
}
