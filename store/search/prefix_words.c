/*
 * prefix_words.c -- replaces a frequent prefix by the words that begin with it.
 *
 * In:  a prefix, and the newest texts.
 * Out: words joined by OR, if the prefix is frequent.
 *
 * FTS5 merges the lists of all words that begin with a prefix before it returns
 * the first match.  This takes 0.65 s for a prefix that most of a million texts
 * contain.  Words that are joined by OR are evaluated lazily, newest text
 * first.  Only the newest LIMIT_SEARCH_RANKED matches are ranked, so the words
 * of the newest texts are sufficient for such a prefix.
 *
 * The texts are divided into words by the tokenizer of article_fts.
 */
#include "store/search/prefix_words.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/table.h"
#include "store/search/token/fts_token.h"
#include "store/sqlite/statement.h"

#define WORDS_SEEN 8192       /* maximum number of different words */
#define WORD_BYTES 64         /* longer words are not counted */
#define TEXT_BYTES (64 * KIB) /* part of each text that is read */

struct prefix_word {
	struct slice text; /* in sample.texts */
	size_t n;
};

struct sample {
	struct fts_tokenizer tokenizer;
	size_t n_tokens;     /* number of tokens of the prefix */
	struct slice prefix; /* the first token of the prefix */
	char prefix_bytes[WORD_BYTES];
	struct table by_text;
	char *texts; /* WORDS_SEEN * WORD_BYTES */
	size_t n_bytes;
	size_t n_words;
	size_t n_texts, n_matching;
	int64_t n_all; /* upper bound of the number of stored texts */
	bool of_title; /* only titles are read */
	bool matches;  /* the current text has a word with the prefix */
	struct prefix_word words[WORDS_SEEN];
};

/* ---- tokens ---- */

static int
prefix_words_take_prefix(
    void *arg, int flags, const char *token, int n, int from, int to)
{
	struct sample *s = arg;

	(void)flags;
	(void)from;
	(void)to;
	if (s->n_tokens++ > 0 || n > WORD_BYTES)
		return SQLITE_OK;
	memcpy(s->prefix_bytes, token, (size_t)n);
	s->prefix = (struct slice){ s->prefix_bytes, (size_t)n };
	return SQLITE_OK;
}

static int
prefix_words_add(struct sample *s, struct slice text)
{
	struct prefix_word *word = &s->words[s->n_words];

	if (s->n_words == WORDS_SEEN || text.len > WORD_BYTES)
		return SQLITE_OK;
	memcpy(s->texts + s->n_bytes, text.p, text.len);
	*word = (struct prefix_word){ { s->texts + s->n_bytes, text.len }, 1 };
	s->n_bytes += text.len;
	s->n_words++;
	return table_put(&s->by_text, word->text, word) == 0 ? SQLITE_OK
							     : SQLITE_NOMEM;
}

static int
prefix_words_take_token(
    void *arg, int flags, const char *token, int n, int from, int to)
{
	struct sample *s = arg;
	struct slice text = { token, (size_t)n };
	struct prefix_word *known;

	(void)flags;
	(void)from;
	(void)to;
	if (!slice_starts(text, s->prefix))
		return SQLITE_OK;
	s->matches = true;
	known = table_get(&s->by_text, text);
	if (known == NULL)
		return prefix_words_add(s, text);
	known->n++;
	return SQLITE_OK;
}

/* ---- texts ---- */

static int
prefix_words_read_text(struct sample *s, const struct query *q)
{
	int code;

	s->matches = false;
	s->n_all = query_column_int(q, 0);
	code = fts_tokenize(
	    &s->tokenizer, query_column_text(q, 1), prefix_words_take_token, s);
	if (code == SQLITE_OK && !s->of_title)
		code = fts_tokenize(&s->tokenizer,
		    slice_sub(query_column_text(q, 2), 0, TEXT_BYTES),
		    prefix_words_take_token, s);
	s->n_texts++;
	s->n_matching += s->matches;
	return code;
}

static int
prefix_words_read_texts(struct sample *s, struct store *store, struct err *e)
{
	struct query q = query_of(store, SQL_search_sample);
	int rc;

	query_int(&q, ":n", LIMIT_PREFIX_TEXTS);
	while ((rc = query_step(&q, e)) > 0)
		if (prefix_words_read_text(s, &q) != SQLITE_OK) {
			rc = err_set(e, ERR_MEMORY, "no memory for a search");
			break;
		}
	query_end(&q);
	return rc;
}

static bool
prefix_words_is_frequent(const struct sample *s)
{
	return s->n_words > 0 &&
	       (double)s->n_matching / (double)s->n_texts * (double)s->n_all >
		   LIMIT_PREFIX_MATCHES;
}

/* Orders words by descending frequency, and equally frequent words by their
 * bytes. */
static int
prefix_words_compare(const void *a, const void *b)
{
	const struct prefix_word *left = a, *right = b;

	if (left->n != right->n)
		return left->n < right->n ? 1 : -1;
	return slice_compare(left->text, right->text);
}

/* Writes the first n words in quotes, joined by OR.  Tokens contain no quotes.
 */
static void
prefix_words_write(const struct sample *s, size_t n, struct buf *out)
{
	for (size_t i = 0; i < n; i++) {
		buf_append_string(out, i > 0 ? " OR \"" : "(\"");
		buf_append_slice(out, s->words[i].text);
		buf_append_char(out, '"');
	}
	buf_append_char(out, ')');
}

static int
prefix_words_sample(
    struct sample *s, struct store *store, struct slice prefix, struct err *e)
{
	s->texts = malloc((size_t)WORDS_SEEN * WORD_BYTES);
	if (s->texts == NULL ||
	    fts_tokenizer_open(FTS_WORDS, &s->tokenizer) != SQLITE_OK ||
	    fts_tokenize(&s->tokenizer, prefix, prefix_words_take_prefix, s) !=
		SQLITE_OK)
		return err_set(e, ERR_MEMORY, "no memory for a search");
	/* FTS5 reads several words as a phrase, whose last word is a prefix.
	 * Such a phrase is not replaced. */
	if (s->n_tokens != 1 || s->prefix.len == 0)
		return 0;
	return prefix_words_read_texts(s, store, e);
}

size_t
prefix_words_expand(
    void *arg, struct slice prefix, bool of_title, struct buf *out)
{
	struct prefix_words *p = arg;
	struct sample *s;
	size_t n = 0;

	if (p->rc != 0 || p->n_words + LIMIT_PREFIX_WORDS > PREFIX_WORDS_MAX)
		return 0;
	if ((s = calloc(1, sizeof(*s))) == NULL) {
		p->rc = err_set(p->e, ERR_MEMORY, "no memory for a search");
		return 0;
	}
	s->of_title = of_title;
	table_init(&s->by_text);
	p->rc = prefix_words_sample(s, p->store, prefix, p->e);
	if (p->rc == 0 && prefix_words_is_frequent(s)) {
		qsort(s->words, s->n_words, sizeof(*s->words),
		    prefix_words_compare);
		n = s->n_words < LIMIT_PREFIX_WORDS ? s->n_words
						    : LIMIT_PREFIX_WORDS;
		prefix_words_write(s, n, out);
		p->n_words += n;
	}
	fts_tokenizer_close(&s->tokenizer);
	table_release(&s->by_text);
	free(s->texts);
	free(s);
	return n;
}
