/*
 * word_breaks_test.c -- the words equal those of libunistring.
 */
#include <stdio.h>
#include <stdlib.h>
#include <uniwbrk.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "enrich/word_breaks.h"
#include "tests/lib/tap.h"

#define TEXTS 20000
#define RUNES 24

static uint64_t word_breaks_test_state = 42;

static uint32_t
word_breaks_test_random(uint32_t below)
{
	word_breaks_test_state = word_breaks_test_state * 6364136223846793005u +
				 1442695040888963407u;
	return (uint32_t)(word_breaks_test_state >> 33) % below;
}

/* Returns a random code point. Only if is_foreign is true, it may be one for
 * which libunistring is needed. */
static uint32_t
word_breaks_test_rune(bool is_foreign)
{
	static const uint32_t signs[] = { ' ', '.', ',', ':', ';', '\'', '_',
		'-', '"', '(', '&', '@', '/', 0xA0, 0xAB, 0xBB, 0xD7, 0x2013,
		0x2018, 0x2019, 0x201C, 0x201D, 0x2026, 0x20AC, 0x3001, 0x3002,
		0x300C };
	static const uint32_t foreign[] = { 0x301, 0xAD, 0xB7, 0xB2, 0xAA,
		0x200D, 0x5D0, 0x627, 0x661, 0xE01, 0xE31, 0xAC00, 0x1F600,
		0x1F1E6, 0x3099, 0x3005, 0xFF0C, 0xFF11, 0x2044, 0x203F, 0x387,
		0x483, 0x909, 0x94D };
	static const struct {
		uint32_t from, n;
	} letters[] = { { 'a', 26 }, { 'A', 26 }, { '0', 10 }, { 0xC0, 400 },
		{ 0x388, 71 }, { 0x400, 130 }, { 0x48A, 166 }, { 0x3041, 86 },
		{ 0x30A1, 92 }, { 0x4E00, 20000 } };
	uint32_t kind = word_breaks_test_random(is_foreign ? 16 : 14);

	if (kind >= 14)
		return foreign[word_breaks_test_random(ARRAY_LENGTH(foreign))];
	if (kind >= 10)
		return signs[word_breaks_test_random(ARRAY_LENGTH(signs))];
	if (word_breaks_test_random(3) > 0)
		kind = word_breaks_test_random(3);
	return letters[kind].from + word_breaks_test_random(letters[kind].n);
}

/* Returns the end of the word that begins at `from` according to libunistring;
 * 0 if none begins there.  A letter of a script without spaces is a word. */
static size_t
word_breaks_test_expected(struct slice text, const char *breaks, size_t from)
{
	uint32_t rune;
	size_t n = utf8_decode(text.p + from, text.len - from, &rune);
	size_t end = from + n;

	if (rune_is_unspaced(rune))
		return end;
	if (rune == '_' || !rune_is_word(rune) || !breaks[from])
		return 0;
	while (end < text.len && !breaks[end])
		end++;
	return end;
}

static bool
word_breaks_test_is_same(struct arena *arena, struct slice text)
{
	char *breaks = arena_array(arena, text.len + 1, 1);
	struct word_breaks b = { .arena = arena };
	size_t at = 0, end, n;
	uint32_t rune;

	u8_wordbreaks((const uint8_t *)text.p, text.len, breaks);
	breaks[0] = 1;
	for (size_t from = 0; from < text.len; from += n) {
		n = utf8_decode(text.p + from, text.len - from, &rune);
		if (rune_is_unspaced(rune))
			breaks[from] = breaks[from + n] = 1;
	}
	word_breaks_begin(&b, text);
	for (size_t from = 0; from < text.len; from += n) {
		n = utf8_decode(text.p + from, text.len - from, &rune);
		end = word_breaks_test_expected(text, breaks, from);
		if (end == 0)
			continue;
		if (word_breaks_next(&b, at) != from)
			return false;
		at = rune_is_unspaced(rune) ? from + n
					    : word_breaks_end(&b, from);
		if (at != end)
			return false;
		n = end - from;
	}
	return word_breaks_next(&b, at) == text.len;
}

static void
word_breaks_test_kind(struct arena *arena, bool is_foreign, const char *name)
{
	size_t n_wrong = 0;

	for (int i = 0; i < TEXTS; i++) {
		char text[RUNES * 4];
		size_t len = 0, n = 1 + word_breaks_test_random(RUNES);

		for (size_t k = 0; k < n; k++)
			len += utf8_encode(
			    word_breaks_test_rune(is_foreign), text + len);
		arena_clear(arena);
		if (word_breaks_test_is_same(
			arena, (struct slice){ text, len }))
			continue;
		if (n_wrong++ < 5)
			printf("# %.*s\n", (int)len, text);
	}
	is_int((int64_t)n_wrong, 0, name);
}

int
main(void)
{
	struct arena arena;
	jmp_buf exhausted;

	arena_init(&arena, MIB);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0) {
		printf("Bail out! memory\n");
		return EXIT_FAILURE;
	}
	word_breaks_test_kind(&arena, false, "letters and signs of most texts");
	word_breaks_test_kind(&arena, true, "other scripts, marks, emoji");
	arena_release(&arena);
	return done_testing();
}
