/* host_test.c -- budgets, gaps and pauses, with the time passed in. */
#include "base/array.h"
#include "base/limits.h"
#include "crawler/host.h"
#include "tests/lib/tap.h"
#include "url/url.h"

#define NOW 1792564080LL

static const struct host_policy two = { .connections = 2, .gap_ms = 1000 };
static const struct host_policy slow = { .connections = 9, .gap_ms = 5000 };
static const struct host_policy free_for_all = { .connections = 9,
	.gap_ms = 0 };

static void
host_test_table(void)
{
	struct host_table *hosts;
	struct host *first, *again, *seen;
	struct err e = ERR_INIT;
	char key[16] = "example.org";
	size_t at = 0, n = 0;

	ok(host_table_new(&hosts, &e) == 0, "a table of hosts is created");
	first = host_get(hosts, slice_of(key));
	ok(first != NULL && strcmp(first->key, "example.org") == 0,
	    "a host is added");
	memcpy(key, "example.net", 12);
	ok(host_get(hosts, slice_of(key)) != first,
	    "another key gives another host");
	for (int i = 0; i < 5000; i++) {
		struct slice k = { key, 0 };

		k.len = (size_t)snprintf(key, sizeof(key), "h%d", i);
		if (host_get(hosts, k) == NULL)
			break;
	}
	is_int((int64_t)host_count(hosts), 5002, "all hosts are counted");
	again = host_get(hosts, SLICE("example.org"));
	ok(again == first, "the pointer to a host stays valid");
	while ((seen = host_next(hosts, &at)) != NULL)
		n += seen->active == 0;
	is_int((int64_t)n, 5002, "all hosts are visited once");

	first->failures = 1;
	host_get(hosts, SLICE("h1"))->pause_until_at = NOW + 1;
	host_get(hosts, SLICE("h2"))->started_ms = -949;
	host_get(hosts, SLICE("h2"))->has_started = true;
	host_get(hosts, SLICE("h3"))->active = 1;
	host_get(hosts, SLICE("h4"))->user = hosts;
	host_get(hosts, SLICE("h5"))->pause_until_at = NOW;
	host_get(hosts, SLICE("h6"))->foreign_failures = 1;
	host_get(hosts, SLICE("h7"))->foreign_pause_until_at = NOW + 1;
	is_int((int64_t)host_table_trim(hosts, &two, 50, NOW), 4995,
	    "hosts without state are removed");
	is_int((int64_t)host_count(hosts), 7, "hosts with state remain");
	ok(host_get(hosts, SLICE("example.org")) == first,
	    "a remaining host is not moved");
	host_table_free(hosts);
	host_table_free(NULL);
}

/* Two feeds. The server of the first feed requests a pause; the rows state
 * whether it also applies to the second feed. */
static const struct {
	const char *first, *second;
	bool same, shared;
} neighbours[] = {
	{ "https://feeds.example.co.uk/a", "https://www.example.co.uk/b", true,
	    true },
	{ "https://example.org/a", "http://example.org:8080/b", true, true },
	{ "https://a.github.io/feed", "https://b.github.io/feed", false, true },
	{ "https://example.org/a", "https://example.net/a", false, true },
	{ "http://127.0.0.1:8080/a", "http://127.0.0.1:8080/b", true, false },
	{ "http://localhost/a", "http://localhost/b", true, false },
	{ "http://[::1]/a", "http://[::1]/b", true, false },
	{ "http://192.168.1.2/a", "http://192.168.1.2:81/a", false, false },
	{ "http://rsshub/a", "http://rsshub/b", true, false },
};

static struct host *
host_test_host_of(struct host_table *hosts, const char *url)
{
	struct arena arena;
	jmp_buf exhausted;
	struct slice key;
	struct host *volatile ret = NULL;

	arena_init(&arena, 64 * KIB);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) == 0 &&
	    url_budget_key(&arena, slice_of(url), &key))
		ret = host_get(hosts, key);
	arena_release(&arena);
	return ret;
}

static void
host_test_neighbours(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(neighbours); i++) {
		struct host_table *hosts;
		struct err e = ERR_INIT;

		if (host_table_new(&hosts, &e) != 0)
			continue;
		struct host *first =
		    host_test_host_of(hosts, neighbours[i].first);
		struct host *second =
		    host_test_host_of(hosts, neighbours[i].second);

		if (first == NULL || second == NULL) {
			ok(false, "%s", neighbours[i].first);
		} else {
			host_started(first, 0);
			host_finished(first, 429, 7200, 0, NOW);
			is_int(host_wait_ms(second, &free_for_all, 0, NOW),
			    neighbours[i].same ? 7200000 : 0,
			    "E22: a pause applies to the feeds of the same "
			    "host");
			ok(host_is_shared(first) == neighbours[i].shared,
			    "E23: %s", neighbours[i].first);
		}
		host_table_free(hosts);
	}
}

static void
host_test_gap(void)
{
	struct host host = { .active = 0 };

	is_int(host_wait_ms(&host, &two, 5000, NOW), 0,
	    "the first request is allowed at once");
	host_started(&host, 5000);
	is_int(host_wait_ms(&host, &two, 5000, NOW), 1000,
	    "the second request waits for the gap");
	is_int(host_wait_ms(&host, &two, 5999, NOW), 1,
	    "the next request waits to the last millisecond");
	is_int(host_wait_ms(&host, &two, 6000, NOW), 0,
	    "a request is allowed after the gap");
	host_started(&host, 6000);
	is_int(host_wait_ms(&host, &two, 9000, NOW), -1,
	    "no third request is allowed beside two active ones");
	host_finished(&host, 200, -1, 0, NOW);
	is_int(host_wait_ms(&host, &two, 9000, NOW), 0,
	    "a request is allowed after one of two connections ended");
	host_finished(&host, 0, -1, 0, NOW);
	is_int(host.active, 0, "no request is active after both ended");
	host_started(&host, 9000);
	is_int(host_wait_ms(&host, &free_for_all, 9000, NOW), 0,
	    "without a gap a request is allowed at once");

	host = (struct host){ 0 };
	host_started(&host, 10000);
	host_finished(&host, 200, -1, 0, NOW);
	is_int(host_wait_ms(&host, &two, 10400, NOW), 600,
	    "the gap of another policy applies to the last request, too");
	is_int(host_wait_ms(&host, &slow, 11400, NOW), 3600,
	    "a longer gap applies to the last request, too");
	host.crawl_delay_s = 2;
	is_int(host_wait_ms(&host, &two, 10400, NOW), 1600,
	    "E41: a new crawl-delay applies to the last request, too");
}

static void
host_test_crawl_delay(void)
{
	struct host host = { .crawl_delay_s = 10 };

	host_started(&host, 0);
	is_int(host_wait_ms(&host, &two, 0, NOW), 10000,
	    "Crawl-delay: 10 gives a gap of 10 s");
	host.crawl_delay_s = 0;
	host_started(&host, 0);
	host.active = 0;
	is_int(host_wait_ms(&host, &two, 0, NOW), 1000,
	    "a gap that is longer than the crawl-delay is used");
	host.crawl_delay_s = INT64_MAX;
	host_started(&host, 0);
	is_int(host_wait_ms(&host, &two, 0, NOW), LIMIT_CRAWL_DELAY_S * 1000,
	    "up to a bound");
}

static void
host_test_foreign_crawl_delay(void)
{
	struct host host = { .foreign_crawl_delay_s = 10 };

	host_started_foreign(&host, 0);
	host_finished_foreign(&host, 200, -1, 0, NOW);
	is_int(host_wait_ms(&host, &two, 0, NOW), 1000,
	    "I3: the crawl delay of foreign requests does not delay others");
	is_int(host_foreign_wait_ms(&host, &two, 4000, NOW), 6000,
	    "E41: the crawl delay of foreign requests delays these");
	host.foreign_crawl_delay_s = INT64_MAX;
	is_int(host_foreign_wait_ms(&host, &two, 0, NOW),
	    LIMIT_CRAWL_DELAY_S * 1000, "up to a bound");
}

static void
host_test_pause(void)
{
	struct host host = { .active = 5 };
	int64_t expected_s = 900;

	host_finished(&host, 429, 7200, 0, NOW);
	is_int(host.pause_until_at, NOW + 7200,
	    "E15: the host is paused for the requested time");
	host_finished(&host, 503, 60, 0, NOW);
	is_int(
	    host.pause_until_at, NOW + 7200, "a shorter pause changes nothing");
	is_int(host_wait_ms(&host, &free_for_all, 0, NOW + 7199), 1000,
	    "the pause lasts to its last second");
	is_int(host_wait_ms(&host, &free_for_all, 0, NOW + 7200), 0,
	    "a request is allowed after the pause");
	host_started(&host, 0);
	is_int(host_wait_ms(&host, &slow, 0, NOW + 7199), 5000,
	    "the longer of gap and pause is used");
	host_finished(&host, 200, -1, 0, NOW);
	is_int(host.failures, 0, "a success ends the count");
	is_int(host.pause_until_at, NOW + 7200,
	    "a success does not end the pause");
	host_finished(&host, 404, -1, 0, NOW);
	is_int(host.failures, 0, "a 404 is not a failure of the host");
	host_finished(&host, 503, 432000, 0, NOW);
	is_int(host.pause_until_at, NOW + 432000,
	    "E20: a pause of five days is kept");

	host = (struct host){ .active = 40 };
	for (int i = 0; i < 10; i++) {
		host.pause_until_at = 0;
		host_finished(&host, i % 2 ? 429 : 503, -1, 0, NOW);
		is_int(host.pause_until_at - NOW, expected_s,
		    "E18: doubling from 15 min to 24 h");
		expected_s = expected_s * 2 < 86400 ? expected_s * 2 : 86400;
	}
	host.pause_until_at = 0;
	host.failures = 1;
	host_finished(&host, 503, -1, 5, NOW);
	is_int(host.pause_until_at - NOW, 1800,
	    "E18: freshness does not shorten the pause");
	host.failures = 9;
	host_finished(&host, 503, -1, 5 * 86400, NOW);
	is_int(host.pause_until_at - NOW, 5 * 86400,
	    "E19: freshness lengthens the pause");
	host_finished(&host, 500, -1, 0, NOW);
	is_int(
	    host.failures, 10, "a 500 does not change the counter of failures");
	host_finished(&host, 304, -1, 0, NOW);
	is_int(host.failures, 0, "304 is a success");
	host.pause_until_at = 0;
	host_finished(&host, 429, INT64_MAX, 0, NOW);
	is_int(host.pause_until_at, NOW + LIMIT_HOST_PAUSE_S,
	    "S23: a pause has a maximum");
}

/* A server answers each request with Retry-After: 1. */
static void
host_test_short_pauses(void)
{
	static const int64_t pauses_s[] = { 1, 1, 2, 4, 8, 16, 32, 64, 128, 256,
		512, 900, 900 };
	struct host host = { .active = 20 };
	int64_t now = NOW;
	int wrong = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(pauses_s); i++) {
		host_finished(&host, 429, 1, 0, now);
		wrong += host.pause_until_at - now != pauses_s[i];
		now = host.pause_until_at;
	}
	is_int(wrong, 0, "E15: repeated refusals with a short Retry-After");
	host_finished(&host, 200, -1, 0, now);
	host_finished(&host, 429, 1, 0, now);
	is_int(host.pause_until_at - now, 1,
	    "E15: after a success a short Retry-After is obeyed again");
}

static void
host_test_foreign_pause(void)
{
	struct host host = { .active = 8 };
	int64_t later = NOW + 7200;

	host_finished_foreign(&host, 429, 7200, 0, NOW);
	is_int(host_pause_left_s(&host, true, NOW), 7200,
	    "E15: foreign requests wait for the whole Retry-After");
	is_int(host_pause_left_s(&host, false, NOW), 0,
	    "I3: own requests do not wait");
	is_int(host_wait_ms(&host, &free_for_all, 0, NOW), 0,
	    "I3: own requests are allowed at once");
	host_finished_foreign(&host, 503, 86000, 0, later);
	is_int(host_pause_left_s(&host, true, later), 86000,
	    "E17: a second refusal lengthens the pause of foreign requests");
	host_finished(&host, 200, -1, 0, later);
	is_int(host.foreign_failures, 2,
	    "an own response does not end the count of foreign failures");

	host = (struct host){ .active = 20 };
	host_finished_foreign(&host, 429, 0, 0, NOW);
	is_int(host_pause_left_s(&host, true, NOW), 0,
	    "a Retry-After of 0 pauses nothing");
	host_finished_foreign(&host, 429, -1, 0, NOW);
	is_int(host_pause_left_s(&host, true, NOW), 1800,
	    "E18: foreign failures double the pause of foreign requests");
	is_int(host.failures, 0, "foreign failures are counted separately");
	host_finished(&host, 429, 7200, 0, NOW);
	is_int(host_pause_left_s(&host, true, NOW), 7200,
	    "E15: the pause of an own request applies to foreign requests");
	is_int(host_pause_left_s(&host, false, NOW), 7200,
	    "E15: the pause of an own request applies to own requests");
	host_finished_foreign(&host, 200, -1, 0, NOW);
	is_int(host.failures + host.foreign_failures, 0,
	    "a foreign success ends both counts");
	is_int(host_pause_left_s(&host, true, NOW - 10 * 365 * 86400LL),
	    LIMIT_HOST_PAUSE_S, "S59: the clock jumped back ten years");
}

/* Returns the time until the next request may start, after an answer with this
 * duration in ms. */
static int64_t
host_test_answered(struct host *host, long status, int64_t elapsed_ms)
{
	const struct host_policy one = { .connections = 1, .gap_ms = 1000 };

	/* the answer changes the gap after its own request */
	host_started(host, 0);
	host_adjust_interval(host, status, elapsed_ms);
	host_finished(host, 200, -1, 0, NOW);
	return host_wait_ms(host, &one, 0, NOW);
}

static void
host_test_strain(void)
{
	struct host host = { 0 };

	for (int i = 0; i < 20; i++)
		is_int(host_test_answered(&host, 200, 300), 1000,
		    "usual response times do not change the gap");
	is_int(host_test_answered(&host, 200, 1900), 1000,
	    "a slightly longer response time changes nothing");
	for (int i = 0; i < 20; i++)
		host_test_answered(&host, 200, 300);
	is_int(host_test_answered(&host, 200, 3000), 6000,
	    "a much longer response time gives the server as long a pause");
	is_int(host_test_answered(&host, 200, 3000), 12000,
	    "a second slow response doubles the gap again");
	is_int(host_test_answered(&host, 200, 300), 2000,
	    "a response in the usual time halves the gap");
	is_int(host_test_answered(&host, 404, 300), 1000,
	    "a further response restores the usual gap");
	is_int(host_test_answered(&host, 0, 9000), 1000,
	    "a missing response does not change the gap");
	is_int(host_test_answered(&host, 403, 300), 2000,
	    "after a refusal the gap is doubled");
	is_int(
	    host_test_answered(&host, 503, 300), 4000, "a 503 doubles the gap");
	is_int(host_test_answered(&host, 500, 300), 4000,
	    "a 500 does not change the gap");
	for (int i = 0; i < 100; i++)
		host_test_answered(&host, 429, 300);
	is_int(host_test_answered(&host, 429, 300), 32000, "up to a bound");
	is_int(host_test_answered(&host, 429, INT64_MAX / 8),
	    LIMIT_CRAWL_DELAY_S * 1000,
	    "the gap never exceeds LIMIT_CRAWL_DELAY_S");

	host = (struct host){ 0 };
	host_test_answered(&host, 200, 100);
	for (int i = 0; i < 200; i++)
		host_test_answered(&host, 200, 4000);
	is_int(host_test_answered(&host, 200, 4000), 1000,
	    "a host that is always slow has the usual gap");
}

static void
host_test_foreign_strain(void)
{
	struct host host = { 0 };

	for (int i = 0; i < 20; i++)
		host_test_answered(&host, 200, 300);
	host_started_foreign(&host, 1000);
	host_adjust_foreign_interval(&host, 200, 3000);
	host_finished_foreign(&host, 200, -1, 0, NOW);
	is_int(host_gap_ms(&host, &two), 1000,
	    "a slow response to a foreign request does not change the gap");
	is_int(host_foreign_wait_ms(&host, &two, 1000, NOW), 6000,
	    "it lengthens the interval between foreign requests");
	host_adjust_foreign_interval(&host, 403, 300);
	is_int(host_foreign_wait_ms(&host, &two, 2000, NOW), 3000,
	    "a refusal doubles the interval between foreign requests");
	host_started(&host, 2000);
	host_adjust_interval(&host, 200, 300);
	is_int(host.foreign_slowdown, 2,
	    "an own response does not change this interval");
	host_adjust_foreign_interval(&host, 200, 300);
	host_adjust_foreign_interval(&host, 200, 300);
	is_int(host_foreign_wait_ms(&host, &two, 1000, NOW), 0,
	    "fast foreign responses restore the usual interval");
	for (int i = 0; i < 30; i++)
		host_adjust_foreign_interval(&host, 404, 20);
	host_adjust_interval(&host, 200, 1100);
	is_int(host.slowdown, 0,
	    "fast foreign responses do not make an own response slow");
	host.foreign_pause_until_at = NOW + 9;
	is_int(host_foreign_wait_ms(&host, &two, 1000, NOW), 9000,
	    "the pause of foreign requests is considered, too");
}

static void
host_test_sent(void)
{
	struct host host = { 0 };

	host_started(&host, 1000);
	host_sent(&host, false, 1700);
	host_finished(&host, 200, -1, 0, NOW);
	is_int(host_wait_ms(&host, &two, 2000, NOW), 700,
	    "the gap is counted from the time at which the request was sent");
	host_started(&host, 2700);
	host_sent(&host, false, 1700);
	host_finished(&host, 200, -1, 0, NOW);
	is_int(host_wait_ms(&host, &two, 3000, NOW), 700,
	    "an earlier time than the start is ignored");
}

static void
host_test_clock(void)
{
	struct host host = { .pause_until_at = NOW };

	is_int(host_wait_ms(&host, &two, 0, NOW - 10 * 365 * 86400LL),
	    LIMIT_HOST_PAUSE_S * 1000, "S59: the clock jumped back ten years");
	is_int(host_wait_ms(&host, &two, 0, NOW + 10 * 365 * 86400LL), 0,
	    "S59: the clock jumped forward ten years");
}

static void
host_test_rank(void)
{
	struct host host = { 0 };

	is_int(host_rank(&host), HOST_SILENT, "a new host is HOST_SILENT");
	host_note_document(&host, true);
	is_int(host_rank(&host), HOST_SILENT,
	    "documents without a response do not change the rank");
	host.answers = true;
	for (int i = 0; i < 100; i++)
		host_note_document(&host, true);
	is_int(host_rank(&host), HOST_ANSWERS,
	    "a new host is not trusted, however many documents it sends");
	host_note_known(&host);
	is_int(host_rank(&host), HOST_TRUSTED,
	    "a host that was polled before is trusted");
	host_note_document(&host, false);
	for (int i = 0; i < LIMIT_TRUST_DOCUMENTS; i++) {
		is_int(host_rank(&host), HOST_ANSWERS,
		    "a single bad document counts for some good ones");
		host_note_known(&host);
		host_note_document(&host, true);
	}
	is_int(host_rank(&host), HOST_TRUSTED,
	    "a trusted host is trusted again after enough good documents");
	host.answers = false;
	is_int(host_rank(&host), HOST_SILENT,
	    "a trusted host without a response is HOST_SILENT");
	host_note_known(&host);
	is_int(host_rank(&host), HOST_TRUSTED,
	    "a successful poll before a restart makes its host trusted");
}

int
main(void)
{
	host_test_table();
	host_test_neighbours();
	host_test_gap();
	host_test_crawl_delay();
	host_test_foreign_crawl_delay();
	host_test_sent();
	host_test_pause();
	host_test_short_pauses();
	host_test_foreign_pause();
	host_test_strain();
	host_test_foreign_strain();
	host_test_clock();
	host_test_rank();
	return done_testing();
}
