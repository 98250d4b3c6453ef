/*
 * terms.c -- stems the words of a text and counts the distinct stems; see
 * text.h.
 *
 * The first pass finds the distinct forms of the words, by the hash of their
 * small letters.  The second pass stems each form, the third one looks up the
 * frequency of each stem, and the last one counts the occurrences.  The tables
 * compare 64-bit hashes with a random secret and keep the order of the text, so
 * that the secret has no effect on the result.
 */
#ifdef __SSE2__
#include <emmintrin.h>
#endif
#include <string.h>

#include "base/limits.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "enrich/run/run_edges.h"
#include "enrich/text.h"
#include "enrich/word_hash.h"

/* A stem in more than an eighth of the articles of its language is a stop
 * word.  Below COUNTED_ARTICLES the share is not reliable. */
#define STOP_SHARE       8
#define COUNTED_ARTICLES 200

/* The rows of the stems and of the frequencies are at random places of large
 * tables.  The processor loads the row of the word AHEAD words later while it
 * handles a word. */
#define AHEAD 8

/* A distinct word form. */
struct terms_form {
	uint64_t key;
	const struct enrich_word *word; /* its first occurrence */
	uint32_t term;
};

/* Slots have the number of an entry plus one; 0: free. */
struct terms_build {
	struct enrich_text *text;
	struct terms_form *forms;
	uint32_t n_forms;
	uint32_t *form_slots, *term_slots;
	size_t mask;
	uint64_t secret;
	bool is_japanese;
};

static void
terms_init(struct terms_build *b, struct enrich_text *t)
{
	size_t size = 16;

	while (size < 2 * (size_t)t->n_words)
		size *= 2;
	*b = (struct terms_build){ .text = t,
		.mask = size - 1,
		.secret = stem_cache_secret(t->stems),
		.is_japanese = strcmp(t->language->code, "ja") == 0 };
	b->forms = arena_array_uninit(
	    t->arena, (size_t)t->n_words + 1, sizeof(*b->forms));
	b->form_slots = arena_array(t->arena, size, sizeof(uint32_t));
	b->term_slots = arena_array(t->arena, size, sizeof(uint32_t));
	t->terms = arena_array_uninit(
	    t->arena, (size_t)t->n_words + 1, sizeof(*t->terms));
}

#ifdef __SSE2__
#define BLOCK_BYTES 16
_Static_assert(LIMIT_ENRICH_WORD_BYTES >= BLOCK_BYTES, "a block fits");

/* Writes an ASCII word of at most BLOCK_BYTES bytes in small letters. Returns
 * false for other words, and if the text ends less than BLOCK_BYTES after the
 * start of the word, because a whole block is read. */
static inline bool
terms_lower_block(
    struct slice text, size_t at, size_t len, char out[LIMIT_ENRICH_WORD_BYTES])
{
	__m128i bytes, offset, is_capital;
	unsigned wide;

	if (len > BLOCK_BYTES || at + BLOCK_BYTES > text.len)
		return false;
	bytes = _mm_loadu_si128((const __m128i *)(const void *)(text.p + at));
	wide = (unsigned)_mm_movemask_epi8(bytes);
	if ((wide & ((1u << len) - 1)) != 0)
		return false;
	offset = _mm_sub_epi8(bytes, _mm_set1_epi8('A'));
	is_capital = _mm_cmpeq_epi8(
	    offset, _mm_min_epu8(offset, _mm_set1_epi8('Z' - 'A')));
	bytes =
	    _mm_or_si128(bytes, _mm_and_si128(is_capital, _mm_set1_epi8(0x20)));
	_mm_storeu_si128((__m128i *)(void *)out, bytes);
	return true;
}
#else
static inline bool
terms_lower_block(
    struct slice text, size_t at, size_t len, char out[LIMIT_ENRICH_WORD_BYTES])
{
	(void)text, (void)at, (void)len, (void)out;
	return false;
}
#endif

/* Writes the word in small letters, with an ASCII apostrophe for U+2019.
 * Returns false if it is empty or too long. */
static bool
terms_lower(
    struct slice word, char out[LIMIT_ENRICH_WORD_BYTES], struct slice *ret)
{
	size_t len = 0, at = 0;

	if (word.len > LIMIT_ENRICH_WORD_BYTES)
		return false;
	for (; at < word.len && (unsigned char)word.p[at] < 0x80; at++) {
		unsigned char c = (unsigned char)word.p[at];

		out[len++] = ascii_lower((char)c);
	}
	while (at < word.len) {
		uint32_t rune;

		at += utf8_decode(word.p + at, word.len - at, &rune);
		if (len + 4 > LIMIT_ENRICH_WORD_BYTES)
			return false;
		if (rune == 0x2019)
			rune = '\'';
		len += utf8_encode(rune_lower(rune), out + len);
	}
	*ret = (struct slice){ out, len };
	return len > 0;
}

/* Returns the word in small letters; an empty slice if it has no stem. */
static inline struct slice
terms_lower_word(const struct enrich_text *t, const struct enrich_word *word,
    char out[LIMIT_ENRICH_WORD_BYTES])
{
	struct slice ret;

	if ((word->flags & WORD_PAIR) != 0) /* without small letters */
		return enrich_word_text(t, word);
	if (word->bytes > 0 &&
	    terms_lower_block(t->text, word->at, word->bytes, out))
		return (struct slice){ out, word->bytes };
	return terms_lower(enrich_word_text(t, word), out, &ret) ? ret
								 : SLICE_NONE;
}

static bool
terms_is_short(struct slice word)
{
	uint32_t rune;

	return word.len == 0 ||
	       (utf8_decode(word.p, word.len, &rune) == word.len &&
		   !rune_is_unspaced(rune));
}

static bool
terms_is_frequent(const struct enrich_text *t, uint32_t n)
{
	return t->frequencies.articles >= COUNTED_ARTICLES &&
	       n > t->frequencies.articles / STOP_SHARE;
}

/* Returns the number of the form's stem, which is added if it is new. */
static uint32_t
terms_add(struct terms_build *b, const struct terms_form *form)
{
	struct enrich_text *t = b->text;
	char lower[LIMIT_ENRICH_WORD_BYTES];
	struct slice word = terms_lower_word(t, form->word, lower);
	const struct stem stem = stem_of(t->stems, word, form->key);
	size_t at;

	for (at = stem.key & b->mask; b->term_slots[at] != 0;
	     at = (at + 1) & b->mask)
		if (t->terms[b->term_slots[at] - 1].key == stem.key)
			return b->term_slots[at] - 1;
	b->term_slots[at] = t->n_terms + 1;
	t->terms[t->n_terms] = (struct enrich_term){
		.stem = arena_copy(t->arena, stem.text),
		.key = stem.key,
		.hash = stem.hash,
		.is_stop = stem.is_stop || terms_is_short(word),
		.is_listed = stem.is_listed,
	};
	if ((form->word->flags & WORD_PAIR) != 0)
		t->terms[t->n_terms].edges =
		    (uint8_t)run_edges_of(word, b->is_japanese);
	return t->n_terms++;
}

/* Finds the distinct forms of the words.  Sets `term` of each word to the
 * number of its form. */
static void
terms_find_forms(struct terms_build *b)
{
	struct enrich_text *t = b->text;

	for (uint32_t i = 0; i < t->n_words; i++) {
		struct enrich_word *word = &t->words[i];
		char lower[LIMIT_ENRICH_WORD_BYTES];
		struct slice text = terms_lower_word(t, word, lower);
		uint64_t key;
		size_t at;

		word->term = ENRICH_NO_TERM;
		if (text.len == 0)
			continue;
		key = word_hash(b->secret, text);
		for (at = key & b->mask;
		     b->form_slots[at] != 0 &&
		     b->forms[b->form_slots[at] - 1].key != key;
		     at = (at + 1) & b->mask)
			;
		if (b->form_slots[at] == 0) {
			b->forms[b->n_forms++] =
			    (struct terms_form){ .key = key, .word = word };
			b->form_slots[at] = b->n_forms;
		}
		word->term = b->form_slots[at] - 1;
	}
}

static void
terms_find_stems(struct terms_build *b)
{
	for (uint32_t i = 0; i < b->n_forms; i++) {
		if (i + AHEAD < b->n_forms)
			stem_prefetch(b->text->stems, b->forms[i + AHEAD].key);
		b->forms[i].term = terms_add(b, &b->forms[i]);
	}
}

static void
terms_find_frequencies(struct enrich_text *t)
{
	const struct frequencies *f = &t->frequencies;

	for (uint32_t i = 0; i < t->n_terms; i++) {
		struct enrich_term *term = &t->terms[i];
		uint32_t n;

		if (i + AHEAD < t->n_terms)
			frequencies_prefetch(f, term[AHEAD].hash);
		n = frequencies_of(f, term->hash);
		term->is_stop |= terms_is_frequent(t, n);
		term->inverse = frequencies_inverse(f, n);
	}
}

static void
terms_count(const struct terms_build *b)
{
	struct enrich_text *t = b->text;

	for (uint32_t i = 0; i < t->n_words; i++) {
		struct enrich_word *word = &t->words[i];
		struct enrich_term *term;

		if (word->term == ENRICH_NO_TERM)
			continue;
		word->term = b->forms[word->term].term;
		term = &t->terms[word->term];
		term->n++;
		if ((word->flags & WORD_CAPITAL) == 0)
			term->n_lower++;
		else if ((word->flags & WORD_FIRST) == 0)
			term->n_capital++;
	}
}

void
enrich_find_terms(struct enrich_text *t)
{
	struct terms_build b;

	terms_init(&b, t);
	terms_find_forms(&b);
	terms_find_stems(&b);
	terms_find_frequencies(t);
	terms_count(&b);
}
