/*
 * category_terms.h -- finds the category of a text by the shipped lists of
 * terms.
 *
 *	struct category_index *index = category_index_new();
 *
 *	category_terms_find(index, &text, &enrichment);
 *	category_index_free(index);
 *
 * Each language has a list of terms for each category, in the folder words/.
 * category_terms.py computes category_terms.inc from these lists, which
 * category_terms_base.c makes a constant table.  A term is strong or weak, and
 * is a stem, a beginning of a word, or a sequence of at most
 * CATEGORY_TERM_STEMS stems.  docs/enrichment.md describes the score.
 *
 * The result depends on the text and its language only.  All scores are
 * integers.
 */
#ifndef ENRICH_CATEGORY_CATEGORY_TERMS_H
#define ENRICH_CATEGORY_CATEGORY_TERMS_H

#include <stdint.h>

#include "config/profile/category.h"
#include "enrich/enrichment.h"
#include "enrich/text.h"

#define CATEGORY_TERM_STEMS 8

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

/* The place of each row, by the upper bits of its hash. */
struct category_index;

/* Returns NULL if there is no memory.  O(rows of all languages). */
struct category_index *category_index_new(void);
void category_index_free(struct category_index *);

/* Returns true if the language has a list of terms. */
bool category_terms_has(const char *language);

/* Writes category, category_score and category_terms of *ret.  The terms are
 * allocated in the arena of the text.  ret->category is 0 if the best category
 * is less probable than CATEGORY_TERMS_LEAST, or if the language has no list.
 * O(words + bytes of the distinct stems). */
void category_terms_find(const struct category_index *,
    const struct enrich_text *, struct enrichment *ret);

/* Least probability of a category, in thousandths. */
#define CATEGORY_TERMS_LEAST 820

/* Writes the sum of the values of each category's terms, from which
 * category_terms_find() computes the probabilities.  For benchmarks.  O(words +
 * bytes of the distinct stems). */
void category_terms_scores(const struct category_index *,
    const struct enrich_text *, uint64_t ret[CATEGORY_COUNT]);

#endif
