/*
 * material.h -- internal to store/: checks if a text has changed for its
 * reader.
 */
#ifndef STORE_MATERIAL_H
#define STORE_MATERIAL_H

#include "base/slice.h"

/* True if both texts are the same story.  White space is ignored, as are
 * lines that only contain a count or a time ("13 comments", "Updated 5
 * minutes ago").  A number inside a sentence is compared.  O(n). */
bool text_same_story(struct slice a, struct slice b);

#endif
