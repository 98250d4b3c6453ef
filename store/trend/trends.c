/*
 * trends.c -- finds terms that are more frequent now than before; see trends.h.
 *
 * The articles of a period are found by the index article_by_first_seen.  If
 * the earlier periods have too many articles, only the articles whose number is
 * divisible by a step are read.  The same database therefore always gives the
 * same result.
 */
#include "store/trend/trends.h"

#include <stdlib.h>

#include "base/limits/limits_portal.h"
#include "base/table.h"
#include "store/sqlite/statement.h"

#define LEAST_ARTICLES 2 /* a term of one article is not a trend */
/* A share that did not change reaches this score by chance in less than 5 % of
 * cases (chi squared, one degree of freedom). */
#define LEAST_SCORE 3.84

struct trend_term {
	struct slice stem, term;
	int64_t n, before;
	int64_t oldest_id; /* smallest id of the n articles */
	double score;
};

/* One side of the comparison: the articles of a period. */
struct trend_sample {
	int64_t since_at, until_at;
	int64_t step;
	int64_t n_articles;
};

struct trend_reading {
	struct store *store;
	const struct trend_query *query;
	struct trend_sample now, before;
	struct rows terms; /* items of type struct trend_term: the terms of the
			      period */
};

/* ---- samples ---- */

static void
trends_bind(struct query *q, const struct trend_query *query,
    const struct trend_sample *sample)
{
	query_int(q, ":since", sample->since_at);
	query_int(q, ":until", sample->until_at);
	query_text(q, ":lang", query->lang);
	query_text(q, ":category", query->category);
}

static void
trends_bind_sample(struct query *q, const struct trend_query *query,
    const struct trend_sample *sample)
{
	trends_bind(q, query, sample);
	query_int(q, ":step", sample->step);
	query_int(q, ":most", LIMIT_TREND_ARTICLES);
}

/* Sets the step, so that about LIMIT_TREND_ARTICLES articles are read if
 * is_sampled is true, and counts the articles that have keywords. */
static int
trends_count(struct trend_reading *r, struct trend_sample *sample,
    bool is_sampled, struct err *e)
{
	struct query q = query_of(r->store, SQL_trend_span);
	int64_t n = 0;
	int rc;

	query_int(&q, ":since", sample->since_at);
	query_int(&q, ":until", sample->until_at);
	rc = query_run_int(&q, &n, e);
	sample->step = 1;
	if (is_sampled && n > LIMIT_TREND_ARTICLES)
		sample->step =
		    (n + LIMIT_TREND_ARTICLES - 1) / LIMIT_TREND_ARTICLES;
	if (rc != 0)
		return rc;
	q = query_of(r->store, SQL_trend_count);
	trends_bind_sample(&q, r->query, sample);
	return query_run_int(&q, &sample->n_articles, e);
}

static void
trends_read_term(const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct trend_term *)ret_row = (struct trend_term){
		.stem = query_column_copy(q, 0, arena),
		.term = query_column_copy(q, 1, arena),
		.n = query_column_int(q, 2),
		.oldest_id = query_column_int(q, 3),
	};
}

static int
trends_read_terms(struct trend_reading *r, const struct trend_sample *sample,
    int64_t least, struct rows *ret, struct err *e)
{
	struct query q = query_of(r->store, SQL_trend_terms);

	trends_bind_sample(&q, r->query, sample);
	query_int(&q, ":least", least);
	return rows_collect(
	    &q, sizeof(struct trend_term), trends_read_term, ret, e);
}

/* ---- scores ---- */

static int
trends_compare_scores(const void *a, const void *b)
{
	const struct trend_term *x = a, *y = b;

	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	return slice_compare(x->stem, y->stem);
}

static int
trends_add_history(
    struct trend_reading *r, const struct table *by_stem, struct err *e)
{
	struct rows history;
	int rc = trends_read_terms(r, &r->before, 1, &history, e);
	const struct trend_term *items = history.items;

	for (size_t i = 0; i < history.n && rc == 0; i++) {
		struct trend_term *term = table_get(by_stem, items[i].stem);

		if (term != NULL)
			term->before = items[i].n;
	}
	rows_release(&history);
	return rc;
}

/* Sets the members `before` and `score` of each term, and sorts the terms. */
static int
trends_rank(struct trend_reading *r, struct err *e)
{
	struct trend_term *terms = r->terms.items;
	struct table by_stem;
	int rc = 0;

	table_init(&by_stem);
	for (size_t i = 0; i < r->terms.n && rc == 0; i++)
		if (table_put(&by_stem, terms[i].stem, &terms[i]) != 0)
			rc = err_set(e, ERR_MEMORY, "no memory for trends");
	if (rc == 0 && r->before.n_articles > 0)
		rc = trends_add_history(r, &by_stem, e);
	table_release(&by_stem);
	for (size_t i = 0; i < r->terms.n; i++)
		terms[i].score = trend_score(terms[i].n, r->now.n_articles,
		    terms[i].before, r->before.n_articles);
	if (r->terms.n > 0)
		qsort(terms, r->terms.n, sizeof(*terms), trends_compare_scores);
	return rc;
}

/* ---- output ---- */

/* True if the words of one stem are a part of the words of the other. */
static bool
trends_overlaps(struct slice a, struct slice b)
{
	struct slice large = a.len > b.len ? a : b;
	struct slice small = a.len > b.len ? b : a;

	for (size_t at = 0;
	     (at = slice_find(large, small, at)) != SLICE_NOT_FOUND; at++)
		if ((at == 0 || large.p[at - 1] == ' ') &&
		    (at + small.len == large.len ||
			large.p[at + small.len] == ' '))
			return true;
	return false;
}

static void
trends_read_story(const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct trend_story *)ret_row =
	    (struct trend_story){ query_column_int(q, 0),
		    query_column_copy(q, 1, arena),
		    query_column_copy(q, 2, arena) };
}

/* Fills in the newest articles of different clusters.  Their texts are in
 * `rows`, which the caller releases. */
static int
trends_find_stories(struct trend_reading *r, const struct trend_term *term,
    struct trend *trend, struct rows *rows, struct err *e)
{
	struct query q = query_of(r->store, SQL_trend_stories);
	const struct trend_story *stories;
	int rc;

	trends_bind(&q, r->query, &r->now);
	query_text(&q, ":stem", term->stem);
	query_int(&q, ":oldest", term->oldest_id);
	query_int(&q, ":most", LIMIT_TREND_COPIES);
	query_int(&q, ":stories", TREND_STORIES);
	rc = rows_collect(&q, sizeof(*stories), trends_read_story, rows, e);
	stories = rows->items;
	for (size_t i = 0; i < rows->n && rc == 0; i++)
		trend->stories[trend->n_stories++] = stories[i];
	return rc;
}

static int
trends_visit_term(struct trend_reading *r, const struct trend_term *term,
    int (*visit)(const struct trend *, void *), void *arg, struct err *e)
{
	struct trend trend = { .term = term->term,
		.stem = term->stem,
		.score = term->score,
		.articles = term->n,
		.share = (double)term->n / (double)r->now.n_articles,
		.share_before =
		    r->before.n_articles > 0
			? (double)term->before / (double)r->before.n_articles
			: 0 };
	struct rows stories;
	int rc = trends_find_stories(r, term, &trend, &stories, e);

	if (rc == 0)
		rc = visit(&trend, arg);
	rows_release(&stories);
	return rc;
}

/* Leaves out a term that is a part of a term with a greater score, or contains
 * such a term, because both stand for the same event. */
static int
trends_visit(struct trend_reading *r,
    int (*visit)(const struct trend *, void *), void *arg, struct err *e)
{
	const struct trend_term *terms = r->terms.items;
	const struct trend_term *given[LIMIT_TRENDS];
	double least = r->before.n_articles > 0 ? LEAST_SCORE : 0;
	size_t limit = r->query->limit, n = 0;
	int rc = 0;

	if (limit == 0 || limit > LIMIT_TRENDS)
		limit = LIMIT_TRENDS;
	for (size_t i = 0;
	     i < r->terms.n && n < limit && rc == 0 && terms[i].score > least;
	     i++) {
		size_t k = 0;

		while (k < n && !trends_overlaps(given[k]->stem, terms[i].stem))
			k++;
		if (k < n)
			continue;
		given[n++] = &terms[i];
		rc = trends_visit_term(r, &terms[i], visit, arg, e);
	}
	return rc;
}

int
store_trends(struct store *s, const struct trend_query *query,
    int (*visit)(const struct trend *, void *), void *arg, struct err *e)
{
	struct trend_reading r = { .store = s,
		.query = query,
		.now = {
		    .since_at = query->since_at, .until_at = query->now } };
	int64_t span_s = query->now - query->since_at;
	int rc;

	if (span_s > LIMIT_TREND_SPAN_S)
		span_s = LIMIT_TREND_SPAN_S;
	r.before.until_at = query->since_at;
	r.before.since_at = query->since_at - TREND_HISTORY * span_s;
	rc = trends_count(&r, &r.now, false, e);
	if (rc == 0 && r.now.n_articles > 0)
		rc = trends_count(&r, &r.before, true, e);
	if (rc == 0 && r.now.n_articles > 0)
		rc = trends_read_terms(&r, &r.now, LEAST_ARTICLES, &r.terms, e);
	if (rc == 0)
		rc = trends_rank(&r, e);
	if (rc == 0)
		rc = trends_visit(&r, visit, arg, e);
	rows_release(&r.terms);
	return rc;
}
