/*
 * compose.h -- converts text to Form C of Unicode.
 *
 * Source: Unicode Standard Annex 15, sections 1.3 (Form C) and 9 (quick check).
 */
#ifndef BASE_TEXT_COMPOSE_H
#define BASE_TEXT_COMPOSE_H

#include "base/arena.h"
#include "base/slice.h"

/* Returns the text in Form C: the text itself if Form C does not change it, else
 * a copy in the arena, in which U+FFFD replaces invalid bytes.  For most texts,
 * only the quick check is done.  O(bytes). */
struct slice compose_text(struct arena *, struct slice);

#endif
