/*
 * tree.h -- one page as a flat array of nodes in document order.
 *
 * A node's subtree is nodes[i .. nodes[i].end); its first child is i + 1 where
 * that is below end, its next sibling is nodes[i].end where that is below the
 * parent's end.  Links are uint32_t; node 0 is the body.  All of it lives in
 * the page's arena.  The identifier of a node in CUTER (IX, seed 002, table 1)
 * is its index.
 */
#ifndef CUTER_TREE_TREE_H
#define CUTER_TREE_TREE_H

#include "base/arena.h"
#include "cuter/tree/attr.h"
#include "cuter/tree/tag.h"

#define TREE_ROOT    0u
#define TREE_NOWHERE UINT32_MAX

struct tree_node {
	struct slice text; /* of TAG_TEXT: white space folded, outside <pre> */
	uint32_t parent;
	uint32_t end;    /* behind the last node of its subtree */
	uint32_t record; /* in the table of attributes; TREE_NOWHERE: none */
	uint16_t depth;
	uint8_t tag; /* enum tag */
};

struct tree {
	struct arena *arena; /* borrowed */
	struct tree_node *nodes;
	const struct attr_table *attrs; /* borrowed */
	uint32_t n, cap;
	/* while it is built: */
	uint32_t open;   /* the innermost open node */
	uint32_t in_pre; /* open <pre> */
	char *room;      /* for a space behind the last text; NULL: none */
	bool at_start;   /* of a line: white space is not text */
	bool owes_space; /* before what comes next in the line */
	bool is_full;    /* LIMIT_PAGE_NODES were there */
};

/* Building: begins with an open body; expected is a guess of the number of
 * nodes. */
void tree_init(struct tree *, struct arena *, const struct attr_table *,
    uint32_t expected);
void tree_open(struct tree *, enum tag);
/* An attribute of the node opened last, as a parser gives it: ATTR_NUMBER is
 * the number of its record; others are not read. */
void tree_attr_number(struct tree *, const char *name, const char *value);
/* The same as a number; TREE_NOWHERE: it has none. */
void tree_record(struct tree *, uint32_t record);
/* Copies, with white space folded and what cannot be seen (controls, soft
 * hyphens, zero width spaces) taken out. */
void tree_text(struct tree *, struct slice);
void tree_close(struct tree *);
/* Closes what is open; the tree is ready. */
void tree_finish(struct tree *);

/* SLICE_NONE where the node has no such attribute; "" where it is empty. */
struct slice tree_attr(const struct tree *, uint32_t node, enum attr);
/* The nearest node that is a block: itself, or around it. */
uint32_t tree_block_of(const struct tree *, uint32_t node);
/* The nearest node of that tag, from `node` itself upwards; TREE_NOWHERE. */
uint32_t tree_up_to(const struct tree *, uint32_t node, enum tag);

#endif
