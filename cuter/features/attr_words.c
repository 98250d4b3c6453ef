/*
 * attr_words.c -- finds known words in class, id, role, itemprop and rel.
 *
 * In:  the value of one attribute.
 * Out: one bit for each kind, set if a word of the value begins with an entry
 *      of this kind.
 *
 * Only ASCII letters are read, in lower case; other characters are skipped. A
 * word begins after a skipped character, and at an upper case letter after a
 * lower case letter.
 */
#include "cuter/features/attr_words.h"

#define VALUE_BYTES 160 /* only the beginning of a value is read */

static const struct attr_word {
	const char *word;
	uint8_t length, kind;
	bool whole;
} words[] = {
#include "base/array.h"
#define X(word, kind, whole)                                                   \
	{                                                                      \
		word, sizeof(word) - 1, kind, whole                            \
	}
#include "cuter/features/attr_words.inc"
#undef X
};

#define N_WORDS ARRAY_LENGTH(words)

struct letters {
	char letter[VALUE_BYTES + 1];
	bool begins[VALUE_BYTES + 2]; /* a word begins here */
	size_t n;
};

static void
attr_words_read_letters(struct letters *l, struct slice s)
{
	bool begins = true, was_small = false;

	l->n = 0;
	for (size_t i = 0; i < s.len && l->n < VALUE_BYTES; i++) {
		char c = s.p[i];
		bool is_small = c >= 'a' && c <= 'z';
		bool is_capital = c >= 'A' && c <= 'Z';

		if (!is_small && !is_capital) {
			begins = true;
			was_small = false;
			continue;
		}
		l->begins[l->n] = begins || (is_capital && was_small);
		l->letter[l->n++] = (char)(c | 0x20);
		begins = false;
		was_small = is_small;
	}
	l->letter[l->n] = '\0';
	l->begins[l->n] = true;
}

void
attr_words_index_init(struct attr_words_index *index)
{
	size_t i = 0;

	for (unsigned letter = 0; letter < ATTR_WORDS_LETTERS; letter++) {
		index->first[letter] = (uint16_t)i;
		index->seconds[letter] = 0;
		for (; i < N_WORDS && words[i].word[0] == (char)('a' + letter);
		     i++)
			index->seconds[letter] |= 1u << (words[i].word[1] & 31);
	}
	index->first[ATTR_WORDS_LETTERS] = (uint16_t)i;
}

/* Returns the kinds of the entries that match the word at offset `at`. */
static uint32_t
attr_words_match(
    const struct attr_words_index *index, const struct letters *l, size_t at)
{
	unsigned letter = (unsigned)(l->letter[at] - 'a');
	char second = l->letter[at + 1];
	uint32_t kinds = 0;

	if (!(index->seconds[letter] >> (second & 31) & 1))
		return 0; /* this test excludes most words at low cost */
	for (size_t i = index->first[letter]; i < index->first[letter + 1];
	     i++) {
		size_t n;

		if (words[i].word[1] != second)
			continue;
		n = words[i].length;
		if (at + n <= l->n &&
		    memcmp(l->letter + at, words[i].word, n) == 0 &&
		    (!words[i].whole || l->begins[at + n]))
			kinds |= 1u << words[i].kind;
	}
	return kinds;
}

uint32_t
attr_words_read(const struct attr_words_index *index, struct slice s)
{
	struct letters l;
	uint32_t kinds = 0;

	if (s.len == 0)
		return 0;
	attr_words_read_letters(&l, s);
	for (size_t at = 0; at < l.n; at++)
		if (l.begins[at])
			kinds |= attr_words_match(index, &l, at);
	return kinds;
}
