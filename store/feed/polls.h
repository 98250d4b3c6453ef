/*
 * polls.h -- polls and the entries that they return (polls.c, document.c,
 * entry_match.c, entries.c, entry_insert.c).  The conventions: store.h.
 */
#ifndef STORE_FEED_POLLS_H
#define STORE_FEED_POLLS_H

#include "base/err.h"
#include "base/slice.h"
#include "store/feed/poll_update.h"

/* Visits the last polls of a feed, newest first. */
int store_poll_list(struct store *, int64_t feed_id, size_t limit,
    int (*visit)(const struct poll_row *, void *), void *arg, struct err *e);

/* Stores a poll and all changes that it causes.  Entries are matched by
 * feed_entry_keys(), articles by url_key().  If an entry has no fetchable link,
 * is too old, or must not be fetched, it becomes an article with the feed's
 * text (feed_only).  If the document is not a feed or is not complete, the
 * validators do not change.  ERR_NOT_FOUND: the feed does not exist (any more).
 */
int store_poll_put(struct store *, struct poll_update *, int64_t now,
    struct poll_stored *ret, struct err *e);

#endif
