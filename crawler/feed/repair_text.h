/*
 * repair_text.h -- text, attributes and CDATA sections as XML allows them.
 * Private to repair*.c.
 */
#ifndef CRAWLER_FEED_REPAIR_TEXT_H
#define CRAWLER_FEED_REPAIR_TEXT_H

#include "base/buf.h"

/* To be called where something is left out: "]]" and ">" must not come
 * together by it. */
void repair_part(struct buf *out);

/* Text without markup, or an attribute's value for double quotes.  O(length),
 * at most five times as long. */
void repair_text(struct buf *out, struct slice text, bool in_quotes);

/* A whole section around a text.  True if the text was longer than
 * LIMIT_FIELD_BYTES and lost its end. */
bool repair_cdata(struct buf *out, struct slice text);

#endif
