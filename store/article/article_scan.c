/*
 * article_scan.c -- reads lists of articles that match a filter or contain
 * words; see article_scan.h.
 *
 * A page of a list is read in two steps.  One query reads the positions of the
 * page's articles and is ended before the first visit.  Then each article is
 * read by a query of its own.
 */
#include "store/article/article_scan.h"

#include <stdlib.h>

#include "base/limits.h"
#include "store/article/article_list.h"
#include "store/search/search_words.h"

struct scan_page {
	struct article_place *places; /* owned; array of `limit` elements */
	size_t n, limit;
	struct article_place next;
	bool has_more;
};

/* The queries of lists that are ordered by time. */
static const enum sql article_scan_queries[] = {
	[SCAN_ALL] = SQL_article_scan_recent,
	[SCAN_OF_FEED] = SQL_article_scan_of_feed,
};

/* Reads the positions of a page.  Looks for one article more than the page can
 * hold, to determine whether there is a next page. */
static int
article_scan_collect(struct query *q, struct scan_page *page, struct err *e)
{
	size_t looked = 0;
	int rc = 0;

	while (looked < LIMIT_SCAN_LOOK && (rc = query_step(q, e)) > 0) {
		struct article_place place = { query_column_int(q, 1),
			query_column_int(q, 0) };
		bool is_wanted = query_column_int(q, 2) != 0;

		looked++;
		if (is_wanted && page->n == page->limit) {
			page->has_more = true;
			break;
		}
		if (is_wanted)
			page->places[page->n++] = place;
		if (page->n < page->limit || is_wanted)
			page->next = place;
	}
	if (looked == LIMIT_SCAN_LOOK && rc > 0)
		page->has_more = true;
	query_end(q);
	return rc < 0 ? rc : 0;
}

/* Returns the position after which a page begins, in a list that is sorted by
 * time.  This is filter->until_at or the end of the previous page, whichever is
 * older. */
static struct article_place
article_scan_begin(const struct article_scan *what)
{
	struct article_place until = { what->filter->until_at, INT64_MIN };

	return until.sort_at != DATE_NONE &&
		       until.sort_at <= what->after.sort_at
		   ? until
		   : what->after;
}

static int
article_scan_read_places(struct store *s, const struct article_scan *what,
    struct scan_page *page, struct err *e)
{
	struct query q = query_of(s, article_scan_queries[what->order]);
	struct article_place after = article_scan_begin(what);

	query_filter(&q, what->filter);
	query_int(&q, ":published", what->is_published);
	query_int(&q, ":id", after.id);
	query_int(&q, ":sort_at", after.sort_at);
	query_int(&q, ":look", LIMIT_SCAN_LOOK + 1);
	if (what->order == SCAN_OF_FEED)
		query_int(&q, ":feed_id", what->feed_id);
	return article_scan_collect(&q, page, e);
}

static int
article_scan_find_places(struct store *s, const struct article_scan *what,
    struct scan_page *page, struct err *e)
{
	struct search_query words;
	bool asked = search_words_make(s, what->words, &words);
	struct query q;
	int rc = 0;

	if (search_query_failed(&words))
		rc = err_set(e, ERR_MEMORY, "no memory for a query");
	else if (asked) {
		q = query_of(s, SQL_article_scan_found);
		search_words_bind(&q, &words);
		query_count(&q, ":page", page->limit + 1);
		query_filter(&q, what->filter);
		query_int(&q, ":published", what->is_published);
		query_int(&q, ":id", what->after.id);
		rc = article_scan_collect(&q, page, e);
	}
	search_query_release(&words);
	return rc;
}

static int
article_scan_visit(struct store *s, const struct scan_page *page, bool whole,
    int (*visit)(const struct article_row *, void *), void *arg, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; i < page->n && rc == 0; i++) {
		struct rows rows;

		rc = article_read(s, page->places[i].id, whole, &rows, e);
		if (rc == 0 && rows.n > 0)
			rc = visit(rows.items, arg);
		rows_release(&rows);
	}
	return rc;
}

int
store_article_scan(struct store *s, const struct article_scan *what,
    int (*visit)(const struct article_row *, void *), void *arg,
    struct article_place *ret_next, struct err *e)
{
	struct scan_page page = { .limit = what->filter->limit,
		.next = what->after };
	int rc;

	if (page.limit == 0 || page.limit > LIMIT_SCAN_ARTICLES)
		return err_set(e, ERR_USAGE,
		    "a page must have 1 to %d articles", LIMIT_SCAN_ARTICLES);
	page.places = calloc(page.limit, sizeof(*page.places));
	if (page.places == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a page");
	rc = what->order == SCAN_FOUND
		 ? article_scan_find_places(s, what, &page, e)
		 : article_scan_read_places(s, what, &page, e);
	if (rc == 0)
		rc =
		    article_scan_visit(s, &page, what->is_whole, visit, arg, e);
	free(page.places);
	if (rc == 0)
		*ret_next =
		    page.has_more ? page.next : (struct article_place){ 0 };
	return rc;
}

int
store_change_newest(struct store *s, int64_t *ret_at, struct err *e)
{
	struct query q = query_of(s, SQL_change_newest);

	return query_run_int(&q, ret_at, e);
}
