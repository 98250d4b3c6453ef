/*
 * further.h -- what a feed leads to (further.c), what it lost (gap.c).
 * The rules: store.h.
 */
#ifndef STORE_FURTHER_H
#define STORE_FURTHER_H

#include "store/polls.h"

/* A poll's index of sitemaps, or a gap, leaves rows of documents that are to
 * be read; each is read, and kept, until none is owed. */
struct further_row {
	int64_t id, feed_id, depth, tries;
	struct slice kind; /* sitemap, archive, page, news; robots: a
			      robots.txt, for the news sitemaps that it names */
	struct slice url, etag, last_modified, validators_url;
	struct slice feed_url;
	bool fetch_articles;
};
/* What is owed: the feeds take turns, of each in the order in which it came; *ret_next_retry_at: when the
 * first of the others is (DATE_NONE: none waits). */
int store_further_owed(struct store *, int64_t now, size_t limit,
    int (*visit)(const struct further_row *, void *), void *arg,
    int64_t *ret_next_retry_at, struct err *e);

struct further_keep {
	int64_t id;
	/* With why: it could not be read.  DATE_NONE: and never will be. */
	struct slice why;
	int64_t retry_at;
	const struct feed *feed; /* else, NULL: unchanged */
	struct slice robots;     /* of kind robots: robots_reduce's text */
	struct slice etag, last_modified, validators_url;
	int64_t max_age_s, feed_bytes_per_day;
	int64_t server_at; /* as in poll_keep */
	size_t slice;                   /* as in poll_keep … */
	const struct poll_kept *before; /* … and this */
};
/* One document with all that came of it, as store_poll_keep.  ERR_NOT_FOUND:
 * nobody wants it any more. */
int store_further_keep(struct store *, const struct further_keep *, int64_t now,
    struct poll_kept *ret, struct err *e);

struct gap_row {
	struct slice feed_url, feed_title, status;
	int64_t at, since_at, found;
};
/* Noticed after `since`, the newest first. */
int store_gap_list(struct store *, int64_t since,
    int (*visit)(const struct gap_row *, void *), void *arg, struct err *e);

#endif
