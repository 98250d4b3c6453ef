/*
 * wire_test.c -- tests that written values are read back, and that truncated
 * and overlong frames are refused.
 */
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "tests/lib/tap.h"
#include "worker/message/wire.h"

static void
wire_test_round_trip(void)
{
	struct wire_reader r;
	struct buf b;

	buf_init(&b, 1000);
	wire_put_u8(&b, 0xFE);
	wire_put_u32(&b, 0x01020304);
	wire_put_i64(&b, INT64_MIN);
	wire_put_i64(&b, -2);
	wire_put_double(&b, -0.125);
	wire_put_double(&b, NAN);
	wire_put_slice(&b, SLICE("h\xC3\xB8st"));
	wire_put_slice(&b, SLICE_NONE);
	wire_put_slice(&b, SLICE(""));
	wire_put_slice(&b, SLICE("a\xFF"));
	ok(!buf_failed(&b), "all values fit the buffer");
	ok(memcmp(b.p + 1, "\4\3\2\1", 4) == 0,
	    "numbers are written with the lowest byte first");

	wire_read_init(&r, buf_slice(&b));
	is_int(wire_read_u8(&r), 0xFE, "an unsigned number of 8 bits is read");
	is_int(wire_read_u32(&r), 0x01020304,
	    "an unsigned number of 32 bits is read");
	ok(wire_read_i64(&r) == INT64_MIN,
	    "the smallest number of 64 bits is read");
	is_int(wire_read_i64(&r), -2, "a negative number of 64 bits is read");
	ok(wire_read_double(&r) == -0.125, "a double is read");
	ok(isnan(wire_read_double(&r)), "NaN is read as NaN");
	is_text(wire_read_text(&r), "h\xC3\xB8st", "a text is read");
	is_slice(
	    wire_read_text(&r), SLICE_NONE, "an absent text is read as absent");
	is_slice(wire_read_text(&r), SLICE(""), "an empty text is not absent");
	ok(!wire_read_end(&r),
	    "the reader has not reached the end while bytes are left");
	is_text(wire_read_bytes(&r), "a\xFF", "bytes need not be UTF-8");
	ok(wire_read_end(&r), "the frame is read to its end without error");
	wire_read_u8(&r);
	ok(!wire_read_end(&r), "reading after the end is an error");
	buf_release(&b);
}

/* Reads a frame in memory of exactly its size, so that a sanitizer detects
 * reads after its end. */
static bool
wire_test_reads(const struct buf *b, size_t n)
{
	char *frame = malloc(n > 0 ? n : 1);
	struct wire_reader r;
	bool whole;

	memcpy(frame, b->p, n);
	wire_read_init(&r, (struct slice){ frame, n });
	wire_read_u8(&r);
	wire_read_text(&r);
	wire_read_i64(&r);
	wire_read_bytes(&r);
	whole = wire_read_end(&r);
	free(frame);
	return whole;
}

static void
wire_test_cut(void)
{
	struct buf b;
	size_t n_whole = 0;

	buf_init(&b, 1000);
	wire_put_u8(&b, 1);
	wire_put_slice(&b, SLICE("some text"));
	wire_put_i64(&b, 2);
	wire_put_slice(&b, SLICE("more"));
	for (size_t n = 0; n < b.len; n++)
		n_whole += wire_test_reads(&b, n);
	is_int((int64_t)n_whole, 0, "no truncated frame is accepted");
	ok(wire_test_reads(&b, b.len), "the complete frame is accepted");
	buf_append_char(&b, 'x');
	ok(!wire_test_reads(&b, b.len),
	    "a frame with a surplus byte is refused");
	buf_release(&b);
}

static void
wire_test_stick(void)
{
	struct wire_reader r;
	struct buf b;

	buf_init(&b, 100);
	wire_put_u32(&b, 1000); /* the length of the text is missing */
	wire_put_u8(&b, 7);
	wire_read_init(&r, buf_slice(&b));
	is_slice(wire_read_text(&r), SLICE_NONE,
	    "a length beyond the frame gives an absent text");
	is_int(wire_read_u8(&r), 0, "a failed reader returns 0");
	ok(r.failed && !wire_read_end(&r), "a failed reader stays failed");

	buf_clear(&b);
	wire_put_slice(&b, SLICE("\xED\xA0\x80"));
	wire_read_init(&r, buf_slice(&b));
	is_slice(wire_read_text(&r), SLICE_NONE,
	    "a text with a surrogate is refused");
	ok(r.failed, "the reader fails at a text with a surrogate");

	wire_read_init(&r, SLICE_NONE);
	ok(wire_read_end(&r), "an empty frame is complete");
	wire_read_u32(&r);
	ok(r.failed, "the reader fails at a number after the end");
	buf_release(&b);

	buf_init(&b, 6);
	wire_put_u32(&b, 1);
	wire_put_u32(&b, 2);
	wire_put_u8(&b, 3);
	ok(buf_failed(&b), "a frame over its maximum fails");
	is_int((int64_t)b.len, 4,
	    "the writer stops before a value that does not fit");
	buf_release(&b);
}

static void
wire_test_count(void)
{
	static const struct {
		uint32_t n;
		size_t max, item_bytes, following_bytes, expected;
		bool fails;
		const char *name;
	} cases[] = {
		{ 3, 10, 4, 12, 3, false, "three that fit" },
		{ 3, 10, 4, 11, 0, true, "three where two fit" },
		{ 11, 10, 1, 20, 0, true, "over the maximum" },
		{ 0, 10, 4, 0, 0, false, "none" },
		{ UINT32_MAX, SIZE_MAX, 8, 8, 0, true,
		    "four thousand million" },
		{ UINT32_MAX, SIZE_MAX, SIZE_MAX, 8, 0, true, "no overflow" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct wire_reader r;
		struct buf b;
		size_t n;

		buf_init(&b, 100);
		wire_put_u32(&b, cases[i].n);
		for (size_t k = 0; k < cases[i].following_bytes; k++)
			wire_put_u8(&b, 0);
		wire_read_init(&r, buf_slice(&b));
		n = wire_read_count(&r, cases[i].max, cases[i].item_bytes);
		ok(n == cases[i].expected && r.failed == cases[i].fails,
		    "count: %s", cases[i].name);
		buf_release(&b);
	}
}

int
main(void)
{
	wire_test_round_trip();
	wire_test_cut();
	wire_test_stick();
	wire_test_count();
	return done_testing();
}
