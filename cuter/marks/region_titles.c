/*
 * region_titles.c -- compares headings with the feed's title and with the
 * page's own title.
 *
 * In:  the headings of a page, with their words.
 * Out: similarities between 0 and 1; the heading that the feed's title names.
 *
 * Titles are compared as sets of words, because feeds and pages differ in case,
 * quotes and punctuation.
 * Cost: O(headings * words).
 */
#include "cuter/marks/region_match.h"

/* least share of words that the page's title and its headline have in common;
 * the site's name in the title may have words in common with a heading, too */
#define PAGE_AGREES 0.75
#define TITLE_BYTES 1024

double
region_titles_larger(double a, double b)
{
	return a > b ? a : b;
}

double
region_titles_page_agrees(const struct regions *r, const struct words *line)
{
	double best = 0;
	const struct slice titles[] = {
		page_head_meta(r->page->head, "og:title"), r->page->head->title
	};
	struct words words;

	for (size_t i = 0; i < 2; i++) {
		words_read(&words, slice_sub(titles[i], 0, TITLE_BYTES));
		if (words.n >= WORDS_FEW)
			best = region_titles_larger(
			    best, words_agree(&words, line));
	}
	return best;
}

bool
region_titles_has_own(const struct regions *r)
{
	return slice_trim(r->page->head->title).len > 0 ||
	       page_head_meta(r->page->head, "og:title").len > 0;
}

bool
region_titles_begins(const struct regions *r, const struct heading *h)
{
	struct slice title = slice_trim(r->page->head->title);
	struct slice line = slice_trim(region_headings_text(r->page, h));

	return h->line.n >= 2 && title.len > line.len &&
	       slice_starts_nocase(title, line);
}

bool
region_titles_has_headline(const struct regions *r, const struct words *title)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];

		if (h->is_linked || h->key >> 16 >= KIND_BOLD)
			continue;
		if (title->n >= WORDS_FEW &&
		    words_agree(title, &h->line) >= TITLE_AGREES)
			return true;
		if (h->line.n >= LONG_HEADING &&
		    region_titles_page_agrees(r, &h->line) >= PAGE_AGREES)
			return true;
		if (region_titles_begins(r, h))
			return true;
	}
	return false;
}

/* Returns the share of word pairs, 0 .. 1, that a heading has in common with
 * the feed's title. */
static double
region_titles_same_order(const struct regions *r, const struct heading *h)
{
	struct words title, line;

	words_read_pairs(
	    &title, slice_sub(r->page->input->hint_title, 0, TITLE_BYTES));
	words_read_pairs(&line, region_headings_text(r->page, h));
	return words_overlap(&title, &line);
}

size_t
region_titles_find(const struct regions *r, const struct words *title)
{
	size_t best = r->n;
	double best_score = 0, above = 0;

	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];
		double score = words_agree(title, &h->line);

		if (score < TITLE_AGREES)
			continue;
		/* If two headings have the same words, the one that has them in
		 * the same order is preferred, then the one that is not a link,
		 * then the first one. */
		score += 0.05 * region_titles_same_order(r, h);
		score -= h->is_linked ? 0.02 : 0;
		score -= 0.001 * (double)(h->key >> 16);
		if (h->words >= STORY_WORDS && score > best_score) {
			best_score = score;
			best = i;
		}
		if (h->words < STORY_WORDS && !h->is_linked &&
		    h->key >> 16 < KIND_BOLD && score > above)
			above = score;
	}
	return above > best_score - 0.1 ? r->n : best;
}
