/*
 * shared_key_test.c -- stores items of one document whose links differ only in
 * a parameter that is not part of url_key() (docs/feed-rows.md, row I16) or in
 * the fragment (row I18), and items that have the guid and the link of another
 * item (row I4).
 */
#include "base/array.h"
#include "store/feed/feed_item.h"
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

/* The items of a status page have no dates, and all have the link of the site.
 * The first document has one item. */
static void
shared_key_test_growing(void)
{
	static const char *const titles[] = { "Outage", "Slow mail",
		"Upgrade" };
	struct store *s = fixture_open("growing.db", STORE_DAEMON);
	int64_t feed_id = put_feed_at(s, "https://example.org/rss");

	for (size_t n = 1; n <= ARRAY_LENGTH(titles); n++) {
		feed_begin(&f, "Example");
		f.feed.link = SLICE("https://example.org/");
		for (size_t i = n; i-- > 0;)
			feed_add(&f, "status", "https://example.org/",
			    titles[i], "");
		is_int(
		    (int64_t)poll(s, feed_id, &f, NOW + 600 * (int64_t)n).n_new,
		    1, "I4: each item with the same guid and link is new once");
	}
	f.entries[0] = f.entries[1];
	f.feed.n_entries = 1;
	is_int((int64_t)poll(s, feed_id, &f, NOW + 6000).n_new, 0,
	    "I4: an item is known when it is alone");
	ok(strcmp(ask_text(s, "SELECT title FROM entry WHERE guid_key = "
			      "'status'"),
	       "Slow mail") == 0,
	    "I4: an item that is alone is the entry with its title");
	f.entries[0].title = SLICE("Slow mail, solved");
	is_int((int64_t)poll(s, feed_id, &f, NOW + 6600).n_new, 0,
	    "I4: and is edited");
	is_int(ask(s, "SELECT count(*) FROM article"), 3,
	    "I4: each item has one article");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* The links of a site whose scripts show the articles, and links with other
 * fragments. */
static void
shared_key_test_routes(void)
{
	struct store *s = fixture_open("routes.db", STORE_DAEMON);
	int64_t feed_id = put_feed_at(s, "https://example.org/rss");

	for (int i = 0; i < 2; i++) {
		feed_begin(&f, "Example");
		f.feed.link = SLICE("https://example.org/");
		feed_add(&f, "1", "https://example.org/#!/news/1", "A", "A");
		feed_add(&f, "2", "https://www.example.org/#!/news/2", "B", "B");
		feed_add(&f, "3", "https://example.org/log#v1", "C", "C");
		feed_add(&f, "4", "https://example.org/log#v2", "D", "D");
		feed_add(&f, "5", "https://example.org/new#!", "E", "E");
		is_int((int64_t)poll(s, feed_id, &f, NOW + i * 600).n_new,
		    i == 0 ? 5 : 0, "I18: the items are new once");
	}
	is_int(ask(s, "SELECT count(*) FROM article WHERE body = title AND "
		      "status = 'feed_only' AND url IN "
		      "('https://example.org/#!/news/1', "
		      "'https://www.example.org/#!/news/2')"),
	    2, "I18: links that differ after #! have articles of their own");
	is_int(ask(s, "SELECT count(*) FROM article WHERE status = 'queued'"),
	    2, "I18: links that differ in another fragment have one article");
	feed_id = put_feed_at(s, "https://example.net/rss");
	feed_begin(&f, "Other");
	feed_add(&f, "1", "http://example.org/#!/news/1", "A", "A");
	poll(s, feed_id, &f, NOW + 1800);
	is_int(ask(s, "SELECT count(*) FROM article"), 4,
	    "I18: another feed announces the same article");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
shared_key_test_put_page(struct store *s, const char *url)
{
	struct article_update k = { .id = article_at(s, url),
		.status = ARTICLE_FEED_ONLY,
		.status_why = SLICE("HTTP 403"),
		.fetched_at = NOW + 60,
		.retry_at = DATE_NONE };
	struct err e = ERR_INIT;

	is_done(store_article_put(s, &k, NOW + 60, &e), &e, "HTTP 403");
}

/* The feed of the articles of a site, and the feed of the comments of its
 * readers, which has more text. */
static void
shared_key_test_comments(bool comment_is_first, const char *file)
{
	const char *page = "https://example.org/a-story/";
	struct store *s = fixture_open(file, STORE_DAEMON);
	int64_t stories = put_feed_at(s, "https://example.org/feed/");
	int64_t comments = put_feed_at(s, "https://example.org/comments/feed/");

	for (int i = 0; i < 3; i++) {
		feed_begin(&f, "Example");
		if (i == (comment_is_first ? 0 : 1)) {
			feed_add(&f, "c1",
			    "https://example.org/a-story/#comment-1", "By: Ann",
			    "Opinion.")
			    ->content = SLICE("I do not agree.");
			feed_add(&f, "c2",
			    "https://example.org/a-story/#comment-2", "By: Bob",
			    "Opinion.");
			poll(s, comments, &f, NOW + i * 600);
			continue;
		}
		feed_add(&f, "1", page, "A story",
		    i == 2 ? "The new teaser." : "Teaser.");
		poll(s, stories, &f, NOW + i * 600);
		if (i < 2)
			shared_key_test_put_page(s, page);
	}
	is_int(ask(s, "SELECT count(*) FROM article WHERE title = 'A story' "
		      "AND body LIKE '%easer.'"),
	    1, "I18: the article has the text of the publisher");
	is_int(ask(s, "SELECT count(*) FROM article WHERE title LIKE 'By: %' "
		      "AND status = 'feed_only' AND url LIKE '%#comment-_'"),
	    2, "I18: each comment has an article of its own");
	is_int(ask(s, "SELECT count(*) FROM article"), 3,
	    "I18: there is no other article");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
shared_key_test_is_comment(void)
{
	static const char *const comments[] = {
		"https://example.org/a/#comment-12",
		"https://example.org/a.html#div-comment-6a00d8",
		"https://example.org/a.html#Comment12",
		"https://example.org/a.html#c001234",
	};
	static const char *const others[] = { "https://example.org/comment-12",
		"https://example.org/a#comments", "https://example.org/a#c12",
		"https://example.org/a#cmp12345", "https://example.org/a#v1",
		"mailto:ann@example.org#comment-12" };

	for (size_t i = 0; i < ARRAY_LENGTH(comments); i++)
		ok(entry_is_comment(slice_of(comments[i])),
		    "I18: %s is a comment", comments[i]);
	for (size_t i = 0; i < ARRAY_LENGTH(others); i++)
		ok(!entry_is_comment(slice_of(others[i])),
		    "I18: %s is no comment", others[i]);
}

/* Items that have the link of the site or of a list, and an address of their
 * own as the guid. */
static void
shared_key_test_permalinks(void)
{
	static const char *const guids[] = { "https://example.org/news/a",
		"https://example.org/news/b", "https://example.org/news/c",
		"https://example.org/log#v1", "https://example.org/log#v2" };
	static const char *const titles[] = { "A", "B", "C", "V 1", "V 2" };
	struct store *s = fixture_open("permalinks.db", STORE_DAEMON);
	int64_t feed_id = put_feed_at(s, "https://example.org/rss");

	for (int i = 0; i < 2; i++) {
		feed_begin(&f, "Example");
		f.feed.link = SLICE("https://example.org/");
		for (size_t n = 0; n < ARRAY_LENGTH(guids); n++)
			feed_add(&f, guids[n],
			    n == 0 ? "https://example.org/"
				   : "https://example.org/list",
			    titles[n], titles[n])
			    ->id_is_permalink = n != 2;
		is_int((int64_t)poll(s, feed_id, &f, NOW + i * 600).n_new,
		    i == 0 ? 5 : 0, "I16: items with a guid are new once");
	}
	is_int(
	    ask(s, "SELECT count(*) FROM article WHERE status = 'queued' AND "
		   "url IN ('https://example.org/news/a', "
		   "'https://example.org/news/b')"),
	    2, "I16: the permalink is the address if the link is shared");
	is_int(ask(s, "SELECT count(*) FROM article WHERE status = 'feed_only' "
		      "AND body = title"),
	    3, "I16: a guid that is no permalink, or has a fragment, is not");
	is_wellformed(s, "the database has no fault");
	store_close(s);
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
	shared_key_test_growing();
	shared_key_test_comments(true, "comments_first.db");
	shared_key_test_comments(false, "story_first.db");
	shared_key_test_is_comment();
	shared_key_test_routes();
	shared_key_test_permalinks();
	return done_testing();
}
