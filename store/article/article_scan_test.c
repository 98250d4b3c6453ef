/*
 * article_scan_test.c -- pages of lists, and articles that arrive between two
 * pages.
 */
#include "store/article/article_scan.h"
#include "store/fixture_test.h"

static struct fixture_feed f;

static int
article_scan_test_see(const struct article_row *row, void *arg)
{
	char *all = arg;
	size_t n = strlen(all);

	snprintf(all + n, 1024 - n, "%.*s%s ", SLICE_ARG(row->title),
	    row->body.len > 0 ? "+" : "");
	return 0;
}

#define OPEN                                                                   \
	((struct article_filter){                                              \
	    .since_at = DATE_NONE, .until_at = DATE_NONE, .limit = 2 })

/* Reads a page and sets *what to continue after it.  Returns whether there are
 * more articles. */
static bool
article_scan_test_next(struct store *s, struct article_scan *what,
    const char *expected, const char *name)
{
	struct err e = ERR_INIT;
	char all[1024] = "";

	is_done(store_article_scan(
		    s, what, article_scan_test_see, all, &what->after, &e),
	    &e, name);
	if (!ok(strcmp(all, expected) == 0, "%s: %s", name, expected))
		printf("# %s\n", all);
	return what->after.id != 0;
}

static void
article_scan_test_add(struct store *s, int64_t feed_id, const char *guid,
    const char *title, int64_t at)
{
	char link[64];

	snprintf(link, sizeof(link), "https://x.org/%s", guid);
	feed_begin(&f, "X");
	f.feed.complete = false;
	feed_add(&f, guid, link, title, "Words of it (東京).")->published_at =
	    at;
	poll(s, feed_id, &f, NOW);
	store_end(s, article_at(s, link), ARTICLE_FEED_ONLY, "refused",
	    DATE_NONE, NOW, &(struct err){ 0 });
}

static void
article_scan_test_time(struct store *s, int64_t x)
{
	struct article_filter filter = OPEN;
	struct article_scan what = { .filter = &filter,
		.is_published = true,
		.after = ARTICLE_PLACE_FIRST };

	ok(article_scan_test_next(s, &what, "e d ", "the first page"),
	    "there is more");
	article_scan_test_add(s, x, "new", "new", NOW);
	ok(article_scan_test_next(
	       s, &what, "c b ", "a new article moves no other"),
	    "there is more after the second page");
	ok(!article_scan_test_next(s, &what, "a ", "the rest"),
	    "the last page reports that it is the last");
	what.after = ARTICLE_PLACE_FIRST;
	what.is_whole = true;
	ok(article_scan_test_next(
	       s, &what, "new+ e+ ", "the first page, with bodies"),
	    "a full page reports that there is more");
	filter.until_at = NOW - 20;
	filter.since_at = NOW - 40;
	what.after = ARTICLE_PLACE_FIRST;
	ok(!article_scan_test_next(s, &what, "c+ b+ ", "since and until"),
	    "a full last page reports that it is the last");
	filter = OPEN;
	filter.limit = 0;
	is_int(store_article_scan(s, &what, article_scan_test_see, NULL,
		   &what.after, &(struct err){ 0 }),
	    ERR_USAGE, "a page without articles is refused");
}

static void
article_scan_test_feed(struct store *s, int64_t x, int64_t y)
{
	struct article_filter filter = OPEN;
	struct article_scan what = { .order = SCAN_OF_FEED,
		.feed_id = y,
		.filter = &filter,
		.after = ARTICLE_PLACE_FIRST };

	ok(!article_scan_test_next(s, &what, "of y queued ", "one feed"),
	    "the feed has two articles, and no more");
	what.after = ARTICLE_PLACE_FIRST;
	what.is_published = true;
	article_scan_test_next(s, &what, "of y ", "published only");
	what.feed_id = x;
	what.after = ARTICLE_PLACE_FIRST;
	article_scan_test_next(s, &what, "new e ", "the other feed");
	ok(article_scan_test_next(s, &what, "d c ", "and further"), "and more");
	what.feed_id = 99;
	what.after = ARTICLE_PLACE_FIRST;
	article_scan_test_next(s, &what, "", "no feed");
}

static void
article_scan_test_found(struct store *s)
{
	struct article_filter filter = OPEN;
	struct article_scan what = { .order = SCAN_FOUND,
		.words = SLICE("words"),
		.filter = &filter,
		.is_published = true,
		.after = ARTICLE_PLACE_FIRST };

	ok(article_scan_test_next(s, &what, "of y new ", "found"), "and more");
	ok(article_scan_test_next(s, &what, "e d ", "found, page 2"),
	    "there is a page 3");
	ok(article_scan_test_next(s, &what, "c b ", "found, page 3"),
	    "there is a page 4");
	ok(!article_scan_test_next(s, &what, "a ", "found, page 4"),
	    "and no more");
	what.words = SLICE("\" OR NEAR( *");
	what.after = ARTICLE_PLACE_FIRST;
	article_scan_test_next(s, &what, "", "any text is accepted as a query");
}

/* A filter that matches few rows does not read the whole table in one call. */
static void
article_scan_test_look(struct store *s)
{
	struct article_filter filter = OPEN;
	struct article_scan what = { .filter = &filter,
		.after = ARTICLE_PLACE_FIRST };

	do_sql(s, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL "
		  "SELECT i + 1 FROM n WHERE i < 10100) "
		  "INSERT INTO article (url_key, host_key, status, title, "
		  "lang, first_seen_at, sort_at) SELECT 'k' || i, 'h', "
		  "'gone', 'many', 'fr', 1, 2000000000 FROM n");
	filter.tag = SLICE("sport");
	ok(article_scan_test_next(s, &what, "", "nothing in a long look"),
	    "a page without a match reports that there is more");
	ok(!article_scan_test_next(s, &what, "e ", "then what matches"),
	    "and no more");
}

int
main(void)
{
	struct store *s;
	struct err e = ERR_INIT;
	int64_t x, y, at = 1;

	fixture_begin();
	s = fixture_open("page.db", STORE_DAEMON);
	x = put_feed_at(s, "https://x.org/rss");
	y = put_feed_at(s, "https://y.org/rss");
	is_done(store_change_newest(s, &at, &e), &e,
	    "an empty change log has no time");
	is_int(at, 0, "has no time");
	for (int i = 0; i < 5; i++) {
		char name[2] = { (char)('a' + i), '\0' };

		article_scan_test_add(s, x, name, name, NOW - 50 + 10 * i);
	}
	article_scan_test_time(s, x);
	article_scan_test_add(s, y, "y", "of y", NOW - 1000);
	feed_begin(&f, "Y");
	feed_add(&f, "q", "https://x.org/q", "queued", "W.")->published_at =
	    NOW - 2000;
	poll(s, y, &f, NOW);
	article_scan_test_feed(s, x, y);
	article_scan_test_found(s);
	do_sql(s, "INSERT INTO article_tag (article_id, n, tag) "
		  "SELECT id, 0, 'Sport' FROM article WHERE title = 'e'");
	article_scan_test_look(s);
	is_done(store_change_newest(s, &at, &e), &e, "a change log");
	is_int(at, NOW, "the change log has the time of its newest change");
	store_close(s);
	return done_testing();
}
