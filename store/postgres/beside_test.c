/* Tests acknowledgements of consumers and lists of feeds while other nodes
 * write. */
#include <pthread.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "store/change/leases.h"
#include "store/fixture_test.h"

#define READERS   2
#define ROUNDS    30
#define PAGES     4  /* articles that a round writes */
#define FEEDS     60 /* feeds in a list */
#define LISTS     6  /* lists that a node writes */
#define PATIENCE  20000
#define TAKEN_MAX (ROUNDS * PAGES)

static const struct slice shared = SLICE("shared");
static atomic_bool is_logged; /* all rounds are committed */
static atomic_int n_taken[TAKEN_MAX + 1];

static int
beside_test_put_round(
    struct store *s, int64_t feed_id, int round, struct err *e)
{
	static char texts[PAGES][3][64];
	static struct fixture_feed f;
	struct poll_update k;
	struct poll_stored stored;

	feed_begin(&f, "news");
	for (int i = 0; i < PAGES; i++) {
		int n = round * PAGES + i;

		snprintf(texts[i][0], 64, "guid-%d", n);
		snprintf(texts[i][1], 64, "https://news.example/%d", n);
		snprintf(texts[i][2], 64, "The title %d", n);
		feed_add(&f, texts[i][0], texts[i][1], texts[i][2], "Words.");
	}
	k = poll_of(feed_id, &f, NOW + round);
	k.fetch_articles = false;
	return store_poll_put(s, &k, NOW + round, &stored, e);
}

static struct store *
beside_test_open(void)
{
	struct store *s = fixture_open("beside", STORE_WRITE);

	store_set_patience(s, PATIENCE, NULL);
	return s;
}

/* ---- an open transaction of another node ---- */

/* Tests which operations do not wait while an open transaction of another node
 * locks the change log. */
static void
beside_test_open_transaction(struct store *s)
{
	struct store *other = fixture_open("beside", STORE_WRITE);
	const struct feed_subscription listed[] = {
		{ .url = SLICE("https://a.example/feed"),
		    .fetch_articles = true,
		    .from_config = true },
		{ .url = SLICE("https://b.example/feed"),
		    .fetch_articles = true,
		    .from_config = true },
	};
	int64_t feed_id = put_feed_at(s, "https://news.example/open"), seq = 0,
		ids[2], before = 0, after = 0;
	struct err e = ERR_INIT;

	store_set_patience(other, 1000, NULL);
	is_done(store_consumer_open(other, SLICE("reader"), 0, NOW, &seq, &e),
	    &e, "there is a consumer");
	is_done(store_begin_beside(s, &e), &e, "a transaction begins");
	is_done(beside_test_put_round(s, feed_id, 1000, &e), &e, "it writes");
	is_done(
	    store_settle(s, &e), &e, "the transaction has logged its changes");
	is_done(store_consumer_ack(other, SLICE("reader"), 0, NOW, &e), &e,
	    "an acknowledgement does not wait for this transaction");
	is_done(store_begin_beside(other, &e), &e,
	    "a list of feeds does not wait for this transaction");
	is_done(store_feed_put_all(other, listed, 2, NOW, ids, &e), &e,
	    "the feeds are put");
	is_done(store_feed_keep_only(other, ids, 1, NULL, NULL, &e), &e,
	    "the feeds that are not listed are paused");
	is_done(store_commit(other, &e), &e, "the list is committed");
	is_done(store_data_version(other, &before, &e), &e,
	    "the version is read");
	is_done(store_commit(s, &e), &e, "the first transaction is committed");
	is_done(store_data_version(other, &after, &e), &e,
	    "the version is read again");
	ok(before != after,
	    "the version shows the commit of an older transaction");
	is_int(ask(s, "SELECT count(*) FROM feed WHERE from_config "
		      "AND status = 'paused'"),
	    1, "one feed is paused");
	store_close(other);
}

/* ---- readers of one consumer ---- */

static bool
beside_test_take(struct store *s, struct lease *ret, struct err *e)
{
	struct lease_request request = { .consumer = shared,
		.wanted = { .limit = 3 },
		.lease_ms = 600000,
		.max_redeliveries = 3,
		.now = NOW };

	return store_lease_take(s, &request, ret, e) == 0;
}

static bool
beside_test_ack(struct store *s, const struct lease *lease, struct err *e)
{
	struct lease_ack ack = { .consumer = shared,
		.seq = lease->upto_seq,
		.lease_id = lease->id,
		.now = NOW,
		.renews = true };

	return store_lease_ack(s, &ack, e) == 0;
}

/* A lease must not depend on the clock of the machine that takes it. */
static void
beside_test_clock(struct store *s)
{
	struct lease lease = { .id = 0 };
	struct err e = ERR_INIT;
	int64_t left_ms = 0;

	ok(beside_test_take(s, &lease, &e) && lease.id != 0,
	    "a batch is taken");
	is_int(ask(s, "SELECT (abs(taken_ms - extract(epoch FROM "
		      "clock_timestamp()) * 1000) < 60000)::int FROM lease"),
	    1, "the lease of the batch began at the time of the server");
	is_done(store_lease_left(s, lease.id, &left_ms, &e), &e,
	    "the rest of the lease is read");
	ok(left_ms > 0 && left_ms <= 600000,
	    "the rest is at most the whole lease");
	ok(beside_test_ack(s, &lease, &e), "the batch is acknowledged");
}

struct beside_thread {
	pthread_t thread;
	struct store *store;
	int64_t feed_id, first_seq;
	int number;
	bool failed;
};

/* Takes and acknowledges batches until all rounds are committed and no batch is
 * left. */
static void *
beside_test_read(void *arg)
{
	struct beside_thread *t = arg;
	struct err e = ERR_INIT;
	bool is_last = false;

	while (!t->failed) {
		struct lease lease = { .id = 0 };

		is_last = atomic_load(&is_logged);
		t->failed = !beside_test_take(t->store, &lease, &e);
		if (lease.id == 0 && is_last)
			break;
		for (int64_t seq = lease.after_seq + 1;
		     lease.id != 0 && seq <= lease.upto_seq; seq++)
			if (seq > t->first_seq &&
			    seq <= t->first_seq + TAKEN_MAX)
				atomic_fetch_add(
				    &n_taken[seq - t->first_seq], 1);
		if (lease.id != 0 && !beside_test_ack(t->store, &lease, &e))
			t->failed = true;
	}
	if (t->failed)
		printf("# reader %d: %s\n", t->number, e.text);
	return NULL;
}

static void *
beside_test_log(void *arg)
{
	struct beside_thread *t = arg;
	struct err e = ERR_INIT;

	for (int round = 0; round < ROUNDS && !t->failed; round++) {
		t->failed = store_begin_beside(t->store, &e) != 0 ||
			    beside_test_put_round(
				t->store, t->feed_id, round, &e) != 0 ||
			    store_commit(t->store, &e) != 0;
	}
	if (t->failed)
		printf("# %s\n", e.text);
	atomic_store(&is_logged, true);
	return NULL;
}

/* Tests that two readers of one consumer, while a node logs changes, take each
 * change once. */
static void
beside_test_readers(struct store *s)
{
	struct beside_thread threads[READERS + 1];
	int64_t first = 0, seq;
	struct err e = ERR_INIT;
	bool failed = false;
	int n_wrong = 0;

	store_last_seq(s, &first, &e);
	is_done(store_consumer_make(s, shared, first, NOW, &seq, &e), &e,
	    "there is a shared consumer");
	for (int i = 0; i <= READERS; i++) {
		threads[i] = (struct beside_thread){ .number = i,
			.store = beside_test_open(),
			.first_seq = first,
			.feed_id =
			    put_feed_at(s, "https://news.example/feed") };
		pthread_create(&threads[i].thread, NULL,
		    i < READERS ? beside_test_read : beside_test_log,
		    &threads[i]);
	}
	for (int i = 0; i <= READERS; i++) {
		pthread_join(threads[i].thread, NULL);
		failed |= threads[i].failed;
		store_close(threads[i].store);
	}
	for (int i = 1; i <= TAKEN_MAX; i++)
		n_wrong += atomic_load(&n_taken[i]) != 1;
	ok(!failed, "no operation fails while others write");
	is_int(n_wrong, 0, "each change is given to one reader, once");
	store_consumer_get(s, shared, &seq, &e);
	is_int(seq - first, TAKEN_MAX, "the cursor is at the end of the log");
	is_int(ask(s, "SELECT count(*) FROM lease"), 0, "no batch is left");
	is_done(beside_test_put_round(s, threads[0].feed_id, 2000, &e), &e,
	    "more changes are logged");
	beside_test_clock(s);
}

/* ---- lists of feeds ---- */

/* Stores a list of feeds.  Both nodes store the same feeds, in opposite orders.
 * The title depends on the number of the list. */
static int
beside_test_put_list(
    struct beside_thread *t, int list, bool is_beside, struct err *e)
{
	static _Thread_local char urls[FEEDS][48];
	struct feed_subscription said[FEEDS];
	int64_t ids[FEEDS];
	char title[16];
	int rc;

	snprintf(title, sizeof(title), "List %d", list);
	for (int i = 0; i < FEEDS; i++) {
		int n = t->number == 0 ? i : FEEDS - 1 - i;

		snprintf(
		    urls[i], sizeof(urls[i]), "https://h%d.example/list", n);
		said[i] = (struct feed_subscription){ .url = slice_of(urls[i]),
			.title = slice_of(title),
			.tags = SLICE("one\ntwo"),
			.fetch_articles = true,
			.from_config = true };
	}
	rc = is_beside ? store_begin_beside(t->store, e)
		       : store_begin_together(t->store, e);
	if (rc == 0 && ((rc = store_feed_put_all(
			     t->store, said, FEEDS, NOW, ids, e)) != 0 ||
			   (rc = store_feed_keep_only(
				t->store, ids, FEEDS, NULL, NULL, e)) != 0 ||
			   (rc = store_commit(t->store, e)) != 0))
		store_rollback(t->store);
	return rc;
}

static void *
beside_test_list(void *arg)
{
	struct beside_thread *t = arg;

	for (int list = 0; list < LISTS && !t->failed; list++) {
		struct err e = ERR_INIT;

		if (beside_test_put_list(t, list, true, &e) == 0)
			continue;
		e = ERR_INIT;
		t->failed = beside_test_put_list(t, list, false, &e) != 0;
		if (t->failed)
			printf("# node %d: %s\n", t->number, e.text);
	}
	return NULL;
}

static void
beside_test_lists(struct store *s)
{
	struct beside_thread nodes[2];

	for (int i = 0; i < 2; i++) {
		nodes[i] = (struct beside_thread){ .number = i,
			.store = beside_test_open() };
		pthread_create(
		    &nodes[i].thread, NULL, beside_test_list, &nodes[i]);
	}
	for (int i = 0; i < 2; i++) {
		pthread_join(nodes[i].thread, NULL);
		store_close(nodes[i].store);
	}
	ok(!nodes[0].failed && !nodes[1].failed,
	    "two nodes list the same feeds, at the latest at the second try");
	is_int(ask(s, "SELECT count(*) FROM feed WHERE url LIKE '%/list'"),
	    FEEDS, "each feed is stored once");
	is_int(ask(s, "SELECT count(*) FROM feed WHERE url LIKE '%/list' "
		      "AND status = 'active' AND given_title = 'List 5'"),
	    FEEDS, "all are active and have the last title");
	is_int(ask(s, "SELECT count(*) FROM feed_tag t JOIN feed f "
		      "ON f.id = t.feed_id WHERE f.url LIKE '%/list'"),
	    2 * FEEDS, "each feed has its tags once");
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
	s = fixture_open("beside", STORE_DAEMON);
	beside_test_open_transaction(s);
	beside_test_readers(s);
	beside_test_lists(s);
	store_close(s);
	return done_testing();
}
