/*
 * fetch_redirect_ask_test.c -- redirects for which a callback decides: followed
 * at once or later, refused, or cancelled before the decision.
 */
#include "base/clock.h"
#include "crawler/fetch/fetch_server_test.h"
#include "tests/lib/pace.h"

static struct answer_got got;

/* Number of requests that are still closed without an answer. */
static int closings;

static bool
fetch_redirect_ask_test_close(int fd, const char *path)
{
	(void)path;
	return closings-- <= 0 &&
	       say(fd, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nyes");
}

const struct answer_row answers[] = {
	{ "/first",
	    "HTTP/1.1 302 F\r\nLocation: /second\r\nETag: \"first\"\r\n"
	    "Content-Length: 0\r\n\r\n",
	    NULL },
	{ "/second",
	    "HTTP/1.1 302 F\r\nLocation: /third\r\nContent-Length: 0\r\n\r\n",
	    NULL },
	{ "/third", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nend", NULL },
	{ "/told-to-wait",
	    "HTTP/1.1 302 F\r\nLocation: /told-garbage\r\n"
	    "Date: Sun, 29 Nov 2026 08:00:00 GMT\r\n"
	    "Retry-After: Sun, 29 Nov 2026 08:00:01 GMT\r\n"
	    "Content-Length: 0\r\n\r\n",
	    NULL },
	{ "/told-garbage",
	    "HTTP/1.1 302 F\r\nLocation: /told-past\r\n"
	    "Retry-After: 1 minute\r\nContent-Length: 0\r\n\r\n",
	    NULL },
	{ "/told-past",
	    "HTTP/1.1 302 F\r\nLocation: /third\r\n"
	    "Retry-After: Sun, 29 Nov 2026 08:00:01 GMT\r\n"
	    "Content-Length: 0\r\n\r\n",
	    NULL },
	{ "/told-long",
	    "HTTP/1.1 302 F\r\nLocation: /third\r\nRetry-After: 86400\r\n"
	    "Content-Length: 0\r\n\r\n",
	    NULL },
	{ "/to-refused",
	    "HTTP/1.1 302 F\r\nLocation: /refused\r\nContent-Length: 0\r\n\r\n",
	    NULL },
	{ "/to-silence",
	    "HTTP/1.1 302 F\r\nLocation: http://127.0.0.9:20299/\r\n"
	    "Content-Length: 0\r\n\r\n",
	    NULL },
	{ "/closing", NULL, fetch_redirect_ask_test_close },
	{ NULL, NULL, NULL }
};

/* Timeout of a request, scaled for a busy machine. */
static int timeout_ms;

/* Returns the time that the callback waits. */
static int
fetch_redirect_ask_test_hop_wait_ms(void)
{
	return timeout_ms * 4 / 7;
}

/* The answers to redirects, and the times of the answers. */
enum saying { AT_ONCE, LATER, NO_AT_ONCE, NO_LATER, NOTHING };

struct thinker {
	enum saying saying;
	struct fetcher *fetcher;
	struct fetch *parked;
	struct event *timer;
	struct event *ready; /* of a slow callback */
	int n_asked;
	char url[256];
};

static bool
fetch_redirect_ask_test_is_same(const void *owner, const void *wanted)
{
	return owner == wanted;
}

static void
fetch_redirect_ask_test_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct thinker *t = arg;

	(void)fd;
	(void)what;
	is_int(
	    fetcher_active(t->fetcher), 0, "a parked transfer is not active");
	is_int(fetcher_parked(t->fetcher), 1,
	    "a parked transfer is counted as parked");
	is_int(fetcher_count_parked(
		   t->fetcher, fetch_redirect_ask_test_is_same, &got),
	    1, "a parked transfer is counted for its owner");
	is_int(fetcher_count_parked(
		   t->fetcher, fetch_redirect_ask_test_is_same, t),
	    0, "a parked transfer is not counted for another owner");
	if (t->saying == LATER)
		fetch_go_on(t->parked);
	else
		fetch_refuse(t->parked, FETCH_POSTPONED, 60, "not now");
}

static void
fetch_redirect_ask_test_on_hop(
    struct fetch *fetch, const char *url, void *redirect_owner, void *arg)
{
	struct thinker *t = arg;
	struct timeval later = {
		.tv_sec = fetch_redirect_ask_test_hop_wait_ms() / 1000,
		.tv_usec = fetch_redirect_ask_test_hop_wait_ms() % 1000 * 1000
	};

	ok(redirect_owner == &got,
	    "the callback gets the owner of the request");
	t->n_asked++;
	t->parked = fetch;
	snprintf(t->url, sizeof(t->url), "%s", url);
	if (t->saying == AT_ONCE)
		fetch_go_on(fetch);
	else if (t->saying == NO_AT_ONCE)
		fetch_refuse(fetch, FETCH_DISALLOWED, 0, "no");
	else if (t->saying != NOTHING)
		evtimer_add(t->timer, &later);
}

static void
fetch_redirect_ask_test_travel(
    struct thinker *t, const char *path, enum saying saying)
{
	t->saying = saying;
	t->n_asked = 0;
	get(t->fetcher,
	    (struct fetch_request){ .url = url_of(&here, path),
		.timeout_ms = timeout_ms,
		.redirect_owner = &got },
	    &got);
}

static void
fetch_redirect_ask_test_going_on(struct thinker *t)
{
	fetch_redirect_ask_test_travel(t, "/first", AT_ONCE);
	is_result(
	    &got, FETCH_OK, "a redirect that is followed at once succeeds");
	is_int(t->n_asked, 2, "the callback is called for each redirect");
	is_int(got.response.redirects, 2, "both redirects are counted");
	ok(strstr(t->url, "/third") != NULL,
	    "the callback gets the next address");

	/* The two waits of the callback together are longer than the timeout of
	 * the request. */
	fetch_redirect_ask_test_travel(t, "/first", LATER);
	is_result(&got, FETCH_OK, "a redirect that is followed later succeeds");
	is_int(got.response.status, 200,
	    "the response is that of the last server");
	ok(got.response.answered, "the last server has answered");
	ok(got.response.elapsed_ms < timeout_ms,
	    "the wait for the callback does not count");

	fetch_redirect_ask_test_travel(t, "/to-silence", LATER);
	is_result(&got, FETCH_CONNECT,
	    "the transfer fails if the target does not answer");
	ok(!got.response.answered,
	    "an answer before the redirect does not count for the target");
	fetch_redirect_ask_test_travel(t, "/to-silence", AT_ONCE);
	ok(got.response.answered,
	    "an answer counts if the redirect is followed at once");

	t->n_asked = 0;
	get_path(t->fetcher, "/first", &got);
	is_result(&got, FETCH_OK, "a redirect without an owner is followed");
	is_int(t->n_asked, 0,
	    "the callback is not called without a redirect owner");
}

static void
fetch_redirect_ask_test_refusals(struct thinker *t)
{
	fetch_redirect_ask_test_travel(t, "/first", NO_AT_ONCE);
	is_result(&got, FETCH_DISALLOWED, "refused at once");
	is_int(got.response.status, 0, "a refused redirect has no status");
	ok(got.response.etag == NULL, "a refused redirect gives no headers");
	is_text(slice_of(got.response.why), "no",
	    "a refused redirect gives the reason of the callback");
	ok(got.response.answered, "a server has answered");

	fetch_redirect_ask_test_travel(t, "/to-refused", NO_LATER);
	is_result(
	    &got, FETCH_POSTPONED, "a redirect refused later is postponed");
	is_int((int)got.response.wait_s, 60,
	    "a postponed redirect has the time until the next try");
	ok(asked(&here, "/refused")[0] == '\0',
	    "the target of a refused redirect receives no request");
}

static void
fetch_redirect_ask_test_giving_up(struct thinker *t)
{
	struct fetch_request request = { .url = url_of(&here, "/first"),
		.max_bytes = 1000,
		.timeout_ms = 20000,
		.redirect_owner = &got };
	struct err e = ERR_INIT;

	for (int by_all = 0; by_all < 2; by_all++) {
		answer_release(&got);
		t->saying = NOTHING;
		t->parked = NULL;
		is_int(fetch_start(
			   t->fetcher, &request, take_response, &got, NULL, &e),
		    0, "another transfer is started");
		while (t->parked == NULL &&
		       event_base_loop(base, EVLOOP_ONCE) == 0)
			;
		if (by_all)
			fetcher_cancel_all(t->fetcher);
		else
			fetch_cancel(t->parked);
		wait_for(&got.done);
		is_result(&got, FETCH_CANCELLED,
		    "a waiting redirect can be cancelled");
		ok(!got.response.answered, "the target has not answered yet");
		is_int(fetcher_parked(t->fetcher), 0,
		    "no transfer is parked after the cancellation");
	}
	/* Another transfer still waits when the fetcher is freed. */
	answer_release(&got);
	t->parked = NULL;
	is_int(fetch_start(t->fetcher, &request, take_response, &got, NULL, &e),
	    0, "the last request starts");
	while (t->parked == NULL && event_base_loop(base, EVLOOP_ONCE) == 0)
		;
}

/* Redirects with Retry-After. */
static void
fetch_redirect_ask_test_delays(struct thinker *t)
{
	struct fetch_request request = { .url = url_of(&here, "/told-long"),
		.max_bytes = 1000,
		.timeout_ms = 20000,
		.redirect_owner = &got };
	struct err e = ERR_INIT;
	int64_t took_ms = -clock_monotonic_ms();

	fetch_redirect_ask_test_travel(t, "/told-to-wait", AT_ONCE);
	took_ms += clock_monotonic_ms();
	is_result(&got, FETCH_OK, "E53: a delayed redirect is followed");
	is_int(t->n_asked, 3, "the callback is called for each redirect");
	ok(took_ms >= 1000, "E53: the target is requested after Retry-After");
	ok(got.response.elapsed_ms <= took_ms - 990,
	    "E53: the delay is not a part of the time of the transfer");

	answer_release(&got);
	t->n_asked = 0;
	is_int(fetch_start(t->fetcher, &request, take_response, &got, NULL, &e),
	    0, "a redirect with a long Retry-After is started");
	while (fetcher_delayed(t->fetcher) == 0 && !got.done &&
	       event_base_loop(base, EVLOOP_ONCE) == 0)
		;
	is_int(fetcher_delayed(t->fetcher), 1, "E53: the transfer is delayed");
	is_int(
	    fetcher_active(t->fetcher), 0, "a delayed transfer is not active");
	fetcher_cancel_all(t->fetcher);
	wait_for(&got.done);
	is_result(&got, FETCH_CANCELLED, "a delayed redirect can be cancelled");
	is_int(fetcher_delayed(t->fetcher), 0,
	    "no transfer is delayed after the cancellation");
	is_int(t->n_asked, 0,
	    "the callback is not called for a cancelled transfer");
	answer_release(&got);
}

/* Takes 100 ms until the delay begins. */
static void
fetch_redirect_ask_test_on_ready(evutil_socket_t fd, short what, void *arg)
{
	struct thinker *t = arg;

	(void)fd;
	(void)what;
	if (fetcher_delayed(t->fetcher) > 0)
		event_del(t->ready);
	else
		usleep(100 * 1000);
}

/* Before the redirect is read, another callback takes 100 ms. libevent counts
 * the timer of the delay from the time before this callback. */
static void
fetch_redirect_ask_test_slow_callback(struct thinker *t)
{
	int ends[2], usual_ms = timeout_ms;
	int64_t took_ms;

	if (pipe(ends) != 0 || write(ends[1], "x", 1) != 1 ||
	    (t->ready = event_new(base, ends[0], EV_READ | EV_PERSIST,
		 fetch_redirect_ask_test_on_ready, t)) == NULL) {
		ok(false, "an event is ready: %s", strerror(errno));
		return;
	}
	event_add(t->ready, NULL);
	timeout_ms = 20000; /* each step of the transfer is late */
	took_ms = -clock_monotonic_ms();
	fetch_redirect_ask_test_travel(t, "/told-to-wait", AT_ONCE);
	took_ms += clock_monotonic_ms();
	is_result(&got, FETCH_OK, "a delayed redirect beside a slow callback");
	ok(got.response.elapsed_ms <= took_ms - 990,
	    "E53: a slow callback does not shorten the delay");
	timeout_ms = usual_ms;
	event_free(t->ready);
	close(ends[0]);
	close(ends[1]);
	answer_release(&got);
}

static int
fetch_redirect_ask_test_count(const char *path)
{
	int n = 0;

	pthread_mutex_lock(&server_lock);
	for (int i = 0; i < server_requests; i++)
		n += strstr(server_log[i], path) != NULL;
	pthread_mutex_unlock(&server_lock);
	return n;
}

/* The server closes a connection that is used again, without an answer. */
static void
fetch_redirect_ask_test_closings(struct thinker *t)
{
	get_path(t->fetcher, "/third", &got);
	closings = 1;
	fetch_redirect_ask_test_travel(t, "/closing", LATER);
	is_result(&got, FETCH_OK,
	    "E54: a request on a closed connection is repeated");
	is_int(t->n_asked, 1, "E54: the callback is called before that");
	ok(strstr(t->url, "/closing") != NULL,
	    "the callback gets the same address");
	is_int(got.response.redirects, 0, "a repetition is not a redirect");
	is_int(fetch_redirect_ask_test_count("/closing"), 2,
	    "E54: the server receives two requests");

	closings = 2;
	fetch_redirect_ask_test_travel(t, "/closing", LATER);
	is_result(&got, FETCH_CONNECT, "E54: a second failure is the result");
	ok(!got.response.answered, "the server has not answered");
	is_int(fetch_redirect_ask_test_count("/closing"), 4,
	    "E54: a request is repeated only once");

	get_path(t->fetcher, "/third", &got);
	closings = 1;
	t->n_asked = 0;
	get_path(t->fetcher, "/closing", &got);
	is_result(&got, FETCH_OK, "a request without an owner is repeated");
	is_int(t->n_asked, 0, "the callback is not called without an owner");

	get_path(t->fetcher, "/third", &got);
	closings = 1;
	fetch_redirect_ask_test_travel(t, "/closing", NO_AT_ONCE);
	is_result(&got, FETCH_DISALLOWED, "a repetition can be refused");
}

int
main(void)
{
	struct thinker t = { .n_asked = 0 };
	struct fetch_options options = { .user_agent = "gleaner/0 (+test)",
		.parallel = 1,
		.allow_private = true,
		.slow_s = 1,
		.on_redirect = fetch_redirect_ask_test_on_hop,
		.on_redirect_arg = &t };
	struct err e = ERR_INIT;
	int files;

	timeout_ms = (int)pace_ms(700);
	signal(SIGPIPE, SIG_IGN);
	files = open_files();
	test_begin();
	t.timer = evtimer_new(base, fetch_redirect_ask_test_on_timer, &t);
	if (fetcher_new(base, &options, &t.fetcher, &e) != 0) {
		printf("Bail out! %s\n", e.text);
		return 1;
	}
	fetch_redirect_ask_test_going_on(&t);
	fetch_redirect_ask_test_refusals(&t);
	fetch_redirect_ask_test_delays(&t);
	fetch_redirect_ask_test_slow_callback(&t);
	fetch_redirect_ask_test_closings(&t);
	fetch_redirect_ask_test_giving_up(&t);
	fetcher_free(t.fetcher);
	is_result(
	    &got, FETCH_CANCELLED, "fetcher_free() cancels the last transfer");
	answer_release(&got);
	event_free(t.timer);
	test_end();
	is_int(open_files(), files, "no descriptor stays open");
	return done_testing();
}
