/*
 * passage_terms.h -- internal to store/: counts the terms of a query in a
 * passage.
 *
 * Words are compared by their stems if there is a stemmer for the language of
 * the text, else by their folded forms (words.h).  A prefix is always compared
 * with folded forms.  A phrase is counted if its words are adjacent.  A term in
 * a script without spaces is counted in any part of a run.  Excluded terms are
 * ignored, because the article does not contain them.
 */
#ifndef STORE_SEARCH_PASSAGE_PASSAGE_TERMS_H
#define STORE_SEARCH_PASSAGE_PASSAGE_TERMS_H

#include "base/buf.h"
#include "base/limits.h"
#include "base/slice.h"

struct sb_stemmer;

struct passage_term {
	struct slice text; /* borrowed from the query */
	struct buf needle; /* the words or stems of the term, as they are
			      searched in a passage */
	bool is_prefix;
	bool is_unspaced;
};

struct passage_terms {
	struct passage_term items[LIMIT_SEARCH_TERMS];
	size_t n;
	int language; /* number of the stemmer of the needles; -1: none; -2: the
			 language was not set yet */
	struct sb_stemmer *stemmer; /* NULL: folded words are compared */
	struct buf words,
	    stems; /* words and stems of the passage, each after a space */
};

/* Reads the terms of a query (the member `text` of struct search_query), which
 * is borrowed until passage_terms_release().
 * The only failure is lack of memory (passage_terms_failed()). */
void passage_terms_init(struct passage_terms *ret, struct slice query);
bool passage_terms_failed(const struct passage_terms *);
void passage_terms_release(struct passage_terms *);
/* Sets the language of the texts that follow; a tag of BCP 47, may be absent.
 */
void passage_terms_set_language(struct passage_terms *, struct slice tag);
/* Writes the number of occurrences of each term in the passage, at most
 * UINT16_MAX each.  Returns the number of words of the passage; in scripts
 * without spaces each character is a word.  O(terms * length). */
size_t passage_terms_count(
    struct passage_terms *, struct slice passage, uint16_t *ret_counts);
/* Appends the passage; each word of an occurrence of a term is enclosed in
 * U+0002 and U+0003. */
void passage_terms_mark(
    struct passage_terms *, struct slice passage, struct buf *out);

#endif
