/*
 * address_text.h -- checks the addresses that an operator writes.
 *
 * Only the text is checked; no connection is made.  URLs are resolved and
 * made canonical in url/url.h.
 */
#ifndef CONFIG_ADDRESS_TEXT_H
#define CONFIG_ADDRESS_TEXT_H

#include "base/slice.h"

/* Returns NULL if the address may be valid.  Otherwise it returns the problem,
 * which is to be followed by ", expected ...", or "" if there is no specific
 * problem. */
const char *feed_url_problem(struct slice);
const char *proxy_problem(struct slice);
const char *listen_problem(struct slice);
/* Returns a warning for an address that other machines may reach; NULL: a
 * loopback address.  Only the text is checked; a name other than localhost
 * counts as reachable. */
const char *listen_warning(struct slice);

/* The normal form of a URL that feed_url_problem() accepted, by which two
 * spellings of one address are equal: scheme and host in lower case, no
 * "feed:", no default port, no dot segments, no fragment, a path.  Owned by
 * the caller; NULL: no memory. */
char *feed_url_key(struct slice url);

/* Handles the pseudo-scheme of links that open a feed reader: "feed://host/x"
 * means http; "feed:https://host/x" and "feed://https://host/x" mean the URL
 * after it.  Returns the prefix of *ret_rest, "http:" or "".  For any other
 * URL it returns "" and the URL itself.  Both are borrowed. */
const char *feed_url_plain_scheme(struct slice url, struct slice *ret_rest);

/* True if the URL contains a user name or password. */
bool url_has_credentials(struct slice url);

#endif
