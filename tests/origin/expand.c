/*
 * expand.c -- replaces the placeholders of a scenario for each request.
 *
 *     ${origin}     http://127.0.0.1:8080, as the request addressed the server
 *     ${n}          the number of this request among those to its target
 *     ${path}       the path of the request
 *     ${date+3600}  an HTTP date, this number of seconds from now (or -3600)
 *     ${iso-60}     the same in the format of RFC 3339
 *
 * Other text that looks like a placeholder is not changed.
 */
#include <stdio.h>
#include <time.h>

#include "base/date/date.h"
#include "tests/origin/origin.h"

void
write_http_date(struct buf *out, int64_t at)
{
	time_t t = (time_t)at;
	struct tm tm;
	char text[64];

	gmtime_r(&t, &tm);
	strftime(text, sizeof(text), "%a, %d %b %Y %H:%M:%S GMT", &tm);
	buf_append_string(out, text);
}

/* Reads a time relative to now: if the name is "date", "date+60" is 60 seconds
 * from now.  Returns false if the text has another form. */
static bool
expand_read_instant(struct slice text, const char *name, int64_t *ret_at)
{
	struct slice offset;
	int64_t seconds = 0;

	if (!slice_starts(text, slice_of(name)))
		return false;
	offset = slice_sub(text, strlen(name), text.len);
	if (offset.len > 0) {
		bool minus = offset.p[0] == '-';

		if ((!minus && offset.p[0] != '+') ||
		    !slice_to_int64(slice_sub(offset, 1, offset.len), &seconds))
			return false;
		if (minus)
			seconds = -seconds;
	}
	*ret_at = origin_now() + seconds;
	return true;
}

static bool
expand_one(struct slice name, const struct request *r, struct buf *out)
{
	char iso[DATE_TEXT_BYTES];
	int64_t at;

	if (slice_equal(name, SLICE("origin"))) {
		origin_write_self(out, r);
	} else if (slice_equal(name, SLICE("n"))) {
		buf_printf(out, "%d", r->number);
	} else if (slice_equal(name, SLICE("path"))) {
		buf_append_slice(out, r->path);
	} else if (expand_read_instant(name, "date", &at)) {
		write_http_date(out, at);
	} else if (expand_read_instant(name, "iso", &at)) {
		date_format_rfc3339(at, iso);
		buf_append_string(out, iso);
	} else {
		return false;
	}
	return true;
}

void
expand(struct slice text, const struct request *r, struct buf *out)
{
	size_t at = 0, open, close;

	while ((open = slice_find(text, SLICE("${"), at)) != SLICE_NOT_FOUND) {
		close = slice_find_char(text, '}', open);
		if (close == SLICE_NOT_FOUND)
			break;
		buf_append_slice(out, slice_sub(text, at, open));
		if (!expand_one(slice_sub(text, open + 2, close), r, out))
			buf_append_slice(out, slice_sub(text, open, close + 1));
		at = close + 1;
	}
	buf_append_slice(out, slice_sub(text, at, text.len));
}
