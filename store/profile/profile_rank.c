/*
 * profile_rank.c -- lists the articles of a profile.
 *
 * The newest articles of each interest are looked up in an index.  The articles
 * are ordered by the sum of the weights of their interests, which approximates
 * the score.  The weight of a keyword in an article is estimated from its rank,
 * because the index contains the rank.  The score is computed only for the best
 * articles of this order that the query can list: an article in another
 * language, or an older one, must not take the place of such an article. The
 * cost does not depend on the number of articles.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/limits/limits_portal.h"
#include "store/article/article_list.h"
#include "store/profile/profile_state.h"

/* The weight of a keyword in its article is divided by the Euclidean norm of
 * the weights of all keywords of the article.  This norm is about 2, and is not
 * computed here. */
#define KEYWORD_LENGTH 2
/* Rank at which a keyword has half of the weight of the first one.  Mean
 * weights in 500 generated articles: 1 at rank 0, 0.65 at the ranks 1 to 5,
 * 0.47 at 9. */
#define HALF_RANK 8.0
/* Candidates whose rows are read by one query.  One query is enough if at least
 * half of them can be listed. */
#define SLICE_ARTICLES (2 * LIMIT_PROFILE_RANKED)
#define ID_BYTES       21 /* decimal digits of an id, and a comma */

struct profile_candidate {
	int64_t id;
	double weight;
	/* Set by profile_rank_filter(). */
	int64_t sort_at;
	int mark;
};

struct profile_candidates {
	struct profile_candidate *items; /* owned */
	size_t n, cap;
};

/* A ranked article. */
struct profile_place {
	int64_t id;
	struct profile_score score;
};

/* ---- candidates ---- */

static void
profile_rank_read_hit(const struct query *q, struct arena *arena, void *ret_row)
{
	(void)arena;
	*(struct profile_candidate *)ret_row = (struct profile_candidate){
		.id = query_column_int(q, 0),
		.weight = query_column_real(q, 1),
	};
}

/* Estimates the weight of a keyword from its rank in its article. */
static void
profile_rank_read_keyword_hit(
    const struct query *q, struct arena *arena, void *ret_row)
{
	(void)arena;
	*(struct profile_candidate *)ret_row = (struct profile_candidate){
		.id = query_column_int(q, 0),
		.weight = 1 / (1 + query_column_real(q, 1) / HALF_RANK),
	};
}

static int
profile_rank_add(struct profile_candidates *all, struct query *q,
    query_read *read, double weight, struct err *e)
{
	struct rows hits;
	int rc =
	    rows_collect(q, sizeof(struct profile_candidate), read, &hits, e);
	struct profile_candidate *items = NULL;
	const struct profile_candidate *found = hits.items;

	if (rc == 0 && hits.n > 0) {
		items =
		    reallocarray(all->items, all->n + hits.n, sizeof(*items));
		if (items == NULL)
			rc = err_set(e, ERR_MEMORY, "no memory for a profile");
	}
	if (items != NULL) {
		all->items = items;
		for (size_t i = 0; i < hits.n; i++)
			items[all->n++] = (struct profile_candidate){
				.id = found[i].id,
				.weight = found[i].weight * weight,
			};
	}
	rows_release(&hits);
	return rc;
}

static int
profile_rank_add_feeds(struct profile_candidates *all, struct profile *p,
    struct slice url, size_t most, double weight, struct err *e)
{
	struct query q = query_of(p->store, SQL_profile_feed_id);
	int64_t id = 0;
	int rc;

	query_text(&q, ":feed", url);
	rc = query_run_int(&q, &id, e);
	if (rc != 0)
		return rc == ERR_NOT_FOUND ? 0 : rc;
	q = query_of(p->store, SQL_profile_feed_hits);
	query_int(&q, ":feed_id", id);
	query_count(&q, ":most", most);
	return profile_rank_add(all, &q, profile_rank_read_hit, weight, e);
}

/* Looks up the articles of one value.  Languages are not looked up, because a
 * language has too many articles. */
static int
profile_rank_look_up(struct profile_candidates *all, struct profile *p,
    const struct profile_value *value, size_t most, struct err *e)
{
	const struct profile_dimension *d =
	    &p->vector.dimensions[value->dimension];
	double weight = profile_vector_weight(&p->vector, value->dimension);
	bool any_language = p->config->n_languages == 0;
	struct query q;

	switch (d->facet) {
	case PROFILE_KEYWORD:
		q = query_of(p->store, any_language
					   ? SQL_profile_keyword_hits
					   : SQL_profile_keyword_hits_in);
		weight /= KEYWORD_LENGTH;
		break;
	case PROFILE_CATEGORY:
		q = query_of(p->store, any_language
					   ? SQL_profile_category_hits
					   : SQL_profile_category_hits_in);
		break;
	case PROFILE_FEED:
		return profile_rank_add_feeds(
		    all, p, value->value, most, weight, e);
	default:
		return 0;
	}
	query_text(&q, ":value", value->value);
	query_count(&q, ":most", most);
	if (!any_language) {
		query_count(&q, ":scanned", LIMIT_PROFILE_SCANNED * most);
		query_text(&q, ":languages", p->languages);
	}
	return profile_rank_add(all, &q,
	    d->facet == PROFILE_KEYWORD ? profile_rank_read_keyword_hit
					: profile_rank_read_hit,
	    weight, e);
}

static int
profile_rank_compare_ids(const void *a, const void *b)
{
	const struct profile_candidate *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

/* Sorts by weight.  Of articles with the same weight, the newer one, which has
 * the higher number, is first. */
static int
profile_rank_compare_weights(const void *a, const void *b)
{
	const struct profile_candidate *x = a, *y = b;

	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return x->id > y->id ? -1 : x->id < y->id;
}

/* Adds the weights of each article, and sorts the articles by the sums. */
static void
profile_rank_sum(struct profile_candidates *all)
{
	size_t n = 0;

	if (all->n == 0)
		return;
	qsort(
	    all->items, all->n, sizeof(*all->items), profile_rank_compare_ids);
	for (size_t i = 0; i < all->n; i++)
		if (n > 0 && all->items[n - 1].id == all->items[i].id)
			all->items[n - 1].weight += all->items[i].weight;
		else
			all->items[n++] = all->items[i];
	qsort(all->items, n, sizeof(*all->items), profile_rank_compare_weights);
	all->n = n;
}

static int
profile_rank_compare_interests(const void *a, const void *b, void *arg)
{
	const struct profile_vector *v = arg;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	double at_x = profile_vector_weight(v, v->values[x].dimension);
	double at_y = profile_vector_weight(v, v->values[y].dimension);

	if (at_x != at_y)
		return at_x > at_y ? -1 : 1;
	return x < y ? -1 : x > y;
}

/* Returns the values that are looked up: the greatest positive weights first.
 * The caller frees the array. */
static uint32_t *
profile_rank_choose(const struct profile_vector *v, size_t *ret_n)
{
	uint32_t *order = calloc((size_t)v->n_values + 1, sizeof(*order));
	size_t n = 0;

	if (order == NULL)
		return NULL;
	for (uint32_t i = 0; i < v->n_values; i++) {
		uint32_t of = v->values[i].dimension;

		if (v->dimensions[of].facet != PROFILE_LANGUAGE &&
		    profile_vector_weight(v, of) > 0)
			order[n++] = i;
	}
	qsort_r(order, n, sizeof(*order), profile_rank_compare_interests,
	    (void *)(uintptr_t)v);
	*ret_n = n < LIMIT_PROFILE_LOOKUPS ? n : LIMIT_PROFILE_LOOKUPS;
	return order;
}

static int
profile_rank_collect(
    struct profile *p, struct profile_candidates *ret, struct err *e)
{
	size_t n = 0, most;
	uint32_t *order = profile_rank_choose(&p->vector, &n);
	int rc = 0;

	if (order == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a profile");
	most = n > 0 ? LIMIT_PROFILE_ROWS / n : 0;
	if (most > LIMIT_PROFILE_EACH)
		most = LIMIT_PROFILE_EACH;
	for (size_t i = 0; i < n && rc == 0; i++)
		rc = profile_rank_look_up(
		    ret, p, &p->vector.values[order[i]], most, e);
	free(order);
	if (rc == 0)
		profile_rank_sum(ret);
	return rc;
}

/* ---- the candidates that the query can list ---- */

static void
profile_rank_read_article(
    const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct profile_article *)ret_row = (struct profile_article){
		.id = query_column_int(q, 0),
		.sort_at = query_column_int(q, 1),
		.language = query_column_copy(q, 2, arena),
		.is_published = query_column_int(q, 3) != 0,
		.mark = (int)query_column_int(q, 4),
	};
}

static bool
profile_rank_is_after(
    const struct profile_article *article, const struct profile_query *query)
{
	return !query->is_by_time || article->sort_at < query->after.sort_at ||
	       (article->sort_at == query->after.sort_at &&
		   article->id < query->after.id);
}

static bool
profile_rank_is_possible(const struct profile *p,
    const struct profile_article *article, const struct profile_query *query)
{
	return article->is_published && article->mark >= 0 &&
	       profile_accepts_language(p, article->language) &&
	       (query->since_at == DATE_NONE ||
		   article->sort_at >= query->since_at) &&
	       profile_rank_is_after(article, query);
}

static int
profile_rank_compare_id(const void *id, const void *article)
{
	int64_t x = *(const int64_t *)id;
	int64_t y = ((const struct profile_article *)article)->id;

	return x < y ? -1 : x > y;
}

/* Reads n articles, sorted by id.  rows_release() must be called in each case.
 */
static int
profile_rank_read_articles(struct profile *p,
    const struct profile_candidate *items, size_t n, struct rows *ret,
    struct err *e)
{
	struct query q = query_of(p->store, SQL_profile_articles);
	char ids[SLICE_ARTICLES * ID_BYTES + 2] = "[";
	size_t len = 1;

	for (size_t i = 0; i < n; i++)
		len += (size_t)snprintf(ids + len, sizeof(ids) - len, "%s%lld",
		    i > 0 ? "," : "", (long long)items[i].id);
	ids[len++] = ']';
	query_text(&q, ":ids", (struct slice){ ids, len });
	query_text(&q, ":profile", slice_of(p->config->name));
	return rows_collect(&q, sizeof(struct profile_article),
	    profile_rank_read_article, ret, e);
}

/* Moves the candidates from `from` to `to` that the query can list to the place
 * *n, until *n is LIMIT_PROFILE_RANKED. */
static int
profile_rank_filter_slice(struct profile *p, const struct profile_query *query,
    struct profile_candidate *items, size_t from, size_t to, size_t *n,
    struct err *e)
{
	struct rows articles;
	int rc = profile_rank_read_articles(
	    p, items + from, to - from, &articles, e);

	if (articles.n == 0)
		to = from;
	for (size_t i = from; i < to && rc == 0 && *n < LIMIT_PROFILE_RANKED;
	     i++) {
		const struct profile_article *article =
		    bsearch(&items[i].id, articles.items, articles.n,
			sizeof(*article), profile_rank_compare_id);

		if (article == NULL ||
		    !profile_rank_is_possible(p, article, query))
			continue;
		items[*n] = items[i];
		items[*n].sort_at = article->sort_at;
		items[(*n)++].mark = article->mark;
	}
	rows_release(&articles);
	return rc;
}

/* Keeps the first LIMIT_PROFILE_RANKED candidates that the query can list. */
static int
profile_rank_filter(struct profile *p, const struct profile_query *query,
    struct profile_candidates *all, struct err *e)
{
	size_t n = 0, from = 0, to;
	int rc = 0;

	for (; from < all->n && n < LIMIT_PROFILE_RANKED && rc == 0;
	     from = to) {
		to = all->n - from > SLICE_ARTICLES ? from + SLICE_ARTICLES
						    : all->n;
		rc = profile_rank_filter_slice(
		    p, query, all->items, from, to, &n, e);
	}
	all->n = n;
	return rc;
}

/* ---- the list ---- */

static int
profile_rank_compare_places(const void *a, const void *b)
{
	const struct profile_place *x = a, *y = b;

	if (x->score.score != y->score.score)
		return x->score.score > y->score.score ? -1 : 1;
	return x->id > y->id ? -1 : x->id < y->id;
}

/* Sorts like the list of the newest articles: by date, then by number, newest
 * first. */
static int
profile_rank_compare_times(const void *a, const void *b)
{
	const struct profile_place *x = a, *y = b;

	if (x->score.sort_at != y->score.sort_at)
		return x->score.sort_at > y->score.sort_at ? -1 : 1;
	return x->id > y->id ? -1 : x->id < y->id;
}

static bool
profile_rank_is_listed(
    const struct profile_score *score, const struct profile_query *query)
{
	return score->score > 0 && score->score >= query->min_score;
}

static int
profile_rank_score(struct profile *p, const struct profile_query *query,
    const struct profile_candidates *all, struct profile_place *places,
    size_t *ret_n, struct err *e)
{
	size_t n = 0;
	int rc = 0;

	for (size_t i = 0; i < all->n && rc == 0; i++) {
		const struct profile_candidate *item = &all->items[i];
		const struct profile_article article = {
			.id = item->id,
			.sort_at = item->sort_at,
			.is_published = true,
			.mark = item->mark,
		};
		struct profile_place *place = &places[n];

		place->id = item->id;
		rc = profile_read_score(
		    p, &article, query->now, &place->score, e);
		n += rc == 0 && profile_rank_is_listed(&place->score, query);
	}
	if (rc == 0 && n > 0)
		qsort(places, n, sizeof(*places),
		    query->is_by_time ? profile_rank_compare_times
				      : profile_rank_compare_places);
	*ret_n = n;
	return rc;
}

static int
profile_rank_visit(struct store *s, const struct profile_query *query,
    const struct profile_place *place,
    int (*visit)(const struct profile_hit *, void *), void *arg, struct err *e)
{
	struct profile_hit hit = { .score = &place->score };
	struct rows article;
	int rc = article_read(s, place->id, query->is_whole, &article, e);

	if (rc == 0 && article.n > 0) {
		hit.article = *(struct article_row *)article.items;
		rc = visit(&hit, arg);
	}
	rows_release(&article);
	return rc;
}

/* Returns the articles of the list, which the caller frees.  All queries read
 * the same state of the database. */
static int
profile_rank_all(struct profile *p, const struct profile_query *query,
    struct profile_place **ret, size_t *ret_n, struct err *e)
{
	struct profile_candidates all = { 0 };
	bool began = store_begin_reading(p->store);
	int rc = profile_rank_collect(p, &all, e);

	if (rc == 0)
		rc = profile_rank_filter(p, query, &all, e);
	if (rc == 0) {
		*ret = calloc(all.n + 1, sizeof(**ret));
		rc = *ret != NULL
			 ? profile_rank_score(p, query, &all, *ret, ret_n, e)
			 : err_set(e, ERR_MEMORY, "no memory for a profile");
	}
	if (began)
		store_end_reading(p->store);
	free(all.items);
	return rc;
}

int
profile_list(struct profile *p, const struct profile_query *query,
    int (*visit)(const struct profile_hit *, void *), void *arg,
    bool *ret_has_more, struct err *e)
{
	struct profile_place *places = NULL;
	size_t n = 0, end;
	int rc = profile_rank_all(p, query, &places, &n, e);

	end = n;
	if (query->limit > 0 && query->skip < n &&
	    query->limit < n - query->skip)
		end = query->skip + query->limit;
	for (size_t i = query->skip; i < end && rc == 0; i++)
		rc = profile_rank_visit(
		    p->store, query, &places[i], visit, arg, e);
	if (rc == 0 && ret_has_more != NULL)
		*ret_has_more = end < n;
	free(places);
	return rc;
}

/* ---- interests ---- */

static int
profile_rank_compare_dimensions(const void *a, const void *b)
{
	const struct profile_dimension *x = a, *y = b;
	double at_x = x->given + x->learned, at_y = y->given + y->learned;

	if (at_x != at_y)
		return at_x > at_y ? -1 : 1;
	if (x->facet != y->facet)
		return x->facet < y->facet ? -1 : 1;
	return slice_compare(x->label, y->label);
}

int
profile_explain(struct profile *p,
    int (*visit)(const struct profile_interest *, void *), void *arg,
    struct err *e)
{
	const struct profile_vector *v = &p->vector;
	struct profile_dimension *sorted =
	    calloc((size_t)v->n + 1, sizeof(*sorted));
	int rc = 0;

	if (sorted == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a profile");
	if (v->n > 0) {
		memcpy(sorted, v->dimensions, v->n * sizeof(*sorted));
		qsort(sorted, v->n, sizeof(*sorted),
		    profile_rank_compare_dimensions);
	}
	for (uint32_t i = 0; i < v->n && rc == 0; i++) {
		const struct profile_dimension *d = &sorted[i];
		struct profile_interest interest = {
			d->facet, d->label, d->given, d->learned,
			v->length > 0 ? (d->given + d->learned) / v->length : 0
		};

		rc = visit(&interest, arg);
	}
	free(sorted);
	return rc;
}
