/*
 * article_json.h -- an article as members of a JSON object (article_json.c).
 *
 * The commands `articles`, `search` and `show` print these members, and `serve`
 * answers with them.  Member names are column names.  Absent values are null,
 * lists are arrays, times are RFC 3339 in UTC.  Errors are those of the
 * writer's buffer.
 */
#ifndef STORE_ARTICLE_ARTICLE_JSON_H
#define STORE_ARTICLE_ARTICLE_JSON_H

#include "base/limits.h"
#include "base/text/json_writer.h"
#include "store/article/articles.h"

/* Maximum size of an article as JSON: body and body_html, escaped. */
#define ARTICLE_JSON_MAX_BYTES (LIMIT_ARTICLE_BYTES * 16)

/* Writes the members that lists of articles contain. */
void article_json_put(struct json_writer *, const struct article_row *);
/* Writes the other members: page_class, node_classes, images, media, body and
 * body_html.  body_html is checked (article_safe_html()).  media: n rows,
 * borrowed. */
void article_json_put_parts(struct json_writer *, const struct article_row *,
    const struct article_media *, size_t n);
/* Checks an article's HTML before it is printed.  Returns row->body_html if
 * article_html_check() accepts it.  Otherwise writes row->body as HTML
 * paragraphs to `scratch`, which is cleared first, and returns them.
 * SLICE_NONE if the row has no HTML.  The result is borrowed from the row or
 * from `scratch`.  O(bytes). */
struct slice article_safe_html(
    const struct article_row *row, struct buf *scratch);

#endif
