/*
 * discover.h -- candidates for the feeds of a site: addresses in its pages
 * and its robots.txt, and well-known paths.
 *
 * Nothing is fetched here.  Addresses are absolute http(s) URLs that
 * url_resolve() accepts.  Each address is listed once, the most likely one
 * first.  At most LIMIT_CANDIDATES are listed.  All data is in the arena, whose
 * `exhausted` must be set.
 */
#ifndef CRAWLER_DISCOVER_H
#define CRAWLER_DISCOVER_H

#include "base/arena.h"
#include "base/limits.h"

enum candidate_source {
	CANDIDATE_ITSELF, /* the given address itself */
	CANDIDATE_LINK,   /* <link rel="alternate"> */
	CANDIDATE_ANCHOR, /* <a> that looks like a feed */
	CANDIDATE_ROBOTS, /* a sitemap that robots.txt names */
	CANDIDATE_GUESS,  /* a well-known path */
	CANDIDATE_SOURCE_COUNT
};
/* "link", "anchor" … */
const char *candidate_source_name(enum candidate_source);

struct feed_candidate {
	struct slice url;
	struct slice title; /* the title in the page, UTF-8; or SLICE_NONE */
	enum candidate_source source;
};

struct candidates {
	struct feed_candidate items[LIMIT_CANDIDATES];
	size_t n;
};

/* Adds an address. Returns false if the address is already in the list, the
 * address must not be fetched, or the list is full. `base`: SLICE_NONE if the
 * address is absolute. */
bool candidates_add(struct arena *, struct candidates *, struct slice base,
    struct slice url, struct slice title, enum candidate_source);

/* Adds the feeds to which an HTML page links.  Any bytes are accepted.
 * O(bytes). */
void discover_page(
    struct arena *, struct slice bytes, struct slice url, struct candidates *);
/* Adds the sitemaps that a robots.txt names: first at most
 * LIMIT_CANDIDATE_SITEMAPS with "news" in their address, then at most the same
 * number of other sitemaps. */
void discover_robots(
    struct arena *, struct slice bytes, struct slice url, struct candidates *);
/* Adds well-known paths of feeds, and of the sitemap. */
void discover_guess(struct arena *, struct slice url, struct candidates *);
void discover_guess_sitemap(
    struct arena *, struct slice url, struct candidates *);

/* True for an address that is probably a feed: "/rss.xml", "/feed/",
 * "/news.atom", "?feed=rss2". */
bool discover_is_feed_address(struct slice url);

#endif
