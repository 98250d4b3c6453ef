/*
 * sketch.c -- the fingerprint of a text.
 *
 * In:  a body, plain text.
 * Out: the smallest hashes of its shingles.
 *
 * If a text is cut to half, about half of its smallest hashes remain in the
 * sketch.  The bits of simhash have no such property (measurements:
 * docs/schema.md).  Hashes are stored and must therefore be equal in every
 * process.  An attacker who constructs texts with colliding hashes only makes
 * these texts look alike.
 */
#include "store/duplicate/sketch.h"

#include "base/limits.h"
#include "base/text/utf8.h"

#define SHINGLE_WORDS 4
/* Number of characters of a shingle in scripts without spaces; about as long as
 * 4 words. */
#define SHINGLE_RUNES 8
#define FNV_BASE      0xcbf29ce484222325u
#define FNV_PRIME     0x100000001b3u

struct shingler {
	struct sketch *sketch;
	uint64_t last[SHINGLE_RUNES]; /* ring buffer with the hashes of the
					 last tokens */
	size_t n;                     /* tokens so far */
	size_t halves; /* length in half words: a word counts 2, a character of
			  a script without spaces counts 1 */
};

/* Mixes the bits: each output bit depends on every input bit (Vigna's
 * splitmix64). */
static uint64_t
sketch_mixed(uint64_t x)
{
	x ^= x >> 30;
	x *= 0xbf58476d1ce4e5b9u;
	x ^= x >> 27;
	x *= 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

/* Inserts a hash in ascending order, unless the sketch contains it or it is
 * larger than all hashes of a full sketch. */
static void
sketch_keep_least(struct sketch *s, uint64_t hash)
{
	size_t at = s->n, end;

	if (s->n == SKETCH_SIZE && hash >= s->hashes[SKETCH_SIZE - 1])
		return;
	while (at > 0 && s->hashes[at - 1] >= hash)
		at--;
	if (at < s->n && s->hashes[at] == hash)
		return;
	end = s->n < SKETCH_SIZE ? s->n++ : SKETCH_SIZE - 1;
	memmove(&s->hashes[at + 1], &s->hashes[at],
	    (end - at) * sizeof(s->hashes[0]));
	s->hashes[at] = hash;
}

static void
sketch_add_token(struct shingler *m, uint64_t token, bool is_rune)
{
	size_t wide = is_rune ? SHINGLE_RUNES : SHINGLE_WORDS;
	uint64_t hash = FNV_BASE;

	m->last[m->n++ % SHINGLE_RUNES] = token;
	m->halves += is_rune ? 1 : 2;
	if (m->n < wide)
		return;
	for (size_t i = m->n - wide; i < m->n; i++)
		hash = sketch_mixed(hash ^ m->last[i % SHINGLE_RUNES]);
	sketch_keep_least(m->sketch, hash >> 16);
}

void
sketch_of(struct slice text, struct sketch *ret)
{
	struct shingler m = { .sketch = ret };
	uint64_t word = 0; /* 0 means that no word is being read */

	ret->n = 0;
	for (size_t at = 0; at < text.len;) {
		uint32_t rune;

		at += utf8_decode(text.p + at, text.len - at, &rune);
		if (rune_is_word(rune) && !rune_is_unspaced(rune)) {
			word =
			    ((word != 0 ? word : FNV_BASE) ^ rune_lower(rune)) *
			    FNV_PRIME;
			continue;
		}
		/* An apostrophe of either form is part of the word ("don't").
		 */
		if (word != 0 && (rune == '\'' || rune == 0x2019))
			continue;
		if (word != 0)
			sketch_add_token(&m, word, false);
		word = 0;
		if (rune_is_unspaced(rune))
			sketch_add_token(&m, rune, true);
	}
	if (word != 0)
		sketch_add_token(&m, word, false);
	if (m.halves < 2 * LIMIT_CLUSTER_WORDS || ret->n < SKETCH_SIZE)
		ret->n = 0;
}

double
sketch_likeness(const struct sketch *a, const struct sketch *b)
{
	size_t at_a = 0, at_b = 0, seen = 0, both = 0;

	while (seen < SKETCH_SIZE && (at_a < a->n || at_b < b->n)) {
		bool of_a = at_b == b->n ||
			    (at_a < a->n && a->hashes[at_a] <= b->hashes[at_b]);
		bool of_b = at_a == a->n ||
			    (at_b < b->n && b->hashes[at_b] <= a->hashes[at_a]);

		both += of_a && of_b;
		at_a += of_a;
		at_b += of_b;
		seen++;
	}
	return seen > 0 ? (double)both / (double)seen : 0;
}

struct slice
sketch_write(const struct sketch *s, char out[SKETCH_SIZE * SKETCH_BYTES])
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		for (int shift = 8 * (SKETCH_BYTES - 1); shift >= 0; shift -= 8)
			out[n++] = (char)(s->hashes[i] >> shift);
	return (struct slice){ out, n };
}

bool
sketch_read(struct slice bytes, struct sketch *ret)
{
	ret->n = 0;
	if (bytes.len == 0 || bytes.len % SKETCH_BYTES != 0 ||
	    bytes.len > SKETCH_SIZE * SKETCH_BYTES)
		return false;
	for (size_t at = 0; at < bytes.len; at++) {
		uint64_t *hash = &ret->hashes[at / SKETCH_BYTES];

		if (at % SKETCH_BYTES == 0)
			*hash = 0;
		*hash = *hash << 8 | (unsigned char)bytes.p[at];
	}
	ret->n = bytes.len / SKETCH_BYTES;
	return true;
}
