/*
 * rows_test.c -- edge cases of feeds over several polls (docs/feed-rows.md,
 * rows D14, D17, D18, D20, T26-T28): dates that are missing, change or are in
 * the future; items that move, disappear and return; feeds that are replaced.
 * Identification of items is tested in identity_test.c.
 */
#include "store/fixture_test.h"

#define DAY 86400

static struct fixture_feed f;
static struct store *s;
static int64_t feed_id, now;

static void
rows_test_row_begin(const char *name)
{
	char file[64];

	snprintf(file, sizeof(file), "%s.db", name);
	s = fixture_open(file, STORE_DAEMON);
	feed_id = put_feed_at(s, "https://example.org/rss");
	now = NOW;
}

static void
rows_test_row_end(void)
{
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* Creates a document with the items whose letters are in `items`, dated `at`.
 */
static void
rows_test_document(const char *items, int64_t at)
{
	static char names[26][2], links[26][32], titles[26][16];

	feed_begin(&f, "Example");
	for (; *items; items++) {
		int i = *items - 'a';
		struct feed_entry *entry;

		snprintf(names[i], sizeof(names[i]), "%c", *items);
		snprintf(links[i], sizeof(links[i]), "https://example.org/%c",
		    *items);
		snprintf(titles[i], sizeof(titles[i]), "Story %c", *items);
		entry = feed_add(
		    &f, names[i], links[i], titles[i], "Words of the feed.");
		entry->published_at = at;
	}
}

/* Polls a document an hour after the previous poll. */
static void
rows_test_is_new(int64_t n, const char *name)
{
	now += 3600;
	is_int((int64_t)poll(s, feed_id, &f, now).n_new, n, name);
}

static void
rows_test_changes_are(int64_t n, const char *name)
{
	is_int(ask(s, "SELECT count(*) FROM article"), n, name);
	is_int(ask(s, "SELECT count(*) FROM change WHERE kind <> 'new'"), 0,
	    "no article is revised or withdrawn");
}

/* The time of the first poll replaces a missing date, and later polls do not
 * change it. */
static void
rows_test_no_date(void)
{
	int64_t first;

	rows_test_row_begin("no-date");
	rows_test_document("a", DATE_NONE);
	rows_test_is_new(1, "D14: an item without a valid date is new");
	first = now;
	rows_test_is_new(0, "D14: polled again");
	is_int(ask(s, "SELECT published_at IS NULL FROM entry"), 1,
	    "D14: the entry gets no date");
	is_int(ask(s, "SELECT first_seen_at FROM entry"), first,
	    "D14: the time of the first sighting remains");
	is_int(ask(s, "SELECT sort_at FROM article"), first,
	    "D14: the article is sorted by its first sighting");
	rows_test_row_end();
}

static void
rows_test_moving_date(void)
{
	int64_t first;

	rows_test_row_begin("moving-date");
	rows_test_document("abc", NOW + 3600);
	rows_test_is_new(3, "D17: all items share the time of the poll");
	first = ask(s, "SELECT max(sort_at) FROM article");
	for (int i = 0; i < 5; i++) {
		rows_test_document("abc", now + 3600);
		rows_test_is_new(
		    0, "D17: items with the time of the next poll are known");
	}
	is_int(ask(s, "SELECT max(sort_at) FROM article"), first,
	    "D17: the articles stay where they are");
	rows_test_changes_are(3, "D17: three articles");
	rows_test_row_end();
}

static void
rows_test_future(void)
{
	rows_test_row_begin("future");
	rows_test_document("a", NOW + 3 * DAY);
	rows_test_is_new(1, "D18: a date three days ahead");
	is_int(ask(s, "SELECT published_at FROM article"), NOW + 3 * DAY,
	    "D18: the date is stored unchanged");
	rows_test_document("ba", NOW + 4 * 3600);
	now = NOW + DAY + 7200;
	rows_test_is_new(1, "D18: the next day's item");
	is_int(ask(s, "SELECT max(sort_at) <= 1700000000 + 90000 FROM article"),
	    1, "D18: no article is sorted more than a day ahead");
	rows_test_row_end();
}

static void
rows_test_corrected_date(void)
{
	rows_test_row_begin("corrected-date");
	rows_test_document("a", DATE_NONE);
	rows_test_is_new(1, "D20: an item without a date");
	rows_test_document("a", NOW + 7200);
	rows_test_is_new(0, "D20: the feed adds a date in another zone");
	is_int(ask(s, "SELECT published_at FROM entry"), NOW + 7200,
	    "D20: the entry gets the date");
	is_int(ask(s, "SELECT published_at = sort_at FROM article"), 1,
	    "D20: the article is sorted by the date");
	rows_test_document("a", NOW);
	rows_test_is_new(0, "D20: the feed corrects the date");
	is_int(ask(s, "SELECT published_at FROM entry"), NOW,
	    "D20: the entry gets the corrected date");
	is_int(ask(s, "SELECT published_at FROM article"), NOW,
	    "D20: the article gets the corrected date");
	is_int(ask(s, "SELECT sort_at FROM article"), NOW,
	    "D20: the article is sorted by it");
	rows_test_document("a", NOW + 3600);
	rows_test_is_new(0, "D20: a later date without a new text");
	is_int(ask(s, "SELECT published_at FROM entry"), NOW,
	    "D20: the later date may be the time of the request");
	rows_test_document("a", DATE_NONE);
	rows_test_is_new(0, "D20: no date");
	is_int(ask(s, "SELECT published_at FROM entry"), NOW,
	    "D20: the date remains");
	rows_test_changes_are(1, "D20: one article");
	do_sql_of(s, "UPDATE article SET published_at = published_at + 5",
	    "UPDATE article SET published_at = published_at + interval '5 s'");
	rows_test_document("a", NOW - 3600);
	rows_test_is_new(0, "D20: a correction of an article with a page");
	is_int(ask(s, "SELECT published_at FROM article"), NOW + 5,
	    "D20: the date of the page remains");
	do_sql(s, "UPDATE article SET fetched_at = published_at, "
		  "published_at = (SELECT published_at FROM entry)");
	rows_test_document("a", NOW - 7200);
	rows_test_is_new(0, "D20: the item had the date of the page");
	is_int(ask(s, "SELECT published_at FROM article"), NOW - 3600,
	    "D20: an article with the date of its page keeps it");
	do_sql(s, "UPDATE article SET entitled = FALSE, published_at = NULL");
	do_sql(s, "UPDATE entry SET published_at = NULL");
	rows_test_document("a", NOW);
	rows_test_is_new(0, "D20: a witness adds a date");
	is_int(ask(s, "SELECT count(*) FROM article "
		      "WHERE published_at IS NULL"),
	    1, "D20: the date of a witness is not that of the article");
	do_sql(s, "UPDATE article SET entitled = TRUE");
	do_sql(s, "UPDATE entry SET published_at = NULL, entitled = TRUE");
	rows_test_document("a", NOW);
	rows_test_is_new(0, "D20: an entitled feed adds a date");
	is_int(ask(s, "SELECT published_at FROM article"), NOW,
	    "D20: an article without a date gets the added date");
	rows_test_row_end();
}

static void
rows_test_order(void)
{
	rows_test_row_begin("order");
	rows_test_document("abcd", NOW - DAY);
	rows_test_is_new(4, "T26: four items");
	rows_test_document("dcba", NOW - DAY);
	rows_test_is_new(0, "T26: items in the reverse order are known");
	rows_test_document("bdac", NOW - DAY);
	rows_test_is_new(0, "T26: in no order");
	rows_test_document("abcde", NOW - DAY);
	rows_test_is_new(1, "T26: a new item after a pinned old one is new");
	is_int(ask(s, "SELECT position FROM entry WHERE guid = 'e'"), 4,
	    "T26: the position of the item is stored");
	rows_test_changes_are(5, "T26: five articles");
	rows_test_row_end();
}

static void
rows_test_flapping(void)
{
	rows_test_row_begin("flapping");
	rows_test_document("abc", NOW - DAY);
	rows_test_is_new(3, "T27: three items");
	rows_test_document("bc", NOW - DAY);
	rows_test_is_new(0, "T27: one goes");
	rows_test_document("abc", NOW - DAY);
	rows_test_is_new(0, "T27: and returns");
	for (int i = 0; i < 6; i++) {
		rows_test_document(i % 2 ? "dabc" : "abc", NOW - DAY);
		rows_test_is_new(i == 1,
		    "T27: items of two alternating versions are new once");
	}
	now += 40 * DAY;
	rows_test_document("dabc", NOW - DAY);
	rows_test_is_new(0, "T27: an item is known after forty days");
	rows_test_changes_are(4, "T27: four articles");
	is_int(ask(s, "SELECT count(*) FROM entry WHERE last_seen_at = "
		      "(SELECT max(at) FROM poll)"),
	    4, "T27: all items were seen at the last poll");
	rows_test_row_end();
}

/* Polls an item of an Atom feed whose texts are stored without its page. */
static void
rows_test_version(const char *title, int64_t updated_at)
{
	struct poll_update k;

	rows_test_document("a", NOW - DAY);
	f.feed.format = FEED_ATOM10;
	f.entries[0].title = slice_of(title);
	f.entries[0].updated_at = updated_at;
	now += 600;
	k = poll_of(feed_id, &f, now);
	k.fetch_articles = false;
	store_poll(s, &k, now);
}

static void
rows_test_older_version(void)
{
	rows_test_row_begin("older-version");
	rows_test_version("Four missing", NOW - 7200);
	rows_test_version("Five missing", NOW - 3600);
	for (int i = 0; i < 3; i++) {
		rows_test_version("Four missing", NOW - 7200);
		rows_test_version("Five missing", NOW - 3600);
	}
	rows_test_version("Four missing", NOW - 7200);
	is_int(ask(s, "SELECT count(*) FROM change WHERE kind = 'revised'"), 1,
	    "T27: an older version of an item is not a revision");
	ok(strcmp(ask_text(s, "SELECT title FROM article"), "Five missing") ==
		0,
	    "T27: the article has the newest version");
	rows_test_version("Six missing", NOW - 1800);
	ok(strcmp(ask_text(s, "SELECT title FROM article"), "Six missing") == 0,
	    "T27: a newer version is stored");
	rows_test_version("Seven missing", NOW + 90 * DAY);
	rows_test_version("Eight missing", NOW);
	ok(strcmp(ask_text(s, "SELECT title FROM article"), "Eight missing") ==
		0,
	    "T27: an older date corrects a date in the future");
	rows_test_row_end();
}

/* Polls an item of RSS, in a document that states the date made_at. */
static void
rows_test_undated_version(const char *title, int64_t made_at)
{
	struct poll_update k;

	rows_test_document("a", NOW - DAY);
	f.entries[0].title = slice_of(title);
	f.feed.updated_at = made_at;
	now += 600;
	k = poll_of(feed_id, &f, now);
	k.fetch_articles = false;
	k.last_modified = SLICE_NONE;
	store_poll(s, &k, now);
}

static void
rows_test_title_is(const char *title, const char *name)
{
	ok(strcmp(ask_text(s, "SELECT title FROM article"), title) == 0, "%s",
	    name);
}

static void
rows_test_returned_version(void)
{
	rows_test_row_begin("returned-version");
	rows_test_undated_version("Four missing", NOW - 7200);
	rows_test_undated_version("Five missing", NOW - 3600);
	for (int i = 0; i < 3; i++) {
		rows_test_undated_version("Four missing", NOW - 7200);
		rows_test_undated_version("Five missing", NOW - 3600);
	}
	rows_test_undated_version("Four missing", NOW - 7200);
	is_int(ask(s, "SELECT count(*) FROM change WHERE kind = 'revised'"), 1,
	    "T27: an older document without dates of modification revises "
	    "nothing");
	rows_test_title_is("Five missing", "T27: the newest text remains");
	rows_test_undated_version("Four missing", now + 300);
	rows_test_title_is(
	    "Four missing", "T27: a newer document restores the earlier text");
	rows_test_undated_version("Six missing", NOW - 7200);
	rows_test_title_is("Six missing", "T27: a new text is always stored");
	rows_test_undated_version("Five missing", DATE_NONE);
	rows_test_title_is("Six missing",
	    "T27: an earlier text in a document without a date is not stored");
	rows_test_document("a", NOW - DAY + 60);
	f.entries[0].title = SLICE("Five missing");
	rows_test_is_new(0, "T27: an item with a later date of publication");
	rows_test_title_is("Five missing", "T27: its earlier text is stored");
	rows_test_undated_version("Seven missing", DATE_NONE);
	now += DAY;
	rows_test_undated_version("Five missing", DATE_NONE);
	rows_test_title_is(
	    "Five missing", "T27: after a day, the earlier text is stored");
	rows_test_row_end();
}

static void
rows_test_empty(void)
{
	rows_test_row_begin("empty");
	rows_test_document("abc", NOW - DAY);
	rows_test_is_new(3, "T27: a feed of three");
	rows_test_document("", NOW);
	rows_test_is_new(0, "T27: an empty document has no new items");
	rows_test_document("abc", NOW - DAY);
	rows_test_is_new(0, "T27: and full again");
	rows_test_changes_are(3, "T27: nothing was forgotten");
	rows_test_row_end();
}

static void
rows_test_replaced(void)
{
	rows_test_row_begin("replaced");
	rows_test_document("abc", NOW - DAY);
	rows_test_is_new(3, "T28: a feed");
	rows_test_document("xyz", NOW);
	f.feed.title = SLICE("Casino");
	f.feed.link = SLICE("https://casino.example/");
	rows_test_is_new(3, "T28: all items of a replaced feed are new");
	is_int(ask(s, "SELECT count(*) FROM article"), 6,
	    "T28: the earlier articles remain");
	ok(strcmp(ask_text(s, "SELECT title FROM feed"), "Casino") == 0,
	    "T28: the feed has its new title");
	rows_test_row_end();
}

int
main(void)
{
	fixture_begin();
	rows_test_no_date();
	rows_test_moving_date();
	rows_test_future();
	rows_test_corrected_date();
	rows_test_order();
	rows_test_flapping();
	rows_test_older_version();
	rows_test_returned_version();
	rows_test_empty();
	rows_test_replaced();
	return done_testing();
}
