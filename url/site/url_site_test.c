/*
 * url_site_test.c -- host, registrable domain, port and scheme of URLs.
 */
#include <stdlib.h>

#include "base/array.h"
#include "tests/lib/tap.h"
#include "url/site/url_site.h"

static const struct site_row {
	const char *url, *host, *domain;
	int port;
	bool is_tls;
} sites[] = {
	{ "http://example.org/", "example.org", "example.org", 80, false },
	{ "HTTPS://WWW.Example.ORG/a", "www.example.org", "example.org", 443,
	    true },
	{ "https://example.org.:8443/", "example.org", "example.org", 8443,
	    true },
	{ "http://a.b.example.co.uk:80/", "a.b.example.co.uk", "example.co.uk",
	    80, false },
	{ "http://me.github.io/", "me.github.io", "me.github.io", 80, false },
	{ "http://github.io/", "github.io", NULL, 80, false },
	{ "http://127.0.0.1:8080/", "127.0.0.1", NULL, 8080, false },
	{ "http://[::1]:81/", "[::1]", NULL, 81, false },
	{ "http://localhost/", "localhost", NULL, 80, false },
	{ "http://a.news.test/", "a.news.test", "news.test", 80, false },
	{ "http://b\xC3\xBC"
	  "cher.example/",
	    "xn--bcher-kva.example", "xn--bcher-kva.example", 80, false },
	{ "http://me:secret@example.org/", NULL, NULL, 0, false },
	{ "ftp://example.org/", NULL, NULL, 0, false },
};

static void
url_site_test_read(const struct site_row *row)
{
	struct arena arena;
	struct url_site site;
	jmp_buf exhausted;
	bool read;

	arena_init(&arena, 1 << 20);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) != 0)
		abort();
	read = url_site_read(&arena, slice_of(row->url), &site);
	if (ok(read == (row->host != NULL), "%s is read or refused",
		row->url) &&
	    read) {
		is_text(site.host, row->host, "the host of the URL");
		ok(slice_equal(site.domain, slice_of(row->domain)),
		    "the registrable domain of the URL");
		is_int(site.port, row->port, "the port of the URL");
		ok(site.is_tls == row->is_tls, "the scheme of the URL");
	}
	arena_release(&arena);
}

static void
url_site_test_suffixes(void)
{
	ok(url_site_is_public_suffix(SLICE("com")), "com is a suffix");
	ok(url_site_is_public_suffix(SLICE("co.uk")), "co.uk is a suffix");
	ok(url_site_is_public_suffix(SLICE("github.io")),
	    "a suffix of the private part of the list");
	ok(!url_site_is_public_suffix(SLICE("example.org")),
	    "a registrable domain is not a suffix");
	ok(!url_site_is_public_suffix(SLICE("localhost")),
	    "a label that is not in the list is not a suffix");
	ok(!url_site_is_public_suffix(SLICE("")),
	    "an empty host is not a suffix");
	ok(url_site_is_private_suffix(SLICE("github.io")) &&
		!url_site_is_private_suffix(SLICE("co.uk")) &&
		!url_site_is_private_suffix(SLICE("me.github.io")) &&
		!url_site_is_private_suffix(SLICE("localhost")),
	    "suffixes of the private part of the list are recognised");
	ok(url_site_is_address(SLICE("127.0.0.1")) &&
		url_site_is_address(SLICE("[::1]")) &&
		!url_site_is_address(SLICE("127.0.0.1.example")),
	    "IP addresses are recognised");
}

int
main(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(sites); i++)
		url_site_test_read(&sites[i]);
	url_site_test_suffixes();
	return done_testing();
}
