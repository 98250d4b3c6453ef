/*
 * cluster.h -- internal to the module store: finds articles with the same text.
 *
 * The functions return 0, or a negative code: ERR_MEMORY or an error of the
 * database.
 */
#ifndef STORE_DUPLICATE_CLUSTER_H
#define STORE_DUPLICATE_CLUSTER_H

#include "store/article/article_state.h"
#include "store/duplicate/sketch.h"

/* A text joins a cluster whose first text is of the same site only if the
 * likeness of both texts is at least this.  Different stories that are written
 * from one template (weather, lottery, market reports) have a likeness of up to
 * half of this value. */
#define CLUSTER_ALIKE_ON_SITE 0.8

/* Finds the cluster of a text.  *ret_id is the id of the first article of the
 * cluster.  It is the article's own id if no earlier article has the text.  An
 * article that has a cluster remains in it, unless its new text has almost
 * nothing in common with the first text of the cluster.  *ret_id is 0 if the
 * article has no cluster, and the text is too short or is not a story's own
 * text.  The text is compared with the first articles of the newest clusters
 * (LIMIT_FINGERPRINT_INDEX).  At most LIMIT_CLUSTER_LOOKUPS of these articles
 * are looked up, and at most LIMIT_CLUSTER_COMPARED are compared by their whole
 * sketches.  The first call reads the fingerprints of all of these articles:
 * 0.3 s for 131 072. */
int cluster_of(struct store *, const struct article_state *,
    const struct article_text *, int64_t *ret_id, struct err *e);
/* Stores the fingerprint of the article's new text, and adds the first article
 * of a cluster to the fingerprint index.  O(1). */
int cluster_note(struct store *, const struct article_state *,
    const struct article_text *, int64_t cluster_id, struct err *e);

#endif
