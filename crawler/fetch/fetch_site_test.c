/*
 * fetch_site_test.c -- what a request sends because of `sites`: headers, user
 * agent, cookies, proxy.
 *
 * The test replaces getaddrinfo(): every name has the address 127.0.0.1. Each
 * scenario runs one or more transfers. It then compares everything that the
 * servers have received, except the usual headers, with a text. The test
 * therefore fails if a header is sent to a host of another entry.
 */
#include "crawler/fetch/fetch_site_test.h"

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

/* Headers of all requests. They are left out of the comparison. */
static const char *const usual[] = {
	"Accept: text/html,application/xhtml+xml,*/*;q=0.5",
	"Accept: text/plain,*/*;q=0.5", "Accept: */*",
	"Accept-Encoding: deflate, gzip, br, zstd",
	"User-Agent: gleaner/0 (+test)", "Proxy-Connection: Keep-Alive"
};

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

/* Writes "HOST, HEADER, HEADER\n" for one request.  "(2)" after the host means
 * the second port; "proxy: " precedes a request whose target is an absolute
 * URL, as it is sent to a proxy. */
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
	    "the entries of sites are prepared");
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

/* At the feed's origin, the headers of the feed replace headers of the site
 * with the same name. */
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
	    "a feed's own headers take precedence at its origin, and only "
	    "there");
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
	ok(has_own, "S17: the cookie jar of a hostile site is never empty");
	ok(most <= LIMIT_SITE_COOKIES,
	    "S17: the number of cookies in a jar is limited: %d", most);
	fetcher_free(fetcher);
	access_free(access);
	config_free(config);
}

/* Cookies are kept over a reload if the file has not changed.  They are dropped
 * if the entry is removed or the file is changed.  A transfer in progress keeps
 * its jar. */
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
