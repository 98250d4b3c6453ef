/*
 * cursor.c -- see cursor.h.
 */
#include "serve/feed/cursor.h"

#include <inttypes.h>

#include "base/text/ascii.h"

#define CURSOR_BYTES 41 /* two signed numbers of 19 digits and the point */

void
cursor_put(struct buf *out, struct article_place place)
{
	buf_printf(out, "%" PRId64 ".%" PRId64, place.sort_at, place.id);
}

/* Accepts digits with an optional minus sign; slice_to_int64() accepts more. */
static bool
cursor_parse_number(struct slice text, int64_t *ret)
{
	size_t begin = text.len > 0 && text.p[0] == '-' ? 1 : 0;

	for (size_t i = begin; i < text.len; i++)
		if (!ascii_is_digit(text.p[i]))
			return false;
	return text.len > begin && slice_to_int64(text, ret);
}

struct slice
cursor_of_target(struct slice text)
{
	static const struct slice name = SLICE("after=");
	size_t at = slice_find(text, name, 0);

	return at == SLICE_NOT_FOUND ? text
				     : slice_sub(text, at + name.len, text.len);
}

bool
cursor_parse(struct slice text, struct article_place *ret)
{
	size_t point;

	if (text.len == 0) {
		*ret = ARTICLE_PLACE_FIRST;
		return true;
	}
	text = cursor_of_target(text);
	point = slice_find_char(text, '.', 0);
	if (point == SLICE_NOT_FOUND || text.len > CURSOR_BYTES)
		return false;
	return cursor_parse_number(slice_sub(text, 0, point), &ret->sort_at) &&
	       cursor_parse_number(
		   slice_sub(text, point + 1, text.len), &ret->id);
}
