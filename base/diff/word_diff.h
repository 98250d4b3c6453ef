/*
 * word_diff.h -- finds the differences between two texts, word by word.
 */
#ifndef BASE_TEXT_WORD_DIFF_H
#define BASE_TEXT_WORD_DIFF_H

#include "base/slice.h"

enum word_diff_kind { WORDS_SAME, WORDS_REMOVED, WORDS_ADDED };

/* Called for a run of words. `words` is a slice of the old text if the run was
 * removed, else of the new text. It includes the white space before its first
 * word. The unchanged and the added runs together are the new text without the
 * white space at its end. */
typedef int word_diff_visit(enum word_diff_kind, struct slice words, void *arg);

/* Visits all runs in order; the removed part of a change comes before the added
 * part. A word is a run of letters and digits, a single character of a script
 * without spaces, or a single punctuation mark. Other white space than line
 * breaks is not compared. Two line breaks or more are equal to each other, but
 * not to one line break. A small unchanged run between two large changes counts
 * as changed, to make the result easier to read. If a text has more than about
 * WORD_DIFF_WORDS words, the old text counts as removed and the new one as
 * added. Two texts of 1 MB take less than a second. The first non-zero result
 * of a visit ends the function and is returned. Returns ERR_MEMORY, without a
 * visit, if there is no memory. */
#define WORD_DIFF_WORDS 1000000 /* each uses 24 bytes */
int word_diff(struct slice old, struct slice new, word_diff_visit *, void *arg);

#endif
