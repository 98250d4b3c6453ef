/*
 * tsquery.c -- translates a user's query for PostgreSQL; see tsquery.h.
 */
#include "store/search/lexeme/tsquery.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/text/utf8.h"
#include "store/search/grams.h"
#include "store/search/lexeme/stemmer.h"
#include "store/search/lexeme/words.h"
#include "store/search/search_term.h"

/* A term with its tokens, each followed by a space. */
struct tsquery_term {
	struct search_term term;
	struct buf words, grams;
	bool is_open; /* the last token of `grams` may be incomplete */
};

struct tsquery_terms {
	struct tsquery_term items[LIMIT_SEARCH_TERMS];
	size_t n;
};

/* The query for words, for grams, or for the stems of one language, while it is
 * written. */
struct tsquery_side {
	const char *name; /* name of its member in the JSON of the terms */
	struct sb_stemmer *stemmer; /* NULL: the tokens are words or grams */
	bool of_grams;
	struct buf wanted, unwanted; /* tsqueries */
	struct buf terms;            /* required terms as JSON strings */
};

/* ---- terms ---- */

/* Reads the tokens of a term from the FTS5 phrase that grams_of_query() writes,
 * such as "a b " *. */
static void
tsquery_read_grams(struct tsquery_term *t)
{
	struct buf phrase;
	size_t end;

	buf_init(&phrase, 4 * LIMIT_SEARCH_BYTES);
	if (grams_of_query(&phrase, t->term.text, t->term.prefix)) {
		end = slice_find_char(buf_slice(&phrase), '"', 1);
		buf_append_slice(
		    &t->grams, slice_sub(buf_slice(&phrase), 1, end));
		t->is_open = phrase.p[phrase.len - 1] == '*';
	}
	buf_carry_failure(&t->grams, &phrase);
	buf_release(&phrase);
}

static void
tsquery_add_term(struct tsquery_terms *all, const struct search_term *term)
{
	struct tsquery_term *t = &all->items[all->n];

	if (!search_term_has_word(term) || all->n == LIMIT_SEARCH_TERMS)
		return;
	*t = (struct tsquery_term){ .term = *term };
	buf_init(&t->words, 8 * LIMIT_SEARCH_BYTES);
	buf_init(&t->grams, 8 * LIMIT_SEARCH_BYTES);
	words_of_text(&t->words, term->text);
	tsquery_read_grams(t);
	all->n++;
}

/* ---- the queries ---- */

static void
tsquery_append_token(
    struct buf *out, const struct tsquery_side *side, struct slice token)
{
	buf_append_char(out, '\'');
	if (side->stemmer != NULL) {
		buf_append_string(out, side->name);
		buf_append_char(out, ':');
		token = stemmer_stem(side->stemmer, token);
		if (token.p == NULL)
			out->failed = true;
	}
	buf_append_slice(out, token);
	buf_append_char(out, '\'');
}

static void
tsquery_append_phrase(struct buf *out, const struct tsquery_side *side,
    const struct tsquery_term *t)
{
	struct slice tokens = buf_slice(side->of_grams ? &t->grams : &t->words);
	bool is_open = side->of_grams ? t->is_open : t->term.prefix;
	size_t from = 0, to, n = 0;

	while (from < tokens.len &&
	       (to = slice_find_char(tokens, ' ', from)) != SLICE_NOT_FOUND) {
		struct slice token = slice_sub(tokens, from, to);

		from = to + 1;
		if (token.len > LIMIT_SEARCH_WORD_BYTES)
			token = utf8_prefix(token, LIMIT_SEARCH_WORD_BYTES);
		if (n++ > 0)
			buf_append_string(out, " <-> ");
		tsquery_append_token(out, side, token);
		if (t->term.of_title || (is_open && from == tokens.len))
			buf_append_char(out, ':');
		if (is_open && from == tokens.len)
			buf_append_char(out, '*');
		if (t->term.of_title)
			buf_append_char(out, 'A');
	}
}

static void
tsquery_add_phrase(struct tsquery_side *side, const struct tsquery_term *t)
{
	struct buf *out = t->term.excluded ? &side->unwanted : &side->wanted;
	struct buf phrase;

	buf_init(&phrase, 32 * LIMIT_SEARCH_BYTES);
	tsquery_append_phrase(&phrase, side, t);
	if (phrase.len > 0) {
		if (out->len > 0)
			buf_append_string(
			    out, t->term.excluded ? " | " : " & ");
		buf_append_slice(out, buf_slice(&phrase));
	}
	if (phrase.len > 0 && !t->term.excluded) {
		buf_append_string(
		    &side->terms, side->terms.len > 0 ? ",\"" : "\"");
		buf_append_slice(&side->terms, buf_slice(&phrase));
		buf_append_char(&side->terms, '"');
	}
	buf_carry_failure(out, &phrase);
	buf_carry_failure(out, &t->words);
	buf_carry_failure(out, &t->grams);
	buf_release(&phrase);
}

/* Appends the query of `side` to `out`, and its required terms to ret_terms.
 * Appends nothing if it has no required term.  Frees the buffers of `side`. */
static void
tsquery_close_side(
    struct tsquery_side *side, struct buf *out, struct buf *ret_terms)
{
	if (side->wanted.len > 0) {
		buf_append_string(out, out->len > 0 ? " | (" : "(");
		buf_append_slice(out, buf_slice(&side->wanted));
		buf_append_char(out, ')');
		if (side->unwanted.len > 0) {
			buf_append_string(out, " & !(");
			buf_append_slice(out, buf_slice(&side->unwanted));
			buf_append_char(out, ')');
		}
		buf_append_string(ret_terms, ret_terms->len > 1 ? ",\"" : "\"");
		buf_append_string(ret_terms, side->name);
		buf_append_string(ret_terms, "\":[");
		buf_append_slice(ret_terms, buf_slice(&side->terms));
		buf_append_char(ret_terms, ']');
	}
	buf_carry_failure(out, &side->wanted);
	buf_carry_failure(out, &side->unwanted);
	buf_carry_failure(ret_terms, &side->terms);
	buf_release(&side->wanted);
	buf_release(&side->unwanted);
	buf_release(&side->terms);
}

static void
tsquery_write_side(const struct tsquery_terms *all, struct tsquery_side *side,
    struct buf *out, struct buf *ret_terms)
{
	buf_init(&side->wanted, 32 * LIMIT_SEARCH_BYTES);
	buf_init(&side->unwanted, 32 * LIMIT_SEARCH_BYTES);
	buf_init(&side->terms, 64 * LIMIT_SEARCH_BYTES);
	for (size_t i = 0; i < all->n; i++)
		tsquery_add_phrase(side, &all->items[i]);
	tsquery_close_side(side, out, ret_terms);
}

static void
tsquery_write_stems(const struct tsquery_terms *all, struct search_query *ret)
{
	for (int i = 0; i < STEMMER_LANGUAGES; i++) {
		struct tsquery_side side = { .name = stemmer_language(i),
			.stemmer = stemmer_new(i) };

		if (side.stemmer == NULL) {
			ret->stems.failed = true;
			return;
		}
		tsquery_write_side(all, &side, &ret->stems, &ret->terms);
		stemmer_free(side.stemmer);
	}
}

/* Collects the words that a snippet marks. */
static void
tsquery_write_marked(const struct tsquery_terms *all, struct search_query *ret)
{
	for (size_t i = 0; i < all->n; i++)
		if (!all->items[i].term.excluded)
			buf_append_slice(
			    &ret->marked, buf_slice(&all->items[i].words));
}

static bool
tsquery_write(const struct tsquery_terms *all, struct search_query *ret)
{
	bool asked = false, excludes = false;

	for (size_t i = 0; i < all->n; i++) {
		asked |= !all->items[i].term.excluded;
		excludes |= all->items[i].term.excluded;
	}
	ret->words_too = !excludes && !grams_has(buf_slice(&ret->text));
	buf_append_char(&ret->terms, '{');
	tsquery_write_side(all, &(struct tsquery_side){ .name = "words" },
	    &ret->words, &ret->terms);
	tsquery_write_side(all,
	    &(struct tsquery_side){ .name = "grams", .of_grams = true },
	    &ret->grams, &ret->terms);
	if (!ret->has_prefix)
		tsquery_write_stems(all, ret);
	buf_append_char(&ret->terms, '}');
	tsquery_write_marked(all, ret);
	return asked;
}

bool
tsquery_make(struct slice text, struct search_query *ret)
{
	struct tsquery_terms *all = calloc(1, sizeof(*all));
	struct slice rest;
	bool asked;

	search_query_init(text, ret);
	rest = buf_slice(&ret->text);
	if (all == NULL) {
		ret->words.failed = true;
		return false;
	}
	while (rest.p != NULL && rest.len > 0) {
		struct search_term term = search_term_take(&rest);

		tsquery_add_term(all, &term);
		ret->has_prefix |= term.prefix;
		if (ret->first.p == NULL && all->n > 0 &&
		    !all->items[all->n - 1].term.excluded)
			ret->first = term.text;
	}
	asked = tsquery_write(all, ret);
	for (size_t i = 0; i < all->n; i++) {
		buf_release(&all->items[i].words);
		buf_release(&all->items[i].grams);
	}
	free(all);
	return asked;
}
