/*
 * spelling.h -- internal to store/: selects the address at which the page of an
 * article is requested, if several feeds gave the article different addresses.
 *
 * The functions return 0, or a negative code after an error of the database.
 */
#ifndef STORE_ARTICLE_SPELLING_H
#define STORE_ARTICLE_SPELLING_H

#include "store/article/article_state.h"
#include "store/sqlite/statement.h"

/* Called after a temporary failure was stored.  If other feeds gave the article
 * another address, the next try requests that address.  Does nothing for an
 * article that an entitled feed announced, or whose page is not pending.
 * O(entries of the article). */
int spelling_turn(struct store *, const struct article_state *, struct err *e);
/* Called if the page cannot be read at its address.  If the page was not yet
 * requested at the address of another feed, or failed there temporarily, the
 * article is queued with that address and *ret_is_queued is set to true, else
 * to false.  *ret_is_queued is also false for an article that an entitled feed
 * announced, or whose page is not pending.  O(entries of the article). */
int spelling_queue_next(struct store *, const struct article_state *,
    bool *ret_is_queued, struct err *e);

#endif
