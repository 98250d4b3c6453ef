/*
 * buf_test.c -- a byte buffer that grows up to a maximum.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "tests/lib/tap.h"

static void
buf_test_append(void)
{
	struct buf b;
	char *detached;

	buf_init(&b, 1000);
	is_text(slice_of(b.p), "", "a new buf is an empty string");
	buf_append(&b, NULL, 0);
	buf_append_slice(&b, SLICE_NONE);
	buf_append_string(&b, NULL);
	buf_printf(&b, "%s", "");
	is_int((int64_t)b.len, 0, "appending an empty text changes nothing");
	buf_append(&b, "a", 1);
	buf_append_slice(&b, SLICE("bc"));
	buf_append_string(&b, "de");
	buf_append_char(&b, 'f');
	buf_append_rune(&b, 0x20AC);
	buf_append_rune(&b, 0xD800);
	buf_printf(&b, "%d|%s", 42, "x");
	is_text(buf_slice(&b),
	    "abcdef\xE2\x82\xAC\xEF\xBF\xBD"
	    "42|x",
	    "the buffer contains all appended texts");
	is_int(
	    (int64_t)strlen(b.p), (int64_t)b.len, "the buffer ends with a NUL");
	detached = buf_detach(&b);
	is_text(slice_of(detached),
	    "abcdef\xE2\x82\xAC\xEF\xBF\xBD"
	    "42|x",
	    "buf_detach() returns the whole text");
	is_int((int64_t)b.len, 0, "the buffer is empty after buf_detach()");
	free(detached);
	detached = buf_detach(&b);
	is_text(slice_of(detached), "", "an empty buf detaches to \"\"");
	free(detached);
	buf_release(&b);
}

static void
buf_test_maximum(void)
{
	struct buf b;

	buf_init(&b, 5);
	buf_append_string(&b, "12345");
	ok(!buf_failed(&b), "an append up to the maximum succeeds");
	buf_append_char(&b, '6');
	ok(buf_failed(&b), "an append beyond the maximum fails");
	is_text(buf_slice(&b), "12345", "a failed append adds no bytes");
	buf_clear(&b);
	ok(!buf_failed(&b) && b.len == 0, "clear resets the failure");
	buf_append_string(&b, "123456");
	buf_append_string(&b, "1");
	ok(buf_failed(&b) && b.len == 0, "writes after a failure are ignored");
	buf_clear(&b);
	buf_printf(&b, "%d", 12345);
	is_text(
	    buf_slice(&b), "12345", "buf_printf() writes up to the maximum");
	buf_clear(&b);
	buf_append_string(&b, "ab");
	buf_printf(&b, "%d", 12345);
	ok(buf_failed(&b), "buf_printf() beyond the maximum fails");
	is_text(slice_of(b.p), "ab", "a failed buf_printf() adds no bytes");
	ok(!buf_reserve(&b, 0), "reserve reports the failure");
	buf_release(&b);
	buf_init(&b, SIZE_MAX);
	ok(!buf_reserve(&b, SIZE_MAX),
	    "buf_reserve() refuses a size that overflows");
	buf_release(&b);
	buf_init(&b, 0);
	buf_append_char(&b, 'x');
	ok(buf_failed(&b), "a buffer with the maximum 0 refuses every append");
	buf_release(&b);
}

/* Appends with every function and in many sizes, and compares the contents with
 * a plain array. */
static void
buf_test_growth(void)
{
	struct buf b;
	size_t bad = 0;

	buf_init(&b, 1 << 20);
	for (int i = 0; i < 20000; i++)
		buf_printf(&b, "%05d", i);
	is_int((int64_t)b.len, 100000, "the buffer grows during buf_printf()");
	for (size_t i = 0; i < 20000; i++) {
		int64_t value = -1;

		slice_to_int64(
		    slice_sub(buf_slice(&b), i * 5, i * 5 + 5), &value);
		bad += value != (int64_t)i;
	}
	is_int((int64_t)bad, 0, "growing preserves the earlier bytes");
	buf_release(&b);
}

int
main(void)
{
	buf_test_append();
	buf_test_maximum();
	buf_test_growth();
	return done_testing();
}
