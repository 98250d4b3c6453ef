/*
 * wire.c -- encodes and decodes numbers and texts.
 *
 * A text is its length (u32) and its bytes. An absent text is the length
 * WIRE_ABSENT only.
 */
#include "worker/message/wire.h"

#include <assert.h>
#include <string.h>

#include "base/text/utf8.h"

#define WIRE_ABSENT UINT32_MAX

static void
wire_put_little_endian(struct buf *b, uint64_t value, size_t n_bytes)
{
	unsigned char bytes[8];

	for (size_t i = 0; i < n_bytes; i++)
		bytes[i] = (unsigned char)(value >> (8 * i));
	buf_append(b, bytes, n_bytes);
}

void
wire_put_u8(struct buf *b, uint8_t value)
{
	wire_put_little_endian(b, value, 1);
}

void
wire_put_u32(struct buf *b, uint32_t value)
{
	wire_put_little_endian(b, value, 4);
}

void
wire_put_i64(struct buf *b, int64_t value)
{
	wire_put_little_endian(b, (uint64_t)value, 8);
}

void
wire_put_double(struct buf *b, double value)
{
	uint64_t bits;

	static_assert(sizeof(bits) == sizeof(value), "IEEE 754 binary64");
	memcpy(&bits, &value, sizeof(bits));
	wire_put_little_endian(b, bits, 8);
}

void
wire_put_slice(struct buf *b, struct slice s)
{
	if (s.p == NULL) {
		wire_put_u32(b, WIRE_ABSENT);
	} else if (s.len >= WIRE_ABSENT) {
		b->failed = true; /* WIRE_ABSENT and above are not valid
				   * lengths */
	} else {
		wire_put_u32(b, (uint32_t)s.len);
		buf_append_slice(b, s);
	}
}

void
wire_read_init(struct wire_reader *r, struct slice frame)
{
	*r = (struct wire_reader){ .p = frame.p, .left = frame.len };
}

/* Returns the next n bytes; NULL: the reader has failed. */
static const char *
wire_take(struct wire_reader *r, size_t n)
{
	const char *p = r->p;

	if (r->failed || p == NULL || n > r->left) {
		r->failed = true;
		return NULL;
	}
	r->p += n;
	r->left -= n;
	return p;
}

static uint64_t
wire_read_little_endian(struct wire_reader *r, size_t n_bytes)
{
	const char *p = wire_take(r, n_bytes);
	uint64_t value = 0;

	for (size_t i = 0; p != NULL && i < n_bytes; i++)
		value |= (uint64_t)(unsigned char)p[i] << (8 * i);
	return value;
}

uint8_t
wire_read_u8(struct wire_reader *r)
{
	return (uint8_t)wire_read_little_endian(r, 1);
}

uint32_t
wire_read_u32(struct wire_reader *r)
{
	return (uint32_t)wire_read_little_endian(r, 4);
}

int64_t
wire_read_i64(struct wire_reader *r)
{
	return (int64_t)wire_read_little_endian(r, 8);
}

double
wire_read_double(struct wire_reader *r)
{
	uint64_t bits = wire_read_little_endian(r, 8);
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

struct slice
wire_read_bytes(struct wire_reader *r)
{
	uint32_t len = wire_read_u32(r);
	const char *p;

	if (r->failed || len == WIRE_ABSENT)
		return SLICE_NONE;
	p = wire_take(r, len);
	return p != NULL ? (struct slice){ p, len } : SLICE_NONE;
}

struct slice
wire_read_text(struct wire_reader *r)
{
	struct slice s = wire_read_bytes(r);

	if (utf8_valid(s))
		return s;
	r->failed = true;
	return SLICE_NONE;
}

size_t
wire_read_count(struct wire_reader *r, size_t max, size_t item_bytes)
{
	uint32_t n = wire_read_u32(r);

	if (r->failed)
		return 0;
	if (n > max || (item_bytes > 0 && n > r->left / item_bytes)) {
		r->failed = true;
		return 0;
	}
	return n;
}

bool
wire_read_end(const struct wire_reader *r)
{
	return !r->failed && r->left == 0;
}
