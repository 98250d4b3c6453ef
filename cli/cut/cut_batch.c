/*
 * cut_batch.c -- gleaner cut --batch: writes the questions to its reader
 * processes.
 *
 * In:  a line that names a page, and the file of the page.
 * Out: one question. If the line or the file is not valid: an answer with the
 *      error.
 */
#include <jansson.h>
#include <string.h>
#include <time.h>

#include "base/limits.h"
#include "cli/cut/batch/line_json.h"
#include "cli/cut/cut.h"
#include "cli/cut/document.h"
#include "cli/cut/isolated.h"
#include "worker/message/wire.h"

#define PATH_BYTES 4096

struct asking {
	const struct cut_batch *batch;
	struct buf raw; /* the file of one page */
};

struct answering {
	const struct cut_batch *batch;
	struct cut_memories *memories; /* owned by the reader process */
	struct buf unpacked;
};

/* ---- questions ---- */

static int
cut_batch_read_page(const struct cut_batch *batch, const json_t *object,
    struct buf *path, struct buf *raw, struct err *e)
{
	const json_t *file = json_object_get(object, "file");

	if (!json_is_string(file) || json_string_length(file) == 0)
		return err_set(e, ERR_USAGE, "the line has no \"file\"");
	if (batch->root != NULL && json_string_value(file)[0] != '/')
		buf_printf(path, "%s/", batch->root);
	else if (strcmp(json_string_value(file), "-") == 0)
		buf_append_string(path, "./"); /* "-" would be standard input,
						  which contains the lines */
	buf_append_string(path, json_string_value(file));
	if (buf_failed(path))
		return err_set(e, ERR_LIMIT, "the file name is too long");
	return document_read(path->p, LIMIT_WORKER_WALL_MS, raw, e);
}

bool
cut_ask_line(const struct cut_batch *batch, struct slice line, struct buf *raw,
    struct buf *question, struct buf *answer)
{
	json_t *object = line_json_read(line, JSON_ALLOW_NUL);
	struct err e = ERR_INIT;
	struct buf path;
	int rc;

	buf_init(&path, PATH_BYTES);
	if (!json_is_object(object))
		rc = err_set(&e, ERR_USAGE, "not a JSON object");
	else
		rc = cut_batch_read_page(batch, object, &path, raw, &e);
	json_decref(object);
	if (rc == 0) {
		wire_put_i64(question, time(NULL));
		wire_put_slice(question, buf_slice(&path));
		wire_put_slice(question, line);
		wire_put_slice(question, buf_slice(raw));
	} else {
		cut_answer_error(line, e.text, answer);
	}
	buf_release(&path);
	return rc == 0;
}

static bool
cut_batch_ask(
    void *arg, struct slice line, struct buf *question, struct buf *answer)
{
	struct asking *asking = arg;

	return cut_ask_line(
	    asking->batch, line, &asking->raw, question, answer);
}

static void
cut_batch_put_error(
    void *arg, struct slice line, const char *why, struct buf *answer)
{
	(void)arg;
	cut_answer_error(line, why, answer);
}

/* ---- answers ---- */

static void
cut_batch_answer_line(const struct reader_tools *tools, struct slice question,
    struct buf *out, void *arg)
{
	struct answering *answering = arg;
	const struct cut_batch *batch = answering->batch;

	if (answering->unpacked.max_bytes == 0)
		buf_init(&answering->unpacked, CUT_PAGE_BYTES);
	if (batch->site_memory && answering->memories == NULL)
		answering->memories = cut_memories_new();
	if (batch->site_memory && answering->memories == NULL) {
		cut_answer_error(SLICE(""), "out of memory", out);
		return;
	}
	cut_answer_line(batch, tools, answering->memories, question,
	    &answering->unpacked, out);
}

int
cut_run_batch(struct cli *cli, const struct cut_batch *batch, FILE *in)
{
	struct asking asking = { .batch = batch };
	struct answering answering = { .batch = batch };
	const struct batch_options order = {
		.reader = { .answer = cut_batch_answer_line,
		    .arg = &answering,
		    .memory_bytes = LIMIT_WORKER_MEMORY,
		    .question_bytes = CUT_QUESTION_BYTES,
		    .answer_bytes = LIMIT_REPLY_BYTES,
		    .deadline_ms = LIMIT_WORKER_WALL_MS,
		    .keep_fd = -1 },
		.what = "pages",
		.jobs = batch->jobs,
		.ask = cut_batch_ask,
		.put_error = cut_batch_put_error,
		.arg = &asking,
	};
	bool failed; /* not used, because the line of a failed page contains the
			error */
	int code;

	buf_init(&asking.raw, CUT_PAGE_BYTES);
	code = batch_run(cli, &order, in, &failed);
	buf_release(&asking.raw);
	return cli_finish(cli, code);
}
