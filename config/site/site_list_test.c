/*
 * site_list_test.c -- the key `sites`: values, faults, files of secrets.
 *
 * The test works in a directory of its own under /tmp.
 */
#include <sys/stat.h>

#include <stdlib.h>
#include <unistd.h>

#include "base/array.h"
#include "base/date/date.h"
#include "config/site/cookie_file.h"
#include "config/site/site_list.h"
#include "tests/lib/tap.h"

#define FAULTS_BYTES ((size_t)1 << 20)

static struct buf faults;

static void
site_list_test_write_file(const char *path, const char *text, mode_t mode)
{
	FILE *file = fopen(path, "we");

	if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0 ||
	    chmod(path, mode) != 0)
		ok(false, "%s can be written", path);
}

static struct config *
site_list_test_load(const char *text)
{
	struct config *config = NULL;
	struct err e = ERR_INIT;

	site_list_test_write_file("main.yaml", text, 0600);
	buf_clear(&faults);
	config_load("main.yaml", &config, &faults, &e);
	return config;
}

/* ------------------------------------------------------------------- match */

static const struct {
	const char *match, *host;
	int port;
	bool only_tls, whole_domain;
} matches[] = {
	{ "example.org", "example.org", 0, false, true },
	{ "Example.ORG.", "example.org", 0, false, true },
	{ "www.example.org", "www.example.org", 0, false, false },
	{ "example.co.uk", "example.co.uk", 0, false, true },
	{ "me.github.io", "me.github.io", 0, false, true },
	{ "https://example.org", "example.org", 0, true, true },
	{ "https://example.org:8443/", "example.org", 8443, true, true },
	{ "example.org:8080", "example.org", 8080, false, true },
	{ "b\xC3\xBC"
	  "cher.example",
	    "xn--bcher-kva.example", 0, false, true },
	{ "127.0.0.1", "127.0.0.1", 0, false, false },
	{ "'[::1]:81'", "[::1]", 81, false, false },
	{ "localhost", "localhost", 0, false, false },
};

static void
site_list_test_matches(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(matches); i++) {
		char text[200];
		struct config *config;

		snprintf(text, sizeof(text), "sites: [{ match: %s }]\n",
		    matches[i].match);
		if (strchr(matches[i].match, ':') != NULL &&
		    matches[i].match[0] != '\'')
			snprintf(text, sizeof(text),
			    "sites: [{ match: '%s' }]\n", matches[i].match);
		config = site_list_test_load(text);
		if (ok(config != NULL && config->n_sites == 1, "%s is read",
			matches[i].match)) {
			const struct config_site *site = &config->sites[0];

			is_text(slice_of(site->host), matches[i].host,
			    "the host of `match` is read");
			is_int(site->port, matches[i].port,
			    "the port of `match` is read");
			ok(site->only_tls == matches[i].only_tls,
			    "`https://` in `match` is read");
			ok(site->whole_domain == matches[i].whole_domain,
			    "a domain in `match` is distinguished from a host");
		}
		config_free(config);
	}
}

/* ------------------------------------------------------------------ faults */

static const struct {
	const char *text, *part;
} faulty[] = {
	{ "sites: example.org\n", "sites: \"example.org\", expected a list" },
	{ "sites: [example.org]\n",
	    "a site without keys, expected \"- match:" },
	{ "sites: [{ render: true }]\n", "a site without match, expected" },
	{ "sites: [{ match: co.uk }]\n", "is a public suffix" },
	{ "sites: [{ match: github.io }]\n", "is a public suffix" },
	{ "sites: [{ match: 'example.org/news' }]\n", "is a name with a path" },
	{ "sites: [{ match: 'example.org?a' }]\n", "is a name with a path" },
	{ "sites: [{ match: 'example.org#a' }]\n", "is a name with a path" },
	{ "sites: [{ match: 'me:pw@example.org' }]\n",
	    "is not the name of a site" },
	{ "sites: [{ match: 'ftp://example.org' }]\n",
	    "is not the name of a site" },
	{ "sites: [{ match: '*.example.org' }]\n",
	    "is not the name of a site" },
	{ "sites: [{ match: a.example, mach: b }]\n",
	    "unknown key \"mach\" of a site, expected match" },
	{ "sites: [{ match: A.example }, { match: a.example. }]\n",
	    "site \"a.example.\" is given twice, expected once (first in "
	    "main.yaml:1)" },
	{ "sites: [{ match: a.example, robots: ignore }]\n",
	    "robots: ignore without a reason" },
	{ "sites: [{ match: a.example, robots: ignore, reason: ' ' }]\n",
	    "robots: ignore without a reason" },
	{ "sites: [{ match: a.example, client_key: key.pem }]\n",
	    "client_key: cannot read key.pem" },
	{ "sites: [{ match: a.example, rules: none.txt }]\n",
	    "rules: cannot read none.txt: No such file" },
	{ "sites: [{ match: a.example, cookies: bad.txt }]\n",
	    "cookies: bad.txt:2 is not a cookie" },
	{ "sites: [{ match: a.example, headers: { X-Key: { file: no } } }]\n",
	    "headers: cannot read no: No such file" },
	{ "sites: [{ match: a.example, headers: { X-Key: { file: empty } } "
	  "}]\n",
	    "headers: empty is empty" },
	{ "sites: [{ match: a.example, headers: { X-Key: { credential: "
	  "../x } } }]\n",
	    "headers: \"../x\" is not the name of a credential" },
	{ "sites: [{ match: a.example, headers: { X-Key: { file: two } } }]\n",
	    "a value with control characters" },
	{ "sites: [{ match: a.example, headers: 'X-Key: one-secret' }]\n",
	    "headers: a text, expected names with values" },
	{ "feeds: [{ url: 'https://a.example/', headers: 'A: one-secret' }]\n",
	    "headers: a text, expected names with values" },
	{ "sites: [{ match: a.example, headers: { Host: b } }]\n",
	    "a header that may not be set" },
	{ "sites: [{ match: a.example, proxy: 'ftp://p:secret@b/' }]\n",
	    "proxy: a URL of another scheme" },
	{ "sites: [{ match: a.example, client_key_password: pw }]\n",
	    "client_key_password: given without a certificate" },
};

static void
site_list_test_faults(void)
{
	site_list_test_write_file("bad.txt", "# cookies\nnot a cookie\n", 0600);
	site_list_test_write_file("empty", " \n", 0600);
	site_list_test_write_file("two", "one-secret\ntwo\n", 0600);
	for (size_t i = 0; i < ARRAY_LENGTH(faulty); i++) {
		struct config *config = site_list_test_load(faulty[i].text);

		ok(config == NULL, "refused: %.*s",
		    (int)strcspn(faulty[i].text, "\n"), faulty[i].text);
		if (!ok(slice_find(buf_slice(&faults), slice_of(faulty[i].part),
			    0) != SLICE_NOT_FOUND,
			"the fault is named: %s", faulty[i].part))
			printf("# %s", faults.p);
		ok(slice_find(buf_slice(&faults), SLICE("secret@"), 0) ==
			    SLICE_NOT_FOUND &&
			slice_find(buf_slice(&faults), SLICE("one-secret"),
			    0) == SLICE_NOT_FOUND,
		    "the fault does not contain the secret");
		config_free(config);
	}
}

/* ------------------------------------------------------------------ values */

static void
site_list_test_values(void)
{
	struct config *config;
	const struct config_site *site;

	mkdir("secrets", 0700);
	site_list_test_write_file("secrets/token", "Bearer abc\n", 0600);
	site_list_test_write_file(
	    "secrets/proxy", "http://u:pw@p.example:1\n", 0600);
	site_list_test_write_file("pem",
	    "Bag Attributes\n-----BEGIN PRIVATE KEY-----\nx\n"
	    "-----END PRIVATE KEY-----\n",
	    0600);
	site_list_test_write_file("secrets/certificate",
	    "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----\n",
	    0600);
	site_list_test_write_file("rules.txt", "body: //p\n", 0600);
	setenv("CREDENTIALS_DIRECTORY", "secrets", 1);
	config = site_list_test_load(
	    "articles: { renderer: 'http://127.0.0.1:7418/' }\n"
	    "sites:\n"
	    "  - match: example.org\n"
	    "    headers: { Authorization: { file: secrets/token }, X-A: b }\n"
	    "    user_agent: reader/1\n"
	    "    proxy: { credential: proxy }\n"
	    "    client_certificate: { credential: certificate }\n"
	    "    client_key: pem\n"
	    "    client_key_password: { file: secrets/token }\n"
	    "    rules: rules.txt\n"
	    "    render: true\n"
	    "    robots: ignore\n"
	    "    reason: the publisher agreed\n"
	    "  - { match: www.example.org, proxy: none }\n");
	is_text(buf_slice(&faults), "", "a site with all keys has no fault");
	if (!ok(config != NULL && config->n_sites == 2, "two sites"))
		return;
	site = &config->sites[0];
	is_text(slice_of(site->headers[0].value), "Bearer abc",
	    "a header from a file");
	is_text(slice_of(site->headers[1].value), "b", "a header as text");
	is_text(slice_of(site->proxy), "http://u:pw@p.example:1",
	    "a proxy from a credential");
	is_text(slice_of(site->client_certificate), "secrets/certificate",
	    "a certificate is a path");
	is_text(slice_of(site->client_key_password), "Bearer abc",
	    "a password from a file");
	ok(site->render && site->ignores_robots, "render and robots are read");
	is_text(slice_of(site->reason), "the publisher agreed",
	    "the reason is read");
	is_int(site->line, 3, "the line of the entry is known");
	is_text(slice_of(config->sites[1].proxy), "",
	    "proxy: none is read as an empty text");
	ok(config->sites[1].user_agent == NULL &&
		config->sites[1].cookies == NULL &&
		!config->sites[1].ignores_robots,
	    "an entry does not inherit keys");
	config_free(config);
	unsetenv("CREDENTIALS_DIRECTORY");
}

/* Tests a credential that systemd did not pass. */
static void
site_list_test_no_credential(void)
{
	config_free(site_list_test_load("sites: [{ match: a.example, headers: "
					"{ A: { credential: token } } }]\n"));
	ok(slice_find(buf_slice(&faults), SLICE("LoadCredential=token:PATH"),
	       0) != SLICE_NOT_FOUND,
	    "a credential that was not passed: the remedy is named");
}

static void
site_list_test_renderer(void)
{
	config_free(
	    site_list_test_load("sites:\n"
				"  - { match: a.example, user_agent: b }\n"
				"  - { match: b.example, render: true }\n"));
	is_text(buf_slice(&faults),
	    "main.yaml:3:33: warning: render: true without articles.renderer: "
	    "no page is rendered, expected articles: { renderer: URL }\n",
	    "a site cannot be rendered without a renderer");
}

static void
site_list_test_pem(void)
{
	struct config *config;

	site_list_test_write_file("der", "0\x82\x03\n", 0600);
	config = site_list_test_load("sites: [{ match: a.example, "
				     "client_certificate: der, client_key: "
				     "pem }]\n");
	ok(config != NULL, "a certificate in another format is not a fault");
	is_text(buf_slice(&faults),
	    "main.yaml:1:49: warning: client_certificate: der is not in PEM "
	    "format, expected a file with a line that begins with -----BEGIN\n",
	    "a certificate in another format has a warning");
	config_free(config);
	config_free(site_list_test_load("sites: [{ match: a.example, "
					"client_certificate: pem, client_key: "
					"der }]\n"));
	ok(slice_find(buf_slice(&faults),
	       SLICE("client_key: der is not in PEM format"),
	       0) != SLICE_NOT_FOUND,
	    "a key in another format has a warning");
}

/* `headers` of a feed may be references, too. */
static void
site_list_test_feeds(void)
{
	struct config *config;

	setenv("CREDENTIALS_DIRECTORY", "secrets", 1);
	config = site_list_test_load(
	    "feeds: [{ url: 'https://a.example/', headers: { Authorization: { "
	    "file: secrets/token }, X-P: { credential: proxy }, X-A: b } }]\n");
	is_text(buf_slice(&faults), "", "a feed with headers from files");
	if (ok(config != NULL && config->feeds[0].n_headers == 3,
		"3 headers")) {
		const struct config_header *headers = config->feeds[0].headers;

		is_text(slice_of(headers[0].value), "Bearer abc",
		    "a feed's header from a file");
		is_text(slice_of(headers[1].value), "http://u:pw@p.example:1",
		    "a feed's header from a credential");
		is_text(slice_of(headers[2].value), "b",
		    "a feed's header as a text");
	}
	config_free(config);
	unsetenv("CREDENTIALS_DIRECTORY");
	config_free(site_list_test_load("feeds: [{ url: 'https://a.example/', "
					"headers: { A: { file: none } } }]\n"));
	ok(slice_find(buf_slice(&faults), SLICE("headers: cannot read none"),
	       0) != SLICE_NOT_FOUND,
	    "a file that is missing: the fault names it");
	site_list_test_write_file("secrets/lines", "a\nX-B: c\n", 0600);
	config_free(site_list_test_load("feeds: [{ url: 'https://a.example/', "
					"headers: { A: { file: "
					"secrets/lines } } }]\n"));
	ok(slice_find(buf_slice(&faults), SLICE("control characters"), 0) !=
		    SLICE_NOT_FOUND &&
		slice_find(buf_slice(&faults), SLICE("X-B"), 0) ==
		    SLICE_NOT_FOUND,
	    "a file with two lines: a fault without its text");
}

static void
site_list_test_modes(void)
{
	struct config *config;

	chmod("secrets/token", 0644);
	config = site_list_test_load("sites: [{ match: a.example, headers: { "
				     "A: { file: secrets/token } } }]\n");
	ok(config != NULL && slice_find(buf_slice(&faults),
				 SLICE("warning: headers: every user can read "
				       "secrets/token"),
				 0) != SLICE_NOT_FOUND,
	    "a secret that every user can read: a warning");
	config_free(config);
	config = site_list_test_load(
	    "sites: [{ match: a.example, headers: { A: b } }]\n");
	is_text(buf_slice(&faults), "", "a secret in a file of mode 0600");
	config_free(config);
	chmod("main.yaml", 0644);
	{
		struct err e = ERR_INIT;

		config = NULL;
		config_load("main.yaml", &config, &faults, &e);
		ok(slice_find(buf_slice(&faults),
		       SLICE("warning: a site's secret in a file"),
		       0) != SLICE_NOT_FOUND,
		    "a secret in a file of mode 0644: a warning");
		config_free(config);
	}
}

/* ----------------------------------------------------------------- cookies */

#define LINE(domain, below)                                                    \
	domain "\t" below "\t/\tFALSE\t1893456000\tname\tvalue\n"

static const struct {
	const char *match, *line;
	size_t n_cookies, n_foreign;
	bool is_wrong;
} cookies[] = {
	{ "example.org", LINE("example.org", "FALSE"), 1, 0, false },
	{ "example.org", LINE(".example.org", "TRUE"), 1, 0, false },
	{ "example.org", LINE("a.Example.org", "FALSE"), 1, 0, false },
	{ "example.org", LINE("notexample.org", "FALSE"), 0, 1, false },
	{ "example.org", LINE("example.org.evil.test", "FALSE"), 0, 1, false },
	{ "example.org", LINE("org", "TRUE"), 0, 1, false },
	{ "example.org", "#HttpOnly_" LINE("example.org", "FALSE"), 1, 0,
	    false },
	{ "example.org", "# a comment\n\n", 0, 0, false },
	{ "example.org", "example.org\tTRUE\t/\tFALSE\t0\tname\t\n", 1, 0,
	    false },
	{ "example.org", "example.org\tTRUE\t/\tFALSE\t0\tname\n", 1, 0,
	    false },
	{ "example.org", "example.org\tTRUE\t/\tFALSE\t0\n", 0, 0, true },
	{ "example.org", "example.org\tyes\t/\tFALSE\t0\ta\tb\n", 0, 0, true },
	{ "example.org", "example.org\tTRUE\tx\tFALSE\t0\ta\tb\n", 0, 0, true },
	{ "example.org", "example.org\tTRUE\t/\tFALSE\tsoon\ta\tb\n", 0, 0,
	    true },
	{ "example.org", "example.org\tTRUE\t/\tFALSE\t0\ta\tb\tc\n", 0, 0,
	    true },
	{ "example.org", "Set-Cookie: a=b\n", 0, 0, true },
	{ "www.example.org", LINE("www.example.org", "FALSE"), 1, 0, false },
	{ "www.example.org", LINE(".example.org", "TRUE"), 1, 0, false },
	{ "www.example.org", LINE("example.org", "FALSE"), 0, 1, false },
	{ "www.example.org", LINE("a.www.example.org", "FALSE"), 0, 1, false },
	{ "www.example.co.uk", LINE(".co.uk", "TRUE"), 0, 1, false },
	{ "me.github.io", LINE(".github.io", "TRUE"), 0, 1, false },
	{ "127.0.0.1", LINE("127.0.0.1", "FALSE"), 1, 0, false },
	{ "127.0.0.1", LINE("0.0.1", "TRUE"), 0, 1, false },
};

static void
site_list_test_cookies(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(cookies); i++) {
		struct config_site site = {
			.match = (char *)(uintptr_t)cookies[i].match
		};
		struct cookie_file_report report;
		struct buf out;
		bool memory;

		buf_init(&out, FAULTS_BYTES);
		site_match_read(&site, &memory);
		cookie_file_read(
		    slice_of(cookies[i].line), &site, &out, &report);
		printf("# %s: %s", cookies[i].match, cookies[i].line);
		is_int((int64_t)report.n_cookies, (int64_t)cookies[i].n_cookies,
		    "cookies of the site");
		is_int((int64_t)report.n_foreign, (int64_t)cookies[i].n_foreign,
		    "cookies of other sites");
		is_int(report.wrong_line, cookies[i].is_wrong ? 1 : 0,
		    "the number of the line that is not a cookie");
		ok((out.len > 0) == (cookies[i].n_cookies > 0),
		    "the line is kept or left out");
		buf_release(&out);
		free(site.host);
	}
}

static void
site_list_test_cookie_file(void)
{
	struct config *config;

	site_list_test_write_file("jar",
	    LINE("example.org", "FALSE") LINE("other.test", "FALSE"), 0600);
	config = site_list_test_load(
	    "sites: [{ match: example.org, cookies: jar }]\n");
	if (ok(config != NULL, "a file of cookies is read"))
		is_text(slice_of(config->sites[0].cookies),
		    LINE("example.org", "FALSE"), "cookies of the site only");
	ok(slice_find(buf_slice(&faults),
	       SLICE("cookies: 1 cookies in jar are not for example.org"),
	       0) != SLICE_NOT_FOUND,
	    "cookies of other sites: a warning");
	config_free(config);
}

#define EXPIRES(at) "example.org\tFALSE\t/\tFALSE\t" at "\tname\tvalue\n"

static void
site_list_test_expired(void)
{
	static const struct {
		const char *lines;
		int64_t first_at, last_at;
		bool is_expired;
	} files[] = {
		{ EXPIRES("100") EXPIRES("300") EXPIRES("200"), 100, 300,
		    true },
		{ EXPIRES("100") EXPIRES("4102444800"), 100, 4102444800,
		    false },
		{ EXPIRES("100") EXPIRES("0"), 100, 100, false },
		{ EXPIRES("0"), DATE_NONE, DATE_NONE, false },
		{ "# nothing\n", DATE_NONE, DATE_NONE, false },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(files); i++) {
		struct config *config;
		struct cookie_file_report report;

		site_list_test_write_file("jar", files[i].lines, 0600);
		config = site_list_test_load(
		    "sites: [{ match: example.org, cookies: jar }]\n");
		cookie_file_report(&config->sites[0], &report);
		is_int(report.first_expiry_at, files[i].first_at,
		    "the first expiry of the file is found");
		is_int(report.last_expiry_at, files[i].last_at,
		    "the last expiry of the file is found");
		ok(cookie_file_is_expired(&report, 300) == files[i].is_expired,
		    "the cookies have expired, or not, at the time of the "
		    "test");
		ok(!cookie_file_is_expired(&report, 299),
		    "one second earlier, not all cookies have expired");
		config_free(config);
	}
}

int
main(void)
{
	char directory[] = "/tmp/site_list_test.XXXXXX";
	char command[64];

	umask(077);
	buf_init(&faults, FAULTS_BYTES);
	if (!ok(mkdtemp(directory) != NULL && chdir(directory) == 0,
		"a directory to work in"))
		return done_testing();
	site_list_test_matches();
	site_list_test_faults();
	site_list_test_values();
	site_list_test_no_credential();
	site_list_test_renderer();
	site_list_test_pem();
	site_list_test_feeds();
	site_list_test_modes();
	site_list_test_cookies();
	site_list_test_cookie_file();
	site_list_test_expired();
	snprintf(command, sizeof(command), "rm -rf %s", directory);
	ok(chdir("/") == 0 && system(command) == 0,
	    "the directory of the test is removed");
	buf_release(&faults);
	return done_testing();
}
