/*
 * utf8.h -- UTF-8 as RFC 3629 has it: no surrogates, nothing overlong,
 * nothing above U+10FFFF.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/arena.h"
#include "base/slice.h"

#define RUNE_BAD 0xFFFDu /* replacement character */

/* Decodes one code point at p (n > 0 bytes are there) and returns how many
 * bytes it took; a bad sequence gives RUNE_BAD and the length of its maximal
 * subpart (Unicode 15, 3.9, table 3-8), at least 1. */
static inline size_t utf8_decode(const char *p, size_t n, uint32_t *ret_rune);
/* Writes 1..4 bytes, returns how many. */
size_t utf8_encode(uint32_t rune, char out[4]);
bool utf8_valid(struct slice);
/* s itself when it is valid, else a copy with U+FFFD for each bad part. */
struct slice utf8_repair(struct arena *, struct slice);
/* Code points. */
size_t utf8_length(struct slice);
/* The longest prefix of at most max_bytes that does not cut a code point. */
struct slice utf8_prefix(struct slice, size_t max_bytes);

/* Beyond ASCII, which most of what is read is: for those below. */
size_t utf8_decode_wide(const char *p, size_t n, uint32_t *ret_rune);
bool rune_wide_is_space(uint32_t);
bool rune_wide_is_word(uint32_t);
bool rune_wide_is_unspaced(uint32_t);

static inline size_t
utf8_decode(const char *p, size_t n, uint32_t *ret_rune)
{
	unsigned char first = (unsigned char)*p;

	if (first >= 0x80)
		return utf8_decode_wide(p, n, ret_rune);
	*ret_rune = first;
	return 1;
}

/* Unicode's White_Space property. */
static inline bool
rune_is_space(uint32_t rune)
{
	return rune < 0x80 ? rune == ' ' || rune - '\t' <= '\r' - '\t'
			   : rune_wide_is_space(rune);
}
/* Letter or digit in the sense of \w (ASCII exact; above it: everything but
 * space, punctuation, symbols and controls, from ranges). */
#define RUNE_ASCII_WORD(rune) /* a bit each: 0-9; A-Z, _, a-z */               \
	((((rune) < 64 ? 0x03FF000000000000u : 0x07FFFFFE87FFFFFEu) >>         \
		 ((rune)&63) &                                                 \
	     1) != 0)
static inline bool
rune_is_word(uint32_t rune)
{
	return rune < 0x80 ? RUNE_ASCII_WORD(rune) : rune_wide_is_word(rune);
}
/* Scripts written without spaces (Han, kana, Thai, Lao, Khmer, Myanmar):
 * one character counts as one word. */
static inline bool
rune_is_unspaced(uint32_t rune)
{
	return rune >= 0x80 && rune_wide_is_unspaced(rune);
}
/* Simple lower case for Latin, Greek, Cyrillic, Armenian; else unchanged. */
uint32_t rune_lower(uint32_t);

#endif
