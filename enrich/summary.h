/*
 * summary.h -- internal to enrich/: selects the sentences of a summary.
 */
#ifndef ENRICH_SUMMARY_H
#define ENRICH_SUMMARY_H

#include "enrich/text.h"

/* Returns at most n sentences of the body in the order of the text, separated
 * by spaces, or an absent text if there are none.  The result is in the arena
 * of the text.  O(words + n * sentences). */
struct slice summary_find(const struct enrich_text *, size_t n);

#endif
