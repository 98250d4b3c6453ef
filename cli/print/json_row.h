/*
 * json_row.h -- rows of the store as JSON, one object per line.
 *
 * Absent values are null, lists are arrays, times are RFC 3339 in UTC.
 */
#ifndef CLI_PRINT_JSON_ROW_H
#define CLI_PRINT_JSON_ROW_H

#include "base/buf.h"
#include "base/limits.h"
#include "base/text/json_writer.h"
#include "store/change/change_json.h"
#include "store/store.h"

struct replay;

/* Maximum size of a row as JSON: body and body_html, escaped. */
#define JSON_ROW_MAX_BYTES CHANGE_JSON_MAX_BYTES

/* Writes an array with the lines of a newline-separated list. */
void json_row_lines(struct json_writer *, const char *key, struct slice lines);
/* Writes the members "health" and "health_why" of a feed
 * (store/feed/feed_health.h). */
void json_row_health(
    struct json_writer *, const struct feed_row *, int64_t now_at);
/* The following functions append one line including its \n. */
/* Writes a subscription. now_at: UTC seconds, from which the health of the feed
 * is computed. */
void json_row_feed(struct buf *, const struct feed_row *, int64_t now_at);
/* Writes an article of a listing, without body, body_html and media. */
void json_row_article(struct buf *, const struct article_row *);
/* Writes the complete article with its pictures, video and audio. */
void json_row_article_media(struct buf *, const struct article_row *,
    const struct article_media *, size_t n);
/* Writes a result of a search: an article of a listing, and its snippet. */
void json_row_hit(
    struct buf *, const struct search_hit *, struct slice snippet);
/* The passage is written unchanged: the caller has replaced the marks around
 * matches in hit->text by printable marks. */
void json_row_passage(struct buf *, const struct passage_hit *hit);
/* Writes a change in the documented format of `follow`. */
void json_row_change(struct buf *, const struct change_row *);
/* Writes a revision and the changes since the previous revision. `before`: the
 * previous revision, or NULL if `row` is the first one. */
void json_row_revision(struct buf *, int64_t id,
    const struct article_revision *, const struct article_revision *before);
/* Writes a consumer with its cursor and its lag. */
void json_row_consumer(struct buf *, const struct consumer_row *);
/* Writes a change that was set aside. */
void json_row_dead_change(struct buf *, const struct dead_change_row *);
/* Writes a stored document that has ended a worker, without its bytes. */
void json_row_crasher(struct buf *, const struct crasher_row *);
/* Writes the result of one parser for a document (`debug replay`). */
void json_row_replay(struct buf *, const struct replay *);

#endif
