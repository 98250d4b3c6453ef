/*
 * cluster.h -- inside the room: which articles are the same text.
 */
#ifndef STORE_CLUSTER_H
#define STORE_CLUSTER_H

#include "store/settle.h"
#include "store/sketch.h"

/* The cluster that a text belongs to, by the id of the article that had it
 * first: that article's own where there is none before, 0 where the text is
 * too short, or no story's own.  It is compared with the firsts of the last
 * LIMIT_CLUSTER_GENERATIONS; at most LIMIT_CLUSTER_LOOKS of them are looked up,
 * however many articles there are. */
int cluster_of(struct store *, const struct article_state *,
    const struct article_text *, int64_t *ret_id, struct err *e);
/* An article of the same site that stands and has the same title and body; 0
 * for none. */
int cluster_find_twin(struct store *, const struct article_state *,
    const struct article_text *, int64_t cluster_id, int64_t *ret_twin,
    struct err *e);
/* Keeps the fingerprint of the article's new text, and with the first of a
 * cluster by what the next is found.  O(1). */
int cluster_note(struct store *, const struct article_state *,
    const struct article_text *, int64_t cluster_id, int64_t now,
    struct err *e);
/* Before the article is deleted. */
int cluster_forget(struct store *, int64_t article_id, struct err *e);

#endif
