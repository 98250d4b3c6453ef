/*
 * json_row.h -- rows of the store as JSON, one object a line.
 *
 * What is absent is null, lists are arrays, times RFC 3339 UTC.
 */
#ifndef CLI_JSON_ROW_H
#define CLI_JSON_ROW_H

#include "base/buf.h"
#include "base/json_writer.h"
#include "config/limits.h"
#include "store/store.h"

struct replay;

/* A row as JSON is at most so long: body and body_html, escaped. */
#define JSON_ROW_MAX_BYTES (LIMIT_ARTICLE_BYTES * 16)

/* An array of the lines of a joined list. */
void json_row_lines(struct json_writer *, const char *key, struct slice lines);
/* Members "health" and "health_why" of a feed (store/feed_health.h). */
void json_row_health(
    struct json_writer *, const struct feed_row *, int64_t now_at);
/* Each appends one line with its \n. */
void json_row_feed(struct buf *, const struct feed_row *, int64_t now_at);
/* As in a list: without body, body_html and images. */
void json_row_article(struct buf *, const struct article_row *);
/* The whole of it, with its pictures, video and audio. */
void json_row_article_media(struct buf *, const struct article_row *,
    const struct article_media *, size_t n);
void json_row_hit(
    struct buf *, const struct search_hit *, struct slice snippet);
/* The line of `follow`, as the contract has it. */
void json_row_change(struct buf *, const struct change_row *);
/* With what has changed since the one before it; NULL: it is the first. */
void json_row_revision(struct buf *, int64_t id,
    const struct article_revision *, const struct article_revision *before);
void json_row_consumer(struct buf *, const struct consumer_row *);
void json_row_poison(struct buf *, const struct poison_row *);
void json_row_replay(struct buf *, const struct replay *);

#endif
