/*
 * readdress_test.c -- tests known entries whose link changes before the page of
 * their article was read.
 */
#include "store/fixture_test.h"

static struct fixture_feed f;
static struct store *s;
static int64_t feed_id, now;

static void
readdress_test_begin(const char *file)
{
	s = fixture_open(file, STORE_DAEMON);
	feed_id = put_feed_at(s, "https://example.org/rss");
	now = NOW;
}

static void
readdress_test_end(void)
{
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* Polls a document with one item, and returns the number of pending pages. */
static int64_t
readdress_test_poll(int64_t feed, const char *link, const char *text)
{
	feed_begin(&f, "Example");
	f.feed.link = SLICE("https://example.org/");
	feed_add(&f, "tag:example.org,1", link, "A title", text);
	now += 600;
	return (int64_t)poll(s, feed, &f, now).n_pending;
}

/* Tests status, address, entitlement and flags of an article. */
static void
readdress_test_is(int id, const char *expected, const char *name)
{
	char sql[256];
	const char *got;

	snprintf(sql, sizeof(sql),
	    "SELECT status || ' ' || coalesce(url, '-') || ' ' || "
	    "CASE WHEN entitled THEN 1 ELSE 0 END || flags "
	    "FROM article WHERE id = %d",
	    id);
	got = ask_text(s, sql);
	if (!ok(strcmp(got, expected) == 0, "%s", name))
		printf("#      got %s\n# expected %s\n", got, expected);
}

static void
readdress_test_late_link(void)
{
	readdress_test_begin("late.db");
	is_int(readdress_test_poll(feed_id, NULL, "Cut te"), 0,
	    "an item without a link has no page");
	readdress_test_is(
	    1, "feed_only - 1", "the article has the text of the feed");
	is_int(readdress_test_poll(
		   feed_id, "https://example.org/a", "Cut text and more."),
	    1, "the page is pending when the link appears");
	readdress_test_is(1, "queued https://example.org/a 1",
	    "the article gets the address");
	feed_id = put_feed_at(s, "https://example.org/other");
	is_int(readdress_test_poll(feed_id, "https://example.org/a", "Text."),
	    0, "another feed with this link adds no pending page");
	is_int(ask(s, "SELECT count(*) FROM article"), 1,
	    "another feed with this link adds no article");
	readdress_test_end();
}

static void
readdress_test_known_page(void)
{
	int64_t other;

	readdress_test_begin("known.db");
	other = put_feed_at(s, "https://example.org/other");
	readdress_test_poll(other, "https://example.org/a", "Text.");
	readdress_test_poll(feed_id, NULL, "Cut te");
	is_int(readdress_test_poll(feed_id, "https://example.org/a", "Text."),
	    0, "the page of the late link is pending already");
	readdress_test_is(1, "queued https://example.org/a 1",
	    "the article of the page stays pending");
	readdress_test_is(
	    2, "gone - 1", "the article without a link is withdrawn");
	is_int(ask(s, "SELECT count(*) FROM entry WHERE article_id = 1"), 2,
	    "both entries belong to the article of the page");
	is_int(ask(s, "SELECT count(*) FROM change WHERE kind = 'withdrawn'"),
	    1, "the change log reports the withdrawal");
	readdress_test_end();
}

static void
readdress_test_wrong_link(void)
{
	struct err e = ERR_INIT;

	readdress_test_begin("wrong.db");
	readdress_test_poll(feed_id, "https://example.org/wrnog?a=1", "Text.");
	store_end(s, 1, ARTICLE_GONE, "HTTP 404", DATE_NONE, now, &e);
	is_int(readdress_test_poll(
		   feed_id, "https://example.org/wrnog?a=2", "Text."),
	    0, "a link that differs in its query is not requested");
	is_int(
	    readdress_test_poll(feed_id, "https://example.org/right", "Text."),
	    1, "the page of a corrected link is pending");
	readdress_test_is(1, "queued https://example.org/right 1",
	    "the article has the corrected address");
	store_story(s, 1, "A title", "Body of the page.", now, &e);
	is_int(
	    readdress_test_poll(feed_id, "https://example.org/third", "Text."),
	    0, "the address of a page that was read does not change");
	readdress_test_is(1, "done https://example.org/right 1",
	    "the article of a page that was read is done");
	readdress_test_end();
}

static void
readdress_test_witness(void)
{
	struct err e = ERR_INIT;
	int64_t witness;

	readdress_test_begin("witness.db");
	witness = put_feed_at(s, "https://evil.example/rss");
	readdress_test_poll(witness, NULL, "Lies.");
	is_int(readdress_test_poll(witness, "https://example.org/a", "Lies."),
	    1, "a witness gives a late link to a page of a publisher");
	readdress_test_is(1, "queued https://example.org/a 0witness",
	    "the article counts as the article of a witness");
	readdress_test_poll(feed_id, "https://example.org/a", "Text.");
	readdress_test_is(1, "queued https://example.org/a 1",
	    "the article becomes that of the publisher");
	store_end(s, 1, ARTICLE_FEED_ONLY, "HTTP 403", DATE_NONE, now, &e);
	readdress_test_poll(witness, "https://evil.example/b", "Lies.");
	readdress_test_is(1, "feed_only https://example.org/a 1",
	    "a witness with another link leaves the publisher's article");
	readdress_test_is(2, "queued https://evil.example/b 1",
	    "the new link gets an article of its own");
	do_sql(s, "DELETE FROM entry WHERE feed_id = 1");
	do_sql(s, "UPDATE entry SET article_id = 1");
	do_sql(s, "DELETE FROM article WHERE id = 2");
	readdress_test_poll(witness, "https://evil.example/c", "Lies.");
	readdress_test_is(1, "feed_only https://example.org/a 1",
	    "a witness alone does not move the publisher's article");
	readdress_test_end();
}

static void
readdress_test_shared(void)
{
	struct err e = ERR_INIT;
	int64_t other;

	readdress_test_begin("shared.db");
	other = put_feed_at(s, "https://example.org/other");
	readdress_test_poll(feed_id, "https://example.org/wrnog", "Text.");
	readdress_test_poll(other, "https://example.org/wrnog", "Text.");
	store_end(s, 1, ARTICLE_GONE, "HTTP 404", DATE_NONE, now, &e);
	is_int(
	    readdress_test_poll(feed_id, "https://example.org/right", "Text."),
	    1, "the first feed corrects the link of a shared article");
	readdress_test_is(1, "gone https://example.org/wrnog 1",
	    "the article of the other feed keeps its address");
	readdress_test_is(2, "queued https://example.org/right 1",
	    "the new link gets an article of its own");
	is_int(readdress_test_poll(other, "https://example.org/right", "Text."),
	    0, "the other feed corrects its link");
	is_int(ask(s, "SELECT count(*) FROM entry WHERE article_id = 2"), 2,
	    "both entries belong to the article of the corrected link");
	readdress_test_end();
}

/* A page that is not an article names the feed of a witness.  The witness then
 * gives the article the address of a page that does not name the feed. */
static void
readdress_test_named(void)
{
	struct slice feeds[] = { SLICE("https://w.example/rss") };
	struct cuter_article page = story("A title", "");
	struct article_update k = { .id = 1,
		.status = ARTICLE_DONE,
		.retry_at = DATE_NONE,
		.article = &page };
	struct err e = ERR_INIT;
	int64_t witness;

	page.feeds = feeds;
	page.n_feeds = 1;
	readdress_test_begin("named.db");
	witness = put_feed_at(s, "https://w.example/rss");
	readdress_test_poll(witness, "https://b.example/x", "Text.");
	k.fetched_at = now;
	is_done(store_article_put(s, &k, now, &e), &e, "a page is read");
	readdress_test_is(1, "feed_only https://b.example/x 1",
	    "the page entitles the feed that it names");
	readdress_test_poll(witness, "https://victim.example/story", "Text.");
	readdress_test_is(1, "queued https://victim.example/story 0witness",
	    "the feed is a witness for its next link");
	readdress_test_poll(witness, "https://victim.example/story", "Lies.");
	readdress_test_is(1, "queued https://victim.example/story 0witness",
	    "the feed is a witness when it edits the item, too");
	is_int(ask(s, "SELECT count(*) FROM page_feed"), 0,
	    "the feed that the old page named is no longer stored");
	readdress_test_end();
}

/* Returns the kind of the last change of article 1. */
static struct slice
readdress_test_last_change(void)
{
	return slice_of(
	    ask_text(s, "SELECT kind FROM change WHERE article_id = 1 "
			"ORDER BY seq DESC LIMIT 1"));
}

/* A witness announces an article that its publisher has given up. */
static void
readdress_test_given_up(void)
{
	struct err e = ERR_INIT;
	int64_t other, witness;

	readdress_test_begin("given_up.db");
	other = put_feed_at(s, "https://example.org/other");
	witness = put_feed_at(s, "https://evil.example/rss");
	readdress_test_poll(feed_id, "https://example.org/a", "Text.");
	readdress_test_poll(other, "https://example.org/b", "Text.");
	store_end(s, 1, ARTICLE_FEED_ONLY, "HTTP 403", DATE_NONE, now, &e);
	readdress_test_poll(feed_id, "https://example.org/b", "Text.");
	is_int(readdress_test_poll(witness, "https://example.org/a", "Lies."),
	    1, "the page of a witness's link is pending");
	readdress_test_is(1, "queued https://example.org/a 0witness",
	    "the article is the article of a witness");
	is_text(readdress_test_last_change(), "revised",
	    "the change log reports that it is published again");
	readdress_test_poll(feed_id, "https://example.org/a", "Text.");
	readdress_test_is(1, "queued https://example.org/a 1",
	    "the article becomes that of the publisher again");
	readdress_test_end();
}

/* The item of a feed gets the link of another feed's item, and then its former
 * link again.  publish: the article was published before. */
static void
readdress_test_return(const char *file, bool publish)
{
	struct err e = ERR_INIT;
	int64_t other;

	readdress_test_begin(file);
	other = put_feed_at(s, "https://example.org/other");
	readdress_test_poll(feed_id, "https://example.org/a", "Text.");
	readdress_test_poll(other, "https://example.org/b", "Text.");
	if (publish)
		store_end(
		    s, 1, ARTICLE_FEED_ONLY, "HTTP 403", DATE_NONE, now, &e);
	readdress_test_poll(feed_id, "https://example.org/b", "Text.");
	readdress_test_is(1, "gone https://example.org/a 1",
	    "the article of the former link is withdrawn");
	if (publish)
		is_text(readdress_test_last_change(), "withdrawn",
		    "the change log reports the withdrawal");
	is_int(readdress_test_poll(feed_id, "https://example.org/a", "Text."),
	    1, "the page of the former link is pending again");
	readdress_test_is(
	    1, "queued https://example.org/a 1", "the article is queued again");
	if (publish)
		is_text(readdress_test_last_change(), "revised",
		    "the change log reports that it is published again");
	store_story(s, 1, "A title", "Body of the page.", now, &e);
	is_text(readdress_test_last_change(), publish ? "revised" : "new",
	    "the change log reports the text of the page");
	readdress_test_end();
}

/* The page of an article was requested before the article was withdrawn. */
static void
readdress_test_requested(void)
{
	struct cuter_article page = story("A title", "Body of the page.");
	bool is_outdated = false;
	struct article_update k = { .id = 1,
		.status = ARTICLE_DONE,
		.retry_at = DATE_NONE,
		.url = SLICE("https://example.org/a"),
		.ret_is_outdated = &is_outdated,
		.article = &page };
	struct err e = ERR_INIT;
	int64_t other;

	readdress_test_begin("requested.db");
	other = put_feed_at(s, "https://example.org/other");
	readdress_test_poll(feed_id, "https://example.org/a", "Text.");
	readdress_test_poll(other, "https://example.org/b", "Text.");
	readdress_test_poll(feed_id, "https://example.org/b", "Text.");
	k.fetched_at = now;
	is_done(store_article_put(s, &k, now, &e), &e,
	    "the page of a withdrawn article is read");
	ok(is_outdated, "the result is reported as outdated");
	readdress_test_is(
	    1, "gone https://example.org/a 1", "the article stays withdrawn");
	readdress_test_poll(feed_id, "https://example.org/a", "Text.");
	is_done(store_article_put(s, &k, now, &e), &e,
	    "the page is read after the link returned");
	readdress_test_is(
	    1, "done https://example.org/a 1", "the article has its text");
	readdress_test_end();
}

/* A new link is followed if the new text used up the budget of the feed. */
static void
readdress_test_budget(void)
{
	struct poll_update k;

	readdress_test_begin("budget.db");
	readdress_test_poll(feed_id, "https://example.org/a", "Text.");
	now += 86400;
	feed_begin(&f, "Example");
	f.feed.link = SLICE("https://example.org/");
	feed_add(&f, "tag:example.org,1", "https://example.org/b", "A title",
	    "Text.");
	k = poll_of(feed_id, &f, now);
	k.feed_bytes_per_day = 10;
	is_int((int64_t)store_poll(s, &k, now).n_pending, 1,
	    "the page of a link that used up the budget is pending");
	readdress_test_is(1, "queued https://example.org/b 1",
	    "the article has the new address");
	readdress_test_end();
}

int
main(void)
{
	fixture_begin();
	readdress_test_late_link();
	readdress_test_known_page();
	readdress_test_wrong_link();
	readdress_test_witness();
	readdress_test_shared();
	readdress_test_named();
	readdress_test_given_up();
	readdress_test_return("return.db", false);
	readdress_test_requested();
	readdress_test_budget();
	readdress_test_return("republished.db", true);
	return done_testing();
}
