/*
 * nfc.h -- Unicode Normalization Form C of one segment.
 */
#ifndef CRAWLER_FEED_MARKUP_NFC_H
#define CRAWLER_FEED_MARKUP_NFC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NFC_SEGMENT 64 /* code points; UAX 15's stream-safe format has 32 */

/* True if a code point may change or combine with the one before it.  Text
 * without such code points is in Form C. */
bool nfc_is_special(uint32_t rune);

/* Normalises n code points in place, in an array of NFC_SEGMENT.  They start
 * with a starter and end before the next code point that is not special.
 * Returns the new number. */
size_t nfc_compose(uint32_t *runes, size_t n);

#endif
