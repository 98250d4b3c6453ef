/*
 * address.h -- who may be connected to.  Decided on the socket address at
 * connect time, never on the name (threats 1-4: rebinding, mapped forms).
 */
#ifndef CRAWLER_ADDRESS_H
#define CRAWLER_ADDRESS_H

#include <sys/socket.h>

#include <stdbool.h>

/* True for private, loopback, link-local, multicast, reserved and unspecified
 * addresses of both families; IPv4 inside IPv6 (mapped, compatible, NAT64,
 * 6to4, Teredo) is unwrapped and asked again.  Unknown families are
 * private. */
bool address_is_private(const struct sockaddr *);

#endif
