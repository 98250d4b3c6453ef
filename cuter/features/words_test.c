/*
 * words_test.c -- titles and texts as sets of words, also in scripts without
 * spaces.
 */
#include "cuter/features/features.h"
#include "tests/lib/tap.h"

static double
words_test_agree(const char *title, const char *line)
{
	struct words a, b;

	words_read(&a, slice_of(title));
	words_read(&b, slice_of(line));
	return words_agree(&a, &b);
}

/* Returns the share of a title that a text contains. */
static double
words_test_share(const char *title, const char *text)
{
	struct words terms;
	bool seen[WORDS_MAX] = { false };

	words_read_terms(&terms, slice_of(title), 4);
	words_find_terms(&terms, slice_of(text), seen);
	return words_share(&terms, seen);
}

static void
words_test_is_share(
    const char *title, const char *text, int per_cent, const char *name)
{
	is_int((int64_t)(100 * words_test_share(title, text) + 0.5), per_cent,
	    name);
}

static void
words_test_titles(void)
{
	ok(words_test_agree("The harbour reopens", "THE HARBOUR REOPENS!") == 1,
	    "case and punctuation do not count");
	ok(words_test_agree("The harbour reopens after the storm",
	       "The harbour reopens after the storm | The Harbour Post") > 0.9,
	    "the line may add the name of the site");
	ok(words_test_agree("The harbour reopens", "A school closes") == 0,
	    "other words do not agree");
	ok(words_test_agree("\xE6\xB8\xAF\xE5\x8F\xA3\xE5\xBC\x80\xE6\x94\xBE",
	       "\xE6\xB8\xAF\xE5\x8F\xA3 \xE5\xBC\x80\xE6\x94\xBE") == 1,
	    "spaces between characters do not count");
}

static void
words_test_terms(void)
{
	words_test_is_share("The old harbour of Harwick",
	    "A new harbour is planned in Harwick.", 100,
	    "short words are not terms");
	words_test_is_share("harbour crane pilot tide",
	    "The pilot saw a crane.", 50, "half of the words");
	/* The title has four characters, U+6E2F 53E3 5F00 653E. */
	words_test_is_share("\xE6\xB8\xAF\xE5\x8F\xA3\xE5\xBC\x80\xE6\x94\xBE",
	    "\xE6\xB8\xAF\xE5\x8F\xA3\xE3\x80\x82\xE5\xBC\x80\xE6\x94\xBE", 100,
	    "words of two characters are found apart from each other");
	words_test_is_share("\xE6\xB8\xAF\xE5\x8F\xA3\xE5\xBC\x80\xE6\x94\xBE",
	    "\xE6\xB8\xAF\xE3\x80\x82\xE5\x8F\xA3\xE3\x80\x82\xE5\xBC\x80"
	    "\xE3\x80\x82\xE6\x94\xBE",
	    0, "single characters are not found");
	words_test_is_share("\xE6\xB8\xAF\xE5\x8F\xA3\xE5\xBC\x80\xE6\x94\xBE",
	    "\xE4\xB8\x80\xE5\x8F\xA3\xE5\xBC\x80\xE4\xB8\x80", 50,
	    "a pair covers two of four characters");
	words_test_is_share("\xE6\xB8\xAF\xE5\x8F\xA3 harbour", "the harbour",
	    50, "two characters count as one word");
	words_test_is_share("", "the harbour", 0, "a title without terms");
}

static void
words_test_counts(void)
{
	struct slice two = SLICE("\xE6\xB8\xAF\xE5\x8F\xA3");

	is_int((int64_t)words_count(two), 2, "each character is a word");
	ok(words_weigh(two) == 1, "two characters weigh as much as a word");
	ok(words_weigh(SLICE("the old harbour")) == 3,
	    "each word of a script with spaces weighs 1");
	ok(words_are_many(41, 260, 40), "41 words are more than 40");
	ok(!words_are_many(60, 180, 40),
	    "60 characters without spaces are not more than 40 words");
	ok(!words_are_many(40, 400, 40), "40 long words are not more than 40");
}

int
main(void)
{
	words_test_titles();
	words_test_terms();
	words_test_counts();
	return done_testing();
}
