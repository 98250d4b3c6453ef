/*
 * sketch_test.c -- near duplicates have similar fingerprints; other texts do
 * not.
 */
#include <stdio.h>
#include <stdlib.h>

#include "store/duplicate/sketch.h"
#include "tests/lib/tap.h"

#define WORDS 400

#define TEXT_BYTES (64 * 1024)

static char text[TEXT_BYTES], other[TEXT_BYTES];

/* Writes words from a small vocabulary, as in prose. Each seed always gives the
 * same words. */
static void
sketch_test_write_words(char *out, unsigned seed, size_t from, size_t to)
{
	uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
	size_t n = 0;

	out[0] = '\0';
	for (size_t i = 0; i < to; i++) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		if (i < from)
			continue;
		n += (size_t)snprintf(out + n, TEXT_BYTES - n, "%sw%u%s",
		    i % 60 == 59 ? "\n\n" : " ", (unsigned)(state >> 33) % 2000,
		    i % 11 == 10 ? "." : "");
	}
}

static double
sketch_test_likeness(const char *a, const char *b)
{
	struct sketch of_a, of_b;

	sketch_of(slice_of(a), &of_a);
	sketch_of(slice_of(b), &of_b);
	return sketch_likeness(&of_a, &of_b);
}

static bool
sketch_test_shares_key(const char *a, const char *b)
{
	struct sketch of_a, of_b;

	sketch_of(slice_of(a), &of_a);
	sketch_of(slice_of(b), &of_b);
	for (size_t i = 0; i < SKETCH_KEYS; i++)
		for (size_t k = 0; k < SKETCH_KEYS; k++)
			if (of_a.hashes[i] == of_b.hashes[k])
				return true;
	return false;
}

static void
sketch_test_copies(void)
{
	int found = 0, alike = 0, strange = 0;

	for (unsigned seed = 1; seed <= 200; seed++) {
		sketch_test_write_words(text, seed, 0, WORDS);
		sketch_test_write_words(
		    other, seed, 0, WORDS / 2); /* its first half */
		found += sketch_test_shares_key(text, other);
		alike += sketch_test_likeness(text, other) >= 0.3;
		sketch_test_write_words(other, seed + 1000, 0, WORDS);
		strange += sketch_test_likeness(text, other) > 0.05;
	}
	ok(found >= 196, "%d of 200 halves are found by the least hashes",
	    found);
	ok(alike >= 196, "%d pairs are recognised as half alike", alike);
	is_int(strange, 0, "other texts are not alike");
}

static void
sketch_test_edits(void)
{
	sketch_test_write_words(text, 7, 0, WORDS);
	snprintf(other, sizeof(other),
	    "ROTTERDAM (Agency) \xe2\x80\x94 %.60000s\n\nSubscribe to our "
	    "letter.",
	    text);
	ok(sketch_test_likeness(text, other) > 0.85,
	    "another dateline and footer leave a likeness above 0.85");
	for (char *p = other; *p != '\0'; p++)
		if (*p == 'w')
			*p = 'W';
		else if (*p == '.')
			*p = '!';
	ok(sketch_test_likeness(text, other) > 0.85,
	    "another case and other punctuation leave a likeness above 0.85");
	sketch_test_write_words(text, 7, 0, WORDS);
	sketch_test_write_words(other, 7, 200, WORDS + 200);
	ok(sketch_test_likeness(text, other) > 0.2 &&
		sketch_test_likeness(text, other) < 0.5,
	    "a text of which half is new has some likeness: %.2f",
	    sketch_test_likeness(text, other));
	ok(sketch_test_likeness("It's so.", "It's so.") == 0,
	    "a short text has no likeness");
}

/* Shingles of Han text have 8 characters, not 4 words. */
static void
sketch_test_unspaced(void)
{
	size_t n = 0, m = 0;

	for (unsigned i = 0; i < 300; i++) {
		unsigned rune = 0x4e00 + (i * i * 31 + i * 7) % 3000;

		n += (size_t)snprintf(text + n, TEXT_BYTES - n, "%c%c%c",
		    0xe0 | rune >> 12, 0x80 | (rune >> 6 & 63),
		    0x80 | (rune & 63));
		if (i < 160)
			m = n;
	}
	memcpy(other, text, m);
	other[m] = '\0';
	ok(sketch_test_likeness(text, other) > 0.3, "half a Chinese text: %.2f",
	    sketch_test_likeness(text, other));
	other[3 * 60] = '\0';
	ok(sketch_test_likeness(other, other) == 0,
	    "sixty characters are too few");
}

static void
sketch_test_bytes(void)
{
	char bytes[SKETCH_SIZE * SKETCH_BYTES];
	struct sketch sketch, again;
	struct slice kept;

	sketch_test_write_words(text, 3, 0, WORDS);
	sketch_of(slice_of(text), &sketch);
	kept = sketch_write(&sketch, bytes);
	is_int((long long)kept.len, SKETCH_SIZE * SKETCH_BYTES,
	    "a sketch has SKETCH_SIZE * SKETCH_BYTES bytes");
	ok(sketch_read(kept, &again) && sketch_likeness(&sketch, &again) == 1,
	    "a sketch is read as it was written");
	ok(!sketch_read(slice_sub(kept, 0, 7), &again) &&
		!sketch_read(SLICE_NONE, &again) && again.n == 0,
	    "bytes that are not a sketch are refused");
	is_int((long long)(sketch.hashes[0] % 1000000), 584476,
	    "the sketch of a text is the same in every process");
}

int
main(void)
{
	sketch_test_copies();
	sketch_test_edits();
	sketch_test_unspaced();
	sketch_test_bytes();
	return done_testing();
}
