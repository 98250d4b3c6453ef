/*
 * robots.h -- robots.txt, RFC 9309: which paths of a site may be requested.
 *
 * A worker reads a robots.txt with robots_reduce(), which keeps only the
 * group for Gleaner in canonical form.  That short text is stored, and the
 * daemon reads it with robots_parse().
 */
#ifndef CRAWLER_ROBOTS_H
#define CRAWLER_ROBOTS_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/limits.h"

struct robots_rule {
	struct slice pattern; /* the normalised pattern, with * and $ */
	/* Hashes of pieces of three bytes of the longest literal part of the
	 * pattern. A path that does not contain all these pieces does not
	 * match. */
	uint16_t grams[3];
	uint8_t n_grams;
	bool allow;
};

struct robots {
	struct robots_rule
	    *rules; /* sorted: longest first, allow before disallow */
	size_t n_rules;
	int64_t crawl_delay_s; /* -1: not specified */
	/* Absolute URLs of sitemaps with "news" in their name, for any user
	 * agent. */
	struct slice news[LIMIT_NEWS_SITEMAPS];
	size_t n_news;
};

/* Reads and merges the groups for `agent` (product token without version).  If
 * no group names the agent, the groups for "*" are read.  Reads at most
 * LIMIT_ROBOTS_BYTES. Accepts a BOM, CR, CRLF and unknown lines.  O(n log n)
 * for n rules. */
void robots_parse(
    struct arena *, struct slice bytes, struct slice agent, struct robots *ret);
/* Writes the rules that robots_parse() reads from the bytes, as text in
 * canonical form: "User-agent: *" and the rules. robots_parse() reads the same
 * rules from this text, with one exception: a file of over 170 KB that is not
 * ASCII may lose rules at its end because of the size limit. */
void robots_reduce(struct arena *, struct slice bytes, struct slice agent,
    struct buf *ret_text);
/* Returns true if the path may be requested. The longest matching rule decides.
 * If an allow and a disallow rule are equally long, the path is allowed. If no
 * rule matches, the path is allowed, too. 17 000 rules cost about 0.1 ms.
 *
 * At most LIMIT_ROBOTS_STEPS bytes are compared. Returns false if more bytes
 * must be compared, or if the path is longer than LIMIT_URL_BYTES. */
bool robots_allows(const struct robots *, struct slice path_and_query);

#endif
