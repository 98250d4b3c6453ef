/*
 * term_stems.h -- the stems that a term has as a keyword of articles.
 *
 *	struct term_stems *stems = term_stems_new();
 *	struct buf out;
 *
 *	buf_init(&out, most);
 *	if (stems != NULL &&
 *	    term_stems_list(stems, term, languages, n_languages, &out))
 *		... one stem on each line of out ...;
 *	term_stems_free(stems);
 *
 * The term is divided into words, and the words are stemmed, by the same
 * functions as the text of an article (words.c, terms.c).  The stem of a
 * keyword of an article is therefore equal to a stem of the same term.
 */
#ifndef ENRICH_TERM_TERM_STEMS_H
#define ENRICH_TERM_TERM_STEMS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

struct term_stems;

/* Returns NULL if there is no memory. */
struct term_stems *term_stems_new(void);
void term_stems_free(struct term_stems *);

/* Appends the distinct stems of a term, each followed by "\n".  A stem consists
 * of the stems of the words, separated by spaces.  The first stem is that in
 * texts of an unknown language: the words in small letters.  Then follow the
 * stems in the given languages (ISO 639 or BCP 47), or in all languages if
 * n_languages is 0.  Function words at the start and at the end of the term are
 * left out, because no keyword begins or ends with a function word.  A term
 * without a word has no stems.  Stems for which `out` has no space are left
 * out. Returns false if there is no memory.  O(languages * bytes). */
bool term_stems_list(struct term_stems *, struct slice term,
    char *const *languages, size_t n_languages, struct buf *out);

#endif
