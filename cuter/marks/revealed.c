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
 * example for isAccessibleForFree) to subscribers.
 */
#include "base/array.h"
#include "base/text/ascii.h"
#include "cuter/features/features.h"

#define PANEL_LEVELS 4 /* levels from a panel to the element that has such a
			  name */

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
