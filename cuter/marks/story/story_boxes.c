/*
 * story_boxes.c -- finds boxes with a headline between the paragraphs of an
 * article.
 *
 * In:  tree, blocks.
 * Out: the boxes, each with its headline. Whether a box is another story is
 *      decided in story_insets.c.
 *
 * A box is the largest element that begins with a block. One of its first
 * blocks is the headline; labels ("Related", the name of a place) may precede
 * it. The nearest paragraphs before and after a box are in its parent, either
 * directly or in elements that look alike.
 */
#include "cuter/marks/story/story_boxes.h"

#include "cuter/features/attr_words.h"
#include "cuter/marks/story/announced.h"

#define PROSE_WORDS    10 /* least number of words of a block of prose */
#define HEADLINE_WORDS 30 /* maximum number of words of a headline */
/* Words of a headline that is neither a heading nor bold nor a link. */
#define LINE_LEAST     4
#define LINE_MOST      16
#define LABEL_WORDS    6 /* maximum number of words of a label */
#define HEADLINE_AFTER 2 /* maximum number of labels before the headline */

bool
story_boxes_is_prose(const struct page *page, uint32_t i)
{
	const struct block *b = &page->blocks[i];

	return b->words >= PROSE_WORDS && b->link_bytes * 2 <= b->bytes &&
	       !(b->marks & MARK_HIDDEN) && !b->is_heading;
}

void
story_boxes_read_prose(const struct page *page, struct story_prose *ret)
{
	uint32_t n = page->n_blocks;

	ret->words = arena_array_uninit(page->arena, n + 1, sizeof(uint32_t));
	ret->before = arena_array_uninit(page->arena, n + 1, sizeof(uint32_t));
	ret->after = arena_array_uninit(page->arena, n + 1, sizeof(uint32_t));
	ret->words[0] = ret->before[0] = 0;
	for (uint32_t i = 0; i < n; i++) {
		bool is_prose = story_boxes_is_prose(page, i);

		ret->words[i + 1] =
		    ret->words[i] + (is_prose ? page->blocks[i].words : 0);
		ret->before[i + 1] = is_prose ? i + 1 : ret->before[i];
	}
	ret->after[n] = n;
	for (uint32_t i = n; i-- > 0;)
		ret->after[i] =
		    ret->before[i + 1] == i + 1 ? i : ret->after[i + 1];
}

/* ---- the headline ---- */

/* Returns true if all text of a block is inside of links to other pages or of
 * bold elements. */
static bool
story_boxes_is_bold(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = b->first; i < b->end; i++) {
		uint32_t node = i;

		if (t->nodes[i].tag != TAG_TEXT || page->bytes[i] == 0)
			continue;
		while (node != b->node && t->nodes[node].tag != TAG_B &&
		       t->nodes[node].tag != TAG_STRONG &&
		       t->nodes[node].tag != TAG_A)
			node = t->nodes[node].parent;
		if (node == b->node ||
		    slice_starts(tree_attr(t, node, ATTR_HREF), SLICE("#")))
			return false;
	}
	return true;
}

static bool
story_boxes_is_headline(const struct page *page, const struct block *b)
{
	return b->words > 0 && b->words <= HEADLINE_WORDS &&
	       !(b->marks & (MARK_HIDDEN | MARK_OTHER_STORY)) &&
	       (b->is_heading || story_boxes_is_bold(page, b));
}

/* Returns true if a block is a line that may be a headline, and the next block
 * is prose. */
static bool
story_boxes_is_line(const struct page *page, uint32_t i)
{
	const struct block *b = &page->blocks[i];
	struct slice text;

	if (b->words < LINE_LEAST || b->words > LINE_MOST ||
	    b->marks &
		(MARK_HIDDEN | MARK_OTHER_STORY | MARK_CAPTION | MARK_LIST) ||
	    !story_boxes_is_prose(page, i + 1))
		return false;
	text = slice_trim(page_block_text(page, b));
	return text.len > 0 && strchr(".:!,;?", text.p[text.len - 1]) == NULL;
}

/* Returns true if a block may be a label before a headline. */
static bool
story_boxes_is_label(const struct page *page, uint32_t i)
{
	const struct block *b = &page->blocks[i];

	return b->words <= LABEL_WORDS && i != page->title_block &&
	       !(b->marks & MARK_OTHER_STORY) &&
	       (!b->is_heading || announced_is_label(page, b));
}

/* Finds the headline of a box: the first line after its labels that is a
 * heading, bold or a link, else a plain line. */
static bool
story_boxes_find_headline(const struct page *page, struct story_box *box)
{
	bool has_plain = false;

	for (uint32_t i = box->from;
	     i + 1 < box->to && i <= box->from + HEADLINE_AFTER; i++) {
		const struct block *b = &page->blocks[i];
		bool is_label = story_boxes_is_label(page, i);

		if (is_label && announced_is_label(page, b)) {
			box->is_announced = true;
			continue;
		}
		if (story_boxes_is_headline(page, b) &&
		    (!is_label || b->is_heading ||
			!story_boxes_is_headline(page, b + 1))) {
			box->headline = i;
			box->is_plain = false;
			return true;
		}
		if (!has_plain && story_boxes_is_line(page, i)) {
			box->headline = i;
			box->is_plain = has_plain = true;
		}
		if (!is_label)
			break;
	}
	return has_plain;
}

/* ---- the place ---- */

/* Returns the child of `parent` that contains a node.  Returns TREE_ROOT if
 * `parent` does not contain the node. */
static uint32_t
story_boxes_child(const struct tree *t, uint32_t parent, uint32_t node)
{
	while (node != TREE_ROOT && t->nodes[node].parent != parent)
		node = t->nodes[node].parent;
	return node;
}

static bool
story_boxes_look_alike(const struct tree *t, uint32_t a, uint32_t b)
{
	return t->nodes[a].tag == t->nodes[b].tag &&
	       slice_equal(
		   tree_attr(t, a, ATTR_CLASS), tree_attr(t, b, ATTR_CLASS));
}

bool
story_boxes_are_alike(const struct page *page, const struct story_box *a,
    const struct story_box *b)
{
	const struct tree *t = &page->tree;

	return t->nodes[a->node].parent == t->nodes[b->node].parent &&
	       story_boxes_look_alike(t, a->node, b->node);
}

/* Returns true if an element around a paragraph is a part of the article's
 * text, not an item with a headline. */
static bool
story_boxes_is_part(const struct page *page, uint32_t node, uint32_t prose)
{
	uint32_t first = page_block_at(page, node);

	return node == page->blocks[prose].node || first == prose ||
	       !story_boxes_is_headline(page, &page->blocks[first]);
}

/* Returns the box beside `box` that contains a block.  Returns NULL if no such
 * box contains it. */
static const struct story_box *
story_boxes_around(const struct page *page, const struct story_box *boxes,
    size_t n, const struct story_box *box, uint32_t block)
{
	for (size_t i = 0; i < n; i++)
		if (&boxes[i] != box && block >= boxes[i].from &&
		    block < boxes[i].to &&
		    page->tree.nodes[boxes[i].node].parent ==
			page->tree.nodes[box->node].parent)
			return &boxes[i];
	return NULL;
}

/* Finds the nearest paragraphs outside of all boxes before and after a box.
 * *ret_before: the index of the paragraph before the box + 1; 0 if none
 * precedes. *ret_after: the index of the paragraph after the box; n_blocks if
 * none follows. */
static void
story_boxes_find_around(const struct page *page,
    const struct story_prose *prose, struct story_box *boxes, size_t n,
    struct story_box *box, uint32_t *ret_before, uint32_t *ret_after)
{
	const struct story_box *other;
	uint32_t before = prose->before[box->from];
	uint32_t after = prose->after[box->to];

	while (before > 0 && (other = story_boxes_around(
				  page, boxes, n, box, before - 1)) != NULL) {
		box->is_among_parts |= story_boxes_are_alike(page, box, other);
		before = prose->before[other->from];
	}
	while (after < page->n_blocks && (other = story_boxes_around(page,
					      boxes, n, box, after)) != NULL) {
		box->is_among_parts |= story_boxes_are_alike(page, box, other);
		after = prose->after[other->to];
	}
	*ret_before = before;
	*ret_after = after;
}

/* The paragraphs have the same tag and are in the same element as the box, or
 * are in such elements that look alike. */
bool
story_boxes_interrupts(const struct page *page, const struct story_prose *prose,
    struct story_box *boxes, size_t n, size_t at)
{
	const struct tree *t = &page->tree;
	struct story_box *box = &boxes[at];
	uint32_t before, after, parent = t->nodes[box->node].parent, a, b;

	story_boxes_find_around(page, prose, boxes, n, box, &before, &after);
	a = before == 0
		? TREE_ROOT
		: story_boxes_child(t, parent, page->blocks[before - 1].node);
	b = after == page->n_blocks
		? TREE_ROOT
		: story_boxes_child(t, parent, page->blocks[after].node);
	if (a == TREE_ROOT) {
		box->is_first = true;
		return (box->is_announced || box->n_signs >= STORY_BOX_SIGNS) &&
		       b != TREE_ROOT && before <= page->title_block &&
		       story_boxes_is_part(page, b, after);
	}
	before--;
	if (!story_boxes_is_part(page, a, before))
		return false;
	if (b == TREE_ROOT) {
		box->is_last = true;
		return box->is_announced || box->n_signs >= STORY_BOX_SIGNS ||
		       a == page->blocks[before].node;
	}
	if (a == page->blocks[before].node && b == page->blocks[after].node)
		return t->nodes[a].tag == t->nodes[b].tag;
	box->is_among_parts = true;
	return story_boxes_look_alike(t, a, b) &&
	       story_boxes_is_part(page, b, after);
}

static bool
story_boxes_is_announced(const struct page *page, const struct story_box *box)
{
	const struct tree *t = &page->tree;

	return box->is_announced ||
	       ((attr_words_read(tree_attr(t, box->node, ATTR_CLASS)) |
		    attr_words_read(tree_attr(t, box->node, ATTR_ID))) &
		   1u << ATTR_WORD_RELATED) != 0;
}

/* Returns true if a box ends with a short link, such as "Read more". */
static bool
story_boxes_is_continued(const struct page *page, const struct story_box *box)
{
	const struct block *b = &page->blocks[box->to - 1];

	return box->to - 1 > box->headline && b->words > 0 &&
	       b->words <= LABEL_WORDS && b->link_bytes >= b->bytes;
}

/* Returns true if an image before the headline of a box is in a link. */
static bool
story_boxes_has_linked_image(
    const struct page *page, const struct story_box *box)
{
	const struct tree *t = &page->tree;
	uint32_t end = 0;

	for (uint32_t i = box->node; i < page->blocks[box->headline].first; i++)
		if (t->nodes[i].tag == TAG_A)
			end = t->nodes[i].end;
		else if (t->nodes[i].tag == TAG_IMG && i < end)
			return true;
	return false;
}

/* Counts the signs that the text of a box continues on another page. */
static void
story_boxes_count_signs(const struct page *page, struct story_box *box)
{
	bool is_headline_linked = page->blocks[box->headline].link_bytes * 2 >
				  page->blocks[box->headline].bytes;
	bool is_continued = story_boxes_is_continued(page, box);

	box->is_linked = is_headline_linked || is_continued;
	box->is_announced = story_boxes_is_announced(page, box);
	box->n_signs =
	    (unsigned)(box->is_announced + is_headline_linked + is_continued +
		       story_boxes_has_linked_image(page, box));
}

bool
story_boxes_find(const struct page *page, const struct story_prose *prose,
    uint32_t i, bool is_named, struct story_box *ret)
{
	const struct tree *t = &page->tree;
	uint32_t node = page->blocks[i].first;
	struct story_box box = { .from = i, .headline = i };

	if (i + 1 >= page->n_blocks || page->blocks[i].words == 0 ||
	    page->blocks[i].words > HEADLINE_WORDS)
		return false;
	while (node != TREE_ROOT &&
	       (i == 0 || page->blocks[i - 1].first < t->nodes[node].parent))
		node = t->nodes[node].parent;
	if (node == TREE_ROOT ||
	    page->blocks[i + 1].first >= t->nodes[node].end)
		return false;
	box.node = node;
	box.to = page_block_at(page, t->nodes[node].end);
	box.words = prose->words[box.to] - prose->words[box.from];
	if (box.words == 0)
		return false;
	if (is_named ? !story_boxes_is_headline(page, &page->blocks[i])
		     : !story_boxes_find_headline(page, &box))
		return false;
	story_boxes_count_signs(page, &box);
	/* A quotation may begin with bold words. */
	if (!is_named && t->nodes[node].tag == TAG_BLOCKQUOTE &&
	    !page->blocks[box.headline].is_heading && !box.is_linked &&
	    !box.is_announced)
		return false;
	*ret = box;
	return true;
}
