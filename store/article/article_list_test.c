/* article_list_test.c -- lists of articles and their filters, and long items of
 * the lists of an article. */
#include "base/limits.h"
#include "store/fixture_test.h"

static struct fixture_feed f;

static int
article_list_test_see(const struct article_row *row, void *arg)
{
	char *all = arg;
	size_t n = strlen(all);

	snprintf(all + n, 1024 - n, "%.*s ", SLICE_ARG(row->title));
	if (row->body.p != NULL || row->body_html.p != NULL)
		snprintf(all, 1024, "a list has no bodies");
	return 0;
}

static void
article_list_test_is_list(struct store *s, struct article_filter filter,
    const char *expected, const char *name)
{
	struct err e = ERR_INIT;
	char all[1024] = "";

	is_done(store_article_list(s, &filter, article_list_test_see, all, &e),
	    &e, name);
	if (!ok(strcmp(all, expected) == 0, "%s: %s", name, expected))
		printf("# %s\n", all);
}

#define FILTER(...)                                                            \
	((struct article_filter){                                              \
	    .since_at = DATE_NONE, .until_at = DATE_NONE, __VA_ARGS__ })

static void
article_list_test_fill(struct store *s)
{
	struct feed_subscription said = { .url = SLICE("https://x.org/rss"),
		.title = SLICE("Mine % of X"),
		.tags = SLICE("Tech"),
		.fetch_articles = true };
	struct slice tags[] = { SLICE("Sport") };
	struct err e = ERR_INIT;
	struct feed_entry *entry;
	int64_t x, y = put_feed_at(s, "https://y.org/rss");
	bool is_new;

	store_feed_put(s, &said, NOW, &x, &is_new, &e);
	feed_begin(&f, "X");
	feed_add(&f, "a", "https://x.org/a", "a", "A.")->published_at =
	    NOW - 10;
	feed_add(&f, "b", "https://x.org/b", "b", "B.")->published_at =
	    NOW - 20;
	poll(s, x, &f, NOW);
	feed_begin(&f, "Y");
	f.feed.language = SLICE("de-AT");
	entry = feed_add(&f, "c", "https://y.org/c", "c", "C.");
	entry->published_at = NOW - 15;
	entry->categories = (struct feed_list){ tags, 1 };
	feed_add(&f, "d", "https://y.org/d", "d", "D.");
	poll(s, y, &f, NOW);
	store_story(s, article_at(s, "https://x.org/a"), "a", "A.", NOW, &e);
}

static int
article_list_test_stop(const struct article_row *row, void *arg)
{
	(void)row;
	return ++*(int *)arg == 3 ? 7 : 0;
}

static void
article_list_test_many(void)
{
	struct store *s = fixture_open("long.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	static char guids[1000][16];
	struct err e = ERR_INIT;
	int n = 0;

	feed_begin(&f, "Long");
	for (int i = 0; i < 1000; i++) {
		snprintf(guids[i], sizeof(guids[0]), "%d", i);
		feed_add(&f, guids[i], NULL, "t", "w")->published_at = NOW;
	}
	poll(s, id, &f, NOW);
	n = -1000000;
	is_done(store_article_list(s, NULL, article_list_test_stop, &n, &e), &e,
	    "a long list");
	is_int(n + 1000000, 1000,
	    "each article is visited once, also if all have one date");
	n = 0;
	is_int(store_article_list(s, NULL, article_list_test_stop, &n, &e), 7,
	    "a visitor can end the list");
	is_int(n, 3, "the list ends after the third article");
	struct article_filter filter = FILTER(.limit = 600);

	n = -1000000;
	store_article_list(s, &filter, article_list_test_stop, &n, &e);
	is_int(n + 1000000, 600, "a limit larger than a page is allowed");
	store_close(s);
}

/* Tests that the visitor of a list may read another list. */
static int
article_list_test_see_nested(const struct article_row *row, void *arg)
{
	struct store *s = arg;
	struct err e = ERR_INIT;
	char all[1024] = "";

	ok(store_article_list(s, NULL, article_list_test_see, all, &e) == 0 &&
		strcmp(all, "d a c b ") == 0,
	    "a list inside a list");
	return row->id > 0 ? 1 : 0;
}

#define LONG_BYTES 3500

/* An entry of an index of PostgreSQL has at most 2704 bytes, after compression.
 * The text cannot be compressed. */
static void
article_list_test_long_names(void)
{
	static char text[LONG_BYTES];
	struct slice item = { text, sizeof(text) };
	struct store *s = fixture_open("names.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/long");
	uint32_t state = 1;
	struct feed_entry *entry;

	for (size_t i = 0; i < sizeof(text); i++) {
		state = state * 1664525 + 1013904223;
		text[i] = (char)('#' + (state >> 24) % 90);
	}
	memcpy(text + LIMIT_INDEXED_BYTES - 1, "\xC3\xA9", 2);
	feed_begin(&f, "Example");
	f.feed.language = item;
	entry = feed_add(
	    &f, "long", "https://example.org/long-name", "Title", "Words.");
	entry->authors = entry->categories = (struct feed_list){ &item, 1 };
	poll(s, id, &f, NOW);
	is_int(ask(s, "SELECT count(*) FROM article"), 1,
	    "an entry with a long author, category and language is stored");
	is_int(ask(s, "SELECT length(name) FROM article_author"),
	    LIMIT_INDEXED_BYTES - 1,
	    "the author is truncated between characters");
	is_int(ask(s, "SELECT length(tag) FROM article_tag"),
	    LIMIT_INDEXED_BYTES - 1, "the tag is truncated between characters");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

int
main(void)
{
	struct store *s;
	struct err e = ERR_INIT;

	fixture_begin();
	s = fixture_open("list.db", STORE_DAEMON);
	article_list_test_is_list(
	    s, FILTER(.limit = 0), "", "an empty database");
	article_list_test_fill(s);
	article_list_test_is_list(
	    s, FILTER(.limit = 0), "d a c b ", "newest first");
	article_list_test_is_list(s, FILTER(.limit = 2), "d a ", "limit");
	article_list_test_is_list(s,
	    ((struct article_filter){
		.since_at = NOW - 15, .until_at = DATE_NONE }),
	    "d a c ", "since");
	article_list_test_is_list(s,
	    ((struct article_filter){
		.since_at = DATE_NONE, .until_at = NOW - 15 }),
	    "b ", "until");
	article_list_test_is_list(s, FILTER(.feed = SLICE("https://y.org/rss")),
	    "d c ", "a feed is found by its address");
	article_list_test_is_list(s, FILTER(.feed = SLICE("mine %")), "a b ",
	    "a feed is found by a part of its title");
	article_list_test_is_list(s, FILTER(.feed = SLICE("%")), "a b ",
	    "a percent sign is not a wildcard");
	article_list_test_is_list(s, FILTER(.tag = SLICE("sport")), "c ",
	    "an article is found by its tag");
	article_list_test_is_list(
	    s, FILTER(.tag = SLICE("tech")), "a b ", "tag of a feed");
	article_list_test_is_list(
	    s, FILTER(.lang = SLICE("DE")), "d c ", "language");
	article_list_test_is_list(s, FILTER(.lang = SLICE("d")), "",
	    "a prefix of a language is not enough");
	article_list_test_is_list(
	    s, FILTER(.status = SLICE("done")), "a ", "status");
	article_list_test_is_list(
	    s, FILTER(.min_confidence = 0.5), "a ", "confidence");
	article_list_test_is_list(s, FILTER(.tag = SLICE("x' OR 1 --")), "",
	    "a parameter is not parsed as SQL");
	store_article_list(s, NULL, article_list_test_see_nested, s, &e);
	store_close(s);
	article_list_test_many();
	article_list_test_long_names();
	return done_testing();
}
