/*
 * terms.c -- stems the words of a text and counts the distinct stems; see
 * text.h.
 *
 * A word is looked up by its small letters; only a word that is new in this
 * text is stemmed.  The tables compare 64-bit hashes with a random seed and
 * keep the order of the text, so that the seed has no effect on the result.
 */
#include "base/limits.h"
#include "base/table.h"
#include "base/text/utf8.h"
#include "enrich/stems.h"
#include "enrich/text.h"

/* A stem in more than an eighth of the articles of its language is a stop
 * word.  Below COUNTED_ARTICLES the share is not reliable. */
#define STOP_SHARE       8
#define COUNTED_ARTICLES 200

struct terms_slot {
	uint64_t hash; /* 0: free */
	uint32_t term;
};

struct terms_index {
	struct terms_slot *slots;
	size_t mask;
};

static void
terms_index_init(struct terms_index *index, struct arena *arena, size_t n)
{
	size_t size = 16;

	while (size < 2 * n)
		size *= 2;
	index->slots = arena_array(arena, size, sizeof(struct terms_slot));
	index->mask = size - 1;
}

/* Returns the slot of a key; its hash is 0 if the key is new. */
static struct terms_slot *
terms_index_find(struct terms_index *index, uint64_t hash)
{
	size_t at = hash & index->mask;

	while (index->slots[at].hash != 0 && index->slots[at].hash != hash)
		at = (at + 1) & index->mask;
	return &index->slots[at];
}

/* Writes the word in small letters.  Returns false if it is too long. */
static bool
terms_lower(
    struct slice word, char out[LIMIT_ENRICH_WORD_BYTES], struct slice *ret)
{
	size_t len = 0;

	for (size_t at = 0; at < word.len;) {
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

struct terms_build {
	struct enrich_text *text;
	struct stem_cache *cache;
	struct terms_index words, stems;
};

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

static uint32_t
terms_add(struct terms_build *b, struct slice word)
{
	struct enrich_text *t = b->text;
	struct slice stem = stem_of(b->cache, t->language, word);
	uint64_t key = hash_bytes(stem);
	struct terms_slot *slot =
	    terms_index_find(&b->stems, key == 0 ? 1 : key);
	struct enrich_term *term;
	uint32_t n;

	if (slot->hash != 0)
		return slot->term;
	*slot = (struct terms_slot){ key == 0 ? 1 : key, t->n_terms };
	term = &t->terms[t->n_terms];
	*term = (struct enrich_term){ .stem = arena_copy(t->arena, stem),
		.hash = frequency_hash(t->language->code, stem) };
	n = frequencies_of(&t->frequencies, term->hash);
	term->is_stop = terms_is_short(word) || terms_is_frequent(t, n) ||
			stem_is_stop_word(b->cache, t->language, word);
	term->inverse = frequencies_inverse(&t->frequencies, n);
	return t->n_terms++;
}

static uint32_t
terms_find(struct terms_build *b, const struct enrich_word *word)
{
	char lower[LIMIT_ENRICH_WORD_BYTES];
	struct slice text;
	struct terms_slot *slot;
	uint64_t key;

	if (!terms_lower(enrich_word_text(b->text, word), lower, &text))
		return ENRICH_NO_TERM;
	key = hash_bytes(text);
	slot = terms_index_find(&b->words, key == 0 ? 1 : key);
	if (slot->hash == 0)
		*slot = (struct terms_slot){ key == 0 ? 1 : key,
			terms_add(b, text) };
	return slot->term;
}

void
enrich_find_terms(struct enrich_text *t, struct stem_cache *cache)
{
	struct terms_build b = { .text = t, .cache = cache };

	t->terms = arena_array_uninit(
	    t->arena, (size_t)t->n_words + 1, sizeof(struct enrich_term));
	terms_index_init(&b.words, t->arena, t->n_words);
	terms_index_init(&b.stems, t->arena, t->n_words);
	for (uint32_t i = 0; i < t->n_words; i++) {
		struct enrich_word *word = &t->words[i];
		struct enrich_term *term;

		word->term = terms_find(&b, word);
		if (word->term == ENRICH_NO_TERM)
			continue;
		term = &t->terms[word->term];
		term->n++;
		if ((word->flags & WORD_CAPITAL) == 0)
			term->n_lower++;
		else if ((word->flags & WORD_FIRST) == 0)
			term->n_capital++;
	}
}
