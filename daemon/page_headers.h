/*
 * page_headers.h -- which pages get the headers that a feed has in the
 * configuration (`headers`): those that the feed has announced, at the feed's
 * own origin.
 */
#ifndef DAEMON_PAGE_HEADERS_H
#define DAEMON_PAGE_HEADERS_H

#include "daemon/hub.h"

struct page;
struct page_headers;

/* The feeds that have headers, copied, for the store's thread.  NULL: none
 * has.  Owned: page_headers_free().  O(feeds of the configuration); O(all
 * feeds) if one of them has headers. */
struct page_headers *page_headers_new(const struct hub *);
void page_headers_free(struct page_headers *);

/* On the store's thread: sets page->headers_feed of those n pages that get a
 * feed's headers.  headers may be NULL. */
int page_headers_find(struct store *, const struct page_headers *headers,
    struct page *const *pages, size_t n, struct err *e);

/* The headers for a request of the page, at its own or a further URL; returns
 * how many.  They are borrowed from the configuration. */
size_t page_headers_get(const struct page *, const char *url,
    struct fetch_header ret[POLL_HEADERS]);

#endif
