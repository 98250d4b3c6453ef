/*
 * robots_cache.h -- answers whether robots.txt of a site allows a request (RFC
 * 9309).
 *
 * robots_cache.c answers and stores, robots_cache_fetch.c fetches.
 */
#ifndef DAEMON_HOST_ROBOTS_CACHE_H
#define DAEMON_HOST_ROBOTS_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct request;
struct hub;
struct robots_cache;

enum robots_verdict { ROBOTS_ALLOWED, ROBOTS_DISALLOWED, ROBOTS_UNREACHABLE };

/* Called with the verdict. `why`: one line, "" if the request is allowed;
 * borrowed. */
typedef void robots_done(enum robots_verdict, const char *why, void *arg);

/* Makes an empty cache, which is owned by the caller. Returns 0 or ERR_MEMORY.
 */
int robots_cache_new(struct hub *, struct robots_cache **ret, struct err *e);
/* Frees the sites; requests that wait get no answer. NULL is allowed. */
void robots_cache_free(struct robots_cache *);

/* Checks whether the request is allowed by robots.txt, or by a configuration of
 * the site with `robots: ignore`. `request` is borrowed. If robots.txt must be
 * fetched, its request counts for the feed of `request` when feeds take turns.
 * The function calls `done` exactly once, before it returns or later.
 * robots_cache_forget() cancels a later call of `done`. */
void robots_cache_check(struct robots_cache *, const char *url,
    const struct request *, robots_done *, void *arg);
/* Like robots_cache_check(), but returns the verdict at once. Returns false if
 * the current rules of the site are not in memory and must be read first. */
bool robots_cache_known(struct robots_cache *, const char *url,
    const struct request *, enum robots_verdict *ret, const char **ret_why);
/* To be called after ROBOTS_ALLOWED. Returns the seconds until the rules
 * expire. */
int64_t robots_cache_fresh_s(struct robots_cache *, const char *url);
/* To be called after ROBOTS_UNREACHABLE. Returns the seconds after which the
 * request should be tried again: at the earliest when robots.txt is requested
 * again, and the later the longer robots.txt has been unreachable, up to an
 * hour. *ret_is_try: robots.txt has been unreachable for longer than
 * LIMIT_ROBOTS_WAIT_S, or the time is not known, so the verdict should count as
 * a failed try. */
int64_t robots_cache_wait_s(
    struct robots_cache *, const char *url, bool *ret_is_try);
/* Cancels the call of `done` that robots_cache_check() has planned for this
 * `url` and `arg`. Returns false if no such call is planned. O(requests that
 * wait for the site). */
bool robots_cache_forget(
    struct robots_cache *, const char *url, const void *arg);
/* Moves the stored times after the clock has jumped. O(sites). */
void robots_cache_shift(struct robots_cache *, int64_t by_s);

#endif
