/*
 * words.c -- texts as sets of words, to find titles and summaries again in
 * other spelling.
 */
#include "base/table.h"
#include "base/utf8.h"
#include "cuter/features/features.h"

#define WORD_BYTES 64 /* longer words are cut */

static void
words_add(struct words *w, const char *word, size_t n)
{
	uint64_t hash = hash_stable((struct slice){ word, n });

	w->n_total++;
	for (size_t i = 0; i < w->n; i++)
		if (w->hash[i] == hash)
			return;
	if (w->n < WORDS_MAX)
		w->hash[w->n++] = hash;
}

void
words_read(struct words *w, struct slice s)
{
	char word[WORD_BYTES + 4];
	size_t n = 0, i = 0;

	w->n = w->n_total = 0;
	while (i < s.len && w->n_total < 4 * WORDS_MAX) {
		uint32_t rune;
		size_t took = utf8_decode(s.p + i, s.len - i, &rune);

		if (rune_is_word(rune) && !rune_is_unspaced(rune)) {
			if (n < WORD_BYTES)
				n += utf8_encode(rune_lower(rune), word + n);
		} else if (rune != '\'' && rune != 0x2019) {
			if (n > 0)
				words_add(w, word, n);
			n = 0;
			if (rune_is_word(rune))
				words_add(w, s.p + i, took);
		}
		i += took;
	}
	if (n > 0)
		words_add(w, word, n);
}

static size_t
words_common(const struct words *a, const struct words *b)
{
	size_t n = 0;

	for (size_t i = 0; i < a->n; i++)
		for (size_t k = 0; k < b->n; k++)
			if (a->hash[i] == b->hash[k]) {
				n++;
				break;
			}
	return n;
}

double
words_covered(const struct words *a, const struct words *b)
{
	return a->n == 0 ? 0 : (double)words_common(a, b) / (double)a->n;
}

double
words_overlap(const struct words *a, const struct words *b)
{
	size_t both = words_common(a, b), either = a->n + b->n - both;

	return either == 0 ? 0 : (double)both / (double)either;
}

uint32_t
words_count(struct slice s)
{
	uint32_t n = 0;
	bool in_word = false;
	size_t i = 0;

	while (i < s.len) {
		uint32_t rune = (unsigned char)s.p[i];

		if (rune < 0x80) {
			bool is_word = RUNE_ASCII_WORD(rune);

			n += is_word & !in_word;
			in_word = is_word;
			i++;
			continue;
		}
		i += utf8_decode(s.p + i, s.len - i, &rune);
		if (!rune_is_word(rune)) {
			in_word = false;
		} else if (rune_is_unspaced(rune)) {
			n++;
			in_word = false;
		} else {
			n += !in_word;
			in_word = true;
		}
	}
	return n;
}
