/*
 * search.c -- full text, ranked, for whatever people type.
 *
 * The query of FTS5 has a grammar; what comes from outside is never put
 * through it.  Words and phrases become quoted strings, of which FTS5 only
 * takes the letters: a AND-joined list of what must be there, NOT an
 * OR-joined list of what must not.
 */
#include "base/buf.h"
#include "base/utf8.h"
#include "config/limits.h"
#include "store/article_list.h"

struct expression {
	struct buf wanted, unwanted;
	size_t n_wanted, n_unwanted;
};

/* ---- from a line of text to an expression ---- */

static bool
has_word(struct slice text)
{
	for (size_t at = 0; at < text.len;) {
		uint32_t rune;

		at += utf8_decode(text.p + at, text.len - at, &rune);
		if (rune_is_word(rune) || rune_is_unspaced(rune))
			return true;
	}
	return false;
}

/* A quoted string.  Bytes that are no text, and quotes, are spaces. */
static void
append_quoted(struct buf *out, struct slice text)
{
	buf_append_char(out, '"');
	for (size_t at = 0; at < text.len;) {
		uint32_t rune;

		at += utf8_decode(text.p + at, text.len - at, &rune);
		buf_append_rune(out,
		    rune < ' ' || rune == '"' || rune == RUNE_BAD ? ' ' : rune);
	}
	buf_append_char(out, '"');
}

static void
add_term(struct expression *x, struct slice text, bool excluded)
{
	struct buf *out = excluded ? &x->unwanted : &x->wanted;
	size_t *n = excluded ? &x->n_unwanted : &x->n_wanted;

	if (!has_word(text) ||
	    x->n_wanted + x->n_unwanted >= LIMIT_SEARCH_TERMS)
		return;
	if (*n > 0)
		buf_append_string(out, excluded ? " OR " : " AND ");
	append_quoted(out, text);
	(*n)++;
}

static bool
is_blank(char c)
{
	return (unsigned char)c <= ' ';
}

/* Takes the next word or phrase off *rest: up to the closing quote, or the
 * end where it is missing. */
static struct slice
next_term(struct slice *rest, bool *ret_excluded)
{
	size_t at = 0, from, to;
	struct slice term;

	while (at < rest->len && is_blank(rest->p[at]))
		at++;
	*ret_excluded = at < rest->len && rest->p[at] == '-';
	if (*ret_excluded)
		at++;
	if (at < rest->len && rest->p[at] == '"') {
		from = at + 1;
		to = slice_find_char(*rest, '"', from);
		if (to == SLICE_NOT_FOUND)
			to = rest->len;
		at = to < rest->len ? to + 1 : to;
	} else {
		for (from = at; at < rest->len && !is_blank(rest->p[at]) &&
				rest->p[at] != '"';)
			at++;
		to = at;
	}
	term = slice_sub(*rest, from, to);
	*rest = slice_sub(*rest, at, rest->len);
	return term;
}

/* False when nothing is asked for. */
static bool
make_expression(struct slice text, struct buf *out)
{
	struct expression x = { 0 };
	struct slice rest = utf8_prefix(text, LIMIT_SEARCH_BYTES);
	bool excluded;

	buf_init(&x.wanted, 4 * LIMIT_SEARCH_BYTES);
	buf_init(&x.unwanted, 4 * LIMIT_SEARCH_BYTES);
	while (rest.p != NULL && rest.len > 0) {
		struct slice term = next_term(&rest, &excluded);

		add_term(&x, term, excluded);
	}
	buf_append_slice(out, buf_slice(&x.wanted));
	if (x.n_unwanted > 0) {
		buf_append_string(out, " NOT (");
		buf_append_slice(out, buf_slice(&x.unwanted));
		buf_append_string(out, ")");
	}
	if (buf_failed(&x.wanted) || buf_failed(&x.unwanted))
		out->failed = true;
	buf_release(&x.wanted);
	buf_release(&x.unwanted);
	return x.n_wanted > 0;
}

/* ---- hits ---- */

struct hit_place {
	int64_t id;
	double rank;
};

static void
read_hit(const struct query *q, struct arena *arena, void *ret_row)
{
	struct hit_place *place = ret_row;

	(void)arena;
	place->id = query_column_int(q, 0);
	place->rank = query_column_real(q, 1);
}

static void
read_snippet(const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct slice *)ret_row = query_column_copy(q, 0, arena);
}

static int
visit_hit(struct store *s, struct slice expression,
    const struct hit_place *place,
    int (*visit)(const struct search_hit *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_search_snippet);
	struct rows article = { 0 }, snippet;
	int rc;

	query_text(&q, ":expression", expression);
	query_int(&q, ":id", place->id);
	rc = rows_collect(&q, sizeof(struct slice), read_snippet, &snippet, e);
	if (rc == 0)
		rc = article_read(s, place->id, false, &article, e);
	if (rc == 0 && article.n > 0 && snippet.n > 0) {
		struct search_hit hit = {
			.article = *(struct article_row *)article.items,
			.snippet = *(struct slice *)snippet.items,
			.rank = place->rank
		};

		rc = visit(&hit, arg);
	}
	rows_release(&article);
	rows_release(&snippet);
	return rc;
}

static int
search(struct store *s, struct slice expression,
    const struct article_filter *filter,
    int (*visit)(const struct search_hit *, void *), void *arg, struct err *e)
{
	size_t limit = filter != NULL ? filter->limit : 0;
	struct query q = query_of(s, SQL_search_hits);
	struct rows places;
	int rc;

	if (limit == 0 || limit > LIMIT_SEARCH_HITS)
		limit = LIMIT_SEARCH_HITS;
	query_text(&q, ":expression", expression);
	query_filter(&q, filter);
	query_int(&q, ":page", (int64_t)limit);
	rc = rows_collect(&q, sizeof(struct hit_place), read_hit, &places, e);
	for (size_t i = 0; i < places.n && rc == 0; i++)
		rc = visit_hit(s, expression,
		    &((struct hit_place *)places.items)[i], visit, arg, e);
	rows_release(&places);
	return rc;
}

int
store_search(struct store *s, struct slice query,
    const struct article_filter *filter,
    int (*visit)(const struct search_hit *, void *), void *arg, struct err *e)
{
	struct buf expression;
	bool asked;
	int rc = 0;

	buf_init(&expression, 16 * LIMIT_SEARCH_BYTES);
	asked = make_expression(query, &expression);
	if (buf_failed(&expression))
		rc = err_set(e, ERR_MEMORY, "no memory for a query");
	else if (asked)
		rc = search(s, buf_slice(&expression), filter, visit, arg, e);
	buf_release(&expression);
	return rc;
}
