/*
 * search_query.c -- translates a user's query to the FTS5 query syntax.
 *
 *	word  "a phrase"  harv*  -word  -"a phrase"  title:word  title:"a b"
 *
 * FTS5's query grammar never parses user input.  Words and phrases become
 * quoted strings, of which FTS5 only reads the letters.  The result is an
 * AND-joined list of required terms, NOT an OR-joined list of excluded terms.
 * The result is made twice, in the tokens of each index.
 */
#include "store/search/search_query.h"

#include "base/limits.h"
#include "base/text/utf8.h"
#include "store/search/grams.h"

/* A shorter prefix matches so many words that the query takes seconds. */
#define PREFIX_BYTES 3

struct term {
	struct slice text;
	bool excluded, of_title, prefix;
};

/* The query for one of the two indexes while it is built. */
struct side {
	struct buf wanted, unwanted;
};

struct expression {
	struct side words, grams;
	size_t n_wanted, n_unwanted;
};

static bool
search_query_has_word(struct slice text)
{
	for (size_t at = 0; at < text.len;) {
		uint32_t rune;

		at += utf8_decode(text.p + at, text.len - at, &rune);
		if (rune_is_word(rune) || rune_is_unspaced(rune))
			return true;
	}
	return false;
}

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
search_query_join(struct buf *out, const struct term *term)
{
	if (out->len > 0)
		buf_append_string(out, term->excluded ? " OR " : " AND ");
	if (term->of_title)
		buf_append_string(out, "title : ");
}

/* A term for which FTS5 has no token is skipped, because it would match nothing
 * or be an error. */
static void
search_query_add_term(struct expression *x, const struct term *term)
{
	bool excluded = term->excluded;
	struct buf *words = excluded ? &x->words.unwanted : &x->words.wanted;
	struct buf *grams = excluded ? &x->grams.unwanted : &x->grams.wanted;
	struct buf phrase;

	if (!search_query_has_word(term->text) ||
	    x->n_wanted + x->n_unwanted >= LIMIT_SEARCH_TERMS)
		return;
	buf_init(&phrase, 4 * LIMIT_SEARCH_BYTES);
	if (grams_of_query(&phrase, term->text, term->prefix)) {
		search_query_join(grams, term);
		buf_append_slice(grams, buf_slice(&phrase));
		search_query_join(words, term);
		search_query_append_quoted(words, term->text, term->prefix);
		if (excluded)
			x->n_unwanted++;
		else
			x->n_wanted++;
	}
	if (buf_failed(&phrase))
		words->failed = true;
	buf_release(&phrase);
}

static bool
search_query_is_blank(char c)
{
	return (unsigned char)c <= ' ';
}

/* Takes the next word or phrase from *rest.  A phrase ends at the closing
 * quote, or at the end of the text if there is none. */
static struct term
search_query_next_term(struct slice *rest)
{
	const struct slice title = SLICE("title:");
	struct term term = { 0 };
	size_t at = 0, from, to;

	while (at < rest->len && search_query_is_blank(rest->p[at]))
		at++;
	term.excluded = at < rest->len && rest->p[at] == '-';
	if (term.excluded)
		at++;
	term.of_title = slice_starts(slice_sub(*rest, at, rest->len), title) &&
			at + title.len < rest->len &&
			!search_query_is_blank(rest->p[at + title.len]);
	if (term.of_title)
		at += title.len;
	if (at < rest->len && rest->p[at] == '"') {
		from = at + 1;
		to = slice_find_char(*rest, '"', from);
		if (to == SLICE_NOT_FOUND)
			to = rest->len;
		at = to < rest->len ? to + 1 : to;
	} else {
		for (from = at; at < rest->len &&
				!search_query_is_blank(rest->p[at]) &&
				rest->p[at] != '"';)
			at++;
		to = at;
		term.prefix =
		    to > from + PREFIX_BYTES && rest->p[to - 1] == '*';
		if (to > from && rest->p[to - 1] == '*')
			to--;
	}
	term.text = slice_sub(*rest, from, to);
	*rest = slice_sub(*rest, at, rest->len);
	return term;
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

bool
search_query_make(struct slice text, struct search_query *ret)
{
	struct expression x = { 0 };
	struct slice rest = utf8_prefix(text, LIMIT_SEARCH_BYTES);

	*ret = (struct search_query){ .first = SLICE_NONE };
	buf_init(&ret->words, 32 * LIMIT_SEARCH_BYTES);
	buf_init(&ret->grams, 32 * LIMIT_SEARCH_BYTES);
	buf_init(&x.words.wanted, 8 * LIMIT_SEARCH_BYTES);
	buf_init(&x.words.unwanted, 8 * LIMIT_SEARCH_BYTES);
	buf_init(&x.grams.wanted, 8 * LIMIT_SEARCH_BYTES);
	buf_init(&x.grams.unwanted, 8 * LIMIT_SEARCH_BYTES);
	while (rest.p != NULL && rest.len > 0) {
		struct term term = search_query_next_term(&rest);

		search_query_add_term(&x, &term);
		ret->has_prefix |= term.prefix;
		if (ret->first.p == NULL && x.n_wanted > 0)
			ret->first = term.text;
	}
	search_query_close_side(&x.words, x.n_unwanted > 0, &ret->words);
	search_query_close_side(&x.grams, x.n_unwanted > 0, &ret->grams);
	return x.n_wanted > 0;
}

bool
search_query_failed(const struct search_query *query)
{
	return buf_failed(&query->words) || buf_failed(&query->grams);
}

void
search_query_release(struct search_query *query)
{
	buf_release(&query->words);
	buf_release(&query->grams);
}
