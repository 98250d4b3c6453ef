/*
 * changes_test.c -- tests when a request for changes waits, and when its wait
 * is over.
 */
#include "serve/api/api.h"
#include "store/fixture_test.h"
#include "tests/lib/control_daemon.h"

#define BEGAN_MS 5000

static struct slice changes_test_origin, changes_test_site;
static struct serve_settings changes_test_settings;

/* Requests changes; *ret: the exchange after the call. */
static void
changes_test_ask(struct store *s, const char *query, int64_t now_ms,
    struct serve_exchange *ret, struct serve_response *response)
{
	static struct serve_request request;
	static char target[128], spare[128];
	struct err e = ERR_INIT;
	int length =
	    snprintf(target, sizeof(target), "/api/v1/changes?%s", query);

	request = (struct serve_request){ .method = SERVE_GET,
		.host = SLICE("127.0.0.1:7416"),
		.origin = changes_test_origin,
		.fetch_site = changes_test_site };
	serve_request_parse_target(target, (size_t)length, spare, &request);
	serve_response_init(response);
	*ret = (struct serve_exchange){ .store = s,
		.settings = &changes_test_settings,
		.request = &request,
		.response = response,
		.began_ms = BEGAN_MS,
		.now_ms = now_ms };
	is_done(api_changes(ret, &e), &e, query);
}

/* until_ms 0: the request must be answered at once. */
static void
changes_test_waits(struct store *s, const char *query, int64_t now_ms,
    int64_t until_ms, const char *name)
{
	struct serve_response response;
	struct serve_exchange exchange;

	changes_test_ask(s, query, now_ms, &exchange, &response);
	ok(exchange.waits == (until_ms != 0) && response.status == 200, "%s",
	    name);
	is_int(exchange.wait_until_ms, until_ms,
	    "the request waits until the expected time");
	serve_response_release(&response);
}

static void
changes_test_status(struct store *s, const char *query, int status)
{
	struct serve_response response;
	struct serve_exchange exchange;

	changes_test_ask(s, query, BEGAN_MS, &exchange, &response);
	ok(response.status == status && !exchange.waits, "%d: %s", status,
	    query);
	serve_response_release(&response);
}

/* A consumer can be used by programs and by pages of this server, but not by
 * other pages.  503: the request was allowed, but no daemon is known. */
static void
changes_test_origins(struct store *s)
{
	changes_test_site = SLICE("cross-site");
	changes_test_status(s, "consumer=a", 403);
	changes_test_status(s, "consumer=a&lease=60", 403);
	changes_test_status(s, "after=0", 200);
	changes_test_site = SLICE("same-site");
	changes_test_status(s, "consumer=a&lease=60", 403);
	changes_test_site = SLICE("same-origin");
	changes_test_status(s, "consumer=a&lease=60", 503);
	changes_test_site = SLICE("none");
	changes_test_status(s, "consumer=a", 503);
	changes_test_site = SLICE_NONE;
	changes_test_origin = SLICE("http://evil.example");
	changes_test_status(s, "consumer=a", 403);
	changes_test_origin = SLICE_NONE;
}

/* A lease is taken through the daemon.  upto=: the newest change in the
 * daemon's database.  The database of this server has the changes up to 1. */
static void
changes_test_lease(struct store *s, const char *taken, int status)
{
	const char *path = fixture_path("control.sock");
	const char *const answers[] = { taken, "ok\n", NULL };
	struct serve_response response;
	struct serve_exchange exchange;
	struct err e = ERR_INIT;
	int64_t seq;
	pid_t pid;

	is_done(store_consumer_open(s, SLICE("team"), 0, NOW, &seq, &e), &e,
	    "a consumer");
	pid = control_daemon_start(path, answers);
	changes_test_settings.control = path;
	changes_test_ask(
	    s, "consumer=team&lease=60", BEGAN_MS, &exchange, &response);
	is_int(response.status, status, taken);
	ok((response.retry_after_s > 0) == (status == 503),
	    "Retry-After is sent with 503 only");
	changes_test_settings.control = NULL;
	serve_response_release(&response);
	control_daemon_end(pid);
}

int
main(void)
{
	static struct fixture_feed f;
	struct serve_response response;
	struct serve_exchange exchange;
	struct store *s;
	int64_t id;

	fixture_begin();
	s = fixture_open("changes.db", STORE_DAEMON);
	id = put_feed_at(s, "https://example.org/rss");
	changes_test_waits(s, "wait=2", BEGAN_MS, BEGAN_MS + 2000, "it waits");
	changes_test_waits(s, "wait=2", BEGAN_MS + 1999, BEGAN_MS + 2000,
	    "a request that is called early waits again");
	changes_test_waits(
	    s, "wait=2", BEGAN_MS + 2000, 0, "the time of the request is over");
	changes_test_waits(s, "wait=3600", BEGAN_MS,
	    BEGAN_MS + LIMIT_SERVE_WAIT_MS,
	    "a longer wait is shortened to LIMIT_SERVE_WAIT_MS");
	changes_test_waits(s, "wait=3600", BEGAN_MS + LIMIT_SERVE_WAIT_MS, 0,
	    "a shortened wait ends at its end");
	changes_test_waits(s, "wait=0", BEGAN_MS, 0, "no wait");
	feed_begin(&f, "F");
	feed_add(&f, "a", NULL, "A title", "Words of it.");
	poll(s, id, &f, NOW);
	changes_test_ask(s, "wait=60", BEGAN_MS, &exchange, &response);
	ok(!exchange.waits && response.body.len > 0,
	    "a change is answered at once");
	serve_response_release(&response);
	changes_test_waits(s, "after=1&wait=2", BEGAN_MS, BEGAN_MS + 2000,
	    "a request waits for a change after the first one");
	changes_test_status(s, "after=1", 200);
	changes_test_status(s, "after=2", 400);
	changes_test_status(s, "after=2&wait=2", 400);
	changes_test_status(s, "after=9223372036854775807&limit=1", 400);
	is_int(ask(s, "SELECT count(*) FROM consumer"), 0,
	    "no consumer is written");
	changes_test_status(s, "lease=5", 400);
	changes_test_status(s, "consumer=a&after=1", 400);
	changes_test_status(s, "consumer=a", 503);
	changes_test_origins(s);
	changes_test_lease(
	    s, "ok id=1 after=0 upto=1 redelivered=0 wait_ms=-1\n", 200);
	changes_test_lease(
	    s, "ok id=2 after=1 upto=5 redelivered=0 wait_ms=-1\n", 503);
	store_close(s);
	return done_testing();
}
