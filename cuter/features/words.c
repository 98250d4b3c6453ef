/*
 * words.c -- texts as sets of words, by which a title or a summary is found on
 * a page, even in another spelling.
 */
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/table.h"
#include "base/text/utf8.h"
#include "cuter/features/features.h"

#define WORD_BYTES 64 /* longer words are cut */
#define MEAN_BYTES 6  /* of a word and the space after it, in most languages */
/* If one title is compared as a part of another, the shorter title has at least
 * this share of the number of words of the longer one. */
#define PART_SHARE 0.4

/* RUNE_ASCII_WORD() as a table. */
static const bool is_ascii_word[128] = {
#define X4(from)   WORD(from), WORD(from + 1), WORD(from + 2), WORD(from + 3)
#define X16(from)  X4(from), X4(from + 4), X4(from + 8), X4(from + 12)
#define WORD(rune) RUNE_ASCII_WORD(rune)
	X16(0), X16(16), X16(32), X16(48), X16(64), X16(80), X16(96), X16(112)
#undef WORD
#undef X16
#undef X4
};

/* Maps each byte that occurs in ASCII words to lower case; 0: the byte does not
 * occur in such words. */
static const char ascii_lower[256] = {
#define X4(from)  LOWER(from), LOWER(from + 1), LOWER(from + 2), LOWER(from + 3)
#define X16(from) X4(from), X4(from + 4), X4(from + 8), X4(from + 12)
#define LOWER(rune)                                                            \
	(!RUNE_ASCII_WORD(rune)              ? 0                               \
	    : (rune) >= 'A' && (rune) <= 'Z' ? (rune) | 0x20                   \
					     : (rune))
	X16(0), X16(16), X16(32), X16(48), X16(64), X16(80), X16(96), X16(112)
#undef LOWER
#undef X16
#undef X4
};

/* A word of a text. */
struct word {
	uint64_t hash;    /* hash of the letters and digits in lower case */
	size_t bytes;     /* size in lower case, at most WORD_BYTES + 3 */
	size_t from, end; /* offsets in the text */
	bool is_unspaced; /* one character of a script without spaces */
};

/* Adds the UTF-8 of a rune to a hash_stable(). Returns its number of bytes. */
static size_t
words_hash_rune(uint64_t *hash, uint32_t rune)
{
	char bytes[4];
	size_t n = utf8_encode(rune, bytes);

	for (size_t i = 0; i < n; i++)
		*hash = hash_stable_add(*hash, bytes[i]);
	return n;
}

/* Reads the next word after ret->end. Returns false at the end. */
static bool
words_next(struct slice s, struct word *ret)
{
	uint64_t hash = HASH_STABLE_EMPTY;
	size_t n = 0, at = ret->end;

	while (at < s.len) {
		char lower = ascii_lower[(unsigned char)s.p[at]];
		uint32_t rune;
		size_t took;

		if (lower != 0) {
			if (n < WORD_BYTES) {
				hash = hash_stable_add(hash, lower);
				n++;
			}
			at++;
			continue;
		}
		if ((unsigned char)s.p[at] < 0x80) {
			if (n > 0 && s.p[at] != '\'')
				break;
			at++;
			continue;
		}
		took = utf8_decode(s.p + at, s.len - at, &rune);
		if (rune_is_word(rune) && !rune_is_unspaced(rune)) {
			if (n < WORD_BYTES)
				n += words_hash_rune(&hash, rune_lower(rune));
		} else if (rune != 0x2019) {
			if (n > 0)
				break; /* the rune is read again as part of the
					  next word */
			if (rune_is_word(rune)) {
				*ret = (struct word){
					hash_stable(
					    (struct slice){ s.p + at, took }),
					took,
					at,
					at + took,
					true,
				};
				return true;
			}
		}
		at += took;
	}
	*ret = (struct word){ hash, n, at, at, false };
	return n > 0;
}

/* Counts a word and adds it to the set. Returns false if the set already has
 * the word or is full. */
static bool
words_add(struct words *w, uint64_t hash)
{
	w->n_total++;
	for (size_t i = 0; i < w->n; i++)
		if (w->hash[i] == hash)
			return false;
	if (w->n == WORDS_MAX)
		return false;
	w->is_pair[w->n] = w->is_next[w->n] = false;
	w->hash[w->n++] = hash;
	return true;
}

void
words_read(struct words *w, struct slice s)
{
	struct word word = { 0 };

	w->n = w->n_total = 0;
	while (w->n_total < 4 * WORDS_MAX && words_next(s, &word))
		words_add(w, word.hash);
}

static uint64_t
words_pair(uint64_t first, uint64_t second)
{
	return first * 0x9e3779b97f4a7c15u ^ second;
}

/* Returns true if both words are characters of a script without spaces and
 * adjacent in the text. */
static bool
words_are_joined(const struct word *before, const struct word *word)
{
	return before->is_unspaced && word->is_unspaced &&
	       before->end == word->from;
}

/* Returns true if a word of a script with spaces is a term. */
static bool
words_is_term(const struct word *word, struct slice s, size_t least_bytes)
{
	return !word->is_unspaced &&
	       (word->bytes >= least_bytes ||
		   (unsigned char)s.p[word->end - 1] >= 0x80);
}

void
words_read_terms(struct words *w, struct slice s, size_t least_bytes)
{
	struct word word = { 0 }, before = { 0 };
	size_t end = 0; /* end of the last pair that was added */

	w->n = w->n_total = 0;
	for (; w->n_total < 4 * WORDS_MAX && words_next(s, &word);
	     before = word)
		if (words_are_joined(&before, &word)) {
			if (!words_add(w, words_pair(before.hash, word.hash)))
				continue;
			w->is_pair[w->n - 1] = true;
			w->is_next[w->n - 1] = end == before.end;
			end = word.end;
		} else if (words_is_term(&word, s, least_bytes)) {
			words_add(w, word.hash);
		}
}

void
words_visit_terms(struct slice s, size_t least_bytes,
    void (*visit)(void *arg, uint64_t term), void *arg)
{
	struct word word = { 0 }, before = { 0 };

	for (; words_next(s, &word); before = word)
		if (words_are_joined(&before, &word))
			visit(arg, words_pair(before.hash, word.hash));
		else if (words_is_term(&word, s, least_bytes))
			visit(arg, word.hash);
}

static bool
words_has(const struct words *w, uint64_t hash)
{
	for (size_t i = 0; i < w->n; i++)
		if (w->hash[i] == hash)
			return true;
	return false;
}

bool
words_read_similar(struct words *w, struct slice s, const struct words *other,
    size_t most_foreign)
{
	struct word word = { 0 };
	size_t foreign = 0;

	w->n = w->n_total = 0;
	while (w->n_total < 4 * WORDS_MAX && words_next(s, &word)) {
		size_t before = w->n;

		words_add(w, word.hash);
		if (w->n > before && !words_has(other, word.hash) &&
		    ++foreign > most_foreign)
			return false;
	}
	return true;
}

/* Returns the number of terms that are seen for the first time. */
static size_t
words_see(const struct words *w, uint64_t hash, bool *seen)
{
	size_t n = 0;

	for (size_t i = 0; i < w->n; i++) {
		n += w->hash[i] == hash && !seen[i];
		seen[i] |= w->hash[i] == hash;
	}
	return n;
}

void
words_find_terms(const struct words *w, struct slice s, bool *seen)
{
	struct word word = { 0 }, before = { 0 };
	size_t unseen = 0;

	for (size_t i = 0; i < w->n; i++)
		unseen += !seen[i];
	for (; unseen > 0 && words_next(s, &word); before = word)
		if (words_are_joined(&before, &word))
			unseen -= words_see(
			    w, words_pair(before.hash, word.hash), seen);
		else if (!word.is_unspaced)
			unseen -= words_see(w, word.hash, seen);
}

double
words_share(const struct words *w, const bool *seen)
{
	double all = 0, found = 0;

	for (size_t i = 0; i < w->n; i++) {
		double weight = w->is_pair[i] ? CHARACTER_WEIGHT : 1;

		/* the second character of a pair, or a word */
		all += weight;
		found += seen[i] || (i + 1 < w->n && w->is_next[i + 1] &&
					seen[i + 1])
			     ? weight
			     : 0;
		if (w->is_pair[i] && !w->is_next[i]) {
			all += weight;
			found += seen[i] ? weight : 0;
		}
	}
	return all > 0 ? found / all : 0;
}

bool
words_are_many(uint32_t words, uint32_t bytes, uint32_t most)
{
	return words > most && bytes > most * MEAN_BYTES;
}

double
words_weigh(struct slice s)
{
	struct word word = { 0 };
	double weight = 0;

	while (words_next(s, &word))
		weight += word.is_unspaced ? CHARACTER_WEIGHT : 1;
	return weight;
}

void
words_read_pairs(struct words *w, struct slice s)
{
	struct word word = { 0 };
	uint64_t before = 0;

	w->n = w->n_total = 0;
	while (w->n < WORDS_MAX && words_next(s, &word)) {
		if (before != 0)
			words_add(w, words_pair(before, word.hash));
		before = word.hash;
	}
}

void
words_find_pairs(const struct words *w, struct slice s, bool *seen)
{
	struct word word = { 0 };
	uint64_t before = 0;

	while (words_next(s, &word)) {
		if (before != 0)
			words_see(w, words_pair(before, word.hash), seen);
		before = word.hash;
	}
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

static double
words_larger(double a, double b)
{
	return a > b ? a : b;
}

double
words_agree(const struct words *title, const struct words *line)
{
	double score = words_overlap(title, line);

	if (title->n >= WORDS_FEW && title->n >= PART_SHARE * (double)line->n)
		score = words_larger(score, 0.95 * words_covered(title, line));
	if (line->n >= WORDS_FEW && line->n >= PART_SHARE * (double)title->n)
		score = words_larger(score, 0.95 * words_covered(line, title));
	return score;
}

#ifdef __SSE2__
/* Returns a set with one bit for each of 16 bytes. The bit is set if the byte
 * is in [from, from + n), compared as unsigned numbers. */
static inline unsigned
words_in_range(__m128i bytes, char from, char n)
{
	__m128i offset = _mm_sub_epi8(bytes, _mm_set1_epi8(from));
	__m128i most = _mm_min_epu8(offset, _mm_set1_epi8((char)(n - 1)));

	return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(offset, most));
}

/* Returns the number of bits that are set. Without the instruction POPCNT,
 * which x86-64 does not require, __builtin_popcount() is a function call. */
static inline uint32_t
words_count_bits(uint32_t bits)
{
	bits -= bits >> 1 & 0x55555555u;
	bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
	bits = (bits + (bits >> 4)) & 0x0f0f0f0fu;
	return bits * 0x01010101u >> 24;
}
#endif

/* Adds the number of words that begin in a run of ASCII to *n, 16 bytes at a
 * time. Returns the number of bytes that were read; 0 without SSE2. */
static size_t
words_count_ascii(struct slice s, bool *in_word, uint32_t *n)
{
	size_t i = 0;
#ifdef __SSE2__
	unsigned before = *in_word;

	for (; i + 16 <= s.len; i += 16) {
		__m128i bytes =
		    _mm_loadu_si128((const __m128i *)(const void *)(s.p + i));
		unsigned is_word;

		if (_mm_movemask_epi8(bytes) != 0)
			break;
		is_word =
		    words_in_range(bytes, '0', 10) |
		    words_in_range(
			_mm_or_si128(bytes, _mm_set1_epi8(0x20)), 'a', 26) |
		    words_in_range(bytes, '_', 1);
		*n += words_count_bits(is_word & ~(is_word << 1 | before));
		before = is_word >> 15;
	}
	*in_word = before;
#else
	(void)s;
	(void)in_word;
	(void)n;
#endif
	return i;
}

uint32_t
words_count(struct slice s)
{
	uint32_t n = 0;
	bool in_word = false;
	size_t i = 0;

	while (i < s.len) {
		uint32_t rune = (unsigned char)s.p[i];

		if (rune < 0x80 && s.len - i >= 16) {
			size_t took = words_count_ascii(
			    slice_sub(s, i, s.len), &in_word, &n);

			i += took;
			if (took > 0)
				continue;
		}
		if (rune < 0x80) {
			bool is_word = is_ascii_word[rune];

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
