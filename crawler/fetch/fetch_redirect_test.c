/* fetch_redirect_test.c -- redirect chains, loops, other origins, and targets
 * that are refused. */
#include "base/array.h"
#include "crawler/fetch/fetch_server_test.h"

#define FIELD(got, name) slice_of((got).response.name)

static struct answer_got got;

/* Answers /chain/10 with a redirect to /chain/9, and so on to /chain/0. */
static bool
fetch_redirect_test_say_chain(int fd, const char *path)
{
	int left = (int)strtol(path + strlen("/chain/"), NULL, 10);
	char text[256];

	if (left == 0)
		return say(fd, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"
			       "end");
	snprintf(text, sizeof(text),
	    "HTTP/1.1 %d Moved\r\nLocation: %d\r\nETag: \"on-the-way\"\r\n"
	    "Content-Length: 4\r\n\r\nbody",
	    left % 2 ? 301 : 308, left - 1);
	return say(fd, text);
}

static bool
fetch_redirect_test_say_elsewhere(int fd, const char *path)
{
	char text[256];

	(void)path;
	snprintf(text, sizeof(text),
	    "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:%d/back\r\n"
	    "Content-Length: 0\r\n\r\n",
	    there.port);
	return say(fd, text);
}

static bool
fetch_redirect_test_say_back(int fd, const char *path)
{
	char text[256];

	(void)path;
	snprintf(text, sizeof(text),
	    "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:%d/home\r\n"
	    "Content-Length: 0\r\n\r\n",
	    here.port);
	return say(fd, text);
}

static bool
fetch_redirect_test_say_large_redirect(int fd, const char *path)
{
	(void)path;
	say(fd, "HTTP/1.1 302 Found\r\nLocation: /plain\r\n\r\n");
	while (say(fd, "a body that nobody reads, and that does not end "))
		;
	return false;
}

/* Answers /to/LOCATION with a redirect to LOCATION. */
static bool
fetch_redirect_test_say_to(int fd, const char *path)
{
	char text[REQUEST_BYTES];

	snprintf(text, sizeof(text),
	    "HTTP/1.1 301 Moved\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n",
	    path + strlen("/to/"));
	return say(fd, text);
}

static bool
fetch_redirect_test_say_long_location(int fd, const char *path)
{
	(void)path;
	say(fd, "HTTP/1.1 301 Moved\r\nContent-Length: 0\r\nLocation: /");
	for (int i = 0; i < 3000; i++)
		say(fd, "a");
	return say(fd, "\r\n\r\n");
}

#define EMPTY(status) "HTTP/1.1 " status "\r\nContent-Length: 0\r\n\r\n"

const struct answer_row answers[] = {
	{ "/plain", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", NULL },
	{ "/home", EMPTY("200 OK"), NULL },
	{ "/loop-a",
	    "HTTP/1.1 302 F\r\nLocation: /loop-b\r\nContent-Length: 0\r\n\r\n",
	    NULL },
	{ "/loop-b",
	    "HTTP/1.1 302 F\r\nLocation: /loop-a\r\nContent-Length: 0\r\n\r\n",
	    NULL },
	{ "/self",
	    "HTTP/1.1 301 F\r\nLocation: /self#x\r\nContent-Length: 0\r\n\r\n",
	    NULL },
	{ "/temporary",
	    "HTTP/1.1 307 F\r\nLocation: /chain/1\r\nContent-Length: 0\r\n\r\n",
	    NULL },
	{ "/nowhere", EMPTY("301 Moved"), NULL },
	{ "/choice",
	    "HTTP/1.1 300 C\r\nLocation: /plain\r\nContent-Length: 0\r\n\r\n",
	    NULL },
	{ "/untidy",
	    "HTTP/1.1 301 F\r\nLocation:  /caf\xc3\xa9 x?a=1#y \r\n"
	    "Content-Length: 0\r\n\r\n",
	    NULL },
	{ "/caf%C3%A9%20x?a=1", EMPTY("200 OK"), NULL },
	{ "/cut-redirect",
	    "HTTP/1.1 302 F\r\nLocation: /plain\r\nContent-length: 50\r\n\r\n"
	    "cut",
	    NULL },
	{ "/same-origin",
	    "HTTP/1.1 301 F\r\nLocation: /home\r\nContent-Length: 0\r\n\r\n",
	    NULL },
	{ "/elsewhere", NULL, fetch_redirect_test_say_elsewhere },
	{ "/back", NULL, fetch_redirect_test_say_back },
	{ "/large-redirect", NULL, fetch_redirect_test_say_large_redirect },
	{ "/long-location", NULL, fetch_redirect_test_say_long_location },
	{ "/chain/*", NULL, fetch_redirect_test_say_chain },
	{ "/to/*", NULL, fetch_redirect_test_say_to }, { NULL, NULL, NULL }
};

static void
fetch_redirect_test_redirects(struct fetcher *fetcher)
{
	char expected[256];

	get_path(fetcher, "/chain/10", &got);
	is_result(&got, FETCH_OK, "ten redirects are followed");
	is_text(FIELD(got, url), url_of(&here, "/chain/0"),
	    "the URL of the last response is reported");
	is_int(got.response.redirects, 10, "ten redirects are counted");
	ok(got.response.permanent,
	    "a chain of permanent redirects is permanent");
	is_text(slice_of(got.body), "end", "only the last body is kept");
	ok(got.response.etag == NULL && got.response.location == NULL,
	    "only the last headers are kept");
	get_path(fetcher, "/chain/11", &got);
	is_result(&got, FETCH_REDIRECTS, "an eleventh redirect is refused");
	is_int(got.response.redirects, 10, "ten redirects are counted");
	ok(got.body == NULL, "a refused redirect gives no body");
	get_path(fetcher, "/temporary", &got);
	is_result(&got, FETCH_OK, "/temporary");
	ok(!got.response.permanent, "a chain with a 307 is not permanent");
	get_path(fetcher, "/loop-a", &got);
	is_result(&got, FETCH_REDIRECTS, "/loop-a");
	is_int(got.response.redirects, 1,
	    "a loop is recognised after one redirect");
	get_path(fetcher, "/self", &got);
	is_result(&got, FETCH_REDIRECTS, "/self");
	get_path(fetcher, "/nowhere", &got);
	is_result(&got, FETCH_OK, "301 without Location is an answer");
	is_int(got.response.status, 301, "the status 301 is reported");
	get_path(fetcher, "/choice", &got);
	is_int(got.response.status, 300, "300 is not followed");
	is_text(FIELD(got, location), "/plain",
	    "the Location of a refused redirect is reported");
	get_path(fetcher, "/untidy", &got);
	is_int(got.response.status, 200,
	    "a Location with white space and UTF-8 is followed");
	snprintf(expected, sizeof(expected), "%s",
	    url_of(&here, "/caf%C3%A9%20x?a=1"));
	is_text(FIELD(got, url), expected, "the final address is normalised");
	get_path(fetcher, "/cut-redirect", &got);
	is_result(&got, FETCH_OK, "/cut-redirect");
	is_text(slice_of(got.body), "hello",
	    "a redirect with a truncated body is followed");
	get_path(fetcher, "/large-redirect", &got);
	is_result(&got, FETCH_OK, "/large-redirect");
	is_text(slice_of(got.body), "hello",
	    "a redirect with a large body is followed");
	get_path(fetcher, "/long-location", &got);
	is_result(&got, FETCH_FORBIDDEN, "S20: /long-location");
}

static void
fetch_redirect_test_origins(struct fetcher *fetcher)
{
	static const struct fetch_header own[] = {
		{ "X-Key", "secret" },
		{ "Authorization", "Basic c2VjcmV0" },
		{ "Bad Name", "x" },
		{ "X-Bad", "a\r\nEvil: y" },
		{ "X-Empty", "" },
		{ "accept", "application/x-own" },
	};
	struct fetch_request request = { .etag = "\"e\"",
		.last_modified = "m",
		.headers = own,
		.n_headers = ARRAY_LENGTH(own) };
	const char *sent;

	request.url = url_of(&here, "/same-origin");
	get(fetcher, request, &got);
	sent = asked(&here, "/same-origin");
	ok(strstr(sent, "X-Key: secret\r\n") && strstr(sent, "Authorization:"),
	    "a feed's headers are sent to its origin");
	ok(!strstr(sent, "Bad") && !strstr(sent, "Evil") &&
		!strstr(sent, "X-Empty"),
	    "invalid headers are not sent");
	ok(strstr(sent, "accept: application/x-own") &&
		!strstr(sent, "Accept: "),
	    "a feed's Accept replaces the default");
	sent = asked(&here, "/home");
	ok(strstr(sent, "X-Key: secret") &&
		strstr(sent, "If-None-Match: \"e\""),
	    "headers are sent again after a redirect within the origin");

	request.url = url_of(&here, "/elsewhere");
	get(fetcher, request, &got);
	is_result(&got, FETCH_OK, "/elsewhere");
	is_int(got.response.redirects, 2,
	    "the redirects to another origin and back are counted");
	sent = asked(&there, "/back");
	ok(sent[0] != '\0' && !strstr(sent, "secret") &&
		!strstr(sent, "Authorization") && !strstr(sent, "If-"),
	    "S9: headers and validators are not sent to another origin");
	ok(strstr(sent, "Accept: application/rss+xml") != NULL,
	    "the default Accept is sent to another origin");
	sent = asked(&here, "/home");
	ok(sent[0] != '\0' && !strstr(sent, "secret") && !strstr(sent, "If-"),
	    "S9: headers are not sent after a redirect back from another "
	    "origin");

	char *back = strdup(url_of(&there, "/back"));

	request.url = url_of(&here, "/elsewhere");
	request.validators_url = back;
	get(fetcher, request, &got);
	free(back);
	sent = asked(&there, "/back");
	ok(strstr(sent, "If-None-Match: \"e\"") != NULL,
	    "after a redirect, validators go to the address that gave them");
	sent = asked(&here, "/elsewhere");
	ok(sent[0] != '\0' && !strstr(sent, "If-"),
	    "validators are not sent to the origin that redirects");
}

static void
fetch_redirect_test_bad_addresses(struct fetcher *fetcher)
{
	static const char *const bad[] = { "file:///etc/passwd",
		"ftp://127.0.0.1/", "gopher://127.0.0.1/", "dict://127.0.0.1/",
		"scp://127.0.0.1/", "sftp://127.0.0.1/", "ldap://127.0.0.1/",
		"smb://127.0.0.1/", "telnet://127.0.0.1/", "tftp://127.0.0.1/",
		"imap://127.0.0.1/", "pop3://127.0.0.1/", "smtp://127.0.0.1/",
		"rtsp://127.0.0.1/", "mqtt://127.0.0.1/", "ws://127.0.0.1/",
		"data:text/plain,x", "javascript:1", "mailto:a@b.example",
		"http://user:pass@127.0.0.1/", "http://127.0.0.2\\@127.0.0.1/",
		"http:///127.0.0.1/", "http://127.0.0.1:25/",
		"http://127.0.0.1:6667/", "http://[::1/" };
	char path[256];

	for (size_t i = 0; i < ARRAY_LENGTH(bad); i++) {
		get(fetcher, (struct fetch_request){ .url = bad[i] }, &got);
		is_result(&got, FETCH_FORBIDDEN, bad[i]);
		snprintf(path, sizeof(path), "/to/%s", bad[i]);
		if (strchr(bad[i], '\\') != NULL)
			continue;
		get_path(fetcher, path, &got);
		is_result(&got, FETCH_FORBIDDEN, path);
		is_int(got.response.status, 301,
		    "S5: the refused address of a redirect is reported");
	}
}

int
main(void)
{
	struct fetcher *fetcher;
	int files;

	signal(SIGPIPE, SIG_IGN);
	files = open_files();
	test_begin();
	fetcher = make_fetcher(8, true);
	fetch_redirect_test_redirects(fetcher);
	fetch_redirect_test_origins(fetcher);
	fetch_redirect_test_bad_addresses(fetcher);
	answer_release(&got);
	fetcher_free(fetcher);
	test_end();
	is_int(open_files(), files, "no descriptor stays open");
	return done_testing();
}
