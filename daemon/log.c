/*
 * log.c -- writes one line per event, text or JSON, to standard error.
 *
 * If standard error is the journal, each line begins with the <N> of its
 * priority (sd-daemon(3)), in both formats, so that `journalctl -p warning`
 * finds it. The journal removes the <N>. A text line then has no time, because
 * the journal adds its own.
 *
 * If the reader of standard error does not read, the daemon drops lines and
 * continues. The descriptor stays blocking, because other processes share its
 * file description.
 */
#include "daemon/log.h"

#include <sys/stat.h>

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/date/date.h"
#include "base/text/json_writer.h"
#include "base/text/utf8.h"

#define LOG_LINE_BYTES  (16 * KIB_BYTES)
#define LOG_FIELD_BYTES KIB_BYTES /* enough for a URL */
#define KIB_BYTES       1024
/* How long a line waits for a slow reader. No line waits after a line was
 * dropped. */
#define LOG_WAIT_MS 100

static const struct {
	const char *name;
	int priority; /* of syslog(3) */
} levels[] = {
	[LOG_ERROR] = { "error", 3 },
	[LOG_WARNING] = { "warning", 4 },
	[LOG_INFO] = { "info", 6 },
	[LOG_DEBUG] = { "debug", 7 },
};

static atomic_int threshold = LOG_INFO;
static atomic_bool muted;
static atomic_int line_format = LOG_FORMAT_TEXT;
static atomic_int to_journal = -1; /* -1: not determined yet */

static struct {
	pthread_mutex_t lock;
	int64_t n_dropped;  /* lines that the next written line reports */
	/* only the beginning of the last line was written */
	bool is_unfinished;
} output = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* systemd.exec(5): JOURNAL_STREAM contains device and inode of the stream to
 * the journal. Programs inherit the variable even if their standard error is
 * redirected. Therefore device and inode are compared. */
static bool
log_look_for_journal(void)
{
	const char *stream = getenv("JOURNAL_STREAM");
	unsigned long long device, inode;
	struct stat stat;
	char end;

	return stream != NULL &&
	       sscanf(stream, "%llu:%llu%c", &device, &inode, &end) == 2 &&
	       fstat(STDERR_FILENO, &stat) == 0 && stat.st_dev == device &&
	       stat.st_ino == inode;
}

void
log_mute(bool on)
{
	atomic_store(&muted, on);
}

void
log_setup(enum log_level level, enum log_format format)
{
	atomic_store(&threshold, (int)level);
	atomic_store(&line_format, (int)format);
	atomic_store(&to_journal, log_look_for_journal());
}

bool
log_is_to_journal(void)
{
	if (atomic_load(&to_journal) < 0)
		atomic_store(&to_journal, log_look_for_journal());
	return atomic_load(&to_journal) == 1;
}

static bool
log_is_plain(struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.p[i];

		if (c <= ' ' || c >= 0x7f || c == '"' || c == '=' || c == '\\')
			return false;
	}
	return text.len > 0;
}

/* Control characters, C1, bidi marks and invalid UTF-8 become \xNN or \u{N}. */
static void
log_append_quoted(struct buf *line, struct slice text)
{
	buf_append_char(line, '"');
	for (size_t i = 0; i < text.len;) {
		uint32_t rune;
		size_t n = utf8_decode(text.p + i, text.len - i, &rune);

		if (rune == '"' || rune == '\\')
			buf_printf(line, "\\%c", (int)rune);
		else if (rune == RUNE_BAD && n < 3)
			buf_printf(line, "\\x%02x", (unsigned char)text.p[i]);
		else if (rune < 0x20 || (rune >= 0x7f && rune < 0xa0) ||
			 (rune >= 0x200b && rune <= 0x200f) ||
			 (rune >= 0x2028 && rune <= 0x202e) ||
			 (rune >= 0x2066 && rune <= 0x2069))
			buf_printf(line, "\\u{%x}", rune);
		else
			buf_append(line, text.p + i, n);
		i += n;
	}
	buf_append_char(line, '"');
}

static void
log_append_text_line(struct buf *line, enum log_level level, const char *event,
    const char *time_text, const struct log_field *field)
{
	if (!log_is_to_journal())
		buf_printf(line, "%s %s ", time_text, levels[level].name);
	buf_append_string(line, event);
	for (; field->kind != LOG_KIND_END; field++) {
		struct slice text = utf8_prefix(field->text, LOG_FIELD_BYTES);

		if (field->kind == LOG_KIND_TEXT && text.len == 0)
			continue; /* no value */
		buf_printf(line, " %s=", field->name);
		if (field->kind == LOG_KIND_INT)
			buf_printf(line, "%lld", (long long)field->number);
		else if (log_is_plain(text))
			buf_append_slice(line, text);
		else
			log_append_quoted(line, text);
	}
}

static void
log_append_json_line(struct buf *line, enum log_level level, const char *event,
    const char *time_text, const struct log_field *field)
{
	struct json_writer json;

	json_writer_init(&json, line);
	json_write_object(&json, NULL);
	json_write_text(&json, "time", slice_of(time_text));
	json_write_text(&json, "level", slice_of(levels[level].name));
	json_write_text(&json, "event", slice_of(event));
	for (; field->kind != LOG_KIND_END; field++) {
		if (field->kind == LOG_KIND_INT)
			json_write_int(&json, field->name, field->number);
		else
			json_write_text(&json, field->name,
			    utf8_prefix(field->text, LOG_FIELD_BYTES));
	}
	json_write_end_object(&json);
}

/* Writes an event to the buffer. */
static void
log_append_line(struct buf *line, enum log_level level, const char *event,
    const struct log_field *fields)
{
	char time_text[DATE_TEXT_BYTES];

	date_format_rfc3339((int64_t)time(NULL), time_text);
	if (log_is_to_journal())
		buf_printf(line, "<%d>", levels[level].priority);
	if (atomic_load(&line_format) == LOG_FORMAT_JSON)
		log_append_json_line(line, level, event, time_text, fields);
	else
		log_append_text_line(line, level, event, time_text, fields);
	buf_append_char(line, '\n');
}

/* Returns whether a write of PIPE_BUF bytes does not block, or fails. */
static bool
log_is_writable(void)
{
	struct pollfd descriptor = { .fd = STDERR_FILENO, .events = POLLOUT };
	int n;

	do
		n = poll(
		    &descriptor, 1, output.n_dropped > 0 ? 0 : LOG_WAIT_MS);
	while (n < 0 && errno == EINTR);
	return n > 0;
}

/* Writes a text in parts that a pipe takes without blocking. Returns false if
 * a part was not written. Under output.lock. */
static bool
log_write_text(struct slice text)
{
	for (size_t sent = 0; sent < text.len;) {
		size_t rest = text.len - sent;
		ssize_t n = -1;

		if (log_is_writable())
			n = write(STDERR_FILENO, text.p + sent,
			    rest < PIPE_BUF ? rest : PIPE_BUF);
		/* A failed write is not repeated, because the disk may be
		 * full. */
		if (n <= 0)
			return false;
		sent += (size_t)n;
		output.is_unfinished = text.p[sent - 1] != '\n';
	}
	return true;
}

/* Ends an unfinished line, and reports dropped lines. Returns false if the
 * output is still not writable. Under output.lock. */
static bool
log_write_dropped(void)
{
	struct buf line;
	bool ret;

	if (output.is_unfinished && !log_write_text(SLICE("\n")))
		return false;
	if (output.n_dropped == 0)
		return true;
	buf_init(&line, LOG_LINE_BYTES);
	log_append_line(&line, LOG_WARNING, "log-lines-dropped",
	    (const struct log_field[]){ LOG_INT("lines", output.n_dropped),
		LOG_TEXT("why", "standard error was not writable"), { 0 } });
	ret = !buf_failed(&line) && log_write_text(buf_slice(&line));
	if (ret)
		output.n_dropped = 0;
	buf_release(&line);
	return ret;
}

void
log_write(
    enum log_level level, const char *event, const struct log_field *fields)
{
	struct buf line;

	if ((int)level > atomic_load(&threshold) || atomic_load(&muted))
		return;
	buf_init(&line, LOG_LINE_BYTES);
	log_append_line(&line, level, event, fields);
	pthread_mutex_lock(&output.lock);
	if (!buf_failed(&line) &&
	    (!log_write_dropped() || !log_write_text(buf_slice(&line))))
		output.n_dropped++;
	pthread_mutex_unlock(&output.lock);
	buf_release(&line);
}
