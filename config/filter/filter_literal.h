/*
 * filter_literal.h -- words that a text must contain to match a regular
 * expression.
 *
 * Most expressions of filters contain a word, and most texts do not contain it.
 * A set of literals is read from the pattern: every match contains at least one
 * of the literals. A text is read once into a signature, a set of hashed
 * sequences of three bytes. If each literal has a sequence that the signature
 * does not have, the expression cannot match, and PCRE2 is not called.
 *
 * Case: the literals and the signature have ASCII letters in lower case, and
 * U+017F and U+212A as s and k, which are the only other characters that match
 * an ASCII letter without regard to case (Unicode, CaseFolding.txt).
 */
#ifndef CONFIG_FILTER_FILTER_LITERAL_H
#define CONFIG_FILTER_FILTER_LITERAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"

#define FILTER_SIGNATURE_BITS 15

struct filter_literals {
	uint16_t *hashes; /* owned */
	size_t n;         /* 0: a match need not contain a literal */
};

struct filter_signature {
	uint64_t words[(1 << FILTER_SIGNATURE_BITS) / 64];
};

/* Reads the literals of a pattern that PCRE2 accepts (UTF-8), in which white
 * space is not ignored.  A pattern with syntax that the function does not know,
 * or without a literal of three bytes, has n == 0.  Returns false if there is
 * no memory.  O(length). */
bool filter_literals_read(
    struct slice pattern, bool ignores_case, struct filter_literals *ret);
void filter_literals_release(struct filter_literals *);

/* Computes the signature of a text.  O(length). */
void filter_signature_read(struct filter_signature *, struct slice text);
/* Returns false if no text with this signature matches.  O(n). */
bool filter_literals_may_match(
    const struct filter_literals *, const struct filter_signature *);

#endif
