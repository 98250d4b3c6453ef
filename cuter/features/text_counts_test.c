/*
 * text_counts_test.c -- words of titles as sets; the phrase table is sorted.
 */
#include "base/array.h"
#include "base/text/utf8.h"
#include "cuter/features/text_counts.h"
#include "tests/lib/tap.h"

static const struct {
	uint32_t hash;
	uint8_t phrase;
	const char *word;
} phrases[] = {
#define P(hash, phrase, word) { hash, phrase, word },
#include "cuter/features/phrases.inc"
#undef P
};

/* Returns the hash of a word, or of two characters of a script without
 * spaces. */
static uint32_t
text_counts_test_hash_of(const char *word)
{
	struct word_set set;
	uint32_t rune;

	word_set_read(&set, slice_of(word));
	if (set.n == 1)
		return set.hash[0];
	utf8_decode(word + strlen(word) / 2, strlen(word) / 2, &rune);
	return set.n == 2 ? (set.hash[0] ^ rune) * 16777619u : 0;
}

static void
text_counts_test_set(void)
{
	struct word_set a, b;

	word_set_read(&a, SLICE("The Mayor's plan: the plan"));
	is_int(
	    a.n, 3, "each word counts once, an apostrophe does not end a word");
	word_set_read(&b, SLICE("\xC3\x84rger"));
	word_set_read(&a, SLICE("\xC3\xA4rger"));
	ok(a.n == 1 && a.hash[0] == b.hash[0], "case is folded beyond ASCII");
	word_set_read(&a, SLICE("\xE6\x97\xA5\xE6\x9C\xAC"));
	is_int(a.n, 2, "in scripts without spaces each character is a word");
	word_set_read(&a, SLICE_NONE);
	is_int(a.n, 0, "an empty text has no counts");
}

static void
text_counts_test_bound(void)
{
	char many[2000];
	struct word_set set;

	for (size_t i = 0; i + 4 <= sizeof(many); i += 4) {
		many[i] = (char)('a' + i / 4 % 26);
		many[i + 1] = (char)('a' + i / 104 % 26);
		many[i + 2] = 'x';
		many[i + 3] = ' ';
	}
	word_set_read(&set, (struct slice){ many, sizeof(many) });
	is_int(set.n, WORD_SET_MAX, "a full set ignores further words");
}

int
main(void)
{
	bool sorted = true, hashed = true;

	for (size_t i = 0; i < ARRAY_LENGTH(phrases); i++) {
		hashed &= text_counts_test_hash_of(phrases[i].word) ==
			  phrases[i].hash;
		sorted &= i == 0 || phrases[i - 1].hash < phrases[i].hash;
	}
	ok(sorted, "phrases are sorted by hash");
	ok(hashed, "each entry has the hash of its word");
	text_counts_test_set();
	text_counts_test_bound();
	return done_testing();
}
