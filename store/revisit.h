/*
 * revisit.h -- inside the room: when a page is looked at again.
 */
#ifndef STORE_REVISIT_H
#define STORE_REVISIT_H

#include "store/settle.h"

/* Plans the next visit of an article that stands, after a visit that came to
 * keep->status.  *ret_gone: its page has been missing for so long that it is
 * gone from its site; then nothing is planned yet.  Inside a
 * store_operation. */
int revisit_plan_next(struct store *, const struct article_state *,
    const struct article_keep *, int64_t now, bool *ret_gone, struct err *e);

/* The feed has edited the item: its page is due, but not sooner than
 * LIMIT_REVISIT_GAP_S after the last visit.  Where the feed only moved its
 * date, an article of over LIMIT_REVISIT_DATES_S is left alone.  Returns 1
 * where a visit is owed now because of it, 0 where not, or an error. */
int revisit_ask(struct store *, int64_t article_id, bool only_date, int64_t now,
    struct err *e);

/* The page that was kept was fetched for feed_id (0: not known) and cut by its
 * hints, or by none.  If an entitled feed has announced the article meanwhile,
 * the page is looked at again.  Inside a store_operation. */
int revisit_for_hints(struct store *, const struct article_state *old,
    int64_t feed_id, int64_t now, struct err *e);

#endif
