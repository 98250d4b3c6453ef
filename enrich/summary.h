/*
 * summary.h -- internal to enrich/: selects the sentences of a summary.
 */
#ifndef ENRICH_SUMMARY_H
#define ENRICH_SUMMARY_H

#include "enrich/enrichment.h"
#include "enrich/text.h"

/* Returns at most n sentences of the body in the order of the text, separated
 * by spaces, in the arena; an absent text if there are none.  Sentences about
 * the interests are preferred.  O(words + sentences * (n + interests that are
 * in the text)). */
struct slice summary_find(const struct enrich_text *, size_t n,
    const struct enrich_interest *, size_t n_interests);

#endif
