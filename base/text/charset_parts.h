/*
 * charset_parts.h -- shared by charset.c and charset_label.c.
 */
#ifndef BASE_TEXT_CHARSET_PARTS_H
#define BASE_TEXT_CHARSET_PARTS_H

#include "base/text/charset.h"

/* Returns the converter for a charset's iconv name; opens it if necessary.
 * (iconv_t)-1: there is none. */
iconv_t charsets_get(struct charsets *, const char *name);

#endif
