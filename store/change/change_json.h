/*
 * change_json.h -- a change as a line of JSON (change_json.c).
 *
 * `follow` prints these lines and `push` delivers them.  Absent values are
 * null, lists are arrays, times are RFC 3339 in UTC.
 */
#ifndef STORE_CHANGE_CHANGE_JSON_H
#define STORE_CHANGE_CHANGE_JSON_H

#include "base/buf.h"
#include "base/limits.h"
#include "base/text/json_writer.h"
#include "store/change/consumers.h"

/* Maximum size of a line: the body and the lists, escaped. */
#define CHANGE_JSON_MAX_BYTES (LIMIT_ARTICLE_BYTES * 16)

/* Appends the line of a change including its \n.  Errors are those of the
 * buffer.  O(size of the article). */
void change_json_put(struct buf *, const struct change_row *);

/* ---- members that other listings of articles have, too ---- */

/* Writes a joined list or a set of flag words as an array. */
void change_json_put_list(
    struct json_writer *, const char *key, struct slice text, char separator);
/* Writes minutes east of UTC, or null for DATE_NONE. */
void change_json_put_minutes(
    struct json_writer *, const char *key, int64_t minutes);
/* Writes "fields", a value that the database stores as JSON text, or null. */
void change_json_put_fields(struct json_writer *, const struct article_row *);
/* Writes "cluster_id", or null. */
void change_json_put_cluster(struct json_writer *, const struct article_row *);
/* Writes "keywords", "categories" and "summary". */
void change_json_put_enrichment(
    struct json_writer *, const struct article_row *);

#endif
