/*
 * linked_document.h -- documents that feeds link to (linked_document.c) and
 * periods of missed items (missed_items.c).  The conventions: store.h.
 *
 * linked_store.c stores linked documents.
 */
#ifndef STORE_FEED_LINKED_DOCUMENT_H
#define STORE_FEED_LINKED_DOCUMENT_H

#include "store/feed/polls.h"

/* A pending linked document.  A poll that returned a sitemap index, or that
 * missed items, inserts a row for each document that must be read.  The row
 * remains when the document was read, and is pending again when the document
 * must be read again. */
struct linked_row {
	int64_t id, feed_id, depth, tries;
	struct slice kind; /* sitemap, archive, page, news or robots (a
			      robots.txt, read for the news sitemaps that it
			      names) */
	struct slice url, etag, last_modified, validators_url;
	struct slice feed_url;
	bool fetch_articles;
};
/* Visits pending linked documents that are due.  The feeds take turns; the
 * documents of one feed are visited in the order of insertion.
 * *ret_next_retry_at: the first time after `now` at which a document becomes
 * due (DATE_NONE: there is no such document). */
int store_linked_pending(struct store *, int64_t now, size_t limit,
    int (*visit)(const struct linked_row *, void *), void *arg,
    int64_t *ret_next_retry_at, struct err *e);

struct linked_update {
	int64_t id;
	/* why: the reason, if the document could not be read.  retry_at is only
	 * used in this case: the time of the next try; DATE_NONE: the document
	 * is not tried again. */
	struct slice why;
	int64_t retry_at;
	bool was_not_asked; /* the document was not requested: the failure does
			       not count as a try */
	const struct feed *feed; /* the document, if it was read; NULL: it is
				    unchanged, could not be read, or is a
				    robots.txt */
	struct slice robots;     /* kind robots: the text of robots_reduce() */
	struct slice etag, last_modified, validators_url;
	int64_t max_age_s, feed_bytes_per_day;
	/* like the members of struct poll_update with the same names */
	int64_t server_at;
	size_t slice;
	const struct poll_stored *before;
};
/* Stores one document and its items, as store_poll_put() does.  ERR_NOT_FOUND:
 * the document is not pending any more, or the subscription has ended. */
int store_linked_put(struct store *, const struct linked_update *, int64_t now,
    struct poll_stored *ret, struct err *e);

struct missed_items_row {
	struct slice feed_url, feed_title, status;
	int64_t at, since_at, found;
};
/* Visits the periods of missed items that were detected after `since`, newest
 * first. */
int store_missed_items_list(struct store *, int64_t since,
    int (*visit)(const struct missed_items_row *, void *), void *arg,
    struct err *e);

#endif
