/*
 * url_idn.h -- host names in the form for DNS: ASCII, Punycode if necessary.
 */
#ifndef URL_URL_IDN_H
#define URL_URL_IDN_H

#include "base/limits.h"
#include "base/slice.h"

/* Writes the ASCII form of a reg-name (no brackets, no port), ended with a NUL:
 * lower case, labels of other scripts mapped by UTS 46 and written as xn--…, no
 * dot at the end (some parsers read "1.2." as a name and "1.2" as an address).
 * All spellings of a host that are equal for browsers have the same result.
 * Returns false for an empty label, a character that is not allowed in host
 * names, invalid UTF-8, a label that UTS 46 or libidn2 refuses, and a name over
 * the limits of DNS.  Also returns false if there is no memory.  If it returns
 * false, `out` is undefined.  O(length). */
bool url_host_to_ascii(struct slice host, char out[LIMIT_HOST_BYTES + 1]);

#endif
