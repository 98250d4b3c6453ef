/*
 * sketch.h -- inside the room: a text's fingerprint, by which its near copies
 * are found.
 *
 * The least SKETCH_SIZE of the hashes of a text's shingles (runs of four
 * words), 48 bits each, rising.  After Broder, "On the Resemblance and
 * Containment of Documents" (1997), section 4: of two texts' least hashes the
 * share that both have tells the share of shingles that both have.
 */
#ifndef STORE_SKETCH_H
#define STORE_SKETCH_H

#include "base/slice.h"

#define SKETCH_SIZE  32 /* a likeness of 0.5 is told to within 0.09 */
#define SKETCH_KEYS  8  /* of these, the least, are looked up */
#define SKETCH_BYTES 6  /* of each, as kept; the highest first */

struct sketch {
	uint64_t hashes[SKETCH_SIZE];
	size_t n; /* 0: the text is too short to be told from others */
};

/* White space, punctuation and case aside.  O(length). */
void sketch_of(struct slice text, struct sketch *ret);
/* 0 .. 1: the share of their shingles that both texts have. */
double sketch_likeness(const struct sketch *, const struct sketch *);
/* As bytes and back; false where they are none. */
struct slice sketch_write(
    const struct sketch *, char out[SKETCH_SIZE * SKETCH_BYTES]);
bool sketch_read(struct slice bytes, struct sketch *ret);

#endif
