/*
 * fetch_jar.h -- the cookies that are kept for a site (`cookies` in `sites`).
 *
 * A jar belongs to one entry of `sites`. At first it contains the cookies of
 * the entry's file. The cookies that the site sets are added. The jar is lost
 * when the daemon ends. libcurl stores the cookies in a share object. It sends
 * a cookie only to the hosts, paths and schemes for which the cookie was set
 * (RFC 6265, 5.4). fetch_jar_clean() checks that each cookie belongs to the
 * site.
 */
#ifndef CRAWLER_FETCH_FETCH_JAR_H
#define CRAWLER_FETCH_FETCH_JAR_H

#include <stdbool.h>

#include <curl/curl.h>

#include "base/table.h"

struct access;
struct config_site;
struct fetch_jar;

struct fetch_jars {
	struct table by_key; /* key of the site → struct fetch_jar */
};

void fetch_jars_init(struct fetch_jars *);
/* Drops all jars; fetch_jar_unref() frees the jars that are still in use. */
void fetch_jars_release(struct fetch_jars *);
/* Drops the jars whose site is not in `access` any more, or whose file has
 * other cookies.  `access` may be NULL. */
void fetch_jars_keep(struct fetch_jars *, const struct access *);

/* Returns the jar of a site with cookies, with one more reference.  The first
 * call creates the jar.  NULL: no memory. */
struct fetch_jar *fetch_jars_get(
    struct fetch_jars *, const struct config_site *);
/* Returns a jar of one transfer, with copies of the handle's cookies.  NULL: no
 * memory.  O(cookies). */
struct fetch_jar *fetch_jar_of_handle(CURL *);
/* Gives a reference back; the last one frees the jar. The owner of the
 * reference must not use the jar in a handle any more. NULL is allowed. */
void fetch_jar_unref(struct fetch_jar *);

/* Makes the handle use the jar. NULL: the handle uses no jar. The cookies of
 * the handle itself are removed. Returns false if there is no memory. */
bool fetch_jar_attach(struct fetch_jar *, CURL *);

/* Called after a response, with a handle that uses the jar: removes cookies
 * that do not belong to the site or that have a public suffix as their domain.
 * If the jar has more than LIMIT_SITE_COOKIES cookies, all are removed, and
 * those of the site's file are loaded again.  O(cookies). */
void fetch_jar_clean(struct fetch_jar *, CURL *);

#endif
