/*
 * slices_test.c -- a long document is stored in slices, and many texts are
 * indexed as one segment. Prints the rate of both per second.
 */
#include "store/fixture_test.h"

static struct fixture_feed f;

/* Creates 100 items; every second item has no page. */
static void
slices_test_fill_long(void)
{
	feed_begin(&f, "Long");
	for (int i = 0; i < 100; i++)
		feed_add_story(&f, i, i % 2 != 0);
}

/* Stores slices until n_left is 0, but at most `most` slices. */
static struct poll_stored
slices_test_poll_in_slices(
    struct store *s, int64_t id, int64_t now, int most, int *ret_n)
{
	struct poll_stored stored = { .n_left = 1 }, before;
	struct poll_update k = poll_of(id, &f, now);

	k.slice = 30;
	for (*ret_n = 0; stored.n_left > 0 && *ret_n < most; ++*ret_n) {
		stored = store_poll(s, &k, now);
		before = stored;
		k.before = &before;
	}
	return stored;
}

static void
slices_test_slices(void)
{
	struct store *s = fixture_open("slices.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	struct poll_stored stored;
	int n;

	slices_test_fill_long();
	stored = slices_test_poll_in_slices(s, id, NOW, 2, &n);
	is_int((int64_t)stored.n_left, 40,
	    "two slices of a long document leave the rest of it");
	is_int(ask(s, "SELECT count(*) FROM entry"), 60,
	    "the entries of two slices are stored");
	is_int(ask(s, "SELECT count(*) FROM feed WHERE etag IS NULL AND "
		      "last_poll_at IS NULL"),
	    1,
	    "the validators and the next poll are unchanged after the first "
	    "slice");
	is_int(ask(s, "SELECT count(*) FROM poll"), 0,
	    "the poll is not stored with the first slice");
	is_wellformed(s, "the database has no fault");

	/* After a crash at this point, the document is read again, with the
	 * remaining items. */
	stored = slices_test_poll_in_slices(s, id, NOW + 60, 99, &n);
	is_int(n, 4, "the remaining items are stored in four slices");
	is_int((int64_t)stored.n_new, 40, "40 items are new");
	is_int((int64_t)stored.n_known, 60, "60 items are known");
	ok(!stored.has_missed_items,
	    "no items count as missed between the slices");
	is_int(ask(s, "SELECT count(*) FROM entry"), 100,
	    "each item is stored once");
	is_int(ask(s, "SELECT count(DISTINCT article_id) FROM entry"), 100,
	    "each item has its article");
	is_int(ask(s, "SELECT count(*) FROM change"), 50,
	    "articles without a page to fetch are announced once");
	is_int(ask(s, "SELECT entries FROM poll"), 100,
	    "one poll counts all items");
	is_int(ask(s, "SELECT count(*) FROM feed WHERE etag IS NOT NULL"), 1,
	    "the validators are stored with the last slice");
	ok(ask(s, "SELECT id FROM article WHERE url LIKE '%/99'") <
		ask(s, "SELECT id FROM article WHERE url LIKE '%/1'"),
	    "items listed later get smaller ids");
	stored = slices_test_poll_in_slices(s, id, NOW + 120, 99, &n);
	is_int((int64_t)(stored.n_new + stored.n_pending), 0,
	    "the next poll has no new items");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* Every item is new: none of the earlier items is listed any more. */
static void
slices_test_slices_of_a_gap(void)
{
	struct store *s = fixture_open("slices2.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	struct poll_stored stored;
	int n;

	feed_begin(&f, "Long");
	feed_add(&f, "old", "https://example.org/old", "Old", "Words.");
	poll(s, id, &f, NOW);
	slices_test_fill_long();
	stored = slices_test_poll_in_slices(s, id, NOW + 60, 1, &n);
	ok(stored.has_missed_items && stored.n_left > 0,
	    "a gap is noted with the first slice");
	is_int(ask(s, "SELECT count(*) FROM missed_items"), 1,
	    "the missed items are recorded in the database");
	stored = slices_test_poll_in_slices(s, id, NOW + 120, 99, &n);
	is_int(ask(s, "SELECT count(*) FROM missed_items"), 1,
	    "missed items are recorded once");
	is_int(ask(s, "SELECT count(*) FROM entry"), 101,
	    "the entries of all slices are kept");
	store_close(s);
}

/* When a sitemap is read for the first time, only items with recent dates are
 * news.  This also applies to the remaining items after a crash after the first
 * slice. */
static void
slices_test_slices_of_a_sitemap(void)
{
	struct store *s = fixture_open("slices3.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/sitemap.xml");
	int n;

	slices_test_fill_long();
	f.feed.format = FEED_SITEMAP;
	f.entries[99].published_at = f.entries[1].published_at = NOW;
	slices_test_poll_in_slices(s, id, NOW, 1, &n);
	is_int(ask(s, "SELECT count(*) FROM entry"), 1,
	    "the first slice of a sitemap stores the item of today");
	slices_test_poll_in_slices(s, id, NOW + 60, 99, &n);
	is_int(ask(s, "SELECT count(*) FROM entry"), 2,
	    "after a crash the other item of today is stored, and no old one");
	store_close(s);
}

/* Several polls in one transaction, and an operation that fails. The failure
 * must not undo the pending index rows of the other operations. */
static void
slices_test_one_segment_of_many(void)
{
	struct store *s = fixture_open("segments.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	struct err e = ERR_INIT;

	store_begin(s, &e);
	for (int i = 0; i < 4; i++) {
		feed_begin(&f, "Example");
		feed_add_story(&f, i, false);
		if (i == 2)
			is_done(store_consumer_seek(s, SLICE("nobody"), 1, NOW,
				    &e) == ERR_NOT_FOUND
				    ? 0
				    : -1,
			    &e, "an operation fails");
		poll(s, id, &f, NOW + i);
	}
	is_done(store_commit(s, &e), &e, "the transaction is committed");
	if (s->postgres == NULL)
		is_int(
		    ask(s, "SELECT count(DISTINCT segid) FROM article_fts_idx"),
		    1, "a transaction's texts are one segment of the index");
	is_int(fixture_count_hits(s, "words"), 4,
	    "all texts of the transaction can be found");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* FTS5 writes a segment at each savepoint.  The texts of one poll must be
 * indexed at one savepoint, and therefore be one segment. */
static void
slices_test_one_segment(void)
{
	struct store *s = fixture_open("segment.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");

	feed_begin(&f, "Example");
	for (int i = 0; i < 12; i++)
		feed_add_story(&f, i, false);
	poll(s, id, &f, NOW);
	if (s->postgres == NULL)
		is_int(
		    ask(s, "SELECT count(DISTINCT segid) FROM article_fts_idx"),
		    1, "a poll's texts are one segment of the index");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
slices_test_rate(void)
{
	struct store *s = fixture_open("rate.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	static char guids[200][32], links[200][64], body[2048];
	struct timespec from, to;
	struct err e = ERR_INIT;
	int n = 0;
	double seconds;

	for (size_t i = 0; i < sizeof(body) - 1; i++)
		body[i] = i % 6 == 5 ? ' ' : (char)('a' + i * i % 23);
	clock_gettime(CLOCK_MONOTONIC, &from);
	for (int batch = 0; batch < 5; batch++) {
		feed_begin(&f, "Rate");
		for (int i = 0; i < 200; i++, n++) {
			snprintf(guids[i], sizeof(guids[0]), "%d", n);
			snprintf(links[i], sizeof(links[0]),
			    "https://h%d.example/%d", n % 50, n);
			feed_add(&f, guids[i], links[i], "A title", "Teaser.");
		}
		store_begin(s, &e);
		poll(s, id, &f, NOW);
		store_commit(s, &e);
		store_begin(s, &e);
		for (int i = 0; i < 200; i++)
			store_story(s, n - 199 + i, guids[i], body, NOW, &e);
		store_commit(s, &e);
	}
	clock_gettime(CLOCK_MONOTONIC, &to);
	seconds = (double)(to.tv_sec - from.tv_sec) +
		  (double)(to.tv_nsec - from.tv_nsec) / 1e9;
	printf("# %d articles announced and kept (2 KB each), 200 a "
	       "transaction: %.0f a second\n",
	    n, n / seconds);
	is_int(ask(s, "SELECT count(*) FROM article WHERE status = 'done'"), n,
	    "a thousand articles in batches of 200");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* Polls the same twenty items a thousand times, because most polls find only
 * known items. */
static void
slices_test_rate_of_nothing_new(void)
{
	struct store *s = fixture_open("idle.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss"), n_new = 0;
	static char guids[20][64];
	struct timespec from, to;
	struct err e = ERR_INIT;
	double seconds;

	feed_begin(&f, "Idle");
	f.feed.link = SLICE("https://example.org/");
	for (int i = 0; i < 20; i++) {
		snprintf(guids[i], sizeof(guids[0]),
		    "https://example.org/news/a-headline-%d", 100000 + i);
		feed_add(&f, guids[i], guids[i], "A title", "Teaser.");
	}
	poll(s, id, &f, NOW);
	clock_gettime(CLOCK_MONOTONIC, &from);
	store_begin(s, &e);
	for (int i = 0; i < 1000; i++)
		n_new += (int64_t)poll(s, id, &f, NOW + i).n_new;
	store_commit(s, &e);
	clock_gettime(CLOCK_MONOTONIC, &to);
	seconds = (double)(to.tv_sec - from.tv_sec) +
		  (double)(to.tv_nsec - from.tv_nsec) / 1e9;
	printf("# polls of 20 known items: %.0f a second\n", 1000 / seconds);
	is_int(n_new, 0, "a thousand polls with nothing new");
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	slices_test_slices();
	slices_test_slices_of_a_gap();
	slices_test_slices_of_a_sitemap();
	slices_test_one_segment();
	slices_test_one_segment_of_many();
	slices_test_rate();
	slices_test_rate_of_nothing_new();
	return done_testing();
}
