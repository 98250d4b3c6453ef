/*
 * stems.c -- stems words, and recognises stop words and abbreviations; see
 * stems.h.
 *
 * A stemmer takes 0.2 to 0.6 microseconds for a word.  The cache keeps the
 * stems of recent words.  A word has two slots, which are one line of the
 * processor's cache; the newer stem is in the first one.  The cache begins
 * small and grows with the number of stems, because many workers read only one
 * page, and each first access to a page of memory is a page fault.  Stop words
 * and abbreviations are sets of hashes that are filled when a language is first
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

#define FIRST_LINES 512 /* 2^n; 32 KiB, for about 600 different words */
#define MOST_LINES  16384
#define GROWTH      4
#define LINE_SLOTS  2
#define ADDED_BYTES 8    /* a slot has 32 bytes */
#define SET_SLOTS   2048 /* for about 500 words of a language; 2^n */

/* A stem is the beginning of its word and, rarely, some other bytes
 * ("happi" of "happy").  Only stems with at most ADDED_BYTES other bytes are
 * kept. */
struct stem_slot {
	uint64_t word_key; /* hash of the word and its language; 0: the slot is
			      free */
	uint64_t key;
	uint32_t hash;
	bool is_stop, is_listed;
	uint8_t n_kept; /* bytes of the beginning of the word */
	uint8_t n_added;
	char added[ADDED_BYTES];
};
struct stem_line {
	struct stem_slot slots[LINE_SLOTS];
};
_Static_assert(sizeof(struct stem_line) == 64, "a line of the cache");
_Static_assert(LIMIT_ENRICH_WORD_BYTES <= UINT8_MAX, "n_kept is a byte");

struct stem_language {
	struct sb_stemmer *stemmer;
	uint64_t *sets; /* sets of SET_SLOTS keys each; NULL: not filled yet */
};
enum stem_set { STEM_STOP_WORDS, STEM_ABBREVIATIONS, STEM_SETS };

struct stem_cache {
	struct stem_line *lines; /* each at a multiple of its size */
	void *memory;            /* of the lines */
	size_t n_lines;          /* 2^n */
	size_t n_kept;           /* stems kept since the cache grew */
	char text[LIMIT_ENRICH_WORD_BYTES]; /* of the last stem with other bytes
					     */
	uint64_t secret;
	uint64_t language_secret; /* differs for each language */
	const struct category_index *categories; /* NULL: not used */
	struct category_list list;               /* of the language */
	const struct language *language;
	struct stem_language *languages; /* one for each row */
};

/* Replaces the lines by n empty ones.  Returns false if there is no memory.
 * Not aligned_alloc(), because memset() would touch all pages. */
static bool
stems_make_lines(struct stem_cache *cache, size_t n)
{
	void *memory = calloc(n + 1, sizeof(*cache->lines));

	if (memory == NULL)
		return false;
	cache->memory = memory;
	cache->lines =
	    (struct stem_line *)(((uintptr_t)memory + sizeof(*cache->lines) -
				     1) /
				 sizeof(*cache->lines) * sizeof(*cache->lines));
	cache->n_lines = n;
	cache->n_kept = 0;
	return true;
}

struct stem_cache *
stem_cache_new(const struct category_index *categories)
{
	struct stem_cache *cache = calloc(1, sizeof(*cache));

	if (cache == NULL)
		return NULL;
	cache->languages = calloc(language_count(), sizeof(*cache->languages));
	if (cache->languages == NULL || !stems_make_lines(cache, FIRST_LINES)) {
		stem_cache_free(cache);
		return NULL;
	}
	cache->categories = categories;
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
	if (cache->categories != NULL)
		cache->list =
		    category_list_of(cache->categories, language->code);
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
	uint32_t hash = frequency_hash(cache->language->code, text);

	return (struct stem){ .text = text,
		.key = word_hash(cache->secret, text),
		.hash = hash,
		.is_stop = is_stop,
		.is_listed = cache->categories == NULL ||
			     category_list_has(cache->list, hash, word) };
}

static uint64_t
stems_word_key(const struct stem_cache *cache, uint64_t key)
{
	return word_hash_fold(key, cache->language_secret);
}

static struct stem_line *
stems_line(const struct stem_cache *cache, uint64_t word_key)
{
	return &cache->lines[word_key & (cache->n_lines - 1)];
}

void
stem_prefetch(const struct stem_cache *cache, uint64_t key)
{
	__builtin_prefetch(stems_line(cache, stems_word_key(cache, key)));
}

/* Returns the stem of a slot.  The caller checks that the slot is that of the
 * word. */
static struct stem
stems_of_slot(
    struct stem_cache *cache, const struct stem_slot *slot, struct slice word)
{
	struct slice text = { word.p, slot->n_kept };

	if (slot->n_added > 0) {
		memcpy(cache->text, word.p, slot->n_kept);
		memcpy(cache->text + slot->n_kept, slot->added, slot->n_added);
		text = (struct slice){ cache->text,
			(size_t)slot->n_kept + slot->n_added };
	}
	return (struct stem){ .text = text,
		.key = slot->key,
		.hash = slot->hash,
		.is_stop = slot->is_stop,
		.is_listed = slot->is_listed };
}

/* Replaces the older stem of the word's line. */
static void
stems_put(struct stem_cache *cache, const struct stem_slot *slot)
{
	struct stem_line *line = stems_line(cache, slot->word_key);

	line->slots[1] = line->slots[0];
	line->slots[0] = *slot;
	cache->n_kept++;
}

/* Makes the cache larger if as many stems were kept as it has lines.  If there
 * is no memory, it keeps its size. */
static void
stems_grow(struct stem_cache *cache)
{
	struct stem_line *lines = cache->lines;
	void *memory = cache->memory;
	size_t n = cache->n_lines;

	if (cache->n_kept < n || n >= MOST_LINES ||
	    !stems_make_lines(cache, GROWTH * n))
		return;
	for (size_t i = 0; i < n; i++)
		for (size_t j = LINE_SLOTS; j-- > 0;)
			if (lines[i].slots[j].word_key != 0)
				stems_put(cache, &lines[i].slots[j]);
	free(memory);
}

static void
stems_keep(struct stem_cache *cache, uint64_t word_key, struct slice word,
    const struct stem *stem)
{
	struct stem_slot slot;
	struct slice text = stem->text;
	size_t n = 0;

	while (n < word.len && n < text.len && word.p[n] == text.p[n])
		n++;
	if (text.len - n > ADDED_BYTES)
		return;
	slot = (struct stem_slot){ .word_key = word_key,
		.key = stem->key,
		.hash = stem->hash,
		.is_stop = stem->is_stop,
		.is_listed = stem->is_listed,
		.n_kept = (uint8_t)n,
		.n_added = (uint8_t)(text.len - n) };
	memcpy(slot.added, text.p + n, text.len - n);
	stems_put(cache, &slot);
	stems_grow(cache);
}

struct stem
stem_of(struct stem_cache *cache, struct slice word, uint64_t key)
{
	uint64_t word_key = stems_word_key(cache, key);
	struct stem_line *line = stems_line(cache, word_key);
	struct stem stem;

	for (size_t i = 0; i < LINE_SLOTS && word_key != 0; i++) {
		const struct stem_slot *slot = &line->slots[i];

		if (slot->word_key == word_key && slot->n_kept <= word.len)
			return stems_of_slot(cache, slot, word);
	}
	stem = stems_new_stem(cache, word, key);
	if (word_key != 0)
		stems_keep(cache, word_key, word, &stem);
	return stem;
}
