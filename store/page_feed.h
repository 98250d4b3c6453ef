/*
 * page_feed.h -- entitles a feed of another site that a page names
 * (docs/security.md, "Attribution").  The conventions: store.h.
 */
#ifndef STORE_PAGE_FEED_H
#define STORE_PAGE_FEED_H

#include "store/article/article_apply.h"
#include "store/entry/entitlement.h"

/* Returns 1 if the feed is an aggregator: its newest
 * LIMIT_AGGREGATOR_ENTRIES entries link to more than LIMIT_AGGREGATOR_SITES
 * sites.  A page does not entitle an aggregator.
 * O(LIMIT_AGGREGATOR_ENTRIES). */
int feed_is_aggregator(struct store *, int64_t feed_id, struct err *e);
/* True if both are the address of the same feed: they may differ in the scheme,
 * in `www.`, in a slash at the end and in the percent-encoding.  O(length). */
bool feed_url_is_same(struct arena *, struct slice a, struct slice b);
/* True if the page names the address (feed_url_is_same()). */
bool page_feed_has_url(
    struct store *, const struct cuter_article *page, struct slice url);
/* Called when the page of an article was read at final_url.  Entitles the feeds
 * that announced the article and that the page names, except aggregators.  Does
 * nothing if final_url is on another site than the article's address.  Updates
 * entitled, announced_by and is_lent of *old.  Must run inside a
 * store_operation. */
int page_feed_of_page(struct store *, struct article_state *old,
    const struct cuter_article *page, struct slice final_url, struct err *e);

/* ---- home pages (home_page.c) ---- */

/* Called when the feed announces a page of another site.  Requests the home
 * page of that page's host, at most once in LIMIT_HOME_PAGE_S. *ret_due: the
 * home page may be due now.  Must run inside a store_operation. */
int home_page_request(struct store *, int64_t feed_id, struct slice page_url,
    int64_t now, bool *ret_due, struct err *e);

#endif
