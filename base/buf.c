/*
 * buf.c -- bytes that grow up to a maximum; failure sticks.
 */
#include "base/buf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

#define BUF_FIRST_BYTES 64 /* a name, a number */

/* What p is while nothing was written: never written to, since cap is 0. */
static char buf_nothing[1];

void
buf_init(struct buf *b, size_t max_bytes)
{
	*b = (struct buf){ .p = buf_nothing, .max_bytes = max_bytes };
}

void
buf_release(struct buf *b)
{
	if (b->cap > 0)
		free(b->p);
	buf_init(b, b->max_bytes);
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
fail(struct buf *b)
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

/* cap is never more than max_bytes + 1: the NUL is not counted. */
static bool
grow(struct buf *b, size_t n)
{
	size_t need, cap;
	char *p;

	if (b->len > b->max_bytes || n > b->max_bytes - b->len)
		return fail(b);
	if (__builtin_add_overflow(b->len, n, &need) ||
	    __builtin_add_overflow(need, 1, &need))
		return fail(b);
	cap = b->cap > 0 ? b->cap : BUF_FIRST_BYTES;
	while (cap < need)
		if (__builtin_mul_overflow(cap, 2, &cap))
			cap = need;
	if (b->max_bytes < SIZE_MAX && cap > b->max_bytes + 1)
		cap = b->max_bytes + 1;
	p = realloc(b->cap > 0 ? b->p : NULL, cap);
	if (p == NULL) {
		b->no_memory = true;
		return fail(b);
	}
	p[b->len] = '\0';
	b->p = p;
	b->cap = cap;
	return true;
}

/* What nearly every call finds; a buf without memory has no room. */
static inline bool
has_room(const struct buf *b, size_t n)
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
	return grow(b, n);
}

void
buf_append(struct buf *b, const void *bytes, size_t n)
{
	if (n == 0 || (!has_room(b, n) && !buf_reserve(b, n)))
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
	if (!has_room(b, 1) && !buf_reserve(b, 1))
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
	size_t room = b->cap - b->len;
	va_list again;
	int len;

	if (b->failed)
		return;
	va_copy(again, ap);
	len = vsnprintf(room > 0 ? b->p + b->len : NULL, room, format, ap);
	if (len < 0) {
		fail(b);
	} else if ((size_t)len >= room && len > 0) {
		if (room > 0) /* what did not fit is not there */
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
	char *p = b->cap > 0 ? b->p : strdup("");

	buf_init(b, b->max_bytes);
	return p;
}
