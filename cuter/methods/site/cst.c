/*
 * cst.c -- the compressed structure tree: blocks that look the same on all
 * pages of a site are not content.
 *
 * In:  the trees of several pages of a site.
 * Out: class and reason of each block.
 *
 * Source: Yi, Liu, "Web page cleaning for web mining through feature weighting"
 * (2003), as described by Shinde, Bolli, Kulkarni (docs/methods.md), section
 * 2.3.
 *
 * The presentation style of a node is the sequence of its children's tags with
 * their display attributes (here class, width and height). The trees of all
 * pages are merged from the top. Nodes are merged into one element node if
 * their parents were merged, the parents have the same style, and the nodes
 * have the same position. A key identifies the element node. The importance of
 * an element node is the entropy of the styles of the nodes merged into it; it
 * is 1 if the node was seen once. Nodes that look the same on each page are
 * noise. The style of a text is the text itself.
 *
 * Shinde et al. do not say how importance becomes a block's weight. Here it is
 * the mean over the block's first text and its ancestors; each level counts
 * CST_DECAY times as much as the level inside of it.
 */
#include "base/array.h"
#include "cuter/methods/decide.h"
#include "cuter/methods/papers.h"
#include "cuter/methods/site/site_counts.h"

/* Blocks with a greater weight are content; chosen on the development
 * corpora. */
#define CST_WEIGHT 0.5
/* Weight of a level in the mean, divided by the weight of the level inside it;
 * chosen on the development corpora. */
#define CST_DECAY  0.5
#define CST_LEVELS 16 /* 0.5^16 is negligible */

const struct method_option cst_options[] = {
	{ "weight", CST_WEIGHT, 0, 1 },
	{ "decay", CST_DECAY, 0, 1 },
	{ 0 },
};

/* Returns the tag and the display attributes of a node. They are a part of the
 * style of its parent. */
static uint64_t
cst_look(const struct tree *t, uint32_t node)
{
	static const enum attr display[] = { ATTR_CLASS, ATTR_WIDTH,
		ATTR_HEIGHT };
	const char tag = (char)t->nodes[node].tag;
	uint64_t key = site_counts_key(0, (struct slice){ &tag, 1 });

	for (size_t i = 0; i < ARRAY_LENGTH(display); i++)
		key = site_counts_key(key, tree_attr(t, node, display[i]));
	return key;
}

static uint64_t
cst_mix(uint64_t a, uint64_t b)
{
	return site_counts_key(
	    a, (struct slice){ (const char *)&b, sizeof(b) });
}

/* styles[i]: the style of node i, from its children. */
static uint64_t *
cst_read_styles(const struct page *page)
{
	const struct tree *t = &page->tree;
	uint64_t *styles = arena_array(page->arena, t->n, sizeof(uint64_t));

	for (uint32_t i = 1; i < t->n; i++) {
		uint32_t parent = t->nodes[i].parent;

		styles[parent] = cst_mix(styles[parent], cst_look(t, i));
		if (t->nodes[i].tag == TAG_TEXT)
			styles[i] =
			    site_counts_key(0, slice_trim(t->nodes[i].text));
	}
	return styles;
}

/* elements[i]: the key of the element node to which node i belongs. The key is
 * computed from the node's position among its siblings, and from its parent's
 * element node and style. */
static uint64_t *
cst_merge(const struct page *page, const uint64_t *styles)
{
	const struct tree *t = &page->tree;
	uint64_t *elements = arena_array(page->arena, t->n, sizeof(uint64_t));
	uint32_t *n_children = arena_array(page->arena, t->n, sizeof(uint32_t));

	elements[TREE_ROOT] = 1;
	for (uint32_t i = 1; i < t->n; i++) {
		uint32_t parent = t->nodes[i].parent;

		elements[i] = cst_mix(cst_mix(elements[parent], styles[parent]),
		    n_children[parent]++);
	}
	return elements;
}

static void
cst_learn(struct cuter_site *site, const struct page *page,
    const uint64_t *elements, const uint64_t *styles)
{
	for (uint32_t i = 0; i < page->tree.n; i++) {
		struct site_count *count =
		    site_counts_at(site, page, cst_mix(elements[i], styles[i]));
		double more;

		site_counts_add(site, count);
		more = site_counts_log(count->total) -
		       site_counts_log(count->total - 1);
		count = site_counts_at(site, page, elements[i]);
		site_counts_add(site, count);
		count->logs += more;
	}
}

static double
cst_importance(const struct cuter_site *site, uint64_t element)
{
	const struct site_count *count = site_counts_find(site, element);

	if (count == NULL || count->total < 2)
		return 1;
	return site_counts_entropy(count->total, count->logs, count->total);
}

/* Returns the weight of a block, computed from its first text and the ancestors
 * of that text. */
static double
cst_weight_of(const struct page *page, uint32_t node, const double *of_nodes,
    double decay)
{
	double sum = 0, all = 0, weight = 1;

	for (int i = 0; i < CST_LEVELS && node != TREE_NOWHERE; i++) {
		sum += weight * of_nodes[node];
		all += weight;
		weight *= decay;
		node = page->tree.nodes[node].parent;
	}
	return sum / all;
}

static void
cst_decide(struct page *page, const uint64_t *elements)
{
	double least = method_value(page, cst_options, "weight");
	double decay = method_value(page, cst_options, "decay");
	const struct cuter_site *site = site_counts_of_page(page);
	double *of_nodes =
	    arena_array(page->arena, page->tree.n, sizeof(double));

	for (uint32_t i = 0; i < page->tree.n; i++)
		of_nodes[i] = cst_importance(site, elements[i]);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (decide_is_undecided(b) &&
		    cst_weight_of(page, b->first, of_nodes, decay) > least)
			decide_set(b, CUTER_TEXT, REASON_CHOSEN);
	}
}

void
method_cst(struct page *page)
{
	struct cuter_site *site = site_counts_of_page(page);
	bool *all = arena_array(page->arena, page->tree.n, sizeof(bool));
	uint64_t *styles, *elements;

	decide_begin(page);
	if (site == NULL) { /* the method needs other pages to compare with */
		all[TREE_ROOT] = true;
		decide_take_nodes(page, all);
		decide_end(page, REASON_REPEATED);
		return;
	}
	styles = cst_read_styles(page);
	elements = cst_merge(page, styles);
	if (site_counts_is_learning(site)) {
		site_counts_begin_page(site);
		cst_learn(site, page, elements, styles);
	} else {
		cst_decide(page, elements);
	}
	decide_end(page, REASON_REPEATED);
}
