/*
 * link_density.c -- chooses nodes by the share and the number of their links.
 *
 * In:  the tree of one page.
 * Out: class and reason of each block.
 *
 * Source: Gunasundari, Karthikeyan, "A Study of Content Extraction from Web
 * Pages Based on Links", sections 3.1 to 3.3.
 *
 * The tree is searched level by level from the top. A node within the basic
 * limits may contain the content. If the node is within the precise limits,
 * too, it is the content; otherwise its children belong to the next level. If a
 * node of a level was chosen, its neighbours within the precise limits are
 * chosen, too (step 5).
 *
 * The paper's LA of 10 cannot be an upper limit in the basic set: the <body> of
 * its own sample has more links. "The great value indicates that there are more
 * child nodes, thus corresponding work has to be carried out to check its child
 * nodes". Here a greater LA therefore only means that the node is not within
 * the precise limits. The paper's "child nodes" of a node are all DOM nodes
 * below it, texts included.
 */
#include "cuter/methods/decide.h"
#include "cuter/methods/papers.h"
#include "cuter/methods/sizes.h"

/* Section 3.2, step 3: limits of nodes that may contain the content. */
#define BASIC_LTD 0.4
#define BASIC_NTL 100
#define BASIC_LAD 0.5
/* Section 3.2, step 4: limits of the content. */
#define PRECISE_LTD 0.1
#define PRECISE_LA  10
#define PRECISE_NTL 50
#define PRECISE_LAD 0.1

#define ANY_LENGTH 1e9

const struct method_option link_density_options[] = {
	{ "basic-ltd", BASIC_LTD, 0, 1 },
	{ "basic-ntl", BASIC_NTL, 0, ANY_LENGTH },
	{ "basic-lad", BASIC_LAD, 0, 1 },
	{ "ltd", PRECISE_LTD, 0, 1 },
	{ "la", PRECISE_LA, 0, ANY_LENGTH },
	{ "ntl", PRECISE_NTL, 0, ANY_LENGTH },
	{ "lad", PRECISE_LAD, 0, 1 },
	{ 0 },
};

struct bounds {
	double ltd, la, ntl, lad;
};

struct descent {
	struct sizes sizes;
	struct bounds basic, precise;
};

static bool
link_density_is_within(
    const struct descent *d, uint32_t node, const struct bounds *bounds)
{
	double chars = d->sizes.chars[node], links = d->sizes.links[node];

	return chars >= bounds->ntl && chars > 0 &&
	       d->sizes.link_chars[node] <= bounds->ltd * chars &&
	       links <= bounds->la &&
	       links <= bounds->lad * d->sizes.nodes[node];
}

static void
link_density_read_limits(const struct page *page, struct descent *d)
{
	const struct method_option *o = link_density_options;

	d->basic = (struct bounds){ method_value(page, o, "basic-ltd"),
		ANY_LENGTH, method_value(page, o, "basic-ntl"),
		method_value(page, o, "basic-lad") };
	d->precise = (struct bounds){ method_value(page, o, "ltd"),
		method_value(page, o, "la"), method_value(page, o, "ntl"),
		method_value(page, o, "lad") };
}

enum state {
	NOT_REACHED,
	NOT_CONTENT,
	DESCENDED, /* the node was replaced by its children */
	TAKEN
};

static enum state
link_density_descend(const struct descent *d, uint32_t node)
{
	if (!link_density_is_within(d, node, &d->basic))
		return NOT_CONTENT;
	return link_density_is_within(d, node, &d->precise) ? TAKEN : DESCENDED;
}

void
method_link_density(struct page *page)
{
	const struct tree *t = &page->tree;
	uint8_t *state = arena_array(page->arena, t->n, sizeof(uint8_t));
	bool *any = arena_array(page->arena, t->n, sizeof(bool));
	bool *taken = arena_array(page->arena, t->n, sizeof(bool));
	struct descent d;

	sizes_measure(page, &d.sizes);
	link_density_read_limits(page, &d);
	decide_begin(page);
	state[TREE_ROOT] = (uint8_t)link_density_descend(&d, TREE_ROOT);
	taken[TREE_ROOT] = state[TREE_ROOT] == TAKEN;
	for (uint32_t i = 1; i < t->n; i++) {
		uint32_t parent = t->nodes[i].parent;

		if (state[parent] != DESCENDED)
			continue;
		state[i] = (uint8_t)link_density_descend(&d, i);
		taken[i] = state[i] == TAKEN;
		any[parent] |= taken[i];
	}
	for (uint32_t i = 1; i < t->n; i++)
		if (any[t->nodes[i].parent] &&
		    link_density_is_within(&d, i, &d.precise))
			taken[i] = true;
	decide_take_nodes(page, taken);
	decide_end(page, REASON_LINK_REGION);
}
