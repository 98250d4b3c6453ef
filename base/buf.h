/*
 * buf.h -- a byte buffer that grows up to a maximum.
 *
 * Errors (maximum reached, no memory) are sticky: later writes are ignored, and
 * the caller checks buf_failed() once at the end.  p always ends with a NUL
 * that len does not count (p is "" before the first write), so it can be used
 * as a C string.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/allocator.h"
#include "base/slice.h"

struct buf {
	char *p; /* owned */
	size_t len, cap, max_bytes;
	bool failed;
	bool no_memory; /* malloc() failed; the maximum was not reached */
	const struct allocator *allocator; /* of p; NULL: malloc() */
};

/* Makes an empty buf that may grow to max_bytes.  Allocates no memory. */
void buf_init(struct buf *, size_t max_bytes);
/* Like buf_init(), with memory from the allocator, which is borrowed until
 * buf_release(). */
void buf_init_with(struct buf *, size_t max_bytes, const struct allocator *);
/* Frees the memory.  The buf is then empty. */
void buf_release(struct buf *);
/* Empties the buf and resets the error; keeps the memory. */
void buf_clear(struct buf *);
/* True if a write did not fit, or if there was no memory for it. */
static inline bool
buf_failed(const struct buf *b)
{
	return b->failed;
}
/* Returns the bytes, borrowed until the buf changes. */
static inline struct slice
buf_slice(const struct buf *b)
{
	return (struct slice){ b->p, b->len };
}

/* Sets the error of `whole` if `part` ran out of memory.  If `part` only
 * reached its own maximum, it is truncated, and `whole` does not fail. */
void buf_carry_failure(struct buf *whole, const struct buf *part);

/* Makes space for n more bytes.  If that is not possible, it sets `failed` and
 * returns false. */
bool buf_reserve(struct buf *, size_t n);
/* The following functions append to the buf.  If the result does not fit, they
 * set `failed`.  O(bytes that are appended). */
void buf_append(struct buf *, const void *bytes, size_t n);
void buf_append_slice(struct buf *, struct slice);
void buf_append_string(struct buf *, const char *);
void buf_append_char(struct buf *, char);
/* Appends a code point as UTF-8.  An invalid code point becomes U+FFFD. */
void buf_append_rune(struct buf *, uint32_t);
/* Append the text that printf() or vprintf() would write.  If it does not fit,
 * nothing is appended. */
void buf_printf(struct buf *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *, const char *format, va_list)
    __attribute__((format(printf, 2, 0)));
/* Returns the bytes, which the caller must free(), and empties the buf.
 * Returns NULL if nothing was written and there is no memory.  The buf must not
 * have an allocator. */
char *buf_detach(struct buf *);

#endif
