/*
 * xml_lex.h -- what characters and names XML allows.  For repair.c and
 * sound.c.
 */
#ifndef CRAWLER_FEED_XML_LEX_H
#define CRAWLER_FEED_XML_LEX_H

#include "base/slice.h"

#define XML_NAME_BYTES 256 /* no vocabulary has longer names */

bool xml_is_space(char);
/* XML 1.0, production 2. */
bool xml_is_char(uint32_t rune);
/* Length of the name (productions 4, 4a, 5; with at most one colon, as
 * namespaces want it) that text begins with; 0 if there is none or it is over
 * XML_NAME_BYTES. */
size_t xml_name_length(struct slice text);
/* Length of a reference that every XML parser knows: one of the five
 * entities, or the number of a legal character.  0 if there is none. */
size_t xml_reference_length(struct slice text);
/* First byte at or after `at` that text may not simply hold: < & ]]> or part
 * of a character that XML forbids; else the length. */
size_t xml_plain_end(struct slice text, size_t at);
/* Whether text holds no part of a character that XML forbids, as a section
 * may not either. */
bool xml_is_all_chars(struct slice text);

/* Where the element that begins at document.p[0] ends, if it is sound in the
 * sense of repair.h; SLICE_NOT_FOUND if not. O(length), no memory. */
size_t xml_sound_end(struct slice document);

#endif
