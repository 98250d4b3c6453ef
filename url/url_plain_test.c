/*
 * url_plain_test.c -- for URLs that url_plain.c recognises as plain, CURLU
 * returns the URL unchanged and the same parts, and the host has no other
 * spelling.  The URLs are composed of pieces on which parsers differ.
 */
#include <stdlib.h>
#include <string.h>

#include <curl/curl.h>

#include "base/array.h"
#include "tests/lib/tap.h"
#include "url/url_idn.h"
#include "url/url_plain.h"

#define ROUNDS 60000

static bool
url_plain_test_is_part(
    CURLU *handle, CURLUPart what, unsigned flags, struct slice expected)
{
	char *text = NULL;
	bool same;

	if (curl_url_get(handle, what, &text, flags) != CURLUE_OK)
		same = expected.p == NULL;
	else
		same = slice_equal(slice_of(text), expected);
	curl_free(text);
	return same;
}

/* Returns true if CURLU accepts the URL with CURLU_DISALLOW_USER and returns it
 * unchanged, and if CURLU finds the same parts with CURLU_URLENCODE. */
static bool
url_plain_test_curl_agrees(const char *url, const struct url_plain *plain)
{
	CURLU *strict = curl_url(), *lax = curl_url();
	bool same =
	    curl_url_set(strict, CURLUPART_URL, url, CURLU_DISALLOW_USER) ==
		CURLUE_OK &&
	    url_plain_test_is_part(strict, CURLUPART_URL, 0, slice_of(url)) &&
	    curl_url_set(lax, CURLUPART_URL, url, CURLU_URLENCODE) ==
		CURLUE_OK &&
	    url_plain_test_is_part(lax, CURLUPART_SCHEME, 0, plain->scheme) &&
	    url_plain_test_is_part(lax, CURLUPART_HOST, 0, plain->host) &&
	    url_plain_test_is_part(
		lax, CURLUPART_PORT, CURLU_NO_DEFAULT_PORT, SLICE_NONE) &&
	    url_plain_test_is_part(lax, CURLUPART_PATH, 0, plain->path) &&
	    url_plain_test_is_part(lax, CURLUPART_QUERY, 0, plain->query);

	curl_url_cleanup(strict);
	curl_url_cleanup(lax);
	return same;
}

static bool
url_plain_test_is_right(const char *url, const struct url_plain *plain)
{
	char host[LIMIT_HOST_BYTES + 1];

	return url_plain_test_curl_agrees(url, plain) &&
	       url_host_to_ascii(plain->host, host) &&
	       slice_equal(slice_of(host), plain->host);
}

static const char *
url_plain_test_one_of(const char *const *texts, size_t n)
{
	return texts[(size_t)rand() % n];
}

#define ONE_OF(texts) url_plain_test_one_of(texts, ARRAY_LENGTH(texts))

static void
url_plain_test_make(char *out, size_t size)
{
	static const char *const heads[] = { "http://", "https://", "https://",
		"https://", "HTTP://", "http:/", "ftp://", "//", "" };
	static const char *const hosts[] = { "example.org", "www.example.org",
		"a", "a.b", "a-b.c", "x1.y2", "localhost", "127.0.0.1",
		"0x7f.1", "a.0x7f", "a.1", "A.org", "a..b", "a.b.", ".a",
		"-a.b", "a-.b", "a_b.c", "xn--bcher-kva.de", "b\xc3\xbc.de",
		"[::1]", "u@h.org", "u:p@h.org", "h.org:80", "h.org:8080",
		"h.org:", "h%41.org", "h org", "h\\org", "" };
	static const char *const pieces[] = { "/", "/", "/a", "/b.html",
		"/2026", ".", "..", "/.", "/..", "/./", "/../", "//", "?",
		"?a=b", "&c=d", "=", "#", "#top", "%20", "%2e", "%2E%2e", "%",
		"%zz", " ", "\t", "\\", "\"", "<", ">", "^", "`", "{", "|", "}",
		"'", "(", ")", "*", "!", "$", ",", ";", "+", "~", "_", "-", ":",
		"@", "[", "]", "\x7f", "\xc3\xa9", "story", "amp", "www" };
	size_t n = (size_t)rand() % 5;

	/* Nine in ten URLs start with a valid scheme. Without this, nearly all
	 * URLs would be refused. */
	if (rand() % 10 == 0)
		snprintf(out, size, "%s%s", ONE_OF(heads), ONE_OF(hosts));
	else
		snprintf(out, size, "https://%s/", hosts[rand() % 7]);
	for (size_t i = 0; i < n; i++)
		snprintf(out + strlen(out), size - strlen(out), "%s",
		    ONE_OF(pieces));
}

static void
url_plain_test_made(void)
{
	int n_plain = 0, n_wrong = 0;
	char url[512];

	srand(5);
	for (int i = 0; i < ROUNDS; i++) {
		struct url_plain plain;

		url_plain_test_make(url, sizeof(url));
		if (!url_plain_read(slice_of(url), &plain))
			continue;
		n_plain++;
		if (url_plain_test_is_right(url, &plain))
			continue;
		n_wrong++;
		printf("# not as it was: %s\n", url);
	}
	is_int(n_wrong, 0, "for plain URLs, CURLU returns the same");
	ok(n_plain > ROUNDS / 10 && n_plain < ROUNDS / 2,
	    "%d generated addresses contain %d plain ones", ROUNDS, n_plain);
}

static void
url_plain_test_usual(void)
{
	static const char *const plain[] = { "https://example.org/",
		"http://example.org/2026/11/20/a-story.html",
		"https://www.example.org/a//b/?p=1&q=2,3;4",
		"https://example.org/a?u=http://b.example/c?d" };
	static const char *const others[] = { "https://example.org",
		"https://example.org?a", "https://example.org/?",
		"https://example.org/a#b", "https://Example.org/",
		"https://example.org:443/", "https://1.2.3.4/",
		"https://example.org/.a", "https://example.org/%61",
		"https://u@example.org/", "" };
	struct url_plain parts;

	for (size_t i = 0; i < ARRAY_LENGTH(plain); i++)
		ok(url_plain_read(slice_of(plain[i]), &parts) &&
			url_plain_test_is_right(plain[i], &parts),
		    "the plain reader reads %s", plain[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(others); i++)
		ok(!url_plain_read(slice_of(others[i]), &parts),
		    "the plain reader leaves %s to CURLU", others[i]);
}

int
main(void)
{
	url_plain_test_usual();
	url_plain_test_made();
	return done_testing();
}
