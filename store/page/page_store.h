/*
 * page_store.h -- internal to store/: stores the page as fetched.
 *
 * The functions must run inside a store_operation.  They return 0, or a
 * negative code: ERR_MEMORY or an error of the database.
 */
#ifndef STORE_PAGE_PAGE_STORE_H
#define STORE_PAGE_PAGE_STORE_H

#include "store/sqlite/statement.h"

struct article_update;

/* Compresses and stores raw, raw_headers and raw_content_type in place of the
 * earlier page.  If raw is absent or longer than LIMIT_RAW_BYTES, no page is
 * stored.  The earlier page is then deleted, because it does not belong to the
 * new text. */
int page_store(
    struct store *, const struct article_update *, int64_t now, struct err *e);
/* Records that this version of the extractor has extracted the stored page.
 * `rules` is the digest of the rules that were applied; 0: no rules. */
int page_cut_put(
    struct store *, int64_t article_id, int64_t rules, struct err *e);
/* Counts, in the table site_rule, whether the rules of a page found a text
 * (site_rule.c).  Does nothing if the page has no rules or was not extracted.
 */
int site_rule_put(
    struct store *, const struct article_update *, int64_t now, struct err *e);

#endif
