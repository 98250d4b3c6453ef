/*
 * term_set.h -- sets of the terms of long texts, with which two texts are
 * compared: a text on one subject repeats the terms of this subject.
 *
 * Terms are those of words_read_terms().
 */
#ifndef CUTER_FEATURES_TERM_SET_H
#define CUTER_FEATURES_TERM_SET_H

#include "base/arena.h"
#include "base/slice.h"

struct term_set {
	struct term_slot *slots; /* arena; a hash table */
	uint32_t n_slots;        /* a power of 2 */
	uint32_t n;              /* terms in the set */
};

/* Makes an empty set for texts with this number of words.  A set has at most
 * 16 384 terms; further terms are ignored.  O(words). */
void term_set_init(struct term_set *, struct arena *, uint32_t words);
/* Removes all terms. */
void term_set_clear(struct term_set *);
/* Adds the terms of a text.  Words of fewer bytes than `least_bytes` are not
 * terms.  O(text). */
void term_set_read(struct term_set *, struct slice text, size_t least_bytes);
/* Returns the share, 0 .. 1, of the repeated terms of one set that another set
 * contains.  A term is repeated if it was added at least twice.  Sets
 * *ret_repeated to the number of repeated terms; the share is 0 if there are
 * none.  O(slots). */
double term_set_share(const struct term_set *, const struct term_set *other,
    uint32_t *ret_repeated);

#endif
