/*
 * message_values.c -- writes and reads single values of a frame, and checks
 * their range.
 */
#include "worker/message/message_values.h"

#include "base/date/date.h"
#include "base/text/utf8.h"
#include "url/url.h"

#define DATE_LAST INT64_C(253402300799) /* 9999-12-31T23:59:59Z */

struct slice
message_read_text(struct wire_reader *r, size_t max_bytes)
{
	return utf8_prefix(wire_read_text(r), max_bytes);
}

struct slice
message_read_url(struct wire_reader *r)
{
	struct slice url = wire_read_text(r);

	return url.p != NULL && url_fetchable(url) ? url : SLICE_NONE;
}

unsigned
message_read_enum(struct wire_reader *r, unsigned count)
{
	uint8_t value = wire_read_u8(r);

	if (value < count)
		return value;
	r->failed = true;
	return 0;
}

bool
message_read_bool(struct wire_reader *r)
{
	return message_read_enum(r, 2) == 1;
}

static bool
message_values_is_date(int64_t at)
{
	return at == DATE_NONE || (at >= 0 && at <= DATE_LAST);
}

int64_t
message_read_date(struct wire_reader *r)
{
	int64_t at = wire_read_i64(r);

	if (message_values_is_date(at))
		return at;
	r->failed = true;
	return DATE_NONE;
}

void
message_put_date(struct buf *b, int64_t at)
{
	wire_put_i64(b, message_values_is_date(at) ? at : DATE_NONE);
}

int64_t
message_read_number(struct wire_reader *r, int64_t least)
{
	int64_t value = wire_read_i64(r);

	if (value >= least)
		return value;
	r->failed = true;
	return least;
}

void
message_put_number(struct buf *b, int64_t value, int64_t least)
{
	wire_put_i64(b, value >= least ? value : least);
}

double
message_read_share(struct wire_reader *r)
{
	double value = wire_read_double(r);

	if (value >= 0 && value <= 1) /* false for NaN */
		return value;
	r->failed = true;
	return 0;
}

void
message_put_share(struct buf *b, double value)
{
	wire_put_double(b, value >= 1 ? 1 : value >= 0 ? value : 0);
}

/* ---- lists ---- */

size_t
message_put_count(struct buf *b, size_t n, size_t max)
{
	if (n > max)
		n = max;
	wire_put_u32(b, (uint32_t)n);
	return n;
}

void
message_put_texts(
    struct buf *b, const struct slice *items, size_t n, size_t max)
{
	n = message_put_count(b, n, max);
	for (size_t i = 0; i < n; i++)
		wire_put_slice(b, items[i]);
}
