/*
 * url_host.h -- IP addresses as hosts of URLs, in one spelling.  Private to
 * url/.
 */
#ifndef URL_URL_HOST_H
#define URL_URL_HOST_H

#include <netinet/in.h>

#include "base/limits.h"
#include "base/slice.h"

/* Replaces a host that inet_aton() reads as an IPv4 address by its usual
 * spelling: "0x7f.1", "017700000001" and "2130706433" become "127.0.0.1".  Any
 * other host is not changed.  O(length). */
void url_host_normalise_ipv4(char host[LIMIT_HOST_BYTES + 1]);

/* Writes "[address]" in the spelling of inet_ntop().  Returns false if the text
 * in the brackets is not an IPv6 address.  An address with a zone is refused,
 * too.  O(length). */
bool url_host_normalise_ipv6(struct slice host, char ret[INET6_ADDRSTRLEN + 2]);

#endif
