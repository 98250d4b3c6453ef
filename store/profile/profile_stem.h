/*
 * profile_stem.h -- internal to store/: the stems under which the keyword of a
 * profile is stored in the table `keyword`.
 *
 * The stem of a term consists of the stems of its words in lower case,
 * separated by spaces.  A run of letters of a script without spaces is stored
 * as its pairs of adjacent letters.
 */
#ifndef STORE_PROFILE_PROFILE_STEM_H
#define STORE_PROFILE_PROFILE_STEM_H

#include <stddef.h>

#include "base/buf.h"

/* Appends the distinct stems of a term, "\n" after each: in the languages, or
 * in all languages if n_languages is 0, and without a stemmer.  The stem
 * without a stemmer is first.  O(languages * length). */
void profile_stem_all(struct buf *out, struct slice term,
    char *const *languages, size_t n_languages);

#endif
