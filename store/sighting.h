/*
 * sighting.h -- inside the room: what one feed said of one item.
 */
#ifndef STORE_SIGHTING_H
#define STORE_SIGHTING_H

#include "store/statement.h"

/* One poll's entries go through the same one, entry by entry. */
struct sighting {
	const struct poll_keep *keep;
	const struct feed_entry *entry;
	struct slice guid_key;
	int64_t position, now;
	struct poll_kept *kept; /* counted up */
};

/* Keeps an entry: known and unchanged, known and reworded, purged, or new,
 * with the article that it announces.  Inside a store_operation. */
int sighting_keep(struct store *, const struct sighting *, struct err *e);
/* store_feed_set_status() for those who are in an operation already. */
int feed_write_status(struct store *, int64_t id, enum feed_status,
    struct slice why, struct err *e);

#endif
