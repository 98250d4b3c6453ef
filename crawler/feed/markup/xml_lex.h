/*
 * xml_lex.h -- the characters and names that XML allows.  For repair*.c,
 * xml_wellformed.c and xml_events.c.
 */
#ifndef CRAWLER_FEED_MARKUP_XML_LEX_H
#define CRAWLER_FEED_MARKUP_XML_LEX_H

#include "base/slice.h"

#define XML_NAME_BYTES 256 /* longest name; names in vocabularies are shorter */

bool xml_is_space(char);
/* True for a character that XML 1.0 allows (production 2). */
bool xml_is_char(uint32_t rune);
/* Returns the length of the name at the start of text (productions 4, 4a, 5; at
 * most one colon, as Namespaces in XML requires); 0 if there is none or it is
 * longer than XML_NAME_BYTES. */
size_t xml_name_length(struct slice text);
/* Returns the length of a reference that every XML parser knows: one of the
 * five entities, or the number of an allowed character; 0 if there is none. */
size_t xml_reference_length(struct slice text);
/* Returns the offset of the first byte at or after `at` that text cannot
 * contain unescaped (< & ]]> or a part of a character that XML forbids), else
 * the length. */
size_t xml_plain_end(struct slice text, size_t at);
/* True if text has no part of a character that XML forbids. CDATA sections must
 * not contain such characters, either. */
bool xml_is_all_chars(struct slice text);

/* Returns the offset after the element at document.p[0] if it needs no repair
 * as repair.h defines it, else SLICE_NOT_FOUND.  O(length), no memory. */
size_t xml_wellformed_end(struct slice document);

#endif
