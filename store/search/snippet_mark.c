/*
 * snippet_mark.c -- an excerpt of a text with the words of a query, similar to
 * that of snippet() of FTS5.
 *
 * The words are found as the index of PostgreSQL finds them: by their stems if
 * there is a stemmer for the language of the text, else by their folded forms.
 */
#include <string.h>

#include "base/limits.h"
#include "base/text/utf8.h"
#include "store/search/lexeme/stemmer.h"
#include "store/search/lexeme/words.h"
#include "store/search/snippet.h"

#define WORDS        24 /* number of words of a snippet */
#define WORDS_BEFORE 6  /* number of words before the first marked word */
#define MOST_MARKED  64 /* maximum number of different marked words */
#define MOST_FOUND   256
#define TEXT_BYTES   (64 * KIB) /* text after this position is not read */

struct snippet_finder {
	struct sb_stemmer *stemmer; /* NULL: folded words are compared */
	struct buf marked; /* the words to find, each followed by a space */
	struct buf word;   /* the word that is compared */
	struct slice words[MOST_MARKED];
	size_t n_words;
	size_t found[MOST_FOUND]; /* positions of marked words in the text,
				     counted in words */
	size_t n_found;
};

static struct slice
snippet_mark_stem(struct snippet_finder *f, struct slice word)
{
	struct slice stem = SLICE_NONE;

	if (f->stemmer != NULL && word.len <= LIMIT_SEARCH_WORD_BYTES)
		stem = stemmer_stem(f->stemmer, word);
	return stem.p != NULL ? stem : word;
}

static void
snippet_mark_read_words(struct snippet_finder *f, struct slice marked)
{
	size_t from = 0, to, starts[MOST_MARKED + 1] = { 0 };

	while (f->n_words < MOST_MARKED &&
	       (to = slice_find_char(marked, ' ', from)) != SLICE_NOT_FOUND) {
		buf_append_slice(&f->marked,
		    snippet_mark_stem(f, slice_sub(marked, from, to)));
		starts[++f->n_words] = f->marked.len;
		from = to + 1;
	}
	for (size_t i = 0; i < f->n_words && !buf_failed(&f->marked); i++)
		f->words[i] =
		    slice_sub(buf_slice(&f->marked), starts[i], starts[i + 1]);
}

static bool
snippet_mark_is_wanted(struct snippet_finder *f, struct slice word)
{
	struct slice stem;

	buf_clear(&f->word);
	word_fold(&f->word, word);
	stem = snippet_mark_stem(f, buf_slice(&f->word));
	for (size_t i = 0; i < f->n_words; i++)
		if (slice_equal(f->words[i], stem))
			return true;
	return false;
}

static void
snippet_mark_find(struct snippet_finder *f, struct slice text)
{
	struct word_walk walk = { .text = text };
	struct slice word;

	for (size_t n = 0; f->n_found < MOST_FOUND && word_next(&walk, &word);
	     n++)
		if (snippet_mark_is_wanted(f, word))
			f->found[f->n_found++] = n;
}

/* Returns the position of the first word of the excerpt that contains the most
 * marked words. */
static size_t
snippet_mark_best(const struct snippet_finder *f)
{
	size_t best = 0, most = 0;

	for (size_t i = 0; i < f->n_found; i++) {
		size_t n = 0;

		while (i + n < f->n_found &&
		       f->found[i + n] < f->found[i] + WORDS - WORDS_BEFORE)
			n++;
		if (n > most) {
			most = n;
			best = f->found[i];
		}
	}
	return best > WORDS_BEFORE ? best - WORDS_BEFORE : 0;
}

static void
snippet_mark_write(struct snippet_finder *f, struct buf *out, struct slice text,
    size_t from_word)
{
	struct word_walk walk = { .text = text };
	struct slice word;
	size_t at = 0, n = 0;

	for (; n < from_word + WORDS && word_next(&walk, &word); n++) {
		size_t begin = (size_t)(word.p - text.p);

		if (n < from_word)
			continue;
		if (n == from_word && n > 0)
			buf_append_string(out, "…");
		else
			buf_append_slice(out, slice_sub(text, at, begin));
		at = begin + word.len;
		if (snippet_mark_is_wanted(f, word)) {
			buf_append_char(out, '\x02');
			buf_append_slice(out, word);
			buf_append_char(out, '\x03');
		} else
			buf_append_slice(out, word);
	}
	if (word_next(&walk, &word))
		buf_append_string(out, "…");
	else
		buf_append_slice(out, slice_sub(text, at, text.len));
}

void
snippet_mark(struct buf *out, struct slice text, struct slice language_tag,
    struct slice marked)
{
	struct snippet_finder f = { 0 };
	struct slice read = utf8_prefix(text, TEXT_BYTES);
	int stemmer = stemmer_find(language_tag);

	f.stemmer = stemmer >= 0 ? stemmer_new(stemmer) : NULL;
	buf_init(&f.marked, 8 * LIMIT_SEARCH_BYTES);
	buf_init(&f.word, 4 * TEXT_BYTES);
	snippet_mark_read_words(&f, marked);
	snippet_mark_find(&f, read);
	if (f.n_found > 0)
		snippet_mark_write(&f, out, read, snippet_mark_best(&f));
	else
		snippet_make(out, text, SLICE_NONE);
	buf_carry_failure(out, &f.marked);
	buf_carry_failure(out, &f.word);
	buf_release(&f.marked);
	buf_release(&f.word);
	stemmer_free(f.stemmer);
}
