/*
 * region_lone.c -- finds a story whose headline differs in kind or depth from
 * all other headlines of the page.
 *
 * In:  the headings of a page, with their regions; the heading of the title.
 * Out: true if other headings are headlines of other stories; the region of the
 *      story.
 *
 * The first story of a page often has a larger headline and a container of its
 * own. An article with sections has the same headings, so further signs are
 * required. If the page has a title of its own that is not the headline, this
 * sign is sufficient. If the headline is the page's title, most other stories
 * must have containers that are articles (next_stories_is_article()), or all
 * stories must have like containers, each with a byline or a date. If the
 * page has no title, the story must have a container of its own, and most other
 * headlines must be links or have containers that are articles. The other
 * stories must have few words of the headline.
 * The title of one of several stories may also be repeated above all stories.
 * Cost: O(headings * (headings + text)).
 */
#include "cuter/marks/region/region_match.h"

/* Maximum share of the headline's words that occur in the other stories.
 * OTHER_BOX is used if the headline has a container of its own, or if most
 * other headlines are links or have containers that are articles. */
#define SAME_BOX  0.30
#define OTHER_BOX 0.40
/* SAME_TITLE is used in place of SAME_BOX and OTHER_BOX if the headline is the
 * page's title or if the page has no title. SAME_TITLE is also the least share
 * of the page's title that the parts of one article contain. */
#define SAME_TITLE 0.25
/* Least share of words that a headline and its repetition have in common. */
#define SAME_LINE 0.90

static bool
region_lone_is_long(const struct regions *r, size_t i)
{
	return words_weigh(page_block_text(r->page,
		   &r->page->blocks[r->headings[i].block])) >= LONG_HEADING;
}

/* Searches the groups whose key differs from that of heading `of`. Finds the
 * group whose possible stories have the most words. Short headings, such as
 * links to categories, are not counted. Returns a heading of this group, or
 * r->n if there is no such group. */
static size_t
region_lone_others(const struct regions *r, size_t of)
{
	bool *may_be_story =
	    arena_array(r->page->arena, r->n + 1, sizeof(*may_be_story));
	uint32_t most = 0;
	size_t found = r->n;

	for (size_t i = 0; i < r->n; i++)
		may_be_story[i] =
		    r->headings[i].key != r->headings[of].key &&
		    r->headings[i].words >= STORY_WORDS &&
		    r->headings[i].words < r->headings[of].words &&
		    region_lone_is_long(r, i);
	for (size_t i = 0; i < r->n; i++) {
		uint32_t words = 0;

		if (r->headings[i].key == r->headings[of].key)
			continue;
		for (size_t k = 0; k < r->n; k++)
			if (may_be_story[k] &&
			    r->headings[k].key == r->headings[i].key)
				words += r->headings[k].words;
		if (words > most) {
			most = words;
			found = i;
		}
	}
	return found;
}

static bool
region_lone_is_single(const struct regions *r, size_t of)
{
	for (size_t i = 0; i < r->n; i++)
		if (i != of && r->headings[i].key == r->headings[of].key &&
		    r->headings[i].words >= STORY_WORDS)
			return false;
	return true;
}

/* Returns true if the headline does not agree with the page's title, but the
 * other regions have words of this title. The regions are then parts of one
 * article. */
static bool
region_lone_has_page_title(const struct regions *r, size_t of)
{
	struct slice title = page_head_meta(r->page->head, "og:title");
	bool seen[WORDS_MAX] = { false };
	struct words words;

	if (title.len == 0)
		title = r->page->head->title;
	words_read_terms(&words, slice_sub(title, 0, 1024), LONG_WORD);
	if (words.n < WORDS_FEW)
		return false;
	for (size_t i = 0; i < r->n; i++)
		if (i != of && r->headings[i].key == r->headings[of].key)
			region_stories_find(r, &r->headings[i], &words, seen);
	return words_share(&words, seen) >= SAME_TITLE;
}

/* Returns true if an element has a byline or a date. */
static bool
region_lone_is_signed(const struct page *page, uint32_t node)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = node + 1; i < t->nodes[node].end; i++)
		if (t->nodes[i].tag == TAG_TIME || page->marks[i] & MARK_BYLINE)
			return true;
	return false;
}

/* Returns true if the headline and its siblings have like containers, each with
 * a byline or a date. One article does not repeat these for its sections. */
static bool
region_lone_are_signed(
    const struct regions *r, size_t of, const struct siblings *s)
{
	const struct heading *h = &r->headings[of];

	if (s->n_parallel < s->n || !h->is_boxed)
		return false;
	for (size_t i = 0; i < r->n; i++)
		if (r->headings[i].key == h->key &&
		    r->headings[i].words >= STORY_WORDS &&
		    !region_lone_is_signed(r->page, r->headings[i].box))
			return false;
	return true;
}

/* Returns true if the other headings of the group are headlines of separate
 * stories. */
static bool
region_lone_are_stories(const struct regions *r, size_t of)
{
	const struct heading *h = &r->headings[of];
	struct siblings s = region_stories_siblings(r, of);
	bool is_apart = h->is_boxed;
	bool page_agrees =
	    region_titles_page_agrees(r, &h->line) >= TITLE_AGREES ||
	    region_titles_begins(r, h) ||
	    slice_equal_nocase(slice_trim(region_headings_text(r->page, h)),
		slice_trim(r->page->head->title));
	bool is_declared = 2 * s.n_linked >= s.n || 2 * s.n_articles >= s.n;

	if (s.n == 0 || 2 * s.n_long < s.n || h->words < WHOLE_WORDS ||
	    SMALL_PART * s.n * h->words < s.words)
		return false;
	if (page_agrees)
		return (2 * s.n_articles >= s.n ||
			   region_lone_are_signed(r, of, &s)) &&
		       region_stories_coverage(r, of) <= SAME_TITLE;
	if (region_lone_has_page_title(r, of))
		return false;
	if (!region_titles_has_own(r))
		return is_apart && is_declared &&
		       region_stories_coverage(r, of) <= SAME_TITLE;
	return region_stories_coverage(r, of) <=
	       (is_apart || is_declared ? OTHER_BOX : SAME_BOX);
}

bool
region_lone_is_story(struct regions *r, size_t of)
{
	struct heading *h = &r->headings[of];
	const struct heading before = *h;
	size_t others;

	if (!region_lone_is_single(r, of))
		return false;
	others = region_lone_others(r, of);
	if (others == r->n)
		return false;
	h->key = r->headings[others].key;
	region_bounds_measure(r);
	if (region_lone_are_stories(r, of))
		return true;
	*h = before;
	region_bounds_measure(r);
	return false;
}

/* Returns true if a heading before all headings with the key of heading `of`
 * has the same words and no text of its own but a teaser. */
static bool
region_lone_is_announced(const struct regions *r, size_t of)
{
	const struct page *page = r->page;
	const struct heading *h = &r->headings[of], *first = r->headings;

	while (first->key != h->key)
		first++;
	for (const struct heading *top = r->headings; top < first; top++)
		if (words_overlap(&top->line, &h->line) >= SAME_LINE &&
		    region_bounds_words(page, page->tree.nodes[top->node].end,
			first->from, top->block + 1) < WHOLE_WORDS)
			return true;
	return false;
}

size_t
region_lone_repeated(const struct regions *r)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];
		struct siblings s;
		bool is_apart;

		if (h->line.n < WORDS_FEW || h->words < STORY_WORDS ||
		    !region_titles_equals(r, h) ||
		    !region_lone_is_announced(r, i))
			continue;
		s = region_stories_siblings(r, i);
		/* the title of the page is that of the site or of another
		 * story */
		is_apart =
		    region_titles_has_own(r) &&
		    region_titles_page_agrees(r, &h->line) < TITLE_AGREES &&
		    !region_titles_begins(r, h);
		/* the cards of other articles or products are links */
		if (s.n > 0 && 2 * s.n_long >= s.n &&
		    (h->is_linked || 2 * s.n_linked < s.n) &&
		    SMALL_PART * s.n * h->words >= s.words &&
		    region_stories_coverage(r, i) <=
			region_stories_most_coverage(&s, is_apart))
			return i;
	}
	return r->n;
}
