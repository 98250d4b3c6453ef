/*
 * material.h -- inside the room: has a text changed for its reader?
 */
#ifndef STORE_MATERIAL_H
#define STORE_MATERIAL_H

#include "base/slice.h"

/* The same story: white space aside, and aside from lines that only count or
 * tell the time ("13 comments", "Updated 5 minutes ago").  A number inside a
 * sentence is news, and is compared.  O(n). */
bool text_same_story(struct slice a, struct slice b);

#endif
