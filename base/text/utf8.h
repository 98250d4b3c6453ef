/*
 * utf8.h -- UTF-8 as RFC 3629 defines it (no surrogates, no overlong forms,
 * nothing above U+10FFFF), and classes of code points.
 *
 * The tables of these classes are in rune.c.
 */
#ifndef BASE_TEXT_UTF8_H
#define BASE_TEXT_UTF8_H

#include "base/arena.h"
#include "base/slice.h"

#define RUNE_BAD 0xFFFDu /* U+FFFD, the replacement character */

/* Decodes one code point at p, of which n > 0 bytes are readable, and returns
 * its length in bytes.  An invalid sequence gives RUNE_BAD and the length of
 * its maximal subpart (Unicode 15, section 3.9, table 3-8), at least 1. */
static inline size_t utf8_decode(const char *p, size_t n, uint32_t *ret_rune);
/* Writes 1 to 4 bytes; returns their number. An invalid code point is written
 * as U+FFFD. */
static inline size_t utf8_encode(uint32_t rune, char out[4]);
/* True if the text is valid UTF-8. O(bytes). */
bool utf8_valid(struct slice);
/* True if every byte is below 0x80. O(bytes). */
bool utf8_is_ascii(struct slice);
/* Returns s if it is valid, else a copy in the arena with U+FFFD for each
 * invalid part. */
struct slice utf8_repair(struct arena *, struct slice);
/* Returns the number of code points. */
size_t utf8_length(struct slice);
/* Returns the longest prefix of at most max_bytes that does not split a code
 * point; invalid UTF-8 may be split. */
struct slice utf8_prefix(struct slice, size_t max_bytes);

/* The inline functions of this header call these functions for input that is
 * not ASCII. */
size_t utf8_decode_wide(const char *p, size_t n, uint32_t *ret_rune);
size_t utf8_encode_wide(uint32_t rune, char out[4]);
bool rune_wide_is_space(uint32_t);
bool rune_wide_is_word(uint32_t);
bool rune_wide_is_unspaced(uint32_t);
uint32_t rune_wide_lower(uint32_t);

static inline size_t
utf8_decode(const char *p, size_t n, uint32_t *ret_rune)
{
	unsigned char first = (unsigned char)*p;

	if (first >= 0x80)
		return utf8_decode_wide(p, n, ret_rune);
	*ret_rune = first;
	return 1;
}

static inline size_t
utf8_encode(uint32_t rune, char out[4])
{
	if (rune >= 0x80)
		return utf8_encode_wide(rune, out);
	out[0] = (char)rune;
	return 1;
}

/* True for a code point with the property White_Space of Unicode. */
static inline bool
rune_is_space(uint32_t rune)
{
	return rune < 0x80 ? rune == ' ' || rune - '\t' <= '\r' - '\t'
			   : rune_wide_is_space(rune);
}
/* True for letters, digits, marks and the low line (base/text/rune.py). \w in
 * Python does not match marks. */
#define RUNE_ASCII_WORD(rune) /* one bit each: 0-9; A-Z, _, a-z */             \
	((((rune) < 64 ? 0x03FF000000000000u : 0x07FFFFFE87FFFFFEu) >>         \
		 ((rune)&63) &                                                 \
	     1) != 0)
static inline bool
rune_is_word(uint32_t rune)
{
	return rune < 0x80 ? RUNE_ASCII_WORD(rune) : rune_wide_is_word(rune);
}
/* True for letters of scripts without spaces between words (Han, kana, Thai,
 * Lao, Khmer, Myanmar).  Each such letter counts as one word. */
static inline bool
rune_is_unspaced(uint32_t rune)
{
	return rune >= 0x80 && rune_wide_is_unspaced(rune);
}
/* Returns the simple lower case of a Latin, Greek, Cyrillic or Armenian letter.
 * Any other code point is returned unchanged. */
static inline uint32_t
rune_lower(uint32_t rune)
{
	if (rune >= 0x80)
		return rune_wide_lower(rune);
	return rune - 'A' < 26u ? rune + 32 : rune;
}

#endif
