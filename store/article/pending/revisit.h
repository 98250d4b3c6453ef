/*
 * revisit.h -- internal to store/: plans when a page is fetched again.
 */
#ifndef STORE_ARTICLE_REVISIT_H
#define STORE_ARTICLE_REVISIT_H

#include "store/article/article_apply.h"

/* Plans the next visit of a published article after a visit that ended with the
 * status of the update.  *ret_gone: the page has been missing for so long that
 * it counts as deleted; no visit is planned then.  Must run inside a
 * store_operation. */
int revisit_plan_next(struct store *, const struct article_state *,
    const struct article_update *, int64_t now, bool *ret_gone, struct err *e);

/* Called when the feed has edited the item.  The page of the item becomes due,
 * but not earlier than LIMIT_REVISIT_GAP_S after the last visit.  If the feed
 * changed only the date, an article older than LIMIT_REVISIT_DATES_S is
 * skipped.  Returns 1 if a visit is due now, 0 if no visit is due now, or an
 * error code. */
int revisit_ask(struct store *, int64_t article_id, bool only_date, int64_t now,
    struct err *e);

/* Called when the first entitled feed announces an article whose page was
 * fetched for a witness.  The page becomes due now, even if the last visit was
 * a short time ago.  There are two reasons: the stored page may be older than
 * the publication, and it was extracted without hints.  This happens once for
 * each article.  Returns the same values as revisit_ask(). */
int revisit_ask_now(
    struct store *, int64_t article_id, int64_t now, struct err *e);

/* Called when the page of a published article is fetched like that of a new
 * one.  No visit is planned any more. */
int revisit_cancel(struct store *, const struct article_state *, struct err *e);

/* True if an entitled feed has announced the article while its page was
 * fetched for another feed.  feed_id: the feed for which the page was fetched
 * and whose hints the extractor got; 0: not known, or no hints. */
bool revisit_needs_hints(const struct article_state *, int64_t feed_id);
/* Called after a page was stored.  If revisit_needs_hints(), the page becomes
 * due now, and is_read is cleared.  Sets is_due of article_update.ret_stored.
 * Must run inside a store_operation. */
int revisit_for_hints(struct store *, const struct article_state *old,
    const struct article_update *, int64_t now, struct err *e);

#endif
