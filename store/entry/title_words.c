/*
 * title_words.c -- compares the words of two titles.
 *
 * In:  two titles.
 * Out: how many words they share.
 *
 * An edited headline usually shares words with the earlier headline.  The
 * headlines of two stories may have one word in common by chance.
 */
#include "store/entry/title_words.h"

#include "base/text/utf8.h"

#define TITLE_WORD_BYTES 4

struct title_words_list {
	struct slice words[TITLE_WORDS_MOST];
	unsigned n;
};

/* Reads the next word, of any length.  Returns false at the end of the text.
 * The second character of a word in a script without spaces is also the first
 * character of the next word. */
static bool
title_words_next(struct slice *rest, struct slice *ret)
{
	size_t at = 0, start = SLICE_NOT_FOUND, second = 0, taken;
	bool is_unspaced = false;
	uint32_t rune;

	for (; at < rest->len; at += taken) {
		taken = utf8_decode(rest->p + at, rest->len - at, &rune);
		if (start == SLICE_NOT_FOUND && rune_is_word(rune)) {
			start = at;
			second = at + taken;
			is_unspaced = rune_is_unspaced(rune);
		} else if (start != SLICE_NOT_FOUND &&
			   (!rune_is_word(rune) ||
			       rune_is_unspaced(rune) != is_unspaced ||
			       (is_unspaced && at > second)))
			break;
	}
	if (start == SLICE_NOT_FOUND)
		return false;
	*ret = slice_sub(*rest, start, at);
	*rest = slice_sub(*rest, is_unspaced ? second : at, rest->len);
	return true;
}

static bool
title_words_has_letter(struct slice word)
{
	for (size_t i = 0; i < word.len; i++)
		if (word.p[i] < '0' || word.p[i] > '9')
			return true;
	return false;
}

static void
title_words_read(struct slice title, struct title_words_list *ret)
{
	struct slice word;

	ret->n = 0;
	while (ret->n < TITLE_WORDS_MOST && title_words_next(&title, &word))
		if (word.len >= TITLE_WORD_BYTES &&
		    title_words_has_letter(word))
			ret->words[ret->n++] = word;
}

static bool
title_words_equal(struct slice a, struct slice b)
{
	size_t at_a = 0, at_b = 0;
	uint32_t x, y;

	while (at_a < a.len && at_b < b.len) {
		at_a += utf8_decode(a.p + at_a, a.len - at_a, &x);
		at_b += utf8_decode(b.p + at_b, b.len - at_b, &y);
		if (rune_lower(x) != rune_lower(y))
			return false;
	}
	return at_a == a.len && at_b == b.len;
}

static bool
title_words_has(const struct title_words_list *list, struct slice word)
{
	for (unsigned i = 0; i < list->n; i++)
		if (title_words_equal(list->words[i], word))
			return true;
	return false;
}

struct title_words
title_words_compare(struct slice a, struct slice b)
{
	struct title_words_list of_a, of_b, *few = &of_a, *many = &of_b;
	struct title_words ret = { 0 };

	title_words_read(a, &of_a);
	title_words_read(b, &of_b);
	if (of_b.n < of_a.n) {
		few = &of_b;
		many = &of_a;
	}
	ret.n_least = few->n;
	for (unsigned i = 0; i < few->n; i++)
		ret.n_shared += title_words_has(many, few->words[i]);
	return ret;
}

bool
title_words_agree(const struct title_words *words)
{
	return words->n_shared * 2 > words->n_least;
}
