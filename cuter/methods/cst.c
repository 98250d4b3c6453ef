/*
 * cst.c -- the compressed structure tree: what a site always shows alike.
 *
 * In:  the trees of several pages of a site.
 * Out: verdict and reason of each block.
 * After: seed 004, section 2.3, which tells Yi, Liu, "Web page cleaning for web
 * mining through feature weighting" (2003).
 *
 * A node's presentation style is the sequence of its children's tags with
 * their display attributes (here class, width and height).  The trees of all
 * pages are merged from the top: nodes that are the same child of merged nodes
 * of the same style are one element node, which is known by a key made on the
 * way down.  Its importance is the entropy of the styles of what was merged in
 * it, 1 where it was seen once: what looks the same on each page is noise.  A
 * text's style is the text.
 *
 * The seed does not tell how importance becomes a block's weight: here it is
 * the mean over the block's first text and the nodes around it, each level
 * counting CST_DECAY of the one inside.
 */
#include "cuter/methods/methods.h"
#include "cuter/methods/site.h"
#include "cuter/methods/verdict.h"

#define CST_WEIGHT 0.5 /* content is over it; not in the seed */
#define CST_DECAY  0.5 /* a level; not in the seed */
#define CST_LEVELS 16  /* further out nothing is left: 0.5^16 */

const struct method_option cst_options[] = {
	{ "weight", CST_WEIGHT, 0, 1 },
	{ "decay", CST_DECAY, 0, 1 },
	{ 0 },
};

/* Tag and display attributes of a node, as a part of its parent's style. */
static uint64_t
look_of(const struct tree *t, uint32_t node)
{
	static const enum attr display[] = { ATTR_CLASS, ATTR_WIDTH,
		ATTR_HEIGHT };
	const char tag = (char)t->nodes[node].tag;
	uint64_t key = site_key(0, (struct slice){ &tag, 1 });

	for (size_t i = 0; i < sizeof(display) / sizeof(display[0]); i++)
		key = site_key(key, tree_attr(t, node, display[i]));
	return key;
}

static uint64_t
mix(uint64_t a, uint64_t b)
{
	return site_key(a, (struct slice){ (const char *)&b, sizeof(b) });
}

/* styles[i]: of node i, from its children's looks. */
static uint64_t *
read_styles(const struct page *page)
{
	const struct tree *t = &page->tree;
	uint64_t *styles = arena_array(page->arena, t->n, sizeof(uint64_t));

	for (uint32_t i = 1; i < t->n; i++) {
		uint32_t parent = t->nodes[i].parent;

		styles[parent] = mix(styles[parent], look_of(t, i));
		if (t->nodes[i].tag == TAG_TEXT)
			styles[i] = site_key(0, slice_trim(t->nodes[i].text));
	}
	return styles;
}

/* elements[i]: the key of the element node that node i is merged into: which
 * child it is, of what, in which style. */
static uint64_t *
merge(const struct page *page, const uint64_t *styles)
{
	const struct tree *t = &page->tree;
	uint64_t *elements = arena_array(page->arena, t->n, sizeof(uint64_t));
	uint32_t *n_children = arena_array(page->arena, t->n, sizeof(uint32_t));

	elements[TREE_ROOT] = 1;
	for (uint32_t i = 1; i < t->n; i++) {
		uint32_t parent = t->nodes[i].parent;

		elements[i] = mix(mix(elements[parent], styles[parent]),
		    n_children[parent]++);
	}
	return elements;
}

static void
learn(struct cuter_site *site, const struct page *page,
    const uint64_t *elements, const uint64_t *styles)
{
	for (uint32_t i = 0; i < page->tree.n; i++) {
		struct count *count =
		    site_count(site, page, mix(elements[i], styles[i]));
		double more;

		site_see(site, count);
		more = site_log(count->total) - site_log(count->total - 1);
		count = site_count(site, page, elements[i]);
		site_see(site, count);
		count->logs += more;
	}
}

static double
importance(const struct cuter_site *site, uint64_t element)
{
	const struct count *count = site_find(site, element);

	if (count == NULL || count->total < 2)
		return 1;
	return site_entropy(count->total, count->logs, count->total);
}

/* Of the text that a block begins with, and what is around it. */
static double
weight_of(const struct page *page, uint32_t node, const double *of_nodes,
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
judge(struct page *page, const uint64_t *elements)
{
	double least = method_value(page, cst_options, "weight");
	double decay = method_value(page, cst_options, "decay");
	const struct cuter_site *site = site_of(page);
	double *of_nodes =
	    arena_array(page->arena, page->tree.n, sizeof(double));

	for (uint32_t i = 0; i < page->tree.n; i++)
		of_nodes[i] = importance(site, elements[i]);
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block *b = &page->blocks[i];

		if (verdict_is_open(b) &&
		    weight_of(page, b->first, of_nodes, decay) > least)
			verdict_set(b, CUTER_TEXT, REASON_CHOSEN);
	}
}

void
method_cst(struct page *page)
{
	struct cuter_site *site = site_of(page);
	bool *all = arena_array(page->arena, page->tree.n, sizeof(bool));
	uint64_t *styles, *elements;

	verdict_begin(page);
	if (site == NULL) { /* nothing to compare with */
		all[TREE_ROOT] = true;
		verdict_take_nodes(page, all);
		verdict_end(page, REASON_REPEATED);
		return;
	}
	styles = read_styles(page);
	elements = merge(page, styles);
	if (site_is_learning(site)) {
		site_begin_page(site);
		learn(site, page, elements, styles);
	} else {
		judge(page, elements);
	}
	verdict_end(page, REASON_REPEATED);
}
