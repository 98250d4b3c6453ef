/*
 * batch_lines.c -- reads lines from a file, a pipe or memory.
 *
 * In:  a stream.
 * Out: lines. Failures: a line is longer than LINE_BYTES; the stream cannot be
 *      read.
 */
#include "cli/cut/batch/batch_lines.h"

#include <sys/stat.h>

#include <errno.h>
#include <string.h>

#include "base/io/input.h"
#include "base/limits.h"

#define LINE_BYTES (16 * MIB) /* longer than any summary in a feed */
#define PIECE      (64 * KIB)

void
batch_lines_init(struct batch_lines *l, FILE *in)
{
	struct stat st;
	int fd = fileno(in);

	*l = (struct batch_lines){ .in = in };
	l->may_wait = fd >= 0 && (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode));
	buf_init(&l->held, LINE_BYTES + 2 * PIECE);
}

void
batch_lines_release(struct batch_lines *l)
{
	buf_release(&l->held);
}

/* Appends the next bytes of the input to `held`. For a pipe read() is used,
 * because fread() would wait until the whole piece has arrived. */
static void
batch_lines_fill(struct batch_lines *l)
{
	ssize_t n;

	memmove(l->held.p, l->held.p + l->at, l->held.len - l->at);
	l->held.len -= l->at;
	l->at = 0;
	if (!buf_reserve(&l->held, PIECE)) {
		l->error = ENOMEM;
		l->ended = true;
		return;
	}
	n = l->may_wait
		? input_read(fileno(l->in), l->held.p + l->held.len, PIECE)
		: (ssize_t)fread(l->held.p + l->held.len, 1, PIECE, l->in);
	if (n < 0 || (!l->may_wait && ferror(l->in)))
		l->error = errno;
	if (n <= 0)
		l->ended = true;
	else
		l->held.len += (size_t)n;
}

static size_t
batch_lines_find_end(const struct batch_lines *l, size_t from)
{
	return slice_find_char(buf_slice(&l->held), '\n', from);
}

/* Reads until `held` contains a whole line, or the input ends. Returns the
 * offset of the line's end. */
static size_t
batch_lines_wait(struct batch_lines *l, bool *ret_too_long)
{
	size_t searched = 0, end;

	*ret_too_long = false;
	while ((end = batch_lines_find_end(l, l->at + searched)) ==
		   SLICE_NOT_FOUND &&
	       !l->ended) {
		searched = l->held.len - l->at;
		if (searched > LINE_BYTES) {
			*ret_too_long = true;
			l->at = l->held.len;
			searched = 0;
		}
		batch_lines_fill(l);
	}
	if (end == SLICE_NOT_FOUND)
		end = l->held.len;
	if (end - l->at > LINE_BYTES)
		*ret_too_long = true;
	return end;
}

enum batch_line
batch_lines_next(struct batch_lines *l, struct slice *ret)
{
	while (l->error == 0 && !(l->ended && l->at == l->held.len)) {
		bool too_long;
		size_t end = batch_lines_wait(l, &too_long);
		struct slice line = slice_sub(buf_slice(&l->held), l->at, end);

		if (l->error != 0)
			break;
		l->at = end < l->held.len ? end + 1 : end;
		while (line.len > 0 &&
		       strchr("\r\n \t", line.p[line.len - 1]) != NULL)
			line.len--;
		*ret = too_long ? SLICE("") : line;
		if (too_long)
			return BATCH_LINE_TOO_LONG;
		if (line.len > 0)
			return BATCH_LINE_READ;
	}
	return BATCH_LINE_END;
}

bool
batch_lines_is_ready(const struct batch_lines *l)
{
	return !l->may_wait || l->ended ||
	       batch_lines_find_end(l, l->at) != SLICE_NOT_FOUND;
}
