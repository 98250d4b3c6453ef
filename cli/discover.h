/*
 * discover.h -- the feeds of a site, looked at and ranked: what `discover`
 * shows and `feed add` of a page takes.
 */
#ifndef CLI_DISCOVER_H
#define CLI_DISCOVER_H

#include "cli/look.h"
#include "cli/site_reader.h"
#include "crawler/discover.h"
#include "crawler/feed/feed.h"

struct discovered_feed {
	struct slice url; /* after redirects */
	struct slice title;
	enum candidate_source source;
	enum feed_format format; /* FEED_UNKNOWN: it is none, why */
	struct slice why;
	size_t n_items;
	int64_t newest_at; /* or DATE_NONE */
	double full_share; /* of its items that bring their whole text */
	bool is_of_comments;
	int score;
	uint64_t items_hash; /* the same of feeds with the same items */
	/* Addresses that give the same: the same final one, or items. */
	struct slice also[LIMIT_CANDIDATES];
	size_t n_also;
};

struct discovery {
	struct arena arena;
	struct discovered_feed feeds[LIMIT_CANDIDATES];
	size_t n_feeds; /* the best first; then those that are none */
	size_t n_good;
	bool is_feed;     /* the address itself is one */
	bool is_page;     /* a document came, and is none */
	struct slice why; /* where nothing came of the address itself */
};

bool discovered_is_sitemap(const struct discovered_feed *);
/* Looks at url and at what it names.  guesses: also at the well-known paths
 * where it names a feed.  0 also where nothing is found. */
int discover_feeds(struct looker *, struct site_reader *, struct slice url,
    bool guesses, int64_t now_at, struct discovery *ret, struct err *e);
void discovery_release(struct discovery *);

#endif
