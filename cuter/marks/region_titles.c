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
#include "base/text/ascii.h"
#include "cuter/marks/region_match.h"

/* least share of words that the page's title and its headline have in common;
 * the site's name in the title may have words in common with a heading, too */
#define PAGE_AGREES 0.75
#define TITLE_BYTES 1024
/* headings whose similarities to the title differ by less are equally good */
#define SAME_SCORE 0.06
/* If several headings are equally good, the summary may select one of them. The
 * region of a heading is compared with the summary: its share is the share of
 * the summary's word pairs that the region contains. A region is selected if
 * its share is at least SUMMARY_LEAD, and exceeds the share of each other
 * region by at least SUMMARY_LEAD. */
#define SUMMARY_LEAD 0.25

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
	size_t at = line.len;

	if (h->line.n < 2 || title.len <= line.len ||
	    !slice_starts_nocase(title, line))
		return false;
	while (at < title.len && title.p[at] == ' ')
		at++;
	return h->line.n >= LONG_HEADING ||
	       !(ascii_is_letter(title.p[at]) || ascii_is_digit(title.p[at]));
}

bool
region_titles_has_feed_title(const struct regions *r, const struct words *title)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];

		if (!h->is_linked && h->key >> 16 < KIND_BOLD &&
		    title->n >= WORDS_FEW &&
		    words_agree(title, &h->line) >= TITLE_AGREES)
			return true;
	}
	return false;
}

bool
region_titles_has_page_title(const struct regions *r)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];

		if (h->is_linked || h->key >> 16 >= KIND_BOLD)
			continue;
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

/* Of the headings with nearly the best score, returns the one whose region
 * contains the summary. Returns `best` if no region contains the summary. */
static size_t
region_titles_decide(const struct regions *r, const double *scores, size_t best,
    bool *ret_decided)
{
	double most = 0, second = 0;
	size_t found = best, n = 0;
	uint32_t words = 0;

	for (size_t i = 0; i < r->n; i++) {
		double share;

		if (r->headings[i].words < STORY_WORDS ||
		    scores[i] < scores[best] - SAME_SCORE)
			continue;
		n++;
		if (r->headings[i].words > words)
			words = r->headings[i].words;
		share = region_summary_share(r, &r->headings[i]);
		if (share > most) {
			second = most;
			most = share;
			found = i;
		} else {
			second = region_titles_larger(second, share);
		}
	}
	if (n < 2 || most < SUMMARY_LEAD || most < second + SUMMARY_LEAD)
		return best;
	/* A region with much fewer words than another one with the same title
	 * has only the standfirst. */
	*ret_decided = SMALL_PART * r->headings[found].words >= words;
	return found;
}

size_t
region_titles_find(
    const struct regions *r, const struct words *title, bool *ret_decided)
{
	double *scores = arena_array(r->page->arena, r->n + 1, sizeof(double));
	double best_score = 0, above = 0;
	size_t best = r->n;

	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];
		double score = words_agree(title, &h->line);

		scores[i] = 0;
		if (score < TITLE_AGREES)
			continue;
		scores[i] = score;
		/* Of headings with the same words, the one with the order of
		 * the title is preferred, then one that is not a link, then
		 * the lower kind (<h1> before <h2>), then the first one. */
		score += 0.05 * region_titles_same_order(r, h);
		score -= h->is_linked ? 0.02 : 0;
		score -= 0.001 * (double)(h->key >> 16);
		if (h->words >= STORY_WORDS && score > best_score) {
			best_score = score;
			best = i;
		}
		if (h->words < STORY_WORDS && !h->is_linked &&
		    !(i + 1 < r->n && h[1].is_parted) &&
		    h->key >> 16 < KIND_BOLD && score > above)
			above = score;
	}
	*ret_decided = false;
	if (best == r->n || above > best_score - 0.1)
		return r->n;
	return region_titles_decide(r, scores, best, ret_decided);
}
