/*
 * naming.h -- pages that name a feed of another site, which is entitled by it
 * (docs/security.md, "Attribution").
 */
#ifndef STORE_NAMING_H
#define STORE_NAMING_H

#include "store/entitlement.h"
#include "store/settle.h"

/* 1: the feed is an aggregator, which no page entitles: its newest
 * LIMIT_AGGREGATOR_ENTRIES entries are of more than LIMIT_AGGREGATOR_SITES
 * sites.  O(LIMIT_AGGREGATOR_ENTRIES). */
int naming_is_aggregator(struct store *, int64_t feed_id, struct err *e);
/* True if the page names the address, whatever its scheme and spelling. */
bool naming_has_url(
    struct store *, const struct cuter_article *page, struct slice url);
/* The page of an article was read at final_url: the feeds that announced the
 * article and that the page names are entitled for it.  *old is brought up to
 * date: entitled, announced_by, is_lent.  Inside a store_operation. */
int naming_of_page(struct store *, struct article_state *old,
    const struct cuter_article *page, struct slice final_url, struct err *e);

/* ---- home pages (home_page.c) ---- */

/* The feed announces a page of another site: the home page of its host is
 * wanted, at most once in LIMIT_HOME_PAGE_S.  *ret_due: it may be due
 * now.  Inside a store_operation. */
int home_page_want(struct store *, int64_t feed_id, struct slice page_url,
    int64_t now, bool *ret_due, struct err *e);

#endif
