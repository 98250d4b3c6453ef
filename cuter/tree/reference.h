/*
 * reference.h -- character references (&amp; &#233; &eacute;) in text and in
 * attribute values, decoded as the HTML standard (13.2.5.72 on) has it.
 */
#ifndef CUTER_TREE_REFERENCE_H
#define CUTER_TREE_REFERENCE_H

#include "base/arena.h"
#include "base/buf.h"

enum reference_place { REFERENCE_IN_TEXT, REFERENCE_IN_ATTRIBUTE };

/* Decodes the reference at p[0] == '&'; returns the bytes it took, or 0 where
 * it is just an ampersand. */
size_t reference_decode(
    const char *p, size_t n, enum reference_place, uint32_t *ret_rune);
/* Appends s with all references decoded.  O(length). */
void reference_decode_to(struct buf *, struct slice, enum reference_place);
/* s itself where there is nothing to decode, else a copy in the arena. */
struct slice reference_text(
    struct arena *, struct slice s, enum reference_place);

#endif
