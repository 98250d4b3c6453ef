/*
 * charset_parts.h -- what charset.c and charset_label.c share.
 */
#ifndef BASE_CHARSET_PARTS_H
#define BASE_CHARSET_PARTS_H

#include "base/charset.h"

/* The converter from a charset by iconv's name of it, opened if it is not;
 * (iconv_t)-1 if there is none. */
iconv_t charsets_get(struct charsets *, const char *name);

#endif
