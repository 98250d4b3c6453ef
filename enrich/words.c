/*
 * words.c -- finds the words of each sentence; see text.h.
 *
 * A word is a run between two word boundaries of Unicode (UAX 29) that begins
 * with a letter or digit.  In scripts without spaces between words, each two
 * adjacent characters are a word (as in the full-text index).  A French or
 * Italian word after an elided article ("l'eau") is a word of its own, and the
 * English possessive ("Smith's") and the Turkish suffix of a name ("Ankara'da")
 * are left out.
 */
#include "base/limits.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "enrich/text.h"
#include "enrich/word_breaks.h"

#define ELISION_BYTES 6 /* an elided article has fewer bytes, as "quell" */

struct words_walk {
	struct enrich_text *text;
	struct word_breaks breaks; /* of this sentence */
	uint32_t sentence;
	size_t at, end;
	size_t last_end; /* end of the last word of this sentence; 0: none */
};

/* Returns true if only spaces, hyphens and "&" are between two words, or the
 * apostrophe of an elision ("d'Ivoire"). */
static bool
words_is_joint(struct slice gap)
{
	if (gap.len > 3)
		return false;
	for (size_t i = 0; i < gap.len; i++)
		if (gap.p[i] != ' ' && gap.p[i] != '-' && gap.p[i] != '&')
			return slice_equal(gap, SLICE("\xC2\xA0")) ||
			       slice_equal(gap, SLICE("\xE2\x80\x91")) ||
			       slice_equal(gap, SLICE("'")) ||
			       slice_equal(gap, SLICE("\xE2\x80\x99"));
	return true;
}

/* Returns true for an abbreviation of capitals with full stops ("U.S", without
 * the last full stop). */
static bool
words_is_initials(struct slice word)
{
	if (word.len < 3 || word.len % 2 == 0)
		return false;
	for (size_t i = 0; i < word.len; i++)
		if (i % 2 == 0 ? !ascii_is_upper(word.p[i]) : word.p[i] != '.')
			return false;
	return true;
}

/* Returns true if the word that begins at `from` and the word before it may
 * belong to one term. */
static bool
words_is_joined(const struct words_walk *w, size_t from)
{
	const struct enrich_text *t = w->text;
	struct slice gap = slice_sub(t->text, w->last_end, from);

	if (from <= w->last_end || words_is_joint(gap))
		return true;
	/* inside a sentence ("U.S. Steel") */
	return slice_equal(gap, SLICE(". ")) &&
	       words_is_initials(
		   enrich_word_text(t, &t->words[t->n_words - 1]));
}

static uint8_t
words_flags(struct slice word)
{
	uint32_t rune;
	size_t n, n_capitals = 0;
	uint8_t flags = 0;

	if (word.len > 0 && ascii_is_lower(word.p[0]))
		return 0;
	n = utf8_decode(word.p, word.len, &rune);
	if (rune >= '0' && rune <= '9')
		return WORD_NUMBER;
	if (rune_lower(rune) != rune)
		flags |= WORD_CAPITAL;
	for (size_t at = n; flags != 0 && at < word.len; at += n) {
		n = utf8_decode(word.p + at, word.len - at, &rune);
		if (rune_lower(rune) == rune)
			return flags;
		n_capitals++;
	}
	if (n_capitals > 0)
		flags |= WORD_ACRONYM;
	return flags;
}

static void
words_add(struct words_walk *w, size_t from, size_t to, uint8_t flags)
{
	struct enrich_text *t = w->text;

	if (t->n_words == LIMIT_ENRICH_WORDS || to - from > UINT16_MAX)
		return;
	if (w->last_end == 0)
		flags |= WORD_FIRST;
	else if (from == w->last_end + 1 && t->text.p[w->last_end] == ' ')
		flags |= WORD_JOINED;
	else if (words_is_joined(w, from))
		flags |= WORD_JOINED;
	w->last_end = to;
	t->words[t->n_words++] = (struct enrich_word){
		.at = (uint32_t)from,
		.bytes = (uint16_t)(to - from),
		.flags = flags,
		.sentence = w->sentence,
	};
	t->sentences[w->sentence].n_words++;
}

/* Returns the length in bytes of the apostrophe at `at`; 0 if there is none. */
static size_t
words_apostrophe(struct slice s, size_t at)
{
	if (at < s.len && s.p[at] == '\'')
		return 1;
	return slice_starts(slice_sub(s, at, s.len), SLICE("\xE2\x80\x99")) ? 3
									    : 0;
}

/* Returns true if a suffix in small letters begins at `at`, which is not the
 * case in "O'Neill". */
static bool
words_is_suffix(const struct words_walk *w, struct slice word, size_t at)
{
	uint32_t rune = 0;

	if ((w->text->language->traits & LANGUAGE_SUFFIX) == 0 ||
	    at >= word.len)
		return false;
	utf8_decode(word.p + at, word.len - at, &rune);
	return rune_lower(rune) == rune;
}

static void
words_add_spaced(struct words_walk *w, size_t from, size_t to)
{
	struct slice word = slice_sub(w->text->text, from, to);
	size_t n;

	for (size_t i = 1; i < word.len && !w->breaks.is_plain; i++) {
		if (word.p[i] != '\'' && word.p[i] != '\xE2')
			continue;
		if ((n = words_apostrophe(word, i)) == 0)
			continue;
		if ((i + n + 1 == word.len && (word.p[i + n] | 0x20) == 's') ||
		    words_is_suffix(w, word, i + n)) {
			word.len = i;
			break;
		}
		if ((w->text->language->traits & LANGUAGE_ELISION) != 0 &&
		    i < ELISION_BYTES && i + n < word.len) {
			words_add(w, from, from + i, 0);
			from += i + n;
			word = slice_sub(w->text->text, from, to);
			break;
		}
	}
	words_add(w, from, from + word.len, words_flags(word));
}

/* Adds the pairs of a run of characters of a script without spaces.  A single
 * character is a word. */
static size_t
words_add_pairs(struct words_walk *w, size_t from)
{
	const struct slice text = w->text->text;
	size_t last = from, at = from, n;
	size_t n_characters = 0;

	while (at < w->end) {
		uint32_t rune;

		n = utf8_decode(text.p + at, w->end - at, &rune);
		if (!rune_is_unspaced(rune))
			break;
		if (++n_characters > 1)
			words_add(w, last, at + n, WORD_PAIR);
		if (n_characters > 1)
			w->last_end = at;
		last = at;
		at += n;
	}
	if (n_characters == 1)
		words_add(w, from, at, WORD_PAIR);
	w->last_end = at;
	return at;
}

static void
words_of_sentence(struct words_walk *w, size_t begin)
{
	const struct slice text = w->text->text;

	word_breaks_begin(&w->breaks, slice_sub(text, begin, w->end));
	while ((w->at = begin + word_breaks_next(&w->breaks, w->at - begin)) <
	       w->end) {
		uint32_t rune;
		size_t from = w->at;

		utf8_decode(text.p + from, w->end - from, &rune);
		if (rune_is_unspaced(rune)) {
			w->at = words_add_pairs(w, from);
			continue;
		}
		w->at = begin + word_breaks_end(&w->breaks, from - begin);
		words_add_spaced(w, from, w->at);
	}
}

void
enrich_find_words(struct enrich_text *t)
{
	struct words_walk w = { .text = t, .breaks = { .arena = t->arena } };
	size_t most = t->text.len + 1;

	if (most > LIMIT_ENRICH_WORDS)
		most = LIMIT_ENRICH_WORDS;
	t->words =
	    arena_array_uninit(t->arena, most, sizeof(struct enrich_word));
	for (uint32_t i = 0; i < t->n_sentences; i++) {
		struct enrich_sentence *s = &t->sentences[i];

		w.sentence = i;
		w.at = s->from;
		w.end = s->to;
		w.last_end = 0;
		s->first_word = t->n_words;
		words_of_sentence(&w, s->from);
	}
}
