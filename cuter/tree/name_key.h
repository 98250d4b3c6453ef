/*
 * name_key.h -- the first eight bytes of the name of an element or an attribute
 * as one number. Most names are not longer, so that one comparison of numbers
 * finds a name in a table.
 */
#ifndef CUTER_TREE_NAME_KEY_H
#define CUTER_TREE_NAME_KEY_H

#include "base/slice.h"

#define NAME_KEY_BYTES 8

/* The key of a name in a table, which is a string literal in lower case. A
 * constant; the first byte of the name is the lowest byte of the key. */
#define NAME_KEY(name)                                                         \
	(NAME_KEY_BYTE(name, 0) | NAME_KEY_BYTE(name, 1) |                     \
	    NAME_KEY_BYTE(name, 2) | NAME_KEY_BYTE(name, 3) |                  \
	    NAME_KEY_BYTE(name, 4) | NAME_KEY_BYTE(name, 5) |                  \
	    NAME_KEY_BYTE(name, 6) | NAME_KEY_BYTE(name, 7))
#define NAME_KEY_BYTE(name, i)                                                 \
	((uint64_t)(unsigned char)(name)[(i) < sizeof(name) ? (i) : 0] *       \
	    ((i) < sizeof(name)) << 8 * (i))

/* Reads a number whose lowest byte is the first. */
static inline uint32_t
name_key_load32(const char *p)
{
	uint32_t bytes;

	memcpy(&bytes, p, sizeof(bytes));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	bytes = __builtin_bswap32(bytes);
#endif
	return bytes;
}

/* Returns the key with the letters A to Z in lower case. */
static inline uint64_t
name_key_lower(uint64_t key)
{
	const uint64_t each = UINT64_C(0x0101010101010101);
	uint64_t low = key & 0x7F * each; /* without the highest bit */
	uint64_t from_a = low + (0x80 - 'A') * each;
	uint64_t after_z = low + (0x7F - 'Z') * each;
	/* The highest bit of each byte that is a letter in upper case. */
	uint64_t upper = from_a & ~after_z & ~key & 0x80 * each;

	return key | upper >> 2;
}

/* Returns the key of a name in a page, which may have upper case. 0 for an
 * empty name. */
static inline uint64_t
name_key(struct slice name)
{
	const char *p = name.p;
	size_t n = name.len < NAME_KEY_BYTES ? name.len : NAME_KEY_BYTES;
	uint64_t key;

	if (n >= 4)
		key = name_key_load32(p) |
		      (uint64_t)name_key_load32(p + n - 4) << 8 * (n - 4);
	else if (n > 0)
		key = (uint64_t)(unsigned char)p[0] |
		      (uint64_t)(unsigned char)p[n / 2] << 8 * (n / 2) |
		      (uint64_t)(unsigned char)p[n - 1] << 8 * (n - 1);
	else
		key = 0;
	return name_key_lower(key);
}

/* True if a name in a page equals a name in a table, of which the caller has
 * compared key and length. */
static inline bool
name_key_rest_equals(struct slice name, const char *other)
{
	return name.len <= NAME_KEY_BYTES ||
	       slice_bytes_equal_nocase(name.p + NAME_KEY_BYTES,
		   other + NAME_KEY_BYTES, name.len - NAME_KEY_BYTES);
}

#endif
