/*
 * stems.c -- see stems.h.
 *
 * A stemmer takes 0.3 to 0.6 microseconds for a word.  The cache keeps the
 * stems of recent words: one slot for each hash, without lists.  Stop words are
 * a set of hashes that is filled when a language is used first.
 */
#include "enrich/stems.h"

#include <libstemmer.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/table.h"
#include "cuter/article/language.h"

#define CACHE_SLOTS 4096
#define STOP_SLOTS  2048 /* for about 500 words of a language; 2^n */

struct stem_slot {
	uint8_t language; /* number of its row + 1; 0: free */
	uint8_t word_bytes, stem_bytes;
	char word[LIMIT_ENRICH_WORD_BYTES], stem[LIMIT_ENRICH_WORD_BYTES];
};

struct stem_language {
	struct sb_stemmer *stemmer;
	uint64_t *stop; /* STOP_SLOTS hashes; NULL: not filled yet */
};

struct stem_cache {
	struct stem_slot slots[CACHE_SLOTS];
	struct stem_language *languages; /* one for each row */
};

struct stem_cache *
stem_cache_new(void)
{
	struct stem_cache *cache = calloc(1, sizeof(*cache));

	if (cache == NULL)
		return NULL;
	cache->languages = calloc(language_count(), sizeof(*cache->languages));
	if (cache->languages == NULL) {
		free(cache);
		return NULL;
	}
	return cache;
}

void
stem_cache_free(struct stem_cache *cache)
{
	if (cache == NULL)
		return;
	for (size_t i = 0; i < language_count(); i++) {
		if (cache->languages[i].stemmer != NULL)
			sb_stemmer_delete(cache->languages[i].stemmer);
		free(cache->languages[i].stop);
	}
	free(cache->languages);
	free(cache);
}

static struct sb_stemmer *
stem_stemmer(struct stem_cache *cache, const struct language *language)
{
	struct stem_language *of = &cache->languages[language_number(language)];

	if (of->stemmer == NULL && language->stemmer != NULL)
		of->stemmer = sb_stemmer_new(language->stemmer, "UTF_8");
	return of->stemmer;
}

/* libstemmer never makes a word longer by more than a few bytes; a stem that
 * does not fit the slot is not used. */
static struct slice
stem_compute(struct stem_cache *cache, const struct language *language,
    struct slice word)
{
	struct sb_stemmer *stemmer = stem_stemmer(cache, language);
	const sb_symbol *stem;
	size_t n;

	if (stemmer == NULL)
		return word;
	stem =
	    sb_stemmer_stem(stemmer, (const sb_symbol *)word.p, (int)word.len);
	if (stem == NULL)
		return word;
	n = (size_t)sb_stemmer_length(stemmer);
	if (n == 0 || n > LIMIT_ENRICH_WORD_BYTES)
		return word;
	return (struct slice){ (const char *)stem, n };
}

struct slice
stem_of(struct stem_cache *cache, const struct language *language,
    struct slice word)
{
	struct stem_slot *slot = &cache->slots[hash_stable(word) % CACHE_SLOTS];
	uint8_t number = (uint8_t)(language_number(language) + 1);
	struct slice stem;

	if (language->stemmer == NULL || word.len > LIMIT_ENRICH_WORD_BYTES)
		return word;
	if (slot->language == number && slot->word_bytes == word.len &&
	    memcmp(slot->word, word.p, word.len) == 0)
		return (struct slice){ slot->stem, slot->stem_bytes };
	stem = stem_compute(cache, language, word);
	slot->language = number;
	slot->word_bytes = (uint8_t)word.len;
	slot->stem_bytes = (uint8_t)stem.len;
	memcpy(slot->word, word.p, word.len);
	memcpy(slot->stem, stem.p, stem.len);
	return (struct slice){ slot->stem, slot->stem_bytes };
}

/* ---- stop words ---- */

static void
stem_add_stop_words(uint64_t *set, const char *words)
{
	struct slice rest = slice_of(words), word;

	while (slice_next(&rest, ' ', &word)) {
		uint64_t hash = hash_stable(word);
		size_t at = hash % STOP_SLOTS;

		while (set[at] != 0 && set[at] != hash)
			at = (at + 1) % STOP_SLOTS;
		set[at] = hash;
	}
}

static const uint64_t *
stem_stop_set(struct stem_cache *cache, const struct language *language)
{
	struct stem_language *of = &cache->languages[language_number(language)];

	if (of->stop != NULL)
		return of->stop;
	of->stop = calloc(STOP_SLOTS, sizeof(*of->stop));
	if (of->stop == NULL)
		return NULL;
	stem_add_stop_words(of->stop, language->stop);
	for (size_t i = 0; i < language_n_rows; i++)
		if (strcmp(language_rows[i].code, language->code) == 0)
			stem_add_stop_words(of->stop, language_rows[i].words);
	return of->stop;
}

bool
stem_is_stop_word(struct stem_cache *cache, const struct language *language,
    struct slice word)
{
	const uint64_t *set = stem_stop_set(cache, language);
	uint64_t hash = hash_stable(word);

	for (size_t at = hash % STOP_SLOTS; set != NULL && set[at] != 0;
	     at = (at + 1) % STOP_SLOTS)
		if (set[at] == hash)
			return true;
	return false;
}
