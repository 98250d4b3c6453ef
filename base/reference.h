/*
 * reference.h -- character references (&amp; &#233; &eacute;), decoded as the
 * HTML standard (13.2.5.72 on) has it.
 *
 * One thing is ours: two numbers that are a pair of surrogates
 * (&#55357;&#56841;), as UTF-16 writers leave them, are one character.
 */
#ifndef BASE_REFERENCE_H
#define BASE_REFERENCE_H

#include "base/arena.h"
#include "base/slice.h"

enum reference_place {
	REFERENCE_IN_TEXT,
	REFERENCE_IN_ATTRIBUTE, /* "?a=1&copy=2" is an address */
	REFERENCE_STRICT        /* only what a semicolon ends */
};

/* Decodes the reference that text begins with; returns the bytes it takes, or
 * 0 where it is just an ampersand.  ret_runes: one or two code points, the
 * second 0 if there is one. */
size_t reference_decode(
    struct slice text, enum reference_place, uint32_t ret_runes[2]);
/* s itself where there is nothing to decode, else a copy in the arena.
 * O(length). */
struct slice reference_text(
    struct arena *, struct slice s, enum reference_place);

#endif
