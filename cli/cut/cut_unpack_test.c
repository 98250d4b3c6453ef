/*
 * cut_unpack_test.c -- gzip files, damaged gzip files and other bytes.
 */
#include <string.h>
#include <zlib.h>

#include "base/limits.h"
#include "cli/cut/cut.h"
#include "tests/lib/tap.h"

static void
cut_unpack_test_pack(struct buf *out, struct slice text)
{
	z_stream z = { .next_in = (Bytef *)(uintptr_t)text.p,
		.avail_in = (uInt)text.len };

	if (deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) !=
		Z_OK ||
	    !buf_reserve(out, text.len + KIB))
		return;
	z.next_out = (Bytef *)out->p + out->len;
	z.avail_out = (uInt)(text.len + KIB);
	deflate(&z, Z_FINISH);
	out->len += z.total_out;
	deflateEnd(&z);
}

/* Returns the text, or SLICE_NONE with the reason in e. */
static struct slice
cut_unpack_test_unpack(struct slice bytes, struct buf *unpacked, struct err *e)
{
	struct slice text;

	*e = ERR_INIT;
	return cut_unpack(bytes, unpacked, &text, e) == 0 ? text : SLICE_NONE;
}

int
main(void)
{
	static char zeros[4 << 20];
	struct buf packed, unpacked, small;
	struct slice text;
	struct err e;
	size_t n_first;

	buf_init(&packed, 8 << 20);
	buf_init(&unpacked, 8 << 20);
	buf_init(&small, 1 << 20);
	is_text(cut_unpack_test_unpack(SLICE("<p>as it is"), &unpacked, &e),
	    "<p>as it is", "bytes that are not gzip are returned unchanged");
	is_text(cut_unpack_test_unpack(SLICE(""), &unpacked, &e), "",
	    "an empty input is returned unchanged");
	is_text(cut_unpack_test_unpack(SLICE("\x1f"), &unpacked, &e), "\x1f",
	    "half of the gzip signature is returned unchanged");
	cut_unpack_test_pack(&packed, SLICE(""));
	is_text(cut_unpack_test_unpack(buf_slice(&packed), &small, &e), "",
	    "gzip of an empty text is unpacked");
	buf_clear(&packed);
	cut_unpack_test_pack(&packed, SLICE("<p>first "));
	n_first = packed.len;
	is_text(cut_unpack_test_unpack(buf_slice(&packed), &unpacked, &e),
	    "<p>first ", "gzip is unpacked");
	cut_unpack_test_pack(&packed, SLICE("second"));
	is_text(cut_unpack_test_unpack(buf_slice(&packed), &unpacked, &e),
	    "<p>first second", "two concatenated members become one text");
	packed.p[packed.len - 8] ^= 1;
	is_text(cut_unpack_test_unpack(buf_slice(&packed), &unpacked, &e),
	    "<p>first second", "a wrong checksum does not remove the text");
	packed.p[packed.len - 8] ^= 1;
	memcpy(packed.p + packed.len - 4, "\xff\xff\xff\xff", 4);
	is_text(cut_unpack_test_unpack(buf_slice(&packed), &unpacked, &e),
	    "<p>first second", "a wrong length does not remove the text");
	memcpy(packed.p + packed.len - 4, "\6\0\0\0", 4);
	buf_append_string(&packed, "no gzip");
	is_text(cut_unpack_test_unpack(buf_slice(&packed), &unpacked, &e),
	    "<p>first second", "bytes after the last member are ignored");
	text = cut_unpack_test_unpack(
	    slice_sub(buf_slice(&packed), 0, n_first - 6), &unpacked, &e);
	is_text(text, "<p>first ", "a truncated member gives its first bytes");
	text = cut_unpack_test_unpack(SLICE("\x1f\x8b\x08"), &unpacked, &e);
	ok(text.p == NULL && strstr(e.text, "unexpected end") != NULL,
	    "a member without any data: %s", e.text);
	text = cut_unpack_test_unpack(
	    SLICE("\x1f\x8b\x07 and so on, none"), &unpacked, &e);
	ok(text.p == NULL && e.text[0] != '\0', "an invalid member: %s",
	    e.text);
	buf_clear(&packed);
	cut_unpack_test_pack(&packed, (struct slice){ zeros, sizeof(zeros) });
	ok(packed.len < 100000, "a decompression bomb of %zu bytes",
	    packed.len);
	text = cut_unpack_test_unpack(buf_slice(&packed), &small, &e);
	ok(text.p == NULL && strstr(e.text, "more than 1 MiB") != NULL,
	    "an input that unpacks to too many bytes is refused: %s", e.text);
	buf_release(&packed);
	buf_release(&unpacked);
	buf_release(&small);
	return done_testing();
}
