/*
 * article_list.h -- internal to the module store: reads one article and binds
 * the parameters of an article filter to a query.
 */
#ifndef STORE_ARTICLE_ARTICLE_LIST_H
#define STORE_ARTICLE_ARTICLE_LIST_H

#include "store/sqlite/statement.h"

struct article_filter;

/* Reads one article into *ret: one row of struct article_row, or no row if the
 * article does not exist.  `whole`: with body and body_html.  The caller must
 * call rows_release(), also after an error.  Returns 0 or a negative code.
 * O(size of the article). */
int article_read(
    struct store *, int64_t id, bool whole, struct rows *ret, struct err *e);
/* Binds :since_at, :until_at, :status, :category, :lang, :min_confidence, :tag,
 * :feed and :one_per_cluster.  `filter` may be NULL: no condition.  An error is
 * returned by the call that runs the query. */
void query_filter(struct query *, const struct article_filter *filter);

#endif
