/*
 * robots_cache_parts.h -- the robots.txt of a site, shared by robots_cache.c,
 * which answers and stores, robots_cache_fetch.c, which fetches, and
 * robots_cache_delay.c, which sets the crawl delay.
 */
#ifndef DAEMON_HOST_ROBOTS_CACHE_PARTS_H
#define DAEMON_HOST_ROBOTS_CACHE_PARTS_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/table.h"
#include "crawler/robots.h"
#include "daemon/host/robots_cache.h"
#include "daemon/request.h"

enum robots_site_state {
	ROBOTS_SITE_NEW,
	ROBOTS_SITE_LOADING,
	ROBOTS_SITE_FETCHING,
	ROBOTS_SITE_KNOWN
};

struct robots_waiter {
	struct robots_waiter *next;
	robots_done *done;
	void *arg;
	char *url;
};

struct robots_site {
	struct request request;
	struct robots_cache *robots_cache;
	char *origin, *robots_url;
	enum robots_site_state state;
	bool is_answering; /* waiting requests are being answered */
	bool is_own;       /* a request that is not foreign has needed the
			      rules */
	bool unreachable;
	int64_t expires_at;
	/* Retry-After of the last response, seconds; 0: none. */
	int64_t asked_wait_s;
	int64_t read_at, unreachable_since; /* UTC seconds, as in struct
					       robots_row */
	struct arena arena;                 /* memory of `robots` */
	size_t counted_bytes; /* share of this site in robots_cache.bytes */
	struct robots robots;
	struct robots_waiter *first, **last;
	int body_fd; /* body of robots.txt while a worker reduces it; else -1 */
	bool second_try;
	struct buf text; /* robots.txt as it is stored: the text of
			    robots_reduce(); empty while the state is
			    ROBOTS_SITE_KNOWN */
};

struct robots_cache {
	struct hub *hub;
	struct table sites; /* origin → struct robots_site */
	size_t bytes;       /* memory of the rules of all sites */
};

/* robots_cache.c: these functions store the result and answer all waiting
 * requests. */

/* robots.txt was fetched or does not exist; site->text contains its rules. */
void robots_site_store_read(struct robots_site *);
/* robots.txt could not be fetched; site->text contains the rules that were
 * fetched before. */
void robots_site_store_unreachable(struct robots_site *);
/* Called when another node becomes the owner of the host: ends the waiting
 * requests.  The next request reads the stored rules. */
void robots_site_give_up(struct robots_site *);

/* Frees a site that is no longer in the table. */
void robots_site_free(struct robots_site *);

/* robots_cache_room.c */

/* Removes sites if their number or their memory exceeds its limit: stale ones
 * first, then any site that no request waits for.  The rules of a removed site
 * are read again from the database when they are needed.  O(1) below the
 * limits; O(sites) above them. */
void robots_cache_make_room(struct robots_cache *);
/* Counts the memory of a site again.  Must be called when its rules are
 * known. */
void robots_site_count(struct robots_site *);

/* robots_cache_fetch.c */

/* Starts the request. When the request has ended, robots_site_store_read(),
 * robots_site_store_unreachable() or robots_site_give_up() is called, unless
 * the daemon stops. */
void robots_site_fetch(struct hub *, struct request *);
/* Closes the body of the response, if it is open. */
void robots_site_close_body(struct robots_site *);

/* robots_cache_delay.c */

/* Gives the host the crawl delay of a site whose rules were read.  `is_new`:
 * the rules were fetched now, so the delay of the host may also become shorter.
 */
void robots_site_set_delay(const struct robots_site *, bool is_new);
/* Must be called for each request that needs the rules.  If the request is not
 * foreign, the crawl delay of the site applies to all requests to its host.
 * O(1); O(sites) for the first request of a site that is not foreign. */
void robots_site_note_request(
    struct robots_site *, const struct request *, const char *url);

#endif
