/*
 * meta_words.h -- the words of lines that name the author and the date of an
 * article. The table is meta_words.inc; the function is in meta_lines.c.
 */
#ifndef CUTER_MARKS_META_WORDS_H
#define CUTER_MARKS_META_WORDS_H

#include "base/slice.h"

enum meta_word {
	META_NONE,
	META_STAMP,   /* "published", "updated": a date or a name follows */
	META_BY,      /* "by": a name follows */
	META_READING, /* "read", "minutes": part of a reading time */
	META_AGENCY,
	META_ROLE, /* "reporter", "editor" */
	/* The next three classes are words of a byline, but not of a line with
	 * only a date. */
	META_GENRE,   /* "interview": a name follows */
	META_PICTURE, /* "photos": part of a credit after an author */
	META_LINK,    /* "with", "from": between names and places */
	META_FILLER
};

/* Returns the class of a word that is not empty and in lower case.
 * O(words of the table with the same first byte). */
enum meta_word meta_word_find(struct slice word);

#endif
