/*
 * shared_key_test.c -- stores items of one document whose links differ only in
 * a parameter that is not part of url_key() (docs/feed-rows.md, row I16).
 */
#include "base/array.h"
#include "store/fixture_test.h"

static struct fixture_feed f;

static void
shared_key_test_document(void)
{
	static const char *const links[] = {
		"https://example.org/talk?fbclid=100",
		"https://example.org/talk?fbclid=101",
		"https://example.org/talk?fbclid=102",
		"https://example.org/talk?fbclid=103"
	};
	static const char *const titles[] = { "Opening", "Storage", "Networks",
		"Closing" };

	feed_begin(&f, "Example");
	for (size_t i = 0; i < ARRAY_LENGTH(links); i++)
		feed_add(&f, titles[i], links[i], titles[i], titles[i]);
}

int
main(void)
{
	struct store *s;
	int64_t feed_id;

	fixture_begin();
	s = fixture_open("links.db", STORE_DAEMON);
	feed_id = put_feed_at(s, "https://example.org/rss");
	shared_key_test_document();
	is_int((int64_t)poll(s, feed_id, &f, NOW).n_new, 4,
	    "I16: four items with one key of their links are new");
	is_int(ask(s, "SELECT count(*) FROM article WHERE body = title"), 4,
	    "I16: each item has an article with its own text");
	is_int((int64_t)poll(s, feed_id, &f, NOW + 600).n_new, 0,
	    "I16: the items are known");
	is_wellformed(s, "the database has no fault");
	store_close(s);
	return done_testing();
}
