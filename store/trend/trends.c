/*
 * trends.c -- finds terms that are more frequent now than before; see trends.h.
 *
 * The articles of a period are found by the index article_by_first_seen.  If
 * the earlier periods have too many articles, only some groups of successive
 * articles are read.  Which groups depends on the ids only, so the same
 * database always gives the same result.
 */
#include "store/trend/trends.h"

#include <stdlib.h>

#include "base/limits/limits_portal.h"
#include "base/table.h"
#include "store/sqlite/statement.h"

#define LEAST_ARTICLES 2 /* a term of one article is not a trend */
/* The stories of a term are first looked for in this number of its newest
 * articles. */
#define FIRST_COPIES (4 * TREND_STORIES)
/* A share that did not change reaches this score by chance in less than 5 % of
 * cases (chi squared, one degree of freedom). */
#define LEAST_SCORE 3.84

/* A keyword of an article; after trends_join_rows(), a term and its articles.
 */
struct trend_term {
	struct slice stem, term;
	bool is_first;     /* the first keyword of its article */
	int64_t n, before; /* n: 0 if the term is in an earlier row */
	int64_t oldest_id; /* smallest id of the n articles */
	double score;
};

/* One side of the comparison: the articles of a period. */
struct trend_sample {
	int64_t since_at, until_at;
	int64_t step;       /* one group of ids in `step` groups is read */
	int64_t most;       /* largest number of articles that are read */
	int64_t n_articles; /* that have keywords */
};

struct trend_reading {
	struct store *store;
	const struct trend_query *query;
	struct trend_sample now, before;
	struct rows terms; /* items of type struct trend_term: those of the
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

static struct query
trends_query(
    struct trend_reading *r, enum sql sql, const struct trend_sample *sample)
{
	struct query q = query_of(r->store, sql);

	trends_bind(&q, r->query, sample);
	query_int(&q, ":step", sample->step);
	query_int(&q, ":most", sample->most);
	return q;
}

static void
trends_read_keyword(const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct trend_term *)ret_row = (struct trend_term){
		.is_first = query_column_int(q, 0) == 0,
		.stem = query_column_copy(q, 1, arena),
		.term = query_column_copy(q, 2, arena),
		.oldest_id = query_column_int(q, 3),
		.n = 1,
	};
}

/* Joins the rows of each stem in its first row, which enters the table, and
 * counts the articles. */
static int
trends_join_rows(struct trend_reading *r, struct table *by_stem, struct err *e)
{
	struct trend_term *rows = r->terms.items;

	for (size_t i = 0; i < r->terms.n; i++) {
		struct trend_term *term = table_get(by_stem, rows[i].stem);

		r->now.n_articles += rows[i].is_first;
		if (term == NULL) {
			if (table_put(by_stem, rows[i].stem, &rows[i]) != 0)
				return err_set(
				    e, ERR_MEMORY, "no memory for trends");
			continue;
		}
		term->n++;
		if (slice_compare(rows[i].term, term->term) > 0)
			term->term = rows[i].term;
		if (rows[i].oldest_id < term->oldest_id)
			term->oldest_id = rows[i].oldest_id;
		rows[i].n = 0;
	}
	return 0;
}

/* Of n articles, one group of successive ids in trends_step(n) groups is read,
 * so that at most about LIMIT_TREND_ARTICLES articles are read. */
static int64_t
trends_step(int64_t n)
{
	return n > LIMIT_TREND_ARTICLES
		   ? (n + LIMIT_TREND_ARTICLES - 1) / LIMIT_TREND_ARTICLES
		   : 1;
}

static int
trends_ask_before(
    struct trend_reading *r, enum sql sql, int64_t *ret, struct err *e)
{
	struct query q = query_of(r->store, sql);

	query_int(&q, ":since", r->before.since_at);
	query_int(&q, ":until", r->before.until_at);
	return query_run_int(&q, ret, e);
}

/* Reads the sample of the earlier articles. Counts its articles, and those of
 * them that have a term of the table. */
static int
trends_count_before(
    struct trend_reading *r, const struct table *by_stem, struct err *e)
{
	struct query q = trends_query(r, SQL_trend_history, &r->before);
	struct trend_term *terms = r->terms.items;
	int rc;

	r->before.n_articles = 0;
	for (size_t i = 0; i < r->terms.n; i++)
		terms[i].before = 0;
	while ((rc = query_step(&q, e)) > 0) {
		struct trend_term *term =
		    table_get(by_stem, query_column_text(&q, 1));

		r->before.n_articles += query_column_int(&q, 0) == 0;
		if (term != NULL)
			term->before++;
	}
	query_end(&q);
	return rc;
}

/* The expected size is LIMIT_TREND_ARTICLES, or less if all articles were read.
 * A much larger or smaller sample means that the step is wrong. */
static bool
trends_has_expected_size(const struct trend_sample *sample)
{
	return sample->n_articles <= LIMIT_TREND_ARTICLES * 9 / 8 &&
	       (sample->step == 1 ||
		   sample->n_articles >= LIMIT_TREND_ARTICLES / 2);
}

/* Reads the earlier articles. Their number is estimated from their ids, because
 * a count reads an index entry for each of them. The estimate is wrong if
 * articles were deleted or the clock was wrong. If the sample does not have the
 * expected size, the articles are counted, and are read again if the count
 * gives another step. */
static int
trends_read_before(
    struct trend_reading *r, const struct table *by_stem, struct err *e)
{
	struct trend_sample *sample = &r->before;
	int64_t n = 0, step;
	int rc = trends_ask_before(r, SQL_trend_ids, &n, e);

	sample->step = step = trends_step(n);
	/* Twice the expected number shows that the step is too small. */
	sample->most = 2 * LIMIT_TREND_ARTICLES;
	if (rc == 0)
		rc = trends_count_before(r, by_stem, e);
	if (rc != 0 || trends_has_expected_size(sample))
		return rc;
	rc = trends_ask_before(r, SQL_trend_count, &n, e);
	sample->step = trends_step(n);
	if (rc == 0 && sample->step != step)
		rc = trends_count_before(r, by_stem, e);
	return rc;
}

/* Reads the terms of the period and their counts in the earlier periods. */
static int
trends_read(struct trend_reading *r, struct err *e)
{
	struct query q = trends_query(r, SQL_trend_keywords, &r->now);
	struct table by_stem;
	int rc = rows_collect(
	    &q, sizeof(struct trend_term), trends_read_keyword, &r->terms, e);

	table_init(&by_stem);
	if (rc == 0)
		rc = trends_join_rows(r, &by_stem, e);
	if (rc == 0 && r->now.n_articles > 0)
		rc = trends_read_before(r, &by_stem, e);
	table_release(&by_stem);
	return rc;
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

/* Removes the terms of fewer than LEAST_ARTICLES articles, sets the scores of
 * the others, and sorts them. */
static void
trends_rank(struct trend_reading *r)
{
	struct trend_term *terms = r->terms.items;
	size_t n = 0;

	for (size_t i = 0; i < r->terms.n; i++) {
		if (terms[i].n < LEAST_ARTICLES)
			continue;
		terms[n] = terms[i];
		terms[n].score = trend_score(terms[n].n, r->now.n_articles,
		    terms[n].before, r->before.n_articles);
		n++;
	}
	r->terms.n = n;
	if (n > 0)
		qsort(terms, n, sizeof(*terms), trends_compare_scores);
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

/* Reads the newest articles of different clusters among the newest `most`
 * articles with the term. */
static int
trends_read_stories(struct trend_reading *r, const struct trend_term *term,
    int64_t most, struct rows *ret, struct err *e)
{
	struct query q = query_of(r->store, SQL_trend_stories);

	trends_bind(&q, r->query, &r->now);
	query_text(&q, ":stem", term->stem);
	query_int(&q, ":oldest", term->oldest_id);
	query_int(&q, ":most", most);
	query_int(&q, ":stories", TREND_STORIES);
	return rows_collect(
	    &q, sizeof(struct trend_story), trends_read_story, ret, e);
}

/* Fills in the newest articles of different clusters.  Their texts are in
 * `rows`, which the caller releases.  The few newest articles are usually
 * enough; each further one is on another page. */
static int
trends_find_stories(struct trend_reading *r, const struct trend_term *term,
    struct trend *trend, struct rows *rows, struct err *e)
{
	const struct trend_story *stories;
	int rc = trends_read_stories(r, term, FIRST_COPIES, rows, e);

	if (rc == 0 && rows->n < TREND_STORIES && term->n > FIRST_COPIES) {
		rows_release(rows);
		rc = trends_read_stories(r, term, LIMIT_TREND_COPIES, rows, e);
	}
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
	r.now.step = 1;
	r.now.most = LIMIT_TREND_ARTICLES;
	rc = trends_read(&r, e);
	trends_rank(&r);
	if (rc == 0)
		rc = trends_visit(&r, visit, arg, e);
	rows_release(&r.terms);
	return rc;
}
