/*
 * url_host.c -- reads IP addresses like resolvers and libcurl, so that the
 * connection is made to the address that was checked. Source: inet_aton(3); RFC
 * 3986, 3.2.2.
 */
#include "url/url_host.h"

#include <arpa/inet.h>
#include <stdio.h>

#include "base/text/ascii.h"

#define IPV4_PARTS 4

/* Reads a decimal, octal (0...) or hexadecimal (0x...) number of 32 bits;
 * returns its length, 0 if there is none. */
static size_t
url_host_read_number(const char *text, uint32_t *ret)
{
	bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	int base = is_hex ? 16 : text[0] == '0' ? 8 : 10;
	size_t from = is_hex ? 2 : 0, i = from;
	uint64_t value = 0;

	for (; ascii_is_hex(text[i]); i++) {
		int digit = ascii_hex_value(text[i]);

		if (digit >= base)
			return 0;
		value = value * (unsigned)base + (unsigned)digit;
		if (value > UINT32_MAX)
			return 0;
	}
	*ret = (uint32_t)value;
	return i > from ? i : 0;
}

/* Reads up to four numbers separated by dots; returns their count, 0 if the
 * host is not an address. */
static size_t
url_host_read_numbers(const char *host, uint32_t numbers[IPV4_PARTS])
{
	for (size_t n = 0; n < IPV4_PARTS; n++) {
		size_t length = url_host_read_number(host, &numbers[n]);

		if (length == 0)
			return 0;
		host += length;
		if (*host == '\0')
			return n + 1;
		if (*host++ != '.')
			return 0;
	}
	return 0;
}

/* Each number except the last is one byte of the address. The last number is
 * all remaining bytes. */
void
url_host_normalise_ipv4(char host[LIMIT_HOST_BYTES + 1])
{
	uint32_t numbers[IPV4_PARTS], address;
	size_t n = url_host_read_numbers(host, numbers);

	if (n == 0)
		return;
	address = numbers[n - 1];
	if (n > 1 && address >> (8 * (IPV4_PARTS + 1 - n)) != 0)
		return;
	for (size_t i = 0; i + 1 < n; i++) {
		if (numbers[i] > UINT8_MAX)
			return;
		address |= numbers[i] << (8 * (IPV4_PARTS - 1 - i));
	}
	snprintf(host, LIMIT_HOST_BYTES + 1, "%u.%u.%u.%u", address >> 24,
	    address >> 16 & UINT8_MAX, address >> 8 & UINT8_MAX,
	    address & UINT8_MAX);
}

bool
url_host_normalise_ipv6(struct slice host, char ret[INET6_ADDRSTRLEN + 2])
{
	char text[INET6_ADDRSTRLEN];
	struct in6_addr address;
	size_t n;

	if (host.len < 2 || host.len - 2 >= sizeof(text))
		return false;
	memcpy(text, host.p + 1, host.len - 2);
	text[host.len - 2] = '\0';
	if (strlen(text) != host.len - 2 ||
	    inet_pton(AF_INET6, text, &address) != 1 ||
	    inet_ntop(AF_INET6, &address, ret + 1, INET6_ADDRSTRLEN) == NULL)
		return false;
	n = strlen(ret + 1);
	ret[0] = '[';
	ret[n + 1] = ']';
	ret[n + 2] = '\0';
	return true;
}
