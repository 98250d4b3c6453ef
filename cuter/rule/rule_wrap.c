/*
 * rule_wrap.c -- gives elements of the tree another tag; see rule_wrap.h.
 *
 * In Full-Text RSS, wrap_in(blockquote) puts a new element around each found
 * element.  Here, the found element itself gets the new tag, so that the
 * indexes of nodes do not change.  The text and its kind (quotation, code,
 * heading) are the same as with a new element around it.
 *
 * In:  the nodes that an expression has found.
 * Out: the changed tags.  The document of libxml2 does not change, so that
 *      later expressions find the names of the page.
 */
#include "cuter/rule/rule_wrap.h"

#include "cuter/rule/rule_document.h"

/* Elements with these flags are needed with their own tag. */
#define RULE_WRAP_KEPT                                                         \
	(TAG_IS_VOID | TAG_IS_MEDIA | TAG_IS_TABLE | TAG_IS_SCOPE)

static bool
rule_wrap_may_change(enum tag tag)
{
	static const enum tag kept[] = { TAG_TEXT, TAG_A, TAG_LI, TAG_UL,
		TAG_OL };

	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
		if (kept[i] == tag)
			return false;
	return !tag_is(tag, RULE_WRAP_KEPT);
}

/* True if an element with this tag may contain blocks. */
static bool
rule_wrap_holds_blocks(enum tag tag)
{
	return tag == TAG_BLOCKQUOTE || tag == TAG_DIV || tag == TAG_SECTION;
}

/* Returns whether node i can have the tag: a paragraph, a heading or an inline
 * element contains no block.  O(size of the subtree). */
static bool
rule_wrap_fits(const struct tree *t, uint32_t i, enum tag tag)
{
	uint32_t up = t->nodes[i].parent;

	if (!rule_wrap_holds_blocks(tag))
		for (uint32_t k = i + 1; k < t->nodes[i].end; k++)
			if (tag_is(t->nodes[k].tag, TAG_IS_BLOCK))
				return false;
	if (tag_is(tag, TAG_IS_BLOCK))
		for (; up != TREE_ROOT; up = t->nodes[up].parent)
			if (t->nodes[up].tag == TAG_P ||
			    t->nodes[up].tag == TAG_PRE ||
			    tag_is(t->nodes[up].tag, TAG_IS_HEADING) ||
			    !tag_is(t->nodes[up].tag, TAG_IS_BLOCK))
				return false;
	return true;
}

uint32_t
rule_wrap_found(struct tree *t, const xmlXPathObject *found, struct slice name)
{
	const xmlNodeSet *set =
	    found->type == XPATH_NODESET ? found->nodesetval : NULL;
	enum tag tag = tag_find(name)->tag;
	uint32_t n = 0;

	for (int i = 0; set != NULL && i < set->nodeNr; i++) {
		uint32_t index = TREE_NOWHERE;

		if (set->nodeTab[i]->type == XML_ELEMENT_NODE)
			index = rule_document_index(set->nodeTab[i]);
		if (index == TREE_NOWHERE || index == TREE_ROOT ||
		    !rule_wrap_may_change(t->nodes[index].tag) ||
		    !rule_wrap_fits(t, index, tag))
			continue;
		t->nodes[index].tag = (uint8_t)tag;
		n++;
	}
	return n;
}
