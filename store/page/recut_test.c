/* recut_test.c -- repeated extraction from stored pages. */
#include "store/fixture_test.h"

static struct fixture_feed f;
static const struct recut_query any = { .since_at = DATE_NONE };

struct taken {
	int64_t ids[8];
	size_t n;
	char hints[128], body[128];
	int64_t fetched_at;
};

static int
recut_test_take(const struct recut_page *page, void *arg)
{
	struct taken *taken = arg;

	taken->ids[taken->n++] = page->id;
	taken->fetched_at = page->fetched_at;
	snprintf(taken->hints, sizeof(taken->hints), "%.*s|%.*s|%.*s",
	    SLICE_ARG(page->hint_title), SLICE_ARG(page->hint_summary),
	    SLICE_ARG(page->url));
	snprintf(
	    taken->body, sizeof(taken->body), "%.*s", SLICE_ARG(page->body));
	return 0;
}

/* Visits all pages that match, as the command does. */
static struct taken
recut_test_walk(struct store *s, const struct recut_query *wanted)
{
	struct taken taken = { 0 };
	struct err e = ERR_INIT;
	size_t before;

	do {
		before = taken.n;
		if (store_recut_next(s, wanted,
			before > 0 ? taken.ids[before - 1] : INT64_MIN,
			recut_test_take, &taken, &e) != 0)
			printf("# %s\n", e.text);
	} while (taken.n > before && taken.n < 8);
	return taken;
}

/* Stores three articles with pages, all extracted by another version. */
static struct store *
recut_test_fill(const char *name)
{
	struct store *s = fixture_open(name, STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	struct cuter_article article = story("Title", "The old text.");
	struct article_update k = { .status = ARTICLE_DONE,
		.fetched_at = NOW,
		.final_url = SLICE("https://example.org/end"),
		.article = &article,
		.raw = SLICE("<p>page</p>") };
	struct err e = ERR_INIT;

	feed_begin(&f, "E");
	feed_add(&f, "1", "https://example.org/1", "Said", "Teaser.");
	feed_add(&f, "2", "https://example.org/2", "Two", "Teaser.");
	feed_add(&f, "3", "https://example.org/3", "Three", "Teaser.");
	poll(s, id, &f, NOW);
	for (int64_t i = 1; i <= 3; i++) {
		char url[32];

		snprintf(url, sizeof(url), "https://example.org/%d", (int)i);
		k.id = article_at(s, url);
		k.fetched_at = NOW + k.id;
		k.final_url = slice_of(url);
		article.title = slice_of(url);
		is_done(store_article_put(s, &k, NOW + i, &e), &e,
		    "the article is stored");
	}
	return s;
}

static void
recut_test_forget_all(struct store *s)
{
	do_sql(s, "UPDATE page_cut SET extractor = 1");
}

static enum recut_result
recut_test_recut(
    struct store *s, int64_t id, const struct cuter_article *article)
{
	const struct recut_update k = { .id = id,
		.fetched_at = NOW + id,
		.url = SLICE("https://example.org/1"),
		.article = article };
	enum recut_result result = RECUT_RESULT_COUNT;
	struct err e = ERR_INIT;

	is_done(store_recut_put(s, &k, NOW + 1000, &result, &e), &e,
	    "the new extraction is stored");
	return result;
}

static void
recut_test_which(void)
{
	struct store *s = recut_test_fill("which.db");
	struct recut_query one = any;
	int64_t n = -1, stored = -1;
	struct taken taken;
	struct err e = ERR_INIT;

	is_int(recut_test_walk(s, &any).n, 0,
	    "pages of this extractor are not visited");
	one.all = true;
	is_int(recut_test_walk(s, &one).n, 3,
	    "all pages are visited if this is requested");
	recut_test_forget_all(s);
	taken = recut_test_walk(s, &any);
	is_int(taken.n, 3, "pages of another extractor are visited");
	ok(taken.ids[0] < taken.ids[1] && taken.ids[1] < taken.ids[2],
	    "each page is visited once, in the order of the articles");
	ok(strcmp(taken.hints, "Said|Teaser.|https://example.org/1") == 0,
	    "a visited page has the hints of its feed");
	ok(strcmp(taken.body, "<p>page</p>") == 0,
	    "a visited page has its bytes");
	one = any;
	one.since_at = NOW + 3; /* each page was fetched at NOW + its id */
	is_int(recut_test_walk(s, &one).n, 1,
	    "only pages fetched since the given time are visited");
	one = any;
	one.feed_id = put_feed_at(s, "https://example.net/other");
	is_int(recut_test_walk(s, &one).n, 0,
	    "no page of another feed is visited");
	one.feed_id = put_feed_at(s, "https://example.org/rss");
	is_int(recut_test_walk(s, &one).n, 3,
	    "all pages of the given feed are visited");
	one = any;
	one.feed_title = SLICE("orn");
	do_sql(s, "UPDATE feed SET given_title = 'Morning' "
		  "WHERE url LIKE '%/rss'");
	is_int(recut_test_walk(s, &one).n, 3,
	    "all pages of the feed with the given title are visited");
	one.feed_title = SLICE("evening");
	is_int(recut_test_walk(s, &one).n, 0,
	    "no page of a feed with another title is visited");
	do_sql(s, "UPDATE article SET status = 'gone' WHERE id = 2");
	is_int(recut_test_walk(s, &any).n, 2,
	    "withdrawn articles are not visited");
	recut_test_recut(s, 1, NULL);
	is_done(store_recut_count(s, &any, &n, &stored, &e), &e,
	    "the pages are counted");
	ok(n == 1 && stored == 2,
	    "a page that was extracted again is not visited again");
	is_done(store_recut_forget(s, &any, 10, &n, &e), &e,
	    "the versions of the extractor are cleared");
	is_int(n, 3, "the versions of all three pages are cleared");
	is_int(recut_test_walk(s, &any).n, 2, "all pages are visited again");
	do_sql(s, "UPDATE page SET body = x'00' WHERE article_id = 3");
	taken = recut_test_walk(s, &any);
	ok(taken.n == 2 && taken.body[0] == '\0',
	    "a damaged page is visited without its bytes");
	store_close(s);
}

static void
recut_test_results(void)
{
	struct store *s = recut_test_fill("results.db");
	struct cuter_article article = story("https://example.org/3", "");
	int64_t changes;

	recut_test_forget_all(s);
	changes = ask(s, "SELECT count(*) FROM change");
	article.body = SLICE("The  old\ntext.");
	article.byline = SLICE("By Jane");
	is_int(recut_test_recut(s, 1, &article), RECUT_SAME,
	    "a text with other white space counts as the same");
	ok(strcmp(ask_text(s, "SELECT byline FROM article WHERE id = 1"),
	       "By Jane") == 0,
	    "other fields of the same text are stored");
	is_int(ask(s, "SELECT count(*) FROM change"), changes,
	    "an unchanged text notifies no consumer");
	article.body = SLICE("The new text.");
	is_int(recut_test_recut(s, 1, &article), RECUT_REVISED,
	    "another text is stored");
	is_int(ask(s, "SELECT revision FROM article WHERE id = 1"), 2,
	    "another text is a revision");
	ok(strcmp(ask_text(s, "SELECT body FROM revision"),
	       "The  old\ntext.") == 0,
	    "the earlier text is kept");
	ok(strcmp(ask_text(s, "SELECT kind FROM change ORDER BY seq DESC"),
	       "revised") == 0,
	    "a revision is announced to consumers");
	is_int(ask(s, "SELECT fetched_at FROM article WHERE id = 1"), NOW + 1,
	    "extracting again does not count as a visit");
	ok(ask(s, "SELECT count(*) FROM page WHERE article_id = 1 "
		  "AND bytes = 11") == 1,
	    "the stored page is unchanged");
	is_int(recut_test_recut(s, 1, &article), RECUT_SAME,
	    "extracting a second time changes nothing");
	article.page_class = CUTER_PAGE_LISTING;
	article.body = SLICE("Much longer than it was, but a list of links.");
	is_int(recut_test_recut(s, 1, &article), RECUT_LESS,
	    "a list does not replace a text");
	ok(strcmp(ask_text(s, "SELECT body FROM article WHERE id = 1"),
	       "The new text.") == 0,
	    "the text is unchanged");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* Only the first page of the article is stored. This page states that the
 * article has further pages. */
static void
recut_test_parts(void)
{
	struct store *s = recut_test_fill("parts.db");
	struct cuter_article article = story("https://example.org/1", "");
	int64_t changes = ask(s, "SELECT count(*) FROM change");

	recut_test_forget_all(s);
	do_sql(s, "UPDATE article SET flags = 'truncated' WHERE id = 2");
	article.body = SLICE("The old");
	article.next_part = SLICE("https://example.org/1?page=2");
	is_int(recut_test_recut(s, 1, &article), RECUT_LESS,
	    "the first page of a joined article does not replace its text");
	is_int(ask(s, "SELECT count(*) FROM change"), changes,
	    "no change is recorded for the joined article");
	article.title = SLICE("https://example.org/2");
	article.body = SLICE("The old text.");
	is_int(recut_test_recut(s, 2, &article), RECUT_LESS,
	    "a shorter text is not stored");
	is_int(ask(s, "SELECT flags = 'truncated' FROM article WHERE id = 2"),
	    1, "the flag of the earlier text remains");
	article.body = SLICE("The old text, of which more is found now.");
	is_int(recut_test_recut(s, 2, &article), RECUT_REVISED,
	    "a longer text is stored");
	is_int(recut_test_walk(s, &any).n, 1,
	    "the pages that were extracted again are recorded");
	store_close(s);
}

static void
recut_test_meanwhile(void)
{
	struct store *s = recut_test_fill("meanwhile.db");
	struct cuter_article article = story("T", "Of the page of before.");
	struct err e = ERR_INIT;

	recut_test_forget_all(s);
	do_sql_of(s,
	    "UPDATE page SET fetched_at = fetched_at + 1 WHERE article_id = 1",
	    "UPDATE page SET fetched_at = fetched_at + interval '1 s' "
	    "WHERE article_id = 1");
	is_int(recut_test_recut(s, 1, &article), RECUT_PASSED,
	    "a page that was fetched again in the meantime is left out");
	do_sql(s, "UPDATE article SET status = 'gone' WHERE id = 2");
	is_int(recut_test_recut(s, 2, &article), RECUT_PASSED,
	    "an article withdrawn meanwhile is not changed");
	do_sql(s, "DELETE FROM page WHERE article_id = 3");
	is_int(recut_test_recut(s, 3, &article), RECUT_PASSED,
	    "a page deleted meanwhile is not stored");
	is_int(ask(s, "SELECT count(*) FROM change WHERE kind = 'revised'"), 0,
	    "no article is revised");
	is_int(ask(s, "SELECT count(*) FROM page_cut WHERE article_id = 3"), 0,
	    "no version is stored for a deleted page");
	is_done(store_story(s, 1, "T", "A later text.", NOW + 50, &e), &e,
	    "a later text without a page is stored");
	is_int(ask(s, "SELECT count(*) FROM page WHERE article_id = 1"), 0,
	    "an article revised without raw bytes loses its page");
	store_close(s);
}

static void
recut_test_feed_only(void)
{
	struct store *s = recut_test_fill("feed.db");
	struct cuter_article article = story("T", "A text at last.");

	recut_test_forget_all(s);
	do_sql(s, "UPDATE article SET status = 'feed_only', origin = 'feed', "
		  "body = 'Teaser.' WHERE id = 1");
	is_int(recut_test_recut(s, 1, &article), RECUT_REVISED,
	    "a page without text is extracted again");
	ok(strcmp(ask_text(s, "SELECT status || body FROM article "
			      "WHERE id = 1"),
	       "doneA text at last.") == 0,
	    "the article has the new text");
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	recut_test_which();
	recut_test_results();
	recut_test_parts();
	recut_test_meanwhile();
	recut_test_feed_only();
	return done_testing();
}
