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

/* True if both texts have the same bytes.  An absent text equals an empty one.
 * The functions that end with _nocase ignore the case of ASCII letters only. */
static inline bool slice_equal(struct slice a, struct slice b);
static inline bool slice_equal_nocase(struct slice a, struct slice b);
/* True if s begins, or ends, with the other text; always for an empty one. */
static inline bool slice_starts(struct slice s, struct slice prefix);
static inline bool slice_starts_nocase(struct slice s, struct slice prefix);
static inline bool slice_ends(struct slice s, struct slice suffix);
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
static inline struct slice slice_trim(struct slice s);
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

/* The inline functions of this header call these functions, if lengths and
 * single bytes do not give the result. */
bool slice_bytes_equal_nocase(const char *a, const char *b, size_t n);
struct slice slice_trim_spaces(struct slice s);

static inline bool
slice_equal(struct slice a, struct slice b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.p, b.p, a.len) == 0);
}

static inline bool
slice_equal_nocase(struct slice a, struct slice b)
{
	return a.len == b.len && slice_bytes_equal_nocase(a.p, b.p, a.len);
}

static inline bool
slice_starts(struct slice s, struct slice prefix)
{
	/* s.p is not NULL if s has bytes; the test is for gcc's warnings. */
	return s.len >= prefix.len &&
	       (prefix.len == 0 ||
		   (s.p != NULL && s.p[0] == prefix.p[0] &&
		       memcmp(s.p, prefix.p, prefix.len) == 0));
}

static inline bool
slice_starts_nocase(struct slice s, struct slice prefix)
{
	return s.len >= prefix.len &&
	       slice_bytes_equal_nocase(s.p, prefix.p, prefix.len);
}

static inline bool
slice_ends(struct slice s, struct slice suffix)
{
	return s.len >= suffix.len &&
	       (suffix.len == 0 ||
		   (s.p[s.len - 1] == suffix.p[suffix.len - 1] &&
		       memcmp(s.p + s.len - suffix.len, suffix.p, suffix.len) ==
			   0));
}

static inline struct slice
slice_trim(struct slice s)
{
	/* All white space is at most ' '. */
	if (s.len > 0 && (unsigned char)s.p[0] > ' ' &&
	    (unsigned char)s.p[s.len - 1] > ' ')
		return s;
	return slice_trim_spaces(s);
}

#endif
