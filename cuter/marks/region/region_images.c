/*
 * region_images.c -- finds the headlines of stories that are shown as images.
 *
 * In:  tree, marks, blocks, the title's block; the feed's title.
 * Out: one heading for each image; its text is the alternative text.
 *
 * The alternative text of one image has the words of the feed's title. The
 * other headlines are images at the same depth whose parents have the same tag
 * and class. Photographs have alternative texts, too, so images in <figure> and
 * images beside text are not headlines, and no text of the page may have the
 * title's words.
 * Cost: O(nodes).
 */
#include "cuter/marks/region/region_match.h"

#define MOST_IMAGES 256 /* of a page */
/* Largest number of levels from an image to the <figure> around it. */
#define FIGURE_LEVELS 3

/* Returns true if an image has an alternative text, is the only content of its
 * parent, and is not in a <figure>. */
static bool
region_images_is_alone(const struct page *page, uint32_t node)
{
	const struct tree *t = &page->tree;
	uint32_t up = t->nodes[node].parent;

	if (t->nodes[node].tag != TAG_IMG || page->marks[node] & MARK_HIDDEN ||
	    page->bytes[up] > 0 || tree_attr(t, node, ATTR_ALT).len == 0)
		return false;
	for (int i = 0; i < FIGURE_LEVELS && up != TREE_ROOT; i++) {
		if (t->nodes[up].tag == TAG_FIGURE)
			return false;
		up = t->nodes[up].parent;
	}
	return true;
}

/* Returns the image whose alternative text has the words of the feed's title;
 * TREE_ROOT: there is none, or the title is a text of the page. */
static uint32_t
region_images_titled(const struct page *page)
{
	const struct tree *t = &page->tree;
	struct words title, line;

	words_read(&title, slice_sub(page->input->hint_title, 0, 1024));
	if (page->title_block != PAGE_NO_BLOCK) {
		words_read(&line,
		    page_block_text(page, &page->blocks[page->title_block]));
		if (words_agree(&title, &line) >= TITLE_AGREES)
			return TREE_ROOT;
	}
	for (uint32_t i = 1; i < t->n; i++) {
		if (!region_images_is_alone(page, i))
			continue;
		words_read(&line, tree_attr(t, i, ATTR_ALT));
		if (words_agree(&title, &line) >= TITLE_AGREES)
			return i;
	}
	return TREE_ROOT;
}

/* Returns true if two images are headlines of the same kind. */
static bool
region_images_are_alike(const struct tree *t, uint32_t a, uint32_t b)
{
	uint32_t up_a = t->nodes[a].parent, up_b = t->nodes[b].parent;

	return t->nodes[a].depth == t->nodes[b].depth &&
	       t->nodes[up_a].tag == t->nodes[up_b].tag &&
	       slice_equal(tree_attr(t, up_a, ATTR_CLASS),
		   tree_attr(t, up_b, ATTR_CLASS));
}

bool
region_headings_collect_images(struct regions *r)
{
	struct page *page = r->page;
	const struct tree *t = &page->tree;
	struct heading *found;
	uint32_t model;
	size_t n = 0;

	model = region_images_titled(page);
	if (model == TREE_ROOT)
		return false;
	found = arena_array_uninit(page->arena, MOST_IMAGES, sizeof(*found));
	for (uint32_t i = 1; i < t->n && n < MOST_IMAGES; i++) {
		uint32_t block;

		if (!region_images_is_alone(page, i) ||
		    !region_images_are_alike(t, i, model))
			continue;
		block = page_block_at(page, i);
		if (block == page->n_blocks ||
		    (n > 0 && found[n - 1].block == block))
			continue;
		found[n++] = (struct heading){ .block = block,
			.node = i,
			.key = (uint32_t)KIND_RUN_IN << 16 | t->nodes[i].depth,
			.alt = tree_attr(t, i, ATTR_ALT),
			.phrase_end = page->blocks[block].first };
	}
	if (n < 2)
		return false;
	r->headings = found;
	r->n = n;
	return true;
}
