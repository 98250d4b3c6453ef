/*
 * near_text.h -- which of many texts was probably meant (near_text.c).
 *
 * For names that the user or the network gave: feeds, tags, languages.  Those
 * of the program itself (options, commands) have near_miss() of cli.h.
 */
#ifndef CLI_NEAR_TEXT_H
#define CLI_NEAR_TEXT_H

#include "base/buf.h"
#include "base/slice.h"

/* Looks for the candidate that is nearest to `wanted`. */
struct near_text {
	struct slice wanted; /* borrowed */
	size_t distance;     /* of the best so far; more than any: none */
	struct buf best;     /* its text */
};

/* `wanted` is borrowed until near_text_release(). */
void near_text_init(struct near_text *, struct slice wanted);
void near_text_release(struct near_text *);
/* O(bytes * allowed distance): a candidate whose length differs much, or that
 * is far, costs less. */
void near_text_try(struct near_text *, struct slice candidate);
/* The nearest, or SLICE_NONE if none is near.  Borrowed. */
struct slice near_text_best(const struct near_text *);

/* Levenshtein's distance of bytes, case ignored; max + 1 if it is more than
 * max, which is NEAR_TEXT_MOST at most. */
#define NEAR_TEXT_MOST 8
size_t near_text_distance(struct slice a, struct slice b, size_t max);

#endif
