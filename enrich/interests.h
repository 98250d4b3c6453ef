/*
 * interests.h -- internal to enrich/: the sentences about subjects in which a
 * reader is interested.
 */
#ifndef ENRICH_INTERESTS_H
#define ENRICH_INTERESTS_H

#include "enrich/enrichment.h"
#include "enrich/text.h"

#define INTEREST_ONE 1024

/* Returns the weight of the interests in each sentence, in the arena: 0 ..
 * INTEREST_ONE, which is the weight of the sentence with the greatest weight.
 * NULL if the text has no sentence about an interest.  An interest is in a
 * sentence if all of its stems are.  O(interests * terms + sentences *
 * interests that are in the text). */
uint32_t *interests_find(
    const struct enrich_text *, const struct enrich_interest *, size_t n);

#endif
