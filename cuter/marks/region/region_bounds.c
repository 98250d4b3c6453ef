/*
 * region_bounds.c -- finds the text that belongs to each headline of a page.
 *
 * In:  the headings, in document order.
 * Out: the region, the box and the words of each heading.
 *
 * If a headline has a container of its own with text, the container is the
 * region. Otherwise the region ends at the next headline of the same kind. If
 * the container has only the beginning of the story, its siblings up to the
 * next container belong to the region. If a headline is alone in a cell of a
 * table, the cell under it is the region.
 * Cost: O(headings * (headings + depth) + blocks).
 */
#include "cuter/marks/region/region_match.h"

/* Two lines are the parts of one headline if both together have at least
 * BOTH_AGREE of their words in common with the title, and the second line alone
 * has less than ONE_AGREES in common with the title. */
#define BOTH_AGREE 0.70
#define ONE_AGREES 0.65
/* Least number of words, without the headline, in a container that has a text
 * of its own. */
#define OWN_WORDS 12

/* Returns true if the class of a heading names a title: "entry-title". */
static bool
region_bounds_is_titled(const struct regions *r, const struct heading *h)
{
	struct slice class = tree_attr(&r->page->tree, h->node, ATTR_CLASS);

	return slice_find_nocase(class, SLICE("title"), 0) != SLICE_NOT_FOUND ||
	       slice_find_nocase(class, SLICE("headline"), 0) !=
		   SLICE_NOT_FOUND;
}

/* Returns the nearest heading with the same key as headings[i], after it if
 * `step` is 1, before it if `step` is -1; NULL if there is none.  A heading
 * inside of a story can have the same tag and depth as the headline of the
 * story.  If the class of headings[i] names a title, headings without such a
 * class are therefore skipped. */
static const struct heading *
region_bounds_neighbour(const struct regions *r, size_t i, int step)
{
	bool is_titled = region_bounds_is_titled(r, &r->headings[i]);

	for (size_t k = i + (size_t)step; k < r->n; k += (size_t)step)
		if (r->headings[k].key == r->headings[i].key &&
		    (!is_titled || region_bounds_is_titled(r, &r->headings[k])))
			return &r->headings[k];
	return NULL;
}

uint32_t
region_bounds_words(
    const struct page *page, uint32_t from, uint32_t to, uint32_t first)
{
	uint32_t n = 0;

	for (uint32_t i = first; i < page->n_blocks; i++) {
		const struct block *b = &page->blocks[i];

		if (b->first >= to)
			break;
		if (b->first >= from && !(b->marks & MARK_HIDDEN) &&
		    b->link_bytes * 2 <= b->bytes)
			n += b->words;
	}
	return n;
}

/* Returns the child of `parent` that contains `node`. */
static uint32_t
region_bounds_child(const struct tree *t, uint32_t parent, uint32_t node)
{
	while (t->nodes[node].parent != parent)
		node = t->nodes[node].parent;
	return node;
}

/* ---- tables ---- */

static bool
region_bounds_is_cell(const struct tree *t, uint32_t node)
{
	return t->nodes[node].tag == TAG_TD || t->nodes[node].tag == TAG_TH;
}

/* Returns the number of cells of a row that are before node `end`. */
static uint32_t
region_bounds_cells(const struct tree *t, uint32_t row, uint32_t end)
{
	uint32_t n = 0;

	for (uint32_t i = row + 1; i < t->nodes[row].end && i < end;
	     i = t->nodes[i].end)
		n += region_bounds_is_cell(t, i);
	return n;
}

/* Returns the row after a row of the same table section; 0: there is none. */
static uint32_t
region_bounds_next_row(const struct tree *t, uint32_t row)
{
	uint32_t end = t->nodes[t->nodes[row].parent].end;
	uint32_t i = t->nodes[row].end;

	while (i < end && t->nodes[i].tag != TAG_TR)
		i = t->nodes[i].end;
	return i < end ? i : 0;
}

/* Returns the cell under a cell, if both rows have the same number of cells; 0:
 * there is none. */
static uint32_t
region_bounds_cell_under(const struct tree *t, uint32_t cell)
{
	uint32_t row = t->nodes[cell].parent, n, i;
	uint32_t next = region_bounds_next_row(t, row);

	if (next == 0 || region_bounds_cells(t, row, t->nodes[row].end) !=
			     region_bounds_cells(t, next, t->nodes[next].end))
		return 0;
	n = region_bounds_cells(t, row, cell);
	for (i = next + 1; i < t->nodes[next].end; i = t->nodes[i].end)
		if (region_bounds_is_cell(t, i) && n-- == 0)
			return i;
	return 0;
}

/* Returns true if a row has at least two cells, and each has a heading with the
 * key of `h`. */
static bool
region_bounds_is_head_row(
    const struct regions *r, const struct heading *h, uint32_t row)
{
	const struct tree *t = &r->page->tree;
	uint32_t cells = region_bounds_cells(t, row, t->nodes[row].end);
	uint32_t headings = 0;

	for (size_t i = 0; i < r->n; i++)
		headings += r->headings[i].key == h->key &&
			    r->headings[i].node > row &&
			    r->headings[i].node < t->nodes[row].end;
	return cells >= 2 && headings == cells;
}

/* A row of headlines is over a row of texts: the region of a headline that is
 * alone in its cell is the cell under it. */
static void
region_bounds_use_cell_under(struct regions *r, struct heading *h)
{
	const struct tree *t = &r->page->tree;
	uint32_t cell = h->node, row, under;

	while (cell != TREE_ROOT && !region_bounds_is_cell(t, cell))
		cell = t->nodes[cell].parent;
	row = t->nodes[cell].parent;
	if (cell == TREE_ROOT || t->nodes[row].tag != TAG_TR ||
	    !region_bounds_is_head_row(r, h, row))
		return;
	under = region_bounds_cell_under(t, cell);
	if (under == 0)
		return;
	h->box = cell;
	h->from = under;
	h->to = t->nodes[under].end;
	h->words = region_bounds_words(r->page, h->from, h->to, h->block + 1);
	h->is_boxed = h->words >= OWN_WORDS;
}

/* ---- regions ---- */

static void
region_bounds_of(struct regions *r, size_t i)
{
	const struct tree *t = &r->page->tree;
	struct heading *h = &r->headings[i];
	const struct heading *before = region_bounds_neighbour(r, i, -1);
	const struct heading *after = region_bounds_neighbour(r, i, 1);
	bool is_run_in = h->key >> 16 == KIND_RUN_IN;
	uint32_t parent, text = h->block + !is_run_in;

	h->box = h->node;
	while (h->box != TREE_ROOT) {
		parent = t->nodes[h->box].parent;
		if ((before != NULL && before->node >= parent) ||
		    (after != NULL && after->node < t->nodes[parent].end))
			break;
		h->box = parent;
	}
	h->from = h->box;
	h->to = t->nodes[h->box].end;
	h->words = region_bounds_words(r->page, h->from, h->to, text);
	h->is_boxed =
	    h->words >= OWN_WORDS && !(is_run_in && h->box == h->node);
	if (h->is_boxed || h->box == TREE_ROOT)
		return;
	parent = t->nodes[h->box].parent;
	h->to = t->nodes[parent].end;
	if (after != NULL && after->node < h->to)
		h->to = region_bounds_child(t, parent, after->node);
	h->words = region_bounds_words(r->page, h->from, h->to, text);
	if (h->words == 0)
		region_bounds_use_cell_under(r, h);
}

/* ---- containers with the beginning of a story ---- */

/* Returns true if one of the siblings from `from` to `to` has the tag and class
 * of a node. */
static bool
region_bounds_has_like(
    const struct tree *t, uint32_t from, uint32_t to, uint32_t node)
{
	for (uint32_t i = from; i < to; i = t->nodes[i].end)
		if (t->nodes[i].tag == t->nodes[node].tag &&
		    slice_equal(tree_attr(t, i, ATTR_CLASS),
			tree_attr(t, node, ATTR_CLASS)))
			return true;
	return false;
}

/* Returns true if a heading element of the same kind as `h`, one level deeper
 * in the tree, is in the nodes [from, to). */
static bool
region_bounds_has_deeper(const struct regions *r, const struct heading *h,
    uint32_t from, uint32_t to)
{
	for (size_t i = 0; i < r->n && h->key >> 16 < KIND_BOLD; i++)
		if (r->headings[i].key == h->key + 1 &&
		    r->headings[i].node >= from && r->headings[i].node < to)
			return true;
	return false;
}

/* Returns true if two neighbouring regions are siblings with text between them.
 * A deeper headline in the text belongs to another story. */
static bool
region_bounds_has_gap(const struct regions *r, const struct heading *h,
    const struct heading *next)
{
	const struct tree *t = &r->page->tree;

	return h->is_boxed && h->to < next->from &&
	       t->nodes[h->box].parent == t->nodes[next->box].parent &&
	       !region_bounds_has_deeper(r, h, h->to, next->from) &&
	       region_bounds_words(r->page, h->to, next->from, h->block) >=
		   STORY_WORDS;
}

static void
region_bounds_extend(struct regions *r, struct heading *h, uint32_t to)
{
	h->words += region_bounds_words(r->page, h->to, to, h->block);
	h->to = to;
}

/* Adds the text after each container to its region, if at least two thirds of
 * the containers of this kind have text after them. After the last container, a
 * sibling is added only if its tag and class also occur in the text between
 * containers. */
static void
region_bounds_join(struct regions *r, size_t first)
{
	const struct tree *t = &r->page->tree;
	struct heading *before = &r->headings[first], *last = before;
	uint32_t from = before->to, to = from, end;
	size_t n = 0, gaps = 0;

	for (size_t i = first + 1; i < r->n; i++) {
		if (r->headings[i].key != before->key)
			continue;
		n += last->is_boxed;
		if (region_bounds_has_gap(r, last, &r->headings[i]) &&
		    gaps++ == 0) {
			from = last->to;
			to = r->headings[i].from;
		}
		last = &r->headings[i];
	}
	if (gaps == 0 || 3 * gaps < 2 * n)
		return;
	for (size_t i = first + 1; i < r->n; i++) {
		if (r->headings[i].key != before->key)
			continue;
		if (region_bounds_has_gap(r, before, &r->headings[i]))
			region_bounds_extend(r, before, r->headings[i].from);
		before = &r->headings[i];
	}
	end = last->to;
	while (last->is_boxed &&
	       end < t->nodes[t->nodes[last->box].parent].end &&
	       region_bounds_has_like(t, from, to, end))
		end = t->nodes[end].end;
	region_bounds_extend(r, last, end);
}

void
region_bounds_measure(struct regions *r)
{
	for (size_t i = 0; i < r->n; i++)
		region_bounds_of(r, i);
	for (size_t i = 0; i < r->n; i++)
		if (region_bounds_neighbour(r, i, -1) == NULL)
			region_bounds_join(r, i);
}

/* Returns true if a heading is the second line of a headline whose first line
 * is a heading of the same kind or of a higher rank. */
static bool
region_bounds_is_second(const struct regions *r, size_t i)
{
	const struct heading *h = &r->headings[i];
	uint32_t kind = h->key >> 16;

	return i > 0 && h[-1].key >> 16 <= kind &&
	       h[-1].block + 1 == h->block && kind <= KIND_BOLD &&
	       !h->is_linked && (i < 2 || h[-2].block + 2 != h->block);
}

/* Returns true if the words of two adjacent headings together agree with the
 * feed's title (BOTH_AGREE), and those of the second heading alone do not. */
static bool
region_bounds_has_parted_title(const struct regions *r)
{
	struct words title, both;

	words_read(&title, slice_sub(r->page->input->hint_title, 0, 1024));
	for (size_t i = 1; title.n >= WORDS_FEW && i < r->n; i++) {
		if (!region_bounds_is_second(r, i))
			continue;
		words_read(&both,
		    region_headings_two_lines(r->page, r->headings[i].block));
		if (words_overlap(&title, &both) >= BOTH_AGREE &&
		    words_overlap(&title, &r->headings[i].line) < ONE_AGREES)
			return true;
	}
	return false;
}

void
region_bounds_read(struct regions *r)
{
	region_bounds_measure(r);
	for (size_t i = 0; i < r->n; i++)
		words_read(&r->headings[i].line,
		    region_headings_text(r->page, &r->headings[i]));
	if (!region_bounds_has_parted_title(r))
		return;
	for (size_t i = 0; i < r->n; i++) {
		if (!region_bounds_is_second(r, i))
			continue;
		r->headings[i].is_parted = true;
		words_read(&r->headings[i].line,
		    region_headings_text(r->page, &r->headings[i]));
	}
}
