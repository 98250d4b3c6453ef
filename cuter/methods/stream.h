/*
 * stream.h -- the page as what it was written as: start tags, texts, end tags,
 * in their order; and as tokens, a word or a tag each.
 *
 * The methods that read a page as a sequence (BTE, DSC, CCB, CETR) are defined
 * on its source.  Here they read the repaired page: scripts, comments, drawings
 * and attributes are gone, and every end tag is there.
 */
#ifndef CUTER_METHODS_STREAM_H
#define CUTER_METHODS_STREAM_H

#include "cuter/page.h"

enum stream_kind { STREAM_START, STREAM_TEXT, STREAM_END };

struct stream {
	const struct tree *tree; /* borrowed */
	uint32_t next;           /* node that has not begun */
	uint32_t closing;        /* node whose end may be due */
};

void stream_init(struct stream *, const struct tree *);
/* false at the end.  A void element (br, img) only starts.  The whole of it
 * is O(nodes). */
bool stream_next(struct stream *, enum stream_kind *ret_kind, uint32_t *ret);

#define TOKEN_TAG UINT32_MAX

/* tokens[i] is the block of a word, or TOKEN_TAG.  Hidden text is none. */
struct tokens {
	uint32_t *block;
	size_t n;
};

/* O(text). */
void tokens_read(struct page *, struct tokens *);

/* The block that each leaf of text stands in, PAGE_NO_BLOCK for all other
 * nodes and for white space; arena.  O(nodes). */
uint32_t *stream_blocks(struct page *);

#endif
