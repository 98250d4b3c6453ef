/*
 * region_headings.c -- finds the lines of a page that may be headlines of
 * stories.
 *
 * In:  tree, marks, blocks, the title's block.
 * Out: headings with their element and kind.
 *
 * Heading elements, bold lines and linked lines are headings. Other pages have
 * headlines in other elements, such as <dt>, <summary> or <p class="hd">. On
 * such pages the line with the title's words gives the element, class and depth
 * of headlines. All short lines with the same element, class and depth are
 * headings. On pages without headlines, stories may begin with a bold phrase,
 * with a <span> that has the title's words, or with a line that ends with <br>.
 * Cost: O(blocks).
 */
#include "cuter/marks/region/region_headings.h"

#include "base/array.h"
#include "base/table.h"

#define MOST_HEADINGS 256 /* of a page */
#define HEADING_WORDS 40  /* maximum words in a line that may be a headline */
#define HEADING_BYTES 400
/* Largest number of levels between a line and the heading element around it. */
#define HEADING_DEPTH 3
/* Least similarity of the title to two lines that are its parts. */
#define TWO_LINES 0.8
/* Maximum number of bytes of the signs before a link. */
#define SIGN_BYTES 16
/* A link "more" has at most this part of a short text. */
#define LINK_PART 6
/* Largest number of words of a line that may be a headline by its look. */
#define LOOK_WORDS 25

/* Returns the bold element at the beginning of a block; b->node: the block does
 * not begin with a bold phrase. */
static uint32_t
region_headings_bold(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;
	uint32_t node = b->first;

	while (node != b->node && t->nodes[node].tag != TAG_B &&
	       t->nodes[node].tag != TAG_STRONG)
		node = t->nodes[node].parent;
	return node;
}

/* Returns the <span> with a class at the beginning of a block; b->node: there
 * is none. */
static uint32_t
region_headings_span(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;
	uint32_t node = b->first;

	while (node != b->node && (t->nodes[node].tag != TAG_SPAN ||
				      tree_attr(t, node, ATTR_CLASS).len == 0))
		node = t->nodes[node].parent;
	return node;
}

struct slice
region_headings_two_lines(const struct page *page, uint32_t i)
{
	struct slice first = page_block_text(page, &page->blocks[i - 1]);
	struct slice second = page_block_text(page, &page->blocks[i]);
	char *text = arena_alloc(page->arena, first.len + second.len + 1);

	memcpy(text, first.p, first.len);
	text[first.len] = ' ';
	memcpy(text + first.len + 1, second.p, second.len);
	return (struct slice){ text, first.len + second.len + 1 };
}

struct slice
region_headings_text(const struct page *page, const struct heading *h)
{
	const struct tree *t = &page->tree;
	struct block whole = page->blocks[h->block];

	if (h->alt.len > 0)
		return h->alt;
	if (h->is_parted)
		return region_headings_two_lines(page, h->block);
	if (h->key >> 16 == KIND_RUN_IN)
		whole.end = h->phrase_end;
	if (tag_is(t->nodes[h->node].tag, TAG_IS_HEADING) ||
	    h->key >> 16 == KIND_LABEL) {
		whole.first = h->node + 1;
		whole.end = t->nodes[h->node].end;
	}
	page_block_skip_time(page, &whole);
	return page_block_text(page, &whole);
}

/* Returns true if all text of the block is inside elements of one of these two
 * tags. */
static bool
region_headings_is_inside(
    const struct page *page, const struct block *b, uint8_t one, uint8_t other)
{
	const struct tree *t = &page->tree;

	for (uint32_t i = b->first; i < b->end; i++) {
		uint32_t node = i;

		if (t->nodes[i].tag != TAG_TEXT ||
		    slice_trim(t->nodes[i].text).len == 0)
			continue;
		while (node != b->node && t->nodes[node].tag != one &&
		       t->nodes[node].tag != other)
			node = t->nodes[node].parent;
		if (node == b->node)
			return false;
	}
	return true;
}

/* Returns the largest node that contains only this block: the block element, or
 * a part of it if the element contains other text. */
static uint32_t
region_headings_node(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;
	uint32_t node = b->first;

	while (
	    node != b->node && page->bytes[t->nodes[node].parent] <= b->bytes)
		node = t->nodes[node].parent;
	return node;
}

/* Returns the kind of a heading; 0 if the block is not a heading. Sets
 * *ret_node to the node of the heading. */
static uint32_t
region_headings_kind(
    const struct page *page, const struct block *b, uint32_t *ret_node)
{
	const struct tree *t = &page->tree;
	uint32_t node = b->node;

	*ret_node = node;
	if (b->words == 0 ||
	    words_are_many(b->words, b->bytes, HEADING_WORDS) ||
	    b->bytes > HEADING_BYTES ||
	    b->marks & (MARK_HIDDEN | MARK_NAVIGATION | MARK_ADVERTISEMENT |
			   MARK_BYLINE | MARK_BUTTON))
		return 0;
	for (int up = 0; up <= HEADING_DEPTH && node != TREE_ROOT; up++) {
		if (tag_is(t->nodes[node].tag, TAG_IS_HEADING)) {
			*ret_node = node;
			return 1 + (uint32_t)(t->nodes[node].tag - TAG_H1);
		}
		node = t->nodes[node].parent;
	}
	*ret_node = region_headings_node(page, b);
	if (region_headings_is_inside(page, b, TAG_B, TAG_STRONG))
		return KIND_BOLD;
	if (region_headings_is_inside(page, b, TAG_A, TAG_A))
		return KIND_LINK;
	return 0;
}

bool
region_headings_is_bold(const struct page *page, const struct block *b)
{
	uint32_t node;

	return region_headings_kind(page, b, &node) == KIND_BOLD;
}

void
region_headings_collect(struct regions *r)
{
	struct page *page = r->page;

	r->headings = arena_array_uninit(
	    page->arena, MOST_HEADINGS, sizeof(*r->headings));
	r->n = 0;
	for (uint32_t i = 0; i < page->n_blocks && r->n < MOST_HEADINGS; i++) {
		const struct block *b = &page->blocks[i];
		uint32_t node, kind = region_headings_kind(page, b, &node);

		/* This line is another line of the previous heading. */
		if (kind == 0 ||
		    (r->n > 0 && r->headings[r->n - 1].node == node))
			continue;
		r->headings[r->n++] = (struct heading){ .block = i,
			.node = node,
			.key = kind << 16 | page->tree.nodes[node].depth,
			.is_linked = b->link_bytes * 2 > b->bytes };
	}
}

/* Returns true if two elements have the same tag, depth and class. Elements of
 * newsletters have no classes; their styles are compared. */
static bool
region_headings_same_element(const struct tree *t, uint32_t a, uint32_t b)
{
	struct slice class = tree_attr(t, a, ATTR_CLASS);

	return t->nodes[a].tag == t->nodes[b].tag &&
	       t->nodes[a].depth == t->nodes[b].depth &&
	       slice_equal(class, tree_attr(t, b, ATTR_CLASS)) &&
	       (class.len > 0 || slice_equal(tree_attr(t, a, ATTR_STYLE),
				     tree_attr(t, b, ATTR_STYLE)));
}

/* Returns the smallest element that contains the whole block. */
static uint32_t
region_headings_inner(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;
	uint32_t node = t->nodes[b->first].parent;

	while (node != b->node && page->bytes[node] < b->bytes)
		node = t->nodes[node].parent;
	return node;
}

static bool
region_headings_looks_like(
    const struct page *page, const struct block *a, const struct block *b)
{
	const struct tree *t = &page->tree;

	return region_headings_same_element(t, region_headings_node(page, a),
		   region_headings_node(page, b)) &&
	       region_headings_same_element(t, region_headings_inner(page, a),
		   region_headings_inner(page, b));
}

/* Returns true if a block with the look of the title's line may be a headline:
 * it is short and does not end with a full stop. */
static bool
region_headings_is_line(const struct page *page, const struct block *b)
{
	struct slice text = slice_trim(page_block_text(page, b));

	return b->words > 0 &&
	       !words_are_many(b->words, b->bytes, LOOK_WORDS) &&
	       !features_is_meta_line(page, b) && text.len > 0 &&
	       text.p[text.len - 1] != '.' &&
	       !slice_ends(text, SLICE("\xE3\x80\x82"));
}

/* Returns the second of two adjacent lines that together have the words of the
 * feed's title; PAGE_NO_BLOCK: there is none. */
static uint32_t
region_headings_parted_title(const struct page *page)
{
	struct words title, line;

	words_read(&title, slice_sub(page->input->hint_title, 0, 1024));
	if (title.n < WORDS_FEW)
		return PAGE_NO_BLOCK;
	for (uint32_t i = 1; i < page->n_blocks; i++) {
		const struct block *a = &page->blocks[i - 1];
		const struct block *b = &page->blocks[i];

		if (a->marks & MARK_HIDDEN || a->words + b->words < title.n ||
		    a->words > title.n || b->words > title.n ||
		    b->link_bytes * 2 > b->bytes)
			continue;
		words_read(&line, region_headings_two_lines(page, i));
		if (words_overlap(&line, &title) >= TWO_LINES)
			return i;
	}
	return PAGE_NO_BLOCK;
}

/* Returns true if a line is directly after another one in the same element, as
 * the author after the headline. The cells of a row are separate. */
static bool
region_headings_follows(
    const struct tree *t, const struct heading *h, const struct heading *before)
{
	uint8_t tag = t->nodes[h->node].tag;

	return before->block + 1 == h->block && tag != TAG_TD &&
	       tag != TAG_TH &&
	       t->nodes[before->node].parent == t->nodes[h->node].parent;
}

/* Keeps in each run of lines that follow each other the line at the place of
 * the title in its run, or the last line of a shorter run. Returns the number
 * of kept lines. */
static size_t
region_headings_keep_one(struct arena *arena, const struct tree *t,
    struct heading *found, size_t n, uint32_t title)
{
	size_t *places, place = 0, kept = 0;

	places = arena_array(arena, n + 1, sizeof(*places));
	for (size_t i = 0; i < n; i++) {
		if (i > 0 &&
		    region_headings_follows(t, &found[i], &found[i - 1]))
			places[i] = places[i - 1] + 1;
		if (found[i].block == title)
			place = places[i];
	}
	for (size_t i = 0; i < n; i++)
		if (places[i] == place ||
		    (places[i] < place && places[i + 1] == 0))
			found[kept++] = found[i];
	return kept;
}

/* Finds the lines with the look of the line `model`. Returns their number, at
 * most MOST_HEADINGS. */
static size_t
region_headings_find_alike(const struct page *page, const struct block *model,
    bool is_parted, struct heading *found)
{
	uint32_t node;
	size_t n = 0;

	for (uint32_t i = 0; i < page->n_blocks && n < MOST_HEADINGS; i++) {
		const struct block *b = &page->blocks[i];

		if (b->marks & MARK_HIDDEN ||
		    !region_headings_looks_like(page, b, model))
			continue;
		node = region_headings_node(page, b);
		/* the block is further text of the previous heading's element
		 */
		if (n > 0 && found[n - 1].node == node)
			continue;
		if (!region_headings_is_line(page, b))
			continue;
		found[n++] = (struct heading){ .block = i,
			.node = node,
			.key = (uint32_t)KIND_LOOK << 16 |
			       page->tree.nodes[node].depth,
			.is_parted = is_parted && i > 0,
			.is_linked = b->link_bytes * 2 > b->bytes };
	}
	return n;
}

/* Stores the headings that were found. Returns false if there are fewer than
 * two, because a single heading divides nothing. */
static bool
region_headings_take(struct regions *r, struct heading *found, size_t n)
{
	if (n < 2)
		return false;
	r->headings = found;
	r->n = n;
	return true;
}

bool
region_headings_collect_alike(struct regions *r, uint32_t model)
{
	struct page *page = r->page;
	const struct block *b = &page->blocks[model];
	struct heading *found;
	uint32_t node;
	size_t n;

	if (b->marks & MARK_HIDDEN || !region_headings_is_line(page, b) ||
	    region_headings_kind(page, b, &node) != 0 ||
	    tree_attr(&page->tree, node, ATTR_CLASS).len == 0)
		return false;
	found = arena_array_uninit(page->arena, MOST_HEADINGS, sizeof(*found));
	n = region_headings_find_alike(page, b, false, found);
	return region_headings_take(r, found, n);
}

bool
region_headings_collect_look(struct regions *r)
{
	struct page *page = r->page;
	struct heading *found;
	const struct block *title;
	uint32_t node, at = page->title_block;
	bool is_parted;
	size_t n;

	node = region_headings_parted_title(page);
	is_parted = node != PAGE_NO_BLOCK;
	if (is_parted)
		at = node;
	if (at == PAGE_NO_BLOCK)
		return false;
	title = &page->blocks[at];
	if (region_headings_kind(page, title, &node) != 0)
		return false;
	found = arena_array_uninit(page->arena, MOST_HEADINGS, sizeof(*found));
	n = region_headings_find_alike(page, title, is_parted, found);
	if (!is_parted)
		n = region_headings_keep_one(
		    page->arena, &page->tree, found, n, at);
	return region_headings_take(r, found, n);
}

/* Returns the first text of a block after signs such as a bullet. */
static uint32_t
region_headings_first_word(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;
	uint32_t i = b->first;

	while (i < b->end && (t->nodes[i].tag != TAG_TEXT ||
				 (t->nodes[i].text.len <= SIGN_BYTES &&
				     words_count(t->nodes[i].text) == 0)))
		i++;
	return i < b->end ? i : b->first;
}

/* Returns the link at the beginning of a block, after a sign such as a bullet;
 * b->node: there is none. */
static uint32_t
region_headings_link(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;
	uint32_t node = b->node;

	if (b->link_bytes > 0)
		node = region_headings_first_word(page, b);
	while (node != b->node && t->nodes[node].tag != TAG_A)
		node = t->nodes[node].parent;
	return node;
}

/* The elements with which stories may begin, in the order in which they are
 * tried. A page needs bold phrases only; a <span> or a link must have the words
 * of the feed's title. */
static const struct phrase {
	uint32_t (*find)(const struct page *, const struct block *);
	bool needs_title;
} region_headings_phrases[] = {
	{ region_headings_span, true },
	{ region_headings_link, true },
	{ region_headings_bold, false },
};

/* Returns true if a block begins with a phrase and continues after it with text
 * of which at most 1 / LINK_PART is linked. */
static bool
region_headings_has_phrase(
    const struct page *page, const struct block *b, uint32_t phrase)
{
	uint32_t linked;

	if (phrase == b->node || b->marks & MARK_HIDDEN)
		return false;
	linked = b->link_bytes - page->link_bytes[phrase];
	return LINK_PART * linked <= b->bytes - page->bytes[phrase] &&
	       page->bytes[phrase] <= HEADING_BYTES &&
	       2 * b->bytes >= 3 * page->bytes[phrase];
}

/* Returns the phrase at the beginning of a block that has the words of the
 * feed's title; 0: there is none. */
static uint32_t
region_headings_title_phrase(const struct page *page, const struct phrase *kind)
{
	struct words title, line;

	words_read(&title, slice_sub(page->input->hint_title, 0, 1024));
	for (uint32_t i = 0; i < page->n_blocks; i++) {
		struct block part = page->blocks[i];
		uint32_t phrase = kind->find(page, &part);

		if (!region_headings_has_phrase(page, &part, phrase))
			continue;
		part.end = page->tree.nodes[phrase].end;
		words_read(&line, page_block_text(page, &part));
		if (words_agree(&title, &line) >= TITLE_AGREES)
			return phrase;
	}
	return 0;
}

/* Collects the blocks that begin with a phrase like `model`, or with any phrase
 * of this kind if `model` is 0. */
static bool
region_headings_collect_phrases(
    struct regions *r, const struct phrase *kind, uint32_t model)
{
	struct page *page = r->page;
	struct heading *found =
	    arena_array_uninit(page->arena, MOST_HEADINGS, sizeof(*found));
	size_t n = 0;

	for (uint32_t i = 0; i < page->n_blocks && n < MOST_HEADINGS; i++) {
		const struct block *b = &page->blocks[i];
		uint32_t phrase = kind->find(page, b);

		if (!region_headings_has_phrase(page, b, phrase) ||
		    (model != 0 && !region_headings_same_element(
				       &page->tree, phrase, model)))
			continue;
		found[n++] = (struct heading){ .block = i,
			.node = b->node,
			.key = (uint32_t)KIND_RUN_IN << 16 |
			       page->tree.nodes[b->node].depth,
			.phrase_end = page->tree.nodes[phrase].end };
	}
	return region_headings_take(r, found, n);
}

bool
region_headings_collect_run_in(struct regions *r)
{
	for (size_t i = 0; i < ARRAY_LENGTH(region_headings_phrases); i++) {
		const struct phrase *kind = &region_headings_phrases[i];
		uint32_t model =
		    kind->needs_title
			? region_headings_title_phrase(r->page, kind)
			: 0;

		if ((model != 0 || !kind->needs_title) &&
		    region_headings_collect_phrases(r, kind, model))
			return true;
	}
	return false;
}

/* Returns the node after the first line of a block, if the block continues
 * after the line and the line may be a headline; 0 if not. */
static uint32_t
region_headings_first_line(const struct page *page, const struct block *b)
{
	const struct tree *t = &page->tree;
	struct block line = *b;
	uint32_t bytes = 0;

	if (b->marks & MARK_HIDDEN || b->link_bytes > 0)
		return 0;
	for (line.end = b->first;
	     line.end < b->end && t->nodes[line.end].tag != TAG_BR; line.end++)
		if (t->nodes[line.end].tag == TAG_TEXT)
			bytes += page->bytes[line.end];
	if (line.end == b->end || bytes == 0 || bytes > HEADING_BYTES ||
	    2 * b->bytes < 3 * bytes)
		return 0;
	line.words = words_count(page_block_text(page, &line));
	line.bytes = bytes;
	return region_headings_is_line(page, &line) ? line.end : 0;
}

bool
region_headings_collect_lines(struct regions *r)
{
	struct page *page = r->page;
	struct words title, words;
	struct heading *found = NULL;
	bool has_title = false;
	size_t n = 0;

	words_read(&title, slice_sub(page->input->hint_title, 0, 1024));
	for (uint32_t i = 0; i < page->n_blocks && n < MOST_HEADINGS; i++) {
		struct block line = page->blocks[i];

		line.end = region_headings_first_line(page, &line);
		if (line.end == 0)
			continue;
		if (found == NULL)
			found = arena_array_uninit(
			    page->arena, MOST_HEADINGS, sizeof(*found));
		words_read(&words, page_block_text(page, &line));
		has_title |= words_agree(&title, &words) >= TITLE_AGREES;
		found[n++] = (struct heading){ .block = i,
			.node = line.node,
			.key = (uint32_t)KIND_RUN_IN << 16 |
			       page->tree.nodes[line.node].depth,
			.phrase_end = line.end };
	}
	return has_title && region_headings_take(r, found, n);
}
