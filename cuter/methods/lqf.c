/*
 * lqf.c -- the link quota filter: removes sections that are lists of links.
 *
 * In:  the tree of one page.
 * Out: class and reason of each block: all blocks except lists of links are
 *      content.
 *
 * Source: Mantratzis, Orgun, Cassidy, "Separating XHTML Content From Navigation
 * Clutter Using DOM-Structure Block Analysis", section 3.
 *
 * Flattening: a node that is not a structural element belongs to the nearest
 * structural element around it, its section. For each section, four values are
 * counted: anchors, tags, the text of anchors, and all text. Then, from the
 * bottom up, the counts of a section are added to those of the sections around
 * it, reduced by a percentage for each level between them. Each of two ratios
 * can give a point; a section with two points is a list of links.
 *
 * The paper gives no percentage. LQF_LOSS was chosen on the development
 * corpora; a larger loss costs up to twenty points of F1. Text outside of
 * inline elements counts as text of its section, but not as a tag.
 */
#include "cuter/methods/decide.h"
#include "cuter/methods/papers.h"
#include "cuter/methods/sizes.h"

#define LQF_TAG_RATIO 0.5 /* maximum number of anchors per tag: section 3 */
/* Maximum share of text that is linked: section 3. */
#define LQF_TEXT_RATIO 0.4
/* A section with at least this number of points is a list of links. With 2,
 * both criteria must be met. */
#define LQF_POINTS 2
/* Share of a count that is lost at each level; chosen on the development
 * corpora. */
#define LQF_LOSS 0.03

/* Weights are integers in units of 1 / WHOLE, so that sums are exact. */
#define WHOLE 1000

const struct method_option lqf_options[] = {
	{ "tags", LQF_TAG_RATIO, 0, 1 },
	{ "text", LQF_TEXT_RATIO, 0, 1 },
	{ "points", LQF_POINTS, 1, 2 },
	{ "loss", LQF_LOSS, 0.02, 1 },
	{ 0 },
};

struct quota {
	uint64_t anchors, tags;
	uint64_t linked, text; /* characters */
};

/* True for the "table-like structures" of section 3, and for the elements that
 * replace tables on modern pages. */
static bool
lqf_is_structure(enum tag tag)
{
	return tag_is(tag, TAG_IS_BLOCK);
}

/* Counts each section without its subsections. */
static void
lqf_count_own(struct page *page, const struct sizes *sizes, struct quota *own,
    uint32_t *section_of)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = 1; i < t->n; i++) {
		uint32_t section = section_of[t->nodes[i].parent];
		struct quota *q = &own[section];

		section_of[i] = lqf_is_structure(t->nodes[i].tag) ? i : section;
		if (section_of[i] == i || sizes->chars[i] == 0)
			continue;
		if (t->nodes[i].tag == TAG_TEXT) {
			q->text += sizes->chars[i];
			q->linked += sizes->link_chars[i];
		} else {
			q->tags++;
			q->anchors += sizes_is_link(page, i);
		}
	}
}

static void
lqf_add(struct quota *to, const struct quota *from, uint64_t weight)
{
	to->anchors += from->anchors * weight;
	to->tags += from->tags * weight;
	to->linked += from->linked * weight;
	to->text += from->text * weight;
}

/* Adds the counts to the section itself and to all sections around it, until
 * nothing remains: at most 1 / loss levels. */
static void
lqf_propagate(const struct page *page, const uint32_t *section_of,
    uint64_t loss, const struct quota *own, struct quota *sum)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = 0; i < t->n; i++) {
		uint32_t around = i;
		uint64_t weight = WHOLE;

		if (section_of[i] != i || own[i].text == 0)
			continue;
		for (;;) {
			lqf_add(&sum[around], &own[i], weight);
			if (around == TREE_ROOT || weight <= loss)
				break;
			weight -= loss;
			around = section_of[t->nodes[around].parent];
		}
	}
}

static double
lqf_points(const struct quota *q, double tag_ratio, double text_ratio)
{
	double n = 0;

	if (q->tags > 0 && (double)q->anchors > tag_ratio * (double)q->tags)
		n++;
	if (q->text > 0 && (double)q->linked > text_ratio * (double)q->text)
		n++;
	return n;
}

void
method_lqf(struct page *page)
{
	uint32_t n = page->tree.n;
	uint32_t *section_of = arena_array(page->arena, n, sizeof(uint32_t));
	struct quota *own = arena_array(page->arena, n, sizeof(*own));
	struct quota *sum = arena_array(page->arena, n, sizeof(*sum));
	bool *list = arena_array(page->arena, n, sizeof(bool));
	double tags = method_value(page, lqf_options, "tags");
	double text = method_value(page, lqf_options, "text");
	double wanted = method_value(page, lqf_options, "points");
	double loss = method_value(page, lqf_options, "loss");
	struct sizes sizes;

	sizes_measure(page, &sizes);
	lqf_count_own(page, &sizes, own, section_of);
	lqf_propagate(
	    page, section_of, (uint64_t)(loss * WHOLE + 0.5), own, sum);
	for (uint32_t i = 0; i < n; i++)
		list[i] = section_of[i] == i &&
			  lqf_points(&sum[i], tags, text) >= wanted;
	decide_begin(page);
	decide_omit_nodes(page, list, CUTER_NAVIGATION, REASON_LINK_REGION);
	for (uint32_t i = 0; i < n; i++)
		list[i] = true;
	decide_take_nodes(page, list);
	decide_end(page, REASON_LINK_REGION);
}
