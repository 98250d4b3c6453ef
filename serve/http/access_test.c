/* access_test.c -- tests which requests are refused because of their host,
 * origin or token. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <unistd.h>

#include "serve/http/access.h"
#include "tests/lib/tap.h"

static struct sockaddr_storage
access_test_address(const char *text, int port)
{
	struct sockaddr_storage ret = { 0 };
	struct sockaddr_in six_or_four = { .sin_family = AF_INET };
	struct sockaddr_in6 six = { .sin6_family = AF_INET6 };

	if (inet_pton(AF_INET6, text, &six.sin6_addr) == 1) {
		six.sin6_port = htons((uint16_t)port);
		memcpy(&ret, &six, sizeof(six));
		return ret;
	}
	inet_pton(AF_INET, text, &six_or_four.sin_addr);
	six_or_four.sin_port = htons((uint16_t)port);
	memcpy(&ret, &six_or_four, sizeof(six_or_four));
	return ret;
}

static void
access_test_hosts(void)
{
	static const struct {
		const char *local;
		int port;
		const char *host;
		bool allowed;
	} rows[] = {
		{ "127.0.0.1", 7416, "127.0.0.1:7416", true },
		{ "127.0.0.1", 7416, "localhost:7416", true },
		{ "127.0.0.1", 7416, "LocalHost:7416", true },
		{ "127.0.0.1", 80, "localhost", true },
		{ "::1", 7416, "[::1]:7416", true },
		{ "::1", 7416, "localhost:7416", true },
		{ "::ffff:127.0.0.1", 7416, "127.0.0.1:7416", true },
		{ "127.0.0.1", 7416, "127.0.0.1", false },
		{ "127.0.0.1", 7416, "127.0.0.1:80", false },
		{ "127.0.0.1", 7416, "127.0.0.2:7416", false },
		{ "127.0.0.1", 7416, "[::1]:7416", false },
		{ "127.0.0.1", 7416, "evil.example", false },
		{ "127.0.0.1", 7416, "evil.example:7416", false },
		{ "127.0.0.1", 7416, "localhost.evil.example:7416", false },
		{ "127.0.0.1", 7416, "127.0.0.1.evil.example:7416", false },
		{ "127.0.0.1", 7416, "127.0.0.1:7416:7416", false },
		{ "127.0.0.1", 7416, "127.0.0.1:7416x", false },
		{ "127.0.0.1", 7416, "127.0.0.1:+7416", false },
		{ "127.0.0.1", 80, "127.0.0.1:", false },
		{ "127.0.0.1", 7416, "user@127.0.0.1:7416", false },
		{ "127.0.0.1", 7416, "0x7f000001:7416", false },
		{ "127.0.0.1", 7416, "[::1:7416", false },
		{ "127.0.0.1", 7416, ":7416", false },
		{ "127.0.0.1", 7416, "", false },
		{ "192.0.2.1", 7416, "localhost:7416", false },
		{ "192.0.2.1", 7416, "192.0.2.1:7416", true },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct sockaddr_storage local =
		    access_test_address(rows[i].local, rows[i].port);

		ok(access_names_host(slice_of(rows[i].host),
		       (struct sockaddr *)&local) == rows[i].allowed,
		    "Host \"%s\" at %s", rows[i].host, rows[i].local);
	}
}

static void
access_test_origins(void)
{
	static const struct {
		const char *origin, *site;
		bool allowed;
	} rows[] = {
		{ NULL, NULL, true },
		{ "http://127.0.0.1:7416", NULL, true },
		{ "https://127.0.0.1:7416", "same-origin", true },
		{ NULL, "none", true },
		{ "http://evil.example", NULL, false },
		{ "http://127.0.0.1:7417", NULL, false },
		{ "null", NULL, false },
		{ "", NULL, false },
		{ "file://127.0.0.1:7416", NULL, false },
		{ NULL, "cross-site", false },
		{ "http://127.0.0.1:7416", "same-site", false },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct serve_request request = {
			.host = SLICE("127.0.0.1:7416"),
			.origin = slice_of(rows[i].origin),
			.fetch_site = slice_of(rows[i].site),
		};

		ok(access_is_same_origin(&request) == rows[i].allowed,
		    "Origin %s, Sec-Fetch-Site %s",
		    rows[i].origin ? rows[i].origin : "absent",
		    rows[i].site ? rows[i].site : "absent");
	}
}

static struct serve_tokens *
access_test_tokens(const char *text, struct err *e)
{
	char path[] = "/tmp/gleaner-tokens.XXXXXX";
	int fd = mkstemp(path);
	struct serve_tokens *tokens = NULL;

	if (fd < 0 || write(fd, text, strlen(text)) < 0) {
		printf("Bail out! no temporary file\n");
		exit(1);
	}
	close(fd);
	serve_tokens_read(path, &tokens, e);
	unlink(path);
	return tokens;
}

static int
access_test_ask(const struct serve_tokens *tokens, const char *remote,
    const char *authorization, enum serve_method method, enum serve_scope scope)
{
	struct sockaddr_storage from = access_test_address(remote, 40000);
	struct sockaddr_storage to = access_test_address(
	    strcmp(remote, "127.0.0.1") == 0 ? "127.0.0.1" : "192.0.2.1", 80);
	const struct access_peer peer = { (struct sockaddr *)&from,
		(struct sockaddr *)&to };
	const struct serve_request request = {
		.method = method,
		.host = SLICE("127.0.0.1"),
		.authorization = slice_of(authorization),
	};
	const char *why;

	return access_check(&request, &peer, tokens, scope, &why);
}

static void
access_test_checks(void)
{
	struct err e = ERR_INIT;
	struct serve_tokens *tokens =
	    access_test_tokens("# two\n\nreader read\nall\n  both read consume "
			       "\r\n",
		&e);

	ok(tokens != NULL, "a file with tokens");
	is_int(access_test_ask(
		   NULL, "127.0.0.1", NULL, SERVE_GET, SERVE_SCOPE_CONSUME),
	    0, "loopback needs no token");
	is_int(access_test_ask(
		   NULL, "192.0.2.7", NULL, SERVE_GET, SERVE_SCOPE_READ),
	    403, "another machine without a token is refused");
	is_int(access_test_ask(
		   tokens, "127.0.0.1", NULL, SERVE_GET, SERVE_SCOPE_READ),
	    401, "loopback needs a token if there are any");
	is_int(access_test_ask(tokens, "192.0.2.7", "Bearer reader", SERVE_GET,
		   SERVE_SCOPE_READ),
	    0, "a token with the scope is accepted");
	is_int(access_test_ask(tokens, "192.0.2.7", "bearer  all ", SERVE_POST,
		   SERVE_SCOPE_CONSUME),
	    0, "a token without scopes has all scopes");
	is_int(access_test_ask(tokens, "192.0.2.7", "Bearer reader", SERVE_GET,
		   SERVE_SCOPE_CONSUME),
	    403, "a token without the scope is refused");
	is_int(access_test_ask(tokens, "192.0.2.7", "Bearer both", SERVE_GET,
		   SERVE_SCOPE_CONSUME),
	    0, "a token with both scopes is accepted");
	for (size_t i = 0; i < 6; i++) {
		static const char *const wrong[] = { "Bearer", "Bearer ",
			"Bearer x", "Basic reader", "reader", "Bearer read" };

		is_int(access_test_ask(tokens, "192.0.2.7", wrong[i], SERVE_GET,
			   SERVE_SCOPE_READ),
		    401, wrong[i]);
	}
	serve_tokens_free(tokens);
	ok(access_test_tokens("# nothing\n", &e) == NULL,
	    "a file without a token is refused");
	ok(access_test_tokens("", &e) == NULL, "an empty file is refused");
	ok(access_test_tokens("a write\n", &e) == NULL &&
		strstr(e.text, "line 1") != NULL,
	    "an unknown scope, with its line");
}

int
main(void)
{
	access_test_hosts();
	access_test_origins();
	access_test_checks();
	return done_testing();
}
