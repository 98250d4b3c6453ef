/*
 * access.h -- finds the entry of `sites` that applies to a URL.
 *
 * docs/access.md states the order of precedence.
 */
#ifndef CRAWLER_ACCESS_H
#define CRAWLER_ACCESS_H

#include "base/buf.h"
#include "base/err.h"
#include "base/limits.h"
#include "config/config.h"

struct access;

/* Size of the buffer for the key of an entry: host, port and scheme. */
#define ACCESS_KEY_BYTES (LIMIT_HOST_BYTES + 24)

/* Creates an index of n sites, which are borrowed until access_free().  O(n).
 * ERR_MEMORY. */
int access_new(const struct config_site *sites, size_t n, struct access **ret,
    struct err *e);
/* NULL is allowed. */
void access_free(struct access *);

/* Returns the most specific site for the URL.  The site is borrowed as in
 * access_new().  Returns NULL if no site matches, the URL is invalid, or
 * `access` is NULL.  O(length of the URL). */
const struct config_site *access_find(const struct access *, const char *url);

/* Returns the rules that apply to a page with this URL, or NULL if there are
 * none.  The rules are borrowed from the site.  O(length of the URL + files of
 * the site). */
const struct config_rules *access_rules(const struct access *, const char *url);

/* Writes a text that identifies the entry: two entries of one configuration
 * have different keys. */
void access_key(const struct config_site *, char out[ACCESS_KEY_BYTES]);
/* Returns the entry with the key that access_key() has written, or NULL. */
const struct config_site *access_get(const struct access *, struct slice key);

/* True if a site with `robots: ignore` applies to the URL. */
bool access_ignores_robots(const struct access *, const char *url);

/* Writes the settings of a site as one line without secrets: "headers X-Key;
 * proxy http://proxy.example:3128; cookies jar.txt". Writes nothing if the site
 * has no settings. has_renderer: config_may_render(). */
void access_describe(
    const struct config_site *, bool has_renderer, struct buf *out);

/* Writes the URL of a proxy without its credentials. */
void access_describe_proxy(const char *proxy, struct buf *out);

#endif
