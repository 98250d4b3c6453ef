/*
 * search_term.c -- divides a user's query into terms; see search_term.h.
 */
#include "store/search/search_term.h"

#include "base/text/utf8.h"

/* Minimum size of a prefix.  The * after a shorter text is ignored, because a
 * shorter prefix matches so many words that the query takes seconds. */
#define PREFIX_BYTES 3

bool
search_term_has_word(const struct search_term *term)
{
	struct slice text = term->text;

	for (size_t at = 0; at < text.len;) {
		uint32_t rune;

		at += utf8_decode(text.p + at, text.len - at, &rune);
		if (rune_is_word(rune) || rune_is_unspaced(rune))
			return true;
	}
	return false;
}

static bool
search_term_is_blank(char c)
{
	return (unsigned char)c <= ' ';
}

struct search_term
search_term_take(struct slice *rest)
{
	const struct slice title = SLICE("title:");
	struct search_term term = { 0 };
	size_t at = 0, from, to;

	while (at < rest->len && search_term_is_blank(rest->p[at]))
		at++;
	term.excluded = at < rest->len && rest->p[at] == '-';
	if (term.excluded)
		at++;
	term.of_title = slice_starts(slice_sub(*rest, at, rest->len), title) &&
			at + title.len < rest->len &&
			!search_term_is_blank(rest->p[at + title.len]);
	if (term.of_title)
		at += title.len;
	if (at < rest->len && rest->p[at] == '"') {
		from = at + 1;
		to = slice_find_char(*rest, '"', from);
		if (to == SLICE_NOT_FOUND)
			to = rest->len;
		at = to < rest->len ? to + 1 : to;
	} else {
		for (from = at; at < rest->len &&
				!search_term_is_blank(rest->p[at]) &&
				rest->p[at] != '"';)
			at++;
		to = at;
		term.prefix =
		    to > from + PREFIX_BYTES && rest->p[to - 1] == '*';
		if (to > from && rest->p[to - 1] == '*')
			to--;
	}
	term.text = slice_sub(*rest, from, to);
	*rest = slice_sub(*rest, at, rest->len);
	return term;
}
