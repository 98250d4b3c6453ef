/*
 * segment_words.c -- counts words, and finds where a text can be divided
 * between two of them.
 *
 * A word is a part of the text between white space that has a letter or a digit
 * ("don't", "3.5" and "well-known" are one word, "-" is not a word). In scripts
 * without spaces each character is a word. The punctuation between white space
 * and a word belongs to the word, and so does the punctuation between a word
 * and the next white space.
 */
#include "base/text/utf8.h"
#include "cuter/segments/segmenting.h"

/* The run of characters without white space that is being read. */
struct part {
	size_t from;
	bool has_word;    /* a word of this part was read */
	bool is_unspaced; /* the last word was a character of a script without
			     spaces */
};

/* Returns true if a word begins at this rune, which is not white space. */
static bool
segment_words_begins(struct part *part, uint32_t rune)
{
	bool unspaced, begins;

	if (!rune_is_word(rune))
		return false;
	unspaced = rune_is_unspaced(rune);
	begins = !part->has_word || unspaced || part->is_unspaced;
	part->is_unspaced = unspaced;
	return begins;
}

uint32_t
segment_words_skip(struct slice text, size_t *at, uint32_t n)
{
	struct part part = { .from = *at };
	uint32_t passed = 0;
	size_t i = *at;

	while (i < text.len) {
		uint32_t rune;
		size_t took = utf8_decode(text.p + i, text.len - i, &rune);

		if (rune_is_space(rune)) {
			part = (struct part){ .from = i + took };
		} else if (segment_words_begins(&part, rune)) {
			if (passed == n) {
				*at = part.has_word ? i : part.from;
				return passed;
			}
			passed++;
			part.has_word = true;
		}
		i += took;
	}
	*at = text.len;
	return passed;
}
