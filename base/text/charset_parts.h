/*
 * charset_parts.h -- declarations that charset.c and charset_label.c share.
 */
#ifndef BASE_TEXT_CHARSET_PARTS_H
#define BASE_TEXT_CHARSET_PARTS_H

#include "base/text/charset.h"

/* Returns the converter for a charset's iconv name and opens it if necessary.
 * Returns (iconv_t)-1 if there is no converter. */
iconv_t charsets_get(struct charsets *, const char *name);

#endif
