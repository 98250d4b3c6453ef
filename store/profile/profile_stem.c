/*
 * profile_stem.c -- computes the stems of keywords; see profile_stem.h.
 */
#include "store/profile/profile_stem.h"

#include "base/limits/limits_portal.h"
#include "base/text/utf8.h"
#include "store/search/lexeme/stemmer.h"
#include "store/search/lexeme/words.h"

#define NO_STEMMER (-1)

static void
profile_stem_lower(struct buf *out, struct slice word)
{
	for (size_t at = 0; at < word.len;) {
		uint32_t rune;

		at += utf8_decode(word.p + at, word.len - at, &rune);
		buf_append_rune(out, rune_lower(rune));
	}
}

/* Appends the pairs of adjacent letters, separated by spaces. */
static void
profile_stem_put_pairs(struct buf *out, struct slice run)
{
	uint32_t rune;
	size_t n = utf8_decode(run.p, run.len, &rune), next;

	for (size_t at = 0; at + n < run.len; at += n, n = next) {
		next = utf8_decode(run.p + at + n, run.len - at - n, &rune);
		if (at > 0)
			buf_append_char(out, ' ');
		buf_append_slice(out, slice_sub(run, at, at + n + next));
	}
}

static void
profile_stem_put_word(
    struct buf *out, struct slice word, struct sb_stemmer *stemmer)
{
	struct slice stem = SLICE_NONE;
	struct buf lower;
	uint32_t rune;

	buf_init(&lower, 4 * LIMIT_SEARCH_WORD_BYTES);
	profile_stem_lower(&lower, utf8_prefix(word, LIMIT_SEARCH_WORD_BYTES));
	if (lower.len == 0 || buf_failed(&lower)) {
		buf_carry_failure(out, &lower);
		buf_release(&lower);
		return;
	}
	utf8_decode(lower.p, lower.len, &rune);
	if (stemmer != NULL)
		stem = stemmer_stem(stemmer, buf_slice(&lower));
	if (rune_is_unspaced(rune) && utf8_length(buf_slice(&lower)) > 2)
		profile_stem_put_pairs(out, buf_slice(&lower));
	else
		buf_append_slice(
		    out, stem.p != NULL ? stem : buf_slice(&lower));
	buf_release(&lower);
}

/* Appends the stem of a term and "\n", if `out` does not contain the line. */
static void
profile_stem_put(struct buf *out, struct slice term, struct sb_stemmer *stemmer)
{
	struct word_walk walk = { .text = term };
	size_t from = out->len, n = 0;
	struct slice word, line, rest, other;

	while (word_next(&walk, &word)) {
		if (n++ > 0)
			buf_append_char(out, ' ');
		profile_stem_put_word(out, word, stemmer);
	}
	if (n == 0 || buf_failed(out)) {
		if (!buf_failed(out))
			out->len = from;
		return;
	}
	line = slice_sub(buf_slice(out), from, out->len);
	rest = slice_sub(buf_slice(out), 0, from);
	while (slice_next(&rest, '\n', &other))
		if (slice_equal(other, line)) {
			out->len = from;
			return;
		}
	buf_append_char(out, '\n');
}

void
profile_stem_all(struct buf *out, struct slice term, char *const *languages,
    size_t n_languages)
{
	size_t n = n_languages > 0 ? n_languages : STEMMER_LANGUAGES;

	profile_stem_put(out, term, NULL);
	for (size_t i = 0; i < n; i++) {
		int number = n_languages > 0
				 ? stemmer_find(slice_of(languages[i]))
				 : (int)i;
		struct sb_stemmer *stemmer =
		    number >= 0 ? stemmer_new(number) : NULL;

		if (stemmer != NULL)
			profile_stem_put(out, term, stemmer);
		stemmer_free(stemmer);
	}
}
