/*
 * log.c -- the log of requests and responses: one JSON line for each request.
 *
 *     {"ms":12,"took_ms":1,"connection":1,"address":"127.0.0.1",
 *      "method":"GET","path":"/feed/1.xml","n":1,"status":200,"bytes":5120,
 *      "whole":true,"headers":{"Host":"127.0.0.1:8080", …}}
 *
 * `ms` is the time at which the request arrived (arrival.c), `took_ms` the time
 * until the last byte of the response was sent.  `path` is the target as sent,
 * with its query.  Requests to /_origin/ are not logged.  A request without a
 * response is logged when its connection ends.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/table.h"
#include "base/text/ascii.h"
#include "base/text/json_writer.h"
#include "tests/origin/origin.h"

struct record {
	char *line, *path, *method, *address;
	char *header_names; /* names in lower case, as "\nhost\nuser-agent\n" */
	int64_t ms;
	int status;
};

struct counter {
	char *path;
	int n;
};

static struct record *records;
static size_t n_records, cap_records;
static struct table counters;
static int log_fd = -1;

void
log_open(const char *path)
{
	log_fd = open(
	    path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
	if (log_fd < 0)
		origin_die("%s: %m", path);
}

int
log_next_number(struct slice target)
{
	struct counter *counter = table_get(&counters, target);

	if (counter == NULL) {
		counter = calloc(1, sizeof(*counter));
		if (counter == NULL)
			origin_die("no memory");
		counter->path = origin_copy(target);
		if (table_put(&counters, slice_of(counter->path), counter) != 0)
			origin_die("no memory");
	}
	return ++counter->n;
}

static char *
log_lower_names(const struct request *r)
{
	struct buf names;

	buf_init(&names, ORIGIN_MAX_HEAD_BYTES);
	buf_append_char(&names, '\n');
	for (size_t i = 0; i < r->n_headers; i++) {
		for (size_t k = 0; k < r->headers[i].name.len; k++) {
			buf_append_char(
			    &names, ascii_lower(r->headers[i].name.p[k]));
		}
		buf_append_char(&names, '\n');
	}
	return buf_detach(&names);
}

static char *
log_json_line(const struct request *r, const struct outcome *o)
{
	struct json_writer w;
	struct buf line;

	buf_init(&line, 4 * ORIGIN_MAX_HEAD_BYTES);
	json_writer_init(&w, &line);
	json_write_object(&w, NULL);
	json_write_int(&w, "ms", r->at_ms);
	json_write_int(&w, "took_ms",
	    (o->sent_ms > 0 ? o->sent_ms : origin_ms()) - r->at_ms);
	json_write_int(&w, "connection", r->connection);
	json_write_text(&w, "address", r->address);
	json_write_text(&w, "method", r->method);
	json_write_text(&w, "path", r->target);
	json_write_int(&w, "n", r->number);
	json_write_int(&w, "status", o->status);
	json_write_int(&w, "bytes", o->bytes);
	json_write_bool(&w, "whole", o->whole);
	json_write_object(&w, "headers");
	for (size_t i = 0; i < r->n_headers; i++) {
		char *name = origin_copy(r->headers[i].name);

		json_write_text(&w, name, r->headers[i].value);
		free(name);
	}
	json_write_end_object(&w);
	json_write_end_object(&w);
	buf_append_char(&line, '\n');
	return buf_detach(&line);
}

void
log_request(const struct request *r, const struct outcome *o)
{
	struct record *record;

	if (n_records == cap_records) {
		cap_records = cap_records ? cap_records * 2 : 1024;
		records = realloc(records, cap_records * sizeof(*records));
		if (records == NULL)
			origin_die("no memory");
	}
	record = &records[n_records++];
	record->line = log_json_line(r, o);
	record->path = origin_copy(r->target);
	record->method = origin_copy(r->method);
	record->address = origin_copy(r->address);
	record->header_names = log_lower_names(r);
	record->ms = r->at_ms;
	record->status = o->status;
	if (log_fd >= 0 &&
	    write(log_fd, record->line, strlen(record->line)) < 0)
		origin_die("the log: %m");
}

void
log_forget(void)
{
	for (size_t i = 0; i < n_records; i++) {
		free(records[i].line);
		free(records[i].path);
		free(records[i].method);
		free(records[i].address);
		free(records[i].header_names);
	}
	n_records = 0;
	if (log_fd >= 0 && ftruncate(log_fd, 0) != 0)
		origin_die("the log: %m");
}

void
log_recount(void)
{
	struct slice key;
	void *value;
	size_t at = 0;

	while (table_next(&counters, &at, &key, &value)) {
		struct counter *counter = value;

		free(counter->path);
		free(counter);
	}
	table_release(&counters);
	table_init(&counters);
}

/* Only the last star is retried, so the time is at most proportional to the
 * product of the two lengths. */
bool
glob_matches(struct slice pattern, struct slice text)
{
	size_t p = 0, t = 0, star = SLICE_NOT_FOUND, resume = 0;

	while (t < text.len) {
		if (p < pattern.len && pattern.p[p] == '*') {
			star = p++;
			resume = t;
		} else if (p < pattern.len && pattern.p[p] == text.p[t]) {
			p++;
			t++;
		} else if (star != SLICE_NOT_FOUND) {
			p = star + 1;
			t = ++resume;
		} else {
			return false;
		}
	}
	while (p < pattern.len && pattern.p[p] == '*')
		p++;
	return p == pattern.len;
}

static bool
log_has_header(const struct record *r, struct slice name)
{
	struct slice names = slice_of(r->header_names), one;

	while (slice_next(&names, '\n', &one))
		if (slice_equal_nocase(one, name))
			return true;
	return false;
}

static bool
log_is_wanted(const struct record *r, const struct log_filter *f)
{
	return (f->path.p == NULL ||
		   glob_matches(f->path, slice_of(r->path))) &&
	       (f->method.p == NULL ||
		   slice_equal(f->method, slice_of(r->method))) &&
	       (f->address.p == NULL ||
		   slice_equal(f->address, slice_of(r->address))) &&
	       (f->header.p == NULL || log_has_header(r, f->header)) &&
	       (f->status < 0 || f->status == r->status) &&
	       r->ms >= f->since_ms;
}

size_t
log_count(const struct log_filter *f)
{
	size_t n = 0;

	for (size_t i = 0; i < n_records; i++)
		n += log_is_wanted(&records[i], f);
	return n;
}

void
log_write(const struct log_filter *f, struct buf *out)
{
	for (size_t i = 0; i < n_records; i++)
		if (log_is_wanted(&records[i], f))
			buf_append_string(out, records[i].line);
}
