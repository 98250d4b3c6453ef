/*
 * utf8_test.c -- UTF-8 as RFC 3629 defines it, and classes of code points.
 */
#include "base/array.h"
#include "base/text/utf8.h"
#include "tests/lib/tap.h"

static void
utf8_test_round_trip(void)
{
	size_t bad = 0;

	for (uint32_t rune = 0; rune <= 0x10FFFF; rune++) {
		bool surrogate = rune >= 0xD800 && rune <= 0xDFFF;
		uint32_t expected = surrogate ? RUNE_BAD : rune, got = 0;
		char bytes[4];
		size_t n = utf8_encode(rune, bytes);

		bad += utf8_decode(bytes, n, &got) != n || got != expected;
		bad += !utf8_valid((struct slice){ bytes, n });
		for (size_t cut = 1; cut < n; cut++) {
			bad += utf8_valid((struct slice){ bytes, cut });
			bad += utf8_decode(bytes, cut, &got) != cut ||
			       got != RUNE_BAD;
		}
	}
	is_int((int64_t)bad, 0,
	    "every code point is decoded, and its truncated sequences are "
	    "refused");
}

/* `parts` has one digit for each step of the decoder: the number of bytes that
 * the step reads. "!" follows the digit if these bytes are invalid. */
static const struct {
	const char *bytes, *parts;
} decoded[] = {
	{ "abc", "111" },
	{ "\xC3\xA9", "2" },
	{ "\x80", "1!" },
	{ "\xC0\x80", "1!1!" },
	{ "\xC1\xBF", "1!1!" },
	{ "\xE0\x80\x80", "1!1!1!" },
	{ "\xED\xA0\x80", "1!1!1!" },       /* a surrogate */
	{ "\xF0\x8F\xBF\xBF", "1!1!1!1!" }, /* overlong */
	{ "\xF4\x90\x80\x80", "1!1!1!1!" }, /* above U+10FFFF */
	{ "\xF5\x80\x80\x80", "1!1!1!1!" },
	{ "\xE2\x82"
	  "a",
	    "2!1" },
	{ "\xF0\x9F\x92"
	  "a",
	    "3!1" },
	{ "\xF0\x9F"
	  "a",
	    "2!1" },
	{ "\xC3\xC3\xA9", "1!2" },
	/* Unicode 15, table 3-8 */
	{ "\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", "2!1!3!2!1" },
	{ "\xFF\xFE", "1!1!" },
};

static void
utf8_test_decode(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(decoded); i++) {
		struct slice s = slice_of(decoded[i].bytes);
		char parts[32];
		size_t n = 0;
		bool good = true;

		for (size_t at = 0; at < s.len;) {
			uint32_t rune = 0;
			size_t taken = utf8_decode(s.p + at, s.len - at, &rune);

			parts[n++] = (char)('0' + taken);
			if (rune == RUNE_BAD) {
				parts[n++] = '!';
				good = false;
			}
			at += taken;
		}
		is_text((struct slice){ parts, n }, decoded[i].parts,
		    "parts of a sequence");
		ok(utf8_valid(s) == good,
		    "utf8_valid() agrees with the decoder");
	}
}

static void
utf8_test_valid_far(void)
{
	char text[100];
	size_t bad = 0;

	memset(text, 'a', sizeof(text));
	for (size_t at = 0; at < sizeof(text); at++) {
		text[at] = (char)0x80;
		bad += utf8_valid((struct slice){ text, sizeof(text) });
		text[at] = 'a';
	}
	ok(utf8_valid((struct slice){ text, sizeof(text) }),
	    "all ASCII characters are valid");
	is_int((int64_t)bad, 0, "an invalid byte is found at every offset");
	ok(utf8_valid(SLICE_NONE), "an empty text is valid");
}

static void
utf8_test_repair(void)
{
	struct arena a;
	struct slice good = SLICE("gr\xC3\xBC\xC3\x9F"), s;
	jmp_buf exhausted;

	if (setjmp(exhausted) != 0)
		return;
	arena_init(&a, 1 << 20);
	a.exhausted = &exhausted;
	ok(utf8_repair(&a, good).p == good.p, "a valid text is not copied");
	s = utf8_repair(&a, SLICE("\x80"
				  "a\xE2\x82z\xFF\xFF"));
	is_text(s,
	    "\xEF\xBF\xBD"
	    "a\xEF\xBF\xBDz\xEF\xBF\xBD\xEF\xBF\xBD",
	    "invalid parts become U+FFFD");
	is_int(s.p[s.len], 0, "the repaired text ends with a NUL");
	is_int((int64_t)utf8_length(SLICE("a\xC3\xA9\xE2\x82\xAC"
					  "\xF0\x9F\x98\x80 0123456789")),
	    15, "utf8_length() counts code points");
	is_text(utf8_prefix(SLICE("a\xE2\x82\xACz"), 3), "a",
	    "utf8_prefix() does not cut a code point");
	is_text(utf8_prefix(SLICE("a\xE2\x82\xACz"), 4), "a\xE2\x82\xAC",
	    "utf8_prefix() ends after a whole code point");
	is_text(utf8_prefix(SLICE("abc"), 3), "abc",
	    "utf8_prefix() returns a text that is short enough unchanged");
	is_text(utf8_prefix(SLICE("\xC3\xA9"), 1), "",
	    "utf8_prefix() is empty if the first code point is too long");
	arena_release(&a);
}

static void
utf8_test_kinds(void)
{
	static const uint32_t spaces[] = { ' ', '\t', '\n', '\v', '\f', '\r',
		0x85, 0xA0, 0x1680, 0x2000, 0x200A, 0x2028, 0x2029, 0x202F,
		0x205F, 0x3000 };
	static const uint32_t words[] = { 'a', 'Z', '0', '_', 0xE9, 0x416,
		0x5D0, 0x627, 0x93F /* a sign of Devanagari */, 0x4E2D, 0x3042,
		0xAC00, 0x0E01, 0x2160, 0x1D400, 0x20000, 0x301 };
	static const uint32_t others[] = { 0, '-', '.', '@', '[', '`', '{',
		0x7F, 0xA0, 0xA9, 0xD7, 0x2014, 0x201C, 0x20AC, 0x3002, 0x1F600,
		0xFFFD, 0xE000, 0x10FFFF, 0x110000, 0xFFFFFFFF };
	size_t n_spaces = 0, wrong = 0;

	for (uint32_t rune = 0; rune <= 0x10FFFF; rune++)
		n_spaces += rune_is_space(rune);
	is_int((int64_t)n_spaces, 25, "25 code points are White_Space");
	for (size_t i = 0; i < ARRAY_LENGTH(spaces); i++)
		wrong += !rune_is_space(spaces[i]) || rune_is_word(spaces[i]);
	is_int((int64_t)wrong, 0, "the listed letters have the expected class");
	for (size_t i = 0; i < ARRAY_LENGTH(words); i++)
		ok(rune_is_word(words[i]), "U+%04X is in words", words[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(others); i++)
		ok(!rune_is_word(others[i]), "U+%04X is not", others[i]);
}

static void
utf8_test_scripts(void)
{
	static const uint32_t unspaced[] = { 0x4E2D, 0x3042, 0x30AB, 0xE01,
		0xE81, 0x1780, 0x1000, 0x20000, 0x3005 };
	static const uint32_t spaced[] = { 'a', 0xE9, 0xAC00, 0x3002, 0xE50,
		0x627, 0x3000, 0x10FFFF };
	static const uint32_t pairs[][2] = { { 'A', 'a' }, { 'z', 'z' },
		{ '[', '[' }, { 0xC9, 0xE9 }, { 0xD7, 0xD7 }, { 0xDF, 0xDF },
		{ 0x100, 0x101 }, { 0x101, 0x101 }, { 0x130, 'i' },
		{ 0x178, 0xFF }, { 0x391, 0x3B1 }, { 0x3A3, 0x3C3 },
		{ 0x386, 0x3AC }, { 0x416, 0x436 }, { 0x401, 0x451 },
		{ 0x531, 0x561 }, { 0x1E9E, 0xDF }, { 0xFF21, 0xFF41 },
		{ 0x556, 0x586 }, { 0x58F, 0x58F }, { 0x590, 0x590 },
		{ 0x2C60, 0x2C61 }, { 0xA640, 0xA641 }, { 0x4E2D, 0x4E2D },
		{ 0x110000, 0x110000 } };

	for (size_t i = 0; i < ARRAY_LENGTH(unspaced); i++)
		ok(rune_is_unspaced(unspaced[i]), "U+%04X is unspaced",
		    unspaced[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(spaced); i++)
		ok(!rune_is_unspaced(spaced[i]), "U+%04X is not", spaced[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(pairs); i++)
		is_int(rune_lower(pairs[i][0]), pairs[i][1],
		    "rune_lower() returns the lower-case letter");
}

int
main(void)
{
	utf8_test_round_trip();
	utf8_test_decode();
	utf8_test_valid_far();
	utf8_test_repair();
	utf8_test_kinds();
	utf8_test_scripts();
	return done_testing();
}
