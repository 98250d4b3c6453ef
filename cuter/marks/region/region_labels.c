/*
 * region_labels.c -- finds the stories of a page whose headlines are the labels
 * of tabs or of a table of contents.
 *
 * In:  tree, marks, blocks; the feed's title.
 * Out: one heading for each label, with the region of its story.
 *
 * The labels are siblings with the same tag. One of them has the words of the
 * feed's title. A label that is a link to a place of the page has its story
 * there. Labels of tabs often have no link; if as many similar elements as
 * labels follow, they contain the stories in the order of the labels.
 * Cost: O(nodes).
 */
#include "base/array.h"
#include "base/text/ascii.h"
#include "cuter/marks/region/region_match.h"

#define MOST_LABELS 32
#define LABEL_BYTES 400 /* maximum number of bytes of a label */
/* A label has at most TITLE_TIMES times the bytes of the feed's title, and the
 * title at most TITLE_TIMES times those of the label. */
#define TITLE_TIMES 3
/* The limits below bound the time and memory for pages with many short
 * elements. MOST_LINES: elements that are compared with the title. MOST_GROUPS:
 * groups of labels. MOST_FIRST: elements that may be the first panel. */
#define MOST_LINES  1024
#define MOST_GROUPS 8
#define MOST_FIRST  64
/* Number of levels above and below a label whose names may show that it is the
 * label of a tab. */
#define TAB_LEVELS 2

struct labels {
	struct regions *r;
	uint32_t nodes[MOST_LABELS], panels[MOST_LABELS];
	size_t n, titled; /* number of labels; the one with the title */
};

/* Returns the text of a node as one block. */
static struct slice
region_labels_text(const struct page *page, uint32_t node)
{
	struct block whole = { .first = node + 1,
		.end = page->tree.nodes[node].end };

	return page_block_text(page, &whole);
}

/* Collects a node and its siblings with the same tag. Returns false if they
 * cannot be labels: only one, too many, or one of them is long or empty. */
static bool
region_labels_collect_siblings(struct labels *l, uint32_t node)
{
	const struct page *page = l->r->page;
	const struct tree *t = &page->tree;
	uint32_t parent = t->nodes[node].parent;

	l->n = 0;
	for (uint32_t i = parent + 1; i < t->nodes[parent].end;
	     i = t->nodes[i].end) {
		if (t->nodes[i].tag != t->nodes[node].tag)
			continue;
		if (l->n == MOST_LABELS || page->bytes[i] == 0 ||
		    page->bytes[i] > LABEL_BYTES)
			return false;
		if (i == node)
			l->titled = l->n;
		l->nodes[l->n++] = i;
	}
	return l->n >= 2;
}

/* Returns the first link of a label; TREE_NOWHERE: it has none. */
static uint32_t
region_labels_link(const struct tree *t, uint32_t label)
{
	for (uint32_t i = label; i < t->nodes[label].end; i++)
		if (t->nodes[i].tag == TAG_A &&
		    tree_attr(t, i, ATTR_HREF).len > 0)
			return i;
	return TREE_NOWHERE;
}

static uint32_t
region_labels_find_id(const struct tree *t, struct slice id)
{
	for (uint32_t i = 1; i < t->n; i++)
		if (t->nodes[i].record != TREE_NOWHERE &&
		    slice_equal(tree_attr(t, i, ATTR_ID), id))
			return i;
	return TREE_NOWHERE;
}

/* Reads the elements to which the labels link. Returns false if a label links
 * to no element after the labels. */
static bool
region_labels_follow_links(struct labels *l)
{
	const struct tree *t = &l->r->page->tree;
	uint32_t end = t->nodes[t->nodes[l->nodes[0]].parent].end;

	for (size_t i = 0; i < l->n; i++) {
		uint32_t link = region_labels_link(t, l->nodes[i]);
		struct slice href;

		if (link == TREE_NOWHERE)
			return false;
		href = tree_attr(t, link, ATTR_HREF);
		if (href.len < 2 || href.p[0] != '#')
			return false;
		l->panels[i] =
		    region_labels_find_id(t, slice_sub(href, 1, href.len));
		if (l->panels[i] == TREE_NOWHERE || l->panels[i] < end ||
		    (i > 0 && l->panels[i] <= l->panels[i - 1]))
			return false;
	}
	return true;
}

/* Returns true if a value has the word "tab" or "tabs", as in "nav-tabs". */
static bool
region_labels_has_tab(struct slice value)
{
	static const char *const words[] = { "tab", "tabs", "tablist" };

	for (size_t i = 0, n; i < value.len; i += n + 1) {
		n = 0;
		while (i + n < value.len && ascii_is_letter(value.p[i + n]))
			n++;
		for (size_t k = 0; k < ARRAY_LENGTH(words); k++)
			if (slice_equal_nocase(
				slice_sub(value, i, i + n), slice_of(words[k])))
				return true;
	}
	return false;
}

/* Returns true if the role, class or id of a node names tabs. */
static bool
region_labels_names_tab(const struct tree *t, uint32_t node)
{
	return region_labels_has_tab(tree_attr(t, node, ATTR_ROLE)) ||
	       region_labels_has_tab(tree_attr(t, node, ATTR_CLASS)) ||
	       region_labels_has_tab(tree_attr(t, node, ATTR_ID));
}

/* Returns true if the labels are those of tabs, and none is a link to another
 * page. */
static bool
region_labels_are_tabs(const struct labels *l)
{
	const struct tree *t = &l->r->page->tree;
	uint32_t node = l->nodes[0];
	bool found = false;

	for (size_t i = 0; i < l->n; i++) {
		uint32_t link = region_labels_link(t, l->nodes[i]);

		if (link != TREE_NOWHERE &&
		    !slice_starts(tree_attr(t, link, ATTR_HREF), SLICE("#")))
			return false;
	}
	for (int up = 0; up <= TAB_LEVELS && node != TREE_ROOT; up++) {
		found |= region_labels_names_tab(t, node);
		node = t->nodes[node].parent;
	}
	node = l->nodes[0] + 1;
	for (int i = 0; i < TAB_LEVELS && node < t->nodes[l->nodes[0]].end &&
			t->nodes[node].tag != TAG_TEXT;
	     i++)
		found |= region_labels_names_tab(t, node++);
	return found;
}

/* Collects the elements of one parent, at or after `first`, that have its tag
 * and class. Returns false if they are not as many as the labels. */
static bool
region_labels_collect_panels(struct labels *l, uint32_t first)
{
	const struct tree *t = &l->r->page->tree;
	uint32_t end = t->nodes[t->nodes[first].parent].end;
	size_t n = 0;

	for (uint32_t i = first; i < end; i = t->nodes[i].end) {
		if (t->nodes[i].tag != t->nodes[first].tag ||
		    !slice_equal(tree_attr(t, i, ATTR_CLASS),
			tree_attr(t, first, ATTR_CLASS)))
			continue;
		if (n < l->n)
			l->panels[n] = i;
		n++;
	}
	return n == l->n;
}

/* Finds the elements after the labels that contain the stories, one for each
 * label. */
static bool
region_labels_find_panels(struct labels *l)
{
	const struct page *page = l->r->page;
	const struct tree *t = &page->tree;
	uint32_t i = t->nodes[t->nodes[l->nodes[0]].parent].end;

	for (int n = 0; i < t->n && n < MOST_FIRST; i++) {
		uint8_t tag = t->nodes[i].tag;

		if (!tag_is(tag, TAG_IS_BLOCK) || tag == TAG_P ||
		    page->bytes[i] == 0)
			continue;
		if (region_labels_collect_panels(l, i))
			return true;
		n++;
	}
	return false;
}

/* Sets the region of a label: the element of its story, or the text from there
 * to the next story if the element is only the beginning of it. */
static void
region_labels_set(struct labels *l, size_t i, struct heading *h)
{
	const struct page *page = l->r->page;
	const struct tree *t = &page->tree;
	uint32_t panel = l->panels[i], parent = t->nodes[panel].parent;

	*h = (struct heading){ .block = page_block_at(page, l->nodes[i]),
		.node = l->nodes[i],
		.box = panel,
		.from = panel,
		.to = t->nodes[panel].end,
		.key = (uint32_t)KIND_LABEL << 16,
		.is_boxed = true };
	/* labels that are inline elements are parts of one block */
	if (h->block > 0 && page->blocks[h->block - 1].end > l->nodes[i])
		h->block--;
	h->words = region_bounds_words(page, h->from, h->to, h->block + 1);
	if (h->words < STORY_WORDS) {
		h->is_boxed = false;
		h->to = t->nodes[parent].end;
		if (i + 1 < l->n && l->panels[i + 1] < h->to)
			h->to = l->panels[i + 1];
		h->words =
		    region_bounds_words(page, h->from, h->to, h->block + 1);
	}
	words_read(&h->line, region_labels_text(page, l->nodes[i]));
}

/* Returns true if a node may be a label: a short element of about the length of
 * the feed's title. */
static bool
region_labels_is_short(const struct page *page, uint32_t node)
{
	size_t bytes = page->bytes[node], title = page->input->hint_title.len;

	return page->tree.nodes[node].tag != TAG_TEXT && bytes > 0 &&
	       bytes <= LABEL_BYTES && bytes <= TITLE_TIMES * title &&
	       title <= TITLE_TIMES * bytes;
}

/* Finds the labels with the feed's title, and their panels. */
static bool
region_labels_search(struct labels *l, const struct words *title)
{
	const struct page *page = l->r->page;
	unsigned lines = 0, groups = 0;
	struct words line;

	for (uint32_t i = 1; i < page->tree.n; i++) {
		if (!region_labels_is_short(page, i))
			continue;
		if (++lines > MOST_LINES || groups == MOST_GROUPS)
			return false;
		words_read(&line, region_labels_text(page, i));
		if (words_agree(title, &line) < TITLE_AGREES ||
		    !region_labels_collect_siblings(l, i))
			continue;
		groups++;
		if (region_labels_follow_links(l) ||
		    (region_labels_are_tabs(l) && region_labels_find_panels(l)))
			return true;
	}
	return false;
}

bool
region_labels_find(
    struct regions *r, const struct words *title, size_t *ret_found)
{
	struct labels l = { .r = r };

	if (!region_labels_search(&l, title))
		return false;
	r->headings =
	    arena_array_uninit(r->page->arena, l.n, sizeof(*r->headings));
	r->n = l.n;
	for (size_t i = 0; i < l.n; i++)
		region_labels_set(&l, i, &r->headings[i]);
	*ret_found = l.titled;
	return r->headings[l.titled].words >= STORY_WORDS;
}
