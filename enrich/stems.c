/*
 * stems.c -- stems words, and recognises stop words and abbreviations; see
 * stems.h.
 *
 * A stemmer takes 0.2 to 0.6 microseconds for a word.  The cache keeps the
 * stems of recent words: one slot for each hash, without lists.  Stop words and
 * abbreviations are sets of hashes that are filled when a language is first
 * used.  Stop words are not stemmed.
 */
#include "enrich/stems.h"

#include <libstemmer.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/table.h"
#include "base/text/utf8.h"
#include "cuter/article/language.h"
#include "enrich/frequency.h"
#include "enrich/word_hash.h"

#define CACHE_SLOTS 8192
#define SLOT_BYTES  41   /* longer stems are not kept; a slot has 64 bytes */
#define SET_SLOTS   2048 /* for about 500 words of a language; 2^n */

struct stem_slot {
	uint64_t word_key; /* hash of the word and its language; 0: the slot is
			      free */
	uint64_t key;
	uint32_t hash;
	bool is_stop;
	uint8_t bytes;
	char text[SLOT_BYTES];
};
_Static_assert(sizeof(struct stem_slot) == 64, "a line of the cache");

struct stem_language {
	struct sb_stemmer *stemmer;
	uint64_t *sets; /* sets of SET_SLOTS keys each; NULL: not filled yet */
};
enum stem_set { STEM_STOP_WORDS, STEM_ABBREVIATIONS, STEM_SETS };

struct stem_cache {
	struct stem_slot *slots; /* CACHE_SLOTS; each is one line of the
				    processor's cache */
	void *memory;            /* of the slots */
	uint64_t secret;
	uint64_t language_secret; /* differs for each language */
	const struct language *language;
	struct stem_language *languages; /* one for each row */
};

struct stem_cache *
stem_cache_new(void)
{
	struct stem_cache *cache = calloc(1, sizeof(*cache));

	if (cache == NULL)
		return NULL;
	cache->languages = calloc(language_count(), sizeof(*cache->languages));
	/* Not aligned_alloc(), because memset() would touch all pages, which
	 * each worker would then copy. */
	cache->memory = calloc(CACHE_SLOTS + 1, sizeof(*cache->slots));
	if (cache->languages == NULL || cache->memory == NULL) {
		stem_cache_free(cache);
		return NULL;
	}
	cache->slots =
	    (struct stem_slot *)(((uintptr_t)cache->memory +
				     sizeof(*cache->slots) - 1) /
				 sizeof(*cache->slots) * sizeof(*cache->slots));
	cache->secret = hash_bytes(SLICE("stems"));
	stem_cache_begin(cache, language_find(SLICE("")));
	return cache;
}

void
stem_cache_free(struct stem_cache *cache)
{
	if (cache == NULL)
		return;
	for (size_t i = 0; cache->languages != NULL && i < language_count();
	     i++) {
		if (cache->languages[i].stemmer != NULL)
			sb_stemmer_delete(cache->languages[i].stemmer);
		free(cache->languages[i].sets);
	}
	free(cache->languages);
	free(cache->memory);
	free(cache);
}

uint64_t
stem_cache_secret(const struct stem_cache *cache)
{
	return cache->secret;
}

void
stem_cache_begin(struct stem_cache *cache, const struct language *language)
{
	cache->language = language;
	cache->language_secret =
	    cache->secret + 2 * language_number(language) + 1;
}

static struct stem_language *
stems_language(struct stem_cache *cache)
{
	return &cache->languages[language_number(cache->language)];
}

/* ---- stop words and abbreviations ---- */

static void
stems_set_add(const struct stem_cache *cache, uint64_t *set, const char *words)
{
	struct slice rest = slice_of(words), word;

	while (slice_next(&rest, ' ', &word)) {
		uint64_t key = word_hash(cache->secret, word);
		size_t at = key % SET_SLOTS;

		while (set[at] != 0 && set[at] != key)
			at = (at + 1) % SET_SLOTS;
		set[at] = key;
	}
}

static uint64_t *
stems_new_sets(struct stem_cache *cache)
{
	uint64_t *sets = calloc((size_t)STEM_SETS * SET_SLOTS, sizeof(*sets));

	if (sets == NULL)
		return NULL;
	stems_set_add(cache, sets + STEM_ABBREVIATIONS * SET_SLOTS,
	    cache->language->short_words);
	stems_set_add(cache, sets, cache->language->stop);
	for (size_t i = 0; i < language_n_rows; i++)
		if (strcmp(language_rows[i].code, cache->language->code) == 0)
			stems_set_add(cache, sets, language_rows[i].words);
	return sets;
}

static bool
stems_set_has(struct stem_cache *cache, enum stem_set which, uint64_t key)
{
	struct stem_language *of = stems_language(cache);
	const uint64_t *set;
	size_t at = key % SET_SLOTS;

	if (of->sets == NULL && (of->sets = stems_new_sets(cache)) == NULL)
		return false;
	set = of->sets + (size_t)which * SET_SLOTS;
	while (set[at] != 0 && set[at] != key)
		at = (at + 1) % SET_SLOTS;
	return set[at] == key;
}

bool
stem_is_abbreviation(struct stem_cache *cache, struct slice word)
{
	char lower[LIMIT_ENRICH_WORD_BYTES];
	size_t len = 0;

	for (size_t at = 0; at < word.len;) {
		uint32_t rune;

		at += utf8_decode(word.p + at, word.len - at, &rune);
		if (len + 4 > sizeof(lower))
			return false;
		len += utf8_encode(rune_lower(rune), lower + len);
	}
	return stems_set_has(cache, STEM_ABBREVIATIONS,
	    word_hash(cache->secret, (struct slice){ lower, len }));
}

/* ---- stems ---- */

/* Returns the stem, or the word if there is no stemmer or the stem is too long.
 */
static struct slice
stems_compute(struct stem_cache *cache, struct slice word)
{
	struct stem_language *of = stems_language(cache);
	const sb_symbol *stem;
	size_t n;

	if (of->stemmer == NULL && cache->language->stemmer != NULL)
		of->stemmer = sb_stemmer_new(cache->language->stemmer, "UTF_8");
	if (of->stemmer == NULL)
		return word;
	stem = sb_stemmer_stem(
	    of->stemmer, (const sb_symbol *)word.p, (int)word.len);
	if (stem == NULL)
		return word;
	n = (size_t)sb_stemmer_length(of->stemmer);
	if (n == 0 || n > LIMIT_ENRICH_WORD_BYTES)
		return word;
	return (struct slice){ (const char *)stem, n };
}

static struct stem
stems_new_stem(struct stem_cache *cache, struct slice word, uint64_t key)
{
	bool is_stop = stems_set_has(cache, STEM_STOP_WORDS, key);
	struct slice text = is_stop ? word : stems_compute(cache, word);

	return (struct stem){ .text = text,
		.key = word_hash(cache->secret, text),
		.hash = frequency_hash(cache->language->code, text),
		.is_stop = is_stop };
}

static uint64_t
stems_word_key(const struct stem_cache *cache, uint64_t key)
{
	return word_hash_fold(key, cache->language_secret);
}

void
stem_prefetch(const struct stem_cache *cache, uint64_t key)
{
	__builtin_prefetch(
	    &cache->slots[stems_word_key(cache, key) % CACHE_SLOTS]);
}

struct stem
stem_of(struct stem_cache *cache, struct slice word, uint64_t key)
{
	uint64_t mine = stems_word_key(cache, key);
	struct stem_slot *slot = &cache->slots[mine % CACHE_SLOTS];
	struct stem stem;

	if (slot->word_key == mine && mine != 0)
		return (struct stem){ .text = { slot->text, slot->bytes },
			.key = slot->key,
			.hash = slot->hash,
			.is_stop = slot->is_stop };
	stem = stems_new_stem(cache, word, key);
	if (stem.text.len > SLOT_BYTES)
		return stem;
	slot->word_key = mine;
	slot->key = stem.key;
	slot->hash = stem.hash;
	slot->is_stop = stem.is_stop;
	slot->bytes = (uint8_t)stem.text.len;
	memcpy(slot->text, stem.text.p, stem.text.len);
	return stem;
}
