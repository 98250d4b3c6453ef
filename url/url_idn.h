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
 * All spellings of a host that browsers take for equal have the same result.
 * False for an empty label, a character that host names cannot have, invalid
 * UTF-8, a label that UTS 46 or libidn2 refuses, a name over the limits of DNS,
 * and if there is no memory; `out` is then undefined.  O(length). */
bool url_host_to_ascii(struct slice host, char out[LIMIT_HOST_BYTES + 1]);

#endif
