/*
 * feeds_parts.h -- internal to store/: a part of feeds.c for callers that are
 * inside an operation.
 */
#ifndef STORE_FEED_FEEDS_PARTS_H
#define STORE_FEED_FEEDS_PARTS_H

#include "store/feed/feeds.h"

/* Does what store_feed_set_status() does. Must run inside a store_operation. */
int feed_write_status(struct store *, int64_t id, enum feed_status,
    struct slice why, struct err *e);

#endif
