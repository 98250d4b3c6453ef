/*
 * interests.c -- see interests.h.
 */
#include "enrich/interests.h"

#include "base/limits.h"

#define STEMS       4    /* stems of an interest that are compared */
#define WEIGHT_MOST 1000 /* of an interest, as an integer */

/* An interest that the text may contain. */
struct interest_terms {
	uint32_t terms[STEMS];
	uint32_t n;
	uint32_t weight;
};

static uint32_t
interests_find_term(const struct enrich_text *t, struct slice stem)
{
	for (uint32_t i = 0; i < t->n_terms; i++)
		if (slice_equal(t->terms[i].stem, stem))
			return i;
	return ENRICH_NO_TERM;
}

/* Returns false if the text does not have all stems of the interest. */
static bool
interests_read(const struct enrich_text *t,
    const struct enrich_interest *interest, struct interest_terms *ret)
{
	struct slice rest = interest->stem, stem;
	double weight = interest->weight * WEIGHT_MOST;

	*ret = (struct interest_terms){ 0 };
	if (!(weight >= 1))
		return false;
	ret->weight =
	    weight < WEIGHT_MOST ? (uint32_t)weight : (uint32_t)WEIGHT_MOST;
	while (ret->n < STEMS && slice_next(&rest, ' ', &stem)) {
		uint32_t term = interests_find_term(t, stem);

		if (term == ENRICH_NO_TERM)
			return false;
		ret->terms[ret->n++] = term;
	}
	return ret->n > 0;
}

/* Returns the sum of the weights of the interests in a sentence.  marks: for
 * each term, the number of the last sentence that contains it, plus one. */
static uint32_t
interests_weigh(const struct enrich_text *t, uint32_t sentence, uint32_t *marks,
    const struct interest_terms *interests, size_t n)
{
	const struct enrich_sentence *s = &t->sentences[sentence];
	uint32_t sum = 0;

	for (uint32_t i = 0; i < s->n_words; i++) {
		uint32_t term = t->words[s->first_word + i].term;

		if (term != ENRICH_NO_TERM)
			marks[term] = sentence + 1;
	}
	for (size_t i = 0; i < n; i++) {
		uint32_t k = 0;

		while (k < interests[i].n &&
		       marks[interests[i].terms[k]] == sentence + 1)
			k++;
		if (k == interests[i].n)
			sum += interests[i].weight;
	}
	return sum;
}

uint32_t *
interests_find(const struct enrich_text *t,
    const struct enrich_interest *interests, size_t n)
{
	struct interest_terms *present;
	uint32_t *marks, *shares, most = 0;
	size_t n_present = 0;

	if (n > LIMIT_ENRICH_INTERESTS)
		n = LIMIT_ENRICH_INTERESTS;
	present = arena_array_uninit(t->arena, n + 1, sizeof(*present));
	for (size_t i = 0; i < n; i++)
		n_present +=
		    interests_read(t, &interests[i], &present[n_present]);
	if (n_present == 0)
		return NULL;
	marks = arena_array(t->arena, (size_t)t->n_terms + 1, sizeof(*marks));
	shares =
	    arena_array(t->arena, (size_t)t->n_sentences + 1, sizeof(*shares));
	for (uint32_t i = t->n_title_sentences; i < t->n_sentences; i++) {
		shares[i] = interests_weigh(t, i, marks, present, n_present);
		if (shares[i] > most)
			most = shares[i];
	}
	for (uint32_t i = 0; most > 0 && i < t->n_sentences; i++)
		shares[i] =
		    (uint32_t)((uint64_t)shares[i] * INTEREST_ONE / most);
	return most > 0 ? shares : NULL;
}
