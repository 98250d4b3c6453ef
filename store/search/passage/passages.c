/*
 * passages.c -- ranks the paragraphs of the articles that a search found.
 *
 * Input: a query as users type it.  Output: paragraphs with their neighbours.
 * The articles are read twice, first to rank their paragraphs and then to show
 * the best of them, so that only positions are in memory.  If a text is
 * replaced by a shorter one between the two reads, positions after its end are
 * left out.
 */
#include "store/search/passage/passages.h"

#include "base/limits/limits_portal.h"
#include "base/text/utf8.h"
#include "store/article/article_list.h"
#include "store/search/passage/passage_rank.h"
#include "store/search/passage/passage_split.h"
#include "store/search/passage/passage_terms.h"
#include "store/search/search_places.h"
#include "store/search/search_words.h"

struct passages {
	struct store *store;
	struct passage_terms terms;
	struct passage_ranking ranking;
	size_t n_bytes; /* number of bytes of the texts that were read */
	int (*visit)(const struct passage_hit *, void *);
	void *arg;
};

/* ---- ranking ---- */

static int
passages_rank_body(struct passages *p, uint32_t article,
    const struct article_row *row, struct err *e)
{
	struct passage_walk walk = { .text = row->body };
	struct passage_place place = { .article_id = row->id,
		.article = article };
	size_t before = p->ranking.n;
	uint16_t counts[LIMIT_SEARCH_TERMS], first[LIMIT_SEARCH_TERMS] = { 0 };
	struct slice text;
	bool kept = true;

	passage_terms_set_language(&p->terms, row->lang);
	for (; kept && passage_next(&walk, &text); place.n++) {
		place.n_words =
		    (uint32_t)passage_terms_count(&p->terms, text, counts);
		kept = passage_ranking_add(&p->ranking, &place, counts, false);
	}
	if (kept && place.n > 0 && p->ranking.n == before) {
		place.n = 0;
		kept = passage_ranking_add(&p->ranking, &place, first, true);
	}
	return kept && !passage_terms_failed(&p->terms)
		   ? 0
		   : err_set(e, ERR_MEMORY, "no memory for passages");
}

static int
passages_rank(struct passages *p, const struct search_place *places, size_t n,
    struct err *e)
{
	int rc = 0;

	for (size_t i = 0; i < n && i < LIMIT_PASSAGE_ARTICLES && rc == 0 &&
			   p->n_bytes < LIMIT_PASSAGE_READ;
	     i++) {
		struct rows article = { 0 };

		rc = article_read(p->store, places[i].id, true, &article, e);
		if (rc == 0 && article.n > 0) {
			const struct article_row *row = article.items;

			p->n_bytes += row->body.len;
			rc = passages_rank_body(p, (uint32_t)i, row, e);
		}
		rows_release(&article);
	}
	passage_ranking_finish(&p->ranking);
	return rc;
}

/* ---- output ---- */

/* Fills in the passage with the number n and its neighbours.  Returns false if
 * the text has fewer passages. */
static bool
passages_find(struct slice body, uint32_t n, struct passage_hit *ret)
{
	struct passage_walk walk = { .text = body };
	struct slice text;

	for (uint32_t i = 0; i < n; i++)
		if (!passage_next(&walk, &ret->before))
			return false;
	if (!passage_next(&walk, &ret->text))
		return false;
	ret->paragraph = walk.paragraph;
	if (passage_next(&walk, &text))
		ret->after = text;
	return true;
}

/* Appends the end of a text, beginning with a whole word. */
static void
passages_put_end(struct buf *out, struct slice text)
{
	size_t from = text.len - LIMIT_PASSAGE_CONTEXT, space;

	if (text.len <= LIMIT_PASSAGE_CONTEXT) {
		buf_append_slice(out, text);
		return;
	}
	while (from < text.len && ((unsigned char)text.p[from] & 0xC0) == 0x80)
		from++;
	space = slice_find_char(text, ' ', from);
	if (space != SLICE_NOT_FOUND)
		from = space + 1;
	buf_append_string(out, "…");
	buf_append_slice(out, slice_sub(text, from, text.len));
}

/* Appends the beginning of a text, up to the end of a word. */
static void
passages_put_beginning(struct buf *out, struct slice text)
{
	struct slice part = utf8_prefix(text, LIMIT_PASSAGE_CONTEXT);
	size_t to = part.len;

	if (part.len == text.len) {
		buf_append_slice(out, text);
		return;
	}
	while (to > part.len / 2 && part.p[to - 1] != ' ')
		to--;
	if (to > part.len / 2)
		part = slice_trim(slice_sub(part, 0, to));
	buf_append_slice(out, part);
	buf_append_string(out, "…");
}

static int
passages_show(struct passages *p, struct article_row *row,
    const struct passage_place *place, struct err *e)
{
	struct passage_hit hit = { .article = *row, .score = place->score };
	struct buf text, before, after;
	int rc = 0;

	if (!passages_find(row->body, place->n, &hit))
		return 0;
	buf_init(&text, 4 * LIMIT_PASSAGE_BYTES);
	buf_init(&before, 2 * LIMIT_PASSAGE_BYTES);
	buf_init(&after, 2 * LIMIT_PASSAGE_BYTES);
	passage_terms_set_language(&p->terms, row->lang);
	passage_terms_mark(&p->terms, hit.text, &text);
	passages_put_end(&before, hit.before);
	passages_put_beginning(&after, hit.after);
	hit.article.body = hit.article.body_html = SLICE_NONE;
	hit.text = buf_slice(&text);
	hit.before = buf_slice(&before);
	hit.after = buf_slice(&after);
	if (buf_failed(&text) || buf_failed(&before) || buf_failed(&after) ||
	    passage_terms_failed(&p->terms))
		rc = err_set(e, ERR_MEMORY, "no memory for a passage");
	else
		rc = p->visit(&hit, p->arg);
	buf_release(&text);
	buf_release(&before);
	buf_release(&after);
	return rc;
}

static int
passages_visit(struct passages *p, size_t limit, struct err *e)
{
	int rc = 0;

	for (size_t i = 0;
	     i < p->ranking.n && (limit == 0 || i < limit) && rc == 0; i++) {
		const struct passage_place *place = &p->ranking.places[i];
		struct rows article = { 0 };

		rc = article_read(
		    p->store, place->article_id, true, &article, e);
		if (rc == 0 && article.n > 0)
			rc = passages_show(p, article.items, place, e);
		rows_release(&article);
	}
	return rc;
}

int
store_search_passages(struct store *s, struct slice query,
    const struct article_filter *filter,
    int (*visit)(const struct passage_hit *, void *), void *arg, struct err *e)
{
	struct passages p = { .store = s, .visit = visit, .arg = arg };
	struct article_filter best = { .since_at = DATE_NONE,
		.until_at = DATE_NONE };
	struct search_query what;
	struct rows places = { 0 };
	bool asked = search_words_make(s, query, &what);
	int rc = 0;

	if (filter != NULL)
		best = *filter;
	best.limit = LIMIT_PASSAGE_ARTICLES;
	passage_terms_init(&p.terms, buf_slice(&what.text));
	passage_ranking_init(&p.ranking, p.terms.n);
	if (search_query_failed(&what))
		rc = err_set(e, ERR_MEMORY, "no memory for a query");
	else if (asked)
		rc = search_find_places(s, query, &what, &best, &places, e);
	if (rc == 0)
		rc = passages_rank(&p, places.items, places.n, e);
	if (rc == 0)
		rc = passages_visit(&p, filter != NULL ? filter->limit : 0, e);
	rows_release(&places);
	passage_ranking_release(&p.ranking);
	passage_terms_release(&p.terms);
	search_query_release(&what);
	return rc;
}
