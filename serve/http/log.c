/*
 * log.c -- lines on standard error.
 *
 * The path of a request comes from outside.  It is written as a JSON string,
 * so that it cannot add lines or control sequences.
 */
#include "serve/http/log.h"

#include <stdatomic.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/text/json_writer.h"

#define LINE_BYTES  (8 * KIB)
#define VALUE_BYTES 512 /* largest size of one value */

/* Counts the lines of the current second; returns whether another may be
 * written. */
static bool
log_may_write(void)
{
	static _Atomic int64_t second;
	static _Atomic int n;
	int64_t now_s = clock_monotonic_ms() / 1000;

	if (atomic_exchange(&second, now_s) != now_s)
		atomic_store(&n, 0);
	return atomic_fetch_add(&n, 1) < LIMIT_SERVE_LOG_S;
}

static void
log_put(struct buf *line, const char *key, struct slice value)
{
	struct json_writer json;

	buf_printf(line, " %s=", key);
	json_writer_init(&json, line);
	json_write_text(&json, NULL, slice_sub(value, 0, VALUE_BYTES));
}

void
serve_log(const char *level, const char *event, const char *key,
    struct slice value, const char *key2, struct slice value2)
{
	struct buf line;
	ssize_t n;

	if (!log_may_write())
		return;
	buf_init(&line, LINE_BYTES);
	buf_printf(&line, "%s %s", level, event);
	log_put(&line, key, value);
	if (key2 != NULL)
		log_put(&line, key2, value2);
	buf_append_char(&line, '\n');
	n = write(STDERR_FILENO, line.p, line.len); /* one call writes the whole
						       line */
	(void)n;
	buf_release(&line);
}
