/* fetch_test.c -- a transfer from start to end: the request, validators,
 * headers, connections, cancelling. */
#include <dlfcn.h>
#include <netdb.h>

#include "base/array.h"
#include "base/limits.h"
#include "crawler/fetch/fetch_server_test.h"

#define FIELD(got, name) slice_of((got).response.name)

static struct answer_got got;

/* ---------------------------------------------------------- the answers */

static bool
fetch_test_say_nothing(int fd, const char *path)
{
	(void)path;
	wait_for_close(fd);
	return false;
}

#define EMPTY(status) "HTTP/1.1 " status "\r\nContent-Length: 0\r\n\r\n"

const struct answer_row answers[] = {
	{ "/plain",
	    "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=x\r\n"
	    "ETag:   W/\"a, \"b\" \xc3\xa4\"  \r\n"
	    "Last-Modified: 2024-05-01 10:00\r\nX-Other: y\r\n"
	    "Set-Cookie: a=b; Path=/\r\n"
	    "Content-Length: 5\r\n\r\nhello",
	    NULL },
	{ "/not-modified",
	    "HTTP/1.1 304 Not Modified\r\nETag: \"new\"\r\n"
	    "Cache-Control: max-age=60\r\nContent-Length: 99999999999\r\n\r\n",
	    NULL },
	{ "/error",
	    "HTTP/1.1 503 Wait\r\nRetry-After: 7200\r\n"
	    "cf-mitigated: challenge\r\nContent-Length: 2\r\n\r\nno",
	    NULL },
	{ "/twice",
	    "HTTP/1.1 200 OK\r\netag: \"1\"\r\nETAG: \"2\"\r\nETag: \r\n"
	    "cache-control: public\r\nCache-Control: max-age=5\r\n"
	    "Link: <a>; rel=hub\r\nlink: <b>; rel=self\r\nAge:\r\n  \r\n"
	    "X-Robots-Tag: noai\r\n"
	    "X-Rate-Limit-Reset: 3\r\nRateLimit-Reset: 2\r\n"
	    "Expires: Wed,\r\n\t 21 Oct 2026\r\nContent-Length: 0\r\n\r\n",
	    NULL },
	{ "/interim",
	    "HTTP/1.1 103 Early\r\nETag: \"early\"\r\nDate: x\r\n\r\n"
	    "HTTP/1.1 200 OK\r\nETag: \"late\"\r\nContent-Length: 0\r\n\r\n",
	    NULL },
	{ "/trailers",
	    "HTTP/1.1 200 OK\r\nETag: \"head\"\r\n"
	    "Transfer-Encoding: chunked\r\n\r\n"
	    "5\r\nhello\r\n0\r\nETag: \"tail\"\r\nDate: x\r\n\r\n",
	    NULL },
	{ "/home", EMPTY("200 OK"), NULL },
	{ "/silent", NULL, fetch_test_say_nothing },
	{ NULL, NULL, NULL },
};

/* ------------------------------------------------------------ the tests */

static void
fetch_test_answer(struct fetcher *fetcher)
{
	get_path(fetcher, "/plain", &got);
	is_result(&got, FETCH_OK, "/plain");
	is_int(got.response.status, 200, "the status is reported");
	is_text(FIELD(got, why), "", "a complete response has no reason");
	is_text(FIELD(got, etag), "W/\"a, \"b\" \xc3\xa4\"",
	    "ETag is kept as sent, without blanks around it");
	is_text(FIELD(got, last_modified), "2024-05-01 10:00",
	    "Last-Modified is kept as sent");
	is_text(FIELD(got, content_type), "text/xml; charset=x",
	    "the Content-Type is reported");
	ok(got.response.age == NULL, "an absent header is NULL");
	is_text(FIELD(got, url), url_of(&here, "/plain"),
	    "the address is reported");
	ok(!got.response.permanent && got.response.redirects == 0,
	    "a response without a redirect has no redirects");
	is_slice((struct slice){ got.body, got.body_len }, SLICE("hello"),
	    "the body is available");
	is_int(got.response.body_bytes, 5, "the size of the body is reported");
	ok(got.sealed, "the memfd is sealed");
	ok(got.rewound, "the descriptor of the body is at offset 0");
	ok(got.response.wire_bytes > 100 && got.response.wire_bytes < 300,
	    "wire bytes have headers and body");
	ok(strstr(got.response.headers.p, "X-Other: y\r\n") != NULL &&
		strstr(got.response.headers.p, "HTTP/") == NULL,
	    "all headers are kept, without the status line");
}

static void
fetch_test_request(struct fetcher *fetcher)
{
	const char *request;

	get_path(fetcher, "/plain", &got);
	request = asked(&here, "/plain");
	ok(strstr(request, "User-Agent: gleaner/0 (+test)\r\n") != NULL,
	    "the User-Agent is sent");
	ok(strstr(request, "application/rss+xml, application/atom+xml, ") !=
		NULL,
	    "Accept names the types of feeds");
	ok(strstr(request, "Accept-Encoding: deflate, gzip") != NULL,
	    "Accept-Encoding is sent");
	ok(strstr(request, "Cookie") == NULL &&
		strstr(request, "Referer") == NULL &&
		strstr(request, "If-") == NULL,
	    "no Cookie, Referer or condition is sent");
	get(fetcher,
	    (struct fetch_request){
		.url = url_of(&here, "/home"), .kind = FETCH_PAGE },
	    &got);
	ok(strstr(asked(&here, "/home"), "Accept: text/html,application/") !=
		NULL,
	    "Accept names the types of pages");
	ok(strstr(asked(&here, "/home"), "Cookie") == NULL,
	    "S17: a cookie is not given back");
	ok(got.body == NULL && got.response.body_bytes == 0,
	    "an empty response has no body");
	get(fetcher,
	    (struct fetch_request){
		.url = url_of(&here, "/robots.txt"), .kind = FETCH_ROBOTS },
	    &got);
	ok(strstr(asked(&here, "/robots.txt"), "Accept: text/plain") != NULL,
	    "the Accept of robots.txt is sent");
	is_result(&got, FETCH_OK, "404 is an answer");
	is_int(got.response.status, 404, "the status 404 is reported");
	get_path(fetcher, "/error", &got);
	is_result(&got, FETCH_OK, "503 is an answer");
	is_text(FIELD(got, retry_after), "7200", "Retry-After is reported");
	is_text(
	    FIELD(got, cf_mitigated), "challenge", "cf-mitigated is reported");
	is_text(slice_of(got.body), "no", "the body of an error is reported");
}

static void
fetch_test_counts(struct fetcher *fetcher)
{
	const struct fetch_counts *counts = fetcher_counts(fetcher);
	const struct histogram *duration = &counts->duration[FETCH_FEED];
	uint64_t ok_before = counts->classes[FETCH_FEED][2];
	uint64_t error_before = counts->classes[FETCH_FEED][5];
	uint64_t forbidden_before =
	    counts->failures[FETCH_FEED][FETCH_FORBIDDEN];
	uint64_t n_before = duration->n;

	get_path(fetcher, "/plain", &got);
	get_path(fetcher, "/error", &got);
	get(fetcher, (struct fetch_request){ .url = "ftp://example.org/" },
	    &got);
	is_int(counts->classes[FETCH_FEED][2] - ok_before, 1,
	    "a response with 200 is counted");
	is_int(counts->classes[FETCH_FEED][5] - error_before, 1,
	    "a response with 503 is counted");
	is_int(counts->failures[FETCH_FEED][FETCH_FORBIDDEN] - forbidden_before,
	    1, "a transfer that was refused is counted by its result");
	is_int(duration->n - n_before, 2,
	    "the durations of the responses are counted");
	is_text(slice_of(fetch_kind_name(FETCH_ROBOTS)), "robots",
	    "a kind has a name");
}

/* Tests that the last request for /not-modified has the field with this value,
 * or no such field if `value` is NULL. */
static void
fetch_test_condition(const char *field, const char *value)
{
	const char *request = asked(&here, "/not-modified");
	char expected[256];

	snprintf(expected, sizeof(expected), "%s: %s\r\n", field,
	    value != NULL ? value : "");
	ok((strstr(request, expected) != NULL) == (value != NULL) &&
		(strstr(request, field) != NULL) == (value != NULL),
	    "%s, byte by byte", field);
}

static void
fetch_test_validators(struct fetcher *fetcher)
{
	static const struct {
		const char *etag, *last_modified;
	} rows[] = {
		{ "\"abc\"", "Wed, 01 May 2024 10:00:00 GMT" },
		{ "W/\"a  b, c\"", NULL },
		{ "no-quotes \xc3\xa4 'x'", "2024-05-01 10:00" },
		{ NULL, "yesterday;  about noon" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		get(fetcher,
		    (struct fetch_request){
			.url = url_of(&here, "/not-modified"),
			.etag = rows[i].etag,
			.last_modified = rows[i].last_modified },
		    &got);
		is_result(&got, FETCH_OK, "/not-modified");
		is_int(got.response.status, 304, "the status 304 is reported");
		ok(got.body == NULL && got.response.body_fd == -1,
		    "a 304 has no body");
		is_text(FIELD(got, etag), "\"new\"",
		    "the new ETag of a 304 is reported");
		fetch_test_condition("If-None-Match", rows[i].etag);
		fetch_test_condition(
		    "If-Modified-Since", rows[i].last_modified);
	}
	get_path(fetcher, "/not-modified", &got);
	is_result(&got, FETCH_PROTOCOL,
	    "a 304 to a request without conditions is refused");
}

static void
fetch_test_invalid_validators(struct fetcher *fetcher)
{
	char too_long[LIMIT_VALIDATOR_BYTES + 2];
	const char *request;

	memset(too_long, 'x', sizeof(too_long) - 1);
	too_long[sizeof(too_long) - 1] = '\0';
	get(fetcher,
	    (struct fetch_request){ .url = url_of(&here, "/plain"),
		.etag = too_long,
		.last_modified = "x\r\nEvil: y" },
	    &got);
	ok(strstr(asked(&here, "/plain"), "If-") == NULL &&
		strstr(asked(&here, "/plain"), "Evil") == NULL,
	    "neither a validator that is too long nor one of two lines is "
	    "sent");
	get(fetcher,
	    (struct fetch_request){ .url = url_of(&here, "/plain"),
		.etag = "*",
		.last_modified = "yesterday" },
	    &got);
	request = asked(&here, "/plain");
	ok(strstr(request, "If-None-Match") == NULL &&
		strstr(request, "If-Modified-Since: yesterday") != NULL,
	    "the ETag \"*\", which matches every document, is not sent");
	too_long[LIMIT_VALIDATOR_BYTES] = '\0';
	get(fetcher,
	    (struct fetch_request){
		.url = url_of(&here, "/plain"), .etag = too_long },
	    &got);
	ok(strstr(asked(&here, "/plain"), too_long) != NULL,
	    "the longest allowed validator is sent");
}

static void
fetch_test_headers(struct fetcher *fetcher)
{
	get_path(fetcher, "/twice", &got);
	is_text(FIELD(got, etag), "\"2\"",
	    "the last value that is not empty is used");
	is_text(FIELD(got, cache_control), "public, max-age=5",
	    "fields with the same name are joined to one list");
	is_text(FIELD(got, link), "<a>; rel=hub, <b>; rel=self",
	    "fields with the same name are joined to one list");
	is_text(FIELD(got, x_robots_tag), "noai", "a list of one");
	ok(got.response.age == NULL, "an empty header is absent");
	is_text(FIELD(got, ratelimit_reset), "2",
	    "the preferred name of a header counts");
	is_text(FIELD(got, expires), "Wed, 21 Oct 2026",
	    "a folded header is joined");
	get_path(fetcher, "/interim", &got);
	is_text(FIELD(got, etag), "\"late\"",
	    "the ETag of the final response is reported after a 103");
	ok(got.response.date == NULL,
	    "a header of an interim response is not reported");
	is_int(got.response.status, 200,
	    "the status of the final response is reported");
	get_path(fetcher, "/trailers", &got);
	is_result(&got, FETCH_OK, "/trailers");
	is_text(
	    FIELD(got, etag), "\"head\"", "trailers do not replace headers");
	ok(got.response.date == NULL, "trailers do not add headers");
	is_text(
	    slice_of(got.body), "hello", "the body before trailers is read");
}

static void
fetch_test_connections(struct fetcher *fetcher)
{
	int before = connections();
	char url[64];
	struct server gone;

	for (int i = 0; i < 5; i++)
		get_path(fetcher, "/plain", &got);
	ok(connections() - before <= 1, "five requests use one connection");
	server_start(&gone, "127.0.0.1");
	server_stop(&gone);
	get(fetcher, (struct fetch_request){ .url = url_of(&gone, "/") }, &got);
	is_result(
	    &got, FETCH_CONNECT, "a port without a server gives FETCH_CONNECT");
	snprintf(url, sizeof(url), "https://127.0.0.1:%d/plain", here.port);
	get(fetcher, (struct fetch_request){ .url = url }, &got);
	is_result(&got, FETCH_TLS, "no TLS there");
}

static void
fetch_test_cancel(struct fetcher *fetcher)
{
	struct fetch_request request = { .url = url_of(&here, "/silent"),
		.max_bytes = 1000,
		.timeout_ms = 20000 };
	struct answer_got first = { .done = false }, second = first;
	struct err e = ERR_INIT;

	fetch_start(fetcher, &request, take_response, &first, &first.fetch, &e);
	fetch_start(
	    fetcher, &request, take_response, &second, &second.fetch, &e);
	is_int(fetcher_active(fetcher), 2, "two transfers are active");
	fetch_cancel(first.fetch);
	ok(!first.done, "fetch_cancel() does not call `done` itself");
	wait_for(&first.done);
	is_result(&first, FETCH_CANCELLED, "the first transfer is cancelled");
	ok(!second.done, "the second transfer continues");
	/* the server's thread does not wake the loop, so the loop must not
	 * block */
	while (strcmp(asked(&here, "/silent"), "") == 0 && !second.done) {
		event_base_loop(base, EVLOOP_NONBLOCK);
		sched_yield();
	}
	ok(!second.done, "the second transfer has not ended yet");
	fetch_cancel(second.fetch);
	fetch_cancel(second.fetch);
	wait_for(&second.done);
	is_result(&second, FETCH_CANCELLED, "a running transfer is cancelled");
	is_int(fetcher_active(fetcher), 0, "no transfer is active");
	answer_release(&first);
	answer_release(&second);

	request.url = "file:///";
	fetch_start(fetcher, &request, take_response, &first, &first.fetch, &e);
	fetch_cancel(first.fetch);
	wait_for(&first.done);
	is_result(&first, FETCH_CANCELLED,
	    "a transfer that had ended can be cancelled before `done`");
	answer_release(&first);
}

static void
fetch_test_parallel(void)
{
	struct fetcher *fetcher = make_fetcher(3, true);
	struct fetch_request request = { .url = url_of(&here, "/silent"),
		.max_bytes = 1000,
		.timeout_ms = 20000 };
	struct answer_got all[4] = { { .done = false } };
	struct err e = ERR_INIT;

	for (int i = 0; i < 3; i++)
		is_int(fetch_start(
			   fetcher, &request, take_response, &all[i], NULL, &e),
		    0, "a transfer below the limit is started");
	is_int(fetch_start(fetcher, &request, take_response, &all[3], NULL, &e),
	    ERR_LIMIT, "a transfer above the limit is refused");
	is_int(fetcher_active(fetcher), 3, "three transfers are active");
	for (time_t end = time(NULL) + 60;
	     !fetcher_has_capacity(fetcher) && time(NULL) < end;)
		event_base_loop(base, EVLOOP_ONCE | EVLOOP_NONBLOCK);
	is_int(fetch_start(fetcher, &request, take_response, &all[3], NULL, &e),
	    0, "a fourth transfer starts when three have been silent");
	is_int(fetcher_active(fetcher), 4, "four transfers are active");
	fetcher_cancel_all(fetcher);
	ok(!all[0].done, "fetcher_cancel_all() does not call `done` itself");
	wait_for(&all[3].done);
	answer_release(&all[3]);
	for (int i = 0; i < 3; i++) {
		wait_for(&all[i].done);
		is_result(&all[i], FETCH_CANCELLED, "all are cancelled");
		answer_release(&all[i]);
		fetch_start(
		    fetcher, &request, take_response, &all[i], NULL, &e);
	}
	fetcher_free(fetcher);
	for (int i = 0; i < 3; i++) {
		is_result(&all[i], FETCH_CANCELLED, "fetcher_free cancels");
		answer_release(&all[i]);
	}
	ok(!all[3].done, "a refused transfer never ends");
	fetcher_free(NULL);
}

/* `done` starts the next transfer, as the schedule of the daemon does. */
struct chain_of_starts {
	struct fetcher *fetcher;
	int left, fine;
	bool done;
};

static void
fetch_test_start_next(const struct response *response, void *arg)
{
	struct chain_of_starts *chain = arg;
	char url[REQUEST_BYTES];
	struct fetch_request request = {
		.url = url, .max_bytes = 1000, .timeout_ms = 20000
	};
	struct err e = ERR_INIT;

	if (response->body_fd >= 0)
		close(response->body_fd);
	chain->fine += response->result == FETCH_OK && response->status == 200;
	chain->done = chain->left == 0;
	if (chain->left-- <= 0)
		return;
	snprintf(url, sizeof(url), "%s", url_of(&here, "/plain"));
	if (fetch_start(chain->fetcher, &request, fetch_test_start_next, chain,
		NULL, &e) != 0)
		chain->done = true;
}

static void
fetch_test_start_from_done(struct fetcher *fetcher)
{
	struct chain_of_starts chain = { .fetcher = fetcher, .left = 200 };
	struct response none = { .result = FETCH_CANCELLED, .body_fd = -1 };

	fetch_test_start_next(&none, &chain);
	wait_for(&chain.done);
	is_int(chain.fine, 200,
	    "two hundred transfers succeed, each started by the last");
}

/* --------------------------------------------------------- the resolver */

/* libcurl calls these functions instead of those of libc. */

static pthread_mutex_t lookup_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t lookup_changed = PTHREAD_COND_INITIALIZER;
static int lookups_running;
static bool lookups_may_end;
static bool threads_fail; /* pthread_create() fails */

/* A lookup lasts until lookups_may_end is set, and then fails. */
int
getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
    struct addrinfo **res)
{
	(void)node;
	(void)service;
	(void)hints;
	*res = NULL;
	pthread_mutex_lock(&lookup_lock);
	lookups_running++;
	while (!lookups_may_end)
		pthread_cond_wait(&lookup_changed, &lookup_lock);
	lookups_running--;
	pthread_cond_broadcast(&lookup_changed);
	pthread_mutex_unlock(&lookup_lock);
	return EAI_NONAME;
}

typedef int thread_create(
    pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int
pthread_create(pthread_t *thread, const pthread_attr_t *attr,
    void *(*start)(void *), void *arg)
{
	union {
		void *symbol;
		thread_create *function;
	} next = { .symbol = dlsym(RTLD_NEXT, "pthread_create") };

	return threads_fail ? EAGAIN : next.function(thread, attr, start, arg);
}

static void
fetch_test_end_lookups(void)
{
	pthread_mutex_lock(&lookup_lock);
	lookups_may_end = true;
	pthread_cond_broadcast(&lookup_changed);
	while (lookups_running > 0)
		pthread_cond_wait(&lookup_changed, &lookup_lock);
	pthread_mutex_unlock(&lookup_lock);
}

#define PARALLEL 4

static const struct fetch_request slow = {
	.url = "http://slow.test/", .max_bytes = 1000, .timeout_ms = 60000
};

/* Runs the loop for longer than LIMIT_SILENT_MS. */
static void
fetch_test_pass_time(void)
{
	struct timeval wait = { .tv_usec = (LIMIT_SILENT_MS + 100) * 1000 };

	event_base_loopexit(base, &wait);
	event_base_dispatch(base);
}

static void
fetch_test_lookups(void)
{
	struct fetcher *fetcher = make_fetcher(PARALLEL, true);
	struct answer_got all[PARALLEL] = { { .done = false } };
	struct err e = ERR_INIT;

	for (int i = 0; i < PARALLEL - 1; i++)
		fetch_start(fetcher, &slow, take_response, &all[i], NULL, &e);
	fetch_test_pass_time();
	ok(fetcher_has_capacity(fetcher), "three lookups of four run");
	ok(!fetcher_has_capacity_for_silence(fetcher),
	    "the last place is reserved for hosts that have answered");
	is_int(fetch_start(
		   fetcher, &slow, take_response, &all[PARALLEL - 1], NULL, &e),
	    0, "the fourth lookup starts");
	fetch_test_pass_time();
	ok(!fetcher_has_capacity(fetcher),
	    "a lookup that lasts longer than half a second is counted");
	fetch_test_end_lookups();
	for (int i = 0; i < PARALLEL; i++) {
		wait_for(&all[i].done);
		is_result(&all[i], FETCH_DNS, "a lookup that failed");
		answer_release(&all[i]);
	}
	ok(fetcher_has_capacity(fetcher) &&
		fetcher_has_capacity_for_silence(fetcher),
	    "the places are free again");
	fetcher_free(fetcher);
}

static void
fetch_test_threads(void)
{
	struct fetcher *fetcher = make_fetcher(PARALLEL, true);
	struct answer_got postponed = { .done = false };
	struct err e = ERR_INIT;

	threads_fail = true;
	fetch_start(fetcher, &slow, take_response, &postponed, NULL, &e);
	wait_for(&postponed.done);
	threads_fail = false;
	is_result(&postponed, FETCH_POSTPONED,
	    "a lookup for which no thread can be started is postponed");
	ok(postponed.response.wait_s > 0, "the wait before the next attempt");
	answer_release(&postponed);
	fetcher_free(fetcher);
}

int
main(void)
{
	struct fetcher *fetcher;
	int files;

	signal(SIGPIPE, SIG_IGN);
	setenv("http_proxy", "http://127.0.0.2:9", 1);
	setenv("all_proxy", "http://127.0.0.2:9", 1);
	files = open_files();
	test_begin();
	fetcher = make_fetcher(8, true);
	fetch_test_answer(fetcher);
	fetch_test_request(fetcher);
	fetch_test_counts(fetcher);
	fetch_test_validators(fetcher);
	fetch_test_invalid_validators(fetcher);
	fetch_test_headers(fetcher);
	fetch_test_connections(fetcher);
	fetch_test_cancel(fetcher);
	fetch_test_parallel();
	fetch_test_start_from_done(fetcher);
	fetch_test_lookups();
	fetch_test_threads();
	answer_release(&got);
	fetcher_free(fetcher);
	test_end();
	is_int(open_files(), files, "no descriptor stays open");
	return done_testing();
}
