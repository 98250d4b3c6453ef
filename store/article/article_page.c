/*
 * article_page.c -- reads one page of a list of published articles.
 *
 * The ids of the page are read first, and then each article by a separate
 * query, as in article_list.c.
 */
#include "store/article/article_page.h"

#include "store/article/article_list.h"

struct article_page_row {
	int64_t id;
	struct article_place place;
};

static void
article_page_read_row(const struct query *q, struct arena *arena, void *ret_row)
{
	struct article_page_row *row = ret_row;

	(void)arena;
	row->id = query_column_int(q, 0);
	row->place.sort_at = query_column_int(q, 1);
	row->place.id = query_column_int(q, 2);
}

static int
article_page_query_of_tag(struct store *s, const struct article_page *page,
    struct query *ret, struct err *e)
{
	struct query q = query_of(s, SQL_feed_tag_is_used);
	int64_t is_used = 0;
	int rc;

	query_text(&q, ":tag", page->tag);
	rc = query_run_int(&q, &is_used, e);
	if (rc != 0)
		return rc;
	*ret = query_of(
	    s, is_used ? SQL_article_page_feed_tag : SQL_article_page_tag);
	query_text(ret, ":tag", page->tag);
	return 0;
}

/* Chooses the query of a list and binds its own parameters. */
static int
article_page_query(struct store *s, const struct article_page *page,
    struct query *ret, struct err *e)
{
	if (page->tag.p != NULL)
		return article_page_query_of_tag(s, page, ret, e);
	if (page->feed_id != 0) {
		*ret = query_of(s, SQL_article_page_feed);
		query_int(ret, ":feed_id", page->feed_id);
	} else if (page->cluster_id != 0) {
		*ret = query_of(s, SQL_article_page_cluster);
		query_int(ret, ":cluster_id", page->cluster_id);
	} else if (page->category.p != NULL) {
		*ret = query_of(s, SQL_article_page_category);
		query_text(ret, ":category", page->category);
	} else {
		*ret = query_of(s, SQL_article_page_all);
		query_real(ret, ":min_confidence", 0);
		query_int(ret, ":one_per_cluster", page->one_per_cluster);
	}
	return 0;
}

/* Reads the ids of the page. If there are further articles, *ret has one row
 * more than the page. */
static int
article_page_read(struct store *s, const struct article_page *page,
    struct rows *ret, struct err *e)
{
	struct query q;
	int rc = article_page_query(s, page, &q, e);

	if (rc != 0)
		return rc;
	/* The queries for a tag and for a category have no parameter :sort_at,
	 * because they sort by id. */
	if (q.name != SQL_article_page_tag &&
	    q.name != SQL_article_page_category)
		query_int(&q, ":sort_at", page->after.sort_at);
	query_int(&q, ":id", page->after.id);
	query_int(&q, ":page", (int64_t)page->limit + 1);
	return rows_collect(
	    &q, sizeof(struct article_page_row), article_page_read_row, ret, e);
}

int
store_article_page(struct store *s, const struct article_page *page,
    int (*visit)(const struct article_row *, void *), void *arg,
    struct article_place *ret_next, struct err *e)
{
	struct rows places = { 0 }, article;
	const struct article_page_row *row;
	size_t n;
	int rc = article_page_read(s, page, &places, e);

	row = places.items;
	n = places.n < page->limit ? places.n : page->limit;
	for (size_t i = 0; i < n && rc == 0; i++) {
		rc = article_read(s, row[i].id, page->is_whole, &article, e);
		if (rc == 0 && article.n > 0)
			rc = visit(article.items, arg);
		rows_release(&article);
	}
	if (rc == 0)
		*ret_next = places.n > n ? row[n - 1].place
					 : (struct article_place){ 0 };
	rows_release(&places);
	return rc;
}

struct cluster_first {
	int (*visit)(const struct article_row *, void *);
	void *arg;
	bool is_gone; /* the first article was withdrawn, and is not visited */
};

static int
article_page_see_first(const struct article_row *row, void *arg)
{
	struct cluster_first *first = arg;

	first->is_gone = slice_equal(row->status, SLICE("gone"));
	return first->is_gone ? 0 : first->visit(row, first->arg);
}

int
store_cluster_get(struct store *s, int64_t cluster_id,
    int (*visit)(const struct article_row *, void *), void *arg, struct err *e)
{
	const struct article_page page = { .cluster_id = cluster_id,
		.is_whole = true,
		.after = ARTICLE_PLACE_FIRST,
		.limit = 1 };
	struct cluster_first first = { visit, arg, false };
	struct article_place next;
	int64_t size = 0;
	int rc =
	    store_article_get(s, cluster_id, article_page_see_first, &first, e);

	if (rc != ERR_NOT_FOUND && !first.is_gone)
		return rc;
	if ((rc = store_cluster_size(s, cluster_id, &size, e)) != 0)
		return rc;
	return size > 0 ? store_article_page(s, &page, visit, arg, &next, e)
			: err_set(e, ERR_NOT_FOUND, "there is no article %lld",
			      (long long)cluster_id);
}

int
store_cluster_size(
    struct store *s, int64_t cluster_id, int64_t *ret, struct err *e)
{
	struct query q = query_of(s, SQL_article_cluster_size);

	query_int(&q, ":cluster_id", cluster_id);
	return query_run_int(&q, ret, e);
}
