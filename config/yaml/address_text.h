/*
 * address_text.h -- checks the addresses that an operator writes.
 *
 * Only the text is checked; no connection is made.  url/url_parts.h splits
 * URLs, and url/feed_url.h normalises them.
 */
#ifndef CONFIG_ADDRESS_TEXT_H
#define CONFIG_ADDRESS_TEXT_H

#include "base/slice.h"

/* Returns NULL if the address may be valid.  Otherwise it returns the problem,
 * to which the caller adds ", expected ..."; "" if there is no specific
 * problem. */
const char *feed_url_problem(struct slice);
const char *proxy_problem(struct slice);
const char *listen_problem(struct slice);
/* The address must be an http URL with a loopback address or "localhost",
 * without query. */
const char *renderer_problem(struct slice);
/* The address must be an http or https URL without query. */
const char *callback_problem(struct slice);
/* Returns a warning for an address that other machines may reach, NULL for a
 * loopback address.  Only the text is checked; a name other than localhost and
 * ip6-localhost counts as reachable. */
const char *listen_warning(struct slice);

/* True if the URL contains "@", as a URL with a user name or password does. */
bool url_has_credentials(struct slice url);

#endif
