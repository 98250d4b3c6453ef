/*
 * line_json.c -- reads a line of a batch; see line_json.h.
 *
 * jansson refuses a line with a byte order mark or with a lone surrogate.
 */
#include "cli/cut/batch/line_json.h"

#include <string.h>

#include "base/buf.h"

#define ESCAPE_CHARS 6 /* \uXXXX */

/* Returns the UTF-16 code unit of an escape at `at`; 0: there is none. */
static unsigned
line_json_unit_at(struct slice line, size_t at)
{
	unsigned unit = 0;

	if (at + ESCAPE_CHARS > line.len || line.p[at] != '\\' ||
	    line.p[at + 1] != 'u')
		return 0;
	for (size_t i = at + 2; i < at + ESCAPE_CHARS; i++) {
		char c = line.p[i];

		if (c >= '0' && c <= '9')
			unit = unit << 4 | (unsigned)(c - '0');
		else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
			unit = unit << 4 | (unsigned)((c | 0x20) - 'a' + 10);
		else
			return 0;
	}
	return unit;
}

/* Returns the position of the next lone surrogate, or SLICE_NOT_FOUND. */
static size_t
line_json_find_lone(struct slice line, size_t from)
{
	size_t at = from;

	while ((at = slice_find_char(line, '\\', at)) != SLICE_NOT_FOUND) {
		unsigned unit = line_json_unit_at(line, at);
		bool is_pair =
		    unit >> 10 == 0xD800 >> 10 &&
		    line_json_unit_at(line, at + ESCAPE_CHARS) >> 10 ==
			0xDC00 >> 10;

		if (unit >> 11 == 0xD800 >> 11 && !is_pair)
			return at;
		at += is_pair ? 2 * ESCAPE_CHARS : 2;
	}
	return SLICE_NOT_FOUND;
}

json_t *
line_json_read(struct slice line, size_t flags)
{
	struct slice mark = SLICE("\xef\xbb\xbf");
	json_t *value = NULL;
	struct buf copy;
	size_t at;

	if (slice_starts(line, mark))
		line = slice_sub(line, mark.len, line.len);
	at = line_json_find_lone(line, 0);
	if (at == SLICE_NOT_FOUND)
		return json_loadb(line.p, line.len, flags, NULL);
	buf_init(&copy, line.len);
	buf_append_slice(&copy, line);
	for (; !buf_failed(&copy) && at != SLICE_NOT_FOUND;
	     at = line_json_find_lone(line, at + ESCAPE_CHARS))
		memcpy(copy.p + at, "\\uFFFD", ESCAPE_CHARS);
	if (!buf_failed(&copy))
		value = json_loadb(copy.p, copy.len, flags, NULL);
	buf_release(&copy);
	return value;
}
