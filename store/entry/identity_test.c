/*
 * identity_test.c -- identifies items over several polls (docs/feed-rows.md,
 * rows I4-I7, I11, I13-I16), and tests tombstones of purged items.
 */
#include "base/array.h"
#include "store/fixture_test.h"
#include "store/sqlite/schema.h"
#define SQL_WANT_MIGRATIONS
#include "store/sqlite/sql.inc"

#define DAY 86400

static struct fixture_feed f;
static struct store *s;
static int64_t feed_id, now;

/* Begins the tests of one row of docs/feed-rows.md: creates a new database with
 * one feed. */
static void
identity_test_row_begin(const char *name)
{
	char file[64];

	snprintf(file, sizeof(file), "%s.db", name);
	s = fixture_open(file, STORE_DAEMON);
	feed_id = put_feed_at(s, "https://example.org/rss");
	now = NOW;
}

static void
identity_test_row_end(void)
{
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
identity_test_document(void)
{
	feed_begin(&f, "Example");
	f.feed.link = SLICE("https://example.org/");
}

/* Polls the current document, ten minutes after the previous poll. */
static void
identity_test_is_new(int64_t n, const char *name)
{
	now += 600;
	is_int((int64_t)poll(s, feed_id, &f, now).n_new, n, name);
}

/* Creates a document with one item. */
static struct feed_entry *
identity_test_item(const char *guid, const char *link, const char *title)
{
	identity_test_document();
	return feed_add(&f, guid, link, title, "Words of the feed.");
}

static void
identity_test_are(int64_t n_entries, int64_t n_articles)
{
	is_int(ask(s, "SELECT count(*) FROM entry"), n_entries,
	    "the number of stored entries");
	is_int(ask(s, "SELECT count(*) FROM article"), n_articles,
	    "the number of stored articles");
}

static void
identity_test_i4_one_guid_on_all(void)
{
	identity_test_row_begin("i4");
	identity_test_document();
	feed_add(&f, "site", "https://example.org/a", "A", "Words.");
	identity_test_is_new(
	    1, "I4: one item with the guid of the site is new");
	feed_add(&f, "site", "https://example.org/b", "B", "Words.");
	feed_add(&f, "site", "https://example.org/c", "C", "Words.");
	identity_test_is_new(2, "I4: two other items with that guid are new");
	identity_test_is_new(0, "I4: and stay");
	f.entries[1].title = SLICE("B, edited");
	identity_test_is_new(0, "I4: a title is edited");
	identity_test_are(3, 3);
	f.entries[0] = f.entries[2];
	f.feed.n_entries = 1;
	identity_test_is_new(0, "I4: one is left");
	identity_test_are(3, 3);
	identity_test_row_end();
}

static void
identity_test_i5_listed_twice(void)
{
	identity_test_row_begin("i5");
	identity_test_document();
	feed_add(&f, "1", "https://example.org/a", "A", "Words.");
	feed_add(&f, "1", "https://example.org/a", "A", "Words.");
	identity_test_is_new(1, "I5: one item listed twice is one");
	f.feed.n_entries = 1;
	identity_test_is_new(0, "I5: the item is known when it is listed once");
	identity_test_are(1, 1);
	identity_test_row_end();
}

/* Pairs of spellings of guid and link that identify the same item. */
static void
identity_test_i6_spellings(void)
{
	static const char *const spellings[] = {
		"http://example.org/news/story?id=7",
		"https://example.org/news/story?id=7",
		"https://www.example.org/news/story?id=7",
		"https://www.example.org/news/story/?id=7",
		"https://example.org/news/story?id=7&utm_source=rss",
		"https://example.org/news/story?PHPSESSID=1f2e&id=7",
		"https://example.org/news/story;jsessionid=1F2E?id=7",
		"https://m.example.org/news/story?id=7",
		"http://example.org/news/story?id=7",
	};

	identity_test_row_begin("i6");
	for (size_t i = 0; i < ARRAY_LENGTH(spellings); i++) {
		identity_test_item(spellings[i], spellings[i], "A story");
		identity_test_is_new(i == 0, spellings[i]);
	}
	identity_test_are(1, 1);
	for (size_t i = 0; i < ARRAY_LENGTH(spellings); i++) {
		identity_test_item(spellings[i], NULL, "Without a link");
		f.entries[0].title = SLICE_NONE;
		now += 60 * DAY;
		identity_test_is_new(
		    0, "I6: the item is recognised by its guid after 60 days");
	}
	identity_test_are(1, 1);
	ok(strcmp(ask_text(s, "SELECT guid FROM entry"), spellings[0]) == 0,
	    "I6: the entry has the guid of the last document");
	identity_test_row_end();
}

static void
identity_test_i6_no_guid(void)
{
	identity_test_row_begin("i6link");
	identity_test_item(NULL, "http://example.org/a?b=1", "A");
	identity_test_is_new(1, "I6: without a guid");
	identity_test_item(NULL, "https://www.example.org/a?b=1&fbclid=x", "A");
	identity_test_is_new(
	    0, "I6: the item is recognised by another spelling of its link");
	identity_test_item("guid-at-last", "https://example.org/a?b=1", "A");
	identity_test_is_new(
	    0, "I6: the item is recognised when it gets a guid");
	identity_test_are(1, 1);
	identity_test_item(
	    "https://example.org/b", "https://example.org/b", "B");
	identity_test_is_new(1, "I6: an item whose guid is its link is new");
	identity_test_item("opaque", "https://example.org/b", "B, and more");
	identity_test_is_new(
	    0, "I6: the item is recognised by its link when its guid changes");
	identity_test_are(2, 2);
	identity_test_row_end();
}

static void
identity_test_i6_fragments(void)
{
	const char *first = "https://example.org/story-123456#comment-1";
	const char *second = "https://example.org/story-123456#comment-2";

	identity_test_row_begin("i6fragment");
	identity_test_item(first, NULL, "By Ann")->published_at = NOW;
	identity_test_is_new(1, "I6: a comment");
	identity_test_item(second, NULL, "By Bob")->published_at = NOW;
	identity_test_is_new(
	    1, "I6: another number in the fragment of a guid is another item");
	identity_test_item("1", first, "By Ann")->published_at = NOW + 1;
	identity_test_is_new(
	    1, "I6: another fragment of a link is another item");
	identity_test_item("2", second, "By Bob")->published_at = NOW + 1;
	identity_test_is_new(1, "I6: of one page");
	identity_test_row_end();
}

static void
identity_test_i7_slug(void)
{
	identity_test_row_begin("i7");
	identity_test_item("https://example.org/news/first-words-123456.html",
	    NULL, "First words")
	    ->published_at = NOW;
	identity_test_is_new(1, "I7: a story with its headline in the guid");
	identity_test_item("https://example.org/news/better-words-123456.html",
	    NULL, "Better words")
	    ->published_at = NOW;
	identity_test_is_new(
	    0, "I7: S42: the headline is edited, the number is not");
	identity_test_are(1, 1);
	is_int(ask(s, "SELECT count(*) FROM change WHERE kind = 'revised'"), 1,
	    "I7: the changed headline gives a revision");
	ok(strcmp(ask_text(s, "SELECT title FROM article"), "Better words") ==
		0,
	    "I7: the revision has the new headline");
	identity_test_item(
	    "https://example.org/news/other-story-123457.html", NULL, "Other")
	    ->published_at = NOW;
	identity_test_is_new(1, "I7: a story with another number is new");
	identity_test_item(
	    "https://example.org/sport/better-words-123456.html", NULL, "S")
	    ->published_at = NOW;
	identity_test_is_new(1, "I7: another folder too");
	identity_test_item(
	    "https://example.org/news/topic-again-123457.html", NULL, "T")
	    ->published_at = NOW + 5 * DAY;
	identity_test_is_new(1, "I7: the same number in another week is new");
	identity_test_row_end();
}

static void
identity_test_i7_link_and_slug(void)
{
	const char *first = "https://example.org/123456/first-words";
	const char *second = "https://example.org/123456/better-words";

	identity_test_row_begin("i7link");
	identity_test_item(first, first, "First words")->published_at = NOW;
	identity_test_is_new(1, "I7: a story");
	identity_test_item(second, second, "Better words")->published_at = NOW;
	identity_test_is_new(
	    0, "I7: the item is recognised when guid, link and title change");
	identity_test_are(1, 1);
	ok(strcmp(ask_text(s, "SELECT link FROM entry"), second) == 0,
	    "I7: the sighting has the new link");
	identity_test_row_end();
}

static void
identity_test_i7_both_listed(void)
{
	identity_test_row_begin("i7both");
	identity_test_item(
	    "https://example.org/news/one-topic-123456", NULL, "One");
	identity_test_is_new(1, "I7: a number");
	feed_add(
	    &f, "https://example.org/news/two-topic-123456", NULL, "Two", "W.");
	identity_test_is_new(
	    1, "I7: two items with one number in a document are two items");
	feed_add(
	    &f, "https://example.org/news/three-topic-123456", NULL, "3", "W.");
	f.entries[0] = f.entries[2];
	f.feed.n_entries = 1;
	identity_test_is_new(
	    1, "I7: a number that two items had does not identify an item");
	identity_test_are(3, 3);
	identity_test_row_end();
}

static void
identity_test_guid_of_headline(void)
{
	identity_test_row_begin("headline");
	identity_test_item(
	    "first-words", "https://example.org/story", "First words")
	    ->published_at = NOW;
	identity_test_is_new(1, "guid of the headline: a story is new");
	identity_test_item(
	    "better-words", "https://example.org/story", "Better words")
	    ->published_at = NOW + 3600;
	identity_test_is_new(
	    0, "guid of the headline: the same link is the same item");
	identity_test_item(
	    "17", "https://example.org/2023/story", "Better words")
	    ->published_at = NOW + 3600;
	identity_test_is_new(
	    0, "new software: the item is recognised by title, date and host");
	identity_test_are(1, 1);
	identity_test_item("18", "https://other.example/story", "Better words")
	    ->published_at = NOW + 3600;
	identity_test_is_new(1, "new software: an item on another host is new");
	identity_test_item("19", "https://other.example/other", "Better words")
	    ->published_at = NOW + 3601;
	identity_test_is_new(
	    1, "new software: an item with a date one second later is new");
	identity_test_row_end();
}

static void
identity_test_bounds(void)
{
	int64_t other;

	identity_test_row_begin("bounds");
	identity_test_item("1", "https://example.org/story", "Open thread")
	    ->published_at = NOW;
	identity_test_is_new(1, "bounds: an item");
	feed_add(&f, "2", "https://example.org/story", "Reactions", "Words.");
	identity_test_is_new(
	    1, "bounds: an item that is still listed is not replaced");
	identity_test_item("3", "https://example.org/weekly", "Weekly")
	    ->published_at = NOW;
	identity_test_is_new(1, "bounds: another");
	now += 40 * DAY;
	identity_test_item("4", "https://example.org/weekly", "Weekly")
	    ->published_at = now;
	identity_test_is_new(
	    1, "bounds: after a month an item with the same link is new");
	other = put_feed_at(s, "https://example.org/other");
	identity_test_item("5", "https://example.org/weekly", "Weekly")
	    ->published_at = now;
	is_int((int64_t)poll(s, other, &f, now).n_new, 1,
	    "bounds: an item of another feed is new");
	is_int(ask(s, "SELECT count(*) FROM article"), 2,
	    "bounds: items of two feeds with one link are one article");
	identity_test_row_end();
}

static void
identity_test_i11_original_link(void)
{
	identity_test_row_begin("i11");
	identity_test_item("1", "http://feeds.proxy.example/~r/x/1", "A")
	    ->original_link = SLICE("https://example.org/a");
	identity_test_is_new(1, "I11: a link through a proxy");
	ok(strcmp(ask_text(s, "SELECT url FROM article"),
	       "https://example.org/a") == 0,
	    "I11: the article has the address that the proxy replaced");
	ok(strcmp(ask_text(s, "SELECT link FROM entry"),
	       "https://example.org/a") == 0,
	    "I11: the entry has the link");
	identity_test_item("1", "http://feeds.proxy.example/~r/y/2", "A")
	    ->original_link = SLICE("https://example.org/a");
	identity_test_is_new(
	    0, "I11: another link of the proxy does not make the item new");
	identity_test_item("2", "https://example.org/b", "B")->original_link =
	    SLICE("javascript:alert(1)");
	identity_test_is_new(
	    1, "I11: a replaced address that cannot be fetched is not used");
	is_int(ask(s, "SELECT count(*) FROM article WHERE "
		      "url = 'https://example.org/b'"),
	    1, "I11: leaves the link");
	identity_test_row_end();
}

static void
identity_test_i13_opaque(void)
{
	identity_test_row_begin("i13");
	identity_test_item("52781234567",
	    "https://news.example/rss/articles/CBMiXkFVX3lxTE1",
	    "A headline - A paper")
	    ->published_at = NOW;
	identity_test_is_new(1, "I13: a number for a guid");
	identity_test_item("CBMiXkFVX3lxTE9-other",
	    "https://news.example/rss/articles/"
	    "CBMiXkFVX3lxTE9",
	    "A headline - A paper")
	    ->published_at = NOW;
	identity_test_is_new(0, "I13: the item is recognised after its guid "
				"and link were replaced by tokens");
	identity_test_are(1, 1);
	identity_test_row_end();
}

static void
identity_test_i14_same_headline(void)
{
	static const char *const doubles[] = {
		"https://www.example.org/a-story",
		"https://amp.example.org/a-story",
		"https://m.example.org/a-story",
		"https://www.example.org/a-story/amp/",
		"https://www.example.org/amp/a-story",
		"https://www.example.org/a-story?amp=1",
		"https://www.example.org/a-story?output=amp"
	};
	char url[64];

	identity_test_row_begin("i14");
	for (size_t i = 0; i < ARRAY_LENGTH(doubles); i++) {
		snprintf(url, sizeof(url), "https://feed%zu.example/", i);
		feed_id = put_feed_at(s, url);
		identity_test_item("1", doubles[i], "A story");
		identity_test_is_new(1, doubles[i]);
	}
	is_int(ask(s, "SELECT count(*) FROM article"), 1,
	    "I14: one article of seven feeds");
	identity_test_row_end();
}

static void
identity_test_i15_not_fetched(void)
{
	static const char *const links[] = { "mailto:a@example.org",
		"javascript:alert(1)", "data:text/html,x", "magnet:?xt=urn:x",
		"file:///etc/passwd", "https://user:word@example.org/" };

	identity_test_row_begin("i15");
	identity_test_document();
	for (size_t i = 0; i < ARRAY_LENGTH(links); i++)
		feed_add(&f, links[i], links[i], links[i], "Words.");
	now += 600;
	is_int((int64_t)poll(s, feed_id, &f, now).n_pending, 0,
	    "I15: no page is pending");
	is_int(ask(s, "SELECT count(*) FROM article WHERE url IS NULL AND "
		      "status = 'feed_only' AND body = 'Words.'"),
	    6, "I15: each article has the text of the feed, and no address");
	identity_test_is_new(0, "I15: each item is known at the next poll");
	identity_test_row_end();
}

static void
identity_test_i16_one_link(void)
{
	static const char *const titles[] = { "Mail is down", "Mail is slow",
		"Mail works", "Web is down" };
	const char *page = "https://status.example.org/incidents";

	identity_test_row_begin("i16");
	identity_test_document();
	for (int i = 0; i < 3; i++)
		feed_add(&f, titles[i], page, titles[i], titles[i])
		    ->published_at = NOW - i;
	now += 600;
	is_int((int64_t)poll(s, feed_id, &f, now).n_pending, 0,
	    "I16: no page is fetched for many items with one link");
	identity_test_are(3, 3);
	is_int(ask(s, "SELECT count(*) FROM article WHERE body = title AND "
		      "status = 'feed_only'"),
	    3, "I16: each item has its own text");
	f.entries[0] = *feed_add(&f, titles[3], page, titles[3], titles[3]);
	f.feed.n_entries = 1;
	identity_test_is_new(
	    1, "I16: another item with that link is new, even alone");
	identity_test_are(4, 4);
	identity_test_is_new(0, "I16: and known again");
	identity_test_row_end();
}

/* Tests a story that a feed lists in several sections, with a different guid in
 * each section. */
static void
identity_test_i16_one_story(void)
{
	static const char *const guids[] = { "politics", "region", "front" };
	const char *page = "https://example.org/news/one-story";

	identity_test_row_begin("i16story");
	for (size_t i = 0; i < 3; i++) {
		identity_test_document();
		for (size_t j = 0; j <= i; j++)
			feed_add(&f, guids[j], page, "One story", "Words.");
		identity_test_is_new(
		    1, "I16: a story with another guid is a new item");
	}
	identity_test_are(3, 1);
	is_int(ask(s, "SELECT count(*) FROM article WHERE status = 'queued'"),
	    1, "I16: three guids with one page are one article");
	identity_test_row_end();
}

static void
identity_test_i16_links_of_a_site(void)
{
	identity_test_row_begin("i16site");
	identity_test_item("1", "https://example.org/", "Of the site");
	identity_test_is_new(
	    1, "I16: an item that links to the feed's site");
	identity_test_item("2", "https://www.example.org/#top", "Another");
	identity_test_is_new(1, "I16: and the next");
	identity_test_are(2, 2);
	identity_test_document();
	feed_add(&f, "3", "https://off.example/a", "Read this", "Words.");
	feed_add(&f, "4", "https://off.example/a", "Once more", "Words.");
	identity_test_is_new(
	    2, "I16: two items of a link blog with one foreign link are new");
	is_int(ask(s, "SELECT count(*) FROM article WHERE status = 'queued'"),
	    1, "I16: announce one article");
	identity_test_row_end();
}

/* ---- tombstones ---- */

static void
identity_test_purged(void)
{
	struct retention r = { DAY, FOREVER, FOREVER };
	struct retention_done done;
	struct err e = ERR_INIT;
	struct feed_entry *entry;

	identity_test_row_begin("purged");
	identity_test_document();
	feed_add(&f, "http://example.org/x?p=1", NULL, "By its guid", "W.");
	feed_add(&f, "https://example.org/news/old-words-123456", NULL,
	    "By its number", "W.")
	    ->published_at = NOW;
	feed_add(&f, "3", NULL, "By its title", "W.")->published_at = NOW;
	identity_test_is_new(3, "purged: three");
	store_retain(s, &r, NOW + 3 * DAY, 100, &done, &e);
	identity_test_are(0, 0);
	now = NOW + 3 * DAY;
	identity_test_is_new(
	    0, "purged: items that are still listed are not new");
	identity_test_document();
	feed_add(&f, "https://www.example.org/x?p=1", NULL, "Edited", "W.");
	feed_add(&f, "https://example.org/news/new-words-123456", NULL,
	    "Edited too", "W.")
	    ->published_at = NOW;
	feed_add(&f, "three", NULL, "By its title", "W.")->published_at = NOW;
	identity_test_is_new(0, "purged: items with another guid are not new");
	identity_test_are(0, 0);
	entry = feed_add(&f, "4", NULL, "By its title", "W.");
	entry->published_at = NOW + 3 * DAY;
	identity_test_is_new(
	    1, "purged: an item with an old title and a new date is new");
	identity_test_row_end();
}

/* ---- an older database ---- */

static void
identity_test_migrated(void)
{
	sqlite3 *db = NULL;
	struct err e = ERR_INIT;

	sqlite3_open(fixture_path("migrated.db"), &db);
	is_done(
	    schema_migrate(db, sql_migrations, 1, &e), &e, "a first schema");
	sqlite3_exec(db,
	    "PRAGMA journal_mode = WAL;"
	    "INSERT INTO feed (id, url, added_at) "
	    "VALUES (1, 'https://example.org/rss', 1);"
	    "INSERT INTO article (id, url_key, status, first_seen_at, sort_at) "
	    "VALUES (1, '#1 http://example.org/a', 'feed_only', 1, 1);"
	    "INSERT INTO entry (feed_id, article_id, guid, guid_key, "
	    "first_seen_at, last_seen_at, position, digest) VALUES (1, 1, "
	    "'http://example.org/a', 'http://example.org/a', 1, 1, 0, 0);",
	    NULL, NULL, NULL);
	sqlite3_close(db);
	identity_test_row_begin("migrated");
	is_int(ask(s, "SELECT count(*) FROM entry WHERE guid_alias IS NULL"), 1,
	    "migrated: an earlier entry has no alias");
	identity_test_item("http://example.org/a", NULL, "A");
	identity_test_is_new(0, "migrated: the entry is recognised by its key");
	identity_test_item("https://www.example.org/a/", NULL, "A");
	identity_test_is_new(
	    0, "migrated: the entry is then recognised by its alias");
	identity_test_are(1, 1);
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	identity_test_i4_one_guid_on_all();
	identity_test_i5_listed_twice();
	identity_test_i6_spellings();
	identity_test_i6_no_guid();
	identity_test_i6_fragments();
	identity_test_i7_slug();
	identity_test_i7_link_and_slug();
	identity_test_i7_both_listed();
	identity_test_guid_of_headline();
	identity_test_bounds();
	identity_test_i11_original_link();
	identity_test_i13_opaque();
	identity_test_i14_same_headline();
	identity_test_i15_not_fetched();
	identity_test_i16_one_link();
	identity_test_i16_one_story();
	identity_test_i16_links_of_a_site();
	identity_test_purged();
	if (!fixture_is_postgres())
		identity_test_migrated();
	return done_testing();
}
