/*
 * segments.h -- divides a page into blocks of text for retrieval. A search can
 * then rank blocks instead of whole pages, and expand queries with the words of
 * blocks. Part of libcuter, but not of its API.
 *
 * 	const struct cuter_segmenting how = { .segmenter = CUTER_COMB };
 * 	struct cuter_segments found;
 *
 * 	if (cuter_segment(c, &input, &how, &found, &e) == 0)
 * 		for (size_t i = 0; i < found.n; i++)
 * 			... found.list[i].text ...;
 *
 * Source: Cai, Yu, Wen, Ma, "Block-based Web Search" (2004), as described by
 * Shinde, Bolli, Kulkarni (docs/methods.md), section 2.6. The whole page is
 * divided, navigation included: the segmenters do not judge what is content.
 * Hidden text (marks/marks.c) is left out.
 *
 * A word is a part of the text between white space that has a letter or a
 * digit; in scripts without spaces it is a character.
 */
#ifndef CUTER_SEGMENTS_SEGMENTS_H
#define CUTER_SEGMENTS_SEGMENTS_H

#include "cuter/cuter.h"

#define CUTER_WINDOW_WORDS 200 /* default; Cai et al., section 3.1 */

enum cuter_segmenter {
	CUTER_DOM,   /* DomPS: one block for each structural element */
	CUTER_FIXED, /* FixedPS: windows of a fixed number of words */
	CUTER_COMB,  /* CombPS: semantic blocks of the page; long blocks are
			divided into windows */
	CUTER_SEGMENTER_COUNT
};
const char *cuter_segmenter_name(enum cuter_segmenter); /* "dom" ... */

struct cuter_segmenting {
	enum cuter_segmenter segmenter;
	enum cuter_parser parser;
	uint32_t window_words; /* size of the windows of FixedPS and CombPS; 0:
				  CUTER_WINDOW_WORDS */
};

/* A block. The blocks of a page are in document order and have one word or
 * more. */
struct cuter_segment {
	struct slice text; /* UTF-8 on one line, white space folded */
	/* XPath of the innermost element around the text, in the repaired tree:
	 * "/html/body/div[2]/p[1]". A path that is longer than
	 * LIMIT_SEGMENT_PATH begins with "//" and has only the inner steps. */
	struct slice path;
	uint32_t words;
};

/* All memory is borrowed from the extractor, and valid until its next call. */
struct cuter_segments {
	const struct cuter_segment *list; /* at most LIMIT_SEGMENTS */
	size_t n;
	bool is_truncated; /* the page has more text, which was left out because
			      of a limit */
};

/* Divides a page; of `input` only bytes, content_type and url are read. A page
 * without text has no blocks. The same bytes give the same blocks. Errors:
 * ERR_LIMIT if a limit of memory was reached, ERR_MEMORY. Linear in bytes. */
int cuter_segment(struct cuter *, const struct cuter_input *,
    const struct cuter_segmenting *, struct cuter_segments *ret, struct err *e);

#endif
