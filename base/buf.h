/*
 * buf.h -- bytes that grow up to a maximum.
 *
 * A failure (the maximum, no memory) sticks: what follows is dropped, and
 * buf_failed() is asked once at the end.  p always ends with a NUL that len
 * does not count (p is "" while nothing was written), so p is a C string.
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/slice.h"

struct buf {
	char *p; /* owned */
	size_t len, cap, max_bytes;
	bool failed;
	bool no_memory; /* that is why: it was not its maximum */
};

void buf_init(struct buf *, size_t max_bytes);
void buf_release(struct buf *);
/* Empty again, memory kept, failure forgotten. */
void buf_clear(struct buf *);
static inline bool
buf_failed(const struct buf *b)
{
	return b->failed;
}
static inline struct slice
buf_slice(const struct buf *b)
{
	return (struct slice){ b->p, b->len };
}

/* Where a part had no memory the whole has failed; one that is at its cap is
 * cut, and the whole is not. */
void buf_carry_failure(struct buf *whole, const struct buf *part);

/* Room for n more bytes; false (and failed) if there is none. */
bool buf_reserve(struct buf *, size_t n);
void buf_append(struct buf *, const void *bytes, size_t n);
void buf_append_slice(struct buf *, struct slice);
void buf_append_string(struct buf *, const char *);
void buf_append_char(struct buf *, char);
/* A code point as UTF-8 (U+FFFD for what is none). */
void buf_append_rune(struct buf *, uint32_t);
void buf_printf(struct buf *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *, const char *format, va_list)
    __attribute__((format(printf, 2, 0)));
/* The bytes become the caller's (free()); the buf is empty again. */
char *buf_detach(struct buf *);

#endif
