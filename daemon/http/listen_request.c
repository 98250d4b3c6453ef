/*
 * listen_request.c -- parses and checks a request to the server of the key
 * `listen`.
 *
 * In: the head of a request, the names of the server.
 * Out: a path, or the status of the error.
 *
 * The status page shows the collected feeds and articles, so only requests for
 * this server may read it. A foreign web page can make a browser connect to
 * 127.0.0.1 under the page's own host name (DNS rebinding). The Host field then
 * has that name, and the response is 421 (RFC 9110, section 15.5.20). A browser
 * always sends Host.
 */
#include "daemon/http/listen_request.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#include "base/limits.h"

/* ---- hosts ---- */

struct listen_address {
	unsigned char bytes[16]; /* IPv6, or a mapped IPv4 address */
};

static bool
listen_request_address_read(struct slice text, struct listen_address *ret)
{
	char copy[INET6_ADDRSTRLEN];
	struct in_addr four;

	if (text.len == 0 || text.len >= sizeof(copy))
		return false;
	memcpy(copy, text.p, text.len);
	copy[text.len] = '\0';
	if (inet_pton(AF_INET6, copy, ret->bytes) == 1)
		return true;
	if (inet_pton(AF_INET, copy, &four) != 1)
		return false;
	memset(ret->bytes, 0, 10);
	memset(ret->bytes + 10, 0xFF, 2);
	memcpy(ret->bytes + 12, &four, 4);
	return true;
}

static bool
listen_request_address_of(
    const struct sockaddr *address, struct listen_address *ret)
{
	struct sockaddr_in four;
	struct sockaddr_in6 six;

	if (address != NULL && address->sa_family == AF_INET6) {
		memcpy(&six, address, sizeof(six));
		memcpy(ret->bytes, &six.sin6_addr, 16);
		return true;
	}
	if (address == NULL || address->sa_family != AF_INET)
		return false;
	memcpy(&four, address, sizeof(four));
	memset(ret->bytes, 0, 10);
	memset(ret->bytes + 10, 0xFF, 2);
	memcpy(ret->bytes + 12, &four.sin_addr, 4);
	return true;
}

static bool
listen_request_address_is_loopback(const struct listen_address *a)
{
	static const unsigned char mapped[12] = { [10] = 0xFF, [11] = 0xFF };
	static const unsigned char one[16] = { [15] = 1 };

	return memcmp(a->bytes, one, 16) == 0 ||
	       (memcmp(a->bytes, mapped, 12) == 0 && a->bytes[12] == 127);
}

/* Splits "Example.org.:80" into "Example.org" and "[::1]:80" into "::1";
 * returns false if the value is malformed. */
static bool
listen_request_host_split(struct slice value, struct slice *ret)
{
	struct slice host, port;
	size_t end;
	bool is_six = slice_starts(value, SLICE("["));

	end = slice_find_char(value, is_six ? ']' : ':', 0);
	if (is_six && end == SLICE_NOT_FOUND)
		return false;
	host = is_six ? slice_sub(value, 1, end) : slice_sub(value, 0, end);
	port = end == SLICE_NOT_FOUND
		   ? SLICE("")
		   : slice_sub(value, is_six ? end + 1 : end, value.len);
	if (port.len > 0 && port.p[0] != ':')
		return false;
	for (size_t i = 1; i < port.len; i++)
		if (port.p[i] < '0' || port.p[i] > '9')
			return false;
	if (!is_six && slice_ends(host, SLICE(".")))
		host = slice_sub(host, 0, host.len - 1);
	*ret = host;
	return host.len > 0;
}

static bool
listen_request_host_is_named(
    struct slice host, const struct listen_names *names)
{
	struct listen_address address;
	struct slice own;

	/* Only a name is compared here. An address in `listen` may be 0.0.0.0,
	 * so listen_request_allows_host() compares the address of the
	 * connection (`local`) instead. */
	if (listen_request_host_split(names->listen, &own) &&
	    !listen_request_address_read(own, &address) &&
	    slice_equal_nocase(host, own))
		return true;
	for (size_t i = 0; i < names->n_names; i++)
		if (slice_equal_nocase(host, slice_of(names->names[i])))
			return true;
	return false;
}

/* Returns whether the server answers requests with this value of Host. Allowed
 * are loopback addresses, localhost and names that end in .localhost, the
 * connection's own address, the host of `listen`, and listen_names; each with
 * any port. */
static bool
listen_request_allows_host(struct slice value, const struct listen_names *names)
{
	static const struct slice local = SLICE(".localhost");
	struct listen_address asked, own;
	struct slice host;

	if (!listen_request_host_split(value, &host))
		return false;
	if (listen_request_host_is_named(host, names))
		return true;
	if (!listen_request_address_read(host, &asked))
		return slice_equal_nocase(host, SLICE("localhost")) ||
		       (host.len > local.len &&
			   slice_equal_nocase(
			       slice_sub(host, host.len - local.len, host.len),
			       local));
	return listen_request_address_is_loopback(&asked) ||
	       (listen_request_address_of(names->local, &own) &&
		   memcmp(&asked, &own, sizeof(own)) == 0);
}

/* ---- the head ---- */

/* Finds the value of Host. Returns false if there are two, or a line is not a
 * header field. */
static bool
listen_request_head_host(struct slice rest, struct slice *ret)
{
	struct slice line;

	*ret = SLICE_NONE;
	while (slice_next(&rest, '\n', &line)) {
		size_t colon = slice_find_char(line, ':', 0);

		if (slice_trim(line).len == 0)
			break;
		if (colon == SLICE_NOT_FOUND)
			return false;
		if (!slice_equal_nocase(
			slice_sub(line, 0, colon), SLICE("host")))
			continue;
		if (ret->p != NULL)
			return false;
		*ret = slice_trim(slice_sub(line, colon + 1, line.len));
	}
	return true;
}

void
listen_request_read(struct slice head, const struct listen_names *names,
    struct listen_request *ret)
{
	struct slice line, method, target, version, host;
	bool is_whole;

	*ret = (struct listen_request){ .status = 400 };
	if (!slice_next(&head, '\n', &line))
		return;
	line = slice_trim(line);
	/* the request line is, for example, "GET /metrics HTTP/1.1" */
	is_whole = slice_next(&line, ' ', &method) &&
		   slice_next(&line, ' ', &target) &&
		   slice_next(&line, ' ', &version) && line.p == NULL &&
		   slice_starts(version, SLICE("HTTP/1.")) &&
		   slice_starts(target, SLICE("/"));
	if (!is_whole || !listen_request_head_host(head, &host) ||
	    (host.p == NULL && !slice_equal(version, SLICE("HTTP/1.0"))))
		return;
	ret->is_head = slice_equal(method, SLICE("HEAD"));
	if (host.p != NULL && !listen_request_allows_host(host, names))
		ret->status = 421;
	else if (!ret->is_head && !slice_equal(method, SLICE("GET")))
		ret->status = 405;
	else if (slice_next(&target, '?', &ret->path))
		ret->status = 200;
}
