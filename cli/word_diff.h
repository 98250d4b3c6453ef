/*
 * word_diff.h -- what has changed from one text to another, by words.
 */
#ifndef CLI_WORD_DIFF_H
#define CLI_WORD_DIFF_H

#include "base/slice.h"

enum word_diff_kind { WORDS_SAME, WORDS_REMOVED, WORDS_ADDED };

/* A run of words as it stands in its text (the removed ones in the old, all
 * others in the new), with the white space before its first word: what is the
 * same and what was added are together the new text, up to white space at its
 * end. */
typedef int word_diff_visit(enum word_diff_kind, struct slice words, void *arg);

/* Visits all runs in order, of a change what was removed before what was
 * added.  Words are runs of letters and digits, single characters of scripts
 * without spaces, and single marks; line breaks count, one or more than one,
 * other white space does not.  What is the same between two large changes and
 * is small itself counts as changed: it would only be in the reader's way.
 * Of texts of more than WORD_DIFF_WORDS the old one was removed and the new
 * one added.  Below a second for two texts of 1 MB.  The first visit that is
 * not 0 ends it, and is returned; ERR_MEMORY, and no visit, for lack of it. */
#define WORD_DIFF_WORDS 1000000 /* each of 24 bytes */
int word_diff(struct slice old, struct slice new, word_diff_visit *, void *arg);

#endif
