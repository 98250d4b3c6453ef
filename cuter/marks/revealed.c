/*
 * revealed.c -- finds hidden elements that a script or the reader will show.
 *
 * In:  tree, a node that is hidden in the page's source.
 * Out: true if a script, or a click of the reader, will show the node.
 *
 * Three kinds of articles have their text in hidden elements: React sends parts
 * of a page in <div hidden id="S:0"> and a script moves them to their places
 * (react-dom, "completeBoundary"); panels of an accordion are closed at first;
 * and a script shows the part of class "paywall" (the class of schema.org's
 * example for isAccessibleForFree) to subscribers. On a page with several
 * stories in tabs or in an accordion, the reader can show the story that the
 * feed names.
 */
#include "base/array.h"
#include "base/text/ascii.h"
#include "cuter/features/features.h"

/* Least share of words that the feed's title and the headline of a hidden
 * story have in common. */
#define TITLE_AGREES 0.75
/* Number of bytes of a title or headline that are compared. */
#define TITLE_BYTES 1024
/* Largest number of texts between a panel and its label that have only white
 * space. */
#define BLANK_TEXTS 2
/* Largest number of levels from a panel to the element that has a name of
 * revealed_panels[]. */
#define PANEL_LEVELS 4

/* Words in class or id of an accordion, or of an element in it. */
static const char *const revealed_panels[] = { "accordion", "collapsible",
	"chakra-collapse", "faq" };

/* True for "S:" and hexadecimal digits: an identifier of react-dom. */
static bool
revealed_is_streamed(struct slice id)
{
	if (id.len < 3 || id.p[0] != 'S' || id.p[1] != ':')
		return false;
	for (size_t i = 2; i < id.len; i++)
		if (!ascii_is_hex(id.p[i]))
			return false;
	return true;
}

static bool
revealed_has(const struct tree *t, uint32_t node, const char *word)
{
	return slice_find_nocase(tree_attr(t, node, ATTR_CLASS), slice_of(word),
		   0) != SLICE_NOT_FOUND ||
	       slice_find_nocase(tree_attr(t, node, ATTR_ID), slice_of(word),
		   0) != SLICE_NOT_FOUND;
}

static bool
revealed_is_panel(const struct tree *t, uint32_t node)
{
	for (int up = 0; up < PANEL_LEVELS && node != TREE_ROOT; up++) {
		for (size_t i = 0; i < ARRAY_LENGTH(revealed_panels); i++)
			if (revealed_has(t, node, revealed_panels[i]))
				return true;
		node = t->nodes[node].parent;
	}
	return false;
}

bool
features_is_revealed(const struct tree *t, uint32_t node)
{
	return revealed_is_streamed(tree_attr(t, node, ATTR_ID)) ||
	       slice_equal(tree_attr(t, node, ATTR_CLASS), SLICE("paywall")) ||
	       revealed_is_panel(t, node);
}

/* ---- the story that the feed names ---- */

/* Returns the start of the text of a node and its descendants. */
static struct slice
revealed_text(const struct page *page, uint32_t node, char text[TITLE_BYTES])
{
	const struct tree *t = &page->tree;
	size_t n = 0;

	for (uint32_t i = node; i < t->nodes[node].end && n < TITLE_BYTES;
	     i++) {
		struct slice piece =
		    slice_sub(t->nodes[i].text, 0, TITLE_BYTES - 1 - n);

		if (piece.len > 0)
			memcpy(text + n, piece.p, piece.len);
		n += piece.len;
		text[n++] = ' ';
	}
	return (struct slice){ text, n };
}

static bool
revealed_is_titled(
    const struct page *page, uint32_t node, const struct words *title)
{
	struct words line;
	char text[TITLE_BYTES];

	if (!tag_is(page->tree.nodes[node].tag, TAG_IS_HEADING))
		return false;
	words_read(&line, revealed_text(page, node, text));
	return words_overlap(&line, title) >= TITLE_AGREES;
}

/* Returns true if a node or one of its ancestors is hidden. */
static bool
revealed_is_hidden(const struct tree *t, uint32_t node)
{
	for (; node != TREE_ROOT; node = t->nodes[node].parent)
		if (tree_attr(t, node, ATTR_HIDDEN).p != NULL)
			return true;
	return false;
}

/* Returns true if a visible heading has the title. */
static bool
revealed_shows(const struct page *page, const struct words *title)
{
	for (uint32_t i = 1; i < page->tree.n; i++)
		if (revealed_is_titled(page, i, title) &&
		    !revealed_is_hidden(&page->tree, i))
			return true;
	return false;
}

/* Returns the sibling before a node, without text that has only white space;
 * TREE_ROOT if there is none. */
static uint32_t
revealed_before(const struct tree *t, uint32_t node)
{
	uint32_t parent = t->nodes[node].parent, i = node - 1;

	for (int n = 0; n < BLANK_TEXTS && i > parent; n++) {
		while (t->nodes[i].parent != parent)
			i = t->nodes[i].parent;
		if (t->nodes[i].tag != TAG_TEXT ||
		    slice_trim(t->nodes[i].text).len > 0)
			return i;
		i--;
	}
	return TREE_ROOT;
}

/* Returns the visible element before a hidden node, which may be the label that
 * opens it; TREE_ROOT if there is none. */
static uint32_t
revealed_label(const struct tree *t, uint32_t node)
{
	uint32_t label = revealed_before(t, node);

	if (label == TREE_ROOT || t->nodes[label].tag == TAG_TEXT ||
	    tree_attr(t, label, ATTR_HIDDEN).p != NULL)
		return TREE_ROOT;
	return label;
}

/* Returns true if two nodes are panels of one accordion: both are hidden, and
 * they have the same tag, depth and class, and labels with the same tag. */
static bool
revealed_are_panels(const struct tree *t, uint32_t a, uint32_t b)
{
	if (tree_attr(t, b, ATTR_HIDDEN).p == NULL ||
	    t->nodes[a].tag != t->nodes[b].tag ||
	    t->nodes[a].depth != t->nodes[b].depth ||
	    !slice_equal(
		tree_attr(t, a, ATTR_CLASS), tree_attr(t, b, ATTR_CLASS)))
		return false;
	a = revealed_label(t, a);
	b = revealed_label(t, b);
	return a != TREE_ROOT && b != TREE_ROOT &&
	       t->nodes[a].tag == t->nodes[b].tag;
}

/* Returns true if at least one other node is a panel like `node`. */
static bool
revealed_has_panels(const struct tree *t, uint32_t node)
{
	for (uint32_t i = 1; i < t->n; i++)
		if (i != node && revealed_are_panels(t, node, i))
			return true;
	return false;
}

/* Returns the hidden panel whose label has the title; TREE_ROOT if there is
 * none, or if the title is that of the page. The element after a headline is no
 * panel if no other element is like it. */
static uint32_t
revealed_find_panel(const struct page *page, const struct words *title)
{
	const struct tree *t = &page->tree;
	struct words own;

	words_read(&own, slice_sub(page->head->title, 0, TITLE_BYTES));
	if (words_agree(title, &own) >= TITLE_AGREES)
		return TREE_ROOT;
	for (uint32_t i = 1; i < t->n; i++) {
		struct words line;
		char text[TITLE_BYTES];
		uint32_t label;

		if (tree_attr(t, i, ATTR_HIDDEN).p == NULL)
			continue;
		label = revealed_label(t, i);
		if (label == TREE_ROOT)
			continue;
		words_read(&line, revealed_text(page, label, text));
		if (words_agree(title, &line) >= TITLE_AGREES)
			return revealed_has_panels(t, i) ? i : TREE_ROOT;
	}
	return TREE_ROOT;
}

/* Returns true if a node is a panel of the accordion with the story. The whole
 * page is read only once. */
static bool
revealed_is_story_panel(
    struct page *page, uint32_t node, const struct words *title)
{
	if (!page->has_read_panels)
		page->story_panel = revealed_find_panel(page, title);
	page->has_read_panels = true;
	return page->story_panel != TREE_ROOT &&
	       revealed_are_panels(&page->tree, page->story_panel, node);
}

/* Also returns true for the panels of the accordion with the story. */
bool
features_has_hidden_story(struct page *page, uint32_t node)
{
	const struct tree *t = &page->tree;
	struct words title;

	if ((page->has_read_panels && page->story_panel == TREE_ROOT &&
		page->shows_title == PAGE_SHOWN) ||
	    revealed_is_hidden(t, t->nodes[node].parent))
		return false;
	words_read(&title, slice_sub(page->input->hint_title, 0, TITLE_BYTES));
	if (title.n < WORDS_FEW)
		return false;
	if (revealed_is_story_panel(page, node, &title))
		return true;
	if (page->shows_title == PAGE_SHOWN)
		return false;
	for (uint32_t i = node + 1; i < t->nodes[node].end; i++) {
		if (!revealed_is_titled(page, i, &title))
			continue;
		/* the whole page is read only once */
		if (page->shows_title == PAGE_NOT_READ)
			page->shows_title = revealed_shows(page, &title)
						? PAGE_SHOWN
						: PAGE_NOT_SHOWN;
		return page->shows_title == PAGE_NOT_SHOWN;
	}
	return false;
}
