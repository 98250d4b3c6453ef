/*
 * entropy.c -- blocks whose words are not on every page of the site.
 *
 * In:  the blocks of several pages of a site.
 * Out: class and reason of each block.
 *
 * Source: Lin, Ho, "Discovering Informative Content Blocks from Web Documents"
 * (2002), as described by Shinde, Bolli, Kulkarni (docs/methods.md), section
 * 2.1.
 *
 * A feature is a word. The entropy of a feature is computed from its
 * frequencies on the pages. The entropy is 1 if the word is equally frequent on
 * each page, and 0 if the word is on one page only. The entropy of a block is
 * the mean entropy of its features. A block below the threshold is informative.
 *
 * The threshold is found for each site by the paper's greedy approach: it is
 * raised in steps of 0.1. The raising ends when a step adds few features, which
 * means less than `gain` times the number of features that are included
 * already. If no step ends the raising, the threshold is 1. The option
 * `threshold` sets a fixed threshold.
 *
 * The paper removes stop words and uses stems, which requires a list for each
 * language. This file instead removes words of fewer than ENTROPY_WORD_CHARS
 * characters.
 */
#include "base/text/utf8.h"
#include "cuter/methods/decide.h"
#include "cuter/methods/papers.h"
#include "cuter/methods/site/site_counts.h"

#define ENTROPY_BY_SITE (-1)
/* Number of steps of 0.1: Shinde et al., section 2.1. */
#define ENTROPY_STEPS      10
#define ENTROPY_GAIN       0.02 /* chosen */
#define ENTROPY_WORD_CHARS 4    /* most stop words are shorter */

#define WORD_BYTES 64 /* longer words are cut */

const struct method_option entropy_options[] = {
	{ "threshold", ENTROPY_BY_SITE, 0, 1 },
	{ "gain", ENTROPY_GAIN, 0, 1 },
	{ 0 },
};

/* Reads the next word of at least ENTROPY_WORD_CHARS characters into `word`, in
 * lower case. In scripts without spaces, each character is a word. Returns the
 * length of the word in bytes; 0 at the end. */
static size_t
entropy_next_word(struct slice *text, char word[WORD_BYTES + 4])
{
	size_t n = 0, chars = 0;

	while (text->len > 0) {
		uint32_t rune;
		size_t took = utf8_decode(text->p, text->len, &rune);
		bool is_word = rune_is_word(rune);
		bool is_whole = is_word && rune_is_unspaced(rune);

		if (is_whole && chars < ENTROPY_WORD_CHARS)
			n = chars = 0;
		if (!is_word || is_whole) {
			if (chars >= ENTROPY_WORD_CHARS)
				return n;
			n = chars = 0;
		}
		*text = slice_sub(*text, took, text->len);
		if (is_word && n < WORD_BYTES)
			n += utf8_encode(rune_lower(rune), word + n);
		chars += is_word;
		if (is_whole)
			return n;
	}
	return chars >= ENTROPY_WORD_CHARS ? n : 0;
}

static void
entropy_learn(
    struct cuter_site *site, const struct page *page, struct slice text)
{
	char word[WORD_BYTES + 4];
	size_t n;

	while ((n = entropy_next_word(&text, word)) > 0) {
		uint64_t key = site_counts_key(0, (struct slice){ word, n });
		struct site_count *count = site_counts_at(site, page, key);

		site_counts_add(site, count);
		count->logs += site_counts_log(count->now) -
			       site_counts_log(count->now - 1);
		site_counts_sample_key(site, key);
	}
	site_counts_sample_end(site);
}

static double
entropy_of_key(const struct cuter_site *site, uint64_t key)
{
	const struct site_count *count = site_counts_find(site, key);

	return count == NULL ? 0
			     : site_counts_entropy(count->total, count->logs,
				   site_counts_pages(site));
}

/* Returns the mean entropy of the features; 1 if there are none. */
static double
entropy_of(const struct cuter_site *site, struct slice text)
{
	char word[WORD_BYTES + 4];
	size_t n, n_words = 0;
	double sum = 0;

	while ((n = entropy_next_word(&text, word)) > 0) {
		uint64_t key = site_counts_key(0, (struct slice){ word, n });

		sum += entropy_of_key(site, key);
		n_words++;
	}
	return n_words > 0 ? sum / (double)n_words : 1;
}

/* ---- the threshold of the site ---- */

/* Finds for each feature of the sample the lowest step at which a block with
 * this feature is included. Stores the step in `now` of the feature's count. */
static void
entropy_find_steps(struct cuter_site *site, const struct page *page,
    const uint64_t *keys, size_t n)
{
	size_t words = 0;
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		if (keys[i] != 0)
			site_counts_at(site, page, keys[i])->now = UINT32_MAX;
	for (size_t i = 0; i < n; i++) {
		uint32_t step;

		if (keys[i] != 0) {
			sum += entropy_of_key(site, keys[i]);
			words++;
			continue;
		}
		step = (uint32_t)(sum / (double)words * ENTROPY_STEPS);
		for (size_t k = i - words; k < i; k++) {
			struct site_count *count =
			    site_counts_at(site, page, keys[k]);

			if (step < count->now)
				count->now = step;
		}
		sum = 0;
		words = 0;
	}
}

/* Counts each feature once, at the first block that includes it. The feature is
 * counted in features[i] if the entropy of this block is at least i / 10 and
 * less than (i + 1) / 10. */
static void
entropy_count_features(struct cuter_site *site, const struct page *page,
    double features[ENTROPY_STEPS + 1])
{
	size_t n;
	const uint64_t *keys = site_counts_sample(site, &n);

	entropy_find_steps(site, page, keys, n);
	for (size_t i = 0; i < n; i++) {
		struct site_count *count;

		if (keys[i] == 0)
			continue;
		count = site_counts_at(site, page, keys[i]);
		if (count->now <= ENTROPY_STEPS)
			features[count->now]++;
		count->now = UINT32_MAX; /* each feature counts once */
	}
}

static double
entropy_find_threshold(
    struct cuter_site *site, const struct page *page, double gain)
{
	double features[ENTROPY_STEPS + 1] = { 0 }, included = 0;

	entropy_count_features(site, page, features);
	for (int step = 0; step < ENTROPY_STEPS; step++) {
		if (included > 0 && features[step] <= gain * included)
			return (double)step / ENTROPY_STEPS;
		included += features[step];
	}
	return 1;
}

static double
entropy_threshold(const struct page *page, struct cuter_site *site)
{
	double most = method_value(page, entropy_options, "threshold");

	if (most >= 0 || site == NULL || site_counts_is_learning(site))
		return most;
	if (site_counts_value(site) < 0)
		site_counts_set_value(
		    site, entropy_find_threshold(site, page,
			      method_value(page, entropy_options, "gain")));
	return site_counts_value(site);
}

void
method_entropy(struct page *page)
{
	struct cuter_site *site = site_counts_of_page(page);
	double most = entropy_threshold(page, site);

	decide_begin(page);
	if (site_counts_is_learning(site))
		site_counts_begin_page(site);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];
		struct slice text;

		if (!decide_is_undecided(b))
			continue;
		text = page_block_text(page, b);
		if (site_counts_is_learning(site))
			entropy_learn(site, page, text);
		else if (site == NULL || entropy_of(site, text) < most)
			decide_set(b, CUTER_TEXT, REASON_CHOSEN);
	}
	decide_end(page, REASON_REPEATED);
}
