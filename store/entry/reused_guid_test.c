/*
 * reused_guid_test.c -- items that have the guid of an earlier item, and items
 * that a publisher has edited (docs/feed-rows.md, row I4).
 */
#include "base/array.h"
#include "store/fixture_test.h"

static struct fixture_feed f;
static struct store *s;
static int64_t feed_id, now;

static const char *const titles[] = { "Harbour closed after storm",
	"Council raises rents", "Museum reopens today",
	"Budget after a long debate", "Train line repaired", "Mayor resigns",
	"School wins prize", "Bakery burns down", "Bridge will be closed",
	"Election results published", "Hospital opens ward",
	"River floods village", "Theatre finds director" };

static void
reused_guid_test_begin(const char *file)
{
	s = fixture_open(file, STORE_DAEMON);
	feed_id = put_feed_at(s, "https://example.org/rss");
	now = NOW;
}

static void
reused_guid_test_end(int64_t n_articles, const char *name)
{
	is_int(ask(s, "SELECT count(*) FROM article"), n_articles, name);
	is_int(ask(s, "SELECT count(*) FROM entry"), n_articles,
	    "the number of stored entries");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static struct feed_entry *
reused_guid_test_item(
    const char *guid, const char *link, const char *title, int64_t published_at)
{
	struct feed_entry *entry = feed_add(&f, guid, link, title, title);

	entry->published_at = published_at;
	return entry;
}

/* Polls the document, with pages or without.  A slice of 1 stores each item in
 * a transaction of its own. */
static void
reused_guid_test_poll(
    bool fetches, size_t slice, int64_t n_new, const char *name)
{
	struct poll_update k = poll_of(feed_id, &f, now += 600);

	k.fetch_articles = fetches;
	k.slice = slice;
	is_int((int64_t)store_poll_slices(s, &k, now).n_new, n_new, name);
}

/* Creates a document with five stories.  Their guids are their positions, from
 * 1 for the newest story. */
static void
reused_guid_test_positions(int newest)
{
	static const char *const guids[] = { "1", "2", "3", "4", "5" };
	static char links[ARRAY_LENGTH(titles)][40];

	feed_begin(&f, "Example");
	for (int i = 0; i < 5; i++) {
		int story = newest - i;

		snprintf(links[story], sizeof(links[0]),
		    "https://example.org/story%c", 'a' + story);
		reused_guid_test_item(
		    guids[i], links[story], titles[story], NOW + story * 3600);
	}
}

static void
reused_guid_test_of_position(bool fetches, size_t slice, const char *file)
{
	reused_guid_test_begin(file);
	reused_guid_test_positions(4);
	reused_guid_test_poll(
	    fetches, slice, 5, "I4: five items with their positions as guids");
	reused_guid_test_positions(7);
	reused_guid_test_poll(
	    fetches, slice, 3, "I4: three new items shift the guids");
	reused_guid_test_poll(fetches, slice, 0, "I4: the items are known");
	reused_guid_test_positions(12);
	reused_guid_test_poll(fetches, slice, 5, "I4: all items are new");
	reused_guid_test_poll(fetches, slice, 0, "I4: all items are known");
	is_int(ask(s, "SELECT count(*) FROM change WHERE kind <> 'new'"), 0,
	    "I4: no article is revised or withdrawn");
	is_int(ask(s, "SELECT count(*) FROM entry e JOIN article a "
		      "ON a.id = e.article_id WHERE a.url = e.link"),
	    13, "I4: each entry has its own article");
	reused_guid_test_end(13, "I4: thirteen articles");
}

/* Three stories have the same date. */
static void
reused_guid_test_days(size_t slice, const char *file)
{
	reused_guid_test_begin(file);
	for (int newest = 4; newest < 8; newest++) {
		reused_guid_test_positions(newest);
		for (int i = 0; i < 5; i++)
			f.entries[i].published_at =
			    NOW + (newest - i) / 3 * 86400;
		reused_guid_test_poll(true, slice, newest == 4 ? 5 : 1,
		    "I4: a new item shifts the guids of a day");
	}
	is_int(ask(s, "SELECT count(*) FROM entry e JOIN article a "
		      "ON a.id = e.article_id WHERE a.url = e.link"),
	    8, "I4: each entry of a day has its own article");
	reused_guid_test_end(8, "I4: eight articles");
}

static void
reused_guid_test_constant(void)
{
	reused_guid_test_begin("constant.db");
	for (int i = 5; i < 8; i++) {
		char link[40];

		snprintf(link, sizeof(link), "https://example.org/%c", 'a' + i);
		feed_begin(&f, "Example");
		reused_guid_test_item(
		    "latest", link, titles[i], NOW + i * 3600);
		reused_guid_test_poll(
		    false, 0, 1, "I4: another item has the only guid");
		reused_guid_test_poll(false, 0, 0, "I4: the item is known");
	}
	is_int(ask(s, "SELECT count(*) FROM change WHERE kind <> 'new'"), 0,
	    "I4: no article is revised");
	reused_guid_test_end(3, "I4: three articles");
}

/* A publisher edits single items, whose guids stay. */
static void
reused_guid_test_edited(void)
{
	const char *address = "https://example.org/?p=17";

	reused_guid_test_begin("edited.db");
	feed_begin(&f, "Example");
	reused_guid_test_item(
	    "1", "https://example.org/fire", "Fire in the harbour", NOW);
	reused_guid_test_item(
	    address, "https://example.org/mayor", "Mayor resigns", NOW - 60);
	reused_guid_test_item("3", "https://example.org/news/prize-123456",
	    "School wins", NOW - 120);
	reused_guid_test_poll(false, 0, 3, "edited: three items");
	f.entries[0].link = SLICE("https://example.org/three-hurt");
	f.entries[0].title = SLICE("Three people hurt at harbour");
	f.entries[0].published_at = NOW + 3600;
	reused_guid_test_poll(
	    false, 0, 0, "edited: a title keeps one of its words");
	f.entries[1].link = SLICE("https://example.org/town-hall-in-turmoil");
	f.entries[1].title = SLICE("Town hall in turmoil");
	f.entries[1].published_at = NOW + 3600;
	reused_guid_test_poll(false, 0, 0,
	    "edited: an address for a guid belongs to the same item");
	f.entries[2].link = SLICE("https://example.org/news/award-123456");
	f.entries[2].title = SLICE("An award for pupils");
	f.entries[2].published_at = NOW + 3600;
	reused_guid_test_poll(
	    false, 0, 0, "edited: the number in the link stays");
	reused_guid_test_end(3, "edited: three articles");
}

/* The dates of a document that dates all items with the time of the request are
 * no evidence. */
static void
reused_guid_test_stamped(void)
{
	reused_guid_test_begin("stamped.db");
	for (int i = 0; i < 2; i++) {
		feed_begin(&f, "Example");
		reused_guid_test_item("1",
		    i == 0 ? "https://example.org/fire"
			   : "https://example.org/three-hurt",
		    i == 0 ? "Fire in the harbour" : "Three people hurt",
		    now + 600);
		reused_guid_test_item("2", "https://example.org/mayor",
		    "Mayor resigns", now + 600);
		reused_guid_test_item(
		    "3", "https://example.org/prize", "School wins", now + 600);
		reused_guid_test_poll(false, 0, i == 0 ? 3 : 0,
		    "D17: an item is edited, and all dates are new");
	}
	reused_guid_test_end(3, "D17: three articles");
}

/* A site is installed again after two months, so that its guids begin again. */
static void
reused_guid_test_again(const char *file, const char *guid)
{
	const int64_t later = NOW + 60 * 86400;

	reused_guid_test_begin(file);
	feed_begin(&f, "Example");
	reused_guid_test_item(guid, "https://example.org/harbour/",
	    "Harbour closed after storm", NOW);
	reused_guid_test_poll(true, 0, 1, "I4: an item of the former site");
	now = later;
	feed_begin(&f, "Example");
	reused_guid_test_item(guid, "https://example.org/bridge/",
	    "Bridge closed until spring", later);
	reused_guid_test_poll(true, 0, 1,
	    "I4: an item of the new site is not the entry of two months ago");
	f.entries[0].title = SLICE("Bridge closed until summer");
	f.entries[0].link = SLICE("https://example.org/bridge-closed/");
	f.entries[0].published_at += 60;
	reused_guid_test_poll(
	    true, 0, 0, "I4: an edited item that is listed is known");
	reused_guid_test_end(2, "I4: two articles");
}

int
main(void)
{
	fixture_begin();
	reused_guid_test_of_position(true, 0, "position.db");
	reused_guid_test_of_position(false, 0, "text.db");
	reused_guid_test_of_position(true, 1, "slices.db");
	reused_guid_test_days(0, "days.db");
	reused_guid_test_days(1, "days_slices.db");
	reused_guid_test_constant();
	reused_guid_test_edited();
	reused_guid_test_stamped();
	reused_guid_test_again("number.db", "7");
	reused_guid_test_again("address.db", "https://example.org/?p=7");
	return done_testing();
}
