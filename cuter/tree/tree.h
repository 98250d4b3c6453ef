/*
 * tree.h -- one page as an array of nodes in document order.
 *
 * The subtree of node i is nodes[i] to nodes[nodes[i].end - 1]. Its first child
 * is i + 1 if that is less than nodes[i].end; its next sibling is nodes[i].end
 * if that is less than the parent's end. Node 0 is the body. All memory is from
 * the page's arena. The index of a node is its identifier IX in CUTER (Adam,
 * Bouras, Poulopoulos, table I).
 */
#ifndef CUTER_TREE_TREE_H
#define CUTER_TREE_TREE_H

#include "base/arena.h"
#include "cuter/tree/attr.h"
#include "cuter/tree/tag.h"

#define TREE_ROOT    0u
#define TREE_NOWHERE UINT32_MAX

struct tree_node {
	struct slice text; /* text of a TAG_TEXT node; white space is folded,
			      except in <pre> */
	uint32_t parent;
	uint32_t end;    /* index after the last node of the subtree */
	uint32_t record; /* index in the attribute table; TREE_NOWHERE: none */
	uint16_t depth;
	uint8_t tag; /* enum tag */
};

struct tree {
	struct arena *arena; /* borrowed */
	struct tree_node *nodes;
	const struct attr_table *attrs; /* borrowed */
	uint32_t n, cap;
	/* used while the tree is built: */
	uint32_t open;   /* the innermost open node */
	uint32_t in_pre; /* number of <pre> elements that are open */
	char *space_at; /* the place for a space after the last text, or NULL */
	bool at_start;  /* the next text begins a line, so that white space
			   before it is skipped */
	bool space_pending; /* a space must be written before the next text of
			       the line */
	bool is_full;       /* LIMIT_PAGE_NODES was reached */
};

/* Begins a tree that consists of an open body. `expected`: estimated number of
 * nodes. */
void tree_init(struct tree *, struct arena *, const struct attr_table *,
    uint32_t expected);
/* Opens an element inside of the open element. */
void tree_open(struct tree *, enum tag);
/* Sets an attribute of the node that was opened last, as a parser reports it.
 * Only ATTR_NUMBER, the index of its record, is read. */
void tree_attr_number(struct tree *, const char *name, const char *value);
/* Sets the index of the record of the node that was opened last;
 * TREE_NOWHERE: it has no record. */
void tree_record(struct tree *, uint32_t record);
/* Appends a text node: a copy with white space folded, without invisible
 * characters (controls, soft hyphens, zero width spaces). */
void tree_text(struct tree *, struct slice);
void tree_close(struct tree *);
/* Closes all open nodes; the tree is complete. */
void tree_finish(struct tree *);

/* Returns the value of an attribute. Returns SLICE_NONE if the node does not
 * have the attribute, and "" if its value is empty. */
static inline struct slice tree_attr(
    const struct tree *, uint32_t node, enum attr);
/* Returns the node itself if it is a block, else its nearest ancestor that is a
 * block. */
uint32_t tree_block_of(const struct tree *, uint32_t node);
/* Returns the node itself if it has the tag, else its nearest ancestor with the
 * tag; TREE_NOWHERE if there is none. */
uint32_t tree_up_to(const struct tree *, uint32_t node, enum tag);
/* Returns the outermost element that contains `node` and does not contain
 * `other`.  O(depth). */
uint32_t tree_box_without(const struct tree *, uint32_t node, uint32_t other);
/* Returns true if two nodes have the same element name and class, and their
 * parents have the same element name and class.  This is usual for the
 * paragraphs of one text. */
bool tree_is_alike(const struct tree *, uint32_t a, uint32_t b);

/* The same for a node with a record of attributes. */
struct slice tree_attr_of_record(
    const struct tree *, uint32_t record, enum attr);

static inline struct slice
tree_attr(const struct tree *t, uint32_t node, enum attr attr)
{
	uint32_t record = t->nodes[node].record;

	return record == TREE_NOWHERE ? SLICE_NONE
				      : tree_attr_of_record(t, record, attr);
}

#endif
