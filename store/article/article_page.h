/*
 * article_page.h -- pages of published articles, newest first, for lists that
 * are read page by page: all articles, or the articles of a feed, of a tag, of
 * a category or of a cluster.
 *
 * Published articles have the status done or feed_only.  The conventions:
 * store.h.
 */
#ifndef STORE_ARTICLE_ARTICLE_PAGE_H
#define STORE_ARTICLE_ARTICLE_PAGE_H

#include "store/article/articles.h"

/* A position in a list: the last row of a page.  The meaning of its members
 * depends on the list.  The caller must not interpret a position, but pass it
 * to the function that returned it. */
struct article_place {
	int64_t sort_at, id;
};
/* The position before the first row. */
#define ARTICLE_PLACE_FIRST ((struct article_place){ INT64_MAX, INT64_MAX })

struct article_page {
	/* At most one of the next four members is set.  If none is set, the
	 * list contains all articles. */
	int64_t feed_id;    /* if set, the articles of this feed, sorted by the
			       time of the announcement, newest first */
	struct slice tag;   /* if not absent, articles that have this tag, or
			       whose feed has it */
	struct slice category; /* if not absent, articles of this category,
				  highest id first */
	int64_t cluster_id; /* 0: not by cluster */
	bool one_per_cluster; /* leave out copies; only for the list of all
			       * articles */
	bool is_whole;        /* the rows have body and body_html */
	struct article_place after;
	size_t limit; /* number of articles of the page, at least 1 */
};

/* Visits one page.  *ret_next: the position of its last article; ret_next->id
 * is 0 if there are no further articles.  Costs O(limit).  If a feed has the
 * wanted tag, all articles that are newer than the last one of the page are
 * read. */
int store_article_page(struct store *, const struct article_page *,
    int (*visit)(const struct article_row *, void *), void *arg,
    struct article_place *ret_next, struct err *e);
/* Visits the first article of a cluster with body and body_html; if this
 * article was deleted or withdrawn, the newest published one.  An article
 * without a cluster is its own cluster.  ERR_NOT_FOUND: no such article and no
 * such cluster, or the cluster has only a withdrawn article. */
int store_cluster_get(struct store *, int64_t cluster_id,
    int (*visit)(const struct article_row *, void *), void *arg, struct err *e);
/* Returns the number of published articles in a cluster; 0: no such cluster. */
int store_cluster_size(
    struct store *, int64_t cluster_id, int64_t *ret, struct err *e);

#endif
