/*
 * near_text.h -- finds the most similar of many texts (near_text.c).
 *
 * It compares names that come from the user or the network: feeds, tags,
 * languages. Names of the program itself (options, commands) are compared by
 * near_miss() of cli.h.
 */
#ifndef CLI_HELP_NEAR_TEXT_H
#define CLI_HELP_NEAR_TEXT_H

#include "base/buf.h"
#include "base/slice.h"

/* The search for the candidate that is most similar to `wanted`. */
struct near_text {
	struct slice wanted; /* borrowed */
	/* distance of the best candidate; if there is no candidate: the
	 * smallest distance that is too large for a match */
	size_t distance;
	struct buf best; /* text of the best candidate */
};

/* `wanted` is borrowed until near_text_release(). */
void near_text_init(struct near_text *, struct slice wanted);
void near_text_release(struct near_text *);
/* Compares the candidate with the best one so far. O(bytes * allowed distance);
 * less if the lengths differ much or the candidate is very different. */
void near_text_try(struct near_text *, struct slice candidate);
/* Returns the most similar candidate, or SLICE_NONE if no candidate is similar
 * enough. Borrowed. */
struct slice near_text_best(const struct near_text *);

/* Returns the Levenshtein distance in bytes, ignoring case, or max + 1 if the
 * distance is more than `max`. `max` is at most NEAR_TEXT_MOST. */
#define NEAR_TEXT_MOST 8
size_t near_text_distance(struct slice a, struct slice b, size_t max);

#endif
