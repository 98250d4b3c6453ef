/*
 * entitlement.h -- which feeds may speak for an article (docs/security.md,
 * "Attribution").
 *
 * A feed is entitled for a page if its own address is of the page's site, if
 * the page or the home page of its host names the feed, or if the operator
 * says so (feed.site).  Every other feed is a witness.
 *
 * A site is a registrable domain, whatever the port; where the host has none
 * (an IP literal, a single label such as localhost) it is host:port.  A page in
 * an AMP cache is its publisher's.
 */
#ifndef STORE_ENTITLEMENT_H
#define STORE_ENTITLEMENT_H

#include "store/statement.h"

/* The sites of one feed during one operation: {0} but for feed_id.  Its own
 * address, those that it has left by a permanent redirect (that server said
 * where its feed is), and those of feed.site.  Read at the first question; the
 * texts are of s->held. */
struct entitlement {
	int64_t feed_id;
	struct slice sites[LIMIT_FEED_SITES + LIMIT_FEED_ALIASES + 1];
	size_t n_sites;
	bool is_loaded;
	bool is_named;       /* by any page */
	struct slice wanted; /* the site whose home page was wanted last */
};

/* Host, or host:port where the port is not the scheme's own: the key of
 * home_page.  Arena. */
bool entitlement_host(struct arena *, struct slice url, struct slice *ret_host);

/* A page that a feed announces. */
struct entitlement_page {
	struct slice url;   /* absent: an article of the feed's own */
	struct slice site;  /* url_budget_key() of it */
	int64_t article_id; /* whose page may have named the feed; 0: unknown */
};
/* May the feed speak for the page?  *ret_of_site: by its own address or the
 * operator's word, and not because a page names it.  O(1), two queries at
 * most. */
int entitlement_check(struct store *, struct entitlement *,
    const struct entitlement_page *, bool *ret, bool *ret_of_site,
    struct err *e);

/* The lines of a configuration's `site`, as feed.site has them: sites, one a
 * line.  Arena. */
struct slice entitlement_sites_text(struct arena *, struct slice lines);

#endif
