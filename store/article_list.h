/*
 * article_list.h -- inside the room: reading one article, and what a filter
 * asks of a query.
 */
#ifndef STORE_ARTICLE_LIST_H
#define STORE_ARTICLE_LIST_H

#include "store/statement.h"

/* One article into rows (of struct article_row; none where it is not there);
 * whole: with body and body_html.  rows_release() is due. */
int article_read(
    struct store *, int64_t id, bool whole, struct rows *ret, struct err *e);
/* :since_at, :until_at, :status, :lang, :min_confidence, :tag, :feed,
 * :one_per_cluster.  filter may be NULL. */
void query_filter(struct query *, const struct article_filter *filter);

#endif
