/*
 * reference.h -- decodes character references (&amp; &#233; &eacute;) as the
 * HTML standard does (sections 13.2.5.72 to 13.2.5.80).
 *
 * One addition: two numeric references that form a surrogate pair
 * (&#55357;&#56841;), which some UTF-16 programs write, are one character.
 */
#ifndef BASE_TEXT_REFERENCE_H
#define BASE_TEXT_REFERENCE_H

#include "base/arena.h"
#include "base/slice.h"

enum reference_place {
	REFERENCE_IN_TEXT,
	REFERENCE_IN_ATTRIBUTE, /* "&copy=2" in an address is not a reference */
	REFERENCE_STRICT        /* only references with a semicolon */
};

/* Decodes the reference at the start of text.  Returns its length in bytes, 0
 * if the text does not start with a reference.  ret_runes: one or two code
 * points.  If there is only one, ret_runes[1] is 0. */
size_t reference_decode(
    struct slice text, enum reference_place, uint32_t ret_runes[2]);
/* Decodes all references.  Returns s if it has no ampersand, else a copy in the
 * arena.  O(length). */
struct slice reference_text(
    struct arena *, struct slice s, enum reference_place);

#endif
