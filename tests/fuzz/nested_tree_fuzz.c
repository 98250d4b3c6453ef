/*
 * nested_tree_fuzz.c -- passes any bytes through the prefilter to the tree
 * reader that needs no library. The reader must accept each page, and its tree
 * must be valid and have the text that the plain parser finds. If the first
 * byte is '!', the other bytes are passed directly to the reader, which must
 * refuse them or return a valid tree.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "cuter/tree/parser.h"
#include "cuter/tree/prefilter.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Checks that parents contain their children, each subtree is a range, and
 * texts are leaves. */
static void
nested_tree_fuzz_check_nodes(const struct tree *t)
{
	const struct tree_node *node, *parent;

	if (t->open != TREE_ROOT || t->nodes[TREE_ROOT].end != t->n)
		abort();
	for (uint32_t i = 1; i < t->n; i++) {
		node = &t->nodes[i];
		parent = &t->nodes[node->parent];
		if (node->parent >= i || node->end <= i ||
		    node->end > parent->end || node->depth != parent->depth + 1)
			abort();
		if (node->tag == TAG_TEXT && node->end != i + 1)
			abort();
	}
}

/* Reads the class of each node. The sanitizer ends the program if the index of
 * a node's record is outside of the attribute table. */
static void
nested_tree_fuzz_check_records(const struct tree *t)
{
	for (uint32_t i = 0; i < t->n; i++)
		tree_attr(t, i, ATTR_CLASS);
}

/* Writes the text of all nodes, without white space. */
static void
nested_tree_fuzz_write_text(const struct tree *t, struct buf *out)
{
	buf_clear(out);
	for (uint32_t i = 0; i < t->n; i++)
		for (size_t k = 0; k < t->nodes[i].text.len; k++)
			if ((unsigned char)t->nodes[i].text.p[k] > ' ')
				buf_append_char(out, t->nodes[i].text.p[k]);
}

static void
nested_tree_fuzz_check_text(const struct tree *t, struct slice html)
{
	static struct buf text, other;
	struct tree plain;

	if (text.max_bytes == 0) {
		buf_init(&text, 64 * MIB);
		buf_init(&other, 64 * MIB);
	}
	tree_init(&plain, t->arena, t->attrs, t->n);
	tree_from_plain(&plain, html);
	nested_tree_fuzz_write_text(t, &text);
	nested_tree_fuzz_write_text(&plain, &other);
	if (!slice_equal(buf_slice(&text), buf_slice(&other)))
		abort();
}

static void
nested_tree_fuzz_page(struct arena *arena, struct slice page)
{
	static struct buf filtered;
	struct prefilter_result result;
	struct tree tree;

	if (filtered.max_bytes == 0)
		buf_init(&filtered, 64 * MIB);
	prefilter_run(arena, page, &filtered, &result);
	tree_init(&tree, arena, result.attrs, result.n_nodes);
	if (!tree_from_nested(&tree, buf_slice(&filtered)))
		abort();
	nested_tree_fuzz_check_nodes(&tree);
	nested_tree_fuzz_check_records(&tree);
	nested_tree_fuzz_check_text(&tree, buf_slice(&filtered));
}

/* The first byte decides whether the prefilter filters the other bytes before
 * the reader reads them. */
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct attr_table no_records;
	static struct arena arena;
	static bool has_arena;
	struct slice bytes;
	struct tree tree;
	jmp_buf exhausted;

	if (size == 0)
		return 0;
	bytes = (struct slice){ (const char *)data + 1, size - 1 };
	if (!has_arena)
		arena_init(&arena, 256 * MIB);
	has_arena = true;
	arena_clear(&arena);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0)
		abort(); /* inputs are too small to reach the limit */
	if (data[0] != '!') {
		nested_tree_fuzz_page(&arena, bytes);
		return 0;
	}
	tree_init(&tree, &arena, &no_records, 0);
	if (tree_from_nested(&tree, bytes))
		nested_tree_fuzz_check_nodes(&tree);
	return 0;
}
