/*
 * passage_rank.h -- internal to store/: BM25 over the passages of the articles
 * that a search found.
 *
 * The passages of these articles are the collection: a term that occurs in each
 * of the articles has a low weight only if it occurs in most passages, too.
 * Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25
 * and Beyond" (2009), section 3.4, but with term weights that are always
 * positive.
 */
#ifndef STORE_SEARCH_PASSAGE_PASSAGE_RANK_H
#define STORE_SEARCH_PASSAGE_PASSAGE_RANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"

struct passage_place {
	int64_t article_id;
	uint32_t n;       /* number of the passage in its article, from 0 */
	uint32_t article; /* number of the article, best rank first */
	uint32_t n_words;
	double score;
};

/* All fields are private to passage_rank.c except places and n. */
struct passage_ranking {
	struct passage_place *places; /* owned; the best are first after
					 passage_ranking_finish() */
	uint16_t *counts;             /* owned: n_terms for each place */
	size_t n, cap, n_terms;
	size_t containing[LIMIT_SEARCH_TERMS]; /* passages with the term */
	size_t n_passages, n_words; /* number of all passages, and of their
				       words */
};

void passage_ranking_init(struct passage_ranking *ret, size_t n_terms);
void passage_ranking_release(struct passage_ranking *);
/* Adds a passage with the number of occurrences of each term.  A passage
 * without any term is counted, but not kept unless `keep` is set.  Returns
 * false if there is no memory. */
bool passage_ranking_add(struct passage_ranking *, const struct passage_place *,
    const uint16_t *counts, bool keep);
/* Computes the scores and sorts the places: higher scores first, then articles
 * with a better rank, then earlier passages.  Keeps at most LIMIT_PASSAGE_EACH
 * passages of an article.  O(n log n). */
void passage_ranking_finish(struct passage_ranking *);

#endif
