/*
 * page_keep.h -- inside the room: keeping the page as fetched.
 */
#ifndef STORE_PAGE_KEEP_H
#define STORE_PAGE_KEEP_H

#include "store/statement.h"

/* Packs and keeps raw, raw_headers, raw_content_type; the page that was there
 * goes.  Absent, or over LIMIT_RAW_BYTES, none is kept: what was there is not
 * the page of the text that comes now.  Inside a store_operation, as what
 * follows. */
int page_keep(
    struct store *, const struct article_keep *, int64_t now, struct err *e);
/* The kept page was cut by the extractor that this is. */
int page_cut_put(struct store *, int64_t article_id, struct err *e);

#endif
