/*
 * address_text.h -- addresses as an operator writes them, looked at for what
 * cannot be right.  Whether there is anything behind them shows later; how
 * URLs are resolved and made canonical is the crawler's (crawler/url.h).
 */
#ifndef CONFIG_ADDRESS_TEXT_H
#define CONFIG_ADDRESS_TEXT_H

#include "base/slice.h"

/* NULL where it can be right; else what is wrong, in words that go before
 * ", expected …", or "" where there is nothing to say but what it is. */
const char *feed_url_problem(struct slice);
const char *proxy_problem(struct slice);
const char *listen_problem(struct slice);
/* Of an address that others than this machine may reach: what to think of.
 * NULL: loopback.  By its text; a name other than localhost counts as open. */
const char *listen_warning(struct slice);

/* An URL of which feed_url_problem had nothing to say, so that two spellings
 * of one address are the same: scheme and host in lower case, no "feed:", no
 * default port, no dot segments, no fragment, a path.  Owned by the caller;
 * NULL: no memory. */
char *feed_url_key(struct slice url);

/* The pseudo-scheme of links that open a feed reader: "feed://host/x" means
 * http, "feed:https://host/x" and "feed://https://host/x" mean what follows.
 * Returns what is to stand before *ret_rest, "http:" or ""; of any other URL
 * "" and the URL itself.  Both are borrowed. */
const char *feed_url_plain_scheme(struct slice url, struct slice *ret_rest);

/* True if it carries a password or a name. */
bool url_has_credentials(struct slice url);

#endif
