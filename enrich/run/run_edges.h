/*
 * run_edges.h -- internal to enrich/: the characters at which a term of a
 * script without spaces does not begin or end.
 */
#ifndef ENRICH_RUN_RUN_EDGES_H
#define ENRICH_RUN_RUN_EDGES_H

#include <stdbool.h>

#include "base/slice.h"

enum run_edge {
	RUN_NOT_FIRST = 1, /* no term begins with the word */
	RUN_NOT_LAST = 2,  /* no term ends with the word */
	RUN_BREAK = 4,     /* no term contains the word */
	RUN_STOP = 8,      /* a term is not extended by the word */
	RUN_FUNCTION = 16, /* both characters are one function word */
	RUN_CHINESE = 32   /* not applied to Japanese; never returned */
};

/* Returns the flags of a word of one or two characters of a script without
 * spaces; a single character is not a term.  In Japanese texts, Chinese
 * function words are not considered.  O(log rows). */
unsigned run_edges_of(struct slice word, bool is_japanese);

#endif
