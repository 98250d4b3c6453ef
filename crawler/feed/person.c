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

/* Returns the length of the text before the first comma or semicolon that is
 * neither in quotes nor in brackets. */
static size_t
person_first_length(struct slice text)
{
	bool in_quotes = false;
	size_t depth = 0, i = 0;

	for (; i < text.len; i++) {
		char c = text.p[i];

		if (c == '"')
			in_quotes = !in_quotes;
		else if (c == '(' || c == '<')
			depth++;
		else if ((c == ')' || c == '>') && depth > 0)
			depth--;
		else if ((c == ',' || c == ';') && depth == 0 && !in_quotes)
			break;
	}
	return i;
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

/* True if each part of a list is a person with an address.  The comma in "Doe,
 * Jane <jane@a.example>" is part of a name. */
static bool
person_is_list(struct slice text)
{
	while (text.len > 0) {
		struct slice part =
		    slice_sub(text, 0, person_first_length(text));

		if (!person_is_address(slice_trim(part)) &&
		    slice_equal(person_name(part), slice_trim(part)))
			return false;
		text = slice_sub(text, part.len + 1, text.len);
	}
	return true;
}

void
persons_start(struct persons *p, struct slice text)
{
	*p = (struct persons){ text, person_is_list(text) };
}

bool
persons_next(struct persons *p, struct slice *ret_name)
{
	size_t n = p->is_list ? person_first_length(p->rest) : p->rest.len;

	if (p->rest.len == 0)
		return false;
	*ret_name = person_name(slice_sub(p->rest, 0, n));
	p->rest = n < p->rest.len ? slice_sub(p->rest, n + 1, p->rest.len)
				  : SLICE_NONE;
	return true;
}
