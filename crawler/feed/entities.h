/*
 * entities.h -- character references as HTML5 reads them in text.
 */
#ifndef CRAWLER_FEED_ENTITIES_H
#define CRAWLER_FEED_ENTITIES_H

#include "base/slice.h"

/* Decodes the reference that text begins with ("&amp;", "&#8217;", "&copy"
 * without its semicolon where HTML5 allows that, and a pair of surrogates
 * written as two numbers).  Returns the bytes it takes, 0 if it is none;
 * ret_runes has one or two code points, the second 0 if there is one. */
size_t entity_decode(struct slice text, uint32_t ret_runes[2]);

/* The same, but only where a semicolon ends it: what a text must hold to be
 * taken for markup. */
size_t entity_decode_strict(struct slice text, uint32_t ret_runes[2]);

/* Windows-1252's character for a byte or C1 control 0x80..0x9f; 0 where it
 * has none. */
uint32_t windows_1252_rune(unsigned byte);

#endif
