/*
 * site_rule_test.c -- tests site rules: the counts of each file, the digest of
 * the rules of a page, and the pages that a recut repeats if the rules change.
 */
#include "store/fixture_test.h"

#define FILE_A SLICE("rules/example.org.txt")

static struct fixture_feed f;

static struct store *
site_rule_test_open(const char *name)
{
	struct store *s = fixture_open(name, STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");

	feed_begin(&f, "E");
	feed_add(&f, "1", "https://example.org/1", "One", "Teaser.");
	feed_add(&f, "2", "https://example.org/2", "Two", "Teaser.");
	feed_add(&f, "3", "https://example.org/3", "Three", "Teaser.");
	poll(s, id, &f, NOW);
	return s;
}

/* Stores the article as the daemon does after a page with rules. */
static void
site_rule_test_put(struct store *s, const char *url,
    enum cuter_rule_state state, int64_t digest, const char *why, int64_t at)
{
	struct cuter_article article = story("Title", url);
	struct article_update k = { .id = article_at(s, url),
		.status = ARTICLE_DONE,
		.fetched_at = at,
		.final_url = slice_of(url),
		.article = &article,
		.raw = SLICE("<p>page</p>"),
		.rules = { .path = FILE_A, .digest = digest } };
	struct err e = ERR_INIT;

	article.rule = state;
	article.origin =
	    state == CUTER_RULE_APPLIED ? CUTER_ORIGIN_RULE : CUTER_ORIGIN_PAGE;
	k.rules.why = slice_of(why);
	is_done(store_article_put(s, &k, at, &e), &e, "a page with rules");
}

static struct site_rule_counts
site_rule_test_counts(struct store *s)
{
	struct site_rule_counts counts = { 0 };
	struct err e = ERR_INIT;

	is_done(store_site_rule_get(s, FILE_A, &counts, &e), &e, "counts");
	return counts;
}

static void
site_rule_test_counting(void)
{
	struct store *s = site_rule_test_open("counts.db");
	struct site_rule_counts c = site_rule_test_counts(s);

	ok(c.digest == 0 && c.applied_at == DATE_NONE,
	    "a new site has no counts of its rules");
	site_rule_test_put(
	    s, "https://example.org/1", CUTER_RULE_APPLIED, 7, NULL, NOW + 1);
	is_text(slice_of(ask_text(
		    s, "SELECT origin FROM article WHERE url LIKE '%/1'")),
	    "rule", "the origin of the text");
	site_rule_test_put(
	    s, "https://example.org/2", CUTER_RULE_MISSED, 7, NULL, NOW + 2);
	site_rule_test_put(s, "https://example.org/3", CUTER_RULE_APPLIED, 7,
	    "no answer in 10 s", NOW + 3);
	c = site_rule_test_counts(s);
	ok(c.digest == 7 && c.applied == 1 && c.applied_at == NOW + 1 &&
		c.failed == 2 && c.failed_at == NOW + 3,
	    "the pages with and without results are counted");
	is_text(
	    slice_of(c.why), "no answer in 10 s", "the last reason is stored");
	site_rule_test_put(
	    s, "https://example.org/1", CUTER_RULE_APPLIED, 7, NULL, NOW + 4);
	c = site_rule_test_counts(s);
	ok(c.applied == 2 && c.failed == 0,
	    "a page with a text ends the failures");
	site_rule_test_put(
	    s, "https://example.org/1", CUTER_RULE_MISSED, 8, NULL, NOW + 5);
	c = site_rule_test_counts(s);
	ok(c.digest == 8 && c.applied == 0 && c.failed == 1 &&
		c.applied_at == DATE_NONE,
	    "a changed file resets the counts");
	store_close(s);
}

static int64_t
site_rule_test_digest(struct slice url, void *arg)
{
	const int64_t *digests = arg;

	return digests[url.p[url.len - 1] - '1'];
}

static int
site_rule_test_take(const struct recut_page *page, void *arg)
{
	*(int64_t *)arg = page->id;
	return 0;
}

static void
site_rule_test_forget(void)
{
	struct store *s = site_rule_test_open("forget.db");
	int64_t digests[] = { 7, 9, 0 }, n = -1;
	struct recut_rules wanted = { .has_rules = true,
		.digest_of = site_rule_test_digest,
		.arg = digests };
	const struct recut_query any = { .since_at = DATE_NONE };
	struct recut_query selected = any;
	int64_t id = 0;
	struct err e = ERR_INIT;

	for (int64_t i = 1; i <= 2; i++)
		site_rule_test_put(s,
		    i == 1 ? "https://example.org/1" : "https://example.org/2",
		    CUTER_RULE_APPLIED, 7, NULL, NOW + i);
	is_done(store_recut_count_ruled(s, &any, &n, &e), &e, "count");
	is_int(n, 2, "pages with rules are counted");
	selected.rules = &wanted;
	is_done(store_recut_next(
		    s, &selected, INT64_MIN, site_rule_test_take, &id, &e),
	    &e, "the next page");
	is_int(id, article_at(s, "https://example.org/2"),
	    "a page with other rules is the next");
	is_int(ask(s, "SELECT count(*) FROM page_cut"), 2,
	    "the comparison of rules deletes nothing");
	is_done(store_recut_forget_rules(s, &wanted, &n, &e), &e, "forget");
	is_int(n, 1, "a page with other rules is extracted again");
	is_int(ask(s, "SELECT count(*) FROM page_cut"), 1,
	    "the page with the same rules is not extracted again");
	digests[0] = 0;
	wanted.has_rules = false;
	is_done(store_recut_forget_rules(s, &wanted, &n, &e), &e, "forget");
	is_int(n, 1, "a page whose rules were removed is extracted again");
	is_done(store_recut_count_ruled(s, &any, &n, &e), &e, "count");
	is_int(n, 2, "a text of a rule is counted without its extractor");
	do_sql(s, "UPDATE article SET origin = 'page'");
	is_done(store_recut_count_ruled(s, &any, &n, &e), &e, "count");
	is_int(n, 0, "a text of the model is not counted");
	store_close(s);
}

struct visited {
	int64_t ids[4];
	size_t n;
};

static int
site_rule_test_visit(int64_t id, struct slice url, void *arg)
{
	struct visited *visited = arg;

	(void)url;
	visited->ids[visited->n++] = id;
	return 0;
}

static void
site_rule_test_pages(void)
{
	struct store *s = site_rule_test_open("pages.db");
	struct visited visited = { 0 };
	struct err e = ERR_INIT;

	for (int64_t i = 1; i <= 2; i++)
		site_rule_test_put(s,
		    i == 1 ? "https://example.org/1" : "https://example.org/2",
		    CUTER_RULE_APPLIED, 7, NULL, NOW + i);
	is_done(store_page_of_host(s, SLICE("example.org"), 4,
		    site_rule_test_visit, &visited, &e),
	    &e, "pages of a domain");
	ok(visited.n == 2 &&
		visited.ids[0] == article_at(s, "https://example.org/2"),
	    "the newest page is first");
	visited.n = 0;
	is_done(store_page_of_host(s, SLICE("example.net"), 4,
		    site_rule_test_visit, &visited, &e),
	    &e, "pages of another domain");
	is_int((int64_t)visited.n, 0, "there are no pages of another domain");
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	site_rule_test_counting();
	site_rule_test_forget();
	site_rule_test_pages();
	return done_testing();
}
