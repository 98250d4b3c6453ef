/*
 * passage_rank.c -- ranks passages by BM25; see passage_rank.h.
 */
#include "store/search/passage/passage_rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits/limits_portal.h"

/* The usual values (Robertson and Zaragoza, section 3.4). */
#define SATURATION 1.2  /* k1 */
#define LENGTH     0.75 /* b */
/* A shorter passage is ranked as if it had this share of the mean length.
 * Otherwise a caption or a heading that consists of the words of the query
 * would rank before a sentence. */
#define LEAST_LENGTH 0.5

void
passage_ranking_init(struct passage_ranking *ret, size_t n_terms)
{
	*ret = (struct passage_ranking){ .n_terms = n_terms };
}

void
passage_ranking_release(struct passage_ranking *r)
{
	free(r->places);
	free(r->counts);
	r->places = NULL;
	r->counts = NULL;
}

static bool
passage_rank_reserve(struct passage_ranking *r)
{
	size_t cap = r->cap > 0 ? 2 * r->cap : 256;
	void *places, *counts;

	if (r->n < r->cap)
		return true;
	places = realloc(r->places, cap * sizeof(*r->places));
	if (places != NULL)
		r->places = places;
	counts =
	    realloc(r->counts, cap * (r->n_terms + 1) * sizeof(*r->counts));
	if (counts != NULL)
		r->counts = counts;
	if (places == NULL || counts == NULL)
		return false;
	r->cap = cap;
	return true;
}

bool
passage_ranking_add(struct passage_ranking *r,
    const struct passage_place *place, const uint16_t *counts, bool keep)
{
	if (r->n_passages >= LIMIT_PASSAGE_PIECES)
		return true;
	r->n_passages++;
	r->n_words += place->n_words;
	for (size_t i = 0; i < r->n_terms; i++) {
		r->containing[i] += counts[i] > 0;
		keep |= counts[i] > 0;
	}
	if (!keep)
		return true;
	if (!passage_rank_reserve(r))
		return false;
	memcpy(r->counts + r->n * r->n_terms, counts,
	    r->n_terms * sizeof(*counts));
	r->places[r->n++] = *place;
	return true;
}

static double
passage_rank_score(const struct passage_ranking *r,
    const struct passage_place *place, const uint16_t *counts)
{
	double mean = (double)r->n_words / (double)r->n_passages;
	double length = mean > 0 ? (double)place->n_words / mean : 1;
	double all = (double)r->n_passages, score = 0;

	if (length < LEAST_LENGTH)
		length = LEAST_LENGTH;
	for (size_t i = 0; i < r->n_terms; i++) {
		double with = (double)r->containing[i], n = counts[i];
		double weight = log(1 + (all - with + 0.5) / (with + 0.5));

		score += weight * n * (SATURATION + 1) /
			 (n + SATURATION * (1 - LENGTH + LENGTH * length));
	}
	return score;
}

static int
passage_rank_compare(const void *a, const void *b)
{
	const struct passage_place *x = a, *y = b;

	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	if (x->article != y->article)
		return x->article < y->article ? -1 : 1;
	return x->n < y->n ? -1 : x->n > y->n;
}

void
passage_ranking_finish(struct passage_ranking *r)
{
	unsigned char kept[LIMIT_PASSAGE_ARTICLES] = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		r->places[i].score = passage_rank_score(
		    r, &r->places[i], r->counts + i * r->n_terms);
	if (r->n > 0)
		qsort(
		    r->places, r->n, sizeof(*r->places), passage_rank_compare);
	for (size_t i = 0; i < r->n; i++) {
		uint32_t article = r->places[i].article;

		if (kept[article] == LIMIT_PASSAGE_EACH)
			continue;
		kept[article]++;
		r->places[n++] = r->places[i];
	}
	r->n = n;
}
