/*
 * url_idn.h -- host names in the form for DNS: ASCII, Punycode if necessary.
 */
#ifndef URL_URL_IDN_H
#define URL_URL_IDN_H

#include "base/limits.h"
#include "base/slice.h"

/* Writes the ASCII form of a reg-name (no brackets, no port), ended with a NUL:
 * lower case, labels of other scripts as xn--…, no dot at the end (some parsers
 * read "1.2." as a name and "1.2" as an address).  False for an empty label, a
 * byte that host names cannot have, invalid UTF-8, or a name over the limits of
 * DNS.  O(length), quadratic in a label, which has at most 63 characters. */
bool url_host_to_ascii(struct slice host, char out[LIMIT_HOST_BYTES + 1]);

#endif
