/*
 * pages.h -- inside the room: keeping the page as fetched.
 */
#ifndef STORE_PAGES_H
#define STORE_PAGES_H

#include "store/statement.h"

/* Packs and keeps raw, raw_headers, raw_content_type; the page that was there
 * goes.  One over LIMIT_RAW_BYTES is not kept.  Inside a store_operation. */
int page_keep(
    struct store *, const struct article_keep *, int64_t now, struct err *e);

#endif
