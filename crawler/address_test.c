/*
 * address_test.c -- public and private addresses: each range, its first and
 * last address and their neighbours, and IPv4 in all forms of IPv6.
 */
#include <sys/un.h>

#include <arpa/inet.h>

#include "base/array.h"
#include "crawler/address.h"
#include "tests/lib/tap.h"

static const struct {
	const char *address;
	bool is_private;
} rows[] = {
	{ "0.0.0.0", true },
	{ "0.255.255.255", true },
	{ "1.0.0.0", false },
	{ "1.1.1.1", false },
	{ "8.8.8.8", false },
	{ "9.255.255.255", false },
	{ "10.0.0.0", true },
	{ "10.255.255.255", true },
	{ "11.0.0.0", false },
	{ "93.184.216.34", false },
	{ "100.63.255.255", false },
	{ "100.64.0.0", true },
	{ "100.127.255.255", true },
	{ "100.128.0.0", false },
	{ "126.255.255.255", false },
	{ "127.0.0.0", true },
	{ "127.0.0.1", true },
	{ "127.0.0.2", true },
	{ "127.255.255.255", true },
	{ "128.0.0.0", false },
	{ "169.253.255.255", false },
	{ "169.254.169.254", true },
	{ "169.255.0.0", false },
	{ "172.15.255.255", false },
	{ "172.16.0.0", true },
	{ "172.31.255.255", true },
	{ "172.32.0.0", false },
	{ "192.0.0.8", true },
	{ "192.0.1.0", false },
	{ "192.0.2.1", true },
	{ "192.88.99.1", true },
	{ "192.167.255.255", false },
	{ "192.168.0.0", true },
	{ "192.168.255.255", true },
	{ "192.169.0.0", false },
	{ "198.17.255.255", false },
	{ "198.18.0.0", true },
	{ "198.19.255.255", true },
	{ "198.20.0.0", false },
	{ "198.51.100.7", true },
	{ "203.0.113.7", true },
	{ "223.255.255.255", false },
	{ "224.0.0.1", true },
	{ "239.255.255.255", true },
	{ "240.0.0.1", true },
	{ "255.255.255.255", true },

	{ "::", true },
	{ "::1", true },
	{ "::2", true }, /* compatible: 0.0.0.2 */
	{ "::127.0.0.1", true },
	{ "::10.0.0.1", true },
	{ "::8.8.8.8", false },
	{ "::ffff:127.0.0.1", true },
	{ "::ffff:169.254.169.254", true },
	{ "::ffff:0.0.0.0", true },
	{ "::ffff:8.8.8.8", false },
	{ "::ffff:0:192.168.0.1", true },
	{ "::ffff:0:8.8.8.8", false },
	{ "64:ff9b::10.0.0.1", true },
	{ "64:ff9b::7f00:1", true },
	{ "64:ff9b::8.8.8.8", false },
	{ "64:ff9b:1::8.8.8.8", true }, /* local NAT64, RFC 8215 */
	{ "2002:7f00:1::", true },
	{ "2002:c0a8:101::1", true },
	{ "2002:a9fe:a9fe::1", true },
	{ "2002:808:808::1", false },
	/* Teredo: the server's address; in the last 32 bits the client's
	 * address with each bit inverted */
	{ "2001:0:4136:e378:8000:63bf:3fff:fdd2", true },  /* 192.0.2.45 */
	{ "2001:0:4136:e378:8000:63bf:80ff:fffe", true },  /* 127.0.0.1 */
	{ "2001:0:4136:e378:8000:63bf:f7f7:f7f7", false }, /* 8.8.8.8 */
	{ "2001:0:7f00:1:8000:63bf:f7f7:f7f7", true },     /* server private */
	{ "2001:2::1", true },
	{ "2001:10::1", true },
	{ "2001:20::1", true },
	{ "2001:1ff:ffff::1", true },
	{ "2001:200::1", false },
	{ "2001:db8::1", true },
	{ "2001:db9::1", false },
	{ "2001:4860:4860::8888", false },
	{ "2606:2800:220:1:248:1893:25c8:1946", false },
	{ "2a00:1450:4001::5efe:127.0.0.1", true }, /* ISATAP */
	{ "2a00:1450:4001::200:5efe:10.0.0.1", true },
	{ "2a00:1450:4001::5efe:8.8.8.8", false },
	{ "3ffe::1", false },
	{ "3fff::1", true },
	{ "3fff:fff::1", true },
	{ "1fff::1", true },
	{ "4000::1", true },
	{ "100::1", true },
	{ "5f00::1", true },
	{ "fbff::1", true },
	{ "fc00::1", true },
	{ "fd12:3456::1", true },
	{ "fe80::1", true },
	{ "febf::1", true },
	{ "fec0::1", true },
	{ "ff02::1", true },
	{ "ff0e::1", true },
};

static bool
address_test_ask(const char *text)
{
	struct sockaddr_in four = { .sin_family = AF_INET };
	struct sockaddr_in6 six = { .sin6_family = AF_INET6 };
	const struct sockaddr *address = (const struct sockaddr *)&four;
	bool is_private = false;

	if (inet_pton(AF_INET, text, &four.sin_addr) != 1) {
		address = (const struct sockaddr *)&six;
		if (inet_pton(AF_INET6, text, &six.sin6_addr) != 1)
			printf("Bail out! %s is no address\n", text);
	}
	ok(address_read_text(text, &is_private) &&
		is_private == address_is_private(address),
	    "the text %s is as private as the address", text);
	return is_private;
}

int
main(void)
{
	struct sockaddr_un local = { .sun_family = AF_UNIX };

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		ok(address_test_ask(rows[i].address) == rows[i].is_private,
		    "S2: %s is %s", rows[i].address,
		    rows[i].is_private ? "private" : "public");
	ok(address_is_private((const struct sockaddr *)&local),
	    "any other family is private");
	return done_testing();
}
