/*
 * runs.h -- internal to enrich/: terms of scripts without spaces.
 *
 * In these scripts, phrases.c finds terms of two to four characters.  A longer
 * name contains several such terms, which are its fragments.  This file finds
 * the name that a fragment belongs to.
 */
#ifndef ENRICH_RUN_RUNS_H
#define ENRICH_RUN_RUNS_H

#include "enrich/phrases.h"

struct runs;

/* Returns the state of the search for terms in one text.  The state is in the
 * arena of the text.  If `is_loose` is true, a part of a repeated sentence can
 * be a term.  O(words). */
struct runs *runs_new(const struct enrich_text *, bool is_loose);

/* Returns true if the term has a word of a script without spaces. */
bool runs_is_run(const struct enrich_text *, const struct phrase *);

/* Returns the name of which the fragment is a part, as a run of at most
 * RUN_WORDS words. A character at an edge is removed if the rest is clearly
 * more frequent. A character next to the fragment is added if most occurrences
 * have it. Returns NULL if the run is not a term, is a part of a repeated
 * sentence, or overlaps terms that were chosen. The phrase is in the arena.
 * O(words). */
struct phrase *runs_find(struct runs *, const struct phrase *fragment);

/* Marks the occurrences of a run that was chosen.  O(words). */
void runs_choose(struct runs *, const struct phrase *);

/* Returns true if most occurrences of a term of any script share a character
 * with runs that were chosen.  O(words). */
bool runs_cover(struct runs *, const struct phrase *);

#endif
