/*
 * utf8.c -- decodes, encodes and repairs UTF-8 as RFC 3629 defines it.
 *
 * Most input is ASCII, so the functions that read whole texts skip 64 or eight
 * ASCII bytes at once.
 */
#include "base/text/utf8.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define HIGH_BITS 0x8080808080808080u
#define LOW_BITS  0x0101010101010101u

static inline uint64_t
utf8_read_word(const char *p)
{
	uint64_t word;

	memcpy(&word, p, sizeof(word));
	return word;
}

static inline bool
utf8_is_continuation(char c)
{
	return ((unsigned char)c & 0xC0) == 0x80;
}

/* The number of bytes after a lead byte, and the range of the first of them
 * (Unicode 15, table 3-7).  n == 0: not a lead byte. */
struct lead {
	unsigned char n, from, to;
};

static inline struct lead
utf8_lead(unsigned char c)
{
	if (c < 0xC2)
		return (struct lead){ 0, 0, 0 };
	if (c < 0xE0)
		return (struct lead){ 1, 0x80, 0xBF };
	if (c < 0xF0)
		return (struct lead){ 2, c == 0xE0 ? 0xA0 : 0x80,
			c == 0xED ? 0x9F : 0xBF };
	if (c < 0xF5)
		return (struct lead){ 3, c == 0xF0 ? 0x90 : 0x80,
			c == 0xF4 ? 0x8F : 0xBF };
	return (struct lead){ 0, 0, 0 };
}

/* Decodes a valid sequence; returns 0 for an invalid one. */
static inline size_t
utf8_decode_valid(const unsigned char *u, size_t n, uint32_t *ret_rune)
{
	struct lead lead = utf8_lead(u[0]);

	if (lead.n == 0 || n <= lead.n || u[1] < lead.from || u[1] > lead.to)
		return 0;
	switch (lead.n) {
	case 1:
		*ret_rune = (u[0] & 0x1Fu) << 6 | (u[1] & 0x3Fu);
		return 2;
	case 2:
		if ((u[2] & 0xC0) != 0x80)
			return 0;
		*ret_rune =
		    (u[0] & 0x0Fu) << 12 | (u[1] & 0x3Fu) << 6 | (u[2] & 0x3Fu);
		return 3;
	default:
		if ((u[2] & 0xC0) != 0x80 || (u[3] & 0xC0) != 0x80)
			return 0;
		*ret_rune = (u[0] & 0x07u) << 18 | (u[1] & 0x3Fu) << 12 |
			    (u[2] & 0x3Fu) << 6 | (u[3] & 0x3Fu);
		return 4;
	}
}

/* Returns the length of the maximal subpart of an invalid sequence (Unicode 15,
 * section 3.9). */
static size_t
utf8_invalid_length(const unsigned char *u, size_t n)
{
	struct lead lead = utf8_lead(u[0]);
	size_t i = 2;

	if (lead.n == 0 || n < 2 || u[1] < lead.from || u[1] > lead.to)
		return 1;
	while (i < n && i <= lead.n && (u[i] & 0xC0) == 0x80)
		i++;
	return i;
}

size_t
utf8_decode_wide(const char *p, size_t n, uint32_t *ret_rune)
{
	const unsigned char *u = (const unsigned char *)p;
	size_t taken = utf8_decode_valid(u, n, ret_rune);

	if (taken > 0)
		return taken;
	*ret_rune = RUNE_BAD;
	return utf8_invalid_length(u, n);
}

size_t
utf8_encode_wide(uint32_t rune, char out[4])
{
	if (rune > 0x10FFFF || (rune >= 0xD800 && rune <= 0xDFFF))
		rune = RUNE_BAD;
	if (rune < 0x800) {
		out[0] = (char)(0xC0 | rune >> 6);
		out[1] = (char)(0x80 | (rune & 0x3F));
		return 2;
	}
	if (rune < 0x10000) {
		out[0] = (char)(0xE0 | rune >> 12);
		out[1] = (char)(0x80 | (rune >> 6 & 0x3F));
		out[2] = (char)(0x80 | (rune & 0x3F));
		return 3;
	}
	out[0] = (char)(0xF0 | rune >> 18);
	out[1] = (char)(0x80 | (rune >> 12 & 0x3F));
	out[2] = (char)(0x80 | (rune >> 6 & 0x3F));
	out[3] = (char)(0x80 | (rune & 0x3F));
	return 4;
}

/* True if 64 bytes at p are ASCII. */
static inline bool
utf8_is_ascii_64(const char *p)
{
#ifdef __SSE2__
	const __m128i *v = (const __m128i *)(const void *)p;
	__m128i a = _mm_or_si128(_mm_loadu_si128(v), _mm_loadu_si128(v + 1));
	__m128i b =
	    _mm_or_si128(_mm_loadu_si128(v + 2), _mm_loadu_si128(v + 3));

	return _mm_movemask_epi8(_mm_or_si128(a, b)) == 0;
#else
	uint64_t all = 0;

	for (size_t i = 0; i < 64; i += 8)
		all |= utf8_read_word(p + i);
	return (all & HIGH_BITS) == 0;
#endif
}

/* Returns the offset of the first byte at or after `at` that is not ASCII, or
 * s.len. */
static inline size_t
utf8_skip_ascii(struct slice s, size_t at)
{
	while (at + 64 <= s.len && utf8_is_ascii_64(s.p + at))
		at += 64;
	while (at + 8 <= s.len && (utf8_read_word(s.p + at) & HIGH_BITS) == 0)
		at += 8;
	while (at < s.len && (unsigned char)s.p[at] < 0x80)
		at++;
	return at;
}

/* Returns the offset of the first invalid sequence at or after `at`, or s.len.
 */
static size_t
utf8_find_invalid(struct slice s, size_t at)
{
	const unsigned char *u = (const unsigned char *)s.p;
	uint32_t rune;

	while ((at = utf8_skip_ascii(s, at)) < s.len) {
		/* Most characters that are not ASCII are in runs, so the search
		 * for ASCII continues only after a run. */
		do {
			size_t taken =
			    utf8_decode_valid(u + at, s.len - at, &rune);

			if (taken == 0)
				return at;
			at += taken;
		} while (at < s.len && u[at] >= 0x80);
	}
	return at;
}

bool
utf8_is_ascii(struct slice s)
{
	return utf8_skip_ascii(s, 0) == s.len;
}

bool
utf8_valid(struct slice s)
{
	return utf8_find_invalid(s, 0) == s.len;
}

/* Copies s to `out` and replaces its invalid parts. If `out` is NULL, nothing
 * is copied. Returns the length of the copy. */
static size_t
utf8_copy_repaired(struct slice s, char *out)
{
	size_t from = 0, length = 0;

	while (from < s.len) {
		size_t to = utf8_find_invalid(s, from);

		if (out != NULL)
			memcpy(out + length, s.p + from, to - from);
		length += to - from;
		if (to == s.len)
			break;
		if (out != NULL)
			utf8_encode(RUNE_BAD, out + length);
		length += 3;
		from = to + utf8_invalid_length(
				(const unsigned char *)s.p + to, s.len - to);
	}
	return length;
}

struct slice
utf8_repair(struct arena *a, struct slice s)
{
	size_t length;
	char *p;

	if (utf8_valid(s))
		return s;
	length = utf8_copy_repaired(s, NULL);
	p = arena_alloc(a, length + 1);
	utf8_copy_repaired(s, p);
	return (struct slice){ p, length };
}

/* Counts the bytes that are not continuation bytes. */
size_t
utf8_length(struct slice s)
{
	size_t n = 0, at = 0;

	for (; at + 8 <= s.len; at += 8) {
		uint64_t word = utf8_read_word(s.p + at);
		/* A continuation byte has bit 7 set and bit 6 clear. The result
		 * of this test is in the lowest bit of each byte. */
		uint64_t follow = word >> 7 & ~(word >> 6) & LOW_BITS;

		n += 8 -
		     (size_t)(follow * LOW_BITS >> 56); /* sum of the bytes */
	}
	for (; at < s.len; at++)
		n += !utf8_is_continuation(s.p[at]);
	return n;
}

struct slice
utf8_prefix(struct slice s, size_t max_bytes)
{
	size_t to = max_bytes;

	if (s.len <= max_bytes)
		return s;
	/* Goes back at most three bytes, because a longer run of continuation
	 * bytes is invalid. */
	while (to > 0 && max_bytes - to < 3 && utf8_is_continuation(s.p[to]))
		to--;
	if (utf8_is_continuation(s.p[to]))
		to = max_bytes;
	return slice_sub(s, 0, to);
}
