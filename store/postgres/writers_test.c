/* Tests several writers at the same time (store_begin_beside()). */
#include <sys/select.h>

#include <pthread.h>
#include <stdatomic.h>

#include "store/fixture_test.h"
#include "store/fleet/fleet_store.h"

#define WRITERS 3
#define ROUNDS  40
#define SHARED  4 /* pages that all writers announce in each round */

static atomic_int writers_left = WRITERS;
static atomic_int conflicts;

static struct feed_entry *
writers_test_add_item(
    struct fixture_feed *f, char texts[3][64], const char *site, int n)
{
	snprintf(texts[0], 64, "%s-%d", site, n);
	snprintf(texts[1], 64, "https://%s.example/a/%d", site, n);
	snprintf(texts[2], 64, "The title %d of %s", n, site);
	return feed_add(f, texts[0], texts[1], texts[2], "Some words of it.");
}

/* Stores a poll with a page of this writer and pages that all writers announce.
 * No page is fetched, so the text from the feed is stored at once, and each new
 * article is logged as a change. */
static int
writers_test_put_poll(
    struct store *s, int64_t feed_id, int writer, int round, struct err *e)
{
	static _Thread_local struct fixture_feed f;
	static _Thread_local char texts[1 + SHARED][3][64];
	struct poll_update k;
	struct poll_stored stored;
	char site[32];

	snprintf(site, sizeof(site), "w%d", writer);
	feed_begin(&f, site);
	writers_test_add_item(&f, texts[0], site, round);
	/* in another order for each writer, so that deadlocks occur */
	for (int i = 0; i < SHARED; i++)
		writers_test_add_item(&f, texts[1 + i], "all",
		    round * SHARED + (i * (writer + 1)) % SHARED);
	k = poll_of(feed_id, &f, NOW + round);
	k.fetch_articles = false;
	return store_poll_put(s, &k, NOW + round, &stored, e);
}

static int
writers_test_write_round(struct store *s, int64_t feed_id, int writer,
    int round, bool is_beside, struct err *e)
{
	int rc =
	    is_beside ? store_begin_beside(s, e) : store_begin_together(s, e);

	if (rc == 0 &&
	    ((rc = writers_test_put_poll(s, feed_id, writer, round, e)) != 0 ||
		(rc = store_commit(s, e)) != 0))
		store_rollback(s);
	return rc;
}

struct writer {
	pthread_t thread;
	int number;
	int64_t feed_id;
	bool failed;
};

static void *
writers_test_run_writer(void *arg)
{
	struct writer *w = arg;
	struct store *s = fixture_open("writers", STORE_WRITE);

	for (int round = 0; round < ROUNDS && !w->failed; round++) {
		struct err e = ERR_INIT;

		if (writers_test_write_round(
			s, w->feed_id, w->number, round, true, &e) == 0)
			continue;
		atomic_fetch_add(&conflicts, 1);
		e = ERR_INIT;
		if (writers_test_write_round(
			s, w->feed_id, w->number, round, false, &e) != 0) {
			printf("# %s\n", e.text);
			w->failed = true;
		}
	}
	store_close(s);
	atomic_fetch_sub(&writers_left, 1);
	return NULL;
}

struct reading {
	int64_t seq;
	int n, n_holes;
};

static int
writers_test_take_change(const struct change_row *row, void *arg)
{
	struct reading *r = arg;

	r->n_holes += row->seq != r->seq + 1;
	r->seq = row->seq;
	r->n++;
	return 0;
}

/* Reads the changes after the last one that was read. */
static bool
writers_test_read_changes(struct store *s, struct reading *r)
{
	struct change_query what = { .after = r->seq, .limit = SIZE_MAX };
	struct err e = ERR_INIT;
	int64_t seq;

	return store_changes(s, &what, writers_test_take_change, r, &seq, &e) ==
	       0;
}

static void
writers_test_reader(struct store *s)
{
	struct writer writers[WRITERS] = { { .number = 0 } };
	struct reading r = { .seq = ask(s, "SELECT seq FROM change_counter") };
	int64_t before = r.seq;
	int n_expected = ROUNDS * (WRITERS + SHARED);
	bool is_read = true, failed = false;

	for (int i = 0; i < WRITERS; i++) {
		char url[64];

		snprintf(url, sizeof(url), "https://w%d.example/feed", i);
		writers[i].number = i;
		writers[i].feed_id = put_feed_at(s, url);
	}
	for (int i = 0; i < WRITERS; i++)
		pthread_create(&writers[i].thread, NULL,
		    writers_test_run_writer, &writers[i]);
	while (atomic_load(&writers_left) > 0 && is_read)
		is_read = writers_test_read_changes(s, &r);
	for (int i = 0; i < WRITERS; i++) {
		pthread_join(writers[i].thread, NULL);
		failed |= writers[i].failed;
	}
	printf("# %d conflicts in %d transactions\n", atomic_load(&conflicts),
	    ROUNDS * WRITERS);
	ok(!failed,
	    "every transaction is committed, at the latest at the second try");
	ok(is_read && writers_test_read_changes(s, &r),
	    "a reader reads meanwhile");
	ok(r.n_holes == 0,
	    "the reader gets every number in order, and no number is missing");
	is_int(r.n, n_expected, "the reader gets each page once");
	is_int(ask(s, "SELECT seq FROM change_counter") - before, n_expected,
	    "no number is lost");
	is_int(ask(s, "SELECT count(*) - count(DISTINCT article_id) FROM "
		      "change"),
	    0, "no page is announced twice");
}

/* Tests that of two transactions that are open at once, the first that commits
 * gets the lower numbers. */
static void
writers_test_order(struct store *a)
{
	struct store *b = fixture_open("writers", STORE_WRITE);
	int64_t feed_a = put_feed_at(a, "https://w7.example/feed"),
		feed_b = put_feed_at(a, "https://w8.example/feed");
	struct err e = ERR_INIT;

	store_set_patience(b, 1000, NULL);
	is_done(store_begin_beside(a, &e), &e, "a transaction begins");
	is_done(
	    writers_test_put_poll(a, feed_a, 7, 1000, &e), &e, "and writes");
	is_done(store_begin_beside(b, &e), &e,
	    "another transaction begins at the same time");
	is_done(
	    writers_test_put_poll(b, feed_b, 8, 2000, &e), &e, "and writes");
	is_done(
	    store_commit(b, &e), &e, "the second transaction commits first");
	is_done(store_commit(a, &e), &e, "the first transaction commits");
	ok(ask(a, "SELECT (SELECT min(seq) FROM change c JOIN article a ON "
		  "a.id = c.article_id WHERE a.url LIKE '%w7%') > "
		  "(SELECT max(seq) FROM change c JOIN article a ON "
		  "a.id = c.article_id WHERE a.url LIKE '%w8%')") == 1,
	    "the numbers are in the order of the commits");
	is_done(store_begin_beside(a, &e), &e, "a transaction begins");
	ok(store_begin(b, &e) != 0 && store_may_retry(b),
	    "a transaction that must be alone waits for it");
	store_rollback(a);
	store_close(b);
}

static bool
writers_test_has_notice(struct store *s)
{
	struct timeval limit = { .tv_sec = 10 };
	int fd = store_notice_fd(s);
	fd_set readable;

	FD_ZERO(&readable);
	FD_SET(fd, &readable);
	return store_take_notice(s) ||
	       (select(fd + 1, &readable, NULL, NULL, &limit) > 0 &&
		   store_take_notice(s));
}

/* Tests that a commit notifies readers of changes, and other nodes of pages on
 * their hosts. */
static void
writers_test_notices(struct store *s)
{
	static const bool none[LIMIT_SHARDS];
	struct store *reader = fixture_open("writers", STORE_READ),
		     *other = fixture_open("writers", STORE_WRITE);
	int64_t feed_id = put_feed_at(s, "https://w9.example/feed");
	static struct fixture_feed f;
	struct err e = ERR_INIT;

	is_done(store_listen(reader, NOTICE_CHANGE, &e), &e,
	    "a reader listens to changes");
	is_done(store_listen(other, NOTICE_PAGE, &e), &e,
	    "a node listens to pages");
	ok(!store_take_notice(reader), "without a change there is no notice");
	writers_test_write_round(s, feed_id, 9, 3000, true, &e);
	ok(writers_test_has_notice(reader),
	    "the reader is notified of a change");
	ok(!store_take_notice(other), "the node is not notified of a change");
	store_set_shards(s, none);
	feed_begin(&f, "w9");
	feed_add(&f, "page", "https://w9.example/page", "A page", "Words.");
	poll(s, feed_id, &f, NOW + 4000);
	ok(writers_test_has_notice(other), "the node is notified of a page");
	store_close(reader);
	store_close(other);
}

#define LARGE_BYTES 20000 /* size of a text that libpq sends immediately */

static int
writers_test_put_large_poll(struct store *s, int64_t feed_id, struct err *e)
{
	static char text[LARGE_BYTES + 1];
	static struct fixture_feed f;
	struct poll_update k;
	struct poll_stored stored;

	for (size_t i = 0; i < LARGE_BYTES; i++)
		text[i] = i % 8 == 7 ? ' ' : 'a';
	feed_begin(&f, "w6");
	feed_add(&f, "1", "https://w6.example/1", "One", text);
	feed_add(&f, "2", "https://w6.example/2", "Two", text);
	k = poll_of(feed_id, &f, NOW);
	k.fetch_articles = false;
	return store_poll_put(s, &k, NOW, &stored, e);
}

static void
writers_test_pause_shortly(void)
{
	select(0, NULL, NULL, NULL, &(struct timeval){ .tv_usec = 50000 });
}

/* Waits up to ten seconds until a session has received only a part of a
 * pipeline.  Returns the number of such sessions. */
static int64_t
writers_test_count_waiting(struct store *s)
{
	int64_t n = 0;

	for (int i = 0; i < 200 && n == 0; i++) {
		writers_test_pause_shortly();
		n = ask(s,
		    "SELECT count(*) FROM pg_stat_activity "
		    "WHERE state = 'active' AND wait_event = 'ClientRead' "
		    "AND datname = current_database()");
	}
	return n;
}

/* Ends the sessions of stopped programs; tries for up to ten seconds.  Returns
 * the number of sessions that were ended, -1 after an error. */
static int64_t
writers_test_end_stopped(struct store *s, int64_t lease_ms, struct err *e)
{
	int64_t n = 0;

	for (int i = 0; i < 200 && n == 0; i++) {
		writers_test_pause_shortly();
		if (store_fleet_end_stopped(s, lease_ms, &n, e) != 0)
			return -1;
	}
	return n;
}

/* Tests a program that stops while it sends a transaction.  The server waits
 * for the rest of the transaction without a time limit. */
static void
writers_test_stopped(struct store *s)
{
	struct store *other = fixture_open("writers", STORE_WRITE);
	int64_t feed_id = put_feed_at(s, "https://w6.example/feed"), n = -1;
	struct err e = ERR_INIT;

	store_set_patience(other, 10000, NULL);
	is_done(store_begin_beside(s, &e), &e, "a transaction begins");
	is_done(writers_test_put_large_poll(s, feed_id, &e), &e, "and writes");
	is_int(writers_test_count_waiting(other), 1,
	    "the server waits for the rest of a pipeline");
	is_done(store_fleet_end_stopped(other, 60000, &n, &e), &e,
	    "sessions of stopped programs are searched");
	is_int(n, 0, "a session that paused for a short time is not ended");
	is_int(writers_test_end_stopped(other, 200, &e), 1,
	    "the session of a stopped program is ended");
	is_done(store_begin(other, &e), &e, "another program writes");
	store_rollback(other);
	ok(store_commit(s, &e) != 0 && store_may_retry(s),
	    "the first transaction must be repeated");
	e = ERR_INIT;
	is_done(store_begin_beside(s, &e), &e, "it begins again");
	is_done(
	    writers_test_put_large_poll(s, feed_id, &e), &e, "it writes again");
	is_done(store_commit(s, &e), &e, "it is committed");
	store_close(other);
}

int
main(void)
{
	struct store *s;

	if (!fixture_is_postgres()) {
		printf("1..0 # skip SQLite has one writer\n");
		return 0;
	}
	fixture_begin();
	s = fixture_open("writers", STORE_DAEMON);
	writers_test_order(s);
	writers_test_reader(s);
	writers_test_notices(s);
	writers_test_stopped(s);
	store_close(s);
	return done_testing();
}
