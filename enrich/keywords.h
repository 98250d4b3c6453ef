/*
 * keywords.h -- internal to enrich/: the terms that describe a text best.
 */
#ifndef ENRICH_KEYWORDS_H
#define ENRICH_KEYWORDS_H

#include "enrich/enrichment.h"
#include "enrich/text.h"

/* Ranks the candidates and writes at most `most` keywords.  The array is in the
 * arena. */
void keywords_find(const struct enrich_text *, size_t most,
    struct enrich_keyword **ret, size_t *ret_n);

#endif
