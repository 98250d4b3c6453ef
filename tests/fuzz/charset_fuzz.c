/*
 * charset_fuzz.c -- reads a label, a newline and bytes. For any label the
 * decoded text is UTF-8, and character references are decoded consistently.
 */
#include <stdlib.h>

#include "base/text/charset.h"
#include "base/text/reference.h"
#include "base/text/utf8.h"

#define TEXT_BYTES ((size_t)1 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
charset_fuzz_check_bytes(struct charsets *charsets, struct slice label,
    struct slice bytes, unsigned options, struct buf *out)
{
	struct charset charset;
	size_t length = 0;

	buf_clear(out);
	if (!charset_find_mark(bytes, &charset, &length) &&
	    !charset_find_any(charsets, label, &charset))
		return;
	buf_append_string(out, "é");
	if (!charset_decode(charsets, &charset,
		slice_sub(bytes, length, bytes.len), options, out) &&
	    out->len != strlen("é"))
		abort();
	if (!utf8_valid(buf_slice(out)))
		abort();
}

/* A reference that is decoded in an attribute or in strict mode must be decoded
 * in the same way in `text`. */
static void
charset_fuzz_check_references(struct slice text)
{
	for (size_t at = 0; at < text.len; at++) {
		struct slice rest = slice_sub(text, at, text.len);
		uint32_t all[2], some[2];
		size_t n = reference_decode(rest, REFERENCE_IN_TEXT, all);

		if (n > rest.len)
			abort();
		for (int place = REFERENCE_IN_ATTRIBUTE;
		     place <= REFERENCE_STRICT; place++) {
			size_t taken = reference_decode(
			    rest, (enum reference_place)place, some);

			if (taken > 0 && (taken != n || some[0] != all[0] ||
					     some[1] != all[1]))
				abort();
		}
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice bytes = { (const char *)data, size }, label;
	struct charsets charsets;
	struct arena arena;
	jmp_buf exhausted;
	struct buf out;

	if (!slice_next(&bytes, '\n', &label) || bytes.len > 4096)
		return 0;
	charsets_init(&charsets);
	arena_init(&arena, TEXT_BYTES);
	buf_init(&out, TEXT_BYTES);
	for (unsigned options = 0; options < 4; options++)
		charset_fuzz_check_bytes(
		    &charsets, label, bytes, options, &out);
	charset_fuzz_check_references(bytes);
	if (setjmp(exhausted) == 0) {
		arena.exhausted = &exhausted;
		if (utf8_valid(bytes) && !utf8_valid(reference_text(
					     &arena, bytes, REFERENCE_IN_TEXT)))
			abort();
	}
	buf_release(&out);
	arena_release(&arena);
	charsets_release(&charsets);
	return 0;
}
