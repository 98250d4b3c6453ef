/*
 * word_breaks.h -- internal to enrich/: the end of a word, by the word
 * boundaries of Unicode (UAX 29).  In addition, each letter of a script without
 * spaces is between two boundaries.
 */
#ifndef ENRICH_WORD_BREAKS_H
#define ENRICH_WORD_BREAKS_H

#include "base/arena.h"
#include "base/slice.h"

/* The boundaries of one sentence. */
struct word_breaks {
	struct arena *arena;
	struct slice text;
	char *breaks;  /* 1: a boundary before this byte; NULL: libunistring was
			  not needed so far */
	bool is_plain; /* the last word has ASCII letters only */
	size_t room;   /* size of `buffer` in bytes; the buffer is kept for the
			  next sentence */
	char *buffer;
};

/* Selects the text, which is valid UTF-8 and begins and ends at a boundary. */
void word_breaks_begin(struct word_breaks *, struct slice text);

/* Returns the offset of the first letter or digit at or after `at`; text.len if
 * there is none.  O(bytes). */
size_t word_breaks_next(struct word_breaks *, size_t at);
/* Returns the end of the word that begins at `at`. */
size_t word_breaks_end(struct word_breaks *, size_t at);

#endif
