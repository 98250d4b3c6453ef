/*
 * compose_test.c -- tests that compose_text() gives the same texts as
 * libunistring.
 */
#include "base/text/compose.h"

#include <stdlib.h>
#include <uninorm.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "tests/lib/tap.h"

static struct arena arena;

/* Returns true if the result is equal to that of libunistring. */
static bool
compose_test_is_same(struct slice text)
{
	size_t n = 0;
	uint8_t *expected = u8_normalize(
	    UNINORM_NFC, (const uint8_t *)text.p, text.len, NULL, &n);
	bool same = expected != NULL &&
		    slice_equal(compose_text(&arena, text),
			(struct slice){ (const char *)expected, n });

	free(expected);
	arena_clear(&arena);
	return same;
}

/* Each character alone, after a letter, and in Form D. */
static void
compose_test_characters(void)
{
	size_t bad = 0;

	for (uint32_t rune = 1; rune <= 0x10FFFF; rune++) {
		char text[8] = "e";
		size_t n = utf8_encode(rune, text + 1), n_parts = 0;
		uint8_t *parts;

		bad += !compose_test_is_same((struct slice){ text + 1, n });
		bad += !compose_test_is_same((struct slice){ text, n + 1 });
		parts = u8_normalize(UNINORM_NFD, (const uint8_t *)text + 1, n,
		    NULL, &n_parts);
		bad += !compose_test_is_same(
		    (struct slice){ (const char *)parts, n_parts });
		free(parts);
	}
	is_int((int64_t)bad, 0, "each character has its Form C");
}

/* Texts of random letters, marks and jamo. */
static void
compose_test_random(void)
{
	static const uint32_t runes[] = { 'a', 'e', ' ', 0xE9, 0x300, 0x301,
		0x308, 0x327, 0x338, '<', 0x345, 0x387, 0x3B1, 0x1F00, 0x438,
		0x306, 0x439, 0x915, 0x93C, 0x958, 0x94D, 0x9C7, 0x9BE, 0xE01,
		0xE38, 0xE48, 0x5D0, 0x5B7, 0x5BC, 0x627, 0x653, 0x64B, 0x651,
		0x1100, 0x1161, 0x11A8, 0xAC00, 0xAC01, 0x304B, 0x3099, 0x212B,
		0xF900, 0x1D15E, 0x110BA, 0x11099, 0xFE0F, 0x200D };
	uint32_t state = 1;
	size_t bad = 0;

	for (int i = 0; i < 200000; i++) {
		char text[64];
		size_t n = 0;

		for (unsigned k = 0; k < 8; k++) {
			state = state * 1664525 + 1013904223;
			n += utf8_encode(
			    runes[(state >> 8) % ARRAY_LENGTH(runes)],
			    text + n);
		}
		bad += !compose_test_is_same((struct slice){ text, n });
	}
	is_int((int64_t)bad, 0, "random texts have their Form C");
}

/* Texts that do not change are not copied. */
static void
compose_test_unchanged(void)
{
	static const char *const texts[] = { "", "Harbour", "Café déjà",
		"Дневной поезд йод", "Καλημέρα σας", "한국어 대통령",
		"東京都がんばる", "हिन्दी में ख़बर", "กรุงเทพที่", "tiếng Việt",
		"\xff\xCC" };

	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		ok(compose_text(&arena, slice_of(texts[i])).p == texts[i],
		    "unchanged: text %zu", i);
}

int
main(void)
{
	jmp_buf exhausted;

	arena_init(&arena, MIB);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0)
		abort();
	is_text(compose_text(&arena, SLICE("Cafe\u0301")), "Café", "a letter");
	is_text(compose_text(&arena, SLICE("\u1103\u1162\u1110\u1169\u11BC")),
	    "대통", "Hangul");
	is_text(compose_text(&arena, SLICE("a\u0301b")), "áb",
	    "a letter inside a word");
	compose_test_characters();
	compose_test_random();
	compose_test_unchanged();
	arena_release(&arena);
	return done_testing();
}
