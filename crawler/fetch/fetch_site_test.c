/*
 * fetch_site_test.c -- what a request sends because of `sites`: headers, user
 * agent, cookies, proxy.
 *
 * The test replaces getaddrinfo(): every name has the address 127.0.0.1.  Each
 * scenario runs one or more transfers.  It then compares everything that the
 * servers have received, except the headers of every request, with a text.  A
 * header that is sent to a host that it is not for makes the test fail.
 */
#include <sys/stat.h>

#include <dlfcn.h>
#include <netdb.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/limits.h"
#include "config/testing.h"
#include "crawler/access.h"
#include "crawler/fetch/fetch_server_test.h"

#define TEXT_BYTES 16384

static struct answer_got got;

int
getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
    struct addrinfo **ret)
{
	static int (*real)(const char *, const char *, const struct addrinfo *,
	    struct addrinfo **);
	struct in_addr four;
	struct addrinfo any = { .ai_socktype = SOCK_STREAM };

	*(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
	if (inet_pton(AF_INET, name, &four) == 1)
		return real(name, service, hints, ret);
	return real("127.0.0.1", service, &any, ret);
}

/* ------------------------------------------------------------- the server */

/* "/to/URL" redirects to the URL. */
static bool
fetch_site_test_say_to(int fd, const char *path)
{
	char text[REQUEST_BYTES];

	snprintf(text, sizeof(text),
	    "HTTP/1.1 302 Found\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n",
	    path + strlen("/to/"));
	return say(fd, text);
}

/* "/set/COOKIE" sets the cookie, "/set/COOKIE!URL" also redirects. */
static bool
fetch_site_test_say_cookie(int fd, const char *path)
{
	const char *cookie = path + strlen("/set/"), *url = strchr(path, '!');
	size_t n = url != NULL ? (size_t)(url - cookie) : strlen(cookie);
	char text[REQUEST_BYTES];

	snprintf(text, sizeof(text),
	    "HTTP/1.1 %s\r\n%s%s%sSet-Cookie: %.*s;Path=/\r\n"
	    "Content-Length: 2\r\n\r\nok",
	    url != NULL ? "302 Found" : "200 OK",
	    url != NULL ? "Location: " : "", url != NULL ? url + 1 : "",
	    url != NULL ? "\r\n" : "", (int)n, cookie);
	return say(fd, text);
}

/* "/many/N" sets fifty cookies, "/many/to/URL" also redirects. */
static bool
fetch_site_test_say_many(int fd, const char *path)
{
	const char *to = strstr(path, "/to/");
	char text[REQUEST_BYTES];
	size_t n = (size_t)snprintf(text, sizeof(text), "HTTP/1.1 %s%s\r\n",
	    to != NULL ? "302 Found\r\nLocation: " : "200 OK",
	    to != NULL ? to + strlen("/to/") : "");

	if (to != NULL)
		path = "/many/x";

	for (int i = 0; i < 50; i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n,
		    "Set-Cookie: n%s-%d=1;Path=/\r\n", path + strlen("/many/"),
		    i);
	snprintf(text + n, sizeof(text) - n, "Content-Length: 2\r\n\r\nok");
	return say(fd, text);
}

static const char fine[] = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

const struct answer_row answers[] = {
	{ "/to/*", NULL, fetch_site_test_say_to },
	{ "/set/*", NULL, fetch_site_test_say_cookie },
	{ "/many/*", NULL, fetch_site_test_say_many },
	{ "/*", fine, NULL },
	{ "http://*", fine, NULL },
	{ NULL, NULL, NULL },
};

/* --------------------------------------------------- what a server received */

/* The headers of every request. */
static const char *const usual[] = { "Accept: text/html,application/"
				     "xhtml+xml,*/*;q=0.5",
	"Accept: text/plain,*/*;q=0.5",
	"Accept-Encoding: deflate, gzip, br, zstd",
	"User-Agent: gleaner/0 (+test)", "Proxy-Connection: Keep-Alive" };

static bool
fetch_site_test_is_usual(struct slice line)
{
	for (size_t i = 0; i < ARRAY_LENGTH(usual); i++)
		if (slice_equal(line, slice_of(usual[i])))
			return true;
	return false;
}

static void
fetch_site_test_write_host(struct buf *out, struct slice host)
{
	char suffix[16];

	for (int i = 0; i < 2; i++) {
		snprintf(suffix, sizeof(suffix), ":%d",
		    i == 0 ? here.port : there.port);
		if (!slice_ends(host, slice_of(suffix)))
			continue;
		host.len -= strlen(suffix);
		buf_append_slice(out, host);
		if (i == 1)
			buf_append_string(out, "(2)");
		return;
	}
	buf_append_slice(out, host);
}

/* Writes "HOST, HEADER, HEADER\n" for one request.  "(2)" is the second port;
 * "proxy: " precedes a request in the form for a proxy. */
static void
fetch_site_test_write_request(struct buf *out, const char *request)
{
	struct slice rest = slice_of(request), line, host = SLICE_NONE;
	struct buf others;

	buf_init(&others, TEXT_BYTES);
	slice_next(&rest, '\n', &line);
	if (slice_find(line, SLICE(" GET http://"), 0) != SLICE_NOT_FOUND)
		buf_append_string(out, "proxy: ");
	while (slice_next(&rest, '\n', &line)) {
		line = slice_trim(line);
		if (slice_starts(line, SLICE("Host: ")))
			host = slice_sub(line, strlen("Host: "), line.len);
		else if (line.len > 0 && !fetch_site_test_is_usual(line))
			buf_printf(&others, ", %.*s", SLICE_ARG(line));
	}
	fetch_site_test_write_host(out, host);
	buf_append_slice(out, buf_slice(&others));
	buf_append_char(out, '\n');
	buf_release(&others);
}

/* ---------------------------------------------------------------- scenarios */

#define COOKIE(domain, below, secure, expires, pair)                           \
	domain "\t" below "\t/\t" secure "\t" expires "\t" pair "\n"
#define LATER "4102444800"

/* In the texts, @ is the first port and # the second. */
static const struct scenario {
	const char *name;
	const char *sites;   /* items of `sites`, in one line */
	const char *cookies; /* file "jar" */
	const char *urls;    /* separated by blanks */
	const char *received;
	enum fetch_kind kind;
} scenarios[] = {
	/* headers */
	{ "a header for the domain", "{match: a.test, headers: {X-Key: k}}",
	    NULL, "http://a.test:@/", "a.test, X-Key: k\n", FETCH_PAGE },
	{ "a header for a sub-domain of the domain",
	    "{match: a.test, headers: {X-Key: k}}", NULL,
	    "http://www.a.test:@/", "www.a.test, X-Key: k\n", FETCH_PAGE },
	{ "no header for another domain",
	    "{match: a.test, headers: {X-Key: k}}", NULL, "http://b.test:@/",
	    "b.test\n", FETCH_PAGE },
	{ "no header for a name that ends or begins alike",
	    "{match: a.test, headers: {X-Key: k}}", NULL,
	    "http://ba.test:@/ http://a.test.b.test:@/",
	    "ba.test\na.test.b.test\n", FETCH_PAGE },
	{ "a host entry: no header for the domain and other hosts",
	    "{match: www.a.test, headers: {X-Key: k}}", NULL,
	    "http://www.a.test:@/ http://a.test:@/ http://x.www.a.test:@/",
	    "www.a.test, X-Key: k\na.test\nx.www.a.test\n", FETCH_PAGE },
	{ "the most specific entry replaces the other one",
	    "{match: a.test, headers: {X-Key: k, X-B: b}}, {match: www.a.test, "
	    "headers: {X-Key: w}}",
	    NULL, "http://www.a.test:@/ http://x.a.test:@/",
	    "www.a.test, X-Key: w\nx.a.test, X-Key: k, X-B: b\n", FETCH_PAGE },
	{ "a redirect to another domain loses the header",
	    "{match: a.test, headers: {X-Key: k}}", NULL,
	    "http://a.test:@/to/http://b.test:@/", "a.test, X-Key: k\nb.test\n",
	    FETCH_PAGE },
	{ "a redirect from another domain gets the header",
	    "{match: a.test, headers: {X-Key: k}}", NULL,
	    "http://b.test:@/to/http://a.test:@/", "b.test\na.test, X-Key: k\n",
	    FETCH_PAGE },
	{ "a redirect away and back", "{match: a.test, headers: {X-Key: k}}",
	    NULL, "http://a.test:@/to/http://b.test:@/to/http://www.a.test:@/",
	    "a.test, X-Key: k\nb.test\nwww.a.test, X-Key: k\n", FETCH_PAGE },
	{ "a redirect between two entries",
	    "{match: a.test, headers: {X-Key: a}}, {match: b.test, headers: "
	    "{X-Key: b}, user_agent: B}",
	    NULL, "http://a.test:@/to/http://b.test:@/",
	    "a.test, X-Key: a\nb.test, User-Agent: B, X-Key: b\n", FETCH_PAGE },
	{ "a redirect to an address", "{match: a.test, headers: {X-Key: k}}",
	    NULL, "http://a.test:@/to/http://127.0.0.1:@/",
	    "a.test, X-Key: k\n127.0.0.1\n", FETCH_PAGE },
	{ "an entry for an address", "{match: 127.0.0.1, headers: {X-Key: k}}",
	    NULL, "http://127.0.0.1:@/to/http://127.0.0.1.a.test:@/",
	    "127.0.0.1, X-Key: k\n127.0.0.1.a.test\n", FETCH_PAGE },
	{ "an entry without a port applies to all ports",
	    "{match: a.test, headers: {X-Key: k}}", NULL,
	    "http://a.test:@/to/http://a.test:#/",
	    "a.test, X-Key: k\na.test(2), X-Key: k\n", FETCH_PAGE },
	{ "an entry with a port applies to this port only",
	    "{match: 'a.test:@', headers: {X-Key: k}}", NULL,
	    "http://a.test:@/to/http://a.test:#/",
	    "a.test, X-Key: k\na.test(2)\n", FETCH_PAGE },
	{ "an entry for https does not apply to http",
	    "{match: 'https://a.test', headers: {X-Key: k}, user_agent: A}",
	    NULL, "http://a.test:@/", "a.test\n", FETCH_PAGE },
	{ "upper case", "{match: A.Test, headers: {X-Key: k}}", NULL,
	    "http://A.TEST:@/", "a.test, X-Key: k\n", FETCH_PAGE },
	{ "a final dot", "{match: a.test., headers: {X-Key: k}}", NULL,
	    "http://a.test:@/ http://b.test.:@/", "a.test, X-Key: k\nb.test\n",
	    FETCH_PAGE },
	{ "an IDN",
	    "{match: \"b\xC3\xBC"
	    "cher.test\", headers: {X-Key: k}}",
	    NULL,
	    "http://xn--bcher-kva.test:@/ http://b\xC3\xBC"
	    "cher.test:@/ "
	    "http://bucher.test:@/",
	    "xn--bcher-kva.test, X-Key: k\nxn--bcher-kva.test, X-Key: k\n"
	    "bucher.test\n",
	    FETCH_PAGE },
	{ "a user name that looks like the site: not requested",
	    "{match: a.test, headers: {X-Key: k}}", NULL,
	    "http://a.test@b.test:@/ "
	    "http://c.test:@/to/http://a.test@b.test:@/",
	    "c.test\n", FETCH_PAGE },
	{ "hosts of one public suffix",
	    "{match: me.github.io, headers: {X-Key: k}}", NULL,
	    "http://me.github.io:@/to/http://you.github.io:@/",
	    "me.github.io, X-Key: k\nyou.github.io\n", FETCH_PAGE },
	{ "a user agent for the site only", "{match: a.test, user_agent: A}",
	    NULL, "http://a.test:@/to/http://b.test:@/",
	    "a.test, User-Agent: A\nb.test\n", FETCH_PAGE },
	{ "robots.txt gets the user agent, but no headers and no cookies",
	    "{match: a.test, headers: {X-Key: k}, user_agent: A, cookies: jar}",
	    COOKIE("a.test", "TRUE", "FALSE", LATER, "c\t1"),
	    "http://a.test:@/robots.txt", "a.test, User-Agent: A\n",
	    FETCH_ROBOTS },
	{ "an Accept header of the site replaces the usual one",
	    "{match: a.test, headers: {Accept: text/plain}}", NULL,
	    "http://a.test:@/", "a.test, Accept: text/plain\n", FETCH_PAGE },
	/* cookies */
	{ "a cookie of the file", "{match: a.test, cookies: jar}",
	    COOKIE("a.test", "TRUE", "FALSE", LATER, "c\t1"),
	    "http://a.test:@/ http://www.a.test:@/ http://b.test:@/",
	    "a.test, Cookie: c=1\nwww.a.test, Cookie: c=1\nb.test\n",
	    FETCH_PAGE },
	{ "a cookie for one host only", "{match: a.test, cookies: jar}",
	    COOKIE("a.test", "FALSE", "FALSE", LATER, "c\t1"),
	    "http://a.test:@/ http://www.a.test:@/",
	    "a.test, Cookie: c=1\nwww.a.test\n", FETCH_PAGE },
	{ "S17: a redirect to another domain gets no cookie",
	    "{match: a.test, cookies: jar}",
	    COOKIE("a.test", "TRUE", "FALSE", LATER, "c\t1"),
	    "http://a.test:@/to/http://b.test:@/to/http://a.test:@/",
	    "a.test, Cookie: c=1\nb.test\na.test, Cookie: c=1\n", FETCH_PAGE },
	{ "a host entry: a cookie of its domain is not sent to other hosts",
	    "{match: www.a.test, cookies: jar}",
	    COOKIE(".a.test", "TRUE", "FALSE", LATER, "c\t1"),
	    "http://www.a.test:@/to/http://evil.a.test:@/ http://a.test:@/",
	    "www.a.test, Cookie: c=1\nevil.a.test\na.test\n", FETCH_PAGE },
	{ "an expired cookie of the file", "{match: a.test, cookies: jar}",
	    COOKIE("a.test", "TRUE", "FALSE", "1000000000", "c\t1"),
	    "http://a.test:@/", "a.test\n", FETCH_PAGE },
	{ "a Secure cookie is not sent with http",
	    "{match: a.test, cookies: jar}",
	    COOKIE("a.test", "TRUE", "TRUE", LATER, "c\t1"), "http://a.test:@/",
	    "a.test\n", FETCH_PAGE },
	{ "cookies of other sites in the file are not used",
	    "{match: a.test, cookies: jar}",
	    COOKIE("b.test", "TRUE", "FALSE", LATER, "c\t1")
		COOKIE("test", "TRUE", "FALSE", LATER, "d\t1"),
	    "http://a.test:@/ http://b.test:@/", "a.test\nb.test\n",
	    FETCH_PAGE },
	{ "a cookie that the site sets is kept",
	    "{match: a.test, cookies: jar}", "",
	    "http://a.test:@/set/s=1 http://a.test:@/ http://www.a.test:@/",
	    "a.test\na.test, Cookie: s=1\nwww.a.test\n", FETCH_PAGE },
	{ "a cookie that a host sets for its domain",
	    "{match: a.test, cookies: jar}", "",
	    "http://www.a.test:@/set/s=1;Domain=a.test http://x.a.test:@/",
	    "www.a.test\nx.a.test, Cookie: s=1\n", FETCH_PAGE },
	{ "a cookie that a site without `cookies` sets is forgotten",
	    "{match: a.test, user_agent: A}", NULL,
	    "http://a.test:@/set/s=1 http://a.test:@/",
	    "a.test, User-Agent: A\na.test, User-Agent: A\n", FETCH_PAGE },
	{ "a cookie for another domain is refused",
	    "{match: a.test, cookies: jar}, {match: b.test, cookies: jar}", "",
	    "http://a.test:@/set/s=1;Domain=b.test http://a.test:@/ "
	    "http://b.test:@/",
	    "a.test\na.test\nb.test\n", FETCH_PAGE },
	{ "a cookie for a public suffix is refused",
	    "{match: a.co.uk, cookies: jar}, {match: b.co.uk, cookies: jar}",
	    "",
	    "http://a.co.uk:@/set/s=1;Domain=co.uk http://a.co.uk:@/ "
	    "http://b.co.uk:@/",
	    "a.co.uk\na.co.uk\nb.co.uk\n", FETCH_PAGE },
	{ "a cookie for a public suffix of the list's private part is refused",
	    "{match: me.github.io, cookies: jar}", "",
	    "http://me.github.io:@/set/s=1;Domain=github.io "
	    "http://me.github.io:@/",
	    "me.github.io\nme.github.io\n", FETCH_PAGE },
	{ "a cookie for a part of an address is refused",
	    "{match: 127.0.0.1, cookies: jar}", "",
	    "http://127.0.0.1:@/set/s=1;Domain=0.0.1 http://127.0.0.1:@/",
	    "127.0.0.1\n127.0.0.1\n", FETCH_PAGE },
	{ "a cookie of an address", "{match: 127.0.0.1, cookies: jar}", "",
	    "http://127.0.0.1:@/set/s=1 http://127.0.0.1:@/ http://a.test:@/",
	    "127.0.0.1\n127.0.0.1, Cookie: s=1\na.test\n", FETCH_PAGE },
	{ "a cookie that the site removes", "{match: a.test, cookies: jar}",
	    COOKIE("a.test", "FALSE", "FALSE", LATER, "c\t1"),
	    "http://a.test:@/set/c=;Max-Age=0 http://a.test:@/",
	    "a.test, Cookie: c=1\na.test\n", FETCH_PAGE },
	{ "a Secure cookie that is set without encryption is refused",
	    "{match: a.test, cookies: jar}", "",
	    "http://a.test:@/set/s=1;Secure http://a.test:@/",
	    "a.test\na.test\n", FETCH_PAGE },
	{ "a wall that sets a cookie and redirects to itself",
	    "{match: a.test, cookies: jar}", "",
	    "http://a.test:@/set/s=1!http://a.test:@/ http://a.test:@/",
	    "a.test\na.test, Cookie: s=1\na.test, Cookie: s=1\n", FETCH_PAGE },
	{ "cookies of two entries of one domain are kept apart",
	    "{match: a.test, cookies: jar}, {match: www.a.test, cookies: jar}",
	    "",
	    "http://a.test:@/set/s=1;Domain=a.test http://www.a.test:@/ "
	    "http://x.a.test:@/",
	    "a.test\nwww.a.test\nx.a.test, Cookie: s=1\n", FETCH_PAGE },
	{ "a chain without an entry has its own cookies, also after a site",
	    "{match: a.test, cookies: jar}",
	    COOKIE("a.test", "FALSE", "FALSE", LATER, "c\t1"),
	    "http://b.test:@/set/s=1!http://a.test:@/to/http://b.test:@/ "
	    "http://b.test:@/",
	    "b.test\na.test, Cookie: c=1\nb.test, Cookie: s=1\nb.test\n",
	    FETCH_PAGE },
	{ "fifty cookies of a site do not displace those of the chain",
	    "{match: a.test, cookies: jar}", "",
	    "http://b.test:@/set/s=1!http://a.test:@/to/http://a.test:@/many/"
	    "to/http://b.test:@/",
	    "b.test\na.test\na.test\nb.test, Cookie: s=1\n", FETCH_PAGE },
	{ "a Cookie header of the site is merged with its cookies",
	    "{match: a.test, cookies: jar, headers: {Cookie: h=1}}",
	    COOKIE("a.test", "FALSE", "FALSE", LATER, "c\t1"),
	    "http://a.test:@/to/http://b.test:@/",
	    "a.test, Cookie: c=1; h=1\nb.test\n", FETCH_PAGE },
	/* proxies */
	{ "a proxy for the site only",
	    "{match: a.test, proxy: 'http://127.0.0.1:#'}", NULL,
	    "http://a.test:@/ http://b.test:@/", "proxy: a.test\nb.test\n",
	    FETCH_PAGE },
	{ "a proxy's password is sent to the proxy only",
	    "{match: a.test, proxy: 'http://me:pw@127.0.0.1:#'}", NULL,
	    "http://a.test:@/ http://b.test:@/to/http://a.test:@/",
	    "proxy: a.test, Proxy-Authorization: Basic bWU6cHc=\nb.test\n"
	    "proxy: a.test, Proxy-Authorization: Basic bWU6cHc=\n",
	    FETCH_PAGE },
	{ "an entry without a proxy inside of one with a proxy",
	    "{match: a.test, proxy: 'http://127.0.0.1:#'}, {match: www.a.test, "
	    "proxy: none}",
	    NULL, "http://www.a.test:@/ http://x.a.test:@/",
	    "www.a.test\nproxy: x.a.test\n", FETCH_PAGE },
};

/* Replaces @ and # by the ports, but not the @ after a user name. */
static void
fetch_site_test_expand(const char *text, char out[TEXT_BYTES])
{
	struct buf buf;

	buf_init(&buf, TEXT_BYTES);
	for (const char *p = text; *p != '\0'; p++) {
		if (*p == '@' && p > text && p[-1] == ':')
			buf_printf(&buf, "%d", here.port);
		else if (*p == '#')
			buf_printf(&buf, "%d", there.port);
		else
			buf_append_char(&buf, *p);
	}
	snprintf(out, TEXT_BYTES, "%s", buf.p);
	buf_release(&buf);
}

static struct config *
fetch_site_test_read_config(const struct scenario *s)
{
	char sites[TEXT_BYTES], text[TEXT_BYTES + 16];
	struct config *config = NULL;
	struct err e = ERR_INIT;
	struct buf faults;
	FILE *jar = fopen("jar", "we");

	if (jar != NULL) {
		fputs(s->cookies != NULL ? s->cookies : "", jar);
		fclose(jar);
	}
	buf_init(&faults, TEXT_BYTES);
	fetch_site_test_expand(s->sites, sites);
	snprintf(text, sizeof(text), "sites: [%s]\n", sites);
	if (config_read("f", slice_of(text), &config, &faults, &e) != 0)
		ok(false, "%s: %s", s->name, faults.p);
	buf_release(&faults);
	return config;
}

static void
fetch_site_test_run_urls(struct fetcher *fetcher, const struct scenario *s,
    const struct fetch_header *headers, size_t n_headers)
{
	char urls[TEXT_BYTES], url[TEXT_BYTES];
	struct slice rest, part;

	fetch_site_test_expand(s->urls, urls);
	rest = slice_of(urls);
	while (slice_next(&rest, ' ', &part)) {
		snprintf(url, sizeof(url), "%.*s", SLICE_ARG(part));
		get(fetcher,
		    (struct fetch_request){ .url = url,
			.kind = s->kind,
			.headers = headers,
			.n_headers = n_headers },
		    &got);
	}
}

static void
fetch_site_test_write_received(struct buf *out, int from)
{
	pthread_mutex_lock(&server_lock);
	for (int i = from; i < server_requests; i++)
		fetch_site_test_write_request(out, server_log[i]);
	pthread_mutex_unlock(&server_lock);
}

static struct fetcher *
fetch_site_test_make(const struct config *config, struct access **ret)
{
	struct fetcher *fetcher = make_fetcher(4, true);
	struct err e = ERR_INIT;

	ok(access_new(config->sites, config->n_sites, ret, &e) == 0,
	    "the sites");
	fetcher_set_access(fetcher, *ret);
	return fetcher;
}

static void
fetch_site_test_scenario(const struct scenario *s)
{
	struct config *config = fetch_site_test_read_config(s);
	struct access *access = NULL;
	struct fetcher *fetcher;
	int from = server_requests;
	struct buf received;

	if (config == NULL)
		return;
	fetcher = fetch_site_test_make(config, &access);
	buf_init(&received, 4 * TEXT_BYTES);
	fetch_site_test_run_urls(fetcher, s, NULL, 0);
	fetch_site_test_write_received(&received, from);
	is_text(buf_slice(&received), s->received, s->name);
	buf_release(&received);
	fetcher_free(fetcher);
	access_free(access);
	config_free(config);
}

/* ------------------------------------------------------------- other tests */

/* The headers of a feed precede those of the site, at the feed's origin. */
static void
fetch_site_test_feed_headers(void)
{
	static const struct scenario s = { "a feed's own headers",
		"{match: a.test, headers: {X-Key: site, X-B: b, Cookie: s=1}, "
		"cookies: jar}",
		COOKIE("a.test", "TRUE", "FALSE", LATER, "c\t1"),
		"http://a.test:@/to/http://www.a.test:@/", NULL, FETCH_PAGE };
	static const struct fetch_header headers[] = { { "x-key", "feed" },
		{ "Cookie", "f=1" } };
	struct config *config = fetch_site_test_read_config(&s);
	struct access *access = NULL;
	struct fetcher *fetcher = fetch_site_test_make(config, &access);
	int from = server_requests;
	struct buf received;

	buf_init(&received, TEXT_BYTES);
	fetch_site_test_run_urls(fetcher, &s, headers, 2);
	fetch_site_test_write_received(&received, from);
	is_text(buf_slice(&received),
	    "a.test, Cookie: f=1, x-key: feed, X-B: b\n"
	    "www.a.test, Cookie: c=1; s=1, X-Key: site, X-B: b\n",
	    "a feed's own headers win at its origin, and only there");
	buf_release(&received);
	fetcher_free(fetcher);
	access_free(access);
	config_free(config);
}

/* A hostile site sets 50 cookies with each of 20 responses. */
static void
fetch_site_test_many(void)
{
	static const struct scenario s = { "many cookies",
		"{match: a.test, cookies: jar}",
		COOKIE("a.test", "FALSE", "FALSE", LATER, "c\t1"), NULL, NULL,
		FETCH_PAGE };
	struct config *config = fetch_site_test_read_config(&s);
	struct access *access = NULL;
	struct fetcher *fetcher = fetch_site_test_make(config, &access);
	int most = 0;
	bool has_own = true;

	for (int i = 0; i < 20; i++) {
		char url[128];
		const char *request;
		int n = 0;

		snprintf(
		    url, sizeof(url), "http://a.test:%d/many/%d", here.port, i);
		get(fetcher,
		    (struct fetch_request){ .url = url, .kind = FETCH_PAGE },
		    &got);
		pthread_mutex_lock(&server_lock);
		request = strstr(server_log[server_requests - 1], "Cookie: ");
		has_own = has_own && request != NULL;
		for (const char *p = request; p != NULL;
		     p = strstr(p + 1, "; "))
			n++;
		pthread_mutex_unlock(&server_lock);
		most = n > most ? n : most;
	}
	ok(has_own, "the jar of a hostile site is never without cookies");
	ok(most <= LIMIT_SITE_COOKIES, "and its size is limited: %d", most);
	fetcher_free(fetcher);
	access_free(access);
	config_free(config);
}

/* Cookies survive a reload if the file has not changed, and end with the entry
 * or with another file.  A transfer in progress keeps its jar. */
static void
fetch_site_test_reload(void)
{
	static const struct scenario one = { "one",
		"{match: a.test, cookies: jar}", "", NULL, NULL, FETCH_PAGE };
	static const struct scenario set = { "set", "", NULL,
		"http://a.test:@/set/s=1", NULL, FETCH_PAGE };
	static const struct scenario look = { "look", "", NULL,
		"http://a.test:@/", NULL, FETCH_PAGE };
	static const struct scenario other = { "other",
		"{match: a.test, cookies: jar}",
		COOKIE("a.test", "FALSE", "FALSE", LATER, "c\t1"), NULL, NULL,
		FETCH_PAGE };
	struct config *before = fetch_site_test_read_config(&one);
	struct config *same = fetch_site_test_read_config(&one);
	struct config *changed = fetch_site_test_read_config(&other);
	struct access *access = NULL, *second = NULL, *third = NULL;
	struct fetcher *fetcher = fetch_site_test_make(before, &access);
	struct err e = ERR_INIT;
	struct buf received;
	int from;

	buf_init(&received, TEXT_BYTES);
	fetch_site_test_run_urls(fetcher, &set, NULL, 0);
	access_new(same->sites, same->n_sites, &second, &e);
	access_new(changed->sites, changed->n_sites, &third, &e);
	from = server_requests;
	fetcher_set_access(fetcher, second);
	access_free(access);
	config_free(before);
	fetch_site_test_run_urls(fetcher, &look, NULL, 0);
	fetcher_set_access(fetcher, third);
	fetch_site_test_run_urls(fetcher, &look, NULL, 0);
	fetcher_set_access(fetcher, NULL);
	fetch_site_test_run_urls(fetcher, &look, NULL, 0);
	fetcher_set_access(fetcher, second);
	fetch_site_test_run_urls(fetcher, &look, NULL, 0);
	fetch_site_test_write_received(&received, from);
	is_text(buf_slice(&received),
	    "a.test, Cookie: s=1\na.test, Cookie: c=1\na.test\na.test\n",
	    "cookies after a reload");
	buf_release(&received);
	fetcher_free(fetcher);
	access_free(second);
	access_free(third);
	config_free(same);
	config_free(changed);
}

int
main(void)
{
	char directory[] = "/tmp/fetch_site_test.XXXXXX", command[64];

	if (mkdtemp(directory) == NULL || chdir(directory) != 0)
		return 1;
	umask(077);
	test_begin();
	for (size_t i = 0; i < ARRAY_LENGTH(scenarios); i++)
		fetch_site_test_scenario(&scenarios[i]);
	fetch_site_test_feed_headers();
	fetch_site_test_many();
	fetch_site_test_reload();
	answer_release(&got);
	test_end();
	snprintf(command, sizeof(command), "rm -rf %s", directory);
	ok(chdir("/") == 0 && system(command) == 0,
	    "the directory of the test is removed");
	return done_testing();
}
