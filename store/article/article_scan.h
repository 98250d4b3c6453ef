/*
 * article_scan.h -- lists of articles that match a filter or contain words,
 * read page by page (article_scan.c).  Each page begins at the position at
 * which the previous page ended.
 *
 * The lists of article_page.h have fixed conditions and are read in the order
 * of an index.  The lists of this file accept any filter, and most filters have
 * no index.  The number of articles that are compared with the filter for one
 * page is therefore limited (LIMIT_SCAN_LOOK).
 */
#ifndef STORE_ARTICLE_ARTICLE_SCAN_H
#define STORE_ARTICLE_ARTICLE_SCAN_H

#include "store/article/article_page.h"

enum article_scan_order {
	SCAN_ALL,     /* by time (article.sort_at), newest first */
	SCAN_OF_FEED, /* articles that one feed announced, by time */
	SCAN_FOUND    /* articles that contain words, highest id first */
};

struct article_scan {
	enum article_scan_order order;
	int64_t feed_id;    /* SCAN_OF_FEED */
	struct slice words; /* SCAN_FOUND: a query in the syntax of
			     * store_search() */
	/* filter->limit is 1 to LIMIT_SCAN_ARTICLES. */
	const struct article_filter *filter;
	bool is_published; /* only articles that have been given to consumers
			      and are not withdrawn */
	bool is_whole;     /* the rows have body and body_html */
	struct article_place after;
};

/* Visits the articles of a page.  *ret_next: the position after which the next
 * page begins; ret_next->id is 0 if there is no next page.  At most
 * LIMIT_SCAN_LOOK articles are compared with the filter.  A page may therefore
 * have fewer articles than the limit, or no article, although later pages have
 * more.  SCAN_FOUND: a query without a search term matches no article.
 * Returns 0, the value of `visit` if it is not 0, or a negative code
 * (ERR_USAGE: the limit of the filter is out of range).  O(articles compared);
 * SCAN_OF_FEED also O(entries of the feed). */
int store_article_scan(struct store *, const struct article_scan *,
    int (*visit)(const struct article_row *, void *), void *arg,
    struct article_place *ret_next, struct err *e);

/* Sets *ret_at to the time of the newest change in the change log, UTC seconds;
 * 0: the log is empty.  Returns 0 or a negative code.  O(1). */
int store_change_newest(struct store *, int64_t *ret_at, struct err *e);

#endif
