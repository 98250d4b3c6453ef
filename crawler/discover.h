/*
 * discover.h -- where the feeds of a site may be: what its pages and its
 * robots.txt name, and where feeds usually stand.
 *
 * Nothing is fetched here.  Addresses are absolute http(s) ones that
 * url_resolve() lets through, each once, in the order in which they are worth
 * a look; at most LIMIT_CANDIDATES.  Everything lives in the arena, whose
 * `exhausted` must be set.
 */
#ifndef CRAWLER_DISCOVER_H
#define CRAWLER_DISCOVER_H

#include "base/arena.h"
#include "config/limits.h"

enum candidate_source {
	CANDIDATE_ITSELF, /* the address that was asked about */
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
	struct slice title; /* what the page calls it, UTF-8; or SLICE_NONE */
	enum candidate_source source;
};

struct candidates {
	struct feed_candidate items[LIMIT_CANDIDATES];
	size_t n;
};

/* Adds one unless it is there; false where it is, may not be fetched, or there
 * is no room.  base: SLICE_NONE for an absolute one. */
bool candidates_add(struct arena *, struct candidates *, struct slice base,
    struct slice url, struct slice title, enum candidate_source);

/* The feeds that an HTML page names.  Any bytes are a page; O(bytes). */
void discover_page(
    struct arena *, struct slice bytes, struct slice url, struct candidates *);
/* The sitemaps that a robots.txt names, those called news first. */
void discover_robots(
    struct arena *, struct slice bytes, struct slice url, struct candidates *);
/* Where a site's feeds, or its sitemap, usually stand. */
void discover_guess(struct arena *, struct slice url, struct candidates *);
void discover_guess_sitemap(
    struct arena *, struct slice url, struct candidates *);

/* True for an address that is probably a feed's: "/rss.xml", "/feed/",
 * "/news.atom", "?feed=rss2". */
bool discover_is_feed_address(struct slice url);

#endif
