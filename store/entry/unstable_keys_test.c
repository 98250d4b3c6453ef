/*
 * unstable_keys_test.c -- feeds without dates whose links and guids change with
 * each request (docs/feed-rows.md, row I17).
 */
#include "base/array.h"
#include "store/fixture_test.h"

static struct fixture_feed f;
static struct store *s;
static int64_t feed_id, now;
static struct poll_stored stored;

static const char *const titles[] = { "Harbour closed", "Rents raised",
	"Museum reopens", "Budget agreed", "Mayor resigns" };
static const char *const texts[] = { "The harbour is closed.",
	"The rents are raised.", "The museum reopens.",
	"The budget is agreed on.", "The mayor resigns." };

static void
unstable_keys_test_begin(const char *file)
{
	s = fixture_open(file, STORE_DAEMON);
	feed_id = put_feed_at(s, "https://example.org/rss");
	now = NOW;
}

/* Creates a document with the first n titles.  `request`: a number that is in
 * each link, or in each guid. */
static void
unstable_keys_test_document(int request, size_t n, bool has_links)
{
	static char keys[ARRAY_LENGTH(titles)][64];

	feed_begin(&f, "Example");
	for (size_t i = 0; i < n; i++) {
		snprintf(keys[i], sizeof(keys[0]), "%s/s/x%dx%zu/slug?k=%d",
		    has_links ? "https://e.org" : "", request, i, request);
		feed_add(&f, has_links ? NULL : keys[i],
		    has_links ? keys[i] : NULL, titles[i], texts[i]);
	}
}

static void
unstable_keys_test_poll(size_t slice, int64_t n_new, const char *name)
{
	struct poll_update k = poll_of(feed_id, &f, now += 600);

	k.slice = slice;
	stored = store_poll_slices(s, &k, now);
	is_int((int64_t)stored.n_new, n_new, name);
}

static void
unstable_keys_test_end(int64_t n_articles, const char *name)
{
	is_int(ask(s, "SELECT count(*) FROM article"), n_articles, name);
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
unstable_keys_test_requests(bool has_links, size_t slice, const char *file)
{
	unstable_keys_test_begin(file);
	for (int request = 0; request < 4; request++) {
		unstable_keys_test_document(request, 4, has_links);
		unstable_keys_test_poll(slice, request == 0 ? 4 : 0,
		    "I17: items are new at the first poll only");
		ok(!stored.has_missed_items, "I17: no items count as missed");
		is_int((int64_t)stored.n_pending,
		    has_links && request == 0 ? 4 : 0,
		    "I17: each page is requested once");
	}
	ok(stored.has_unstable_keys, "I17: the condition is reported");
	unstable_keys_test_document(4, 5, has_links);
	unstable_keys_test_poll(
	    slice, 1, "I17: an item with another title is new");
	unstable_keys_test_document(5, 5, has_links);
	f.entries[0].text = f.entries[0].summary = SLICE("Open again.");
	unstable_keys_test_poll(
	    slice, 0, "I17: an item with another text is known");
	is_int(ask(s, "SELECT count(*) FROM entry WHERE summary = "
		      "'Open again.'"),
	    1, "I17: the new text is stored");
	unstable_keys_test_end(5, "I17: five articles");
}

/* Regular items have the same titles each day. */
static void
unstable_keys_test_regular(void)
{
	unstable_keys_test_begin("regular.db");
	unstable_keys_test_document(1, 4, true);
	unstable_keys_test_poll(0, 4, "I17: four regular items");
	unstable_keys_test_document(2, 4, true);
	for (size_t i = 0; i < 4; i++)
		f.entries[i].text = f.entries[i].summary = SLICE("Of today.");
	unstable_keys_test_poll(
	    0, 4, "I17: items with the same titles and other texts are new");
	unstable_keys_test_end(8, "I17: eight articles");
	unstable_keys_test_begin("weekly.db");
	unstable_keys_test_document(1, 1, true);
	unstable_keys_test_poll(0, 1, "I17: a weekly item");
	unstable_keys_test_document(2, 1, true);
	unstable_keys_test_poll(
	    0, 1, "I17: the next item with the same title is new");
	unstable_keys_test_end(2, "I17: two articles");
}

int
main(void)
{
	fixture_begin();
	unstable_keys_test_requests(true, 0, "links.db");
	unstable_keys_test_requests(false, 0, "guids.db");
	unstable_keys_test_requests(true, 1, "slices.db");
	unstable_keys_test_regular();
	return done_testing();
}
