/*
 * announcer.h -- internal to store/: the feed for which the page of a pending
 * article is fetched (article.announced_by).
 *
 * No page is requested for a paused feed or an ended subscription.  If another
 * active feed announces the article, it becomes the announcer.  All functions
 * must run inside a store_operation.  They return 0, or a negative code after
 * an error of the database.
 */
#ifndef STORE_ARTICLE_ANNOUNCER_H
#define STORE_ARTICLE_ANNOUNCER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

struct store;

/* Sets *ret to true if the article has no active announcer.  The page of such
 * an article is not requested, also if it is due. */
int announcer_waits(
    struct store *, int64_t article_id, bool *ret, struct err *e);
/* Called after a feed has announced a known article that is not done.  Changes
 * the announcer of the article if that feed is not active.  O(entries of the
 * article). */
int announcer_settle(struct store *, int64_t article_id, struct err *e);
/* Called after a feed was paused, activated or removed.  Determines the
 * announcers of its pending articles.  O(entries of the feed). */
int announcer_settle_feed(struct store *, int64_t feed_id, struct err *e);
/* Called after a feed was removed.  Cancels the revisits of articles that no
 * subscribed feed announces.  O(entries of the feed). */
int announcer_end_revisits(struct store *, int64_t feed_id, struct err *e);

#endif
