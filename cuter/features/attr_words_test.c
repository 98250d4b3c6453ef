/*
 * attr_words_test.c -- words of class and id in the spellings that pages use.
 */
#include "cuter/features/attr_words.h"
#include "tests/lib/tap.h"

static void
attr_words_test_speaks_of(
    const char *value, enum attr_word_kind kind, const char *name)
{
	ok(attr_words_read(slice_of(value)) >> kind & 1, "%s: \"%s\"", name,
	    value);
}

static void
attr_words_test_silent_of(
    const char *value, enum attr_word_kind kind, const char *name)
{
	ok(!(attr_words_read(slice_of(value)) >> kind & 1), "%s: \"%s\"", name,
	    value);
}

static void
attr_words_test_code(const char *value, const char *word, bool expected)
{
	size_t at = slice_find(slice_of(value), slice_of(word), 0);

	ok(attr_words_is_code(slice_of(value), at) == expected,
	    "\"%s\" in \"%s\" is %s", word, value,
	    expected ? "a part of a code" : "a word");
}

int
main(void)
{
	char longest[4096];

	attr_words_test_speaks_of("article-body", ATTR_WORD_BODY, "dash");
	attr_words_test_speaks_of("articleBody", ATTR_WORD_BODY, "capital");
	attr_words_test_speaks_of(
	    "c-article__body", ATTR_WORD_BODY, "underlines");
	attr_words_test_speaks_of(
	    "ARTICLE-BODY", ATTR_WORD_BODY, "all capitals");
	attr_words_test_speaks_of(
	    "col-8 related-links", ATTR_WORD_RELATED, "second word");
	attr_words_test_speaks_of(
	    "commentlist", ATTR_WORD_COMMENT, "beginning of a word");
	attr_words_test_silent_of("uncommented", ATTR_WORD_COMMENT,
	    "a word is not found inside of another word");
	attr_words_test_speaks_of(
	    "box ad", ATTR_WORD_ADVERTISEMENT, "a whole word");
	attr_words_test_silent_of("adaptive", ATTR_WORD_ADVERTISEMENT,
	    "a whole word is not found at the beginning of another word");
	is_int(
	    attr_words_read(SLICE("")), 0, "an empty attribute has no words");
	is_int(attr_words_read(SLICE_NONE), 0, "an absent value has no kind");
	is_int(attr_words_read(SLICE("42 -- ?")), 0,
	    "a value without letters has no kind");
	attr_words_test_code("element-9ad7f97", "ad", true);
	attr_words_test_code("element-9ad7f97", "element", false);
	attr_words_test_code("ad7f97", "ad", true);
	attr_words_test_code("4b1ad", "ad", true);
	attr_words_test_code(
	    "d89a7a04-1b5b-402c-ad05-11a6144efd07", "ad", true);
	attr_words_test_code("ad", "ad", false);
	attr_words_test_code("ad12", "ad", false);
	attr_words_test_code("ad300x250 top", "ad", false);
	attr_words_test_code("box-7-ad-2", "ad", false);
	memset(longest, 'x', sizeof(longest));
	is_int(attr_words_read((struct slice){ longest, sizeof(longest) }), 0,
	    "a long value is read");
	return done_testing();
}
