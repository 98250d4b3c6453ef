/*
 * cmd_parse_feed.c -- `gleaner parse-feed`: a feed, or many, as JSON.
 *
 *	gleaner parse-feed [--url BASE] [--content-type T] FILE|-
 *	gleaner parse-feed --batch [--root DIR] [--jobs N] < LINES
 *
 * A batch reads JSON lines {"id","file","content_type","url"} (or "base_url")
 * and writes one line for each in the same order.  With several jobs as many
 * threads read feeds; what is taken in ahead of the slowest is bounded.
 */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "config/limits.h"
#include "crawler/feed/feed.h"

#define FEED_MAX_BYTES (64 * MIB)  /* twice what the daemon would fetch */
#define LINE_MAX_BYTES (64 * KIB)  /* of a batch: an id and a few URLs */
#define OUT_MAX_BYTES  (512 * MIB) /* JSON escapes at their worst */
#define MAX_JOBS       64
#define JOBS_AHEAD     4 /* slots for each thread */

struct parse_values {
	const char *url, *content_type, *root;
	bool batch;
	int64_t jobs;
};
#define VALUE(member) offsetof(struct parse_values, member)

static const struct option_row options[] = {
	{ .name = "url",
	    .kind = OPTION_TEXT,
	    .value = "BASE",
	    .offset = VALUE(url),
	    .help = "the address it was fetched from" },
	{ .name = "content-type",
	    .kind = OPTION_TEXT,
	    .value = "T",
	    .offset = VALUE(content_type),
	    .help = "the Content-Type it was served with" },
	{ .name = "batch",
	    .kind = OPTION_FLAG,
	    .offset = VALUE(batch),
	    .help = "JSON lines in (id, file, content_type, url), JSON lines "
		    "out" },
	{ .name = "root",
	    .kind = OPTION_TEXT,
	    .value = "DIR",
	    .offset = VALUE(root),
	    .help = "where a batch's files are" },
	{ .name = "jobs",
	    .kind = OPTION_INT,
	    .value = "N",
	    .min = 1,
	    .max = MAX_JOBS,
	    .offset = VALUE(jobs),
	    .help = "feeds of a batch read at a time" },
	{ 0 }
};

/* What one thread needs for one feed after the other. */
struct reader {
	struct arena arena;
	struct buf bytes;
	struct charsets charsets;
};

static void
reader_init(struct reader *reader)
{
	arena_init(&reader->arena, LIMIT_FEED_ARENA_FLOOR);
	buf_init(&reader->bytes, FEED_MAX_BYTES);
	charsets_init(&reader->charsets);
}

static void
reader_release(struct reader *reader)
{
	arena_release(&reader->arena);
	buf_release(&reader->bytes);
	charsets_release(&reader->charsets);
}

static int
read_stream(FILE *in, const char *name, struct buf *bytes, struct err *e)
{
	size_t n;

	buf_clear(bytes);
	do {
		if (!buf_reserve(bytes, 64 * KIB))
			return err_set(e, ERR_LIMIT, "%s: over %lld bytes",
			    name, (long long)FEED_MAX_BYTES);
		n = fread(bytes->p + bytes->len, 1, 64 * KIB, in);
		bytes->len += n;
	} while (n > 0);
	bytes->p[bytes->len] = '\0';
	return ferror(in) ? err_errno(e, "%s", name) : 0;
}

/* Without the buffer of a stream: a batch reads thousands of small files. */
static int
read_file(const char *path, struct buf *bytes, struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), rc = 0;
	ssize_t n = 1;

	if (fd < 0)
		return err_errno(e, "%s", path);
	buf_clear(bytes);
	while (n > 0 && rc == 0) {
		if (!buf_reserve(bytes, 64 * KIB)) {
			rc = err_set(e, ERR_LIMIT, "%s: over %lld bytes", path,
			    (long long)FEED_MAX_BYTES);
			break;
		}
		n = read(fd, bytes->p + bytes->len, 64 * KIB);
		if (n > 0)
			bytes->len += (size_t)n;
		else if (n < 0 && errno != EINTR)
			rc = err_errno(e, "%s", path);
		else if (n < 0)
			n = 1; /* a signal came: once more */
	}
	if (rc == 0)
		bytes->p[bytes->len] = '\0';
	close(fd);
	return rc;
}

/* Parses reader->bytes and writes the members of an object that was begun. */
static int
write_feed(struct reader *reader, struct slice url, struct slice content_type,
    struct json_writer *w, struct err *e)
{
	struct feed_input in = {
		.bytes = buf_slice(&reader->bytes),
		.content_type = content_type,
		.base_url = url,
		.charsets = &reader->charsets,
	};
	struct feed feed;
	int rc;

	arena_clear(&reader->arena);
	reader->arena.cap_bytes = feed_arena_bytes(in.bytes);
	rc = feed_read(&reader->arena, &in, &feed, e);
	if (rc == 0)
		feed_write_json(w, &feed);
	return rc;
}

/* ---- one feed ---- */

static int
parse_one(struct cli *cli, const struct parse_values *values, const char *file)
{
	struct reader reader;
	struct json_writer w;
	struct err e = ERR_INIT;
	struct buf out;
	int rc, code;

	reader_init(&reader);
	buf_init(&out, OUT_MAX_BYTES);
	json_writer_init(&w, &out);
	rc = strcmp(file, "-") == 0
		 ? read_stream(cli->in, "standard input", &reader.bytes, &e)
		 : read_file(file, &reader.bytes, &e);
	json_write_object(&w, NULL);
	if (rc == 0)
		rc = write_feed(&reader, slice_of(values->url),
		    slice_of(values->content_type), &w, &e);
	json_write_end_object(&w);
	buf_append_char(&out, '\n');
	code = rc != 0 ? cli_fail_err(cli, &e) : cli_write(cli, &out);
	buf_release(&out);
	reader_release(&reader);
	return code;
}

/* ---- a batch ---- */

enum slot_state { SLOT_FREE, SLOT_WAITS, SLOT_DONE };

struct slot {
	enum slot_state state;
	char *line; /* owned */
	struct buf out;
	bool failed;
};

struct batch {
	const char *root;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct slot *slots;
	size_t n_slots;
	size_t next_in, next_work, next_out; /* ever rising; modulo n_slots */
	bool closed;
};

static struct slice
member(const json_t *object, const char *key)
{
	return slice_of(json_string_value(json_object_get(object, key)));
}

/* The feed of one line into the slot's output. */
static int
parse_line(struct reader *reader, const char *root, const json_t *line,
    struct json_writer *w, struct err *e)
{
	struct slice file = member(line, "file"), url = member(line, "url");
	struct buf path;
	int rc;

	if (!file.p)
		return err_set(e, ERR_USAGE, "a line without \"file\"");
	buf_init(&path, LINE_MAX_BYTES);
	if (root && file.p[0] != '/')
		buf_printf(&path, "%s/", root);
	buf_append_slice(&path, file);
	rc = read_file(path.p, &reader->bytes, e);
	buf_release(&path);
	if (rc != 0)
		return rc;
	return write_feed(reader, url.p ? url : member(line, "base_url"),
	    member(line, "content_type"), w, e);
}

static void
run_slot(struct reader *reader, const char *root, struct slot *slot)
{
	json_t *line = json_loads(slot->line, 0, NULL), *id;
	struct err e = ERR_INIT;
	struct json_writer w;
	char *id_text;
	int rc;

	buf_clear(&slot->out);
	json_writer_init(&w, &slot->out);
	json_write_object(&w, NULL);
	id = json_object_get(line, "id");
	id_text = id ? json_dumps(id, JSON_ENCODE_ANY) : NULL;
	json_write_raw(&w, "id", id_text ? slice_of(id_text) : SLICE("null"));
	free(id_text);
	rc = line ? parse_line(reader, root, line, &w, &e)
		  : err_set(&e, ERR_USAGE, "a line that is no JSON");
	slot->failed = rc != 0;
	if (rc != 0)
		json_write_text(&w, "error", slice_of(e.text));
	json_write_end_object(&w);
	buf_append_char(&slot->out, '\n');
	json_decref(line);
}

static void *
work(void *data)
{
	struct batch *batch = data;
	struct reader reader;
	struct slot *slot;

	reader_init(&reader);
	pthread_mutex_lock(&batch->lock);
	for (;;) {
		while (batch->next_work == batch->next_in && !batch->closed)
			pthread_cond_wait(&batch->changed, &batch->lock);
		if (batch->next_work == batch->next_in)
			break;
		slot = &batch->slots[batch->next_work++ % batch->n_slots];
		pthread_mutex_unlock(&batch->lock);
		run_slot(&reader, batch->root, slot);
		pthread_mutex_lock(&batch->lock);
		slot->state = SLOT_DONE;
		pthread_cond_broadcast(&batch->changed);
	}
	pthread_mutex_unlock(&batch->lock);
	reader_release(&reader);
	return NULL;
}

/* Writes the oldest slot's line when it is done.  Called with the lock. */
static int
write_oldest(struct cli *cli, struct batch *batch, bool *ret_failed)
{
	struct slot *slot = &batch->slots[batch->next_out % batch->n_slots];
	int code;

	while (slot->state != SLOT_DONE)
		pthread_cond_wait(&batch->changed, &batch->lock);
	pthread_mutex_unlock(&batch->lock);
	*ret_failed |= slot->failed;
	code = cli_write(cli, &slot->out);
	free(slot->line);
	slot->line = NULL;
	pthread_mutex_lock(&batch->lock);
	slot->state = SLOT_FREE;
	batch->next_out++;
	return code;
}

static int
feed_batch(struct cli *cli, struct batch *batch, bool *ret_failed)
{
	char *line = NULL;
	size_t size = 0;
	int code = CLI_OK;

	pthread_mutex_lock(&batch->lock);
	while (code == CLI_OK && getline(&line, &size, cli->in) > 0) {
		struct slot *slot;

		if (line[strspn(line, " \t\r\n")] == '\0')
			continue;
		if (batch->next_in - batch->next_out == batch->n_slots)
			code = write_oldest(cli, batch, ret_failed);
		slot = &batch->slots[batch->next_in++ % batch->n_slots];
		slot->line = line;
		slot->state = SLOT_WAITS;
		line = NULL;
		size = 0;
		pthread_cond_broadcast(&batch->changed);
	}
	batch->closed = true;
	pthread_cond_broadcast(&batch->changed);
	while (batch->next_out < batch->next_in) {
		int one = write_oldest(cli, batch, ret_failed);

		code = code == CLI_OK ? one : code;
	}
	pthread_mutex_unlock(&batch->lock);
	free(line);
	return code;
}

/* One job needs neither threads nor their hand-overs. */
static int
parse_lines(struct cli *cli, const struct parse_values *values)
{
	struct reader reader;
	struct slot slot = { 0 };
	size_t size = 0;
	bool failed = false;
	int code = CLI_OK;

	reader_init(&reader);
	buf_init(&slot.out, OUT_MAX_BYTES);
	while (code == CLI_OK && getline(&slot.line, &size, cli->in) > 0) {
		if (slot.line[strspn(slot.line, " \t\r\n")] == '\0')
			continue;
		run_slot(&reader, values->root, &slot);
		failed |= slot.failed;
		code = cli_write(cli, &slot.out);
	}
	free(slot.line);
	buf_release(&slot.out);
	reader_release(&reader);
	return code == CLI_OK && failed ? CLI_FAILED : code;
}

static int
parse_batch(struct cli *cli, const struct parse_values *values)
{
	size_t jobs = (size_t)values->jobs, n_started = 0;
	struct slot slots[MAX_JOBS * JOBS_AHEAD] = { 0 };
	struct batch batch = { .root = values->root,
		.slots = slots,
		.n_slots = jobs * JOBS_AHEAD };
	pthread_t threads[MAX_JOBS];
	bool failed = false;
	int code = CLI_OK;

	pthread_mutex_init(&batch.lock, NULL);
	pthread_cond_init(&batch.changed, NULL);
	for (size_t i = 0; i < batch.n_slots; i++)
		buf_init(&slots[i].out, OUT_MAX_BYTES);
	while (n_started < jobs &&
	       pthread_create(&threads[n_started], NULL, work, &batch) == 0)
		n_started++;
	if (n_started > 0)
		code = feed_batch(cli, &batch, &failed);
	else
		code = cli_fail(cli, "no thread could be started");
	for (size_t i = 0; i < n_started; i++)
		pthread_join(threads[i], NULL);
	for (size_t i = 0; i < batch.n_slots; i++)
		buf_release(&slots[i].out);
	pthread_cond_destroy(&batch.changed);
	pthread_mutex_destroy(&batch.lock);
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
		return cli_usage(cli, "--batch reads standard input");
	if (!values.batch && argc == 0)
		return cli_usage(cli, "a file is missing, or - or --batch");
	if (!values.batch)
		code = parse_one(cli, &values, argv[0]);
	else
		code = values.jobs == 1 ? parse_lines(cli, &values)
					: parse_batch(cli, &values);
	return cli_finish(cli, code);
}
