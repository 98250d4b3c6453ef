/*
 * tree.c -- builds the array of nodes and looks up attributes and ancestors.
 */
#include "cuter/tree/tree.h"

#include <assert.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/limits.h"
#include "base/text/utf8.h"

#define FEWEST_NODES 256

void
tree_init(struct tree *t, struct arena *arena, const struct attr_table *attrs,
    uint32_t expected)
{
	memset(t, 0, sizeof(*t));
	t->arena = arena;
	/* More nodes than expected are allocated, because parsers add nodes and
	 * the number of text nodes is an estimate. */
	t->cap = expected + expected / 4 + FEWEST_NODES;
	t->attrs = attrs;
	t->nodes = arena_array_uninit(arena, t->cap, sizeof(*t->nodes));
	t->n = 1;
	t->nodes[0] = (struct tree_node){
		.parent = TREE_NOWHERE, .record = TREE_NOWHERE, .tag = TAG_BODY
	};
	t->at_start = true;
}

/* Appends a node to the open node; returns NULL if the tree is full. */
static struct tree_node *
tree_add_node(struct tree *t, enum tag tag)
{
	struct tree_node *node;

	if (t->n >= LIMIT_PAGE_NODES) {
		t->is_full = true;
		return NULL;
	}
	if (t->n == t->cap) {
		t->nodes = arena_grow(t->arena, t->nodes, t->cap,
		    (size_t)t->cap * 2, sizeof(*t->nodes));
		t->cap *= 2;
	}
	node = &t->nodes[t->n];
	*node = (struct tree_node){
		.parent = t->open,
		.end = t->n + 1,
		.record = TREE_NOWHERE,
		.tag = (uint8_t)tag,
		.depth = (uint16_t)(t->nodes[t->open].depth + 1),
	};
	t->n++;
	return node;
}

static void
tree_begin_line(struct tree *t)
{
	t->at_start = true;
	t->space_pending = false;
}

void
tree_open(struct tree *t, enum tag tag)
{
	if (tag_is(tag, TAG_IS_BLOCK) || tag == TAG_BR)
		tree_begin_line(t);
	if (tree_add_node(t, tag) == NULL)
		return;
	t->open = t->n - 1;
	if (tag == TAG_PRE)
		t->in_pre++;
}

void
tree_close(struct tree *t)
{
	struct tree_node *node = &t->nodes[t->open];

	/* tree_close() is also called for an element that was not opened
	 * because the tree was full. The root stays open. */
	if (t->open == TREE_ROOT)
		return;
	node->end = t->n;
	if (tag_is(node->tag, TAG_IS_BLOCK) || node->tag == TAG_BR)
		tree_begin_line(t);
	if (node->tag == TAG_PRE)
		t->in_pre--;
	t->open = node->parent;
}

void
tree_finish(struct tree *t)
{
	while (t->open != TREE_ROOT)
		tree_close(t);
	t->nodes[TREE_ROOT].end = t->n;
}

void
tree_attr_number(struct tree *t, const char *name, const char *value)
{
	struct tree_node *node = &t->nodes[t->n - 1];
	int64_t number;

	if (t->is_full || node->tag == TAG_TEXT || value == NULL ||
	    strcmp(name, ATTR_NUMBER) != 0 ||
	    !slice_to_int64(slice_of(value), &number))
		return;
	if (number >= 0 && number < t->attrs->n_records)
		node->record = (uint32_t)number;
}

void
tree_record(struct tree *t, uint32_t record)
{
	if (!t->is_full && record < t->attrs->n_records)
		t->nodes[t->n - 1].record = record;
}

/* True for characters that are removed from text: controls, soft hyphens,
 * characters without width, marks of direction, and noncharacters. */
static bool
tree_is_invisible(uint32_t rune)
{
	return (rune < 0x20 && rune != '\n' && rune != '\t') ||
	       (rune >= 0x7F && rune < 0xA0) || rune == 0xAD ||
	       rune == 0x200B || rune == 0x200E || rune == 0x200F ||
	       rune == 0x2060 || rune == 0xFEFF ||
	       (rune >= 0x202A && rune <= 0x202E) ||
	       (rune >= 0x2066 && rune <= 0x2069) || (rune & 0xFFFE) == 0xFFFE;
}

/* True for printable ASCII except space; most text consists of such characters.
 */
static inline bool
tree_is_ink(char c)
{
	return c > ' ' && c < 0x7F;
}

/* Returns the first of the inline elements that were opened last and are still
 * empty; the next free index if there are none. */
static uint32_t
tree_first_empty_inline(const struct tree *t)
{
	uint32_t first = t->n, open = t->open;

	while (open + 1 == first && open != TREE_ROOT &&
	       !tag_is(t->nodes[open].tag, TAG_IS_BLOCK)) {
		first = open;
		open = t->nodes[open].parent;
	}
	return first;
}

/* Inserts a text of one space before the node `first`. The node `first` and all
 * nodes after it are open. */
static void
tree_insert_space(struct tree *t, uint32_t first)
{
	uint32_t parent = t->nodes[first].parent;

	if (tree_add_node(t, TAG_TEXT) == NULL)
		return;
	for (uint32_t i = t->n - 1; i > first; i--) {
		t->nodes[i] = t->nodes[i - 1];
		t->nodes[i].parent = i - 1 > first ? i - 1 : parent;
		t->nodes[i].end++;
	}
	t->open++;
	t->nodes[first] = (struct tree_node){
		.text = SLICE(" "),
		.parent = parent,
		.end = first + 1,
		.record = TREE_NOWHERE,
		.tag = TAG_TEXT,
		.depth = (uint16_t)(t->nodes[parent].depth + 1),
	};
}

/* Writes the pending space. A space is written only when another text follows
 * in the same line. It is written before that text, outside of the inline
 * elements that begin there. A line therefore neither begins nor ends with
 * white space. Some parsers move a space to the other side of a tag; the result
 * is the same. Returns false if the caller must begin the next text with the
 * space. */
static bool
tree_place_space(struct tree *t)
{
	uint32_t first = tree_first_empty_inline(t);
	struct tree_node *before = &t->nodes[first - 1];

	if (first == t->n)
		return false;
	if (before->tag == TAG_TEXT && t->space_at != NULL &&
	    before->parent == t->nodes[first].parent) {
		*t->space_at = ' ';
		before->text.len++;
		t->space_at = NULL;
	} else {
		tree_insert_space(t, first);
	}
	return true;
}

/* Returns the number of bytes at p, a multiple of 16, that consist of visible
 * ASCII characters and single spaces. The last byte is not a space. */
static size_t
tree_plain_bytes(const char *p, size_t n)
{
	size_t i = 0;
#ifdef __SSE2__
	const __m128i first = _mm_set1_epi8(' '), last = _mm_set1_epi8(0x7E);

	for (; i + 16 <= n; i += 16) {
		__m128i bytes =
		    _mm_loadu_si128((const __m128i *)(const void *)(p + i));
		/* The comparisons are signed, so bytes outside of ASCII are
		 * negative. */
		__m128i other = _mm_or_si128(
		    _mm_cmplt_epi8(bytes, first), _mm_cmpgt_epi8(bytes, last));
		unsigned space =
		    (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, first));

		if (_mm_movemask_epi8(other) != 0 || space & space << 1 ||
		    space >> 15)
			break;
	}
#else
	(void)p;
	(void)n;
#endif
	return i;
}

static size_t
tree_fold_text(struct tree *t, struct slice s, char *out)
{
	size_t n = 0, i = 0;

	while (i < s.len) {
		uint32_t rune = (unsigned char)s.p[i];
		size_t took = 1;

		/* Copies a run that has no white space to fold. */
		if (n > 0 && !t->space_pending && t->in_pre == 0) {
			took = tree_plain_bytes(s.p + i, s.len - i);
			if (took > 0) {
				memcpy(out + n, s.p + i, took);
				n += took;
				i += took;
				continue;
			}
			took = 1;
		}
		if (tree_is_ink(s.p[i]) && !t->space_pending) {
			t->at_start = false;
			do
				out[n++] = s.p[i++];
			while (i < s.len && tree_is_ink(s.p[i]));
			continue;
		}
		if (rune >= 0x80)
			took = utf8_decode(s.p + i, s.len - i, &rune);
		if (rune == '\n' || rune == '\t' || rune_is_space(rune)) {
			if (t->in_pre == 0)
				t->space_pending = !t->at_start;
			else if (rune != '\r')
				out[n++] = rune <= ' ' ? (char)rune : ' ';
			else if (i + 1 == s.len || s.p[i + 1] != '\n')
				out[n++] = '\n';
		} else if (!tree_is_invisible(rune)) {
			if (t->space_pending && (n > 0 || !tree_place_space(t)))
				out[n++] = ' ';
			t->space_pending = t->at_start = false;
			if (rune < 0x80)
				out[n++] = (char)rune;
			else if (rune == RUNE_BAD && took < 3)
				out[n++] =
				    '?'; /* the buffer has no room for U+FFFD,
					    which needs 3 bytes */
			else
				n += utf8_encode(rune, out + n);
		}
		i += took;
	}
	return n;
}

void
tree_text(struct tree *t, struct slice s)
{
	struct tree_node *node;
	char *copy;
	size_t n;

	if (s.len == 0)
		return;
	/* Most texts between two tags are one line end. */
	if (s.len == 1 && s.p[0] == '\n' && t->in_pre == 0) {
		t->space_pending = !t->at_start;
		return;
	}
	/* One more byte for a blank before the text, and one for a blank after
	 * it. */
	copy = arena_array_uninit(t->arena, s.len + 2, 1);
	n = tree_fold_text(t, s, copy);
	if (n == 0)
		return;
	node = tree_add_node(t, TAG_TEXT);
	if (node == NULL)
		return;
	node->text = (struct slice){ copy, n };
	t->space_at = copy + n;
}

struct slice
tree_attr_of_record(const struct tree *t, uint32_t record, enum attr attr)
{
	const struct attr_record *r = &t->attrs->records[record];
	const struct attr_value *values = t->attrs->values + r->first;

	for (uint32_t i = 0; i < r->n; i++)
		if (values[i].attr == attr)
			return values[i].value;
	return SLICE_NONE;
}

uint32_t
tree_block_of(const struct tree *t, uint32_t node)
{
	while (node != TREE_ROOT && !tag_is(t->nodes[node].tag, TAG_IS_BLOCK))
		node = t->nodes[node].parent;
	return node;
}

uint32_t
tree_up_to(const struct tree *t, uint32_t node, enum tag tag)
{
	while (node != TREE_NOWHERE && t->nodes[node].tag != tag)
		node = t->nodes[node].parent;
	return node;
}

uint32_t
tree_box_without(const struct tree *t, uint32_t node, uint32_t other)
{
	for (;;) {
		uint32_t up = t->nodes[node].parent;

		if (up <= other && other < t->nodes[up].end)
			return node;
		node = up;
	}
}

bool
tree_is_alike(const struct tree *t, uint32_t a, uint32_t b)
{
	for (unsigned up = 0; up < 2; up++) {
		if (t->nodes[a].tag != t->nodes[b].tag ||
		    !slice_equal(tree_attr(t, a, ATTR_CLASS),
			tree_attr(t, b, ATTR_CLASS)))
			return false;
		if (a == TREE_ROOT || b == TREE_ROOT)
			return a == b;
		a = t->nodes[a].parent;
		b = t->nodes[b].parent;
	}
	return true;
}
