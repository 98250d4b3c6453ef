/*
 * normalise.h -- normalises text: collapses white space, removes controls,
 * reads C1 controls as windows-1252, and converts the text to Form C. It also
 * decodes text that was encoded in UTF-8 twice.
 */
#ifndef CRAWLER_FEED_NORMALISE_H
#define CRAWLER_FEED_NORMALISE_H

#include "base/arena.h"
#include "base/buf.h"

enum text_gap {
	TEXT_GAP_NONE,
	TEXT_GAP_SPACE,
	TEXT_GAP_LINE,     /* "\n" if paragraphs are kept, else a space */
	TEXT_GAP_PARAGRAPH /* "\n\n" if paragraphs are kept, else a space */
};

/* Writes normalised text piece by piece to `out`. If memory is exhausted or the
 * limit of `out` is reached, buf_failed(out) is true. */
struct text_writer {
	struct buf *out;   /* borrowed, cleared by text_writer_init */
	enum text_gap gap; /* the gap that is written before the next character
			      */
	bool keep_lines;
	bool may_change; /* the text is possibly not in Form C */
};

/* keep_lines: line ends are kept; otherwise they become spaces. */
void text_writer_init(struct text_writer *, struct buf *out, bool keep_lines);
/* Writes UTF-8 text; its white space becomes gaps. */
void text_write(struct text_writer *, struct slice);
/* Writes one code point.  White space becomes a gap; invisible characters are
 * left out, except joiners (U+200C, U+200D) that belong to a word or an emoji.
 */
void text_write_rune(struct text_writer *, uint32_t);
/* Requests a gap of at least this size. Of several requests, the largest is
 * used. */
static inline void
text_write_gap(struct text_writer *w, enum text_gap gap)
{
	if (gap > w->gap)
		w->gap = gap;
}
/* Converts the text to Form C. Call this function once after the last piece.
 * O(length). */
void text_writer_end(struct text_writer *);

/* Decodes text that was encoded in UTF-8 twice: all characters are below U+0100
 * and their Latin-1 bytes are valid UTF-8 with non-ASCII characters.  Returns
 * `text` itself if it was not encoded twice. */
struct slice text_fix_double_encoding(struct arena *, struct slice text);

#endif
