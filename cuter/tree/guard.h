/*
 * guard.h -- keeps what is written for the parsers balanced and bounded.
 *
 * Between the prefilter, which reads a page tag by tag, and the text that
 * tidy or libxml2 gets.  It keeps the stack of open elements and writes the
 * end tags that the page left out, so that a parser finds nothing to repair
 * and therefore nothing to multiply: tidy re-opens every inline element in
 * every block it was left open across (19 KB became 24 MB), and is quadratic
 * in nesting (both in threats, 1).
 *
 *   - an element deeper than LIMIT_PAGE_DEPTH, or an inline element beyond
 *     LIMIT_PAGE_INLINE, is not written; what it holds is;
 *   - an inline element in which a block begins is made a <div>, after the
 *     fact (names are written at least three bytes wide), but for links,
 *     which may hold blocks;
 *   - the tree construction rules of the HTML standard that pages rely on
 *     are kept: <p>, <li>, <dt>, <td> … end by themselves.
 *
 * Every step looks at no more than LIMIT_PAGE_DEPTH entries: linear.
 */
#ifndef CUTER_TREE_GUARD_H
#define CUTER_TREE_GUARD_H

#include "base/buf.h"
#include "config/limits.h"
#include "cuter/tree/tag.h"

/* Why tidy should not get the page. */
enum guard_fault {
	GUARD_DEEP = 1,   /* nesting was cut flat */
	GUARD_INLINE = 2, /* open inline elements were left out */
	GUARD_MANY = 4    /* more nodes than LIMIT_PAGE_NODES: it ends there */
};

struct guard_entry {
	uint32_t written_at; /* offset of its name in the output */
	uint8_t tag;         /* enum tag, as read */
	uint8_t written;     /* enum tag, as written */
};

struct guard {
	struct buf *out; /* borrowed */
	struct guard_entry stack[LIMIT_PAGE_DEPTH];
	size_t depth;
	size_t n_inline;              /* open and not ended */
	uint32_t open[TAG_COUNT];     /* entries of the stack by tag */
	uint32_t left_out[TAG_COUNT]; /* whose end tag must be swallowed */
	uint32_t n_nodes;
	unsigned faults; /* enum guard_fault */
};

void guard_init(struct guard *, struct buf *out);

/* Before a start tag is written: writes the end tags it implies.  Returns the
 * element as which it is to be written, or TAG_TEXT: leave it out. */
enum tag guard_before(struct guard *, enum tag);
/* Writes '<' and the name of an element that guard_before() let pass, and
 * remembers it unless it is void; attributes and '>' are the caller's. */
void guard_begin(struct guard *, enum tag read, enum tag written);
/* An end tag: writes it and what it implies, or nothing. */
void guard_end(struct guard *, enum tag);
/* Before text that is more than white space; false when there may be no more
 * nodes. */
bool guard_text(struct guard *);
/* Ends all that is open. */
void guard_finish(struct guard *);

#endif
