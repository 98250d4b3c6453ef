/*
 * date_words.c -- the words next to dates in about thirty languages. Case is
 * ignored.
 */
#include <pthread.h>

#include "base/array.h"
#include "base/text/utf8.h"
#include "cuter/article/date/published.h"

/* Words that denote the date of a change, not of the first publication. */
static const char *const change_words[] = { "updated", "reviewed", "revised",
	"aktualisier", "zuletzt", "ge\xC3\xA4ndert", "letzte \xC3\xA4nderung",
	"mis \xC3\xA0 jour", "mise \xC3\xA0 jour", "modifi", "actualiz",
	"atualiz", "aggiorna", "bijgewerkt", "gewijzigd", "oppdater",
	"sist endret", "opdater", "sidst \xC3\xA6ndret", "uppdater",
	"senast \xC3\xA4ndrad", "aktualiz", "g\xC3\xBCncelle",
	"\xD0\xBE\xD0\xB1\xD0\xBD\xD0\xBE\xD0\xB2\xD0\xBB",
	"\xE6\x9B\xB4\xE6\x96\xB0",
	"\xD0\xBE\xD0\xBD\xD0\xBE\xD0\xB2\xD0\xBB\xD0\xB5\xD0\xBD",
	"\xD0\xB8\xD0\xB7\xD0\xBC\xD0\xB5\xD0\xBD\xD0\xB5\xD0\xBD\xD0\xBE",
	"\xCF\x84\xCE\xB5\xCE\xBB\xCE\xB5\xCF\x85\xCF\x84\xCE\xB1\xCE\xAF\xCE"
	"\xB1 \xCE\xB5\xCE\xBD\xCE\xB7\xCE\xBC",
	"\xCE\xB5\xCE\xBD\xCE\xB7\xCE\xBC\xCE\xB5\xCF\x81\xCF\x8E\xCE\xB8\xCE"
	"\xB7\xCE\xBA\xCE\xB5",
	"\xD8\xAA\xD8\xAD\xD8\xAF\xD9\x8A\xD8\xAB",
	"\xEC\xB5\x9C\xEC\xA2\x85\xEC\x88\x98\xEC\xA0\x95",
	"\xEC\xB5\x9C\xEC\xA2\x85 \xEC\x88\x98\xEC\xA0\x95",
	"\xEC\x97\x85\xEB\x8D\xB0\xEC\x9D\xB4\xED\x8A\xB8", "p\xC3\xA4ivitetty",
	"friss\xC3\xADt", "c\xE1\xBA\xADp nh\xE1\xBA\xADt", "diperbarui",
	"\xD7\xA2\xD7\x95\xD7\x93\xD7\x9B\xD7\x9F", "actualitza",
	"last update" };

/* True if `text` begins with `words`, which are in lower case. */
static bool
date_words_begins(struct slice text, const char *words)
{
	uint32_t rune, wanted;

	while (*words != '\0') {
		if (text.len == 0)
			return false;
		text = slice_sub(
		    text, utf8_decode(text.p, text.len, &rune), text.len);
		/* a character has at most four bytes, and the words are valid
		 * UTF-8 */
		words += utf8_decode(words, 4, &wanted);
		if (rune_lower(rune) != wanted)
			return false;
	}
	return true;
}

/* A set with one bit for each first character of change_words; the lowest six
 * bits of the character select the bit. */
static uint64_t change_bits;
static pthread_once_t date_words_once = PTHREAD_ONCE_INIT;

static void
date_words_fill_bits(void)
{
	uint32_t rune;

	for (size_t i = 0; i < ARRAY_LENGTH(change_words); i++) {
		utf8_decode(change_words[i], strlen(change_words[i]), &rune);
		change_bits |= UINT64_C(1) << (rune & 63);
	}
}

/* True if the text begins with a word for a change; `first` is the first
 * character of the text, in lower case. */
static bool
date_words_has_change(struct slice text, uint32_t first)
{
	char bytes[4];

	utf8_encode(first, bytes);
	for (size_t i = 0; i < ARRAY_LENGTH(change_words); i++)
		if (change_words[i][0] == bytes[0] &&
		    date_words_begins(text, change_words[i]))
			return true;
	return false;
}

size_t
published_change_at(struct slice text)
{
	uint32_t rune;
	size_t took;

	pthread_once(&date_words_once, date_words_fill_bits);
	for (size_t at = 0; at < text.len; at += took) {
		took = utf8_decode(text.p + at, text.len - at, &rune);
		rune = rune_lower(rune);
		if ((change_bits >> (rune & 63) & 1) != 0 &&
		    date_words_has_change(slice_sub(text, at, text.len), rune))
			return at;
	}
	return SLICE_NOT_FOUND;
}

bool
published_mentions_change(struct slice text)
{
	return published_change_at(text) != SLICE_NOT_FOUND;
}

/* Labels of the day of publication. */
static const char *const labels[] = { "published", "date published",
	"publication date", "posted on", "post date", "release date",
	"ver\xC3\xB6"
	"ffentlicht",
	"erschienen", "publi\xC3\xA9", "publicad", "fecha de publicaci",
	"pubblicat", "gepubliceerd", "publicerad", "publisert", "udgivet",
	"julkaistu", "opublikowan", "publikov",
	"\xD0\xBE\xD0\xBF\xD1\x83\xD0\xB1\xD0\xBB\xD0\xB8"
	"\xD0\xBA\xD0\xBE\xD0\xB2\xD0\xB0\xD0\xBD",
	"\xE5\x85\xAC\xE9\x96\x8B\xE6\x97\xA5",
	"\xE6\x8E\xB2\xE8\xBC\x89\xE6\x97\xA5", "\xE5\x8F\x91\xE5\xB8\x83",
	"\xD0\xBE\xD0\xBF\xD1\x83\xD0\xB1\xD0\xBB\xD1\x96\xD0\xBA\xD0\xBE\xD0"
	"\xB2\xD0\xB0\xD0\xBD",
	"publicat" };

bool
published_is_label(struct slice text)
{
	for (size_t i = 0; i < ARRAY_LENGTH(labels); i++)
		if (date_words_begins(text, labels[i]))
			return true;
	return false;
}

size_t
published_label_at(struct slice text)
{
	bool in_word = false;
	uint32_t rune;
	size_t took;

	for (size_t at = 0; at < text.len; at += took) {
		took = utf8_decode(text.p + at, text.len - at, &rune);
		if (!in_word &&
		    published_is_label(slice_sub(text, at, text.len)))
			return at;
		in_word = rune_is_word(rune) && !rune_is_unspaced(rune);
	}
	return SLICE_NOT_FOUND;
}
