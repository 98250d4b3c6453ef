/*
 * profile_stem.h -- internal to store/: computes the stems of a profile's
 * keyword, as the table `keyword` contains them.
 *
 * The stem of a term consists of the stems of its words in lower case,
 * separated by spaces.  A run of letters of a script without spaces is stored
 * as its pairs of adjacent letters.
 */
#ifndef STORE_PROFILE_PROFILE_STEM_H
#define STORE_PROFILE_PROFILE_STEM_H

#include <stddef.h>

#include "base/buf.h"

/* Appends the distinct stems of a term, each followed by "\n".  The first is
 * the term without stemming.  Then follow the stems in the given languages, or
 * in all languages if n_languages is 0.  O(languages * length). */
void profile_stem_all(struct buf *out, struct slice term,
    char *const *languages, size_t n_languages);

#endif
