/*
 * feed_json.h -- a feed as members of a JSON object (feed_json.c).
 *
 * `feed list` prints these members, and `serve` answers with them.  The
 * conventions are those of store/article/article_json.h.
 */
#ifndef STORE_FEED_JSON_H
#define STORE_FEED_JSON_H

#include "base/text/json_writer.h"
#include "store/feed/feeds.h"

/* Writes the members "health" and "health_why" of a feed
 * (store/feed/feed_health.h). */
void feed_json_put_health(
    struct json_writer *, const struct feed_row *, int64_t now_at);
/* Writes all members of a feed. */
void feed_json_put(
    struct json_writer *, const struct feed_row *, int64_t now_at);

#endif
