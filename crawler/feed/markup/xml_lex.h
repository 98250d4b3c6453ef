/*
 * xml_lex.h -- the characters and names that XML allows.  For repair*.c,
 * xml_wellformed.c and xml_events.c.
 */
#ifndef CRAWLER_FEED_MARKUP_XML_LEX_H
#define CRAWLER_FEED_MARKUP_XML_LEX_H

#include "base/slice.h"

#define XML_NAME_BYTES 256 /* longest name; names in vocabularies are shorter */

/* True for a space, tab or line end (production 3). */
bool xml_is_space(char);
/* True for a character that XML 1.0 allows (production 2). */
bool xml_is_char(uint32_t rune);
/* Returns the length of the name at the start of text (productions 4, 4a, 5).
 * The name has at most one colon, as Namespaces in XML requires. Returns 0 if
 * the text begins with no name, or if the name is longer than XML_NAME_BYTES.
 */
size_t xml_name_length(struct slice text);
/* Returns the length of the reference at the start of text, if every XML parser
 * knows it: one of the five entities, or the number of an allowed character.
 * Otherwise returns 0. */
size_t xml_reference_length(struct slice text);
/* Returns the offset of the first byte at or after `at` that must not be in
 * text unescaped: <, &, ]]> or a part of a character that XML forbids. Returns
 * the length if there is no such byte. */
size_t xml_plain_end(struct slice text, size_t at);
/* True if `text` has no part of a character that XML forbids. CDATA sections
 * must not contain such characters, either. */
bool xml_is_all_chars(struct slice text);

/* If the element at document.p[0] needs no repair (repair.h lists the
 * conditions), returns the offset after the element. Otherwise returns
 * SLICE_NOT_FOUND. O(length), no memory. */
size_t xml_wellformed_end(struct slice document);

#endif
