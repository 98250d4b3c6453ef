/*
 * retention_test.c -- rows that retention deletes, and that do not come back.
 */
#include "store/fixture_test.h"

static struct fixture_feed f;

static void
retention_test_document(void)
{
	feed_begin(&f, "E");
	feed_add(&f, "1", "https://example.org/1", "One", "First words.");
	feed_add(&f, "2", NULL, "Two", "Second words.");
	feed_add(&f, "3", "https://example.org/3", "Owed", "Third words.");
}

static void
retention_test_purge(void)
{
	struct store *s = fixture_open("purge.db", STORE_DAEMON);
	int64_t a = put_feed_at(s, "https://example.org/a");
	int64_t b = put_feed_at(s, "https://example.org/b"), later;
	struct retention r = { 86400, 3600, 3600 };
	struct retention_done done = { 9, 9, 9, 9, 9 };
	struct err e = ERR_INIT;
	struct cuter_article article = story("One", "The page.");
	struct article_update k = { .status = ARTICLE_DONE,
		.fetched_at = NOW,
		.article = &article,
		.raw = SLICE("<p>The page.") };

	retention_test_document();
	poll(s, a, &f, NOW);
	k.id = article_at(s, "https://example.org/1");
	store_article_put(s, &k, NOW, &e);
	is_done(store_retain(s, &r, NOW, 100, &done, &e), &e,
	    "retention runs with the limit of now");
	ok(done.articles == 0 && done.raw == 0 && done.polls == 0,
	    "nothing is too old at once");
	is_done(store_retain_count(s, &r, NOW + 3601, &done, &e), &e,
	    "the rows to delete are counted");
	ok(done.articles == 0 && done.raw == 1 && done.polls == 1,
	    "a page and a poll are too old after an hour");
	is_int(ask(s, "SELECT count(*) FROM page"), 1,
	    "counting what is too old deletes nothing");
	store_retain_count(s, &r, NOW + 86401, &done, &e);
	ok(done.articles == 2 && done.raw == 1,
	    "two articles are too old after a day");
	store_retain(s, &r, NOW + 3601, 100, &done, &e);
	ok(done.articles == 0 && done.raw == 1 && done.polls == 1,
	    "the page and the poll are deleted after an hour");
	store_retain(s, &r, NOW + 86401, 1, &done, &e);
	is_int(done.articles, 1, "a slice at a time");
	store_retain(s, &r, NOW + 86401, 1, &done, &e);
	is_int(done.articles, 1, "the next slice deletes another article");
	store_retain(s, &r, NOW + 86401, 1, &done, &e);
	is_int(done.articles, 0, "a pending article is never too old");
	is_int(ask(s, "SELECT count(*) FROM article"), 1,
	    "the pending article remains");
	is_int(ask(s, "SELECT count(*) FROM entry"), 1,
	    "the entry of the pending article remains");
	is_int(ask(s, "SELECT count(*) FROM change"), 0,
	    "the changes of deleted articles are deleted");
	is_wellformed(s, "the database has no fault");
	later = NOW + 86402;
	is_int((int64_t)poll(s, a, &f, later).n_new, 0,
	    "the feed still has the deleted items: none is new");
	feed_begin(&f, "B");
	feed_add(&f, "x", "http://www.example.org/1", "One", "First words.");
	is_int((int64_t)poll(s, b, &f, later).n_new, 0,
	    "another feed that names the deleted article adds no entry");
	is_int((int64_t)poll(s, b, &f, later).n_new, 0,
	    "a later poll adds no entry either");
	is_int(ask(s, "SELECT count(*) FROM article"), 1,
	    "deleted articles are not inserted again");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
retention_test_for_ever(void)
{
	struct store *s = fixture_open("forever.db", STORE_DAEMON);
	struct retention r = { FOREVER, FOREVER, FOREVER };
	struct retention_done done = { 9, 9, 9, 9, 9 };
	struct err e = ERR_INIT;

	retention_test_document();
	poll(s, put_feed_at(s, "https://example.org/a"), &f, 1);
	store_retain(s, &r, INT64_MAX / 2, 100, &done, &e);
	ok(done.articles == 0 && done.raw == 0 && done.polls == 0,
	    "without a limit nothing is deleted");
	store_retain_count(s, &r, INT64_MAX / 2, &done, &e);
	ok(done.articles == 0 && done.raw == 0 && done.polls == 0,
	    "without a limit nothing is counted");
	store_close(s);
}

/* The file shrinks slice by slice; some free pages remain. */
static void
retention_test_gives_back(void)
{
	static char words[40000];
	struct store *s = fixture_open("back.db", STORE_DAEMON);
	struct retention r = { 86400, FOREVER, FOREVER };
	struct retention_done done = { 0 };
	int64_t before, pages, freed = 0, id;
	struct err e = ERR_INIT;
	int calls = 0;

	id = put_feed_at(s, "https://example.org/back");
	for (size_t i = 0; i < sizeof(words) - 1; i++)
		words[i] = i % 7 == 6 ? ' ' : (char)('a' + i * i % 26);
	feed_begin(&f, "E");
	for (int i = 0; i < 300; i++) {
		static char guids[300][16];

		snprintf(guids[i], sizeof(guids[0]), "%d", i);
		feed_add(&f, guids[i], NULL, guids[i], words);
	}
	poll(s, id, &f, NOW);
	store_retain(s, &r, NOW, 100, &done, &e);
	is_int(done.file_pages, 0,
	    "no page of a full file is returned to the disk");
	before = ask(s, "SELECT page_count FROM pragma_page_count");
	do {
		store_retain(s, &r, NOW + 86401, 100, &done, &e);
		freed += done.file_pages;
		calls++;
	} while (done.articles + done.file_pages > 0 && calls < 1000);
	pages = ask(s, "SELECT page_count FROM pragma_page_count");
	ok(freed > 0 && pages <= before - freed + 8,
	    "the free pages are returned to the disk");
	ok(pages < before / 4, "the file is a quarter of what it was");
	ok(calls > 6, "retention runs in slices");
	ok(ask(s, "SELECT 4 * freelist_count <= page_count FROM "
		  "pragma_freelist_count, pragma_page_count"),
	    "a few free pages are kept");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* Rules that were fetched `days` before NOW and were valid for a day. */
static void
retention_test_put_robots(
    struct store *s, struct slice origin, int days, bool is_unreachable)
{
	struct robots_row row = { .origin = origin,
		.rules = SLICE("D /x\n"),
		.fetched_at = NOW - days * 86400,
		.expires_at = NOW - (days - 1) * 86400,
		.read_at = NOW - days * 86400,
		.unreachable_since = is_unreachable ? NOW - days * 86400 : 0 };
	struct err e = ERR_INIT;

	is_done(store_robots_put(s, &row, &e), &e, "rules are stored");
}

static void
retention_test_robots(void)
{
	struct store *s = fixture_open("robots.db", STORE_DAEMON);
	struct retention r = { 86400, 3600, 3600 };
	struct retention_done done;
	struct err e = ERR_INIT;

	retention_test_put_robots(s, SLICE("https://new.org"), 2, false);
	retention_test_put_robots(s, SLICE("https://old.org"), 4, false);
	retention_test_put_robots(s, SLICE("https://down.org"), 4, true);
	retention_test_put_robots(s, SLICE("https://gone.org"), 40, true);
	is_done(store_retain(s, &r, NOW, 100, &done, &e), &e, "retention runs");
	is_int(ask(s, "SELECT count(*) FROM robots WHERE origin IN "
		      "('https://new.org', 'https://down.org')"),
	    2, "rules that may still be used remain");
	is_int(ask(s, "SELECT count(*) FROM robots"), 2,
	    "rules that are no longer used are deleted");
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	retention_test_robots();
	retention_test_purge();
	retention_test_for_ever();
	if (!fixture_is_postgres()) /* tests of a file that becomes smaller */
		retention_test_gives_back();
	return done_testing();
}
