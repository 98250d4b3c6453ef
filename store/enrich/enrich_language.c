/*
 * enrich_language.c -- decides the language of a text of a feed; see
 * enrich_state.h.
 *
 * The worker decides the language of a page.  For the text of a feed, which no
 * worker reads, the store applies the same rule.
 */
#include <stdlib.h>

#include "cuter/article/language.h"
#include "store/enrich/enrich_state.h"
#include "store/sqlite/statement.h"

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

struct slice
enrich_language(struct store *s, struct slice declared, struct slice body)
{
	const struct languages *languages = enrich_language_table(s);
	struct language_guess guess;

	/* BCP 47: the language is not determined */
	if (slice_equal_nocase(declared, SLICE("und")))
		declared = SLICE_NONE;
	if (languages == NULL || body.len == 0)
		return declared;
	guess = language_detect(languages, body);
	return language_replaces(&guess, declared) ? slice_of(guess.code)
						   : declared;
}
