/*
 * url_rules.h -- rules about URLs beyond their grammar: tracking parameters,
 * variants of a page, ports of other protocols.
 *
 * url_rules.c contains the tables, url_variant.c the rules for variants.
 */
#ifndef URL_URL_RULES_H
#define URL_URL_RULES_H

#include "base/arena.h"
#include "base/slice.h"

/* True for a parameter that records how the reader came to the page and does
 * not change the page. `host` is in lower case and without port.  O(rules). */
bool url_is_tracking(struct slice host, struct slice name, struct slice value);

/* Returns the length of the host's first label, with its dot, if the label is
 * "www." or selects a variant of the page ("m.", "mobile.", "amp."), and a
 * registrable domain or its subdomain follows.  Returns 0 for any other label,
 * and for "m.", "mobile." and "amp." before the name of a blog host
 * (url_publisher.h), because a customer can have such a name.
 * `host`: lower case, without port. */
size_t url_variant_label(struct slice host);
/* Like url_variant_label(), but for "m." as the second label, as in
 * "de.m.example.org".  Returns the length of this label with its dot, 0 if
 * there is no such label. *ret_at is the offset of the label. */
size_t url_variant_infix(struct slice host, size_t *ret_at);
/* Returns the publisher's address for an address of an AMP cache
 * ("https://example-org.cdn.ampproject.org/c/s/example.org/a" gives
 * "https://example.org/a").  The address is normalised first, as in url_key().
 * Returns false for any other address.  Arena. */
bool url_amp_origin(struct arena *, struct slice url, struct slice *ret_url);
/* Returns the path without its AMP mark and session: "/news/a-story/amp" gives
 * "/news/a-story", "/a-story;jsessionid=1F" gives "/a-story".  The result is
 * the path, a borrowed part of the path, or a text in the arena. */
struct slice url_variant_path(struct arena *, struct slice path);

/* Returns the parts of an article's key that do not change when its headline is
 * edited: site and folder, and the number in the name of the page ("site/news"
 * and "123456" for the key "site/news/any-words-123456.html").  Returns false
 * if the key has no separate run of five or more digits, apart from dates and
 * from numbers that are probably counts in a headline: numbers between words,
 * and round numbers ("amazon-to-cut-10000-jobs").  Borrowed from `key`. */
bool url_story_number(
    struct slice key, struct slice *ret_folder, struct slice *ret_number);

/* True for a port of another protocol (SMTP, SSH, IRC …): a URL with such a
 * port would make the crawler send requests to that service. */
bool url_port_is_refused(long port);

#endif
