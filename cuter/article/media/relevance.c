/*
 * relevance.c -- compares a caption with the article.
 *
 * A simple recogniser of named entities without knowledge of the language:
 * counts runs of words that begin with a capital, and words of scripts without
 * capitals.  Caption and article are compared by the cosine of their counts
 * (Agarwal, Chheda, Shah, Narvekar, "Content extraction using Document Object
 * Model and Natural Language Processing").
 */
#include "base/table.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/article/media/media.h"

#define WORD_BYTES  64
#define LEAST_RUNES 3 /* "A" and "In" begin sentences */

static void
relevance_count(struct entities *e, struct slice word)
{
	uint64_t hash = hash_stable(word) | 1; /* 0 marks an empty slot */
	size_t at = hash & (ENTITIES_MAX - 1);

	while (e->hash[at] != 0 && e->hash[at] != hash)
		at = (at + 1) & (ENTITIES_MAX - 1);
	if (e->hash[at] == 0) {
		if (e->n >= ENTITIES_MAX * 3 / 4)
			return;
		e->hash[at] = hash;
		e->n++;
	}
	e->square += 2 * e->count[at] + 1;
	e->count[at] += 1;
}

/* Returns the end of a word that begins in lower case. */
static size_t
relevance_end_of_lower(struct slice text, size_t i)
{
	uint32_t rune = 'a';
	size_t took = 0;

	while (i < text.len && rune_is_word(rune)) {
		if (ascii_is_lower(text.p[i])) {
			i++;
			continue;
		}
		took = utf8_decode(text.p + i, text.len - i, &rune);
		if (!rune_is_word(rune))
			break;
		i += took;
	}
	return i;
}

void
entities_add(struct entities *e, struct slice text)
{
	char word[WORD_BYTES + 4];
	size_t n = 0, runes = 0, i = 0;
	bool capital = false;

	while (i <= text.len) {
		uint32_t rune = ' ';
		size_t took = 1;

		/* An ASCII word without capital is not an entity. */
		if (n == 0 && i < text.len && ascii_is_lower(text.p[i])) {
			i = relevance_end_of_lower(text, i);
			continue;
		}
		if (i < text.len)
			took = utf8_decode(text.p + i, text.len - i, &rune);
		if (rune_is_word(rune)) {
			/* Scripts without capitals: every word may be an
			 * entity. */
			if (n == 0)
				capital =
				    rune_lower(rune) != rune || rune >= 0x590;
			if (n < WORD_BYTES)
				n += utf8_encode(rune_lower(rune), word + n);
			runes++;
		} else {
			if (capital && runes >= LEAST_RUNES)
				relevance_count(e, (struct slice){ word, n });
			n = runes = 0;
		}
		i += took;
	}
}

double
entities_cosine(const struct entities *a, const struct entities *b)
{
	double dot = 0, squares = a->square * b->square, root = squares;

	if (squares <= 0)
		return 0;
	for (size_t i = 0; i < ENTITIES_MAX; i++) {
		size_t at = a->hash[i] & (ENTITIES_MAX - 1);

		if (a->hash[i] == 0)
			continue;
		while (b->hash[at] != 0 && b->hash[at] != a->hash[i])
			at = (at + 1) & (ENTITIES_MAX - 1);
		if (b->hash[at] == a->hash[i])
			dot += a->count[i] * b->count[at];
	}
	/* Newton's method, equal on all machines. */
	for (int i = 0; i < 60; i++)
		root = (root + squares / root) / 2;
	return dot >= root ? 1 : dot / root;
}
