/*
 * page_headers.h -- decides which pages are requested with the headers that a
 * feed has in the configuration (`headers`): the pages that the feed has
 * inserted, at the feed's own origin.
 */
#ifndef DAEMON_PAGE_PAGE_HEADERS_H
#define DAEMON_PAGE_PAGE_HEADERS_H

#include "daemon/feed/poll.h"

struct hub;
struct page;
struct page_headers;

/* Returns a copy of the feeds that have headers, for the store's thread; NULL
 * if no feed has any. Owned; page_headers_free() frees it. O(feeds of the
 * configuration); O(all feeds) if one of them has headers. */
struct page_headers *page_headers_new(const struct hub *);
void page_headers_free(struct page_headers *);

/* On the store's thread: sets headers_feed of each of the n pages that gets the
 * headers of a feed. `headers` may be NULL. Returns 0, or a negative code after
 * an error of the database. */
int page_headers_find(struct store *, const struct page_headers *headers,
    struct page *const *pages, size_t n, struct err *e);

/* The page does not get the headers any more. */
void page_headers_drop(struct page *);
/* Gets the headers for a request of the page, at its own URL or that of another
 * part; returns their number. They are borrowed from the configuration. */
size_t page_headers_get(const struct page *, const char *url,
    struct fetch_header ret[POLL_HEADERS]);

#endif
