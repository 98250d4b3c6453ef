/*
 * sketch.h -- internal to store/: a fingerprint of a text, by which near
 * duplicates are found.
 *
 * A sketch contains the SKETCH_SIZE smallest hashes of the shingles of a text
 * (runs of four words), 48 bits each, in ascending order.  Source: Broder, "On
 * the Resemblance and Containment of Documents" (1997), section 4.  The share
 * of common hashes in two sketches estimates the share of shingles that the two
 * texts have in common.
 */
#ifndef STORE_DUPLICATE_SKETCH_H
#define STORE_DUPLICATE_SKETCH_H

#include "base/slice.h"

/* Number of hashes.  The standard error of a resemblance of 0.5 is then
 * 0.09. */
#define SKETCH_SIZE 32
/* Number of hashes of a sketch that are looked up in the fingerprint index: the
 * smallest ones. */
#define SKETCH_KEYS  8
#define SKETCH_BYTES 6 /* bytes of each hash as stored, big-endian */

struct sketch {
	uint64_t hashes[SKETCH_SIZE];
	size_t n; /* 0: the text is too short for comparison */
};

/* Computes the sketch of a text.  White space, punctuation and case are
 * ignored.  O(length). */
void sketch_of(struct slice text, struct sketch *ret);
/* Estimates the share of common shingles, from 0 to 1. */
double sketch_likeness(const struct sketch *, const struct sketch *);
/* Convert a sketch to bytes and back. sketch_read() returns false if the
 * bytes are not a sketch. */
struct slice sketch_write(
    const struct sketch *, char out[SKETCH_SIZE * SKETCH_BYTES]);
bool sketch_read(struct slice bytes, struct sketch *ret);

#endif
