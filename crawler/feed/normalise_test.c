/*
 * normalise_test.c -- Unicode Form C of feed texts. For every letter and mark,
 * the written text equals libunistring's result for the same characters.
 */
#include <string.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

#include "base/array.h"
#include "base/text/utf8.h"
#include "crawler/feed/normalise.h"
#include "tests/lib/tap.h"

/* Writes the code points and compares the text with libunistring's Form C. */
static bool
normalise_test_is_composed(const uint32_t *runes, size_t n, struct buf *out)
{
	uint8_t text[64], expected[64];
	size_t n_text = sizeof(text), n_expected = sizeof(expected);
	struct text_writer w;

	u32_to_u8(runes, n, text, &n_text);
	u8_normalize(UNINORM_NFC, text, n_text, expected, &n_expected);
	text_writer_init(&w, out, false);
	text_write_rune(&w, runes[0]);
	for (size_t i = 1; i < n; i++)
		text_write_rune(&w, runes[i]);
	text_writer_end(&w);
	return out->len == n_expected &&
	       memcmp(out->p, expected, n_expected) == 0;
}

/* Tests each letter and mark alone, each after characters that combine with
 * marks of several scripts, and each pair of characters that has a
 * composition. */
static void
normalise_test_all_composed(struct buf *out)
{
	static const uint32_t before[] = { 'a', 0x3b1, 0x627, 0x9c7, 0xb47,
		0xbc6, 0xcca, 0xdd9, 0x1025, 0x1100, 0xac00, 0x1b05, 0x304b,
		0x11131, 0x11347, 0x114b9, 0x115b8, 0x11935, 0x1d157 };
	size_t n_wrong = 0, n_pairs = 0;

	for (uint32_t rune = 0x300; rune < 0x30000; rune++) {
		ucs4_t pair[UC_DECOMPOSITION_MAX_LENGTH];

		if (!uc_is_general_category_withtable(
			rune, UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_M))
			continue;
		n_wrong += !normalise_test_is_composed(&rune, 1, out);
		for (size_t i = 0; i < ARRAY_LENGTH(before); i++)
			n_wrong += !normalise_test_is_composed(
			    (uint32_t[]){ before[i], rune }, 2, out);
		if (uc_canonical_decomposition(rune, pair) != 2)
			continue;
		n_pairs++;
		n_wrong += !normalise_test_is_composed(pair, 2, out);
	}
	is_int((int64_t)n_wrong, 0, "all letters and marks are in Form C");
	ok(n_pairs > 1000, "%zu pairs were composed", n_pairs);
}

/* A hundred thousand marks on one letter, in the wrong order. */
static void
normalise_test_many_marks(struct buf *out)
{
	struct text_writer w;
	size_t n = 0;

	text_writer_init(&w, out, false);
	text_write_rune(&w, 'e');
	for (size_t i = 0; i < 100000; i++)
		text_write_rune(&w, i % 2 == 0 ? 0x301 : 0x323);
	text_writer_end(&w);
	ok(out->len > 5 && memcmp(out->p, "\u1eb9\u0323", 5) == 0,
	    "a mark below is ordered before a mark above");
	for (size_t i = 0; i < out->len; i++)
		n += ((unsigned char)out->p[i] & 0xc0) != 0x80;
	is_int((int64_t)n, 100000, "no character is lost");
}

/* The result is at most as long as the buf allows. */
static void
normalise_test_limit(void)
{
	struct text_writer w;
	struct buf out;

	buf_init(&out, 100);
	text_writer_init(&w, &out, false);
	for (size_t i = 0; i < 50; i++)
		text_write_rune(&w, 0x958); /* three bytes; six bytes in Form
					       C */
	text_writer_end(&w);
	is_int((int64_t)out.len, 99,
	    "a text that grows is truncated at its limit");
	ok(utf8_valid(buf_slice(&out)),
	    "the text is truncated at the end of a character");
	ok(buf_failed(&out) && !out.no_memory,
	    "a text over the limit fails as too long");
	buf_release(&out);
}

int
main(void)
{
	struct buf out;

	buf_init(&out, 1 << 20);
	normalise_test_all_composed(&out);
	normalise_test_many_marks(&out);
	normalise_test_limit();
	buf_release(&out);
	return done_testing();
}
