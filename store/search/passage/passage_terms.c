/*
 * passage_terms.c -- counts the terms of a query in passages; see
 * passage_terms.h.
 *
 * The words of a passage are written to one text, and their stems to another,
 * with a space before and after each word.  A word, a phrase or a prefix is
 * then found by a search for a substring.
 */
#include "store/search/passage/passage_terms.h"

#include "base/limits/limits_portal.h"
#include "base/text/utf8.h"
#include "store/search/grams.h"
#include "store/search/lexeme/stemmer.h"
#include "store/search/lexeme/words.h"
#include "store/search/search_term.h"
#include "store/search/text.h"

#define NO_LANGUAGE (-2) /* no needles were made yet */
/* Folding makes at most four bytes from one byte. */
#define FOLDED_BYTES(n) (4 * (n) + 2)

void
passage_terms_init(struct passage_terms *ret, struct slice query)
{
	struct slice rest = query;

	*ret = (struct passage_terms){ .language = NO_LANGUAGE };
	buf_init(&ret->words, FOLDED_BYTES(LIMIT_PASSAGE_BYTES));
	buf_init(&ret->stems, FOLDED_BYTES(LIMIT_PASSAGE_BYTES));
	while (rest.p != NULL && rest.len > 0 && ret->n < LIMIT_SEARCH_TERMS) {
		struct search_term term = search_term_take(&rest);
		struct passage_term *to = &ret->items[ret->n];

		if (term.excluded || !search_term_has_word(&term))
			continue;
		*to = (struct passage_term){ .text = term.text,
			.is_prefix = term.prefix,
			.is_unspaced = grams_has(term.text) };
		buf_init(&to->needle, FOLDED_BYTES(LIMIT_SEARCH_BYTES));
		ret->n++;
	}
}

bool
passage_terms_failed(const struct passage_terms *terms)
{
	bool failed = terms->words.no_memory || terms->stems.no_memory;

	for (size_t i = 0; i < terms->n; i++)
		failed |= terms->items[i].needle.no_memory;
	return failed;
}

void
passage_terms_release(struct passage_terms *terms)
{
	for (size_t i = 0; i < terms->n; i++)
		buf_release(&terms->items[i].needle);
	stemmer_free(terms->stemmer);
	buf_release(&terms->words);
	buf_release(&terms->stems);
}

static struct slice
passage_terms_stem(struct passage_terms *terms, struct slice word)
{
	struct slice stem = SLICE_NONE;

	if (terms->stemmer != NULL && word.len <= LIMIT_SEARCH_WORD_BYTES)
		stem = stemmer_stem(terms->stemmer, word);
	return stem.p != NULL ? stem : word;
}

/* Appends the words of a text with a space before each word and a space at the
 * end.  Appends their stems to `stems` in the same form unless it is NULL. */
static void
passage_terms_read(struct passage_terms *terms, struct slice text,
    struct buf *words, struct buf *stems)
{
	struct word_walk walk = { .text = text };
	struct slice word;

	while (word_next(&walk, &word)) {
		size_t from = words->len + 1;

		buf_append_char(words, ' ');
		word_fold(words, word);
		if (stems == NULL || buf_failed(words))
			continue;
		buf_append_char(stems, ' ');
		buf_append_slice(
		    stems, passage_terms_stem(terms,
			       slice_sub(buf_slice(words), from, words->len)));
	}
	buf_append_char(words, ' ');
	if (stems != NULL)
		buf_append_char(stems, ' ');
}

static void
passage_terms_make_needle(
    struct passage_terms *terms, struct passage_term *term)
{
	bool stemmed = !term->is_prefix && !term->is_unspaced;

	buf_clear(&term->needle);
	buf_clear(&terms->words);
	if (stemmed)
		passage_terms_read(
		    terms, term->text, &terms->words, &term->needle);
	else
		passage_terms_read(terms, term->text, &term->needle, NULL);
}

void
passage_terms_set_language(struct passage_terms *terms, struct slice tag)
{
	int language = stemmer_find(tag);

	if (language == terms->language)
		return;
	stemmer_free(terms->stemmer);
	terms->stemmer = language >= 0 ? stemmer_new(language) : NULL;
	terms->language = language;
	for (size_t i = 0; i < terms->n; i++)
		passage_terms_make_needle(terms, &terms->items[i]);
}

/* Returns the part of the needle that must occur in a passage.  A term in a
 * script without spaces may begin and end inside a run, so it is searched
 * without the space at either end.  A prefix is searched without the space at
 * its end. */
static struct slice
passage_terms_needle(const struct passage_term *term)
{
	struct slice needle = buf_slice(&term->needle);

	if (term->is_unspaced)
		return slice_trim(needle);
	if (term->is_prefix && needle.len > 0)
		needle.len--;
	return needle;
}

size_t
passage_terms_count(
    struct passage_terms *terms, struct slice passage, uint16_t *ret_counts)
{
	buf_clear(&terms->words);
	buf_clear(&terms->stems);
	passage_terms_read(terms, passage, &terms->words, &terms->stems);
	for (size_t i = 0; i < terms->n; i++) {
		const struct passage_term *term = &terms->items[i];
		struct slice needle = passage_terms_needle(term);
		struct slice text = buf_slice(
		    term->is_prefix || term->is_unspaced ? &terms->words
							 : &terms->stems);
		size_t at = 0;

		ret_counts[i] = 0;
		/* The search continues one byte after the start of the last
		 * match, because adjacent words share the space between
		 * them. */
		while (needle.len > 0 && ret_counts[i] < UINT16_MAX &&
		       (at = slice_find(text, needle, at)) != SLICE_NOT_FOUND) {
			ret_counts[i]++;
			at++;
		}
	}
	return (size_t)text_count_words(passage);
}

/* ---- marks ---- */

/* Returns the number of words of a needle, of which the last one may be
 * incomplete. */
static size_t
passage_terms_needle_words(struct slice needle)
{
	size_t n = 0;

	for (size_t i = 0; i + 1 < needle.len; i++)
		n += needle.p[i] == ' ';
	return n;
}

/* Returns the number of words of the longest term that occurs at a word of the
 * passage; 0: none.  words_at, stems_at: position of the space before the word.
 */
static size_t
passage_terms_words_at(
    const struct passage_terms *terms, size_t words_at, size_t stems_at)
{
	size_t most = 0;

	for (size_t i = 0; i < terms->n; i++) {
		const struct passage_term *term = &terms->items[i];
		struct slice needle = passage_terms_needle(term), rest;
		size_t n;

		if (term->is_unspaced || needle.len < 2)
			continue;
		rest = term->is_prefix ? slice_sub(buf_slice(&terms->words),
					     words_at, terms->words.len)
				       : slice_sub(buf_slice(&terms->stems),
					     stems_at, terms->stems.len);
		n = passage_terms_needle_words(needle);
		if (n > most && slice_starts(rest, needle))
			most = n;
	}
	return most;
}

/* Returns the first term in a script without spaces that begins at this place
 * of the passage, or an empty slice. */
static struct slice
passage_terms_unspaced_at(
    const struct passage_terms *terms, struct slice passage, size_t at)
{
	struct slice rest = slice_sub(passage, at, passage.len);

	for (size_t i = 0; i < terms->n; i++)
		if (terms->items[i].is_unspaced &&
		    slice_starts_nocase(rest, terms->items[i].text))
			return slice_sub(rest, 0, terms->items[i].text.len);
	return SLICE_NONE;
}

/* Returns the position of the space after the word whose space is at `at`. */
static size_t
passage_terms_next_word(const struct buf *words, size_t at)
{
	size_t next = slice_find_char(buf_slice(words), ' ', at + 1);

	return next != SLICE_NOT_FOUND ? next : words->len;
}

static void
passage_terms_put_marked(struct buf *out, struct slice text)
{
	buf_append_char(out, '\x02');
	buf_append_slice(out, text);
	buf_append_char(out, '\x03');
}

/* Appends a run of letters and marks the terms in scripts without spaces. */
static void
passage_terms_mark_run(
    const struct passage_terms *terms, struct slice run, struct buf *out)
{
	for (size_t at = 0, n; at < run.len; at += n) {
		struct slice found = passage_terms_unspaced_at(terms, run, at);
		uint32_t rune;

		n = found.len;
		if (n > 0) {
			passage_terms_put_marked(out, found);
			continue;
		}
		n = utf8_decode(run.p + at, run.len - at, &rune);
		buf_append_slice(out, slice_sub(run, at, at + n));
	}
}

void
passage_terms_mark(
    struct passage_terms *terms, struct slice passage, struct buf *out)
{
	struct word_walk walk = { .text = passage };
	struct slice word;
	size_t at = 0, words_at = 0, stems_at = 0, n_marked = 0, n;

	buf_clear(&terms->words);
	buf_clear(&terms->stems);
	passage_terms_read(terms, passage, &terms->words, &terms->stems);
	while (word_next(&walk, &word)) {
		size_t from = (size_t)(word.p - passage.p);

		buf_append_slice(out, slice_sub(passage, at, from));
		at = from + word.len;
		n = passage_terms_words_at(terms, words_at, stems_at);
		n_marked = n > n_marked ? n : n_marked;
		if (n_marked > 0) {
			passage_terms_put_marked(out, word);
			n_marked--;
		} else
			passage_terms_mark_run(terms, word, out);
		words_at = passage_terms_next_word(&terms->words, words_at);
		stems_at = passage_terms_next_word(&terms->stems, stems_at);
	}
	buf_append_slice(out, slice_sub(passage, at, passage.len));
}
