/*
 * cmd_parse_feed.c -- `gleaner parse-feed`: one feed or many as JSON.
 *
 *	gleaner parse-feed [--url BASE] [--content-type T] FILE|-
 *	gleaner parse-feed --batch [--root DIR] [--jobs N] < LINES
 *
 * A batch consists of JSON lines {"id","file","content_type","url"} (or
 * "base_url"). One line of output is written for each line of input, in the
 * same order. Feeds are parsed in `jobs` sandboxed processes (batch.c).
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cli/cut/batch/line_json.h"
#include "cli/cut/document.h"
#include "cli/cut/isolated.h"
#include "crawler/feed/feed.h"
#include "worker/message/wire.h"

#define FEED_MAX_BYTES (64 * MIB) /* twice the daemon's limit */
#define LINE_MAX_BYTES (64 * KIB) /* line of a batch: an id and some URLs */
/* Enough for the worst case of JSON escapes. */
#define OUT_MAX_BYTES  (512 * MIB)
#define QUESTION_BYTES (FEED_MAX_BYTES + MIB)

struct parse_values {
	const char *url, *content_type, *root;
	bool batch;
	int64_t jobs;
};
#define VALUE(cmd_parse_feed_member)                                           \
	offsetof(struct parse_values, cmd_parse_feed_member)

static const struct option_row options[] = {
	{ .name = "url",
	    .kind = OPTION_TEXT,
	    .value = "BASE",
	    .offset = VALUE(url),
	    .help = "the address of the feed" },
	{ .name = "content-type",
	    .kind = OPTION_TEXT,
	    .value = "T",
	    .offset = VALUE(content_type),
	    .help = "the Content-Type of the response" },
	{ .name = "batch",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(batch),
	    .help = "read JSON lines (id, file, content_type, url), write JSON "
		    "lines" },
	{ .name = "root",
	    .kind = OPTION_TEXT,
	    .value = "DIR",
	    .offset = VALUE(root),
	    .help = "with --batch: folder that contains the named files" },
	{ .name = "jobs",
	    .kind = OPTION_INT,
	    .value = "N",
	    .min = 1,
	    .max = LIMIT_WORKERS,
	    .offset = VALUE(jobs),
	    .help = "with --batch: number of processes (default: 1)" },
	{ 0 }
};

/* ---- in the sandbox ---- */

/* State of the reader process. */
struct parsing {
	struct arena arena;
	const char *name; /* name of the input file, or NULL */
	bool begun;
};

/* One feed, as it is sent to the reader process. */
struct question {
	struct slice id; /* id from the line of the batch, as JSON */
	struct slice url, content_type, bytes;
};

static void
cmd_parse_feed_read_question(struct slice frame, struct question *ret)
{
	struct wire_reader r;

	wire_read_init(&r, frame);
	ret->id = wire_read_bytes(&r);
	ret->url = wire_read_bytes(&r);
	ret->content_type = wire_read_bytes(&r);
	ret->bytes = wire_read_bytes(&r);
}

/* Writes an empty feed and the error, so that each line of a batch has the same
 * members. */
static void
cmd_parse_feed_write_error(struct json_writer *w, const char *why)
{
	json_write_object(w, "feed");
	json_write_end_object(w);
	json_write_array(w, "entries");
	json_write_end_array(w);
	json_write_text(w, "error", slice_of(why));
}

static void
cmd_parse_feed_answer(const struct reader_tools *tools, struct slice frame,
    struct buf *out, void *arg)
{
	struct parsing *parsing = arg;
	struct err e = ERR_INIT;
	struct question question;
	struct feed_input in;
	struct json_writer w;
	struct feed feed;
	int rc;

	if (parsing->begun)
		arena_clear(&parsing->arena);
	else
		arena_init(&parsing->arena, LIMIT_FEED_ARENA_FLOOR);
	parsing->begun = true;
	cmd_parse_feed_read_question(frame, &question);
	in = (struct feed_input){ .bytes = question.bytes,
		.content_type = question.content_type,
		.base_url = question.url,
		.charsets = tools->charsets };
	parsing->arena.cap_bytes = feed_arena_bytes(in.bytes);
	rc = feed_read(&parsing->arena, &in, &feed, &e);
	/* A document that is not a feed is an error only if it is a single
	 * document. In a batch every line gets an answer. */
	if (rc == 0 && feed.format == FEED_UNKNOWN && question.id.p == NULL)
		rc = err_set(&e, ERR_USAGE, "%s: not a feed%s%.*s",
		    parsing->name, feed.why.len > 0 ? ": " : "",
		    SLICE_ARG(feed.why));
	if (rc != 0 && question.id.p == NULL) {
		buf_append_char(out, ISOLATED_FAILED);
		buf_append_string(out, e.text);
		return;
	}
	buf_append_char(out, rc == 0 ? ISOLATED_DONE : ISOLATED_FAILED);
	json_writer_init(&w, out);
	json_write_object(&w, NULL);
	if (question.id.p != NULL)
		json_write_raw(&w, "id", question.id);
	if (rc == 0)
		feed_write_json(&w, &feed);
	else
		cmd_parse_feed_write_error(&w, e.text);
	json_write_end_object(&w);
}

static const struct reader_options reader = {
	.answer = cmd_parse_feed_answer,
	.memory_bytes = LIMIT_READER_MEMORY,
	.question_bytes = QUESTION_BYTES,
	.answer_bytes = OUT_MAX_BYTES,
	.deadline_ms = LIMIT_READER_WALL_MS,
	.keep_fd = -1,
	.only_feeds = true,
};

static void
cmd_parse_feed_put_question(struct buf *out, struct slice id, struct slice url,
    struct slice content_type, const struct buf *bytes)
{
	wire_put_slice(out, id);
	wire_put_slice(out, url);
	wire_put_slice(out, content_type);
	wire_put_slice(out, buf_slice(bytes));
}

/* ---- one feed ---- */

static int
cmd_parse_feed_ask(struct cli *cli, const char *file, struct slice question)
{
	struct parsing parsing = {
		.name = strcmp(file, "-") == 0 ? "standard input" : file
	};
	struct reader_options order = reader;
	struct reader asked = { 0 };
	enum isolated_result result;
	struct slice text;
	struct buf out;
	int code;

	order.arg = &parsing;
	buf_init(&out, OUT_MAX_BYTES);
	code = isolated_ask(cli, &order, question, &asked, &result, &text);
	if (code == CLI_OK) {
		buf_append_slice(&out, text);
		buf_append_char(&out, '\n');
		code = cli_write(cli, &out);
	}
	reader_stop(&asked);
	buf_release(&out);
	return code;
}

static int
cmd_parse_feed_parse_one(
    struct cli *cli, const struct parse_values *values, const char *file)
{
	struct err e = ERR_INIT;
	struct buf bytes, question;
	int code;

	buf_init(&bytes, FEED_MAX_BYTES);
	buf_init(&question, QUESTION_BYTES);
	if (document_read(file, -1, &bytes, &e) != 0) {
		code = cli_fail_err(cli, &e);
	} else {
		cmd_parse_feed_put_question(&question, SLICE_NONE,
		    slice_of(values->url), slice_of(values->content_type),
		    &bytes);
		code = buf_failed(&question) ? cli_fail(cli, "out of memory")
					     : cmd_parse_feed_ask(cli, file,
						   buf_slice(&question));
	}
	buf_release(&bytes);
	buf_release(&question);
	return code;
}

/* ---- a batch ---- */

struct asking {
	const char *root;
	struct buf bytes;
};

static struct slice
cmd_parse_feed_member(const json_t *object, const char *key)
{
	return slice_of(json_string_value(json_object_get(object, key)));
}

/* Copies the id unchanged, as JSON. */
static void
cmd_parse_feed_put_id(struct buf *out, const json_t *line)
{
	const json_t *id = json_object_get(line, "id");
	char *text = NULL;
	struct json_writer w;

	json_writer_init(&w, out);
	if (json_is_string(id)) {
		json_write_text(&w, NULL,
		    (struct slice){
			json_string_value(id), json_string_length(id) });
		return;
	}
	if (id != NULL)
		text = json_dumps(id, JSON_ENCODE_ANY);
	buf_append_string(out, text != NULL ? text : "null");
	free(text);
}

static void
cmd_parse_feed_put_error(struct buf *out, const json_t *line, const char *why)
{
	struct json_writer w;
	struct buf id;

	buf_init(&id, LINE_MAX_BYTES);
	cmd_parse_feed_put_id(&id, line);
	buf_append_char(out, ISOLATED_FAILED);
	json_writer_init(&w, out);
	json_write_object(&w, NULL);
	json_write_raw(
	    &w, "id", buf_failed(&id) ? SLICE("null") : buf_slice(&id));
	cmd_parse_feed_write_error(&w, why);
	json_write_end_object(&w);
	buf_release(&id);
}

static int
cmd_parse_feed_read_file(
    struct asking *asking, struct slice file, struct err *e)
{
	struct buf path;
	int rc;

	if (!file.p)
		return err_set(e, ERR_USAGE, "the line has no \"file\"");
	buf_init(&path, LINE_MAX_BYTES);
	if (asking->root && file.p[0] != '/')
		buf_printf(&path, "%s/", asking->root);
	else if (slice_equal(file, SLICE("-")))
		buf_append_string(&path, "./"); /* "-" would be standard input,
						   which contains the lines */
	buf_append_slice(&path, file);
	rc = buf_failed(&path)
		 ? err_set(e, ERR_LIMIT, "the file name is too long")
		 : document_read(
		       path.p, LIMIT_READER_WALL_MS, &asking->bytes, e);
	buf_release(&path);
	return rc;
}

static bool
cmd_parse_feed_ask_line(
    void *arg, struct slice text, struct buf *question, struct buf *out)
{
	struct asking *asking = arg;
	json_t *line = line_json_read(text, 0);
	struct err e = ERR_INIT;
	struct slice url;
	struct buf id;
	int rc;

	if (line == NULL)
		rc = err_set(&e, ERR_USAGE, "the line is not JSON");
	else
		rc = cmd_parse_feed_read_file(
		    asking, cmd_parse_feed_member(line, "file"), &e);
	if (rc == 0) {
		buf_init(&id, LINE_MAX_BYTES);
		cmd_parse_feed_put_id(&id, line);
		url = cmd_parse_feed_member(line, "url");
		cmd_parse_feed_put_question(question, buf_slice(&id),
		    url.p ? url : cmd_parse_feed_member(line, "base_url"),
		    cmd_parse_feed_member(line, "content_type"),
		    &asking->bytes);
		buf_carry_failure(question, &id);
		buf_release(&id);
	} else {
		cmd_parse_feed_put_error(out, line, e.text);
	}
	json_decref(line);
	return rc == 0;
}

static void
cmd_parse_feed_fail_line(
    void *arg, struct slice text, const char *why, struct buf *out)
{
	json_t *line = line_json_read(text, 0);

	(void)arg;
	cmd_parse_feed_put_error(out, line, why);
	json_decref(line);
}

static int
cmd_parse_feed_parse_batch(struct cli *cli, const struct parse_values *values)
{
	struct parsing parsing = { 0 };
	struct asking asking = { .root = values->root };
	struct batch_options order = { .reader = reader,
		.what = "feeds",
		.jobs = values->jobs,
		.ask = cmd_parse_feed_ask_line,
		.put_error = cmd_parse_feed_fail_line,
		.arg = &asking };
	bool failed = false;
	int code;

	order.reader.arg = &parsing;
	buf_init(&asking.bytes, FEED_MAX_BYTES);
	code = batch_run(cli, &order, cli->in, &failed);
	buf_release(&asking.bytes);
	return code == CLI_OK && failed ? CLI_FAILED : code;
}

int
cmd_parse_feed(struct cli *cli, int argc, char **argv)
{
	struct parse_values values = { .jobs = 1 };
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	if (values.batch && argc > 0)
		return cli_usage(
		    cli, "--batch reads standard input and takes no FILE");
	if (!values.batch && argc == 0)
		return cli_usage(cli, "a FILE, \"-\" or --batch is required");
	code = values.batch ? cmd_parse_feed_parse_batch(cli, &values)
			    : cmd_parse_feed_parse_one(cli, &values, argv[0]);
	return cli_finish(cli, code);
}
