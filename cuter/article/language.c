/*
 * language.c -- which language a text is in, by its commonest words.
 *
 * In:  plain text, best of more than ten words.
 * Out: a code of ISO 639 and how sure that is.
 *
 * Function words make up a third to a half of any text, so that counting them
 * tells languages apart after a line or two, close ones after a paragraph; the
 * script tells those that have one of their own.  Own tables and no library:
 * libexttextcat of Debian (n-grams of 180 languages) takes 1 ms for 5 KB of
 * text, a third of what the whole page costs, reads files, and on headlines
 * is right in 82 of 100; libcld2 is C++ and has had no release since 2015.
 */
#include "cuter/article/language.h"

#include <assert.h>
#include <math.h>

#include "base/table.h"
#include "base/utf8.h"
#include "config/limits.h"
#include "cuter/article/article.h"

#define WORD_BYTES   32  /* function words are short */
#define ROWS         64  /* bits of a set */
#define LETTER_WORTH 0.5 /* of a word: letters are many */
#define SURE_AHEAD   3.0 /* words ahead of the next language: e-fold */
#define LEAST_SHARE                                                            \
	0.15              /* of words that are function words, in any text of  \
			     a language that has a row */
#define KANA_SHARE   0.05 /* Japanese without is none */
#define SCRIPT_SHARE 0.4  /* names and figures are Latin anywhere */
#define SURE_RUNES   4.0  /* of a script: e-fold */

struct count {
	double score[ROWS];
	size_t script[ROWS]; /* runes of each of language_scripts */
	size_t n_words, n_letters;
};

/* A letter is a word of its own kind. */
static uint64_t
hash_of(const char *word, size_t n, bool letter)
{
	uint64_t hash = hash_stable((struct slice){ word, n });

	return letter ? ~hash | 1 : hash | 1;
}

static size_t
slot_of(const struct languages *l, uint64_t hash)
{
	size_t i = (hash >> 8) & (LANGUAGE_SLOTS - 1);

	while (l->slots[i].hash != 0 && l->slots[i].hash != hash)
		i = (i + 1) & (LANGUAGE_SLOTS - 1);
	return i;
}

static void
put(struct languages *l, uint64_t hash, size_t row)
{
	size_t i = slot_of(l, hash);

	l->slots[i].hash = hash;
	l->slots[i].of |= UINT64_C(1) << row;
}

void
languages_fill(struct languages *l)
{
	assert(language_n_rows <= ROWS && language_n_scripts <= ROWS);
	for (size_t row = 0; row < language_n_rows; row++) {
		struct slice words = slice_of(language_rows[row].words), word;
		struct slice letters = slice_of(language_rows[row].letters);

		while (slice_next(&words, ' ', &word))
			put(l, hash_of(word.p, word.len, false), row);
		for (size_t at = 0; at < letters.len;) {
			uint32_t rune;
			size_t n = utf8_decode(
			    letters.p + at, letters.len - at, &rune);

			put(l, hash_of(letters.p + at, n, true), row);
			at += n;
		}
	}
}

static void
score(const struct languages *l, uint64_t hash, double worth, struct count *c)
{
	uint64_t of = l->slots[slot_of(l, hash)].of;

	while (of != 0) {
		c->score[__builtin_ctzll(of)] += worth;
		of &= of - 1;
	}
}

static void
count_wide(const struct languages *l, uint32_t rune, struct count *c)
{
	char letter[4];
	size_t n;

	for (size_t i = 0; rune >= 0x370 && i < language_n_scripts; i++)
		if (rune >= language_scripts[i].first &&
		    rune <= language_scripts[i].last) {
			c->script[i]++;
			return;
		}
	n = utf8_encode(rune, letter);
	score(l, hash_of(letter, n, true), LETTER_WORTH, c);
}

static void
count(const struct languages *l, struct slice s, struct count *c)
{
	char word[WORD_BYTES + 4];
	size_t n = 0;

	for (size_t i = 0; i < s.len;) {
		uint32_t rune;
		size_t took = utf8_decode(s.p + i, s.len - i, &rune);

		i += took;
		if (rune_is_word(rune)) {
			rune = rune_lower(rune);
			c->n_letters++;
			if (n < WORD_BYTES)
				n += utf8_encode(rune, word + n);
			if (rune >= 0x80)
				count_wide(l, rune, c);
			if (i < s.len)
				continue;
		}
		if (n > 0) {
			c->n_words++;
			score(l, hash_of(word, n, false), 1, c);
		}
		n = 0;
	}
}

static double
sure(double n)
{
	return 1 - exp(-n);
}

/* By script alone, where most letters are of one. */
static struct language_guess
by_script(const struct count *c)
{
	struct language_guess none = { NULL, 0 };
	size_t all = 0, best = 0, kana = 0;

	for (size_t i = 0; i < language_n_scripts; i++) {
		all += c->script[i];
		if (c->script[i] > c->script[best])
			best = i;
		if (strcmp(language_scripts[i].code, "ja") == 0)
			kana = i;
	}
	if (all == 0 || (double)all < SCRIPT_SHARE * (double)c->n_letters)
		return none;
	if (strcmp(language_scripts[best].code, "zh") == 0 &&
	    (double)c->script[kana] > KANA_SHARE * (double)all)
		best = kana;
	return (struct language_guess){ language_scripts[best].code,
		sure((double)all / SURE_RUNES) };
}

struct language_guess
language_detect(const struct languages *l, struct slice text)
{
	struct count c = { 0 };
	struct language_guess guess;
	size_t best = 0;
	double next = 0, share;

	count(l, utf8_prefix(text, LIMIT_LANGUAGE_BYTES), &c);
	guess = by_script(&c);
	if (guess.code != NULL)
		return guess;
	for (size_t i = 1; i < language_n_rows; i++)
		if (c.score[i] > c.score[best])
			best = i;
	for (size_t i = 0; i < language_n_rows; i++)
		if (c.score[i] > next &&
		    !cuter_same_language(slice_of(language_rows[i].code),
			slice_of(language_rows[best].code)))
			next = c.score[i];
	if (c.n_words == 0 || c.score[best] <= next)
		return guess;
	share = c.score[best] / (double)c.n_words / LEAST_SHARE;
	guess.code = language_rows[best].code;
	guess.confidence =
	    sure((c.score[best] - next) / SURE_AHEAD) * (share < 1 ? share : 1);
	return guess;
}

/* The words against what the page declares: of 1731 pages 38 were declared
 * wrongly, and 3 were of several languages or of one that has no row. */
#define BELIEVED 0.9
#define ALONE    0.5  /* where nothing is declared */
#define DECLARED 0.97 /* such a share of them is declared rightly */
#define DOUBTED  0.6  /* the words say otherwise, but few of them */

void
article_find_language(const struct languages *l, struct cuter_article *a)
{
	struct language_guess guess = language_detect(l, a->body);
	struct cuter_origin_of *said = &a->fields[CUTER_FIELD_LANGUAGE];
	bool agrees;

	a->declared_language = a->language;
	if (guess.code == NULL)
		return;
	a->detected_language = slice_of(guess.code);
	a->detected_confidence = guess.confidence;
	agrees = cuter_same_language(a->language, a->detected_language);
	if (a->language.len == 0 ? guess.confidence >= ALONE
				 : !agrees && guess.confidence >= BELIEVED) {
		a->language = a->detected_language;
		said->source = CUTER_SOURCE_WORDS;
		said->confidence = guess.confidence;
	} else if (agrees) {
		said->confidence = 1 - (1 - DECLARED) * (1 - guess.confidence);
	} else if (a->language.len > 0 && guess.confidence >= ALONE) {
		said->confidence = DOUBTED;
	}
}

/* One language to a reader, or one whose pages declare the one and the other.
 */
static const char *const same[][2] = { { "nb", "no" }, { "nn", "no" },
	{ "iw", "he" }, { "in", "id" }, { "ms", "id" }, { "bs", "hr" },
	{ "sh", "hr" }, { "sr", "hr" }, { "fil", "tl" }, { "mo", "ro" },
	{ "yue", "zh" }, { "cmn", "zh" }, { "arz", "ar" }, { "ku", "ckb" },
	{ "gl", "pt" }, { "yi", "he" }, { "as", "bn" }, { "ti", "am" },
	{ "da", "no" } };

static struct slice
plain(struct slice code)
{
	size_t n = 0;

	while (n < code.len && code.p[n] != '-' && code.p[n] != '_')
		n++;
	code.len = n;
	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		if (slice_equal_nocase(code, slice_of(same[i][0])))
			return slice_of(same[i][1]);
	return code;
}

bool
cuter_same_language(struct slice a, struct slice b)
{
	return slice_equal_nocase(plain(a), plain(b));
}
