/*
 * regions.c -- finds the article on a page with several stories.
 *
 * In:  tree, marks, blocks, the title's block; the feed's title and summary.
 * Out: MARK_OTHER_STORY on the blocks outside the article's region;
 *      page->title_block inside of the region, or PAGE_NO_BLOCK;
 *      page->has_no_story if the page has several stories and neither the title
 *      nor the summary is in one of them.
 *
 * A region is the text that belongs to one headline. Headlines of stories that
 * stand side by side have the same kind (element, bold line, link) at the same
 * depth. If each headline has a container of its own with text, the container
 * is the region. Otherwise the region ends at the next headline of the same
 * kind. The title selects the region whose headline agrees with it. If the
 * title is too general to agree with any headline, the summary selects the
 * region that contains its words.
 *
 * Section headings inside one article look like headlines, too.
 * region_stories_are_several() distinguishes section headings from headlines.
 * Cost: O(blocks * depth).
 */
#include "base/array.h"
#include "base/text/ascii.h"
#include "cuter/marks/region/region_boxes.h"
#include "cuter/marks/region/region_match.h"
#include "cuter/marks/region/region_rules.h"

#define MOST_GROUPS 8 /* of headings that are compared */
/* Least number of bold headlines that show that a page has no article. */
#define FEWEST_PHRASES 3
/* Largest share of the title's words in stories of which none is the article.
 */
#define FEW_TITLE 0.25

/* Removes the marks of captions from a story whose whole text is under its
 * image. */
static void
regions_unmark_captions(struct page *page, const struct heading *h)
{
	for (int pass = 0; pass < 2; pass++)
		for (uint32_t i = h->block;
		     i < page->n_blocks && page->blocks[i].first < h->to; i++) {
			struct block *b = &page->blocks[i];

			if (i == h->block || b->first < h->from)
				continue;
			if (pass == 1)
				b->marks &=
				    ~(uint32_t)(MARK_CAPTION | MARK_FIGURE);
			else if (!(b->marks & (MARK_CAPTION | MARK_HIDDEN)) &&
				 b->link_bytes * 2 <= b->bytes)
				return;
		}
}

static void
regions_keep(struct regions *r, size_t of)
{
	struct page *page = r->page;
	const struct heading *h = &r->headings[of];

	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (i != h->block && (page->blocks[i].first < h->from ||
					 page->blocks[i].first >= h->to))
			page->blocks[i].marks |= MARK_OTHER_STORY;
	page->title_continues = false;
	if (h->key >> 16 < KIND_RUN_IN || h->key >> 16 == KIND_LABEL)
		page->title_block = h->block;
	else if (h->key >> 16 == KIND_RUN_IN ||
		 (page->title_block != PAGE_NO_BLOCK &&
		     page->blocks[page->title_block].marks & MARK_OTHER_STORY))
		page->title_block = PAGE_NO_BLOCK;
	page->has_stories = true;
	regions_unmark_captions(page, h);
	region_edges_mark(r, of);
}

/* Keeps only the story that the title names.  Returns false if the title names
 * no story of the page. */
static bool
regions_keep_titled(struct regions *r, const struct words *title)
{
	bool decided;
	size_t found;

	if (title->n < 2)
		return false;
	found = region_titles_find(r, title, &decided);
	if (found == r->n ||
	    region_titles_is_own(r, title, &r->headings[found]) ||
	    !(decided || region_stories_are_several(r, found, true) ||
		region_lone_is_story(r, found)))
		found = region_lone_repeated(r);
	if (found == r->n)
		return false;
	regions_keep(r, found);
	return true;
}

/* Does the same as regions_keep_titled(), for headlines that are labels of
 * tabs. */
static bool
regions_keep_labelled(struct page *page, const struct words *title)
{
	struct regions r = { .page = page };
	size_t found;

	if (title->n < WORDS_FEW || !region_labels_find(&r, title, &found) ||
	    !region_stories_are_several(&r, found, true))
		return false;
	regions_keep(&r, found);
	return true;
}

/* Does the same as regions_keep_titled(), for headlines that are not in heading
 * elements. */
static bool
regions_keep_look(struct page *page, const struct words *title)
{
	static bool (*const collect[])(struct regions *) = {
		region_headings_collect_look, region_headings_collect_run_in,
		region_headings_collect_lines, region_headings_collect_images,
		region_trailing_collect
	};

	for (size_t i = 0; i < ARRAY_LENGTH(collect); i++) {
		struct regions r = { .page = page };

		if (title->n < WORDS_FEW || !collect[i](&r))
			continue;
		region_rules_choose(&r, title);
		region_bounds_read(&r);
		if (regions_keep_titled(&r, title))
			return true;
	}
	return false;
}

/* Bold lines are sections of one article if the feed's title is general or is
 * the page's own title. */
static bool
regions_may_be_one(
    const struct regions *r, size_t group, const struct words *title)
{
	struct words own;

	if (r->headings[group].key >> 16 != KIND_BOLD)
		return false;
	words_read(&own, slice_sub(r->page->head->title, 0, 1024));
	return title->n < WORDS_FEW ||
	       words_overlap(&own, title) >= TITLE_AGREES ||
	       region_titles_page_agrees(r, title) >= TITLE_AGREES;
}

/* Returns the number of words in the stories with the key of heading `of`. */
static uint32_t
regions_count_words(const struct regions *r, size_t of)
{
	uint32_t words = 0;

	for (size_t i = 0; i < r->n; i++)
		if (r->headings[i].key == r->headings[of].key &&
		    r->headings[i].words >= STORY_WORDS)
			words += r->headings[i].words;
	return words;
}

/* Returns true if a heading has no letter, as the time of an entry. */
static bool
regions_is_number(const struct regions *r, const struct heading *h)
{
	struct slice text = region_headings_text(r->page, h);

	for (size_t i = 0; i < text.len; i++)
		if (ascii_is_letter(text.p[i]) || (text.p[i] & 0x80) != 0)
			return false;
	return true;
}

/* Returns true if the headings of a group are times, and the other headings of
 * the entries show that the page has several stories. */
static bool
regions_have_timed_stories(const struct regions *r, size_t group)
{
	uint32_t keys[MOST_GROUPS], key = r->headings[group].key;
	uint32_t least = regions_count_words(r, group) / 2;
	size_t n = 0, k;

	for (size_t i = 0; i < r->n; i++)
		if (r->headings[i].key == key &&
		    !regions_is_number(r, &r->headings[i]))
			return false;
	keys[n++] = key;
	for (size_t i = 0; i < r->n && n < MOST_GROUPS; i++) {
		for (k = 0; k < n && keys[k] != r->headings[i].key;)
			k++;
		if (k < n)
			continue;
		keys[n++] = r->headings[i].key;
		if (regions_count_words(r, i) >= least &&
		    region_stories_are_several(r, i, false))
			return true;
	}
	return false;
}

/* Keeps the story under the heading whose region contains the summary. Sets
 * *ret_several if the page has several stories. */
static bool
regions_keep_summarised(
    struct regions *r, const struct words *title, bool *ret_several)
{
	size_t group = 0, found;
	bool several;

	if (r->n < 2 || !region_summary_group(r, &group))
		return false;
	several = region_stories_are_several(r, group, false);
	found =
	    region_summary_find(r, group, several, title->n >= LONG_HEADING);
	if (found < r->n)
		regions_keep(r, found);
	*ret_several = (several && !regions_may_be_one(r, group, title)) ||
		       (found == r->n && regions_have_timed_stories(r, group));
	return found < r->n;
}

/* Does the same as regions_keep_summarised(), for stories without headlines.
 * Their text is compared with the summary, then with the title. */
static bool
regions_keep_untitled(struct page *page, bool *several)
{
	struct regions r = { .page = page };
	size_t found;

	region_boxes_collect(&r);
	found = region_texts_by_summary(&r);
	if (found == r.n)
		found = region_texts_by_title(
		    &r, slice_sub(page->input->hint_title, 0, 1024));
	if (found < r.n)
		regions_keep(&r, found);
	else
		*several |= region_texts_are_several(&r);
	return found < r.n;
}

/* Keeps the story whose headline alone has the words of the title. */
static bool
regions_keep_covering(struct regions *r, const struct words *title)
{
	size_t found = region_titles_covering(r, title);

	if (found < r->n)
		regions_keep(r, found);
	return found < r->n;
}

/* Returns true if most of the page's text is in short stories that begin with
 * bold headlines, and these have few words of the feed's title. */
static bool
regions_are_other_phrases(struct page *page, const struct words *title)
{
	struct regions r = { .page = page };
	size_t n_long = 0;
	uint32_t words = 0;
	struct words terms;
	double share = 0;

	if (title->n < LONG_HEADING || !region_headings_collect_run_in(&r) ||
	    r.n < FEWEST_PHRASES)
		return false;
	region_bounds_read(&r);
	words_read_terms(
	    &terms, slice_sub(page->input->hint_title, 0, 1024), LONG_WORD);
	for (size_t i = 0; i < r.n; i++) {
		bool seen[WORDS_MAX] = { false };

		n_long += r.headings[i].line.n >= LONG_HEADING;
		words += page->blocks[r.headings[i].block].words;
		region_stories_find(&r, &r.headings[i], &terms, seen);
		share += words_share(&terms, seen);
	}
	return 4 * n_long >= 3 * r.n && share <= FEW_TITLE * (double)r.n &&
	       2 * words > region_bounds_words(page, 0, page->tree.n, 0);
}

void
features_find_region(struct page *page)
{
	struct regions r = { .page = page };
	struct words title;
	bool several = false;

	words_read(&title, slice_sub(page->input->hint_title, 0, 1024));
	if (title.n == 0 && page->summary.len == 0)
		return;
	region_headings_collect(&r);
	region_bounds_read(&r);
	if (r.n >= 2 && regions_keep_titled(&r, &title))
		return;
	region_related_mark(&r, &title);
	if (region_titles_has_feed_title(&r, &title) ||
	    regions_keep_labelled(page, &title) ||
	    regions_keep_look(page, &title) ||
	    region_titles_has_page_title(&r) ||
	    regions_keep_summarised(&r, &title, &several) ||
	    regions_keep_untitled(page, &several) ||
	    (several && regions_keep_covering(&r, &title)))
		return;
	page->has_no_story = several || regions_are_other_phrases(page, &title);
}
