/*
 * url_aggregator.h -- the address of an article in a link of an aggregator.
 *
 * Aggregators, searches and link shorteners link to an address of their own,
 * which redirects to the article.  Some of these links contain the article's
 * address: in a parameter ("…/url?url=https://example.org/a"), in the path, or
 * as base64 ("news.google.com/rss/articles/CBMi…").
 *
 * The address that a link contains is a claim of the feed, like any other link.
 * It decides which page is requested, and nothing else (docs/security.md,
 * "Attribution").
 */
#ifndef URL_URL_AGGREGATOR_H
#define URL_URL_AGGREGATOR_H

#include "base/arena.h"
#include "base/slice.h"

/* Writes the address of the article that a link contains, in the form of
 * url_resolve(). If the address is again a link of an aggregator, its address
 * is used, up to a depth of LIMIT_CARRIED_URLS. Returns false if the link
 * contains no address, or an address that may not be fetched. Result in the
 * arena. O(length). */
bool url_aggregator_target(
    struct arena *, struct slice url, struct slice *ret_url);

#endif
