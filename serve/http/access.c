/*
 * access.c -- decides if a request may be answered.
 */
#include "serve/http/access.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#include "base/text/ascii.h"

#define PORT_HTTP 80

struct access_address {
	unsigned char bytes[16]; /* IPv6, or a mapped IPv4 address */
	int port;
};

static const unsigned char access_mapped[12] = { [10] = 0xFF, [11] = 0xFF };

static bool
access_read_socket(const struct sockaddr *address, struct access_address *ret)
{
	struct sockaddr_in four;
	struct sockaddr_in6 six;

	if (address->sa_family == AF_INET6) {
		memcpy(&six, address, sizeof(six));
		memcpy(ret->bytes, &six.sin6_addr, 16);
		ret->port = ntohs(six.sin6_port);
		return true;
	}
	if (address->sa_family != AF_INET)
		return false;
	memcpy(&four, address, sizeof(four));
	memcpy(ret->bytes, access_mapped, 12);
	memcpy(ret->bytes + 12, &four.sin_addr, 4);
	ret->port = ntohs(four.sin_port);
	return true;
}

static bool
access_bytes_are_loopback(const unsigned char bytes[16])
{
	static const unsigned char one[16] = { [15] = 1 };

	return memcmp(bytes, one, 16) == 0 ||
	       (memcmp(bytes, access_mapped, 12) == 0 && bytes[12] == 127);
}

bool
access_is_loopback(const struct sockaddr *address)
{
	struct access_address read;

	return access_read_socket(address, &read) &&
	       access_bytes_are_loopback(read.bytes);
}

/* Splits "[::1]:80" into "::1" and 80.  Returns false if the value is
 * malformed. */
static bool
access_split_host(struct slice value, struct slice *ret_host, int *ret_port)
{
	bool is_six = slice_starts(value, SLICE("["));
	size_t end = slice_find_char(value, is_six ? ']' : ':', 0);
	struct slice port;
	int64_t number = PORT_HTTP;

	if (is_six && end == SLICE_NOT_FOUND)
		return false;
	if (end == SLICE_NOT_FOUND)
		end = value.len;
	*ret_host = slice_sub(value, is_six ? 1 : 0, end);
	port = slice_sub(value, is_six ? end + 1 : end, value.len);
	if (port.len > 0 &&
	    (port.p[0] != ':' || port.len < sizeof(":1") - 1 ||
		port.len > sizeof(":65535") - 1 || !ascii_is_digit(port.p[1]) ||
		!slice_to_int64(slice_sub(port, 1, port.len), &number) ||
		number < 1 || number > 65535))
		return false;
	*ret_port = (int)number;
	return ret_host->len > 0;
}

static bool
access_read_literal(struct slice text, unsigned char ret[16])
{
	char copy[INET6_ADDRSTRLEN];
	struct in_addr four;

	if (text.len == 0 || text.len >= sizeof(copy))
		return false;
	memcpy(copy, text.p, text.len);
	copy[text.len] = '\0';
	if (inet_pton(AF_INET6, copy, ret) == 1)
		return true;
	if (inet_pton(AF_INET, copy, &four) != 1)
		return false;
	memcpy(ret, access_mapped, 12);
	memcpy(ret + 12, &four, 4);
	return true;
}

bool
access_names_host(struct slice value, const struct sockaddr *local)
{
	struct access_address own;
	unsigned char asked[16];
	struct slice host;
	int port;

	if (!access_split_host(value, &host, &port) ||
	    !access_read_socket(local, &own) || port != own.port)
		return false;
	if (access_read_literal(host, asked))
		return memcmp(asked, own.bytes, sizeof(asked)) == 0;
	return access_bytes_are_loopback(own.bytes) &&
	       slice_equal_nocase(host, SLICE("localhost"));
}

/* Browsers send Origin with each POST. "null" means an unknown origin. */
bool
access_is_same_origin(const struct serve_request *request)
{
	struct slice origin = request->origin;
	size_t n;

	if (request->fetch_site.p != NULL &&
	    !slice_equal(request->fetch_site, SLICE("same-origin")) &&
	    !slice_equal(request->fetch_site, SLICE("none")))
		return false;
	if (origin.p == NULL)
		return true;
	n = slice_find(origin, SLICE("://"), 0);
	return n != SLICE_NOT_FOUND && request->host.len > 0 &&
	       (slice_starts_nocase(origin, SLICE("http://")) ||
		   slice_starts_nocase(origin, SLICE("https://"))) &&
	       slice_equal_nocase(
		   slice_sub(origin, n + 3, origin.len), request->host);
}

static int
access_check_tokens(const struct serve_request *request,
    const struct serve_tokens *tokens, enum serve_scope scope,
    const char **ret_why)
{
	unsigned scopes = serve_tokens_scopes(tokens, request->authorization);

	if (scopes == 0) {
		*ret_why = "the request needs the field Authorization: Bearer "
			   "with a token of this server";
		return 401;
	}
	if ((scopes & (unsigned)scope) == 0) {
		*ret_why = "the token does not have the scope of this request";
		return 403;
	}
	return 0;
}

static int
access_check_address(const struct serve_request *request,
    const struct access_peer *peer, const char **ret_why)
{
	if (!access_is_loopback(peer->remote)) {
		*ret_why = "without --token-file only clients on this machine "
			   "get answers";
		return 403;
	}
	if (!access_names_host(request->host, peer->local)) {
		*ret_why = "Host does not name the listening address of this "
			   "server";
		return 421;
	}
	return 0;
}

int
access_check(const struct serve_request *request,
    const struct access_peer *peer, const struct serve_tokens *tokens,
    enum serve_scope scope, const char **ret_why)
{
	int status = 0;

	if (request->host.len == 0) {
		*ret_why = "the request has no field Host";
		return 400;
	}
	if (tokens != NULL)
		status = access_check_tokens(request, tokens, scope, ret_why);
	else
		status = access_check_address(request, peer, ret_why);
	if (status == 0 && request->method != SERVE_GET &&
	    !access_is_same_origin(request)) {
		*ret_why = "the request comes from a page of another origin";
		return 403;
	}
	return status;
}
