/*
 * search_term.c -- divides a user's query into terms; see search_term.h.
 */
#include "store/search/search_term.h"

#include <unictype.h>

#include "base/text/utf8.h"

/* Minimum size of a prefix.  The * after a shorter text is ignored, because a
 * shorter prefix matches so many words that the query takes seconds. */
#define PREFIX_BYTES 3

/* True for letters and digits.  A low line or a mark, such as U+FE0F after an
 * emoji, is not a word without a letter or digit. */
static bool
search_term_is_letter(uint32_t rune)
{
	return rune_is_unspaced(rune) ||
	       (rune_is_word(rune) && rune != '_' &&
		   !uc_is_general_category_withtable(rune, UC_CATEGORY_MASK_M));
}

bool
search_term_has_word(const struct search_term *term)
{
	struct slice text = term->text;

	for (size_t at = 0; at < text.len;) {
		uint32_t rune;

		at += utf8_decode(text.p + at, text.len - at, &rune);
		if (search_term_is_letter(rune))
			return true;
	}
	return false;
}

/* Returns the size of the space or control character at `at` in bytes; 0: there
 * is another character, or the end of the text. */
static size_t
search_term_blank_at(struct slice text, size_t at)
{
	uint32_t rune;
	size_t n;

	if (at >= text.len)
		return 0;
	n = utf8_decode(text.p + at, text.len - at, &rune);
	return rune <= ' ' || rune_is_space(rune) ? n : 0;
}

struct search_term
search_term_take(struct slice *rest)
{
	const struct slice title = SLICE("title:");
	struct search_term term = { 0 };
	size_t at = 0, from, to, n;

	while ((n = search_term_blank_at(*rest, at)) > 0)
		at += n;
	term.excluded = at < rest->len && rest->p[at] == '-';
	if (term.excluded)
		at++;
	term.of_title = slice_starts(slice_sub(*rest, at, rest->len), title) &&
			at + title.len < rest->len &&
			search_term_blank_at(*rest, at + title.len) == 0;
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
				search_term_blank_at(*rest, at) == 0 &&
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
