/*
 * repair_text.h -- makes text, attribute values and CDATA sections valid XML.
 * Private to repair*.c.
 */
#ifndef CRAWLER_FEED_MARKUP_REPAIR_TEXT_H
#define CRAWLER_FEED_MARKUP_REPAIR_TEXT_H

#include "base/buf.h"

/* Must be called when the input between "]]" and ">" is omitted. It prevents
 * the output "]]>", which text must not contain. */
void repair_separate(struct buf *out);

/* Writes the text between two tags or, if in_quotes, the value of an attribute
 * in double quotes: references of HTML are decoded, markup is escaped, and
 * characters that XML forbids are removed. O(length); the output has at most
 * six times the length. */
void repair_text(struct buf *out, struct slice text, bool in_quotes);

/* Writes `text` as a CDATA section.  True if the text was longer than
 * LIMIT_FIELD_BYTES and was truncated. */
bool repair_cdata(struct buf *out, struct slice text);

#endif
