/*
 * regions.c -- finds the article on a page with several stories.
 *
 * In:  tree, marks, blocks, the title's block; the feed's title and summary.
 * Out: MARK_OTHER_STORY on the blocks outside the article's region, and the
 *      title's block inside of it; page->has_no_story if the page has several
 *      stories and neither the title nor the summary is in one of them.
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
#include "cuter/marks/region_match.h"

#define OWN_WORDS                                                              \
	12 /* least number of words, without the title, in a container that    \
	      has a text of its own */

/* Returns the nearest heading with the same key as headings[i], after it if
 * `step` is 1, before it if `step` is -1; NULL if there is none. */
static const struct heading *
regions_neighbour(const struct regions *r, size_t i, int step)
{
	for (size_t k = i + (size_t)step; k < r->n; k += (size_t)step)
		if (r->headings[k].key == r->headings[i].key)
			return &r->headings[k];
	return NULL;
}

static uint32_t
regions_words(
    const struct page *page, uint32_t from, uint32_t to, uint32_t first)
{
	uint32_t n = 0;

	for (uint32_t i = first; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (b->first >= to)
			break;
		if (b->first >= from && !(b->marks & MARK_HIDDEN) &&
		    b->link_bytes * 2 <= b->bytes)
			n += b->words;
	}
	return n;
}

/* Returns the child of `parent` that contains `node`. */
static uint32_t
regions_child(const struct tree *t, uint32_t parent, uint32_t node)
{
	while (t->nodes[node].parent != parent)
		node = t->nodes[node].parent;
	return node;
}

static void
regions_measure(struct regions *r, size_t i)
{
	const struct tree *t = &r->page->tree;
	struct heading *h = &r->headings[i];
	const struct heading *before = regions_neighbour(r, i, -1);
	const struct heading *after = regions_neighbour(r, i, 1);
	bool is_run_in = h->key >> 16 == KIND_RUN_IN;
	uint32_t parent, text = h->block + !is_run_in;

	h->box = h->node;
	while (h->box != TREE_ROOT) {
		parent = t->nodes[h->box].parent;
		if ((before != NULL && before->node >= parent) ||
		    (after != NULL && after->node < t->nodes[parent].end))
			break;
		h->box = parent;
	}
	h->from = h->box;
	h->to = t->nodes[h->box].end;
	h->words = regions_words(r->page, h->from, h->to, text);
	h->is_boxed =
	    h->words >= OWN_WORDS && !(is_run_in && h->box == h->node);
	if (h->is_boxed || h->box == TREE_ROOT)
		return;
	parent = t->nodes[h->box].parent;
	h->to = t->nodes[parent].end;
	if (after != NULL && after->node < h->to)
		h->to = regions_child(t, parent, after->node);
	h->words = regions_words(r->page, h->from, h->to, text);
}

static void
regions_keep(struct regions *r, size_t of)
{
	struct page *page = r->page;
	const struct heading *h = &r->headings[of];

	for (uint32_t i = 0; i < page->n_blocks; i++)
		if (page->blocks[i].first < h->from ||
		    page->blocks[i].first >= h->to)
			page->blocks[i].marks |= MARK_OTHER_STORY;
	page->title_block =
	    h->key >> 16 == KIND_RUN_IN ? PAGE_NO_BLOCK : h->block;
}

/* Measures the regions of the headings and reads the headings. */
static void
regions_read(struct regions *r)
{
	for (size_t i = 0; i < r->n; i++) {
		regions_measure(r, i);
		words_read(&r->headings[i].line,
		    region_headings_text(r->page, &r->headings[i]));
	}
}

/* Keeps only the story that the title names.  Returns false if the title names
 * no story of the page. */
static bool
regions_keep_titled(struct regions *r, const struct words *title)
{
	size_t found = title->n < 2 ? r->n : region_titles_find(r, title);

	if (found == r->n ||
	    region_titles_page_agrees(r, title) >
		words_agree(title, &r->headings[found].line) + 0.1 ||
	    !region_stories_are_several(r, found, true))
		return false;
	regions_keep(r, found);
	return true;
}

/* Does the same for headlines that are no heading elements. */
static bool
regions_keep_look(struct page *page, const struct words *title)
{
	static bool (*const collect[])(struct regions *) = {
		region_headings_collect_look, region_headings_collect_run_in
	};

	for (size_t i = 0; i < ARRAY_LENGTH(collect); i++) {
		struct regions r = { .page = page };

		if (title->n < WORDS_FEW || !collect[i](&r))
			continue;
		regions_read(&r);
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

void
features_find_region(struct page *page)
{
	struct regions r = { .page = page };
	struct words title;
	size_t found, group = 0;
	bool several;

	words_read(&title, slice_sub(page->input->hint_title, 0, 1024));
	if (title.n == 0 && slice_trim(page->input->hint_summary).len == 0)
		return;
	region_headings_collect(&r);
	regions_read(&r);
	if (r.n >= 2 && regions_keep_titled(&r, &title))
		return;
	if (region_titles_has_headline(&r, &title) ||
	    regions_keep_look(page, &title))
		return;
	if (r.n < 2 || !region_summary_group(&r, &group))
		return;
	several = region_stories_are_several(&r, group, false);
	found = region_summary_find(&r, group, several);
	if (found < r.n)
		regions_keep(&r, found);
	else if (several)
		page->has_no_story =
		    title.n > 0 && !regions_may_be_one(&r, group, &title);
}
