/*
 * date_instant.h -- dates that are a number of seconds since 1970.  Private to
 * base/date/date*.c.
 */
#ifndef BASE_DATE_DATE_INSTANT_H
#define BASE_DATE_DATE_INSTANT_H

#include "base/date/date_token.h"

/* Parses seconds, milliseconds or microseconds since 1970.  The whole text must
 * be one number, or have the form of ASP.NET.  Returns false if the tokens have
 * another form. */
bool date_instant_find(
    const struct date_token *, size_t n_tokens, int64_t *ret_at);

#endif
