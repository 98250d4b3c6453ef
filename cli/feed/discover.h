/*
 * discover.h -- fetches and ranks the feeds of a site. Used by `discover`, and
 * by `feed add` if the address is a page.
 */
#ifndef CLI_FEED_DISCOVER_H
#define CLI_FEED_DISCOVER_H

#include "cli/cli_fetch.h"
#include "cli/cut/site_reader.h"
#include "crawler/discover.h"
#include "crawler/feed/feed.h"

struct discovered_feed {
	struct slice url; /* after redirects */
	struct slice title;
	enum candidate_source source;
	enum feed_format
	    format; /* FEED_UNKNOWN: the document is not a feed; `why` has the
		       reason */
	struct slice why;
	size_t n_items;
	int64_t newest_at; /* or DATE_NONE */
	double full_share; /* share of items with their full text */
	bool is_of_comments;
	int score;
	uint64_t items_hash; /* equal for feeds with the same items */
	/* Other addresses with the same final address or the same items. */
	struct slice also[LIMIT_CANDIDATES];
	size_t n_also;
};

struct discovery {
	struct arena arena;
	struct discovered_feed feeds[LIMIT_CANDIDATES];
	size_t n_feeds; /* sorted: the best feed first; candidates that are not
			   feeds last */
	size_t n_good;
	bool is_feed;     /* the address itself is a feed */
	bool is_page;     /* the address is a document, but not a feed */
	struct slice why; /* the reason why the address could not be fetched, or
			     is not a feed */
};

/* True if the document is a sitemap or a sitemap index. O(1). */
bool discovered_is_sitemap(const struct discovered_feed *);
/* Fetches `url` and the candidates that it names. The well-known paths are also
 * tried if no candidate is a feed, or if `guesses` is set. Returns 0, also if
 * no feed was found, or a negative code. */
int discover_feeds(struct cli_fetcher *, struct site_reader *, struct slice url,
    bool guesses, int64_t now_at, struct discovery *ret, struct err *e);
void discovery_release(struct discovery *);

#endif
