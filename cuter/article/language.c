/*
 * language.c -- detects the language of a text by its most frequent words.
 *
 * In:  plain text, preferably more than ten words.
 * Out: an ISO 639 code and a confidence.
 *
 * Function words are a third to a half of any text. Counting them therefore
 * distinguishes languages after one or two lines, and similar languages after a
 * paragraph. Languages with a script of their own are recognised by the script.
 * Libraries were rejected: Debian's libexttextcat (n-grams of 180 languages)
 * reads files, takes 1 ms for 5 KB of text (a third of the time for a whole
 * page), and is right for 82 of 100 headlines; libcld2 is C++ and has had no
 * release since 2015.
 */
#include "cuter/article/language.h"

#include <assert.h>
#include <math.h>

#include "base/array.h"
#include "base/limits.h"
#include "base/table.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "cuter/article/article.h"

#define WORD_BYTES 32 /* bytes of a word that are compared */
/* maximum number of rows, because a set of languages is a 64-bit word */
#define ROWS 64
/* weight of a letter; letters are more frequent than words, so they have half
 * the weight of a word */
#define LETTER_WEIGHT 0.5
/* Difference from the score of the next language, in words, that gives high
 * confidence. */
#define SURE_AHEAD 3.0
/* Function words are mostly at least this share of a text, if a row of the
 * table has the language of the text. A smaller share lowers the confidence. */
#define LEAST_SHARE 0.15
#define KANA_SHARE  0.05 /* least share of kana in a Japanese text */
/* If at least this share of the letters belongs to the scripts of the table,
 * the script decides the language. The share may be small, because names are
 * written in Latin letters in all languages. */
#define SCRIPT_SHARE 0.4
/* Number of characters of a script that gives high confidence. */
#define SURE_RUNES 4.0

struct count {
	double score[ROWS];
	size_t script[ROWS]; /* number of characters for each row of
				language_scripts */
	size_t n_words, n_letters;
};

/* Returns the hash of a word, or of a letter. A letter and a word of one letter
 * have different hashes. */
static uint64_t
language_hash_of(const char *word, size_t n, bool letter)
{
	uint64_t hash = hash_stable((struct slice){ word, n });

	return letter ? ~hash | 1 : hash | 1;
}

static size_t
language_slot_of(const struct languages *l, uint64_t hash)
{
	size_t i = (hash >> 8) & (LANGUAGE_SLOTS - 1);

	while (l->slots[i].hash != 0 && l->slots[i].hash != hash)
		i = (i + 1) & (LANGUAGE_SLOTS - 1);
	return i;
}

static void
language_put(struct languages *l, uint64_t hash, size_t row)
{
	size_t i = language_slot_of(l, hash);

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
			language_put(
			    l, language_hash_of(word.p, word.len, false), row);
		for (size_t at = 0; at < letters.len;) {
			uint32_t rune;
			size_t n = utf8_decode(
			    letters.p + at, letters.len - at, &rune);

			language_put(
			    l, language_hash_of(letters.p + at, n, true), row);
			at += n;
		}
	}
}

static void
language_score(
    const struct languages *l, uint64_t hash, double worth, struct count *c)
{
	uint64_t of = l->slots[language_slot_of(l, hash)].of;

	while (of != 0) {
		c->score[__builtin_ctzll(of)] += worth;
		of &= of - 1;
	}
}

static void
language_count_wide_rune(
    const struct languages *l, uint32_t rune, struct count *c)
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
	language_score(l, language_hash_of(letter, n, true), LETTER_WEIGHT, c);
}

/* A word that is being read. */
struct language_word {
	uint64_t hash; /* hash_stable() of its first WORD_BYTES bytes */
	size_t n;      /* number of these bytes */
};

static void
language_end_word(
    const struct languages *l, struct language_word *word, struct count *c)
{
	if (word->n == 0)
		return;
	c->n_words++;
	language_score(l, word->hash | 1, 1, c); /* language_hash_of() */
	*word = (struct language_word){ HASH_STABLE_EMPTY, 0 };
}

static void
language_add_to_word(struct language_word *word, uint32_t rune)
{
	char bytes[4] = { (char)rune };
	size_t n = rune < 0x80 ? 1 : utf8_encode(rune, bytes);

	if (word->n >= WORD_BYTES)
		return;
	for (size_t i = 0; i < n; i++)
		word->hash = hash_stable_add(word->hash, bytes[i]);
	word->n += n;
}

static void
language_count(const struct languages *l, struct slice s, struct count *c)
{
	struct language_word word = { HASH_STABLE_EMPTY, 0 };

	for (size_t i = 0; i < s.len;) {
		uint32_t rune;

		/* Most letters are in lower case and ASCII. */
		while (i < s.len && ascii_is_lower(s.p[i]) &&
		       word.n < WORD_BYTES) {
			word.hash = hash_stable_add(word.hash, s.p[i++]);
			word.n++;
			c->n_letters++;
		}
		if (i == s.len)
			break;
		i += utf8_decode(s.p + i, s.len - i, &rune);
		if (!rune_is_word(rune)) {
			language_end_word(l, &word, c);
			continue;
		}
		rune = rune_lower(rune);
		c->n_letters++;
		language_add_to_word(&word, rune);
		if (rune >= 0x80)
			language_count_wide_rune(l, rune, c);
	}
	language_end_word(l, &word, c);
}

static double
language_confidence(double n)
{
	return 1 - exp(-n);
}

/* Detects the language by its script. If less than SCRIPT_SHARE of the letters
 * belong to the scripts of the table, the returned code is NULL. */
static struct language_guess
language_detect_by_script(const struct count *c)
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
		language_confidence((double)all / SURE_RUNES) };
}

struct language_guess
language_detect(const struct languages *l, struct slice text)
{
	struct count c = { 0 };
	struct language_guess guess;
	size_t best = 0;
	double next = 0, share;

	language_count(l, utf8_prefix(text, LIMIT_LANGUAGE_BYTES), &c);
	guess = language_detect_by_script(&c);
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
	    language_confidence((c.score[best] - next) / SURE_AHEAD) *
	    (share < 1 ? share : 1);
	return guess;
}

/* Least confidence with which a detected language replaces a different declared
 * language. Of 1731 pages, the detected language contradicted 41 declarations:
 * 38 declarations were wrong, and 3 pages had several languages or a language
 * without a row. */
#define CONTRADICTED 0.9
#define UNDECLARED   0.5  /* least confidence if no language is declared */
#define DECLARED     0.97 /* share of the declarations that are right */
/* Confidence of the declared language if the words of the text indicate another
 * language, but are too few to replace the declared one. */
#define DOUBTED 0.6

bool
language_replaces(const struct language_guess *guess, struct slice declared)
{
	if (guess->code == NULL)
		return false;
	if (declared.len == 0)
		return guess->confidence >= UNDECLARED;
	return guess->confidence >= CONTRADICTED &&
	       !cuter_same_language(declared, slice_of(guess->code));
}

void
article_find_language(const struct languages *l, struct cuter_article *a)
{
	struct language_guess guess = language_detect(l, a->body);
	struct cuter_origin_of *field = &a->fields[CUTER_FIELD_LANGUAGE];
	bool agrees;

	a->declared_language = a->language;
	if (guess.code == NULL)
		return;
	a->detected_language = slice_of(guess.code);
	a->detected_confidence = guess.confidence;
	agrees = cuter_same_language(a->language, a->detected_language);
	if (language_replaces(&guess, a->language)) {
		a->language = a->detected_language;
		field->source = CUTER_SOURCE_WORDS;
		field->confidence = guess.confidence;
	} else if (agrees) {
		field->confidence = 1 - (1 - DECLARED) * (1 - guess.confidence);
	} else if (a->language.len > 0 && guess.confidence >= UNDECLARED) {
		field->confidence = DOUBTED;
	}
}

/* Codes that count as equal: two codes of one language, or two languages whose
 * pages may declare either code. */
static const char *const same[][2] = { { "nb", "no" }, { "nn", "no" },
	{ "iw", "he" }, { "in", "id" }, { "ms", "id" }, { "bs", "hr" },
	{ "sh", "hr" }, { "sr", "hr" }, { "fil", "tl" }, { "mo", "ro" },
	{ "yue", "zh" }, { "cmn", "zh" }, { "arz", "ar" }, { "ku", "ckb" },
	{ "gl", "pt" }, { "yi", "he" }, { "as", "bn" }, { "ti", "am" },
	{ "da", "no" } };

static struct slice
language_normalise_code(struct slice code)
{
	size_t n = 0;

	while (n < code.len && code.p[n] != '-' && code.p[n] != '_')
		n++;
	code.len = n;
	for (size_t i = 0; i < ARRAY_LENGTH(same); i++)
		if (slice_equal_nocase(code, slice_of(same[i][0])))
			return slice_of(same[i][1]);
	return code;
}

bool
cuter_same_language(struct slice a, struct slice b)
{
	return slice_equal_nocase(
	    language_normalise_code(a), language_normalise_code(b));
}
