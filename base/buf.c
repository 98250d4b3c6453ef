/*
 * buf.c -- a byte buffer that grows up to a maximum; errors are sticky.
 */
#include "base/buf.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/text/utf8.h"

#define BUF_FIRST_BYTES 64 /* enough for a name or a number */

/* The value of p before the first write.  It is never written to, because cap
 * is 0. */
static char buf_nothing[1];

void
buf_init(struct buf *b, size_t max_bytes)
{
	buf_init_with(b, max_bytes, NULL);
}

void
buf_init_with(
    struct buf *b, size_t max_bytes, const struct allocator *allocator)
{
	*b = (struct buf){
		.p = buf_nothing, .max_bytes = max_bytes, .allocator = allocator
	};
}

void
buf_release(struct buf *b)
{
	if (b->cap > 0)
		allocator_release(b->allocator, b->p);
	buf_init_with(b, b->max_bytes, b->allocator);
}

void
buf_clear(struct buf *b)
{
	b->len = 0;
	b->failed = b->no_memory = false;
	if (b->cap > 0)
		b->p[0] = '\0';
}

static bool
buf_fail(struct buf *b)
{
	b->failed = true;
	return false;
}

void
buf_carry_failure(struct buf *whole, const struct buf *part)
{
	if (part->no_memory)
		whole->failed = whole->no_memory = true;
}

/* Makes space for n more bytes.  cap is at most max_bytes + 1, since the NUL
 * does not count. */
static bool
buf_grow(struct buf *b, size_t n)
{
	size_t need, cap;
	char *p;

	if (b->len > b->max_bytes || n > b->max_bytes - b->len)
		return buf_fail(b);
	if (__builtin_add_overflow(b->len, n, &need) ||
	    __builtin_add_overflow(need, 1, &need))
		return buf_fail(b);
	cap = b->cap > 0 ? b->cap : BUF_FIRST_BYTES;
	while (cap < need)
		if (__builtin_mul_overflow(cap, 2, &cap))
			cap = need;
	if (b->max_bytes < SIZE_MAX && cap > b->max_bytes + 1)
		cap = b->max_bytes + 1;
	p = allocator_reallocate(b->allocator, b->cap > 0 ? b->p : NULL, cap);
	if (p == NULL) {
		b->no_memory = true;
		return buf_fail(b);
	}
	p[b->len] = '\0';
	b->p = p;
	b->cap = cap;
	return true;
}

/* The fast path of buf_reserve().  Returns true if there is space for n more
 * bytes. */
static inline bool
buf_has_space(const struct buf *b, size_t n)
{
	return !b->failed && n < b->cap - b->len;
}

bool
buf_reserve(struct buf *b, size_t n)
{
	if (b->failed)
		return false;
	if (n < b->cap - b->len && b->cap > 0)
		return true;
	return buf_grow(b, n);
}

void
buf_append(struct buf *b, const void *bytes, size_t n)
{
	if (n == 0 || (!buf_has_space(b, n) && !buf_reserve(b, n)))
		return;
	memcpy(b->p + b->len, bytes, n);
	b->len += n;
	b->p[b->len] = '\0';
}

void
buf_append_slice(struct buf *b, struct slice s)
{
	buf_append(b, s.p, s.len);
}

void
buf_append_string(struct buf *b, const char *s)
{
	if (s != NULL)
		buf_append(b, s, strlen(s));
}

void
buf_append_char(struct buf *b, char c)
{
	if (!buf_has_space(b, 1) && !buf_reserve(b, 1))
		return;
	b->p[b->len++] = c;
	b->p[b->len] = '\0';
}

void
buf_append_rune(struct buf *b, uint32_t rune)
{
	char bytes[4];

	buf_append(b, bytes, utf8_encode(rune, bytes));
}

void
buf_vprintf(struct buf *b, const char *format, va_list ap)
{
	size_t space = b->cap - b->len;
	va_list again;
	int len;

	if (b->failed)
		return;
	va_copy(again, ap);
	len = vsnprintf(space > 0 ? b->p + b->len : NULL, space, format, ap);
	if (len < 0) {
		buf_fail(b);
	} else if ((size_t)len >= space && len > 0) {
		if (space > 0) /* remove the part that was written */
			b->p[b->len] = '\0';
		if (buf_reserve(b, (size_t)len))
			vsnprintf(
			    b->p + b->len, (size_t)len + 1, format, again);
		else
			len = 0;
	}
	va_end(again);
	if (len > 0)
		b->len += (size_t)len;
}

void
buf_printf(struct buf *b, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	buf_vprintf(b, format, ap);
	va_end(ap);
}

char *
buf_detach(struct buf *b)
{
	char *p;

	assert(b->allocator == NULL);
	p = b->cap > 0 ? b->p : strdup("");
	buf_init(b, b->max_bytes);
	return p;
}
