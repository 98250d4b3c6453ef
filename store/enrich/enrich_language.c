/*
 * enrich_language.c -- decides the language of a text of a feed; see
 * enrich_state.h.
 *
 * The worker decides the language of a page.  For the text of a feed, which no
 * worker reads, the store applies the same rule.
 */
#include <stdlib.h>
#include <string.h>

#include "base/text/ascii.h"
#include "cuter/article/language.h"
#include "store/enrich/enrich_state.h"
#include "store/sqlite/statement.h"

#define LANGUAGE_TAG_BYTES 36 /* RFC 5646, section 4.4.1: 35 are enough */

/* Returns the table of languages, which is filled at the first call; NULL if
 * there is no memory. */
static const struct languages *
enrich_language_table(struct store *s)
{
	if (s->languages == NULL) {
		s->languages = calloc(1, sizeof(*s->languages));
		if (s->languages != NULL)
			languages_fill(s->languages);
	}
	return s->languages;
}

/* Writes the tag in the form of BCP 47: the subtags are separated by hyphens,
 * and the language is in lower case.  Returns its length; 0: not a tag. */
static size_t
enrich_language_write_tag(struct slice text, char tag[LANGUAGE_TAG_BYTES])
{
	size_t n = 0, start = 0, end = 0;

	for (size_t i = 0; i <= text.len && i < LANGUAGE_TAG_BYTES; i++) {
		char c = i < text.len ? text.p[i] : ' ';

		if (ascii_is_letter(c) || (start > 0 && ascii_is_digit(c))) {
			tag[n++] = start == 0 ? ascii_lower(c) : c;
			continue;
		}
		if (n == start || n - start > 8)
			break;
		if (start == 0 && (n < 2 || n > 3 || !strchr("-_ ,;\t\r\n", c)))
			return 0;
		end = n;
		if (c != '-' && c != '_')
			break;
		tag[n++] = '-';
		start = n;
	}
	return end;
}

struct slice
enrich_language_tag(struct arena *arena, struct slice declared)
{
	char tag[LANGUAGE_TAG_BYTES];
	size_t n = enrich_language_write_tag(slice_trim(declared), tag);
	struct slice ret = { tag, n };

	/* BCP 47: the language is not determined */
	return n == 0 || slice_equal(ret, SLICE("und"))
		   ? SLICE_NONE
		   : arena_copy(arena, ret);
}

struct slice
enrich_language(struct store *s, struct slice declared, struct slice body)
{
	const struct languages *languages = enrich_language_table(s);
	struct language_guess guess;

	declared = enrich_language_tag(&s->scratch, declared);
	if (languages == NULL || body.len == 0)
		return declared;
	guess = language_detect(languages, body);
	return language_replaces(&guess, declared) ? slice_of(guess.code)
						   : declared;
}
