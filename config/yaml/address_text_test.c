/* address_text_test.c -- which URLs and host:port values are accepted. */
#include "base/array.h"
#include "config/yaml/address_text.h"
#include "tests/lib/tap.h"

struct address_case {
	const char *text;
	bool good;
};

static const struct address_case urls[] = {
	{ "http://example.org", true },
	{ "HTTPS://Example.org/", true },
	{ "https://example.org:8443/a?b=c#d", true },
	{ "https://example.org:/a", true },
	{ "http://127.0.0.1:8080/x", true },
	{ "http://[::1]:8080/x", true },
	{ "http://[::1]", true },
	{ "https://b\xC3\xBC"
	  "cher.example/\xC3\xA9",
	    true },
	{ "https://a_b.example/x@y", true },
	{ "https://example.org?x=a@b", true },
	{ "", false },
	{ "example.org", false },
	{ "//example.org/", false },
	{ "http:/example.org", false },
	{ "http://", false },
	{ "http:///x", false },
	{ "http://:80/", false },
	{ "http://a:b/", false },
	{ "http://a:0/", false },
	{ "http://a:65536/", false },
	{ "http://a:+80/", false },
	{ "http://[::1/", false },
	{ "http://[::1]x/", false },
	{ "http://[]/", false },
	{ "http://a\\b/", false },
	{ "http://a b/", false },
	{ "http://a/b c", false },
	{ "http://a/\x7F", false },
	{ "http://u@a/", false },
	{ "http://u:p@a/", false },
	{ "http://@a/", false },
	{ "ftp://a/", false },
	{ "file:///etc/passwd", false },
	{ "feed://a/", true },
	{ "feed:https://a/", true },
	{ "feed:ftp://a/", false },
	{ "feed:", false },
	{ "javascript:alert(1)", false },
	{ "httpx://a/", false },
};

static const struct address_case proxies[] = {
	{ "http://proxy.example:3128", true },
	{ "https://me:secret@proxy.example", true },
	{ "socks5://127.0.0.1:1080", true },
	{ "socks5h://[::1]:1080", true },
	{ "socks4a://a", true },
	{ "SOCKS4://a", true },
	{ "socks://a", false },
	{ "proxy.example:3128", false },
	{ "http://a:x", false },
	{ "", false },
};

static const struct address_case listens[] = {
	{ "127.0.0.1:7415", true },
	{ "localhost:1", true },
	{ "[::1]:65535", true },
	{ "127.0.0.1", false },
	{ "127.0.0.1:", false },
	{ ":7415", false },
	{ "::1:80", false },
	{ "a:0", false },
	{ "u@a:80", false },
	{ "a:99999", false },
	{ "http://a:80", false },
	{ "a:8 0", false },
	{ "", false },
};

static void
address_text_test_problems(const char *what, const struct address_case *cases,
    size_t n, const char *problem(struct slice))
{
	for (size_t i = 0; i < n; i++)
		ok((problem(slice_of(cases[i].text)) == NULL) == cases[i].good,
		    "%s %s", what, cases[i].text);
}

/* good: the address can be reached only from this machine */
static const struct address_case reaches[] = {
	{ "127.0.0.1:7415", true },
	{ "127.8.9.1:7415", true },
	{ "[::1]:7415", true },
	{ "localhost:7415", true },
	{ "LocalHost:7415", true },
	{ "0.0.0.0:7415", false },
	{ "[::]:7415", false },
	{ "192.168.1.2:7415", false },
	{ "[2001:db8::1]:7415", false },
	{ "news.example.lan:7415", false },
	{ "127.example.org:7415", false },
};

static const struct address_case renderers[] = {
	{ "http://127.0.0.1:7418/", true },
	{ "http://127.1.2.3", true },
	{ "http://[::1]:7418/render", true },
	{ "http://localhost:7418/", true },
	{ "https://127.0.0.1:7418/", false },
	{ "http://192.0.2.1:7418/", false },
	{ "http://127.0.0.1.evil.test/", false },
	{ "http://127.0.0.1@evil.test/", false },
	{ "http://me:pw@127.0.0.1/", false },
	{ "http://127.0.0.1/?a=b", false },
	{ "http://127.0.0.1/#a", false },
	{ "http://127.0.0.1:99999/", false },
	{ "127.0.0.1:7418", false },
};

int
main(void)
{
	address_text_test_problems(
	    "feed", urls, ARRAY_LENGTH(urls), feed_url_problem);
	address_text_test_problems(
	    "proxy", proxies, ARRAY_LENGTH(proxies), proxy_problem);
	address_text_test_problems(
	    "listen", listens, ARRAY_LENGTH(listens), listen_problem);
	address_text_test_problems(
	    "I12: reach of", reaches, ARRAY_LENGTH(reaches), listen_warning);
	address_text_test_problems("renderer", renderers,
	    ARRAY_LENGTH(renderers), renderer_problem);
	return done_testing();
}
