/*
 * page_groups.h -- the numbers of pages in memory, in total and for each group.
 * A group is the pages of one host and feed, or the foreign pages of one feed.
 * Therefore neither a slow host nor a feed with many links can use the places
 * of others.
 */
#ifndef DAEMON_PAGE_PAGE_GROUPS_H
#define DAEMON_PAGE_PAGE_GROUPS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/table.h"

struct page;

struct page_groups {
	struct table by_key; /* key → struct page_group */
	/* n[false]: pages of publishers' own feeds; n[true]: pages of foreign
	 * feeds */
	size_t n[2];
};

void page_groups_init(struct page_groups *);
/* All pages must have been removed. */
void page_groups_release(struct page_groups *);
/* Counts the page. Returns false, and does not count it, if a limit is reached.
 * per_feed: the limit for own pages of one host and feed. If memory is
 * exhausted the process ends. O(1). */
bool page_groups_add(struct page_groups *, struct page *, size_t per_feed);
/* Does not count the page any more.  Does nothing if it is not counted. O(1).
 */
void page_groups_remove(struct page_groups *, struct page *);

#endif
