/*
 * url_test.c -- tables of URLs: resolved, refused, equal; keys.
 */
#include <stdlib.h>

#include "base/array.h"
#include "base/limits.h"
#include "tests/lib/tap.h"
#include "url/url.h"
#include "url/url_idn.h"
#include "url/url_rules.h"

static struct arena arena;

struct resolve_row {
	const char *base, *reference, *expected;
};

#define RFC  "http://a/b/c/d;p?q"
#define SITE "https://news.example/a/b.html?x=/1/2#top"

static const struct resolve_row resolved[] = {
	/* RFC 3986, 5.4.1 */
	{ RFC, "g", "http://a/b/c/g" },
	{ RFC, "./g", "http://a/b/c/g" },
	{ RFC, "g/", "http://a/b/c/g/" },
	{ RFC, "/g", "http://a/g" },
	{ RFC, "//g", "http://g/" },
	{ RFC, "?y", "http://a/b/c/d;p?y" },
	{ RFC, "g?y", "http://a/b/c/g?y" },
	{ RFC, "#s", "http://a/b/c/d;p?q" },
	{ RFC, "g#s", "http://a/b/c/g" },
	{ RFC, "g?y#s", "http://a/b/c/g?y" },
	{ RFC, ";x", "http://a/b/c/;x" },
	{ RFC, "g;x", "http://a/b/c/g;x" },
	{ RFC, "g;x?y#s", "http://a/b/c/g;x?y" },
	{ RFC, "", "http://a/b/c/d;p?q" },
	{ RFC, ".", "http://a/b/c/" },
	{ RFC, "./", "http://a/b/c/" },
	{ RFC, "..", "http://a/b/" },
	{ RFC, "../", "http://a/b/" },
	{ RFC, "../g", "http://a/b/g" },
	{ RFC, "../..", "http://a/" },
	{ RFC, "../../", "http://a/" },
	{ RFC, "../../g", "http://a/g" },
	/* 5.4.2 */
	{ RFC, "../../../g", "http://a/g" },
	{ RFC, "../../../../g", "http://a/g" },
	{ RFC, "/./g", "http://a/g" },
	{ RFC, "/../g", "http://a/g" },
	{ RFC, "g.", "http://a/b/c/g." },
	{ RFC, ".g", "http://a/b/c/.g" },
	{ RFC, "g..", "http://a/b/c/g.." },
	{ RFC, "..g", "http://a/b/c/..g" },
	{ RFC, "./../g", "http://a/b/g" },
	{ RFC, "./g/.", "http://a/b/c/g/" },
	{ RFC, "g/./h", "http://a/b/c/g/h" },
	{ RFC, "g/../h", "http://a/b/c/h" },
	{ RFC, "g;x=1/./y", "http://a/b/c/g;x=1/y" },
	{ RFC, "g;x=1/../y", "http://a/b/c/y" },
	{ RFC, "g?y/./x", "http://a/b/c/g?y/./x" },
	{ RFC, "g?y/../x", "http://a/b/c/g?y/../x" },
	{ RFC, "g#s/./x", "http://a/b/c/g" },
	{ RFC, "g#s/../x", "http://a/b/c/g" },
	/* URLs as feeds and pages contain them */
	{ SITE, "story", "https://news.example/a/story" },
	{ SITE, "?p=2", "https://news.example/a/b.html?p=2" },
	{ SITE, "#comments", "https://news.example/a/b.html?x=/1/2" },
	{ SITE, "//cdn.example/i.jpg", "https://cdn.example/i.jpg" },
	{ SITE, "//cdn.example", "https://cdn.example/" },
	{ SITE, "http://other.example", "http://other.example/" },
	{ SITE, "http://other.example?a=b", "http://other.example/?a=b" },
	{ SITE, "HTTP://Other.Example/A", "http://other.example/A" },
	{ SITE, "\n\t https://x.example/a \r\n", "https://x.example/a" },
	{ SITE, "\xc2\xa0https://x.example/a\xe2\x80\x8b",
	    "https://x.example/a" },
	{ SITE, "\xef\xbb\xbfhttps://x.example/", "https://x.example/" },
	{ SITE, "a story.html", "https://news.example/a/a%20story.html" },
	{ SITE, "/s?q=a b", "https://news.example/s?q=a%20b" },
	{ SITE, "12:30-uhr.html", "https://news.example/a/12:30-uhr.html" },
	{ SITE, "/a:b", "https://news.example/a:b" },
	{ SITE, "?t=12:30", "https://news.example/a/b.html?t=12:30" },
	{ SITE, "/r?u=http://o.example/",
	    "https://news.example/r?u=http://"
	    "o.example/" },
	{ SITE, "/r/http://o.example/",
	    "https://news.example/r/http://"
	    "o.example/" },
	{ SITE, "/caf\xc3\xa9", "https://news.example/caf%C3%A9" },
	{ SITE, "/\xe3\x83\x84?\xc3\xbc=\xc3\xa4",
	    "https://news.example/%E3%83%84?%C3%BC=%C3%A4" },
	{ SITE, "/caf\xe9", "https://news.example/caf%E9" },
	{ SITE, "/caf%c3%a9", "https://news.example/caf%c3%a9" },
	{ SITE, "/a%2Fb", "https://news.example/a%2Fb" },
	{ SITE, "/a%2fb/%2E%2e/c", "https://news.example/c" },
	{ SITE, "/100%", "https://news.example/100%25" },
	{ SITE, "/a%4?b=%zz%", "https://news.example/a%254?b=%25zz%25" },
	{ SITE, "/a?b=1&amp;c=2", "https://news.example/a?b=1&amp;c=2" },
	{ SITE, "/a?copy=1&lt=2", "https://news.example/a?copy=1&lt=2" },
	{ SITE, "/a\"b<c>d`e{f}g|h^i",
	    "https://news.example/a%22b%3Cc%3Ed%60e%7Bf%7Dg%7Ch%5Ei" },
	{ SITE, "/a[1]?b[]=2", "https://news.example/a[1]?b[]=2" },
	{ SITE, "/a'b(c)d*e!f$g,h;i~j",
	    "https://news.example/"
	    "a'b(c)d*e!f$g,h;i~j" },
	{ SITE, "img\\a\\b.jpg", "https://news.example/a/img/a/b.jpg" },
	{ SITE, "\\img\\a.jpg", "https://news.example/img/a.jpg" },
	{ SITE, "/a?b=\\x", "https://news.example/a?b=%5Cx" },
	{ SITE, "/a//b///c", "https://news.example/a//b///c" },
	{ SITE, "http://h.example:8080/x", "http://h.example:8080/x" },
	{ SITE, "http://h.example:/x", "http://h.example/x" },
	{ SITE, "http://h.example./x", "http://h.example/x" },
	{ SITE, "http://a_b.example/", "http://a_b.example/" },
	{ SITE, "http://127.0.0.1:8000/f", "http://127.0.0.1:8000/f" },
	{ SITE, "http://0x7f.1/", "http://127.0.0.1/" },
	{ SITE, "http://0x7f.1./", "http://127.0.0.1/" },
	{ SITE, "http://017700000001/", "http://127.0.0.1/" },
	{ SITE, "http://2130706433/", "http://127.0.0.1/" },
	{ SITE, "http://[::1]:8080/", "http://[::1]:8080/" },
	{ SITE, "http://[::ffff:127.0.0.1]/", "http://[::ffff:127.0.0.1]/" },
	{ SITE, "http://m\xc3\xbcnchen.example/\xc3\xa4",
	    "http://xn--mnchen-3ya.example/%C3%A4" },
	{ SITE, "http://M\xc3\x9cNCHEN.example/",
	    "http://xn--mnchen-3ya.example/" },
	{ SITE,
	    "//b\xc3\xbc"
	    "cher.example:8080/",
	    "https://xn--bcher-kva.example:8080/" },
	{ SITE,
	    "http://\xd0\xbf\xd1\x80\xd0\xb8\xd0\xbc\xd0\xb5\xd1\x80."
	    "\xd1\x80\xd1\x84/",
	    "http://xn--e1afmkfd.xn--p1ai/" },
	{ SITE, "http://\xe4\xbe\x8b\xe3\x80\x82\xe6\xb5\x8b\xe8\xaf\x95/",
	    "http://xn--fsq.xn--0zwm56d/" },
	{ SITE, "http://\xef\xbd\x81\xef\xbd\x82.example/",
	    "http://ab.example/" },
	{ SITE,
	    "http://a\xe2\x80\x8b"
	    "b.example/",
	    "http://ab.example/" },
	{ SITE,
	    "http://a\xc2\xad"
	    "b.example/",
	    "http://ab.example/" },
	{ SITE, "http://xn--mnchen-3ya.example/",
	    "http://xn--mnchen-3ya.example/" },
	{ NULL, "https://x.example/a/../b", "https://x.example/b" },
	{ NULL, "https://x.example/a/%2e%2E/b", "https://x.example/b" },
	{ NULL, "https://x.example/a/.%2e\\b", "https://x.example/b" },
	{ NULL, "https://x.example/a/%2E./b?c", "https://x.example/b?c" },
	{ NULL, "https://x.example/a/%2e?c", "https://x.example/a/?c" },
	{ NULL, "https://x.example/a/b/%2e%2e", "https://x.example/a/" },
	{ NULL, "https://x.example/%2e%2e/%2e/b", "https://x.example/b" },
	{ NULL, "https://x.example/a/%2e%2e%2e/b",
	    "https://x.example/a/%2e%2e%2e/b" },
	{ NULL, "https://x.example/a%2e/%2eb/..;c",
	    "https://x.example/a%2e/%2eb/..;c" },
	{ NULL, "https://x.example/?a/%2e%2e/b",
	    "https://x.example/?a/%2e%2e/b" },
	{ RFC, "%2e%2e/g", "http://a/b/g" },
	{ NULL, "https://x.example/?", "https://x.example/" },
	{ "http://x.example", "a", "http://x.example/a" },
	{ "http://x.example?q", "a", "http://x.example/a" },
	{ "http://x.example/a/", "", "http://x.example/a/" },
	{ " http://x.example/a b/ ", "c", "http://x.example/a%20b/c" },
};

static const struct resolve_row refused[] = {
	/* other schemes */
	{ SITE, "file:///etc/passwd", NULL },
	{ SITE, "ftp://x.example/a", NULL },
	{ SITE, "gopher://x.example/", NULL },
	{ SITE, "dict://x.example/", NULL },
	{ SITE, "scp://x.example/", NULL },
	{ SITE, "sftp://x.example/", NULL },
	{ SITE, "ldap://x.example/", NULL },
	{ SITE, "smb://x.example/", NULL },
	{ SITE, "telnet://x.example/", NULL },
	{ SITE, "ws://x.example/", NULL },
	{ SITE, "feed:https://x.example/", NULL },
	{ SITE, "mailto:a@x.example", NULL },
	{ SITE, "javascript:alert(1)", NULL },
	{ SITE, "JavaScript:alert(1)", NULL },
	{ SITE, "data:text/html,x", NULL },
	{ SITE, "magnet:?xt=urn", NULL },
	{ SITE, "tel:+4912345", NULL },
	{ SITE, "urn:uuid:1", NULL },
	{ SITE, "about:blank", NULL },
	{ SITE, "view-source:http://x.example/", NULL },
	{ SITE, "x.example:8080/a", NULL },
	/* URLs in which parsers find different hosts */
	{ SITE, "http:x", NULL },
	{ SITE, "http:/x", NULL },
	{ SITE, "http:///x.example/", NULL },
	{ SITE, "///x.example/", NULL },
	{ SITE, "http:\\\\x.example\\", NULL },
	{ SITE, "\\\\x.example\\a", NULL },
	{ SITE, "/\\x.example/a", NULL },
	{ SITE, "http://127.0.0.2\\@127.0.0.1/", NULL },
	{ SITE, "http://x.example\\a", NULL },
	{ SITE, "http://x.example#@y.example/", "http://x.example/" },
	{ SITE, "http://user@x.example/", NULL },
	{ SITE, "http://user:pass@x.example/", NULL },
	{ SITE, "http://@x.example/", NULL },
	{ SITE, "//user@x.example/", NULL },
	{ SITE, "http://x.example:80@y.example/", NULL },
	{ SITE, "http://%31%32%37.0.0.1/", NULL },
	{ SITE, "http://x%2eexample/", NULL },
	{ SITE, "http://x%00.example/", NULL },
	{ SITE, "http://[fe80::1%25eth0]/", NULL },
	{ SITE, "http://[::1", NULL },
	{ SITE, "http://[::1]x/", NULL },
	{ SITE, "http://[::g]/", NULL },
	{ SITE, "http://[1.2.3.4]/", NULL },
	{ SITE, "http://", NULL },
	{ SITE, "//", NULL },
	{ SITE, "http://?a", NULL },
	{ SITE, "http:// x.example/", NULL },
	{ SITE, "http://x example/", NULL },
	{ SITE, "http://./", NULL },
	{ SITE, "http://a..b/", NULL },
	{ SITE, "http://.a/", NULL },
	{ SITE, "http://a,b/", NULL },
	{ SITE, "http://a!b/", NULL },
	{ SITE,
	    "http://a\xe2\x80\xae"
	    "b.example/",
	    NULL },
	{ SITE,
	    "http://a\xff"
	    "b.example/",
	    NULL },
	{ SITE, "http://x.example:65536/", NULL },
	{ SITE, "http://x.example:99999999999999999999/", NULL },
	{ SITE, "http://x.example:-1/", NULL },
	{ SITE, "http://x.example:+80/", NULL },
	{ SITE, "http://x.example:8x/", NULL },
	{ SITE, "http://x.example:80:80/", NULL },
	/* controls */
	{ SITE, "/a\tb", NULL },
	{ SITE, "/a\nb", NULL },
	{ SITE, "/a\r\nHost: y", NULL },
	{ SITE, "/a\x01", NULL },
	{ SITE, "/a\x7f", NULL },
	{ SITE, "ht\ntp://x.example/", NULL },
	/* ports of other protocols */
	{ SITE, "http://x.example:0/", NULL },
	{ SITE, "http://x.example:22/", NULL },
	{ SITE, "http://x.example:25/", NULL },
	{ SITE, "http://x.example:0025/", NULL },
	{ SITE, "https://x.example:6667/", NULL },
	/* no base */
	{ NULL, "", NULL },
	{ NULL, "/a", NULL },
	{ NULL, "a", NULL },
	{ NULL, "//x.example/", NULL },
	{ "ftp://x.example/", "a", NULL },
	{ "/a", "b", NULL },
	{ "http://u@x.example/", "a", NULL },
};

static void
url_test_check_resolve(const struct resolve_row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct slice got = SLICE_NONE;
		bool fine = url_resolve(&arena, slice_of(rows[i].base),
		    slice_of(rows[i].reference), &got);

		is_text(fine ? got : SLICE_NONE, rows[i].expected,
		    rows[i].reference);
		if (fine)
			ok(url_fetchable(got),
			    "the resolved address can be fetched");
		if (fine) {
			struct slice again = SLICE_NONE;

			url_resolve(&arena, SLICE_NONE, got, &again);
			is_slice(again, got,
			    "the resolved address resolves to itself");
		}
	}
}

static void
url_test_lengths(void)
{
	char long_url[LIMIT_URL_BYTES + 64], label[80];
	struct slice got, url;

	memset(long_url, 'a', sizeof(long_url));
	memcpy(long_url, "http://x.example/", 17);
	ok(url_resolve(&arena, SLICE_NONE,
	       (struct slice){ long_url, LIMIT_URL_BYTES }, &got),
	    "an address of 2048 bytes is resolved");
	ok(!url_resolve(&arena, SLICE_NONE,
	       (struct slice){ long_url, LIMIT_URL_BYTES + 1 }, &got),
	    "an address of 2049 bytes is refused");
	memset(long_url + 17, ' ', LIMIT_URL_BYTES - 18);
	ok(!url_resolve(&arena, SLICE_NONE,
	       (struct slice){ long_url, LIMIT_URL_BYTES }, &got),
	    "too long when encoded");
	ok(!url_fetchable((struct slice){ "http://x.example/\0a", 19 }),
	    "S8: an address with a NUL cannot be fetched");
	ok(!url_fetchable(SLICE_NONE), "an empty address cannot be fetched");

	memset(label, 'a', sizeof(label));
	url = arena_format(&arena, "http://%.63s.example/", label);
	ok(url_fetchable(url),
	    "an address with a label of 63 bytes can be fetched");
	url = arena_format(&arena, "http://%.64s.example/", label);
	ok(!url_fetchable(url),
	    "an address with a label of 64 bytes cannot be fetched");
	url = arena_format(&arena, "http://%.60s.%.60s.%.60s.%.60s.example/",
	    label, label, label, label);
	ok(url_fetchable(url),
	    "an address with a host of 251 bytes can be fetched");
	url = arena_format(&arena, "http://%.60s.%.60s.%.60s.%.60s.examples12/",
	    label, label, label, label);
	ok(!url_fetchable(url),
	    "an address with a host of 254 bytes cannot be fetched");
}

/* RFC 3492, 7.1 */
static void
url_test_punycode(void)
{
	static const struct {
		const char *host, *ascii;
	} rows[] = {
		{ "\xe4\xbb\x96\xe4\xbb\xac\xe4\xb8\xba\xe4\xbb\x80\xe4\xb9\x88"
		  "\xe4\xb8\x8d\xe8\xaf\xb4\xe4\xb8\xad\xe6\x96\x87",
		    "xn--ihqwcrb4cv8a8dqg056pqjye" },
		{ "\xe4\xbb\x96\xe5\x80\x91\xe7\x88\xb2\xe4\xbb\x80\xe9\xba\xbd"
		  "\xe4\xb8\x8d\xe8\xaa\xaa\xe4\xb8\xad\xe6\x96\x87",
		    "xn--ihqwctvzc91f659drss3x8bo0yb" },
		{ "3\xe5\xb9\xb4"
		  "B\xe7\xb5\x84\xe9\x87\x91\xe5\x85\xab\xe5\x85\x88\xe7\x94"
		  "\x9f",
		    "xn--3b-ww4c5e180e575a65lsy2b" },
		{ "\xe3\x81\xb2\xe3\x81\xa8\xe3\x81\xa4\xe5\xb1\x8b\xe6\xa0\xb9"
		  "\xe3\x81\xae\xe4\xb8\x8b"
		  "2",
		    "xn--2-u9tlzr9756bt3uc0v" },
		{ "\xe3\x81\x9d\xe3\x81\xae\xe3\x82\xb9\xe3\x83\x94\xe3\x83\xbc"
		  "\xe3\x83\x89\xe3\x81\xa7",
		    "xn--d9juau41awczczp" },
		{ "a.B-c_d.", "a.b-c_d" },
		{ "", NULL },
		{ ".", NULL },
		{ "a..", NULL },
		{ "a b", NULL },
		{ "a@b", NULL },
	};
	char out[LIMIT_HOST_BYTES + 1];

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		bool fine = url_host_to_ascii(slice_of(rows[i].host), out);

		is_text(fine ? slice_of(out) : SLICE_NONE, rows[i].ascii,
		    rows[i].host);
	}
}

static void
url_test_ports(void)
{
	static const long fine[] = { 80, 443, 8080, 8443, 8000, 3000, 65535 };
	static const long bad[] = { 0, 1, 21, 22, 25, 110, 143, 587, 6000,
		10080, -1, 65536 };

	for (size_t i = 0; i < ARRAY_LENGTH(fine); i++)
		ok(!url_port_is_refused(fine[i]), "port %ld is allowed",
		    fine[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(bad); i++)
		ok(url_port_is_refused(bad[i]), "S6: port %ld is refused",
		    bad[i]);
}

static const struct {
	const char *old, *new;
	bool same;
} secured[] = {
	{ "http://example.org/feed?a=1", "https://example.org/feed?a=1", true },
	{ "http://example.org:8080/", "https://example.org:8080/", true },
	{ "http://example.org/feed", "https://www.example.org/feed", false },
	{ "http://example.org/feed", "https://example.org/", false },
	{ "https://example.org/feed", "http://example.org/feed", false },
	{ "https://example.org/feed", "https://example.org/feed", false },
	{ "http://example.org/feed", NULL, false },
};

int
main(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(secured); i++)
		ok(url_is_same_over_tls(slice_of(secured[i].old),
		       slice_of(secured[i].new)) == secured[i].same,
		    "E30: %s over TLS", secured[i].old);
	jmp_buf exhausted;

	arena_init(&arena, 4 * MIB);
	if (setjmp(exhausted) != 0)
		abort();
	arena.exhausted = &exhausted;
	url_test_check_resolve(resolved, ARRAY_LENGTH(resolved));
	url_test_check_resolve(refused, ARRAY_LENGTH(refused));
	url_test_lengths();
	url_test_punycode();
	url_test_ports();
	arena_release(&arena);
	return done_testing();
}
