/*
 * article_page_test.c -- pages of published articles: order, positions, and the
 * lists of all articles, of a feed, of a tag and of a cluster.
 */
#include "store/article/article_page.h"
#include "store/fixture_test.h"

static struct fixture_feed f;

static int
article_page_test_see(const struct article_row *row, void *arg)
{
	char *all = arg;
	size_t n = strlen(all);

	snprintf(all + n, 1024 - n, "%.*s%s ", SLICE_ARG(row->title),
	    row->body.p != NULL ? "+" : "");
	return 0;
}

/* Reads a list page by page, each of two articles, and compares the titles. */
static void
article_page_test_is_list(struct store *s, struct article_page page,
    const char *expected, const char *name)
{
	struct article_place next = ARTICLE_PLACE_FIRST;
	struct err e = ERR_INIT;
	char all[1024] = "";
	int rc = 0;

	page.limit = 2;
	for (int pages = 0; rc == 0 && next.id != 0 && pages < 10; pages++) {
		page.after = next;
		rc = store_article_page(
		    s, &page, article_page_test_see, all, &next, &e);
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "| ");
	}
	is_done(rc, &e, name);
	if (!ok(strcmp(all, expected) == 0, "%s: %s", name, expected))
		printf("# %s\n", all);
}

static void
article_page_test_fill(struct store *s, int64_t *ret_x)
{
	struct feed_subscription said = { .url = SLICE("https://x.org/rss"),
		.tags = SLICE("Tech"),
		.fetch_articles = true };
	struct slice tags[] = { SLICE("Sport") };
	struct err e = ERR_INIT;
	struct feed_entry *entry;
	int64_t y = put_feed_at(s, "https://y.org/rss");
	bool is_new;

	store_feed_put(s, &said, NOW, ret_x, &is_new, &e);
	feed_begin(&f, "X");
	for (int i = 0; i < 4; i++) {
		static char guids[4][2], links[4][32];

		guids[i][0] = (char)('a' + i);
		snprintf(
		    links[i], sizeof(links[i]), "https://x.org/%c", 'a' + i);
		feed_add(&f, guids[i], links[i], guids[i], "Text.")
		    ->published_at = NOW - 10 * (i + 1);
	}
	poll(s, *ret_x, &f, NOW);
	feed_begin(&f, "Y");
	entry = feed_add(&f, "e", "https://y.org/e", "e", "E.");
	entry->published_at = NOW - 15;
	entry->categories = (struct feed_list){ tags, 1 };
	poll(s, y, &f, NOW);
	for (int i = 0; i < 5; i++) {
		char url[32], title[2] = { (char)('a' + i), '\0' };

		snprintf(url, sizeof(url), "https://%s.org/%s",
		    i < 4 ? "x" : "y", title);
		if (i != 2) /* c stays queued */
			store_story(
			    s, article_at(s, url), title, "Text.", NOW, &e);
	}
}

/* The cluster of the articles b and d, whose first article is b. */
static void
article_page_test_withdrawn(struct store *s)
{
	int64_t b = article_at(s, "https://x.org/b");
	struct err e = ERR_INIT;
	char title[1024] = "";

	do_sql(s, "UPDATE article SET cluster_id = (SELECT id FROM article"
		  " WHERE title = 'b') WHERE title IN ('b', 'd')");
	is_done(store_cluster_get(s, b, article_page_test_see, title, &e), &e,
	    "the first article of a cluster is visited");
	do_sql(s, "UPDATE article SET status = 'gone' WHERE title = 'b'");
	is_done(store_cluster_get(s, b, article_page_test_see, title, &e), &e,
	    "a cluster with a withdrawn article is found");
	ok(strcmp(title, "b+ d+ ") == 0,
	    "the withdrawn article is not visited");
	do_sql(s, "UPDATE article SET status = 'gone' WHERE title = 'd'");
	is_int(store_cluster_get(s, b, article_page_test_see, title, &e),
	    ERR_NOT_FOUND, "a cluster of withdrawn articles is not found");
}

int
main(void)
{
	struct store *s;
	struct err e = ERR_INIT;
	int64_t x, size = -1;
	char title[1024] = "";

	fixture_begin();
	s = fixture_open("a.db", STORE_DAEMON);
	article_page_test_fill(s, &x);
	article_page_test_is_list(s, (struct article_page){ 0 }, "a e | b d | ",
	    "all published articles, newest first");
	article_page_test_is_list(s, (struct article_page){ .is_whole = true },
	    "a+ e+ | b+ d+ | ", "with bodies");
	article_page_test_is_list(s, (struct article_page){ .feed_id = x },
	    "a b | d | ",
	    "the articles of a feed are in the order of its entries");
	article_page_test_is_list(s,
	    (struct article_page){ .tag = SLICE("Sport") }, "e | ",
	    "the articles with a tag of an article are listed");
	article_page_test_is_list(s,
	    (struct article_page){ .tag = SLICE("Tech") }, "a b | d | ",
	    "the articles with a tag of a feed are listed");
	article_page_test_is_list(s,
	    (struct article_page){ .tag = SLICE("sport") }, "| ",
	    "a tag is compared exactly");
	article_page_test_is_list(s,
	    (struct article_page){
		.cluster_id = article_at(s, "https://x.org/b") },
	    "b | ", "an article without cluster is its own");
	do_sql(s, "UPDATE article SET cluster_id = (SELECT id FROM article"
		  " WHERE title = 'b') WHERE title IN ('b', 'd')");
	article_page_test_is_list(s,
	    (struct article_page){
		.cluster_id = article_at(s, "https://x.org/b") },
	    "b d | ", "of a cluster");
	article_page_test_is_list(s,
	    (struct article_page){ .one_per_cluster = true }, "a e | b | ",
	    "one article for each cluster");
	is_done(
	    store_cluster_size(s, article_at(s, "https://x.org/b"), &size, &e),
	    &e, "the size of a cluster is read");
	is_int(size, 2, "the size of a cluster is two");
	do_sql(s, "UPDATE article SET cluster_id = 1000000"
		  " WHERE title IN ('b', 'd')");
	article_page_test_is_list(s,
	    (struct article_page){ .one_per_cluster = true }, "a e | d | ",
	    "without its first article a cluster has one article, too");
	is_done(store_cluster_get(s, 1000000, article_page_test_see, title, &e),
	    &e, "a cluster without its first article is found");
	ok(strcmp(title, "b+ ") == 0,
	    "the newest article of this cluster is visited");
	is_int(store_cluster_get(s, 1000001, article_page_test_see, title, &e),
	    ERR_NOT_FOUND, "an unknown cluster is not found");
	article_page_test_withdrawn(s);
	store_close(s);
	return done_testing();
}
