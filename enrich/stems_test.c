/*
 * stems_test.c -- a stem of the cache equals the stem that libstemmer returns.
 */
#include <libstemmer.h>
#include <string.h>

#include "base/array.h"
#include "base/limits.h"
#include "enrich/stems.h"
#include "enrich/word_hash.h"
#include "tests/lib/tap.h"

#define WORDS  60000 /* more than the cache keeps */
#define ROUNDS 3

static uint64_t stems_test_state;

static uint32_t
stems_test_random(uint32_t below)
{
	stems_test_state =
	    stems_test_state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(stems_test_state >> 33) % below;
}

/* Writes a word of random syllables and an ending that stemmers replace or
 * remove. Every word has its own seed. */
static struct slice
stems_test_word(uint32_t number, char out[LIMIT_ENRICH_WORD_BYTES])
{
	static const char *const syllables[] = { "ba", "cro", "dün", "fel",
		"gi", "hop", "kas", "lar", "mö", "nir", "tu", "vé" };
	static const char *const endings[] = { "", "y", "ies", "ational",
		"ization", "fulness", "heiten", "ungen", "amientos", "issement",
		"ности", "а", "zione", "lerinden" };
	size_t len = 0, n;

	stems_test_state = number;
	n = 1 + stems_test_random(5);
	for (size_t i = 0; i <= n; i++) {
		const char *part =
		    i < n
			? syllables[stems_test_random(ARRAY_LENGTH(syllables))]
			: endings[stems_test_random(ARRAY_LENGTH(endings))];

		memcpy(out + len, part, strlen(part));
		len += strlen(part);
	}
	return (struct slice){ out, len };
}

/* Returns the stem of a word by libstemmer. */
static struct slice
stems_test_expected(struct sb_stemmer *stemmer, struct slice word)
{
	const sb_symbol *stem =
	    sb_stemmer_stem(stemmer, (const sb_symbol *)word.p, (int)word.len);

	return (struct slice){ (const char *)stem,
		(size_t)sb_stemmer_length(stemmer) };
}

/* Stems all words of a language ROUNDS times.  Recent words are read again, so
 * that some of their stems are in the cache. */
static void
stems_test_language(struct stem_cache *cache, const char *code)
{
	const struct language *language = language_find(slice_of(code));
	struct sb_stemmer *stemmer = sb_stemmer_new(language->stemmer, "UTF_8");
	size_t n_wrong = 0, n_stop = 0;

	stem_cache_begin(cache, language);
	for (uint32_t i = 0; i < WORDS * ROUNDS; i++) {
		char text[LIMIT_ENRICH_WORD_BYTES];
		uint32_t number = i % 3 == 0 ? i / 2 % WORDS : i % WORDS;
		struct slice word = stems_test_word(number, text);
		struct stem stem = stem_of(
		    cache, word, word_hash(stem_cache_secret(cache), word));

		n_stop += stem.is_stop;
		n_wrong += !stem.is_stop &&
			   (!slice_equal(stem.text,
				stems_test_expected(stemmer, word)) ||
			       stem.key != word_hash(stem_cache_secret(cache),
					       stem.text));
	}
	ok(n_wrong == 0, "%s: %zu stems differ from those of libstemmer", code,
	    n_wrong);
	ok(n_stop < WORDS, "%s: most words are no stop words", code);
	sb_stemmer_delete(stemmer);
}

/* A word that is cached in one language has another stem in another one. */
static void
stems_test_languages(struct stem_cache *cache)
{
	static const struct {
		const char *language, *word, *stem;
		bool is_stop;
	} rows[] = {
		{ "en", "happy", "happi", false },
		{ "de", "happy", "happy", false },
		{ "en", "cities", "citi", false },
		{ "fr", "cities", "cit", false },
		{ "en", "the", "the", true },
		{ "de", "the", "the", false },
		{ "de", "häuser", "haus", false },
		{ "en", "x", "x", false },
		{ "ja", "日本", "日本", false },
	};

	for (size_t round = 0; round < 2; round++)
		for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
			struct slice word = slice_of(rows[i].word);
			struct stem stem;

			stem_cache_begin(
			    cache, language_find(slice_of(rows[i].language)));
			stem = stem_of(cache, word,
			    word_hash(stem_cache_secret(cache), word));
			ok(slice_equal(stem.text, slice_of(rows[i].stem)) &&
				stem.is_stop == rows[i].is_stop,
			    "%s: the stem of \"%s\" is \"%.*s\"",
			    rows[i].language, rows[i].word,
			    SLICE_ARG(stem.text));
		}
}

int
main(void)
{
	struct stem_cache *cache = stem_cache_new(NULL);

	stems_test_languages(cache);
	stems_test_language(cache, "en");
	stems_test_language(cache, "de");
	stems_test_language(cache, "tr");
	stems_test_language(cache, "ru");
	stem_cache_free(cache);
	return done_testing();
}
