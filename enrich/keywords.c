/*
 * keywords.c -- ranks terms and selects the keywords; see keywords.h.
 *
 * The score of a term is the product of
 *   - its frequency in the text, saturated as in BM25, with an additional
 *     weight for the title and for the first part of the text;
 *   - the inverse document frequency of its words;
 *   - its spread over the text;
 *   - a factor for names: terms with capitals inside a sentence.
 * A longer term replaces a shorter one that rarely occurs without it.
 *
 * Scores are integers in units of 1/256 of each factor.
 */
#include "enrich/keywords.h"

#include <stdlib.h>

#include "base/limits.h"
#include "enrich/phrases.h"
#include "enrich/run/runs.h"

/* Factors are in units of 1/256.  docs/enrichment.md has their effect. */
#define ONE          256
#define TITLE_WEIGHT 8 /* weight of an occurrence in the title */
#define LEAD_WEIGHT  2 /* weight of an occurrence in the first part */
/* A term with this number of occurrences has half of the greatest frequency. */
#define SATURATION 29
/* Greatest weight of a word. A word has this weight if one of 220 articles
 * contains the word. Rarer words have the same weight. */
#define MAX_INVERSE 2000
/* The weight for the spread of a term grows by this value for each part of the
 * text in which the term occurs. */
#define SPREAD_STEP   80
#define PAIR_FACTOR   450 /* terms of two words */
#define TRIPLE_FACTOR 330 /* terms of three words */
#define NAME_FACTOR   530 /* names, unless nouns have capitals */
#define SMALL_FACTOR  225 /* words in small letters, if nouns have capitals */
#define ONCE_FACTOR   160 /* terms of several words that occur once and are no
			     names */
#define SHORT_FACTOR  60  /* stems of one or two bytes */
/* A longer term replaces a term if it has at least EXTEND_SHARE % of the term's
 * occurrences, and at least EXTEND_LEAST occurrences. */
#define EXTEND_SHARE 80
#define EXTEND_LEAST 2
/* A term that is chosen excludes each longer form that has fewer than
 * LONGER_SHARE % of the term's occurrences. */
#define LONGER_SHARE 60
/* After ALWAYS_KEPT terms, those with less than LEAST_WEIGHT % of the score of
 * the best are left out: publishers state three to six keywords.  In a text of
 * fewer than SHORT_WORDS words no term is left out, because the frequencies are
 * not reliable. */
#define LEAST_WEIGHT 22
#define ALWAYS_KEPT  3
#define SHORT_WORDS  150
_Static_assert((uint64_t)(LIMIT_ENRICH_WORDS + TITLE_WEIGHT + LEAD_WEIGHT) *
		       (SATURATION + 1) * ONE <=
		   UINT32_MAX,
    "a frequency is computed with 32 bits");
#define LOOKED 96 /* best candidates that are compared with each other */

/* ---- scores ---- */

static int64_t
keywords_inverse(const struct enrich_text *t, const struct phrase *p)
{
	static const int64_t factors[PHRASE_WORDS + 1] = { 0, ONE, PAIR_FACTOR,
		TRIPLE_FACTOR };
	uint32_t sum = 0, n = 0;

	for (uint32_t i = 0; i < p->n; i++) {
		const struct enrich_term *term = &t->terms[p->terms[i]];

		if (term->is_stop)
			continue;
		sum +=
		    term->inverse < MAX_INVERSE ? term->inverse : MAX_INVERSE;
		n++;
	}
	/* The sum is at most PHRASE_WORDS * MAX_INVERSE, so it is divided with
	 * 32 bits. That takes half of the time of a division with 64 bits. */
	return (int64_t)(n > 1 ? sum / n : sum) * factors[p->n] / ONE;
}

static int64_t
keywords_frequency(const struct phrase *p)
{
	uint32_t n = p->n_body + TITLE_WEIGHT * (p->n_title > 0);

	if ((p->parts & 1) != 0)
		n += LEAD_WEIGHT;
	return n * (SATURATION + 1) * ONE / (n + SATURATION);
}

static bool
keywords_is_name(const struct phrase *p)
{
	return p->n_name > 0 && 2 * p->n_name >= p->n_body;
}

static int64_t
keywords_score(const struct enrich_text *t, const struct phrase *p)
{
	bool nouns_are_names =
	    (t->language->traits & LANGUAGE_NOUN_CAPITALS) != 0;
	bool is_name = keywords_is_name(p);
	int64_t score = keywords_frequency(p) * keywords_inverse(t, p) / ONE;

	score =
	    score * (ONE + SPREAD_STEP * __builtin_popcount(p->parts)) / ONE;
	if (is_name && !nouns_are_names)
		score = score * NAME_FACTOR / ONE;
	if (p->n == 1 && nouns_are_names && !is_name)
		score = score * SMALL_FACTOR / ONE;
	if (p->n > 1 && p->n_body + p->n_title < 2 && !is_name)
		score = score * ONCE_FACTOR / ONE;
	if (p->n == 1 && t->terms[p->terms[0]].stem.len < 3)
		score = score * SHORT_FACTOR / ONE;
	return score;
}

static int
keywords_compare(const void *a, const void *b)
{
	const struct phrase *p = *(const struct phrase *const *)a,
			    *q = *(const struct phrase *const *)b;

	if (p->score != q->score)
		return p->score > q->score ? -1 : 1;
	if (p->first != q->first)
		return p->first < q->first ? -1 : 1;
	return (int)p->n - (int)q->n;
}

/* The best candidates: a heap with the worst one as its root, later an array
 * with the best one first. */
struct keywords_best {
	struct phrase *items[LOOKED];
	size_t n;
};

/* Moves the item at `at` down until both of its children are better. */
static void
keywords_sink(struct keywords_best *best, size_t at)
{
	for (;;) {
		size_t worst = at;

		for (size_t child = 2 * at + 1;
		     child <= 2 * at + 2 && child < best->n; child++)
			if (keywords_compare(
				&best->items[child], &best->items[worst]) > 0)
				worst = child;
		if (worst == at)
			return;
		struct phrase *moved = best->items[at];

		best->items[at] = best->items[worst];
		best->items[worst] = moved;
		at = worst;
	}
}

/* Scores all candidates and selects the LOOKED best ones, best first.
 * O(candidates), and O(log LOOKED) for each that is selected. */
static void
keywords_rank(const struct enrich_text *t, const struct phrases *all,
    struct keywords_best *ret)
{
	ret->n = 0;
	for (uint32_t i = 0; i < all->n; i++) {
		struct phrase *p = &all->items[i];

		p->score = keywords_score(t, p);
		if (ret->n < LOOKED) {
			ret->items[ret->n++] = p;
			for (size_t at = ret->n / 2;
			     ret->n == LOOKED && at-- > 0;)
				keywords_sink(ret, at);
		} else if (keywords_compare(&p, &ret->items[0]) < 0) {
			ret->items[0] = p;
			keywords_sink(ret, 0);
		}
	}
	qsort(ret->items, ret->n, sizeof(ret->items[0]), keywords_compare);
}

/* ---- selection ---- */

struct keywords_choice {
	const struct enrich_text *text;
	const struct keywords_best *ranked;
	struct runs *runs; /* NULL: all candidates are of scripts with spaces */
	struct phrase **chosen;
	size_t n;
};

/* Returns true if all words of `small` are in `large`, in this order and
 * adjacent. */
static bool
keywords_contains(const struct phrase *large, const struct phrase *small)
{
	if (small->n >= large->n)
		return false;
	for (uint32_t from = 0; from + small->n <= large->n; from++) {
		uint32_t i = 0;

		while (
		    i < small->n && large->terms[from + i] == small->terms[i])
			i++;
		if (i == small->n)
			return true;
	}
	return false;
}

static uint32_t
keywords_count(const struct phrase *p)
{
	return p->n_body + p->n_title;
}

/* Returns true if the shorter term occurs mostly as a part of the longer one.
 */
static bool
keywords_is_part(const struct phrase *large, const struct phrase *small)
{
	return keywords_contains(large, small) &&
	       keywords_count(large) >= EXTEND_LEAST &&
	       keywords_count(large) * 100 >=
		   keywords_count(small) * EXTEND_SHARE;
}

static bool
keywords_is_run(const struct keywords_choice *c, const struct phrase *p)
{
	return c->runs != NULL && runs_is_run(c->text, p);
}

/* Returns true if a chosen term excludes p.  Runs are compared by runs.c. */
static bool
keywords_is_redundant(const struct keywords_choice *c, const struct phrase *p)
{
	for (size_t i = 0; i < c->n; i++) {
		const struct phrase *q = c->chosen[i];

		if (keywords_is_run(c, q))
			continue;
		if (p == q || (keywords_contains(q, p) &&
				  keywords_count(q) >= keywords_count(p)))
			return true;
		if (keywords_contains(p, q) &&
		    keywords_count(p) * 100 < keywords_count(q) * LONGER_SHARE)
			return true;
	}
	return c->runs != NULL && runs_cover(c->runs, p);
}

/* Returns the best longer form of p that is nearly as frequent; p if there is
 * none. */
static struct phrase *
keywords_extend(const struct keywords_best *ranked, struct phrase *p)
{
	struct phrase *best = p;

	for (size_t i = 0; i < ranked->n; i++)
		if (keywords_is_part(ranked->items[i], p) &&
		    (best == p || ranked->items[i]->score > best->score))
			best = ranked->items[i];
	return best;
}

/* Returns true if any of the best candidates is of a script without spaces. */
static bool
keywords_has_runs(
    const struct enrich_text *t, const struct keywords_best *ranked)
{
	for (size_t i = 0; i < ranked->n; i++)
		if (runs_is_run(t, ranked->items[i]))
			return true;
	return false;
}

/* Returns the term that stands for the candidate p; NULL if it is redundant. */
static struct phrase *
keywords_choose_one(const struct keywords_choice *c, struct phrase *p)
{
	if (!keywords_is_run(c, p))
		p = keywords_extend(c->ranked, p);
	if (!keywords_is_run(c, p))
		return keywords_is_redundant(c, p) ? NULL : p;
	p = runs_find(c->runs, p);
	if (p != NULL)
		runs_choose(c->runs, p);
	return p;
}

/* `runs` is NULL if all candidates are of scripts with spaces. */
static size_t
keywords_choose(const struct enrich_text *t, const struct keywords_best *ranked,
    struct runs *runs, struct phrase **chosen, size_t most)
{
	struct keywords_choice c = {
		.text = t, .ranked = ranked, .runs = runs, .chosen = chosen
	};

	for (size_t i = 0; i < ranked->n && c.n < most; i++) {
		struct phrase *p = keywords_choose_one(&c, ranked->items[i]);

		if (p != NULL)
			chosen[c.n++] = p;
	}
	return c.n;
}

/* Removes weak terms, and returns the number of those that are left. */
static size_t
keywords_drop_weak(struct phrase **chosen, size_t n, int64_t best)
{
	size_t n_kept = 0;

	for (size_t i = 0; i < n; i++)
		if (i < ALWAYS_KEPT ||
		    chosen[i]->score * 100 >= best * LEAST_WEIGHT)
			chosen[n_kept++] = chosen[i];
	return n_kept;
}

/* If few terms are left because a short text repeats its title, parts of the
 * title are terms. */
static size_t
keywords_choose_all(const struct enrich_text *t,
    const struct keywords_best *ranked, struct phrase **chosen, size_t most)
{
	size_t n;

	if (!keywords_has_runs(t, ranked))
		return keywords_choose(t, ranked, NULL, chosen, most);
	n = keywords_choose(t, ranked, runs_new(t, false), chosen, most);
	if (n >= ALWAYS_KEPT || n >= most)
		return n;
	return keywords_choose(t, ranked, runs_new(t, true), chosen, most);
}

void
keywords_find(const struct enrich_text *t, size_t most,
    struct enrich_keyword **ret, size_t *ret_n)
{
	struct phrase *chosen[LIMIT_ENRICH_KEYWORDS];
	struct enrich_keyword *keywords;
	struct keywords_best ranked;
	struct phrases all;
	size_t n;
	int64_t best = 1;

	phrases_find(t, &all);
	keywords_rank(t, &all, &ranked);
	n = keywords_choose_all(t, &ranked, chosen,
	    most < LIMIT_ENRICH_KEYWORDS ? most : LIMIT_ENRICH_KEYWORDS);
	for (size_t i = 0; i < n; i++)
		best = chosen[i]->score > best ? chosen[i]->score : best;
	if (t->n_words >= SHORT_WORDS)
		n = keywords_drop_weak(chosen, n, best);
	keywords = arena_array(t->arena, n + 1, sizeof(*keywords));
	for (size_t i = 0; i < n; i++)
		keywords[i] = (struct enrich_keyword){
			.term = phrase_text(t, chosen[i]),
			.stem = phrase_stem(t, chosen[i]),
			.weight = (double)chosen[i]->score / (double)best,
		};
	*ret = keywords;
	*ret_n = n;
}
