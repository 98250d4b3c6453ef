/*
 * log_test.c -- tests that an event is one line, even if it contains external
 * text.
 */
#include <sys/stat.h>

#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <unistd.h>

#include "daemon/log.h"
#include "tests/lib/tap.h"

static char line[65536];

/* Returns the text that the event wrote to standard error. */
static struct slice
log_test_written(void (*say)(void))
{
	int saved = dup(STDERR_FILENO), ends[2];
	ssize_t n;

	if (pipe(ends) != 0)
		abort();
	dup2(ends[1], STDERR_FILENO);
	say();
	dup2(saved, STDERR_FILENO);
	close(ends[1]);
	n = read(ends[0], line, sizeof(line));
	close(ends[0]);
	close(saved);
	return (struct slice){ line, n > 0 ? (size_t)n : 0 };
}

/* Fills a pipe, except for its last `free_bytes`.  Returns the number of bytes
 * that were written. */
static size_t
log_test_fill(int fd, int free_bytes)
{
	size_t want = (size_t)(fcntl(fd, F_GETPIPE_SZ) - free_bytes);
	size_t n = 0;
	char *filler = calloc(1, want);

	while (n < want) {
		ssize_t written = write(fd, filler + n, want - n);

		if (written <= 0)
			abort();
		n += (size_t)written;
	}
	free(filler);
	return n;
}

/* Reads n bytes. */
static void
log_test_drain(int fd, size_t n)
{
	char bytes[4096];

	while (n > 0) {
		ssize_t got =
		    read(fd, bytes, n < sizeof(bytes) ? n : sizeof(bytes));

		if (got <= 0)
			abort();
		n -= (size_t)got;
	}
}

static void
log_test_say_plain(void)
{
	log_event(LOG_INFO, "poll", LOG_TEXT("feed", "http://a.test/x"),
	    LOG_INT("new", 3), LOG_TEXT("why", ""));
}

static void
log_test_say_hostile(void)
{
	log_event(LOG_INFO, "poll",
	    LOG_TEXT("feed",
		"http://a.test/\r\n2026-01-01 error fake x=1\x1b[2J\"\\\x7f"
		"\xc2\x9b\xe2\x80\xae\xff"));
}

static void
log_test_say_long(void)
{
	static char text[20000];

	memset(text, 'x', sizeof(text) - 1);
	log_event(LOG_INFO, "poll", LOG_TEXT("feed", text));
}

static void
log_test_say_debug(void)
{
	log_event(LOG_DEBUG, "secret");
}

static void
log_test_say_nothing_but_the_event(void)
{
	log_event(LOG_ERROR, "bare");
}

/* Sets JOURNAL_STREAM as systemd does: to the device and inode of the stream.
 */
static void
log_test_be_journal(enum log_format format)
{
	struct stat stat;
	char stream[64];

	fstat(STDERR_FILENO, &stat);
	snprintf(stream, sizeof(stream), "%llu:%llu",
	    (unsigned long long)stat.st_dev, (unsigned long long)stat.st_ino);
	setenv("JOURNAL_STREAM", stream, 1);
	log_setup(LOG_INFO, format);
}

static void
log_test_say_bare_to_journal(void)
{
	log_test_be_journal(LOG_FORMAT_TEXT);
	log_event(LOG_ERROR, "bare");
}

static void
log_test_say_json_to_journal(void)
{
	log_test_be_journal(LOG_FORMAT_JSON);
	log_event(LOG_WARNING, "bare");
}

static size_t
log_test_count(struct slice s, char c)
{
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++)
		n += s.p[i] == c;
	return n;
}

/* Tests that nobody has to read standard error.  alarm() ends the test if
 * a write blocks. */
static void
log_test_full_pipe(void)
{
	int saved = dup(STDERR_FILENO), ends[2];
	static char text[800];
	struct slice got;
	size_t full;
	ssize_t n;

	memset(text, '"', sizeof(text) - 1);
	if (pipe(ends) != 0)
		abort();
	full = log_test_fill(ends[1], 0);
	dup2(ends[1], STDERR_FILENO);
	alarm(60);
	log_event(LOG_INFO, "first");
	log_event(LOG_INFO, "second");
	log_test_drain(ends[0], full);
	log_event(LOG_INFO, "third");
	n = read(ends[0], line, sizeof(line));
	got = (struct slice){ line, n > 0 ? (size_t)n : 0 };
	is_int((int64_t)log_test_count(got, '\n'), 2,
	    "a full pipe: dropped lines are one line");
	ok(slice_find(got, SLICE(" warning log-lines-dropped lines=2 "), 0) !=
		SLICE_NOT_FOUND,
	    "a full pipe: the number of dropped lines is logged");
	ok(slice_ends(got, SLICE(" info third\n")), "the next line is written");

	/* The line needs two writes, and the pipe takes one of them. */
	full = log_test_fill(ends[1], 4096);
	log_event(LOG_INFO, "long", LOG_TEXT("a", text), LOG_TEXT("b", text),
	    LOG_TEXT("c", text), LOG_TEXT("d", text));
	log_test_drain(ends[0], full);
	log_event(LOG_INFO, "after");
	alarm(0);
	dup2(saved, STDERR_FILENO);
	close(ends[1]);
	n = read(ends[0], line, sizeof(line));
	got = (struct slice){ line, n > 0 ? (size_t)n : 0 };
	is_int((int64_t)log_test_count(got, '\n'), 3,
	    "an unfinished line is ended before the next line");
	ok(slice_find(got, SLICE(" lines=1 "), 0) != SLICE_NOT_FOUND,
	    "an unfinished line counts as dropped");
	close(ends[0]);
	close(saved);
}

int
main(void)
{
	struct slice got;
	json_t *json;

	unsetenv("JOURNAL_STREAM");
	got = log_test_written(log_test_say_plain);
	ok(slice_ends(got, SLICE(" info poll feed=http://a.test/x new=3\n")),
	    "event, keys and values: %.*s", SLICE_ARG(got));
	got = log_test_written(log_test_say_hostile);
	is_int((int64_t)log_test_count(got, '\n'), 1,
	    "S49: a hostile text gives one line");
	for (size_t i = 0; i + 1 < got.len; i++)
		if ((unsigned char)got.p[i] < 0x20 || got.p[i] == 0x7f)
			ok(false, "control character at %zu", i);
	ok(slice_find(got, SLICE("\\xff"), 0) != SLICE_NOT_FOUND,
	    "an invalid byte is escaped");
	ok(slice_find(got, SLICE("\xc2\x9b"), 0) == SLICE_NOT_FOUND,
	    "C1 controls are escaped");
	ok(slice_find(got, SLICE("\xe2\x80\xae"), 0) == SLICE_NOT_FOUND,
	    "bidirectional overrides are escaped");
	got = log_test_written(log_test_say_long);
	ok(got.len < 2048, "a field is truncated at its limit: %zu", got.len);
	is_int((int64_t)log_test_written(log_test_say_debug).len, 0,
	    "an event below the level is not logged");
	got = log_test_written(log_test_say_nothing_but_the_event);
	ok(slice_ends(got, SLICE(" error bare\n")), "an event without fields");
	setenv("JOURNAL_STREAM", "8:1", 1);
	log_setup(LOG_INFO, LOG_FORMAT_TEXT);
	got = log_test_written(log_test_say_nothing_but_the_event);
	ok(slice_ends(got, SLICE(" error bare\n")),
	    "E-d: JOURNAL_STREAM of another file: it is not the journal");
	got = log_test_written(log_test_say_bare_to_journal);
	is_slice(got, SLICE("<3>bare\n"), "E-d: to the journal: its priority");
	got = log_test_written(log_test_say_json_to_journal);
	ok(slice_starts(got, SLICE("<4>{\"time\":")),
	    "E-d: JSON to the journal: its priority");
	log_setup(LOG_DEBUG, LOG_FORMAT_JSON);
	got = log_test_written(log_test_say_hostile);
	ok(slice_starts(got, SLICE("{")),
	    "E-d: JSON written to a file has no priority prefix");
	is_int((int64_t)log_test_count(got, '\n'), 1,
	    "JSON: an event is one line");
	json = json_loadb(got.p, got.len, 0, NULL);
	ok(json != NULL, "JSON: the line is valid JSON");
	is_text(slice_of(json_string_value(json_object_get(json, "event"))),
	    "poll", "JSON: the member `event` is the event");
	json_decref(json);
	log_setup(LOG_INFO, LOG_FORMAT_TEXT);
	log_test_full_pipe();
	return done_testing();
}
