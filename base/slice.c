/*
 * slice.c -- compares, searches and splits borrowed text.
 */
#include "base/slice.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/text/ascii.h"

/* Number of occurrences of the needle's first byte that are tested before
 * memmem() is called. */
#define FIRST_BYTES 16

static inline unsigned char
slice_fold(char c)
{
	unsigned char u = (unsigned char)c;

	return (unsigned)u - 'A' < 26u ? u | 0x20 : u;
}

bool
slice_bytes_equal_nocase(const char *a, const char *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (slice_fold(a[i]) != slice_fold(b[i]))
			return false;
	return true;
}

bool
slice_ends_nocase(struct slice s, struct slice suffix)
{
	return s.len >= suffix.len &&
	       (suffix.len == 0 ||
		   slice_bytes_equal_nocase(
		       s.p + s.len - suffix.len, suffix.p, suffix.len));
}

int
slice_compare(struct slice a, struct slice b)
{
	size_t n = a.len < b.len ? a.len : b.len;
	int order = n == 0 ? 0 : memcmp(a.p, b.p, n);

	if (order != 0)
		return order;
	return (a.len > b.len) - (a.len < b.len);
}

size_t
slice_find(struct slice s, struct slice needle, size_t from)
{
	const char *found;

	if (from > s.len || s.len - from < needle.len)
		return SLICE_NOT_FOUND;
	if (needle.len == 0)
		return from;
	/* The first byte of a needle is usually rare in the text, and memchr()
	 * reads 32 bytes at once. memmem() needs linear time in the worst
	 * case. */
	for (int i = 0; i < FIRST_BYTES; i++) {
		found = memchr(
		    s.p + from, needle.p[0], s.len - needle.len + 1 - from);
		if (found == NULL)
			return SLICE_NOT_FOUND;
		if (memcmp(found, needle.p, needle.len) == 0)
			return (size_t)(found - s.p);
		from = (size_t)(found - s.p) + 1;
		if (s.len - from < needle.len)
			return SLICE_NOT_FOUND;
	}
	found = memmem(s.p + from, s.len - from, needle.p, needle.len);
	return found ? (size_t)(found - s.p) : SLICE_NOT_FOUND;
}

#ifdef __SSE2__
#define SLICE_BLOCK_BYTES 16

/* Returns one bit for each byte of the block. The bit is set if the byte is
 * `one` or `other`. */
static inline unsigned
slice_bits_of_two(const char *block, char one, char other)
{
	__m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)block);
	__m128i is_one = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(one));
	__m128i is_other = _mm_cmpeq_epi8(bytes, _mm_set1_epi8(other));

	return (unsigned)_mm_movemask_epi8(_mm_or_si128(is_one, is_other));
}

/* Returns the next position in [at, end) of the byte `one` or `other`, `end` if
 * neither occurs; end <= s.len.  The last block overlaps the block before it,
 * because no byte after the text may be read. */
static inline size_t
slice_next_of_two(struct slice s, size_t at, size_t end, char one, char other)
{
	if (s.len < SLICE_BLOCK_BYTES) {
		while (at < end && s.p[at] != one && s.p[at] != other)
			at++;
		return at;
	}
	while (at < end) {
		size_t last = s.len - SLICE_BLOCK_BYTES;
		size_t block = at < last ? at : last;
		unsigned bits =
		    slice_bits_of_two(s.p + block, one, other) >> (at - block);

		if (bits != 0) {
			at += (unsigned)__builtin_ctz(bits);
			break;
		}
		at = block + SLICE_BLOCK_BYTES;
	}
	return at < end ? at : end;
}
#else
static inline size_t
slice_next_of_two(struct slice s, size_t at, size_t end, char one, char other)
{
	while (at < end && s.p[at] != one && s.p[at] != other)
		at++;
	return at;
}
#endif

/* O(length * needle.len) in the worst case. This is acceptable because needles
 * are short constants. */
size_t
slice_find_nocase(struct slice s, struct slice needle, size_t from)
{
	size_t end, at;
	char lower, upper;

	if (from > s.len || s.len - from < needle.len)
		return SLICE_NOT_FOUND;
	if (needle.len == 0)
		return from;
	lower = (char)slice_fold(needle.p[0]);
	upper = ascii_is_lower(lower) ? (char)(lower - 32) : lower;
	end = s.len - needle.len + 1;
	for (at = from; at < end; at++) {
		at = slice_next_of_two(s, at, end, lower, upper);
		if (at < end && slice_bytes_equal_nocase(
				    s.p + at + 1, needle.p + 1, needle.len - 1))
			return at;
	}
	return SLICE_NOT_FOUND;
}

size_t
slice_find_char(struct slice s, char c, size_t from)
{
	const char *found;

	if (from >= s.len)
		return SLICE_NOT_FOUND;
	found = memchr(s.p + from, c, s.len - from);
	return found ? (size_t)(found - s.p) : SLICE_NOT_FOUND;
}

struct slice
slice_trim_spaces(struct slice s)
{
	while (s.len > 0 && ascii_is_space(s.p[0])) {
		s.p++;
		s.len--;
	}
	while (s.len > 0 && ascii_is_space(s.p[s.len - 1]))
		s.len--;
	return s;
}

bool
slice_next(struct slice *rest, char separator, struct slice *ret_part)
{
	size_t at;

	if (rest->p == NULL)
		return false;
	at = slice_find_char(*rest, separator, 0);
	if (at == SLICE_NOT_FOUND) {
		*ret_part = *rest;
		*rest = SLICE_NONE;
	} else {
		*ret_part = slice_sub(*rest, 0, at);
		*rest = slice_sub(*rest, at + 1, rest->len);
	}
	return true;
}

bool
slice_to_int64(struct slice s, int64_t *ret_value)
{
	bool negative = s.len > 0 && s.p[0] == '-';
	size_t i = s.len > 0 && (s.p[0] == '-' || s.p[0] == '+');
	int64_t value = 0;

	if (i == s.len)
		return false;
	for (; i < s.len; i++) {
		int digit = s.p[i] - '0';

		if (digit < 0 || digit > 9 ||
		    __builtin_mul_overflow(value, 10, &value) ||
		    __builtin_sub_overflow(value, digit, &value))
			return false;
	}
	/* The value is accumulated as a negative number, because -INT64_MIN
	 * does not exist. */
	if (!negative && value == INT64_MIN)
		return false;
	*ret_value = negative ? value : -value;
	return true;
}

struct slice
slice_of_int64(int64_t value, char buffer[SLICE_INT64_BYTES])
{
	uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
	size_t at = SLICE_INT64_BYTES;

	do
		buffer[--at] = (char)('0' + rest % 10);
	while ((rest /= 10) > 0);
	if (value < 0)
		buffer[--at] = '-';
	return (struct slice){ buffer + at, SLICE_INT64_BYTES - at };
}
