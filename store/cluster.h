/*
 * cluster.h -- inside the room: which articles are the same text.
 */
#ifndef STORE_CLUSTER_H
#define STORE_CLUSTER_H

#include "store/settle.h"
#include "store/sketch.h"

/* Of one site: texts from a template (weather, lottery, market reports) are
 * half alike, and not the same story. */
#define CLUSTER_ALIKE_ON_SITE 0.8

/* The cluster that a text belongs to, by the id of the article that had it
 * first: that article's own where there is none before, 0 where the text is
 * too short, or no story's own.  It is compared with the newest firsts
 * (LIMIT_CLUSTER_FIRSTS), of which at most LIMIT_CLUSTER_LOOKS are looked up,
 * however many articles there are.  The first call reads the fingerprints of
 * them all: 0.3 s where there are 131 072. */
int cluster_of(struct store *, const struct article_state *,
    const struct article_text *, int64_t *ret_id, struct err *e);
/* Keeps the fingerprint of the article's new text, and remembers the first of
 * a cluster.  O(1). */
int cluster_note(struct store *, const struct article_state *,
    const struct article_text *, int64_t cluster_id, struct err *e);

#endif
