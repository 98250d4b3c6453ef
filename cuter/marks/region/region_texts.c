/*
 * region_texts.c -- finds the story among stories without headlines.
 *
 * In:  the parts of a page that may be stories, in groups; the feed's title and
 *      summary.
 * Out: the part that contains the summary, or else the words of the title.
 *
 * A title is compared with the words of the parts only if it is also the page's
 * own title. The score of a word of the title is the share of the blocks with
 * this word that are in the part. Stories in one language have many words in
 * common, and such words get low scores.
 * Cost: O(parts * text).
 */
#include "cuter/marks/region/region_boxes.h"
#include "cuter/marks/region/region_match.h"
#include "url/url.h"

/* Minimum share of the summary's word pairs in the part. */
#define SUMMARY_PART 0.60
/* The summary's share in the part must exceed its share in any other part by
 * this value. */
#define SUMMARY_OTHER 0.25
#define SUMMARY_SAME  0.10 /* shares that differ by less are equal */
/* Minimum score of the part (region_texts_score()). */
#define TITLE_PART 1.0
/* Minimum ratio of the part's score to the score of any other part. */
#define TITLE_OTHER 1.3
/* A word of the title that is in at least this number of blocks of a part
 * belongs to the topic of the part. */
#define OFTEN 3.0
/* Least share of the page's text in a group of stories. */
#define GROUP_SHARE 0.50
#define WHOLE_SHARE 0.90
/* If more than one of SHORT_PARTS parts of an element is too short for a story,
 * all parts are one text. */
#define SHORT_PARTS 5
/* If the other parts have this share of the words of the page's title, all
 * parts are one text. */
#define SAME_TEXT 0.50
/* Limits for parts with headlines beside the only part without one: the mean
 * share of the title's words in them, the least difference of this share to
 * that in the part without headline, and the mean share of the words of their
 * headlines in that part. */
#define TITLE_IN_HEADED 0.25
#define MORE_TITLE      0.25
#define HEADLINE_IN     0.35
#define MOST_HEADED     8 /* parts with headlines that are compared */

/* Returns true if a part before headings[of] belongs to the same group. */
static bool
region_texts_is_repeated(const struct regions *r, size_t of)
{
	for (size_t i = 0; i < of; i++)
		if (r->headings[i].key == r->headings[of].key)
			return true;
	return false;
}

static bool
region_texts_is_in_part(const struct regions *r, size_t group, uint32_t node)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->headings[i].key == r->headings[group].key &&
		    node >= r->headings[i].from && node < r->headings[i].to)
			return true;
	return false;
}

/* Returns true if a line outside of a group is the headline of all its parts:
 * the line of the feed's title, or a long line that is the page's title. */
static bool
region_texts_have_headline(const struct regions *r, size_t group)
{
	const struct page *page = r->page;
	const struct block *b;
	struct words title, line;

	if (page->title_block == PAGE_NO_BLOCK)
		return false;
	b = &page->blocks[page->title_block];
	if ((!b->is_heading && b->link_bytes * 2 > b->bytes) ||
	    region_texts_is_in_part(r, group, b->first))
		return false;
	words_read(&title, slice_sub(page->input->hint_title, 0, 1024));
	words_read(&line, page_block_text(page, b));
	return b->words >= LONG_HEADING ||
	       (title.n >= WORDS_FEW &&
		   words_agree(&title, &line) >= TITLE_AGREES);
}

/* Returns true if a heading is before or between the parts of a group: the
 * parts are then the sections under these headings. A heading before the parts
 * must be long, because it may be the name of the site. */
static bool
region_texts_have_headings(const struct regions *r, size_t first)
{
	const struct page *page = r->page;
	uint32_t from = r->headings[first].from, last = from;

	for (size_t i = first; i < r->n; i++)
		if (r->headings[i].key == r->headings[first].key)
			last = r->headings[i].from;
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (b->first >= last)
			break;
		if (b->is_heading && b->link_bytes * 2 <= b->bytes &&
		    !(b->marks & (MARK_HIDDEN | MARK_NAVIGATION)) &&
		    b->words >= (b->first < from ? LONG_HEADING : 1) &&
		    !region_texts_is_in_part(r, first, b->first))
			return true;
	}
	return false;
}

/* Returns true if a part contains a heading with at least `least` words. */
static bool
region_texts_has_heading(
    const struct regions *r, const struct heading *h, uint32_t least)
{
	const struct page *page = r->page;

	for (uint32_t i = h->block; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (b->first >= h->to)
			break;
		if (b->is_heading && b->words >= least &&
		    !(b->marks & (MARK_HIDDEN | MARK_NAVIGATION)))
			return true;
	}
	return false;
}

/* Reads the terms of the page's own title. */
static void
region_texts_read_title(const struct regions *r, struct words *ret_words)
{
	struct slice title = page_head_meta(r->page->head, "og:title");

	if (title.len == 0)
		title = r->page->head->title;
	words_read_terms(ret_words, slice_sub(title, 0, 1024), LONG_WORD);
}

/* Returns the share of the title's terms that are in the parts of a group other
 * than the part `except`. */
static double
region_texts_share(
    const struct regions *r, size_t except, const struct words *title)
{
	bool seen[WORDS_MAX] = { false };

	for (size_t i = 0; i < r->n; i++)
		if (i != except &&
		    r->headings[i].key == r->headings[except].key)
			region_stories_find(r, &r->headings[i], title, seen);
	return words_share(title, seen);
}

/* Returns true if the other parts of the group have the words of the page's
 * title, too. */
static bool
region_texts_share_title(const struct regions *r, size_t part)
{
	struct words title;

	region_texts_read_title(r, &title);
	return title.n >= WORDS_FEW &&
	       region_texts_share(r, part, &title) >= SAME_TEXT;
}

/* Returns true if a line outside of a part is the headline of the page: the
 * line with the title, or an <h1>. */
static bool
region_texts_shows_title(const struct regions *r, const struct heading *h)
{
	const struct page *page = r->page;

	for (uint32_t i = 0; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		bool is_h1 = page->tree.nodes[b->node].tag == TAG_H1 &&
			     b->words >= 2 &&
			     !(b->marks & (MARK_HIDDEN | MARK_NAVIGATION));

		if (i == page->title_block)
			is_h1 |=
			    b->words >= LONG_HEADING &&
			    (b->is_heading || b->link_bytes * 2 <= b->bytes);
		if (is_h1 && (b->first < h->from || b->first >= h->to))
			return true;
	}
	return false;
}

/* Returns true if the parts of an element are probably one text: many parts are
 * short, or there are two parts and one is much longer than the other. */
static bool
region_texts_are_uneven(const struct regions *r, size_t first)
{
	uint32_t least = UINT32_MAX, most = 0;
	size_t n = 0, n_short = 0;

	if (r->headings[first].key >> 16 != KIND_PART)
		return false;
	for (size_t i = first; i < r->n; i++) {
		uint32_t words = r->headings[i].words;

		if (r->headings[i].key != r->headings[first].key)
			continue;
		n++;
		n_short += words < STORY_WORDS;
		least = words < least ? words : least;
		most = words > most ? words : most;
	}
	return SHORT_PARTS * n_short > n || (n == 2 && 4 * least < most);
}

/* Returns the first heading of a part; PAGE_NO_BLOCK: the part does not begin
 * with a heading. */
static uint32_t
region_texts_headline(const struct regions *r, const struct heading *h)
{
	const struct block *b = &r->page->blocks[h->block];

	return b->is_heading || region_headings_is_bold(r->page, b)
		   ? h->block
		   : PAGE_NO_BLOCK;
}

/* Returns true if only one part of a group has no headline, and the other parts
 * have other subjects: few words of the title are in them, and few words of
 * their headlines are in the part. An introduction and the sections after it
 * have the same form, but one subject. */
static bool
region_texts_is_headless(
    const struct regions *r, size_t part, const struct words *title)
{
	struct words line;
	double in_others = 0, in_part = 0;
	bool own[WORDS_MAX] = { false };
	size_t n = 0;

	if (region_texts_headline(r, &r->headings[part]) != PAGE_NO_BLOCK)
		return false;
	region_stories_find(r, &r->headings[part], title, own);
	for (size_t i = 0; i < r->n && n < MOST_HEADED; i++) {
		bool seen[WORDS_MAX] = { false }, found[WORDS_MAX] = { false };
		uint32_t headline;

		if (i == part || r->headings[i].key != r->headings[part].key)
			continue;
		headline = region_texts_headline(r, &r->headings[i]);
		if (headline == PAGE_NO_BLOCK)
			return false;
		n++;
		words_read_terms(&line,
		    page_block_text(r->page, &r->page->blocks[headline]),
		    LONG_WORD);
		region_stories_find(r, &r->headings[i], title, seen);
		region_stories_find(r, &r->headings[part], &line, found);
		in_others += words_share(title, seen);
		in_part += words_share(&line, found);
	}
	return n > 0 && in_others <= TITLE_IN_HEADED * (double)n &&
	       words_share(title, own) >= in_others / (double)n + MORE_TITLE &&
	       in_part <= HEADLINE_IN * (double)n;
}

/* Returns true if a part is the first story of its group, and all parts may be
 * one text. A summary mostly repeats the beginning of a text, so it does not
 * show that the part is a separate story. Signs of one text are headings of the
 * page, headings or words of the page's title in the other parts, and parts of
 * very different sizes. Headings in the other parts are no sign if the words of
 * the title show that the subjects differ. */
static bool
region_texts_is_beginning(const struct regions *r, size_t found)
{
	const struct heading *h = &r->headings[found];
	struct words title;
	size_t n = 0, n_headed = 0;

	for (size_t i = 0; i < r->n; i++) {
		if (r->headings[i].key != h->key)
			continue;
		if (i < found && r->headings[i].words >= STORY_WORDS)
			return false;
		n++;
		n_headed += i != found &&
			    r->page->blocks[r->headings[i].block].is_heading;
	}
	if (region_texts_has_heading(r, h, LONG_HEADING) ||
	    region_texts_have_headings(r, found) ||
	    region_texts_are_uneven(r, found) ||
	    region_texts_share_title(r, found))
		return true;
	if (2 * n_headed < n - 1 || region_texts_has_heading(r, h, 1))
		return false;
	words_read_terms(
	    &title, slice_sub(r->page->input->hint_title, 0, 1024), LONG_WORD);
	return title.n < WORDS_FEW ||
	       !region_texts_is_headless(r, found, &title);
}

/* Returns the only part of a group without headline, if the other parts have
 * other subjects; r->n: there is none. */
static size_t
region_texts_find_headless(
    const struct regions *r, size_t group, const struct words *title)
{
	size_t found = r->n;

	for (size_t i = group; i < r->n; i++) {
		if (r->headings[i].key != r->headings[group].key ||
		    region_texts_headline(r, &r->headings[i]) != PAGE_NO_BLOCK)
			continue;
		if (found < r->n)
			return r->n;
		found = i;
	}
	return found < r->n && region_texts_is_headless(r, found, title) ? found
									 : r->n;
}

/* Returns true if a part has nearly all text of its group. */
static bool
region_texts_is_whole(const struct regions *r, size_t of)
{
	uint32_t words = 0;

	for (size_t i = 0; i < r->n; i++)
		if (r->headings[i].key == r->headings[of].key)
			words += r->headings[i].words;
	return r->headings[of].words >= WHOLE_SHARE * words;
}

/* Returns true if the parts of a group have most of the page's text. */
static bool
region_texts_are_most(const struct regions *r, size_t group)
{
	const struct page *page = r->page;
	uint32_t all = 0, words = 0;

	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (!(page->blocks[i].marks & MARK_HIDDEN) &&
		    page->blocks[i].link_bytes * 2 <= page->blocks[i].bytes)
			all += page->blocks[i].words;
	for (size_t i = 0; i < r->n; i++)
		if (r->headings[i].key == r->headings[group].key)
			words += r->headings[i].words;
	return words >= GROUP_SHARE * all;
}

static bool
region_texts_is_group(const struct regions *r, size_t of)
{
	return !region_texts_is_repeated(r, of) &&
	       region_boxes_are_stories(r, of) &&
	       !region_texts_have_headline(r, of);
}

/* Returns true if part a is preferred to part b. The parts are of different
 * groups and contain the same words. An element is preferred to a part of an
 * element, unless the element has nearly all text of its group. Of two
 * elements, the smaller one is preferred. */
static bool
region_texts_is_better(const struct regions *r, size_t a, size_t b)
{
	const struct heading *x = &r->headings[a], *y = &r->headings[b];

	if (y->key >> 16 == KIND_PART)
		return false;
	return x->key >> 16 == KIND_BOX ? x->words < y->words
					: region_texts_is_whole(r, b);
}

size_t
region_texts_by_summary(const struct regions *r)
{
	size_t found = r->n;
	double best = 0;

	for (size_t i = 0; i < r->n; i++) {
		struct summary_match m;

		if (!region_texts_is_group(r, i))
			continue;
		region_summary_match(r, i, &m);
		if (m.best < SUMMARY_PART ||
		    m.best < m.second + SUMMARY_OTHER ||
		    region_texts_is_beginning(r, m.found))
			continue;
		if (found < r->n &&
		    (m.best < best - SUMMARY_SAME ||
			!region_texts_is_better(r, m.found, found)))
			continue;
		best = m.best;
		found = m.found;
	}
	return found;
}

/* Counts the blocks of a part that have each term of the title. */
static void
region_texts_count(const struct regions *r, const struct heading *h,
    const struct words *title, unsigned *counts)
{
	const struct page *page = r->page;

	memset(counts, 0, WORDS_MAX * sizeof(*counts));
	for (uint32_t i = h->block; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];
		bool seen[WORDS_MAX] = { false };

		if (b->first >= h->to)
			break;
		if (b->marks & MARK_HIDDEN)
			continue;
		words_find_terms(title, page_block_text(page, b), seen);
		for (size_t k = 0; k < title->n; k++)
			counts[k] += seen[k];
	}
}

/* Returns a score for one part. For each word of the title, the share of the
 * word's blocks that are in the part is added. The share is reduced if fewer
 * than OFTEN blocks of the part have the word. */
static double
region_texts_score(
    const struct words *title, const unsigned *counts, const unsigned *totals)
{
	double score = 0;

	for (size_t k = 0; k < title->n; k++) {
		double here = counts[k];

		if (counts[k] > 0)
			score += here / totals[k] *
				 (here < OFTEN ? here / OFTEN : 1);
	}
	return score;
}

/* Returns the part of a group that has most of the blocks with words of the
 * title; r->n: there is none. */
static size_t
region_texts_titled(
    const struct regions *r, size_t group, const struct words *title)
{
	unsigned counts[WORDS_MAX], totals[WORDS_MAX] = { 0 };
	size_t found = r->n;
	double best = 0, second = 0;

	for (size_t i = group; i < r->n; i++) {
		if (r->headings[i].key != r->headings[group].key)
			continue;
		region_texts_count(r, &r->headings[i], title, counts);
		for (size_t k = 0; k < title->n; k++)
			totals[k] += counts[k];
	}
	for (size_t i = group; i < r->n; i++) {
		double score;

		if (r->headings[i].key != r->headings[group].key)
			continue;
		region_texts_count(r, &r->headings[i], title, counts);
		score = region_texts_score(title, counts, totals);
		if (score > best) {
			second = best;
			best = score;
			found = i;
		} else {
			second = region_titles_larger(second, score);
		}
	}
	return best >= TITLE_PART && best >= TITLE_OTHER * second ? found
								  : r->n;
}

/* Returns true for the address of a front page, whose title is the name of the
 * site and not that of a story. */
static bool
region_texts_is_front_page(const struct page *page)
{
	return url_host(page->arena, page->input->url).len > 0 &&
	       slice_equal(url_path_and_query(page->arena, page->input->url),
		   SLICE("/"));
}

size_t
region_texts_by_title(const struct regions *r, struct slice title)
{
	struct words words, line;
	size_t found = r->n;

	words_read(&line, title);
	words_read_terms(&words, title, LONG_WORD);
	if (words.n < WORDS_FEW || region_texts_is_front_page(r->page) ||
	    region_titles_page_agrees(r, &line) < TITLE_AGREES)
		return r->n;
	for (size_t i = 0; i < r->n; i++) {
		size_t part, headless;

		if (!region_texts_is_group(r, i) ||
		    !region_texts_are_most(r, i))
			continue;
		headless = region_texts_find_headless(r, i, &words);
		part = headless < r->n ? headless
				       : region_texts_titled(r, i, &words);
		if (part < r->n && r->headings[part].words >= WHOLE_WORDS &&
		    (part == headless || !region_texts_is_beginning(r, part)) &&
		    !region_texts_share_title(r, part) &&
		    !region_texts_has_heading(
			r, &r->headings[part], LONG_HEADING) &&
		    !region_texts_shows_title(r, &r->headings[part]) &&
		    (found == r->n ||
			r->headings[part].words < r->headings[found].words))
			found = part;
	}
	return found;
}

bool
region_texts_are_several(const struct regions *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (region_texts_is_group(r, i) &&
		    region_texts_are_most(r, i) &&
		    !region_texts_is_beginning(r, i))
			return true;
	return false;
}
