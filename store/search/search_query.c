/*
 * search_query.c -- translates a user's query to the FTS5 query syntax.
 *
 *	word  "a phrase"  harv*  -word  -"a phrase"  title:word  title:"a b"
 *
 * FTS5's query grammar never parses user input.  Words and phrases become
 * quoted strings, which FTS5 divides into words.  The result has the form
 * "a AND b NOT (c OR d)", with the required terms a, b and the excluded terms
 * c, d.  It is written twice, in the tokens of article_fts and in those of
 * article_bigram.  A frequent prefix may be replaced by words (prefix_words.h).
 * tsquery.c writes queries for PostgreSQL.
 */
#include "store/search/search_query.h"

#include <errno.h>
#include <stdlib.h>
#include <uninorm.h>

#include "base/limits.h"
#include "base/text/utf8.h"
#include "store/search/grams.h"
#include "store/search/lexeme/words.h"
#include "store/search/search_term.h"

/* The query for one of the two indexes while it is written. */
struct side {
	struct buf wanted, unwanted;
};

struct expression {
	search_expand *expand; /* NULL: prefixes are not expanded */
	void *expand_arg;
	struct buf *phrases; /* of the result */
	struct side words, grams;
	size_t n_wanted, n_unwanted;
};

/* Appends a quoted string.  Invalid bytes and quotes become spaces. */
static void
search_query_append_quoted(struct buf *out, struct slice text, bool prefix)
{
	buf_append_char(out, '"');
	for (size_t at = 0; at < text.len;) {
		uint32_t rune;

		at += utf8_decode(text.p + at, text.len - at, &rune);
		buf_append_rune(out,
		    rune < ' ' || rune == '"' || rune == RUNE_BAD ? ' ' : rune);
	}
	buf_append_string(out, prefix ? "\" *" : "\"");
}

static void
search_query_join(struct buf *out, const struct search_term *term)
{
	if (out->len > 0)
		buf_append_string(out, term->excluded ? " OR " : " AND ");
	if (term->of_title)
		buf_append_string(out, "title : ");
}

static void
search_query_append_term(
    struct expression *x, const struct search_term *term, struct buf *words)
{
	size_t n = 0;

	if (x->expand != NULL && term->prefix && !term->excluded)
		n = x->expand(x->expand_arg, term->text, term->of_title, words);
	if (n == 0)
		search_query_append_quoted(words, term->text, term->prefix);
	if (x->expand == NULL || term->excluded)
		return;
	for (size_t i = 0; i < n || i == 0; i++)
		buf_append_char(x->phrases, (char)('0' + x->n_wanted));
}

/* Adds a term to both queries.  A term without a token is skipped, because FTS5
 * would find no text or return an error. */
static void
search_query_add_term(struct expression *x, const struct search_term *term)
{
	bool excluded = term->excluded;
	struct buf *words = excluded ? &x->words.unwanted : &x->words.wanted;
	struct buf *grams = excluded ? &x->grams.unwanted : &x->grams.wanted;
	struct buf phrase;

	if (!search_term_has_word(term) ||
	    x->n_wanted + x->n_unwanted >= LIMIT_SEARCH_TERMS)
		return;
	buf_init(&phrase, 4 * LIMIT_SEARCH_BYTES);
	if (grams_of_query(&phrase, term->text, term->prefix)) {
		search_query_join(grams, term);
		buf_append_slice(grams, buf_slice(&phrase));
		search_query_join(words, term);
		search_query_append_term(x, term, words);
		if (excluded)
			x->n_unwanted++;
		else
			x->n_wanted++;
	}
	if (buf_failed(&phrase))
		words->failed = true;
	buf_release(&phrase);
}

static void
search_query_close_side(struct side *side, bool any_unwanted, struct buf *out)
{
	buf_append_slice(out, buf_slice(&side->wanted));
	if (any_unwanted) {
		buf_append_string(out, " NOT (");
		buf_append_slice(out, buf_slice(&side->unwanted));
		buf_append_string(out, ")");
	}
	if (buf_failed(&side->wanted) || buf_failed(&side->unwanted))
		out->failed = true;
	buf_release(&side->wanted);
	buf_release(&side->unwanted);
}

/* Appends the text in Form C.  Text that is not UTF-8 is appended as it is. */
static void
search_query_append_composed(struct buf *out, struct slice text)
{
	uint8_t *composed = NULL;
	size_t n = 0;

	if (!utf8_is_ascii(text)) {
		composed = u8_normalize(
		    UNINORM_NFC, (const uint8_t *)text.p, text.len, NULL, &n);
		if (composed == NULL && errno == ENOMEM)
			out->failed = true;
	}
	if (composed != NULL)
		text = (struct slice){ (const char *)composed, n };
	buf_append_slice(out, utf8_prefix(text, LIMIT_SEARCH_BYTES));
	free(composed);
}

void
search_query_init(struct slice text, struct search_query *ret)
{
	*ret = (struct search_query){ .first = SLICE_NONE };
	buf_init(&ret->text, LIMIT_SEARCH_BYTES);
	search_query_append_composed(
	    &ret->text, utf8_prefix(text, LIMIT_SEARCH_BYTES));
	buf_init(&ret->words, 64 * LIMIT_SEARCH_BYTES);
	buf_init(&ret->phrases, LIMIT_SEARCH_TERMS + PREFIX_WORDS_MAX + 1);
	buf_init(&ret->grams, 64 * LIMIT_SEARCH_BYTES);
	buf_init(&ret->stems, 1024 * LIMIT_SEARCH_BYTES);
	buf_init(&ret->terms, 1024 * LIMIT_SEARCH_BYTES);
	buf_init(&ret->marked, 8 * LIMIT_SEARCH_BYTES);
}

bool
search_query_make(struct slice text, struct search_query *ret)
{
	return search_query_make_expanded(text, NULL, NULL, ret);
}

bool
search_query_make_expanded(struct slice text, search_expand *expand, void *arg,
    struct search_query *ret)
{
	struct expression x = {
		.expand = expand, .expand_arg = arg, .phrases = &ret->phrases
	};
	struct slice rest;

	search_query_init(text, ret);
	rest = buf_slice(&ret->text);
	buf_init(&x.words.wanted, 16 * LIMIT_SEARCH_BYTES);
	buf_init(&x.words.unwanted, 8 * LIMIT_SEARCH_BYTES);
	buf_init(&x.grams.wanted, 8 * LIMIT_SEARCH_BYTES);
	buf_init(&x.grams.unwanted, 8 * LIMIT_SEARCH_BYTES);
	while (rest.p != NULL && rest.len > 0) {
		struct search_term term = search_term_take(&rest);

		search_query_add_term(&x, &term);
		ret->has_prefix |= term.prefix;
		if (!term.excluded)
			words_of_text(&ret->marked, term.text);
		if (ret->first.p == NULL && x.n_wanted > 0)
			ret->first = term.text;
	}
	ret->words_too = x.n_unwanted == 0 && !grams_has(buf_slice(&ret->text));
	search_query_close_side(&x.words, x.n_unwanted > 0, &ret->words);
	search_query_close_side(&x.grams, x.n_unwanted > 0, &ret->grams);
	return x.n_wanted > 0;
}

bool
search_query_failed(const struct search_query *query)
{
	return buf_failed(&query->text) || buf_failed(&query->words) ||
	       buf_failed(&query->phrases) || buf_failed(&query->grams) ||
	       buf_failed(&query->stems) || buf_failed(&query->terms) ||
	       buf_failed(&query->marked);
}

void
search_query_release(struct search_query *query)
{
	buf_release(&query->text);
	buf_release(&query->words);
	buf_release(&query->phrases);
	buf_release(&query->grams);
	buf_release(&query->stems);
	buf_release(&query->terms);
	buf_release(&query->marked);
}
