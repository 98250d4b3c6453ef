/*
 * caption_plain.c -- finds the caption of an image if the markup does not mark
 * it as a caption, by <figcaption> or a class.
 *
 * In: the tree around an image, the blocks with the method's decisions.
 * Out: the node whose text is the caption.
 *
 * "The smallest bounding block that contains both the image and its caption is
 * also their first parent block-element ... All the text content in this parent
 * element is considered to be caption text" (Agarwal, Chheda, Shah, Narvekar,
 * Proposed Method). The text of the first parent with text is the caption if it
 * is short and the parent has no other image, heading or list of links.
 *
 * If the image is the only content of a line of the article, the first parent
 * is the article. Then the caption is the line after the image, or else the
 * line before it. The line must be short. The line before the image must not be
 * text of the body. The line after the image may be text of the body if it
 * differs from the paragraphs: it is in <em> or <small>, in an element of
 * another kind than the paragraphs, is a credit, or equals the image's alt.
 */
#include "cuter/article/media/media.h"
#include "cuter/features/features.h"

#define BOX_BYTES 500 /* largest text of a box with one image, in bytes */
/* Largest caption in bytes, if the caption is a line between or in the blocks
 * of the article. */
#define LINE_BYTES 300
/* Largest caption that differs from the text only by its element, in bytes. */
#define UNLIKE_BYTES 150
/* Number of blocks on each side with which a line is compared. */
#define NEAR_BLOCKS 4
/* Maximum number of nodes in a box around a picture, and between a picture and
 * its caption. */
#define BOX_NODES 200
/* At most one part in LINK_SHARE of a caption may be linked. A part may be
 * linked, because the photographer's name is often a link. */
#define LINK_SHARE 4
/* Number of levels that are searched. A table cell is four levels below the
 * parent of its table. */
#define CLIMB 6

/* Lines with these marks are not captions. */
#define MARKS_OTHER                                                            \
	(MARK_HIDDEN | MARK_BUTTON | MARK_NAVIGATION | MARK_ADVERTISEMENT |    \
	    MARK_BYLINE | MARK_COMMENTS | MARK_OTHER_STORY | MARK_THREAD |     \
	    MARK_META_LINE | MARK_NOTICE)

/* True for an element that sets a line of text apart from the paragraphs. */
static bool
caption_plain_is_apart(enum tag tag)
{
	return tag == TAG_EM || tag == TAG_I || tag == TAG_SMALL ||
	       tag == TAG_CITE || tag == TAG_SPAN || tag == TAG_B ||
	       tag == TAG_STRONG || tag == TAG_SUP || tag == TAG_SUB;
}

/* True if all text of a block is in elements that set it apart; `spans`: a
 * <span> also sets text apart. */
static bool
caption_plain_is_set_apart(
    const struct page *page, const struct block *b, bool spans)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = b->first; i < b->end; i++) {
		uint32_t node = t->nodes[i].parent;

		if (t->nodes[i].tag != TAG_TEXT || page->bytes[i] == 0)
			continue;
		while (node != b->node &&
		       (!caption_plain_is_apart(t->nodes[node].tag) ||
			   (!spans && t->nodes[node].tag == TAG_SPAN)))
			node = t->nodes[node].parent;
		if (node == b->node)
			return false;
	}
	return true;
}

/* ---- the box of the image ---- */

/* True if the image is in no link inside of the box, or in a link to the image
 * file. Any other link leads to another article. */
static bool
caption_plain_is_enlarged(const struct page *page, uint32_t box, uint32_t image)
{
	uint32_t link = tree_up_to(&page->tree, image, TAG_A);

	return link == TREE_NOWHERE || link <= box ||
	       media_is_file(tree_attr(&page->tree, link, ATTR_HREF));
}

/* True if the box contains another image, a heading, text with one of
 * MARKS_OTHER, much linked text, or more than BOX_NODES nodes, or if the image
 * is in a link to another page. */
static bool
caption_plain_is_shared(const struct page *page, uint32_t box, uint32_t image)
{
	const struct tree *t = &page->tree;

	if (t->nodes[box].end - box > BOX_NODES ||
	    (!(page->marks[box] & MARK_LINK) &&
		page->link_bytes[box] * LINK_SHARE > page->bytes[box]) ||
	    !caption_plain_is_enlarged(page, box, image))
		return true;
	for (uint32_t i = box + 1; i < t->nodes[box].end; i++)
		if ((i != image && media_is_other(page, image, i)) ||
		    tag_is(t->nodes[i].tag, TAG_IS_HEADING) ||
		    (t->nodes[i].tag == TAG_TEXT && page->bytes[i] > 0 &&
			page->marks[i] & MARKS_OTHER))
			return true;
	return false;
}

/* False if the box contains text of the body and is too long for a caption, or
 * if the box is a paragraph of the body that is not set apart. */
static bool
caption_plain_may_be_text(const struct page *page, uint32_t box)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = page_block_at(page, box + 1);
	     i < page->n_blocks && page->blocks[i].first < t->nodes[box].end;
	     i++) {
		const struct block *b = &page->blocks[i];

		if (b->reason != REASON_CHOSEN)
			continue;
		if (page->bytes[box] > LINE_BYTES ||
		    (b->node == box && t->nodes[box].tag == TAG_P &&
			!caption_plain_is_set_apart(page, b, true)))
			return false;
	}
	return true;
}

/* ---- the line after or before the image ---- */

/* Returns the child of `around` that contains a block. Returns TREE_NOWHERE if
 * the block is outside of `around`, or if the child has other text, too. */
static uint32_t
caption_plain_line(
    const struct page *page, uint32_t around, const struct block *b)
{
	const struct tree *t = &page->tree;
	uint32_t node = b->end == b->first + 1 ? b->first : b->node;

	while (node > around && t->nodes[node].parent != around)
		node = t->nodes[node].parent;
	return node > around && page->bytes[node] == b->bytes ? node
							      : TREE_NOWHERE;
}

static bool
caption_plain_has_media(const struct page *page, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		if (tag_is(page->tree.nodes[i].tag, TAG_IS_MEDIA))
			return true;
	return false;
}

/* True if a line can be a caption by its length, links and marks. */
static bool
caption_plain_may_be_line(const struct block *b)
{
	return b->bytes > 0 && b->bytes <= LINE_BYTES && !b->is_heading &&
	       b->link_bytes * LINK_SHARE <= b->bytes &&
	       !(b->marks & (MARKS_OTHER | MARK_LIST | MARK_QUOTE)) &&
	       b->reason != REASON_TITLE && b->reason != REASON_LEAD;
}

/* True if the elements of two blocks have the same name and class. */
static bool
caption_plain_is_same_kind(
    const struct page *page, const struct block *a, const struct block *b)
{
	const struct tree *t = &page->tree;

	return t->nodes[a->node].tag == t->nodes[b->node].tag &&
	       slice_equal(tree_attr(t, a->node, ATTR_CLASS),
		   tree_attr(t, b->node, ATTR_CLASS));
}

/* True if a line of the body is of another kind than the body's nearest blocks
 * on both sides. */
static bool
caption_plain_is_unlike(const struct page *page, uint32_t line)
{
	uint32_t before = line, after = line;
	const struct block *b = &page->blocks[line];

	while (before > 0 && line - before < NEAR_BLOCKS &&
	       (before == line || page->blocks[before].reason != REASON_CHOSEN))
		before--;
	while (after + 1 < page->n_blocks && after - line < NEAR_BLOCKS &&
	       (after == line || page->blocks[after].reason != REASON_CHOSEN))
		after++;
	return !caption_plain_is_same_kind(page, b, &page->blocks[before]) &&
	       !caption_plain_is_same_kind(page, b, &page->blocks[after]);
}

/* True if a line of the body differs from the paragraphs of the body: by its
 * elements, by its kind, by a credit, or because it equals the image's alt. */
static bool
caption_plain_is_other_text(
    const struct page *page, uint32_t line, uint32_t image)
{
	const struct block *b = &page->blocks[line];
	struct slice text = page_block_text(page, b);

	return caption_plain_is_set_apart(page, b, false) ||
	       (b->bytes <= UNLIKE_BYTES &&
		   caption_plain_is_unlike(page, line)) ||
	       caption_begins_with_credit(text) ||
	       slice_equal(
		   text, slice_trim(tree_attr(&page->tree, image, ATTR_ALT)));
}

/* Returns the line of the caption in `around`: the line after the image, else
 * the line before it. `alone` is the line of the image. The line before the
 * image is a caption only if it is not text of the body. */
static uint32_t
caption_plain_find_line(
    const struct page *page, uint32_t around, uint32_t alone, uint32_t image)
{
	uint32_t end = page->tree.nodes[alone].end;
	uint32_t next = page_block_at(page, end);
	const struct block *b;

	if (next < page->n_blocks) {
		b = &page->blocks[next];
		if (b->first - end <= BOX_NODES &&
		    caption_plain_may_be_line(b) &&
		    !caption_plain_has_media(page, end, b->first) &&
		    (b->reason != REASON_CHOSEN ||
			caption_plain_is_other_text(page, next, image)))
			return caption_plain_line(page, around, b);
	}
	if (next == 0)
		return TREE_NOWHERE;
	b = &page->blocks[next - 1];
	if (b->end > alone || alone - b->end > BOX_NODES ||
	    b->reason == REASON_CHOSEN || !caption_plain_may_be_line(b) ||
	    caption_plain_has_media(page, b->end, alone))
		return TREE_NOWHERE;
	return caption_plain_line(page, around, b);
}

/* Returns the box around the image if the whole text of the box is the caption.
 * Otherwise returns the line of the box that is the caption. Returns
 * TREE_NOWHERE if there is no caption. */
static uint32_t
caption_plain_find_in(
    const struct page *page, uint32_t around, uint32_t alone, uint32_t image)
{
	if (page->bytes[around] <= BOX_BYTES &&
	    !caption_plain_is_shared(page, around, image) &&
	    caption_plain_may_be_text(page, around))
		return around;
	return caption_plain_is_enlarged(page, around, image)
		   ? caption_plain_find_line(page, around, alone, image)
		   : TREE_NOWHERE;
}

uint32_t
caption_find_plain(const struct page *page, uint32_t image)
{
	const struct tree *t = &page->tree;
	uint32_t alone = image;

	for (unsigned up = 0; up < CLIMB && alone != TREE_ROOT; up++) {
		uint32_t around = t->nodes[alone].parent;

		if (tag_is(t->nodes[around].tag, TAG_IS_HEADING))
			return TREE_NOWHERE;
		if (page->bytes[around] > 0)
			return caption_plain_find_in(
			    page, around, alone, image);
		if (t->nodes[around].end - around > BOX_NODES)
			return TREE_NOWHERE;
		alone = around;
	}
	return TREE_NOWHERE;
}
