/*
 * mib.c -- finds the k largest blocks whose text is evenly distributed over
 * their children ("k-maximum informative blocks under the structure
 * constraint").
 *
 * In:  the tree of one page.
 * Out: class and reason of each block.
 *
 * Source: Kao, Ho, Chen, "WISDOM: Web Intrapage Informative Structure Mining
 * Based on Document Object Model" (2005), as described by Shinde, Bolli,
 * Kulkarni (docs/methods.md), section 2.2.
 *
 * In the information coverage tree each node has the sum of a feature over its
 * subtree. The features are CLEN, the text outside of links, and ALEN, the text
 * of links. CLEN finds article blocks, ALEN blocks of links ("TOC blocks"). The
 * third feature, API, compares a link with the document to which it leads;
 * these documents are not known here. SII, the structure information index,
 * measures how evenly a node's sum is distributed over its n children. SII is
 * the entropy of the children's shares, divided by the entropy of n equal
 * shares. It is near 1 if the children are the paragraphs of an article. It is
 * near 0 if one child is the whole article. The search begins at the root and
 * is greedy. If one of the k greatest nodes so far has an SII under the
 * threshold ST, it is replaced by its children. The nodes that remain are the
 * informative blocks, the skeleton.
 *
 * The third phase is block expansion and condensation. Shinde et al. name it
 * and do not describe it. Here a block is expanded by its siblings, one after
 * another on both sides, as long as the feature of the sibling is at least
 * `expand` times the mean feature of the block's children; siblings without the
 * feature are skipped. The block is condensed: parts in which the other feature
 * is greater are removed, which are lists of links in an article, and texts in
 * a list of links.
 *
 * k, ST and expand were chosen on the development corpora, since Shinde et al.
 * give no values.
 */
#include <math.h>

#include "cuter/methods/decide.h"
#include "cuter/methods/papers.h"
#include "cuter/methods/sizes.h"

#define MIB_K  1   /* largest number of blocks; chosen like MIB_ST */
#define MIB_ST 0.7 /* threshold of SII; chosen on the development corpora */
/* Least feature of a sibling that expands a block, divided by the mean feature
 * of the block's children; chosen on the development corpora. */
#define MIB_EXPAND 0.2

#define MOST_BLOCKS 16

const struct method_option mib_options[] = {
	{ "k", MIB_K, 1, MOST_BLOCKS },
	{ "st", MIB_ST, 0, 1 },
	{ "alen", 0, 0, 1 },
	{ "expand", MIB_EXPAND, 0, 100 },
	{ "condense", 1, 0, 1 },
	{ 0 },
};

/* The values of each node. */
struct coverage {
	const struct tree *tree;
	/* the feature that is searched, summed over the subtree */
	uint32_t *text;
	/* the feature that is not searched, summed over the subtree */
	uint32_t *other;
	bool *is_inner; /* the node contains blocks */
};

static void
mib_measure(struct page *page, bool by_links, struct coverage *c)
{
	const struct tree *t = &page->tree;
	struct sizes sizes;

	sizes_measure(page, &sizes);
	c->tree = t;
	c->text = sizes.link_chars;
	c->other = sizes.chars; /* number of all characters; the linked ones are
				   subtracted in the loop */
	c->is_inner = arena_array(page->arena, t->n, sizeof(bool));
	for (uint32_t i = t->n; i-- > 0;) {
		uint32_t links = sizes.link_chars[i],
			 content = sizes.chars[i] - links;

		c->text[i] = by_links ? links : content;
		c->other[i] = by_links ? content : links;
		if (i != TREE_ROOT && c->text[i] > 0 &&
		    (c->is_inner[i] || tag_is(t->nodes[i].tag, TAG_IS_BLOCK)))
			c->is_inner[t->nodes[i].parent] = true;
	}
}

/* Returns the entropy, 0 .. 1, of the children's shares of the searched
 * feature; 0 if fewer than two children have the feature. */
static double
mib_structure_index(const struct coverage *c, uint32_t node)
{
	const struct tree_node *nodes = c->tree->nodes;
	double sum = 0;
	uint32_t n = 0;

	for (uint32_t i = node + 1; i < nodes[node].end; i = nodes[i].end) {
		double share;

		if (c->text[i] == 0)
			continue;
		share = (double)c->text[i] / c->text[node];
		sum -= share * log(share);
		n++;
	}
	return n > 1 ? sum / log(n) : 0;
}

/* The k greatest nodes, in descending order. */
struct greatest {
	uint32_t node[MOST_BLOCKS];
	bool is_final[MOST_BLOCKS];
	size_t n, k;
};

static void
mib_insert(struct greatest *g, const struct coverage *c, uint32_t node)
{
	size_t at = g->n;

	if (at == g->k && c->text[g->node[at - 1]] >= c->text[node])
		return;
	if (at == g->k)
		at--;
	else
		g->n++;
	for (; at > 0 && c->text[g->node[at - 1]] < c->text[node]; at--) {
		g->node[at] = g->node[at - 1];
		g->is_final[at] = g->is_final[at - 1];
	}
	g->node[at] = node;
	g->is_final[at] = false;
}

static void
mib_remove(struct greatest *g, size_t at)
{
	g->n--;
	for (; at < g->n; at++) {
		g->node[at] = g->node[at + 1];
		g->is_final[at] = g->is_final[at + 1];
	}
}

/* Each node is inserted and removed at most once: O(nodes * k). */
static void
mib_find_blocks(const struct coverage *c, double threshold, struct greatest *g)
{
	const struct tree_node *nodes = c->tree->nodes;

	if (c->text[TREE_ROOT] > 0)
		mib_insert(g, c, TREE_ROOT);
	for (size_t at = 0; at < g->n;) {
		uint32_t node = g->node[at];

		if (g->is_final[at] || !c->is_inner[node] ||
		    mib_structure_index(c, node) >= threshold) {
			g->is_final[at++] = true;
			continue;
		}
		mib_remove(g, at);
		for (uint32_t i = node + 1; i < nodes[node].end;
		     i = nodes[i].end)
			if (c->text[i] > 0)
				mib_insert(g, c, i);
		at = 0;
	}
}

/* ---- expansion and condensation ---- */

/* Returns the mean feature of the children that have it. */
static double
mib_mean_child(const struct coverage *c, uint32_t node)
{
	const struct tree_node *nodes = c->tree->nodes;
	uint32_t n = 0;

	for (uint32_t i = node + 1; i < nodes[node].end; i = nodes[i].end)
		n += c->text[i] > 0;
	return n > 0 ? (double)c->text[node] / n : c->text[node];
}

/* Takes the siblings after the block, up to the first one that is too small.
 * Takes the siblings before the block in the same way. */
static void
mib_expand(const struct coverage *c, uint32_t block, double expand, bool *taken)
{
	const struct tree_node *nodes = c->tree->nodes;
	uint32_t parent = nodes[block].parent, first = block;
	double least = expand * mib_mean_child(c, block);

	if (block == TREE_ROOT)
		return;
	for (uint32_t i = parent + 1; i < block; i = nodes[i].end)
		if (c->text[i] > 0 && c->text[i] < least)
			first = block;
		else if (first == block)
			first = i;
	for (uint32_t i = first; i < nodes[parent].end; i = nodes[i].end) {
		if (i > block && c->text[i] > 0 && c->text[i] < least)
			break;
		taken[i] |= c->text[i] > 0;
	}
}

/* Omits a descendant of a taken node if the other feature is greater in it than
 * the searched feature. */
static void
mib_condense(struct page *page, const struct coverage *c, const bool *taken,
    bool *omitted)
{
	const struct tree *t = &page->tree;
	bool *inside = arena_array(page->arena, t->n, sizeof(bool));

	for (uint32_t i = 1; i < t->n; i++) {
		uint32_t parent = t->nodes[i].parent;

		inside[i] = taken[parent] || inside[parent];
		omitted[i] = inside[i] && c->other[i] > c->text[i] &&
			     tag_is(t->nodes[i].tag, TAG_IS_BLOCK);
	}
}

void
method_mib(struct page *page)
{
	struct greatest g = {
		.k = (size_t)method_value(page, mib_options, "k"),
	};
	uint32_t n = page->tree.n;
	bool *taken = arena_array(page->arena, n, sizeof(bool));
	bool *omitted = arena_array(page->arena, n, sizeof(bool));
	double expand = method_value(page, mib_options, "expand");
	struct coverage c;

	mib_measure(page, method_value(page, mib_options, "alen") > 0, &c);
	mib_find_blocks(&c, method_value(page, mib_options, "st"), &g);
	for (size_t i = 0; i < g.n; i++) {
		taken[g.node[i]] = true;
		if (expand > 0)
			mib_expand(&c, g.node[i], expand, taken);
	}
	if (method_value(page, mib_options, "condense") > 0)
		mib_condense(page, &c, taken, omitted);
	decide_begin(page);
	decide_omit_nodes(page, omitted, CUTER_NAVIGATION, REASON_LINKS);
	decide_take_nodes(page, taken);
	decide_end(page, REASON_SMALL);
}
