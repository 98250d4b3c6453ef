/*
 * address.c -- the table of denied addresses (docs/threat-rows.md, rows S1,
 * S2).
 *
 * Source: the special-purpose address registries (RFC 6890, RFC 8190 and the
 * RFC of each row).  An IPv6 form that contains an IPv4 address is checked as
 * this IPv4 address.  Of the other IPv6 addresses, only global unicast 2000::/3
 * is allowed, without the ranges of private6[].
 */
#include "crawler/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/array.h"

struct range4 {
	uint32_t network;
	int bits;
};

struct range6 {
	uint8_t network[16];
	int bits;
	int embedded_at; /* offset of the embedded IPv4 address; -1: none */
	uint8_t mask;    /* the bytes of the IPv4 address are XORed with this */
};

#define IP4(a, b, c, d)                                                        \
	((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 |      \
	    (uint32_t)(d))

static const struct range4 private4[] = {
	{ IP4(0, 0, 0, 0), 8 },       /* this network, RFC 791 */
	{ IP4(10, 0, 0, 0), 8 },      /* RFC 1918 */
	{ IP4(100, 64, 0, 0), 10 },   /* carrier-grade NAT, RFC 6598 */
	{ IP4(127, 0, 0, 0), 8 },     /* loopback, RFC 1122 */
	{ IP4(169, 254, 0, 0), 16 },  /* link-local; also the metadata service
					 of cloud providers */
	{ IP4(172, 16, 0, 0), 12 },   /* RFC 1918 */
	{ IP4(192, 0, 0, 0), 24 },    /* protocol assignments, RFC 6890 */
	{ IP4(192, 0, 2, 0), 24 },    /* documentation, RFC 5737 */
	{ IP4(192, 88, 99, 0), 24 },  /* 6to4 relays, RFC 7526 */
	{ IP4(192, 168, 0, 0), 16 },  /* RFC 1918 */
	{ IP4(198, 18, 0, 0), 15 },   /* benchmarks, RFC 2544 */
	{ IP4(198, 51, 100, 0), 24 }, /* documentation */
	{ IP4(203, 0, 113, 0), 24 },  /* documentation */
	{ IP4(224, 0, 0, 0), 4 },     /* multicast */
	{ IP4(240, 0, 0, 0), 4 },     /* reserved, broadcast */
};

/* IPv6 forms with an IPv4 address: the first matching row decides. */
static const struct range6 embedding6[] = {
	{ { 0 }, 127, -1, 0 }, /* :: and ::1; this row must precede the row of
				  compatible addresses */
	{ { 0 }, 96, 12, 0 },  /* ::a.b.c.d, RFC 4291 2.5.5.1 */
	{ { [10] = 0xff, [11] = 0xff }, 96, 12, 0 },  /* ::ffff:a.b.c.d */
	{ { [8] = 0xff, [9] = 0xff }, 96, 12, 0 },    /* SIIT, RFC 2765 */
	{ { 0x00, 0x64, 0xff, 0x9b }, 96, 12, 0 },    /* NAT64, RFC 6052 */
	{ { 0x20, 0x02 }, 16, 2, 0 },                 /* 6to4, RFC 3056 */
	{ { 0x20, 0x01, 0x00, 0x00 }, 32, 12, 0xff }, /* Teredo, RFC 4380 */
};

/* Ranges in 2000::/3 that are not globally reachable. */
static const struct range6 private6[] = {
	{ { 0x20, 0x01, 0x00 }, 23, -1, 0 },       /* assignments, RFC 2928 */
	{ { 0x20, 0x01, 0x0d, 0xb8 }, 32, -1, 0 }, /* documentation */
	{ { 0x3f, 0xff, 0x00 }, 20, -1, 0 },       /* documentation, RFC 9637 */
};
static const struct range6 global6 = { { 0x20 }, 3, -1, 0 };

static bool
address_is_private4(uint32_t address)
{
	for (size_t i = 0; i < ARRAY_LENGTH(private4); i++) {
		uint32_t mask = UINT32_MAX << (32 - private4[i].bits);

		if ((address & mask) == private4[i].network)
			return true;
	}
	return false;
}

static bool
address_is_within6(const uint8_t address[16], const struct range6 *range)
{
	int whole = range->bits / 8, rest = range->bits % 8;

	if (memcmp(address, range->network, (size_t)whole) != 0)
		return false;
	return rest == 0 ||
	       (address[whole] ^ range->network[whole]) >> (8 - rest) == 0;
}

static uint32_t
address_read4(const uint8_t *p, uint8_t mask)
{
	return IP4(p[0] ^ mask, p[1] ^ mask, p[2] ^ mask, p[3] ^ mask);
}

/* True for an ISATAP address (RFC 5214, 6.1): …:[02]00:5efe:a.b.c.d with any
 * prefix. */
static bool
address_is_isatap(const uint8_t address[16])
{
	return (address[8] & 0xfd) == 0 && address[9] == 0 &&
	       address[10] == 0x5e && address[11] == 0xfe;
}

static bool
address_is_private6(const uint8_t address[16])
{
	for (size_t i = 0; i < ARRAY_LENGTH(embedding6); i++) {
		const struct range6 *range = &embedding6[i];

		if (!address_is_within6(address, range))
			continue;
		if (range->embedded_at < 0)
			return true;
		if (address_is_private4(address_read4(
			address + range->embedded_at, range->mask)))
			return true;
		/* a Teredo address also contains the address of its server */
		return range->mask != 0 &&
		       address_is_private4(address_read4(address + 4, 0));
	}
	for (size_t i = 0; i < ARRAY_LENGTH(private6); i++)
		if (address_is_within6(address, &private6[i]))
			return true;
	if (!address_is_within6(address, &global6))
		return true;
	return address_is_isatap(address) &&
	       address_is_private4(address_read4(address + 12, 0));
}

bool
address_is_private(const struct sockaddr *address)
{
	struct sockaddr_in four;
	struct sockaddr_in6 six;

	switch (address->sa_family) {
	case AF_INET:
		memcpy(&four, address, sizeof(four));
		return address_is_private4(ntohl(four.sin_addr.s_addr));
	case AF_INET6:
		memcpy(&six, address, sizeof(six));
		return address_is_private6(six.sin6_addr.s6_addr);
	default:
		return true;
	}
}

bool
address_read_text(const char *text, bool *ret_is_private)
{
	struct in6_addr six;
	struct in_addr four;

	if (inet_pton(AF_INET, text, &four) == 1)
		*ret_is_private = address_is_private4(ntohl(four.s_addr));
	else if (inet_pton(AF_INET6, text, &six) == 1)
		*ret_is_private = address_is_private6(six.s6_addr);
	else
		return false;
	return true;
}
