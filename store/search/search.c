/*
 * search.c -- ranked full-text search for queries as users type them.
 *
 * On SQLite three indexes are searched: article_fts, article_stem for texts in
 * English, and article_bigram for texts that contain scripts without spaces
 * (grams.h).  Words of other scripts in such texts are found in each of these
 * indexes (search_query.h, words_too).  The query is written in the tokens of
 * each index.  A prefix has no stem, so a query with a prefix searches English
 * texts by unchanged words in article_fts.  Hits are ranked by relevance.c; the
 * newest texts get up to twice the rank.  If there are more than
 * LIMIT_SEARCH_RANKED hits, only the newest are ranked.  A frequent prefix is
 * replaced by the words of the newest texts that begin with it
 * (prefix_words.h).
 *
 * On PostgreSQL the index is the table article_fts (lexeme/vector.h), and every
 * language with a stemmer is searched by stems.
 */
#include "store/search/search.h"

#include "base/buf.h"
#include "base/limits.h"
#include "base/text/utf8.h"
#include "store/article/article_list.h"
#include "store/article/articles.h"
#include "store/query/dialect.h"
#include "store/search/grams.h"
#include "store/search/prefix_words.h"
#include "store/search/search_fill.h"
#include "store/search/search_places.h"
#include "store/search/search_words.h"
#include "store/search/snippet.h"

static void
search_read_hit(const struct query *q, struct arena *arena, void *ret_row)
{
	struct search_place *place = ret_row;

	(void)arena;
	place->id = query_column_int(q, 0);
	place->rank = query_column_real(q, 1);
	place->n_hits = query_column_int(q, 2);
}

static void
search_read_snippet(const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct slice *)ret_row = query_column_copy(q, 0, arena);
}

/* A snippet of whole words is longer than this if a word is a sentence in a
 * script without spaces. */
#define WORDS_SNIPPET_BYTES 1024
/* Longest body for which snippet() is called.  The time of snippet() is
 * proportional to the square of the number of matches: 0.1 s for 4000 equal
 * words, minutes for 100 000. */
#define SNIPPET_BYTES (8 * KIB)

/* Makes the snippet with FTS5's snippet(), which supports scripts with spaces.
 * The function is not used for a query with a prefix, because snippet() would
 * collect all matching words again for each hit. */
static int
search_find_snippet(struct store *s, const struct search_query *what,
    int64_t id, struct rows *ret, struct err *e)
{
	struct query q = query_of(s, SQL_search_snippet);

	query_text(&q, ":words", buf_slice(&what->words));
	query_int(&q, ":words_too", what->words_too);
	query_int(&q, ":id", id);
	return rows_collect(
	    &q, sizeof(struct slice), search_read_snippet, ret, e);
}

/* True if a snippet of whole words contains a word of the query. */
static bool
search_snippet_is_good(struct slice snippet)
{
	return snippet.len <= WORDS_SNIPPET_BYTES &&
	       slice_find_char(snippet, '\x02', 0) != SLICE_NOT_FOUND;
}

/* True if snippet() of FTS5 may be called for the article. */
static bool
search_may_use_fts(struct store *s, const struct article_row *article)
{
	return s->dialect->has(SQL_search_snippet) &&
	       article->body.len <= SNIPPET_BYTES;
}

/* Makes the snippet from the text of the article, without FTS5. */
static void
search_make_snippet(struct store *s, const struct search_query *what,
    const struct article_row *article, struct buf *out)
{
	bool has_grams = grams_has(article->title) || grams_has(article->body);

	if (search_may_use_fts(s, article) || what->has_prefix ||
	    (has_grams && !what->words_too)) {
		snippet_make(out, article->body, what->first);
		return;
	}
	snippet_mark(
	    out, article->body, article->lang, buf_slice(&what->marked));
	if (has_grams && !search_snippet_is_good(buf_slice(out))) {
		buf_clear(out);
		snippet_make(out, article->body, what->first);
	}
}

/* Writes the snippet of an article to `out`. */
static int
search_put_snippet(struct store *s, const struct search_query *what,
    const struct article_row *article, struct buf *out, struct err *e)
{
	bool make = what->has_prefix || !search_may_use_fts(s, article);
	struct rows found = { 0 };
	int rc = 0;

	if (!make) {
		rc = search_find_snippet(s, what, article->id, &found, e);
		make = found.n == 0 ||
		       !search_snippet_is_good(*(struct slice *)found.items);
	}
	if (rc == 0 && make)
		search_make_snippet(s, what, article, out);
	else if (rc == 0)
		buf_append_slice(out, *(struct slice *)found.items);
	rows_release(&found);
	if (rc == 0 && buf_failed(out))
		rc = err_set(e, ERR_MEMORY, "no memory for a snippet");
	return rc;
}

static int
search_visit_hit(struct store *s, const struct search_query *what,
    const struct search_place *place,
    int (*visit)(const struct search_hit *, void *), void *arg, struct err *e)
{
	struct rows article = { 0 };
	struct search_hit hit = { .rank = place->rank };
	struct buf snippet;
	int rc;

	buf_init(&snippet, LIMIT_SEARCH_BYTES * 2);
	rc = article_read(s, place->id, true, &article, e);
	if (rc == 0 && article.n > 0) {
		hit.article = *(struct article_row *)article.items;
		rc = search_put_snippet(s, what, &hit.article, &snippet, e);
		hit.snippet = buf_slice(&snippet);
		hit.article.body = hit.article.body_html = SLICE_NONE;
		if (rc == 0)
			rc = visit(&hit, arg);
	}
	buf_release(&snippet);
	rows_release(&article);
	return rc;
}

/* Collects the places of the best hits.  rows_release() must be called in each
 * case. */
static int
search_rank(struct store *s, const struct search_query *what,
    const struct article_filter *filter, struct rows *ret, struct err *e)
{
	size_t limit = filter != NULL ? filter->limit : 0;
	struct query q = query_of(s, SQL_search_hits);

	if (limit == 0 || limit > LIMIT_SEARCH_HITS)
		limit = LIMIT_SEARCH_HITS;
	search_words_bind(&q, what);
	if (s->dialect->has(SQL_search_sample))
		query_text(&q, ":phrases", buf_slice(&what->phrases));
	query_int(&q, ":ranked", LIMIT_SEARCH_RANKED);
	query_filter(&q, filter);
	query_int(&q, ":page", (int64_t)limit);
	return rows_collect(
	    &q, sizeof(struct search_place), search_read_hit, ret, e);
}

/* Searches the words of frequent prefixes in place of the prefixes.  Returns 1
 * if LIMIT_SEARCH_RANKED hits were found.  Hits that only contain rarer words
 * of a prefix are then missing.  Returns 0 if fewer hits were found; the
 * original query must then be searched. */
static int
search_rank_expanded(struct store *s, struct slice query,
    const struct article_filter *filter, struct rows *ret, struct err *e)
{
	struct prefix_words prefixes = { .store = s, .e = e };
	struct search_query what;
	bool asked = search_query_make_expanded(
	    query, prefix_words_expand, &prefixes, &what);
	int rc = prefixes.rc;

	if (rc == 0 && search_query_failed(&what))
		rc = err_set(e, ERR_MEMORY, "no memory for a query");
	if (rc == 0 && asked && prefixes.n_words > 0)
		rc = search_rank(s, &what, filter, ret, e);
	search_query_release(&what);
	return rc == 0 && ret->n > 0
		   ? ((struct search_place *)ret->items)->n_hits >=
			 LIMIT_SEARCH_RANKED
		   : rc;
}

int
search_find_places(struct store *s, struct slice query,
    const struct search_query *what, const struct article_filter *filter,
    struct rows *ret, struct err *e)
{
	int rc = 0;

	if (what->has_prefix && s->dialect->has(SQL_search_sample))
		rc = search_rank_expanded(s, query, filter, ret, e);
	if (rc != 0)
		return rc < 0 ? rc : 0;
	rows_release(ret);
	return search_rank(s, what, filter, ret, e);
}

int
store_search(struct store *s, struct slice query,
    const struct article_filter *filter,
    int (*visit)(const struct search_hit *, void *), void *arg, struct err *e)
{
	struct search_query what;
	struct rows places = { 0 };
	bool asked = search_words_make(s, query, &what);
	int rc = 0;

	if (search_query_failed(&what))
		rc = err_set(e, ERR_MEMORY, "no memory for a query");
	else if (asked)
		rc = search_find_places(s, query, &what, filter, &places, e);
	for (size_t i = 0; i < places.n && rc == 0; i++)
		rc = search_visit_hit(s, &what,
		    &((struct search_place *)places.items)[i], visit, arg, e);
	rows_release(&places);
	search_query_release(&what);
	return rc;
}

/* ---- filling a new index ---- */

static int
search_fill_row(struct store *s, void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_bigram_fill);
	int rc = query_run(&q, e);

	(void)arg;
	if (rc != 0)
		return rc;
	q = query_of(s, SQL_bigram_set_filled);
	return query_run(&q, e);
}

int
search_fill(struct store *s, struct err *e)
{
	struct query q = query_of(s, SQL_bigram_is_filled);
	int64_t filled = 0;
	int rc = query_run_int(&q, &filled, e);

	return rc == 0 && filled == 0
		   ? store_operate(s, search_fill_row, NULL, e)
		   : rc;
}
