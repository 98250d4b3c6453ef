/*
 * url_idn.h -- host names as they go into DNS: ASCII, Punycode where needed.
 */
#ifndef CRAWLER_URL_IDN_H
#define CRAWLER_URL_IDN_H

#include "base/slice.h"
#include "config/limits.h"

/* Writes the ASCII form of a reg-name (no brackets, no port) with a NUL behind
 * it: lower case, labels of other scripts as xn--…, no dot at the end ("1.2."
 * and "1.2" would be a name to one reader and an address to another).  False
 * for an empty label, a byte that no host name has, bad UTF-8, or over the
 * bounds of DNS.  O(length), at most quadratic in a label of 63 characters. */
bool url_host_to_ascii(struct slice host, char out[LIMIT_HOST_BYTES + 1]);

#endif
