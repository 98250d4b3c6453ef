/*
 * feed_url.h -- the normal form of a subscription's address.
 *
 * Addresses come from the configuration, OPML, commands and pages.  Each
 * address is normalised before it is compared or stored, so that each feed is
 * subscribed to only once.
 */
#ifndef URL_FEED_URL_H
#define URL_FEED_URL_H

#include "base/arena.h"

/* Normalises an address: "feed://Host:80/a/../b#c" becomes "http://host/b".
 * The result is that of url_resolve() (scheme and host in lower case, IDN as
 * punycode, no dot segments, no fragment, white space trimmed), without a
 * default port. "feed:" before an http or https URL is removed, and "feed://"
 * is replaced by "http://".  Returns false if url_resolve() refuses the
 * address.  The result is in the arena and can be fetched.  O(bytes). */
bool feed_url_form(struct arena *, struct slice text, struct slice *ret_url);

/* Returns the result of feed_url_form(), or a copy of the text if the address
 * is refused. Two spellings of one address have the same key. Owned by the
 * caller; NULL: no memory. */
char *feed_url_key(struct slice text);

/* Handles the pseudo-scheme of links that open a feed reader: "feed://host/x"
 * means http; "feed:https://host/x" and "feed://https://host/x" mean
 * "https://host/x".  Returns the prefix that the caller must put before
 * *ret_rest: "http:" or "".  For any other URL it returns "", and *ret_rest is
 * the URL itself. *ret_rest is borrowed. */
const char *feed_url_plain_scheme(struct slice url, struct slice *ret_rest);

#endif
