/*
 * category_terms.c -- see category_terms.h.
 *
 * The words are read in the order of the text.  The rows of each distinct stem
 * are looked up at its first occurrence.  Each later occurrence only adds to
 * the count of its terms.
 */
#include "enrich/category/category_terms.h"

#include <string.h>

#define NO_ROW     CATEGORY_NO_ROW
#define LEAD_WORDS 80 /* words of the body that count as its lead */
/* Value of an occurrence of a weak term, and values that are added to the sum
 * of all scores so that one term does not decide about a short text. */
#define ONE   12
#define PRIOR (15 * ONE)
#define WHOLE 4096         /* the share 1 */
#define FLOOR (WHOLE / 16) /* added to each share: the unseen terms */

/* Factors of the categories, in 64ths.  A category whose terms also occur in
 * texts about other subjects has a small factor.
 * tests/model/category_weights.py computes the factors. */
static const uint8_t category_terms_factors[CATEGORY_COUNT] = {
	98, /* arts */
	63, /* crime */
	50, /* disaster */
	79, /* economy */
	55, /* education */
	56, /* environment */
	68, /* health */
	59, /* human interest */
	48, /* labour */
	94, /* lifestyle */
	76, /* politics */
	48, /* religion */
	77, /* science */
	84, /* society */
	71, /* sport */
	52, /* conflict */
	43, /* weather */
};

/* Rows of a distinct stem. */
struct terms_match {
	uint32_t exact, beginning; /* first row, or NO_ROW */
	bool is_head;
	bool is_any; /* there is a row */
};

/* A term that was found. */
struct terms_hit {
	uint32_t row; /* first row */
	uint32_t n;   /* occurrences */
	uint32_t n_stems;
	struct slice text; /* its first occurrence */
	bool in_title, in_lead;
};

struct terms_walk {
	const struct enrich_text *text;
	struct category_list list;   /* of the language of the text */
	struct terms_match *matches; /* of each distinct stem */
	struct terms_hit *hits;
	uint32_t n_hits;
	uint32_t *hit_of_row; /* number of the hit plus one; 0: none */
	uint32_t lead_from;   /* first word of the body */
};

/* ---- rows ---- */

/* category_terms.py computes the same hashes. */
static uint32_t
category_terms_join(uint32_t hash, uint32_t next)
{
	uint64_t sum = hash * UINT64_C(0x9E3779B97F4A7C15) + next;

	return (uint32_t)((sum * UINT64_C(0xBF58476D1CE4E5B9)) >> 32);
}

/* Looks up the rows of a distinct stem at its first occurrence. */
static void
category_terms_match(struct terms_walk *w, const struct enrich_word *word)
{
	const struct enrich_term *term = &w->text->terms[word->term];
	struct terms_match *match = &w->matches[word->term];
	uint32_t row;

	*match = (struct terms_match){ NO_ROW, NO_ROW, false, false };
	if (!term->is_listed)
		return;
	row = category_list_row(w->list, term->hash);
	/* The row of a first stem is the first one of its hash, because '!' is
	 * less than all letters. */
	if (row != NO_ROW && w->list.language->marks[row] == '!') {
		match->is_head = true;
		row++;
		if (row == w->list.language->n ||
		    w->list.language->hashes[row] != term->hash)
			row = NO_ROW;
	}
	match->exact = row;
	if (!term->is_stop && w->list.language->lengths != 0)
		match->beginning = category_list_beginning(
		    w->list, enrich_word_text(w->text, word));
	match->is_any = match->is_head || match->exact != NO_ROW ||
			match->beginning != NO_ROW;
}

/* ---- occurrences ---- */

static void
category_terms_add(
    struct terms_walk *w, uint32_t row, uint32_t first, uint32_t n_stems)
{
	const struct enrich_text *t = w->text;
	const struct enrich_word *word = &t->words[first];
	const struct enrich_word *last = &t->words[first + n_stems - 1];
	struct terms_hit *hit;

	if (row == NO_ROW)
		return;
	if (w->hit_of_row[row] == 0) {
		w->hits[w->n_hits] =
		    (struct terms_hit){ .row = row, .n_stems = n_stems };
		w->hits[w->n_hits].text = slice_sub(
		    t->text, word->at, (size_t)last->at + last->bytes);
		w->hit_of_row[row] = ++w->n_hits;
	}
	hit = &w->hits[w->hit_of_row[row] - 1];
	hit->n++;
	if (word->at < t->title_end)
		hit->in_title = true;
	else if (first < w->lead_from + LEAD_WORDS)
		hit->in_lead = true;
}

/* Counts the sequences of stems that begin with the word `first`. */
static void
category_terms_add_sequences(struct terms_walk *w, uint32_t first)
{
	const struct enrich_text *t = w->text;
	uint32_t hash = t->terms[t->words[first].term].hash;

	for (uint32_t i = 1; i < CATEGORY_TERM_STEMS; i++) {
		const struct enrich_word *word = &t->words[first + i];

		if (first + i >= t->n_words ||
		    word->sentence != t->words[first].sentence ||
		    word->term == ENRICH_NO_TERM)
			return;
		hash = category_terms_join(hash, t->terms[word->term].hash);
		category_terms_add(
		    w, category_list_row(w->list, hash), first, i + 1);
	}
}

static void
category_terms_count(struct terms_walk *w)
{
	const struct enrich_text *t = w->text;
	uint32_t n_matched = 0;

	while (w->lead_from < t->n_words &&
	       t->words[w->lead_from].at < t->title_end)
		w->lead_from++;
	for (uint32_t i = 0; i < t->n_words; i++) {
		const struct terms_match *match;

		if (t->words[i].term == ENRICH_NO_TERM)
			continue;
		/* Terms are in the order of their first occurrence. */
		if (t->words[i].term == n_matched) {
			category_terms_match(w, &t->words[i]);
			n_matched++;
		}
		match = &w->matches[t->words[i].term];
		if (!match->is_any)
			continue;
		category_terms_add(w, match->exact, i, 1);
		category_terms_add(w, match->beginning, i, 1);
		if (match->is_head)
			category_terms_add_sequences(w, i);
	}
}

/* ---- scores ---- */

static uint32_t
category_terms_rows(const struct terms_walk *w, uint32_t row)
{
	uint32_t n = 1;

	while (
	    row + n < w->list.language->n &&
	    w->list.language->hashes[row + n] == w->list.language->hashes[row])
		n++;
	return n;
}

/* Returns the value of a term that is weak.  A term counts at most four times,
 * a term of the title twice, a term of the lead one and a half times, a
 * sequence one and a half times.  A term of several categories counts less for
 * each of them. */
static uint32_t
category_terms_value(const struct terms_walk *w, const struct terms_hit *hit)
{
	static const uint32_t quarters[] = { 0, 4, 8, 10, 12, 13, 14, 15, 16 };
	uint32_t value = ONE * quarters[hit->n < 8 ? hit->n : 8] / 4;
	uint32_t n_rows = category_terms_rows(w, hit->row);

	if (hit->in_title)
		value *= 2;
	if (hit->in_lead)
		value = value * 3 / 2;
	if (hit->n_stems > 1)
		value = value * 3 / 2;
	if (n_rows > 1)
		value = n_rows == 2 ? value * 2 / 3 : value / 2;
	return value;
}

static bool
category_terms_is_strong(char mark)
{
	return mark >= 'A' && mark < 'A' + CATEGORY_COUNT;
}

static size_t
category_terms_category(char mark)
{
	return (
	    size_t)(category_terms_is_strong(mark) ? mark - 'A' : mark - 'a');
}

/* Adds the value of each hit to the scores of its categories. */
static void
category_terms_sum(const struct terms_walk *w, uint64_t scores[CATEGORY_COUNT])
{
	for (uint32_t i = 0; i < w->n_hits; i++) {
		uint32_t row = w->hits[i].row;
		uint32_t n = category_terms_rows(w, row);
		uint32_t value = category_terms_value(w, &w->hits[i]);

		for (uint32_t k = row; k < row + n; k++) {
			char mark = w->list.language->marks[k];

			scores[category_terms_category(mark)] +=
			    category_terms_is_strong(mark) ? 2 * value : value;
		}
	}
}

/* Lists the terms of one category in the order of the text.  The sum of their
 * shares is `score`.  `sum`: the sum of their values. */
static void
category_terms_list(const struct terms_walk *w, size_t category, uint64_t sum,
    double score, struct enrichment *ret)
{
	struct enrich_category_term *terms = arena_array_uninit(
	    w->text->arena, (size_t)w->n_hits + 1, sizeof(*terms));
	size_t n = 0;

	for (uint32_t i = 0; i < w->n_hits; i++) {
		uint32_t row = w->hits[i].row;
		uint32_t value = category_terms_value(w, &w->hits[i]);

		for (uint32_t k = 0; k < category_terms_rows(w, row); k++) {
			char mark = w->list.language->marks[row + k];

			if (category_terms_category(mark) != category)
				continue;
			if (category_terms_is_strong(mark))
				value *= 2;
			terms[n++] = (struct enrich_category_term){
				.text = w->hits[i].text,
				.share = score * (double)value / (double)sum,
			};
			break;
		}
	}
	ret->category_terms = terms;
	ret->n_category_terms = n;
}

/* The probability of a category is proportional to the square of its share
 * times its factor. */
static void
category_terms_decide(const struct terms_walk *w, struct enrichment *ret)
{
	uint64_t scores[CATEGORY_COUNT] = { 0 }, weights[CATEGORY_COUNT];
	uint64_t sum = PRIOR, total = 0;
	size_t best = 0;

	category_terms_sum(w, scores);
	for (size_t i = 0; i < CATEGORY_COUNT; i++)
		sum += scores[i];
	for (size_t i = 0; i < CATEGORY_COUNT; i++) {
		uint64_t product = (scores[i] * WHOLE / sum + FLOOR) *
				   category_terms_factors[i];

		weights[i] = product * product;
		total += weights[i];
		if (weights[i] > weights[best])
			best = i;
	}
	ret->category_best = (uint32_t)best + 1;
	ret->category_score = (double)weights[best] / (double)total;
	if (weights[best] * 1000 >= total * CATEGORY_TERMS_LEAST)
		ret->category = (uint32_t)best + 1;
	category_terms_list(w, best, scores[best], ret->category_score, ret);
}

/* Finds the terms of a text.  Returns false if its language has no list. */
static bool
category_terms_walk(const struct category_index *index,
    const struct enrich_text *t, struct terms_walk *w)
{
	*w = (struct terms_walk){ .text = t,
		.list = category_list_of(index, t->language->code) };
	if (w->list.language == NULL)
		return false;
	w->matches = arena_array_uninit(
	    t->arena, (size_t)t->n_terms + 1, sizeof(*w->matches));
	w->hits = arena_array_uninit(
	    t->arena, (size_t)w->list.language->n + 1, sizeof(*w->hits));
	w->hit_of_row = arena_array(
	    t->arena, (size_t)w->list.language->n + 1, sizeof(*w->hit_of_row));
	category_terms_count(w);
	return true;
}

void
category_terms_find(const struct category_index *index,
    const struct enrich_text *t, struct enrichment *ret)
{
	struct terms_walk w;

	if (category_terms_walk(index, t, &w))
		category_terms_decide(&w, ret);
}

void
category_terms_scores(const struct category_index *index,
    const struct enrich_text *t, uint64_t ret[CATEGORY_COUNT])
{
	struct terms_walk w;

	memset(ret, 0, CATEGORY_COUNT * sizeof(ret[0]));
	if (category_terms_walk(index, t, &w))
		category_terms_sum(&w, ret);
}
