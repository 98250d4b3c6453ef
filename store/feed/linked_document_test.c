/*
 * linked_document_test.c -- documents that feeds link to (linked_document.c),
 * and missed items (missed_items.c).
 */
#include "base/array.h"
#include "base/limits.h"
#include "store/fixture_test.h"

#define DAY 86400

static struct fixture_feed f;

static struct feed_entry
linked_document_test_map_of(const char *url, int64_t lastmod)
{
	return (struct feed_entry){ .link = slice_of(url),
		.published_at = DATE_NONE,
		.updated_at = lastmod };
}

/* Polls an index with these sitemaps. */
static struct poll_stored
linked_document_test_poll_index(struct store *s, int64_t feed_id,
    struct feed_entry *entries, size_t n, int64_t at)
{
	struct feed index = { .format = FEED_SITEMAP_INDEX,
		.complete = true,
		.entries = entries,
		.n_entries = n,
		.ttl_minutes = -1,
		.sy_frequency = -1 };
	struct poll_update k = poll_of(feed_id, NULL, at);
	struct poll_stored stored = { 0 };
	struct err e = ERR_INIT;

	k.feed = &index;
	k.is_answer = true;
	is_done(
	    store_poll_put(s, &k, at, &stored, &e), &e, "an index is stored");
	return stored;
}

static int
linked_document_test_count_row(const struct linked_row *row, void *arg)
{
	int *n = arg;

	(void)row;
	++*n;
	return 0;
}

static int
linked_document_test_owed(struct store *s, int64_t at)
{
	struct err e = ERR_INIT;
	int64_t next;
	int n = 0;

	store_linked_pending(
	    s, at, 100, linked_document_test_count_row, &n, &next, &e);
	return n;
}

static void
linked_document_test_index(struct store *s)
{
	int64_t feed_id = put_feed_at(s, "https://example.org/index.xml");
	struct linked_update read = { .max_age_s = FOREVER };
	struct feed_entry maps[LIMIT_SITEMAPS_AT_ONCE * 3];
	static char urls[LIMIT_SITEMAPS_AT_ONCE * 3][64];
	struct poll_stored stored;
	struct err e = ERR_INIT;
	size_t n = ARRAY_LENGTH(maps);

	for (size_t i = 0; i < n; i++) {
		snprintf(urls[i], sizeof(urls[i]),
		    "https://example.org/map-%zu.xml", i);
		maps[i] = linked_document_test_map_of(
		    urls[i], NOW - (int64_t)(n - i) * DAY);
	}
	stored = linked_document_test_poll_index(s, feed_id, maps, n, NOW);
	is_int((int64_t)stored.n_linked, LIMIT_SITEMAPS_FIRST,
	    "the newest sitemaps of a new index are pending");
	is_int(ask(s, "SELECT count(*) FROM linked_document WHERE url LIKE "
		      "'%map-47%'"),
	    1, "the newest sitemap is pending");
	is_int(linked_document_test_owed(s, NOW), LIMIT_SITEMAPS_FIRST,
	    "all pending sitemaps are due");
	read.id =
	    ask(s, "SELECT id FROM linked_document WHERE url LIKE '%map-47%'");
	read.etag = SLICE("\"a\"");
	is_done(store_linked_put(s, &read, NOW + 1, &stored, &e), &e,
	    "an unchanged document is stored");
	is_int(linked_document_test_owed(s, NOW), LIMIT_SITEMAPS_FIRST - 1,
	    "an unchanged document is not pending any more");
	do_sql(s, "UPDATE linked_document SET status = 'read'");
	stored = linked_document_test_poll_index(s, feed_id, maps, n, NOW + 10);
	is_int((int64_t)stored.n_linked, 0,
	    "the same index adds no pending sitemaps");
	for (size_t i = 0; i < n; i++)
		maps[i].updated_at = NOW + DAY;
	stored =
	    linked_document_test_poll_index(s, feed_id, maps, n, NOW + 2 * DAY);
	is_int((int64_t)stored.n_linked, LIMIT_SITEMAPS_AT_ONCE,
	    "the number of pending sitemaps is limited");
	do_sql(s, "DELETE FROM linked_document");
}

static void
linked_document_test_failures(struct store *s)
{
	int64_t feed_id = put_feed_at(s, "https://example.org/failing.xml");
	struct feed_entry map =
	    linked_document_test_map_of("https://example.org/m.xml", DATE_NONE);
	struct linked_update k = { .why = SLICE("HTTP 503"),
		.retry_at = NOW + 900,
		.max_age_s = FOREVER };
	struct poll_update same = poll_of(feed_id, NULL, NOW + 2000);
	struct poll_stored stored =
	    linked_document_test_poll_index(s, feed_id, &map, 1, NOW);
	struct err e = ERR_INIT;

	k.id = ask(s, "SELECT max(id) FROM linked_document");
	store_linked_put(s, &k, NOW, &stored, &e);
	is_int(linked_document_test_owed(s, NOW + 899), 0,
	    "a failed sitemap waits for its retry");
	is_int(linked_document_test_owed(s, NOW + 900), 1,
	    "a failed document is due after its wait");
	k.was_not_asked = true;
	store_linked_put(s, &k, NOW, &stored, &e);
	k.was_not_asked = false;
	is_int(ask(s, "SELECT max(tries) FROM linked_document"), 1,
	    "a document that was not requested has no further try");
	k.retry_at = DATE_NONE;
	store_linked_put(s, &k, NOW + 900, &stored, &e);
	is_int(linked_document_test_owed(s, NOW + DAY), 0,
	    "after its last try a document is not due any more");
	k = (struct linked_update){ .id = k.id, .max_age_s = FOREVER };
	is_int(store_linked_put(s, &k, NOW + 1000, &stored, &e), ERR_NOT_FOUND,
	    "a document that is not pending is not stored");
	do_sql(s, "UPDATE linked_document SET status = 'pending'");
	store_linked_put(s, &k, NOW + 1000, &stored, &e);
	same.is_answer = true;
	is_done(store_poll_put(s, &same, NOW + 2000, &stored, &e), &e,
	    "an index that is unchanged");
	is_int((int64_t)stored.n_linked, 1,
	    "the sitemaps without a date become pending");
	k.id = 12345;
	is_int(store_linked_put(s, &k, NOW, &stored, &e), ERR_NOT_FOUND,
	    "a document without a row is an error");
	do_sql(s, "UPDATE feed SET status = 'paused'");
	is_int(linked_document_test_owed(s, NOW + DAY), 0,
	    "documents of a paused feed are not due");
	do_sql(s,
	    "UPDATE feed SET status = 'active'; DELETE FROM linked_document");
}

/* A feed names a sitemap of its own and then moves to the address of a
 * publisher, where it is entitled for the pages of the publisher. */
static void
linked_document_test_move(void)
{
	struct store *s = fixture_open("moved.db", STORE_DAEMON);
	int64_t feed_id = put_feed_at(s, "https://evil.example/index.xml");
	struct feed_entry maps[] = {
		linked_document_test_map_of(
		    "https://evil.example/undated.xml", DATE_NONE),
		linked_document_test_map_of(
		    "https://evil.example/dated.xml", NOW),
		linked_document_test_map_of(
		    "https://example.org/new.xml", NOW),
	};
	struct poll_update k = poll_of(feed_id, NULL, NOW + 2);
	struct linked_update pending = { .max_age_s = FOREVER };
	struct poll_stored stored;
	struct err e = ERR_INIT;

	linked_document_test_poll_index(s, feed_id, maps, 2, NOW);
	do_sql(s, "UPDATE linked_document SET status = 'read' "
		  "WHERE url LIKE '%undated%'");
	do_sql(s, "INSERT INTO missed_items (feed_id, at, since_at, status) "
		  "SELECT id, 1700000000, 1700000000, 'open' FROM feed");
	k.is_answer = true;
	k.moved_url = SLICE("https://example.org/index.xml");
	store_poll(s, &k, NOW + 2);
	is_int(linked_document_test_owed(s, NOW + 3), 0,
	    "I2: a move drops the documents to which the former address links");
	is_int(
	    ask(s, "SELECT count(*) FROM missed_items WHERE status = 'left'"),
	    1, "a move ends the recovery of missed items");
	feed_begin(&f, "Forged");
	feed_add(&f, "f1", "https://example.org/1", "Forged", "Forged text.");
	pending.feed = &f.feed;
	pending.id = ask(
	    s, "SELECT id FROM linked_document WHERE url LIKE '%/dated%'");
	is_int(store_linked_put(s, &pending, NOW + 3, &stored, &e),
	    ERR_NOT_FOUND, "I2: a document that was being read is not stored");
	k = poll_of(feed_id, NULL, NOW + 4);
	k.is_answer = true;
	store_poll(s, &k, NOW + 4);
	is_int(linked_document_test_owed(s, NOW + 5), 0,
	    "I2: an unchanged document does not make them pending");
	maps[0] = maps[1];
	maps[1] = maps[2];
	linked_document_test_poll_index(s, feed_id, maps, 2, NOW + 6);
	is_int(linked_document_test_owed(s, NOW + 7), 2,
	    "documents to which the new address links are pending");
	is_int(ask(s, "SELECT count(*) FROM entry"), 0,
	    "I2: no text of the former address is stored");
	is_wellformed(s, "no faults");
	store_close(s);
}

/* Fills f with the items `from` to `to`, an hour apart. */
static void
linked_document_test_window(int from, int to)
{
	static char names[64][64];

	feed_begin(&f, "Rolling");
	for (int i = to; i >= from; i--) {
		snprintf(names[i], sizeof(names[i]), "item %d", i);
		feed_add(&f, names[i], NULL, names[i], "Words.");
		f.entries[f.feed.n_entries - 1].published_at = NOW + i * 3600;
	}
}

/* Sets the next poll by the interval for missed items alone, but at least 600 s
 * ahead. */
static void
linked_document_test_decide_by_gap(
    struct poll_update *k, const struct poll_stored *stored)
{
	int64_t wait_s =
	    stored->has_missed_items ? stored->missed_interval_s : DAY;

	k->next_poll_at = k->poll.at + (wait_s > 600 ? wait_s : 600);
}

static struct poll_stored
linked_document_test_poll_window(struct store *s, int64_t feed_id, int64_t at)
{
	struct poll_update k = poll_of(feed_id, &f, at);
	struct poll_stored stored = { 0 };
	struct err e = ERR_INIT;

	k.next_poll_at = at + DAY;
	k.decide = linked_document_test_decide_by_gap;
	k.is_answer = true;
	is_done(store_poll_put(s, &k, at, &stored, &e), &e, "a poll is stored");
	return stored;
}

static void
linked_document_test_gap(struct store *s)
{
	int64_t id = put_feed_at(s, "https://example.org/rolling");
	struct poll_stored stored;

	linked_document_test_window(1, 11);
	ok(!linked_document_test_poll_window(s, id, NOW).has_missed_items,
	    "the first poll is not a gap");
	linked_document_test_window(11, 20);
	ok(!linked_document_test_poll_window(s, id, NOW + 100).has_missed_items,
	    "a document with one known item is not a gap");
	linked_document_test_window(40, 50);
	stored = linked_document_test_poll_window(s, id, NOW + DAY);
	ok(stored.has_missed_items, "a document without known items is a gap");
	is_int(stored.missed_interval_s, 5 * 3600,
	    "the interval is half the time that the items span");
	is_int(
	    ask(s, "SELECT next_poll_at FROM feed WHERE url LIKE '%rolling'"),
	    NOW + DAY + 5 * 3600,
	    "the shortened interval is used for the next poll");
	is_int(ask(s, "SELECT at - since_at FROM missed_items"), DAY - 100,
	    "the gap begins at the previous poll");
	linked_document_test_window(51, 52);
	stored = linked_document_test_poll_window(s, id, NOW + DAY + 700);
	is_int(
	    ask(s, "SELECT next_poll_at FROM feed WHERE url LIKE '%rolling'"),
	    NOW + DAY + 700 + 600, "the minimum of the next poll applies");
	is_int(ask(s, "SELECT count(*) FROM missed_items"), 1,
	    "missed items have one row per day");
	linked_document_test_window(53, 60);
	f.feed.complete = false;
	ok(!linked_document_test_poll_window(s, id, NOW + DAY + 800)
		.has_missed_items,
	    "an incomplete document is not a gap");
	f.feed.complete = true;
	feed_begin(&f, "Rolling");
	ok(!linked_document_test_poll_window(s, id, NOW + DAY + 900)
		.has_missed_items,
	    "an empty document is not a gap");
}

/* A news sitemap is stored in slices.  Between two of them, a poll of the feed
 * extends the period of missed items. */
static void
linked_document_test_gap_between_slices(void)
{
	struct store *s = fixture_open("between.db", STORE_DAEMON);
	struct linked_update k = {
		.feed = &f.feed, .max_age_s = FOREVER, .slice = 10
	};
	struct poll_stored stored, before;
	struct err e = ERR_INIT;
	int n = 1;

	put_feed_at(s, "https://example.org/rolling");
	do_sql(s,
	    "INSERT INTO missed_items (feed_id, at, since_at, status) "
	    "SELECT id, 1700000000 + 30 * 3600, 1700000000, 'open' "
	    "FROM feed;"
	    "INSERT INTO linked_document (feed_id, url, kind, depth, status) "
	    "SELECT id, 'https://example.org/news.xml', 'news', 1, "
	    "'pending' FROM feed");
	linked_document_test_window(0, 40); /* begins before the period of
					       missed items */
	k.id = ask(s, "SELECT id FROM linked_document");
	is_done(store_linked_put(s, &k, NOW + 30 * 3600, &stored, &e), &e,
	    "the first slice of a news sitemap");
	ok(stored.n_left > 0 && stored.n_new == 10,
	    "ten of thirty items are stored");
	do_sql_of(s, "UPDATE missed_items SET at = at + 10 * 3600",
	    "UPDATE missed_items SET at = at + interval '10 h'");
	for (; stored.n_left > 0 && n < 20; n++) {
		before = stored;
		k.before = &before;
		store_linked_put(s, &k, NOW + 40 * 3600, &stored, &e);
	}
	is_int(n, 5, "the others are stored in four slices");
	is_int(ask(s, "SELECT count(*) FROM entry"), 40,
	    "no item is missing, also of the extended gap");
	is_int(
	    ask(s, "SELECT count(*) FROM missed_items WHERE status = 'closed'"),
	    1, "the gap is closed");
	is_int(ask(s, "SELECT found FROM missed_items"), 40,
	    "all missed items were found");
	is_wellformed(s, "no faults");
	store_close(s);
}

/* Stores f as the news sitemap `id`. */
static void
linked_document_test_keep_news(struct store *s, int64_t id)
{
	struct linked_update k = {
		.id = id, .feed = &f.feed, .max_age_s = FOREVER
	};
	struct poll_stored stored;
	struct err e = ERR_INIT;

	is_done(store_linked_put(s, &k, NOW + 30 * 3600, &stored, &e), &e,
	    "a news sitemap is stored");
}

static void
linked_document_test_gap_of_two_sitemaps(void)
{
	struct store *s = fixture_open("two.db", STORE_DAEMON);

	put_feed_at(s, "https://example.org/rolling");
	do_sql(s,
	    "INSERT INTO missed_items (feed_id, at, since_at, status) "
	    "SELECT id, 1700000000 + 30 * 3600, 1700000000, 'open' "
	    "FROM feed;"
	    "INSERT INTO linked_document (feed_id, url, kind, depth, status) "
	    "SELECT id, 'https://example.org/news-en.xml', 'news', 2, "
	    "'pending' FROM feed UNION ALL "
	    "SELECT id, 'https://example.org/news-fr.xml', 'news', 2, "
	    "'pending' FROM feed");
	linked_document_test_window(0, 10);
	linked_document_test_keep_news(
	    s, ask(s, "SELECT min(id) FROM linked_document"));
	is_int(
	    ask(s, "SELECT count(*) FROM missed_items WHERE status = 'closed'"),
	    1, "the first of two sitemaps closes the gap");
	linked_document_test_window(11, 20);
	linked_document_test_keep_news(
	    s, ask(s, "SELECT max(id) FROM linked_document"));
	is_int(ask(s, "SELECT count(*) FROM entry"), 20,
	    "the items of the second one are stored, too");
	is_int(ask(s, "SELECT found FROM missed_items WHERE status = 'closed'"),
	    20, "missed items are counted, and the gap remains closed");
	is_wellformed(s, "no faults");
	store_close(s);
}

/* Stores an index of n news sitemaps as the document `id`. */
static void
linked_document_test_keep_news_index(
    struct store *s, int64_t id, struct feed_entry *entries, size_t n)
{
	struct feed index = { .format = FEED_SITEMAP_INDEX,
		.complete = true,
		.entries = entries,
		.n_entries = n,
		.ttl_minutes = -1,
		.sy_frequency = -1 };
	struct linked_update k = { .id = id,
		.feed = &index,
		.etag = SLICE("\"a\""),
		.max_age_s = FOREVER };
	struct poll_stored stored;
	struct err e = ERR_INIT;

	is_done(store_linked_put(s, &k, NOW + 30 * 3600, &stored, &e), &e,
	    "an index of news sitemaps is stored");
}

/* A news sitemap that robots.txt names may be an index of news sitemaps. */
static void
linked_document_test_gap_of_news_index(void)
{
	struct store *s = fixture_open("index.db", STORE_DAEMON);
	struct feed_entry maps[] = {
		linked_document_test_map_of(
		    "https://example.org/news-old.xml", NOW - 1),
		linked_document_test_map_of(
		    "https://example.org/news-1.xml", NOW + 1),
		linked_document_test_map_of(
		    "https://example.org/news-2.xml", NOW + 2),
		linked_document_test_map_of(
		    "https://elsewhere.org/news-3.xml", NOW + 3),
		linked_document_test_map_of(
		    "https://example.org/news-4.xml", NOW + 4),
		linked_document_test_map_of(
		    "https://example.org/news-5.xml", NOW + 5),
		linked_document_test_map_of(
		    "https://example.org/news-6.xml", DATE_NONE),
	};
	size_t n = ARRAY_LENGTH(maps);
	int64_t id;

	put_feed_at(s, "https://example.org/rolling");
	do_sql(s,
	    "INSERT INTO missed_items (feed_id, at, since_at, status) "
	    "SELECT id, 1700000000 + 30 * 3600, 1700000000, 'open' "
	    "FROM feed;"
	    "INSERT INTO linked_document (feed_id, url, kind, depth, status) "
	    "SELECT id, 'https://example.org/news.xml', 'news', 2, "
	    "'pending' FROM feed");
	id = ask(s, "SELECT id FROM linked_document");
	linked_document_test_keep_news_index(s, id, maps, n);
	is_int(linked_document_test_owed(s, NOW), LIMIT_SITEMAPS_FIRST,
	    "a limited number of its sitemaps is pending");
	is_int(
	    ask(s, "SELECT count(*) FROM linked_document WHERE kind = 'news' "
		   "AND status = 'pending' AND url LIKE '%example.org%' "
		   "AND url NOT LIKE '%old%' AND url NOT LIKE '%6%'"),
	    4, "the newest sitemaps of the site after the gap are pending");
	is_int(
	    ask(s, "SELECT count(*) FROM missed_items WHERE status = 'open'"),
	    1, "the gap is open until the sitemaps are read");
	is_int(ask(s, "SELECT count(etag) FROM linked_document"), 0,
	    "the index is read without validators at the next gap");
	do_sql(s, "UPDATE linked_document SET status = 'read', read_at = 1 "
		  "WHERE url NOT LIKE '%-5.xml'");
	linked_document_test_keep_news_index(s,
	    ask(s, "SELECT id FROM linked_document WHERE url LIKE '%-5.xml'"),
	    maps, n);
	is_int(linked_document_test_owed(s, NOW), 0,
	    "an index in an index is not followed");
	is_int(
	    ask(s, "SELECT count(*) FROM missed_items WHERE status = 'left'"),
	    1, "the gap then has the status left");
	is_wellformed(s, "no faults");
	store_close(s);
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	s = fixture_open("further.db", STORE_DAEMON);
	linked_document_test_index(s);
	linked_document_test_failures(s);
	linked_document_test_gap(s);
	linked_document_test_move();
	linked_document_test_gap_between_slices();
	linked_document_test_gap_of_two_sitemaps();
	linked_document_test_gap_of_news_index();
	is_wellformed(s, "the database has no faults");
	store_close(s);
	return done_testing();
}
