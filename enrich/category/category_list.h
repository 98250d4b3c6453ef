/*
 * category_list.h -- the shipped terms of categories, and their places by hash.
 *
 * category_terms.py computes category_terms.inc from the folder words/, which
 * category_terms_base.c makes a constant table.
 */
#ifndef ENRICH_CATEGORY_CATEGORY_LIST_H
#define ENRICH_CATEGORY_CATEGORY_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

/* The terms of one language.  Rows are sorted by hash.  A term of two
 * categories has two rows. */
struct category_language {
	const char *code; /* ISO 639 */
	const uint32_t *hashes;
	const char *marks; /* of each row: 'A' + category: strong; 'a' +
			      category: weak; '!': first stem of a sequence */
	uint32_t n;
	uint64_t lengths; /* bit n: a beginning of a word has n bytes */
};
extern const struct category_language category_languages[];
extern const size_t category_n_languages;

/* The places of the rows of all languages, by the upper bits of their hashes.
 */
struct category_index;

/* Returns NULL if there is no memory.  O(rows of all languages). */
struct category_index *category_index_new(void);
void category_index_free(struct category_index *);

/* The terms of one language and their places; both are borrowed.  `language` is
 * NULL if the language has no terms. */
struct category_list {
	const struct category_language *language;
	const uint16_t *first; /* first row of each range of hashes */
};

/* Returns true if the language has a list of terms. */
bool category_has_list(const char *language);
/* O(languages) */
struct category_list category_list_of(
    const struct category_index *, const char *language);

#define CATEGORY_NO_ROW UINT32_MAX
/* Returns the first row of a hash, or CATEGORY_NO_ROW. */
uint32_t category_list_row(struct category_list, uint32_t hash);
/* Returns the row of the longest beginning of a word, in small letters, that is
 * a term, or CATEGORY_NO_ROW.  O(bytes of the word). */
uint32_t category_list_beginning(struct category_list, struct slice word);
/* Returns true if there is a row for the hash of a stem or for a beginning of
 * its word. */
bool category_list_has(struct category_list, uint32_t hash, struct slice word);

#endif
