/*
 * relevance.c -- compares a caption with the article.
 *
 * Named entities are recognised without knowledge of the language: the
 * functions count words that begin with a capital, and words of scripts without
 * capitals. The first word of a sentence of the article is not counted, because
 * it has a capital in any case. Caption and article are compared by the cosine
 * of their counts.
 *
 * "For smaller content blocks that do not have high frequencies of named
 * entities, it performs match of representative named entities that occur with
 * high frequencies in the bigger content blocks": if no entity of a caption is
 * repeated, the caption is compared only with the repeated entities of the
 * article.
 *
 * Source: Agarwal, Chheda, Shah, Narvekar (docs/methods.md), Proposed Method.
 */
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/table.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/article/media/media.h"

#define WORD_BYTES 64
/* Least number of characters of an entity. Shorter words such as "A" and "In"
 * mostly begin sentences. */
#define LEAST_RUNES 3
/* Least number of occurrences of a representative entity; chosen here,
 * because the paper gives no value. */
#define FREQUENT 2

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
	e->count[at] += 1;
}

/* Returns the position after a word that begins in lower case. */
static size_t
relevance_end_of_lower(struct slice text, size_t i)
{
	while (i < text.len) {
		uint32_t rune;
		size_t took;

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

#ifdef __SSE2__
#define BLOCK_BYTES 16

/* Returns one bit for each byte of the block that is in [from, from + n). */
static inline unsigned
relevance_bits_in_range(__m128i bytes, char from, char n)
{
	__m128i offset = _mm_sub_epi8(bytes, _mm_set1_epi8(from));
	__m128i most = _mm_min_epu8(offset, _mm_set1_epi8((char)(n - 1)));

	return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(offset, most));
}

/* Returns one bit for each byte of the block that may belong to an entity or
 * end a sentence. These bytes are not letters in lower case, and not spaces or
 * other punctuation. */
static inline unsigned
relevance_bits_to_read(const char *block)
{
	__m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)block);

	return (unsigned)_mm_movemask_epi8(bytes) | /* not ASCII */
	       relevance_bits_in_range(bytes, '0', 10) |
	       relevance_bits_in_range(bytes, '?', 28) | /* ? @ A-Z */
	       relevance_bits_in_range(bytes, '_', 1) |
	       relevance_bits_in_range(bytes, '.', 1) |
	       relevance_bits_in_range(bytes, '!', 1);
}
#endif

/* Returns the position after a word that begins in lower case, or after several
 * such words that are not at the end of a sentence. */
static size_t
relevance_skip_lower(struct slice text, size_t i)
{
#ifdef __SSE2__
	size_t end = i, last;
	unsigned bits = 0;

	for (; bits == 0 && end + BLOCK_BYTES <= text.len;
	     end += bits == 0 ? BLOCK_BYTES : (unsigned)__builtin_ctz(bits))
		bits = relevance_bits_to_read(text.p + end);
	/* The rest of the last word may have other letters. */
	for (last = end; last > i && ascii_is_lower(text.p[last - 1]); last--)
		;
	if (last > i)
		return last;
	i = end;
#endif
	return relevance_end_of_lower(text, i);
}

void
entities_add(struct entities *e, struct slice text)
{
	char word[WORD_BYTES + 4];
	size_t n = 0, runes = 0, i = 0;
	bool capital = false, has_no_case = false;

	while (i <= text.len) {
		uint32_t rune = ' ';
		size_t took = 1;

		/* A word that begins with an ASCII letter in lower case is not
		 * an entity. */
		if (n == 0 && i < text.len && ascii_is_lower(text.p[i])) {
			i = relevance_skip_lower(text, i);
			e->is_first = false;
			continue;
		}
		if (n > 0 && n < WORD_BYTES && i < text.len &&
		    ascii_is_lower(text.p[i])) {
			word[n++] = text.p[i++];
			runes++;
			continue;
		}
		if (i < text.len)
			took = utf8_decode(text.p + i, text.len - i, &rune);
		if (rune_is_word(rune)) {
			/* Scripts without capitals: every word may be an
			 * entity. */
			if (n == 0) {
				has_no_case = rune >= 0x590;
				capital =
				    rune_lower(rune) != rune || has_no_case;
			}
			if (n < WORD_BYTES)
				n += utf8_encode(rune_lower(rune), word + n);
			runes++;
		} else {
			if (capital && runes >= LEAST_RUNES &&
			    !(e->is_first && e->skips_first))
				relevance_count(e, (struct slice){ word, n });
			if (n > 0)
				e->is_first = false;
			if (rune == '.' || rune == '!' || rune == '?')
				e->is_first = !has_no_case;
			n = runes = 0;
		}
		i += took;
	}
}

/* Computes a square root with Newton's method, so that the result is equal on
 * all machines. */
static double
relevance_root(double square)
{
	double root = square;

	for (int i = 0; i < 60; i++)
		root = (root + square / root) / 2;
	return root;
}

/* Returns the count of a hash; 0 if the set does not have it. */
static double
relevance_count_of(const struct entities *e, uint64_t hash)
{
	size_t at = hash & (ENTITIES_MAX - 1);

	while (e->hash[at] != 0 && e->hash[at] != hash)
		at = (at + 1) & (ENTITIES_MAX - 1);
	return e->hash[at] == hash ? e->count[at] : 0;
}

/* Returns the cosine of two sets. Entities that occur fewer than `least` times
 * in b are ignored in both sets. */
static double
relevance_cosine(
    const struct entities *a, const struct entities *b, double least)
{
	double dot = 0, of_a = 0, of_b = 0, root;

	for (size_t i = 0; i < ENTITIES_MAX; i++)
		if (b->count[i] >= least)
			of_b += b->count[i] * b->count[i];
	for (size_t i = 0; i < ENTITIES_MAX; i++) {
		double other;

		if (a->hash[i] == 0)
			continue;
		other = relevance_count_of(b, a->hash[i]);
		if (other < least)
			continue;
		of_a += a->count[i] * a->count[i];
		dot += a->count[i] * other;
	}
	if (of_a * of_b <= 0)
		return 0;
	root = relevance_root(of_a * of_b);
	return dot >= root ? 1 : dot / root;
}

double
entities_cosine(const struct entities *a, const struct entities *b)
{
	return relevance_cosine(a, b, 0);
}

static double
relevance_most(const struct entities *e)
{
	double most = 0;

	for (size_t i = 0; i < ENTITIES_MAX; i++)
		if (e->count[i] > most)
			most = e->count[i];
	return most;
}

double
entities_similarity(
    const struct entities *caption, const struct entities *article)
{
	if (relevance_most(caption) >= FREQUENT ||
	    relevance_most(article) < FREQUENT)
		return entities_cosine(caption, article);
	return relevance_cosine(caption, article, FREQUENT);
}
