/*
 * slice.h -- borrowed text: a pointer and a length, UTF-8.
 *
 * An absent text has p == NULL and len == 0; an empty one has p != NULL and len
 * == 0. No function allocates.  Every function is O(length), except
 * slice_find_nocase().
 */
#ifndef BASE_SLICE_H
#define BASE_SLICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct slice {
	const char *p;
	size_t len;
};

#define SLICE_NONE     ((struct slice){ NULL, 0 })
#define SLICE(literal) ((struct slice){ (literal), sizeof(literal) - 1 })
/* printf("%.*s", SLICE_ARG(s)) */
#define SLICE_ARG(s)    (int)(s).len, ((s).p ? (s).p : "")
#define SLICE_NOT_FOUND SIZE_MAX

/* Returns a C string as a slice; SLICE_NONE for NULL. */
static inline struct slice
slice_of(const char *s)
{
	return (struct slice){ s, s ? strlen(s) : 0 };
}

/* Returns [from, to) of s; both are limited to s.len. */
static inline struct slice
slice_sub(struct slice s, size_t from, size_t to)
{
	if (to > s.len)
		to = s.len;
	if (from > to)
		from = to;
	return (struct slice){ s.p ? s.p + from : NULL, to - from };
}

bool slice_equal(struct slice a, struct slice b);
/* Ignores the case of ASCII letters only. */
bool slice_equal_nocase(struct slice a, struct slice b);
bool slice_starts(struct slice s, struct slice prefix);
bool slice_starts_nocase(struct slice s, struct slice prefix);
bool slice_ends(struct slice s, struct slice suffix);
bool slice_ends_nocase(struct slice s, struct slice suffix);
/* Compares bytes like memcmp().  If one text is a prefix of the other, the
 * shorter text sorts first. */
int slice_compare(struct slice a, struct slice b);
/* Returns the offset of the first needle at or after `from`, else
 * SLICE_NOT_FOUND. */
size_t slice_find(struct slice s, struct slice needle, size_t from);
size_t slice_find_nocase(struct slice s, struct slice needle, size_t from);
size_t slice_find_char(struct slice s, char c, size_t from);
/* Removes ASCII white space (space \t \n \r \f \v) at both ends. */
struct slice slice_trim(struct slice s);
/* Sets *ret_part to the part of *rest before the next separator, or to all of
 * *rest. Removes this part and the separator from *rest. Returns false if *rest
 * is absent. "a,,b" gives "a", "", "b". */
bool slice_next(struct slice *rest, char separator, struct slice *ret_part);
/* Parses the whole text as a decimal number, which may have a sign.  Returns
 * false for any other text and on overflow. */
bool slice_to_int64(struct slice s, int64_t *ret_value);
/* Writes a decimal number to the end of `buffer`, ten times as fast as
 * printf(). Returns the part of `buffer` that has the number. */
#define SLICE_INT64_BYTES 20
struct slice slice_of_int64(int64_t value, char buffer[SLICE_INT64_BYTES]);

#endif
