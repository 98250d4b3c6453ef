/*
 * watch_test.c -- tests long polls. A request is answered when another process
 * commits a change, or at the deadline of the request. It is removed when the
 * client closes its connection, or when the server stops.
 */
#include <sys/socket.h>

#include <pthread.h>

#include "base/clock.h"
#include "serve/http/watch.h"
#include "store/fixture_test.h"

#define POLLS  200
#define LATEST 20000 /* longest wait of the test, in ms */

struct poll_test {
	struct job job;
	struct peer peer;
	int client; /* descriptor of the other end */
};
static struct poll_test polls[POLLS];

/* Numbers of calls. */
static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int n_woken, n_left, n_replaced;
} seen = { .lock = PTHREAD_MUTEX_INITIALIZER,
	.changed = PTHREAD_COND_INITIALIZER };

static void
watch_test_count(int *counter)
{
	pthread_mutex_lock(&seen.lock);
	++*counter;
	pthread_cond_signal(&seen.changed);
	pthread_mutex_unlock(&seen.lock);
}

static void
watch_test_wake(struct job *job, void *arg)
{
	(void)job;
	(void)arg;
	watch_test_count(&seen.n_woken);
}

static void
watch_test_leave(struct job *job, void *arg)
{
	(void)job;
	(void)arg;
	watch_test_count(&seen.n_left);
}

static void
watch_test_replaced(void *arg)
{
	(void)arg;
	watch_test_count(&seen.n_replaced);
}

/* Waits until the counter has the value, and resets it. */
static bool
watch_test_reaches(int *counter, int value)
{
	struct timespec until;
	bool reached;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += LATEST / 1000;
	pthread_mutex_lock(&seen.lock);
	while (*counter < value &&
	       pthread_cond_timedwait(&seen.changed, &seen.lock, &until) == 0)
		;
	reached = *counter == value;
	if (!reached)
		printf("# %d of %d\n", *counter, value);
	*counter = 0;
	pthread_mutex_unlock(&seen.lock);
	return reached;
}

static bool
watch_test_add(struct watch *watch, int64_t after_seq, int64_t wait_ms)
{
	bool added = true;

	for (int i = 0; i < POLLS; i++) {
		polls[i].job.peer = &polls[i].peer;
		polls[i].job.wait_after_seq = after_seq;
		polls[i].job.wait_until_ms = clock_monotonic_ms() + wait_ms;
		added = watch_add(watch, &polls[i].job) && added;
	}
	return added;
}

static void
watch_test_connect(void)
{
	for (int i = 0; i < POLLS; i++) {
		int pair[2];

		if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) {
			printf("Bail out! no sockets\n");
			exit(1);
		}
		polls[i].peer.fd = pair[0];
		polls[i].client = pair[1];
	}
}

static void
watch_test_change(struct store *s, int i)
{
	static struct fixture_feed f;
	int64_t feed = put_feed_at(s, "https://example.org/rss");
	char url[64];
	struct err e = ERR_INIT;

	feed_begin(&f, "X");
	feed_add_story(&f, i, true);
	poll(s, feed, &f, NOW + i);
	snprintf(url, sizeof(url), "https://example.org/story/%d", i);
	store_story(s, article_at(s, url), "Title", "Text.", NOW + i, &e);
}

static int64_t
watch_test_last_seq(struct store *s)
{
	struct err e = ERR_INIT;
	int64_t seq = -1;

	store_last_seq(s, &seq, &e);
	return seq;
}

int
main(void)
{
	struct serve_settings settings = { 0 };
	const struct watch_calls calls = { watch_test_wake, watch_test_leave,
		watch_test_replaced, NULL };
	struct err e = ERR_INIT;
	struct watch *watch = NULL;
	struct peers peers;
	struct store *s;
	int64_t seq;

	fixture_begin();
	s = fixture_open("a.db", STORE_DAEMON);
	settings.database = fixture_path("a.db");
	watch_test_connect();
	peers_init(&peers);
	watch_test_change(s, 1);
	seq = watch_test_last_seq(s);
	ok(seq > 0, "there is a change");
	ok(watch_start(&settings, &peers, &calls, &watch, &e) == 0,
	    "the watch of changes starts");
	ok(watch_test_add(watch, seq - 1, LATEST),
	    "requests wait for an old change");
	ok(watch_test_reaches(&seen.n_woken, POLLS),
	    "the requests wake at once");
	ok(watch_test_add(watch, seq, LATEST),
	    "requests wait for a new change");
	watch_test_change(s, 2);
	ok(watch_test_last_seq(s) > seq, "a change is committed");
	ok(watch_test_reaches(&seen.n_woken, POLLS),
	    "all requests wake after the commit");
	seq = watch_test_last_seq(s);
	ok(watch_test_add(watch, seq, 200), "requests wait for a short time");
	ok(watch_test_reaches(&seen.n_woken, POLLS),
	    "the requests wake at the end of their time");
	ok(watch_test_add(watch, seq, LATEST),
	    "requests wait until their clients leave");
	for (int i = 0; i < POLLS / 2; i++)
		close(polls[i].client);
	ok(watch_test_reaches(&seen.n_left, POLLS / 2),
	    "requests whose client has closed the connection leave");
	is_int(seen.n_woken, 0, "no other request wakes");
	watch_stop(watch);
	ok(watch_test_reaches(&seen.n_left, POLLS - POLLS / 2),
	    "the other requests leave when the watch stops");
	ok(!watch_add(watch, &polls[0].job),
	    "a stopped watch accepts no request");
	watch_free(watch);
	peers_release(&peers);
	store_close(s);
	return done_testing();
}
