/*
 * address.h -- decides whether a connection to an address is allowed. The
 * socket address is checked at connect time, not the name (docs/threat-rows.md,
 * rows S1 to S4: rebinding, mapped forms).
 */
#ifndef CRAWLER_ADDRESS_H
#define CRAWLER_ADDRESS_H

#include <sys/socket.h>

#include <stdbool.h>

/* True for private, loopback, link-local, multicast, reserved and unspecified
 * addresses of both families.  IPv4 addresses in IPv6 (mapped, compatible,
 * SIIT, NAT64, 6to4, Teredo, ISATAP) are extracted and checked.  Unknown
 * families count as private. */
bool address_is_private(const struct sockaddr *);
/* Reads a numeric address ("192.0.2.1", "2001:db8::1"), and sets
 * *ret_is_private as address_is_private() does.  Returns false for any other
 * text. */
bool address_read_text(const char *text, bool *ret_is_private);

#endif
