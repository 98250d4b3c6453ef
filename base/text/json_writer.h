/*
 * json_writer.h -- writes JSON into a buf, member by member: commas, escapes,
 * valid UTF-8.
 *
 * No tree is built.  Invalid UTF-8 becomes U+FFFD; U+2028, U+2029 and controls
 * are escaped, so that one line of output is one value.  Errors are those of
 * the buf.  key is the member's name in objects, NULL in arrays.
 */
#ifndef BASE_TEXT_JSON_WRITER_H
#define BASE_TEXT_JSON_WRITER_H

#include "base/buf.h"

struct json_writer {
	struct buf *out;   /* borrowed */
	uint32_t depth;    /* up to 31 */
	uint32_t has_item; /* one bit per depth: a comma is needed */
};

/* Begins to append values to `out`. */
void json_writer_init(struct json_writer *, struct buf *out);
/* json_write_object() and json_write_array() begin an object or an array.  The
 * following values are its members until the matching call of
 * json_write_end_object() or json_write_end_array().  The other functions write
 * one value.  O(length of the value). */
void json_write_object(struct json_writer *, const char *key);
void json_write_end_object(struct json_writer *);
void json_write_array(struct json_writer *, const char *key);
void json_write_end_array(struct json_writer *);
void json_write_text(struct json_writer *, const char *key, struct slice);
/* Writes null for an absent or empty slice. */
void json_write_text_or_null(
    struct json_writer *, const char *key, struct slice);
void json_write_int(struct json_writer *, const char *key, int64_t);
/* Writes at most `digits` digits after the point, and null for NaN and
 * infinities. */
void json_write_number(
    struct json_writer *, const char *key, double, int digits);
void json_write_bool(struct json_writer *, const char *key, bool);
void json_write_null(struct json_writer *, const char *key);
/* Writes the date as RFC 3339 in UTC, and null for DATE_NONE. */
void json_write_date(struct json_writer *, const char *key, int64_t at);
/* Like json_write_date(), with the local time of a zone that is zone_minutes
 * east of UTC. */
void json_write_zoned_date(
    struct json_writer *, const char *key, int64_t at, int zone_minutes);
/* Writes a text that is already JSON. */
void json_write_raw(struct json_writer *, const char *key, struct slice);

#endif
