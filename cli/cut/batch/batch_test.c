/*
 * batch_test.c -- batches of lines: messages with several questions, readers
 * that die or send invalid answers, and input that arrives line by line.
 *
 * The answer to a line is the line, except for lines that end the reader.
 */
#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/cut/batch/batch_lines.h"
#include "cli/cut/isolated.h"
#include "cli/testing.h"
#include "tests/lib/tap.h"

/* ---- a reader that some lines end ---- */

static void
batch_test_answer(const struct reader_tools *tools, struct slice question,
    struct buf *answer, void *arg)
{
	static unsigned n;

	(void)tools;
	(void)arg;
	if (slice_starts(question, SLICE("die")))
		_exit(9);
	for (volatile unsigned spins = 0;
	     slice_starts(question, SLICE("late"));)
		spins++;
	buf_append_char(
	    answer, slice_starts(question, SLICE("odd")) ? '?' : ISOLATED_DONE);
	buf_append_slice(answer, question);
	if (slice_starts(question, SLICE("count")))
		buf_printf(answer, " %u", n);
	n++;
}

static bool
batch_test_ask(
    void *arg, struct slice line, struct buf *question, struct buf *answer)
{
	(void)arg;
	if (slice_starts(line, SLICE("known"))) {
		buf_append_char(answer, ISOLATED_DONE);
		buf_append_slice(answer, line);
		return false;
	}
	buf_append_slice(question, line);
	return true;
}

static void
batch_test_put_error(
    void *arg, struct slice line, const char *why, struct buf *answer)
{
	(void)arg;
	buf_append_char(answer, ISOLATED_FAILED);
	buf_printf(answer, "failed %.*s: %s", SLICE_ARG(line), why);
}

static int
batch_test_run_stream(struct testing *t, FILE *in, int jobs, bool *ret_failed)
{
	static const struct command command = { .name = "test" };
	const struct batch_options order = {
		.reader = { .answer = batch_test_answer,
		    .memory_bytes = LIMIT_READER_MEMORY,
		    .question_bytes = MIB,
		    .answer_bytes = MIB,
		    .deadline_ms = 300,
		    .keep_fd = -1 },
		.what = "lines",
		.jobs = jobs,
		.ask = batch_test_ask,
		.put_error = batch_test_put_error,
	};
	int code;

	testing_init(t, &command);
	code = batch_run(&t->cli, &order, in, ret_failed);
	return cli_finish(&t->cli, code);
}

static void
batch_test_is(
    const char *lines, int jobs, bool fails, const char *want, const char *what)
{
	FILE *in = fmemopen((void *)(uintptr_t)lines, strlen(lines), "r");
	bool failed = false;
	struct testing t;

	ok(batch_test_run_stream(&t, in, jobs, &failed) == CLI_OK,
	    "%s: the batch ends", what);
	is_text(testing_out(&t), want, what);
	ok(failed == fails, "%s: reported", what);
	testing_release(&t);
	fclose(in);
}

/* ---- many lines ---- */

/* Line 100 is longer than MESSAGE_BYTES of batch.c. */
static void
batch_test_many(int jobs)
{
	struct buf lines;

	buf_init(&lines, MIB);
	for (int i = 0; i < 700; i++)
		buf_printf(
		    &lines, "line %0*d\n", i == 100 ? 200000 : i % 50, i);
	batch_test_is(lines.p, jobs, false, lines.p,
	    "lines of any length are answered in their order");
	buf_release(&lines);
}

/* ---- readers that are lost ---- */

static void
batch_test_lost(void)
{
	batch_test_is("a\nknown\ndie\nb\n", 1, true,
	    "a\nknown\nfailed die: the reader ended with code 9\nb\n",
	    "only the line that ends its reader fails");
	batch_test_is("die 1\ndie 2\na\ndie 3\n", 2, true,
	    "failed die 1: the reader ended with code 9\n"
	    "failed die 2: the reader ended with code 9\na\n"
	    "failed die 3: the reader ended with code 9\n",
	    "several lines end their readers");
	batch_test_is("a\nlate\nb\n", 1, true,
	    "a\nfailed late: no answer in 0.3 s\nb\n",
	    "only the line without an answer fails");
	batch_test_is("a\nodd\nb\nc\n", 1, true,
	    "a\nfailed odd: the process that reads documents sent an invalid "
	    "answer\nb\nc\n",
	    "only the line with an invalid answer fails");
	batch_test_is("count\ncount\nodd\ncount\n", 1, true,
	    "count 0\ncount 1\nfailed odd: the process that reads documents "
	    "sent an invalid answer\ncount 0\n",
	    "answers before an invalid one count");
}

/* ---- input line by line ---- */

static void
batch_test_lines(void)
{
	struct batch_lines lines;
	struct slice line;
	int fds[2];
	FILE *in;

	if (pipe(fds) != 0 || (in = fdopen(fds[0], "r")) == NULL)
		exit(1);
	batch_lines_init(&lines, in);
	ok(!batch_lines_is_ready(&lines), "an empty pipe has no line");
	ok(write(fds[1], "a\nb\nc", 5) == 5,
	    "two lines and the beginning of a third line are written");
	is_int(
	    batch_lines_next(&lines, &line), BATCH_LINE_READ, "a line is read");
	is_text(line, "a", "the first line is read without waiting for more");
	ok(batch_lines_is_ready(&lines), "the second line is available");
	is_int(
	    batch_lines_next(&lines, &line), BATCH_LINE_READ, "a line is read");
	is_text(line, "b", "the second line is read");
	ok(!batch_lines_is_ready(&lines),
	    "a line without its end is not available");
	close(fds[1]);
	is_int(
	    batch_lines_next(&lines, &line), BATCH_LINE_READ, "a line is read");
	is_text(line, "c", "the last line needs no line end");
	is_int(batch_lines_next(&lines, &line), BATCH_LINE_END,
	    "the end of the input is recognised");
	batch_lines_release(&lines);
	fclose(in);
}

static void
batch_test_long_line(void)
{
	size_t n = 17 * MIB;
	char *text = malloc(n + 3);
	struct batch_lines lines;
	struct slice line;
	FILE *in;

	if (text == NULL)
		exit(1);
	memset(text, 'x', n);
	memcpy(text + n, "\ny", 2);
	in = fmemopen(text, n + 2, "r");
	batch_lines_init(&lines, in);
	is_int(batch_lines_next(&lines, &line), BATCH_LINE_TOO_LONG,
	    "a line of 17 MiB is too long");
	is_int(
	    batch_lines_next(&lines, &line), BATCH_LINE_READ, "a line is read");
	is_text(line, "y", "the line after it is read");
	batch_lines_release(&lines);
	fclose(in);
	free(text);
}

int
main(void)
{
	batch_test_is("a\nb\n\n c \r\nd", 1, false, "a\nb\n c\nd\n",
	    "lines without white space at their end");
	batch_test_is("", 1, false, "", "no line");
	batch_test_many(1);
	batch_test_many(3);
	batch_test_lost();
	batch_test_lines();
	batch_test_long_line();
	return done_testing();
}
