/*
 * stream.h -- the page as a sequence of start tags, texts and end tags, and as
 * tokens: words and tags.
 *
 * The papers define the methods that read a page as a sequence (BTE, DSC, CCB,
 * CETR) for the source of the page. Here these methods read the repaired page:
 * without scripts, comments, SVG and attributes, and with every end tag.
 */
#ifndef CUTER_METHODS_STREAM_H
#define CUTER_METHODS_STREAM_H

#include "cuter/page.h"

enum stream_kind { STREAM_START, STREAM_TEXT, STREAM_END };

struct stream {
	const struct tree *tree; /* borrowed */
	uint32_t next;           /* the next node to begin */
	uint32_t closing;        /* a node whose end tag is written next if its
				    subtree is complete */
};

void stream_init(struct stream *, const struct tree *);
/* Reads the next start tag, text or end tag. *ret is its node. Returns false at
 * the end. A void element (br, img) has only a start tag. O(nodes) for the
 * whole page. */
bool stream_next(struct stream *, enum stream_kind *ret_kind, uint32_t *ret);

#define TOKEN_TAG UINT32_MAX

/* tokens[i] is the block of a word, or TOKEN_TAG. Hidden text has no tokens. */
struct tokens {
	uint32_t *block;
	size_t n;
};

/* Reads all tokens. They are in the arena of the page. O(text). */
void tokens_read(struct page *, struct tokens *);

/* Returns the block of each text node, and PAGE_NO_BLOCK for other nodes and
 * for white space outside of blocks. The array is in the arena of the page.
 * O(nodes). */
uint32_t *stream_blocks(struct page *);

#endif
