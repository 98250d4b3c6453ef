/*
 * nfc.h -- Unicode's Normalization Form C, a segment at a time.
 */
#ifndef CRAWLER_FEED_NFC_H
#define CRAWLER_FEED_NFC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NFC_SEGMENT 64 /* code points; UAX 15's stream-safe text has 32 */

/* Whether a code point may change, or may join the one before it.  Text
 * without such is in Form C as it stands. */
bool nfc_is_special(uint32_t rune);

/* Normalises n runes in place, in an array of NFC_SEGMENT; they begin with a
 * starter and end before the next rune that is not special.  Returns how many
 * there are then. */
size_t nfc_compose(uint32_t *runes, size_t n);

#endif
