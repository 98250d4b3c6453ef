/*
 * entitlement.h -- which feeds are entitled to supply text and metadata of an
 * article (docs/security.md, "Attribution").
 *
 * A feed is entitled for a page if its own address is of the page's site, if
 * the page or the home page of its host names the feed, or if the operator has
 * listed the site (feed.site).  Every other feed is a witness.
 *
 * A site is a registrable domain, with any port.  If the host has none (an
 * IP literal, a single label such as localhost), the site is host:port.  A page
 * in an AMP cache belongs to the site of its publisher.  If the address of a
 * feed has the name of a person (url_publisher.h), only pages with this name
 * are of its site.
 */
#ifndef STORE_ENTRY_ENTITLEMENT_H
#define STORE_ENTRY_ENTITLEMENT_H

#include "store/sqlite/statement.h"
#include "url/site/url_publisher.h"

/* The sites of one feed during one operation: the site of its own address, the
 * sites of addresses that the feed has left by a permanent redirect (the old
 * server named the new address), and the sites of feed.site.  The caller
 * initialises the struct with zeros and feed_id.  The first call of
 * entitlement_check() reads the sites.  Their texts are in s->held. */
struct entitlement {
	int64_t feed_id;
	struct url_publisher sites[LIMIT_FEED_SITES + LIMIT_FEED_ALIASES + 1];
	size_t n_sites;
	bool is_loaded;
	bool is_named;       /* a page names the feed */
	struct slice wanted; /* the host whose home page was last requested */
};

/* Returns the key of a row of the table `home_page`: the host of the URL, or
 * host:port if the port is not the default of the scheme.  Returns false if the
 * URL has no host.  *ret_host: arena. */
bool entitlement_host(struct arena *, struct slice url, struct slice *ret_host);

/* The page for which a feed may be entitled. */
struct entitlement_page {
	struct slice url;   /* absent: the article has no page */
	struct slice site;  /* url_budget_key() of the URL */
	int64_t article_id; /* the article of this page; 0: unknown */
};
/* Sends the query for the sites of the feed (query_ahead()). */
void entitlement_load_ahead(struct store *, const struct entitlement *);
/* Determines whether the feed is entitled for the page. *ret_of_site: the feed
 * is entitled by its own address or by feed.site, and not because a page names
 * the feed.  Returns 0, or a negative code after an error of the database.
 * O(1), at most two queries. */
int entitlement_check(struct store *, struct entitlement *,
    const struct entitlement_page *, bool *ret, bool *ret_of_site,
    struct err *e);

/* Converts the lines of `site` in the configuration to the format of feed.site:
 * one site per line.  Arena. */
struct slice entitlement_sites_text(struct arena *, struct slice lines);

#endif
