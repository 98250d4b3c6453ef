/*
 * text_fuzz.c -- prints any bytes to a terminal: the output is UTF-8 without
 * control characters, escapes or directional marks.
 */
#include <stdlib.h>

#include "base/text/utf8.h"
#include "cli/cli.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MOST_BYTES (1 << 20)

static bool
text_fuzz_is_forbidden(uint32_t rune, bool lines)
{
	return (rune < 0x20 && !(lines && rune == '\n')) ||
	       (rune >= 0x7f && rune < 0xa0) ||
	       (rune >= 0x202a && rune <= 0x202e) ||
	       (rune >= 0x2066 && rune <= 0x2069);
}

static void
text_fuzz_check(const struct buf *out, bool lines)
{
	struct slice text = buf_slice(out);
	uint32_t rune;

	if (buf_failed(out))
		return;
	if (!utf8_valid(text))
		abort();
	for (size_t at = 0; at < text.len;) {
		at += utf8_decode(text.p + at, text.len - at, &rune);
		if (text_fuzz_is_forbidden(rune, lines))
			abort();
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice text = { (const char *)data, size };
	struct buf out;

	buf_init(&out, MOST_BYTES);
	text_clean(&out, text);
	text_fuzz_check(&out, false);
	buf_clear(&out);
	text_clean_lines(&out, text);
	text_fuzz_check(&out, true);
	buf_clear(&out);
	text_wrap(&out, text, size % 5, 20 + size % 60);
	text_fuzz_check(&out, true);
	buf_release(&out);
	return 0;
}
