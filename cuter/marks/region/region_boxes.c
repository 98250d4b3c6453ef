/*
 * region_boxes.c -- finds parts of a page that may be stories without
 * headlines.
 *
 * In:  tree, marks, blocks.
 * Out: the parts, in groups.
 *
 * A group consists of elements with the same tag, depth and class (digits are
 * not compared) that contain text, or of the parts into which the children of
 * one element are divided. The children are divided by <hr> and lines of signs
 * such as "* * *", by short lines of the same look, or by the classes of their
 * paragraphs.
 * Cost: O(nodes + boxes^2).
 */
#include "cuter/marks/region/region_boxes.h"

#include "base/text/ascii.h"
#include "cuter/marks/region/region_match.h"
#include "cuter/marks/region/region_rules.h"

#define MOST_BOXES 192 /* of a page */
/* Least number of words of a block that is part of a text. */
#define PROSE_WORDS 10
/* Largest number of words of a line that divides stories: a date, a
 * headline. */
#define LINE_WORDS  20
#define MOST_GROUPS 32
#define RULE_NODES  8 /* maximum number of nodes of a line of signs */

/* Measures of a node, with its descendants. */
struct box_size {
	/* number of unlinked words; number of blocks of prose */
	uint32_t words, prose;
	/* number of blocks of prose that are children of the node */
	uint32_t inner;
	uint32_t first; /* the node's first block; PAGE_NO_BLOCK: none */
};

struct boxes {
	struct regions *r;
	struct box_size *sizes;
	uint32_t n_groups;
};

static bool
region_boxes_is_text(const struct block *b)
{
	return !(b->marks & (MARK_HIDDEN | MARK_NAVIGATION |
				MARK_ADVERTISEMENT | MARK_COMMENTS)) &&
	       b->link_bytes * 2 <= b->bytes && b->words > 0;
}

static void
region_boxes_measure(struct boxes *x)
{
	const struct page *page = x->r->page;
	const struct tree *t = &page->tree;

	x->sizes = arena_array(page->arena, t->n, sizeof(*x->sizes));
	for (uint32_t i = 0; i < t->n; i++)
		x->sizes[i] = (struct box_size){ .first = PAGE_NO_BLOCK };
	for (uint32_t i = page->n_blocks; i-- > 0;) {
		const struct block *b = &page->blocks[i];
		struct box_size *size = &x->sizes[b->node];

		if (!region_boxes_is_text(b))
			continue;
		size->words += b->words;
		size->prose += b->words >= PROSE_WORDS;
		size->first = i;
		if (b->words >= PROSE_WORDS && b->node != TREE_ROOT)
			x->sizes[t->nodes[b->node].parent].inner++;
	}
	for (uint32_t i = t->n; i-- > 1;) {
		struct box_size *up = &x->sizes[t->nodes[i].parent];

		up->words += x->sizes[i].words;
		up->prose += x->sizes[i].prose;
		if (x->sizes[i].first < up->first)
			up->first = x->sizes[i].first;
	}
}

static void
region_boxes_add(struct boxes *x, uint32_t kind, uint32_t group, uint32_t node,
    uint32_t from, uint32_t to)
{
	struct regions *r = x->r;
	struct heading *h;
	uint32_t first = PAGE_NO_BLOCK, words = 0;

	for (uint32_t i = from; i < to; i = r->page->tree.nodes[i].end) {
		words += x->sizes[i].words;
		if (x->sizes[i].first < first)
			first = x->sizes[i].first;
	}
	if (first == PAGE_NO_BLOCK || words == 0 || r->n == MOST_BOXES)
		return;
	h = &r->headings[r->n++];
	*h = (struct heading){ .block = first,
		.node = node,
		.box = node,
		.from = from,
		.to = to,
		.words = words,
		.key = kind << 16 | group,
		.is_boxed = kind == KIND_BOX };
}

/* ---- elements ---- */

static bool
region_boxes_may_be_box(const struct boxes *x, uint32_t i)
{
	static const uint8_t tags[] = { TAG_ARTICLE, TAG_SECTION, TAG_DIV,
		TAG_LI, TAG_TR, TAG_TD, TAG_TABLE, TAG_DD };
	const struct page *page = x->r->page;

	if (x->sizes[i].words < STORY_WORDS ||
	    page->marks[i] & (MARK_HIDDEN | MARK_NAVIGATION |
				 MARK_ADVERTISEMENT | MARK_COMMENTS))
		return false;
	for (size_t k = 0; k < sizeof(tags); k++)
		if (page->tree.nodes[i].tag == tags[k])
			return true;
	return false;
}

/* Returns true if two names are equal, apart from their digits. */
static bool
region_boxes_same_name(struct slice a, struct slice b)
{
	size_t i = 0, k = 0;

	for (;;) {
		while (i < a.len && ascii_is_digit(a.p[i]))
			i++;
		while (k < b.len && ascii_is_digit(b.p[k]))
			k++;
		if (i == a.len || k == b.len)
			return i == a.len && k == b.len;
		if (a.p[i++] != b.p[k++])
			return false;
	}
}

static bool
region_boxes_are_alike(const struct tree *t, uint32_t a, uint32_t b)
{
	return t->nodes[a].tag == t->nodes[b].tag &&
	       t->nodes[a].depth == t->nodes[b].depth &&
	       region_boxes_same_name(
		   tree_attr(t, a, ATTR_CLASS), tree_attr(t, b, ATTR_CLASS));
}

static void
region_boxes_collect_elements(struct boxes *x)
{
	const struct tree *t = &x->r->page->tree;
	uint32_t models[MOST_GROUPS];

	for (uint32_t i = 1; i < t->n; i++) {
		uint32_t group = 0;

		if (!region_boxes_may_be_box(x, i))
			continue;
		while (group < x->n_groups &&
		       !region_boxes_are_alike(t, models[group], i))
			group++;
		if (group == MOST_GROUPS)
			continue;
		if (group == x->n_groups)
			models[x->n_groups++] = i;
		region_boxes_add(x, KIND_BOX, group, i, i, t->nodes[i].end);
	}
}

/* ---- parts of one element ---- */

/* Returns the element with the most blocks of prose as children; TREE_ROOT if
 * no element has more than the root. */
static uint32_t
region_boxes_flat(const struct boxes *x)
{
	const struct tree *t = &x->r->page->tree;
	uint32_t found = TREE_ROOT;

	for (uint32_t i = 1; i < t->n; i++)
		if (x->sizes[i].inner > x->sizes[found].inner)
			found = i;
	return found;
}

/* The ways to divide the children of an element. */
enum part_way { PART_RULES, PART_LINES, PART_CLASSES, PART_WAYS };

static bool
region_boxes_is_line(const struct boxes *x, uint32_t node)
{
	const struct tree *t = &x->r->page->tree;

	return t->nodes[node].tag != TAG_TEXT && x->sizes[node].words > 0 &&
	       x->sizes[node].words <= LINE_WORDS &&
	       !tag_is(t->nodes[node].tag, TAG_IS_HEADING);
}

/* Returns the tag of the first element in a line; TAG_TEXT: the line begins
 * with text. */
static uint8_t
region_boxes_inner_tag(const struct tree *t, uint32_t node)
{
	return node + 1 < t->nodes[node].end ? t->nodes[node + 1].tag
					     : TAG_TEXT;
}

/* Returns the first child that is a short line; 0 if prose comes before
 * the first short line. */
static uint32_t
region_boxes_first_line(const struct boxes *x, uint32_t parent)
{
	const struct tree *t = &x->r->page->tree;
	uint32_t i = parent + 1;

	while (i < t->nodes[parent].end && x->sizes[i].prose == 0) {
		if (region_boxes_is_line(x, i))
			return i;
		i = t->nodes[i].end;
	}
	return 0;
}

static uint32_t
region_boxes_first_prose(const struct boxes *x, uint32_t parent)
{
	const struct tree *t = &x->r->page->tree;
	uint32_t i = parent + 1;

	while (i < t->nodes[parent].end && x->sizes[i].prose == 0)
		i = t->nodes[i].end;
	return i < t->nodes[parent].end ? i : 0;
}

/* Returns true if a child is <hr> or a line that consists of signs. */
static bool
region_boxes_is_rule(const struct boxes *x, uint32_t node)
{
	const struct page *page = x->r->page;
	const struct tree *t = &page->tree;
	bool is_rule = t->nodes[node].tag == TAG_HR;

	if (is_rule || x->sizes[node].prose > 0 || page->bytes[node] == 0 ||
	    page->link_bytes[node] > 0 ||
	    t->nodes[node].end - node > RULE_NODES)
		return is_rule;
	for (uint32_t i = node; i < t->nodes[node].end; i++) {
		if (slice_trim(t->nodes[i].text).len == 0)
			continue;
		if (!region_rules_is_line(t->nodes[i].text))
			return false;
		is_rule = true;
	}
	return is_rule;
}

/* Returns true if a part begins with this child. `model` is the child with
 * which the first part begins, `before` is the previous paragraph. */
static bool
region_boxes_begins(const struct boxes *x, enum part_way way, uint32_t node,
    uint32_t model, uint32_t before)
{
	const struct tree *t = &x->r->page->tree;

	switch (way) {
	case PART_RULES:
		return region_boxes_is_rule(x, node);
	case PART_LINES:
		return region_boxes_is_line(x, node) &&
		       region_boxes_are_alike(t, model, node) &&
		       region_boxes_inner_tag(t, model) ==
			   region_boxes_inner_tag(t, node);
	default:
		return x->sizes[node].prose > 0 && before != 0 &&
		       t->nodes[node].tag == t->nodes[model].tag &&
		       slice_equal(tree_attr(t, node, ATTR_CLASS),
			   tree_attr(t, model, ATTR_CLASS)) &&
		       !slice_equal(tree_attr(t, before, ATTR_CLASS),
			   tree_attr(t, node, ATTR_CLASS));
	}
}

/* Returns true if the classes of all paragraphs are equal apart from their
 * digits, and the digits are not always the same. */
static bool
region_boxes_are_numbered(const struct boxes *x, uint32_t parent)
{
	const struct tree *t = &x->r->page->tree;
	uint32_t first = region_boxes_first_prose(x, parent);
	struct slice name = tree_attr(t, first, ATTR_CLASS);
	bool differs = false;

	for (uint32_t i = first; i < t->nodes[parent].end;
	     i = t->nodes[i].end) {
		struct slice other = tree_attr(t, i, ATTR_CLASS);

		if (x->sizes[i].prose == 0)
			continue;
		if (name.len == 0 || !region_boxes_same_name(name, other))
			return false;
		differs |= !slice_equal(name, other);
	}
	return differs;
}

static void
region_boxes_divide(struct boxes *x, uint32_t parent, enum part_way way)
{
	const struct tree *t = &x->r->page->tree;
	uint32_t model = way == PART_LINES
			     ? region_boxes_first_line(x, parent)
			     : region_boxes_first_prose(x, parent);
	uint32_t from = parent + 1, before = 0, end = t->nodes[parent].end;
	bool numbered =
	    way == PART_CLASSES && region_boxes_are_numbered(x, parent);

	if (model == 0)
		return;
	for (uint32_t i = parent + 1; i < end; i = t->nodes[i].end) {
		uint32_t like = numbered ? i : model;

		if (i > from && region_boxes_begins(x, way, i, like, before)) {
			region_boxes_add(
			    x, KIND_PART, x->n_groups + way, parent, from, i);
			from = i;
		}
		if (x->sizes[i].prose > 0)
			before = i;
	}
	if (from > parent + 1)
		region_boxes_add(
		    x, KIND_PART, x->n_groups + way, parent, from, end);
}

void
region_boxes_collect(struct regions *r)
{
	struct boxes x = { .r = r };
	uint32_t flat;

	r->headings =
	    arena_array(r->page->arena, MOST_BOXES, sizeof(*r->headings));
	r->n = 0;
	region_boxes_measure(&x);
	region_boxes_collect_elements(&x);
	flat = region_boxes_flat(&x);
	for (enum part_way way = PART_RULES;
	     x.sizes[flat].inner >= 2 && way < PART_WAYS; way++)
		region_boxes_divide(&x, flat, way);
}

/* ---- decision ---- */

/* Returns true if a region has at least two blocks of prose, or begins with a
 * short line before one block of prose. */
static bool
region_boxes_is_composed(const struct regions *r, const struct heading *h)
{
	const struct page *page = r->page;
	uint32_t prose = 0;
	bool line = false;

	for (uint32_t i = h->block; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (b->first >= h->to)
			break;
		if (!region_boxes_is_text(b))
			continue;
		line |= i == h->block && b->words < PROSE_WORDS;
		prose += b->words >= PROSE_WORDS;
	}
	return prose >= 2 || (prose == 1 && line);
}

bool
region_boxes_are_stories(const struct regions *r, size_t of)
{
	const struct heading *first = &r->headings[of];
	uint8_t tag = r->page->tree.nodes[first->box].tag;
	size_t n = 0, composed = 0;

	for (size_t i = 0; i < r->n; i++) {
		const struct heading *h = &r->headings[i];

		if (h->key != first->key || h->words < STORY_WORDS)
			continue;
		n++;
		composed += region_boxes_is_composed(r, h);
	}
	if (first->key >> 16 == KIND_BOX &&
	    (tag == TAG_ARTICLE || tag == TAG_LI || tag == TAG_TR ||
		tag == TAG_TD))
		return n >= 2;
	return n >= 2 && 2 * composed >= n;
}
