/*
 * category_terms.h -- finds the category of a text by the shipped lists of
 * terms.
 *
 *	struct category_index *index = category_index_new();
 *
 *	category_terms_find(index, &text, &enrichment);
 *	category_index_free(index);
 *
 * Each language has a list of terms for each category (category_list.h).  A
 * term is strong or weak, and is a stem, a beginning of a word, or a sequence
 *of at most CATEGORY_TERM_STEMS stems.  docs/enrichment.md describes the score.
 *
 * The result depends on the text and its language only.  All scores are
 * integers.
 */
#ifndef ENRICH_CATEGORY_CATEGORY_TERMS_H
#define ENRICH_CATEGORY_CATEGORY_TERMS_H

#include <stdint.h>

#include "config/profile/category.h"
#include "enrich/category/category_list.h"
#include "enrich/enrichment.h"
#include "enrich/text.h"

#define CATEGORY_TERM_STEMS 8

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
