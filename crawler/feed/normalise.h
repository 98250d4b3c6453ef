/*
 * normalise.h -- what text is when the feed has said it: white space folded,
 * controls out, C1 as Windows-1252, Form C; and what it was before somebody
 * encoded it twice.
 */
#ifndef CRAWLER_FEED_NORMALISE_H
#define CRAWLER_FEED_NORMALISE_H

#include "base/arena.h"
#include "base/buf.h"
#include "crawler/feed/nfc.h"

enum text_gap {
	TEXT_GAP_NONE,
	TEXT_GAP_SPACE,
	TEXT_GAP_LINE,     /* "\n" where paragraphs are kept, else a space */
	TEXT_GAP_PARAGRAPH /* "\n\n" likewise */
};

/* Takes text piece by piece and writes it clean.  A failure is the buf's. */
struct text_writer {
	struct buf *out;   /* borrowed, cleared by text_writer_init */
	enum text_gap gap; /* what is due before the next character */
	bool keep_lines;
	size_t n_segment; /* runes that wait for their marks */
	uint32_t segment[NFC_SEGMENT];
};

void text_writer_init(struct text_writer *, struct buf *out, bool keep_lines);
/* Plain UTF-8; its white space becomes gaps. */
void text_write(struct text_writer *, struct slice);
void text_write_rune(struct text_writer *, uint32_t);
/* A gap of at least this size; gaps do not add up. */
static inline void
text_write_gap(struct text_writer *w, enum text_gap gap)
{
	if (gap > w->gap)
		w->gap = gap;
}
/* To be called once behind the last piece. */
void text_writer_end(struct text_writer *);

/* text itself, or, where all its characters are below U+0100 and their
 * Latin-1 bytes are UTF-8 with something in it, that UTF-8. */
struct slice text_undouble(struct arena *, struct slice text);

#endif
