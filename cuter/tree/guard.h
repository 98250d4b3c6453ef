/*
 * guard.h -- keeps the HTML that is written for the parsers balanced and
 * bounded.
 *
 * The guard is called by the prefilter, which reads a page tag by tag, and
 * writes the HTML that the parsers read. It keeps the stack of open elements
 * and writes the end tags that the page left out. Gleaner's own parser
 * (nested_tree.c) needs all end tags, because it repairs nothing. tidy (`cut
 * --parser tidy`) repairs badly: it opens every unended inline element again in
 * each following block (19 KB of page became 24 MB), and its time is quadratic
 * in the nesting depth (docs/security.md).
 *
 *   - An element deeper than LIMIT_PAGE_DEPTH, or an inline element beyond
 *     LIMIT_PAGE_INLINE, is not written; its content is written.
 *   - An inline element in which a block begins is rewritten as a <div>
 *     (names are written at least three bytes wide). Links are not rewritten,
 *     because they may contain blocks.
 *   - The rules of the HTML standard by which <p>, <li>, <dt>, <td> ... end
 *     without an end tag are followed.
 *
 * Each step examines at most LIMIT_PAGE_DEPTH entries, so that the time is
 * linear in bytes.
 */
#ifndef CUTER_TREE_GUARD_H
#define CUTER_TREE_GUARD_H

#include "base/buf.h"
#include "base/limits.h"
#include "cuter/tree/tag.h"

/* Reasons for which a page should not be given to tidy. */
enum guard_fault {
	GUARD_DEEP = 1,   /* elements nested too deep were left out */
	GUARD_INLINE = 2, /* inline elements beyond the limit were left out */
	GUARD_MANY = 4 /* LIMIT_PAGE_NODES was reached; the rest of the page is
			  left out */
};

struct guard_entry {
	uint32_t written_at; /* offset of the element's name in the output */
	uint8_t tag;         /* enum tag, as read */
	uint8_t written;     /* enum tag, as written */
};

struct guard {
	struct buf *out; /* borrowed */
	struct guard_entry stack[LIMIT_PAGE_DEPTH];
	size_t depth;
	size_t n_inline;              /* inline elements that are open */
	uint32_t open[TAG_COUNT];     /* number of open elements of each tag */
	uint32_t left_out[TAG_COUNT]; /* elements that were not written; their
					 end tags must be skipped */
	uint32_t n_nodes;
	unsigned faults; /* enum guard_fault */
};

void guard_init(struct guard *, struct buf *out);

/* Call before a start tag: writes the end tags that it implies. Returns the
 * element to write (some elements are written under another name), or TAG_TEXT
 * if the tag must be omitted. */
enum tag guard_before(struct guard *, enum tag);
/* Writes '<' and the name of an element that guard_before() accepted, and
 * pushes it on the stack unless it is void. The caller writes attributes and
 * '>'. */
void guard_begin(struct guard *, enum tag read, enum tag written);
/* Handles an end tag: writes it together with the end tags that it implies, or
 * writes nothing. */
void guard_end(struct guard *, enum tag);
/* Call before text that is more than white space. Returns false if the limit of
 * nodes is reached. */
bool guard_text(struct guard *);
/* Writes the end tags of all open elements. */
void guard_finish(struct guard *);

#endif
