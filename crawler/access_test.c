/*
 * access_test.c -- which entry of `sites` applies to a URL, and how it is
 * described.
 */
#include "base/array.h"
#include "config/testing.h"
#include "crawler/access.h"
#include "tests/lib/tap.h"

static const char text[] =
    "sites:\n"
    "  - match: example.org\n"
    "    headers: { Authorization: secret-1, X-Key: secret-2 }\n"
    "    proxy: 'http://me:secret-3@proxy.example:3128'\n"
    "    user_agent: reader/1\n"
    "  - { match: www.example.org, proxy: none }\n"
    "  - { match: 'www.example.org:8080' }\n"
    "  - { match: 'https://www.example.org' }\n"
    "  - { match: 'https://api.example.org:8443', robots: ignore, reason: "
    "agreed }\n"
    "  - { match: example.co.uk }\n"
    "  - { match: me.github.io }\n"
    "  - { match: 127.0.0.1 }\n"
    "  - { match: '[::1]:81' }\n"
    "  - { match: localhost }\n"
    "  - { match: \"b\xC3\xBC"
    "cher.example\" }\n";

static const struct {
	const char *url, *match;
} cases[] = {
	{ "http://example.org/", "example.org" },
	{ "https://EXAMPLE.org./a?b#c", "example.org" },
	{ "http://a.b.example.org:81/", "example.org" },
	{ "http://www.example.org/", "www.example.org" },
	{ "http://www.example.org:8080/", "www.example.org:8080" },
	{ "https://www.example.org:8080/", "www.example.org:8080" },
	{ "https://www.example.org/", "https://www.example.org" },
	{ "http://a.www.example.org/", "example.org" },
	{ "https://api.example.org:8443/", "https://api.example.org:8443" },
	{ "http://api.example.org:8443/", "example.org" },
	{ "https://api.example.org/", "example.org" },
	{ "http://notexample.org/", NULL },
	{ "http://example.org.evil.test/", NULL },
	{ "http://example.com/", NULL },
	{ "http://org/", NULL },
	{ "http://www.example.co.uk/", "example.co.uk" },
	{ "http://other.co.uk/", NULL },
	{ "http://me.github.io/", "me.github.io" },
	{ "http://you.github.io/", NULL },
	{ "http://github.io/", NULL },
	{ "http://127.0.0.1:8080/", "127.0.0.1" },
	{ "http://127.0.0.2/", NULL },
	{ "http://127.0.0.1.evil.test/", NULL },
	{ "http://[::1]:81/", "[::1]:81" },
	{ "http://[::1]/", NULL },
	{ "http://localhost:9000/", "localhost" },
	{ "http://a.localhost/", NULL },
	{ "http://b\xC3\xBC"
	  "cher.example/",
	    "b\xC3\xBC"
	    "cher.example" },
	{ "http://www.xn--bcher-kva.example/", "b\xC3\xBC"
					       "cher.example" },
	{ "http://example.org@evil.test/", NULL },
	{ "http://me:pw@example.org/", NULL },
	{ "http://evil.test/http://example.org/", NULL },
	{ "http://evil.test\\@example.org/", NULL },
	{ "ftp://example.org/", NULL },
	{ "", NULL },
};

static void
access_test_find(const struct access *access)
{
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		const struct config_site *site =
		    access_find(access, cases[i].url);

		ok(slice_equal(slice_of(site != NULL ? site->match : NULL),
		       slice_of(cases[i].match)),
		    "%s belongs to %s", cases[i].url,
		    cases[i].match != NULL ? cases[i].match : "no entry");
	}
	ok(access_ignores_robots(access, "https://api.example.org:8443/a") &&
		!access_ignores_robots(access, "https://api.example.org/a"),
	    "robots.txt is ignored for the entry only");
	ok(access_find(NULL, "http://example.org/") == NULL,
	    "without an index no entry applies");
}

static void
access_test_describe(const struct config *config)
{
	struct buf out;

	buf_init(&out, 4096);
	access_describe(&config->sites[0], true, &out);
	is_text(buf_slice(&out),
	    "headers Authorization, X-Key; proxy http://proxy.example:3128; "
	    "user agent reader/1",
	    "an entry is described without its secrets");
	buf_clear(&out);
	access_describe(&config->sites[1], true, &out);
	is_text(buf_slice(&out), "proxy none", "an entry without a proxy");
	buf_clear(&out);
	access_describe(&config->sites[2], true, &out);
	is_int((int64_t)out.len, 0, "an entry that sets nothing");
	access_describe(&(struct config_site){ .render = true }, true, &out);
	is_text(buf_slice(&out), "rendered if no text is found",
	    "an entry that is rendered");
	buf_clear(&out);
	access_describe(&(struct config_site){ .render = true }, false, &out);
	is_text(buf_slice(&out), "not rendered: articles.renderer is not set",
	    "an entry that is not rendered");
	buf_clear(&out);
	access_describe_proxy("socks5h://a:b@c@proxy.example:1080", &out);
	is_text(buf_slice(&out), "socks5h://proxy.example:1080",
	    "a password with an @ is left out");
	buf_release(&out);
}

int
main(void)
{
	struct config *config = NULL;
	struct access *access = NULL;
	struct err e = ERR_INIT;
	struct buf faults;

	buf_init(&faults, 65536);
	if (!ok(config_read("f", slice_of(text), &config, &faults, &e) == 0 &&
		    access_new(config->sites, config->n_sites, &access, &e) ==
			0,
		"the sites are read: %s", faults.p))
		return done_testing();
	access_test_find(access);
	access_test_describe(config);
	access_free(access);
	config_free(config);
	buf_release(&faults);
	return done_testing();
}
