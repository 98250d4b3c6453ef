/*
 * person.c -- the display name in RSS's author and in dc:creator.
 *
 * Source: RSS 2.0 <author> ("lawyer@boyer.net (Lawyer Boyer)"); RFC 5322,
 * section 3.4 (name-addr).
 */
#include "crawler/feed/person.h"

static bool
person_is_address(struct slice text)
{
	size_t at = slice_find_char(text, '@', 0);

	return at != SLICE_NOT_FOUND && at > 0 && at + 1 < text.len &&
	       slice_find_char(text, ' ', 0) == SLICE_NOT_FOUND;
}

static struct slice
person_unquoted(struct slice text)
{
	text = slice_trim(text);
	if (text.len >= 2 && text.p[0] == '"' && text.p[text.len - 1] == '"')
		text = slice_trim(slice_sub(text, 1, text.len - 1));
	return text;
}

/* Splits "outer (inner)"; false if the text does not have that form. */
static bool
person_split(struct slice text, char open, char close, struct slice *ret_outer,
    struct slice *ret_inner)
{
	size_t at = slice_find_char(text, open, 0);

	if (at == SLICE_NOT_FOUND || text.p[text.len - 1] != close)
		return false;
	*ret_outer = person_unquoted(slice_sub(text, 0, at));
	*ret_inner = slice_trim(slice_sub(text, at + 1, text.len - 1));
	return true;
}

struct slice
person_name(struct slice text)
{
	struct slice outer, inner;

	text = slice_trim(text);
	if (text.len == 0)
		return text;
	if (person_split(text, '(', ')', &outer, &inner)) {
		if (person_is_address(outer))
			return inner.len > 0 ? inner : outer;
		if (person_is_address(inner))
			return outer.len > 0 ? outer : inner;
	}
	if (person_split(text, '<', '>', &outer, &inner) &&
	    person_is_address(inner))
		return outer.len > 0 ? outer : inner;
	return text;
}
