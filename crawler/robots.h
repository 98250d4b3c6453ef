/*
 * robots.h -- robots.txt, RFC 9309: which of a site's paths are ours to ask.
 *
 * A foreign robots.txt is read in a worker by robots_reduce(), which leaves
 * only the group that speaks to us in canonical form; that small text is what
 * is stored, and what the daemon reads back with robots_parse().
 */
#ifndef CRAWLER_ROBOTS_H
#define CRAWLER_ROBOTS_H

#include "base/arena.h"
#include "base/buf.h"
#include "config/limits.h"

struct robots_rule {
	struct slice pattern; /* with * and $ */
	/* Three bytes each of its longest literal part, hashed: a path that
	 * lacks one does not match. */
	uint16_t grams[3];
	uint8_t n_grams;
	bool allow;
};

struct robots {
	struct robots_rule
	    *rules; /* the longest first, allow before disallow */
	size_t n_rules;
	int64_t crawl_delay_s; /* -1: none said */
	/* Absolute addresses of sitemaps that are called news, for whomever. */
	struct slice news[LIMIT_NEWS_SITEMAPS];
	size_t n_news;
};

/* Takes the groups for `agent` (product token, without version; merged when
 * there are several), else those for "*".  At most LIMIT_ROBOTS_BYTES are
 * read.  BOM, CR, CRLF, unknown lines are fine.  O(n log n). */
void robots_parse(
    struct arena *, struct slice bytes, struct slice agent, struct robots *ret);
/* The same as text: "User-agent: *" and what counts, in one spelling.
 * robots_parse() of it gives the same (up to its own bound: a file of over 170
 * KB that is not ASCII can lose rules at its end). */
void robots_reduce(struct arena *, struct slice bytes, struct slice agent,
    struct buf *ret_text);
/* Longest match wins, allow on a tie, allowed when none matches.  17 000 rules
 * cost some 0.1 ms; LIMIT_ROBOTS_STEPS bytes are compared at most, and where
 * that is not enough the answer is no. */
bool robots_allows(const struct robots *, struct slice path_and_query);

#endif
