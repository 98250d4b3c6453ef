/*
 * reread_test.c -- the page of an article was read before its publisher
 * announced the article (docs/security.md, "Attribution").  The next visit
 * decides about the text like a first visit.
 */
#include "store/fixture_test.h"

#define PAGE  "https://news.example/a"
#define OTHER "https://news.example/b"

static struct fixture_feed f;

/* Observations of a page: two fingerprints, the first of which was text. */
static const char shown[] = "\0aaaaaaaa\1bbbbbbbb";

static const char long_text[] =
    "Soon you will read here what the council has decided about the bridge, "
    "and until then we show the report of the last meeting in full.";
static const char short_text[] = "The bridge stays open, the council said.";

struct reread {
	struct store *s;
	int64_t witness, publisher;
};

static void
reread_test_announce(struct store *s, int64_t feed_id, int64_t now)
{
	feed_begin(&f, "F");
	feed_add(&f, "a", PAGE, "The bridge stays open", "");
	feed_add(&f, "b", OTHER, "The bridge stays open", "");
	poll(s, feed_id, &f, now);
}

static struct reread
reread_test_begin(const char *name)
{
	struct reread r = { .s = fixture_open(name, STORE_DAEMON) };

	r.witness = put_feed_at(r.s, "https://witness.example/rss");
	r.publisher = put_feed_at(r.s, "https://news.example/rss");
	reread_test_announce(r.s, r.witness, NOW);
	return r;
}

/* Stores a page that was fetched for a feed.  Returns true if the page is due
 * again at once. */
static bool
reread_test_visit(struct store *s, int64_t feed_id, const char *url,
    const struct cuter_article *article, int64_t now)
{
	struct article_update k = { .id = article_at(s, url),
		.feed_id = feed_id,
		.status = ARTICLE_DONE,
		.fetched_at = now,
		.retry_at = DATE_NONE,
		.article = article };
	struct article_stored stored = { .is_due = true };
	struct err e = ERR_INIT;

	k.ret_stored = &stored;
	is_done(store_article_put(s, &k, now, &e), &e, "a page is stored");
	return stored.is_due;
}

static struct cuter_article
reread_test_story(const char *body)
{
	struct cuter_article article = story("The bridge stays open", body);

	article.site_seen = (struct slice){ shown, sizeof(shown) };
	return article;
}

static void
reread_test_is_body(struct store *s, const char *body, const char *name)
{
	const char *got =
	    ask_text(s, "SELECT body FROM article WHERE url = '" PAGE "'");

	is_text(slice_of(got), body, name);
}

/* The page had a longer text, and is a stub since it was published. */
static void
reread_test_shorter(void)
{
	struct reread r = reread_test_begin("shorter.db");
	struct cuter_article article = reread_test_story(long_text);

	reread_test_visit(r.s, r.witness, PAGE, &article, NOW);
	reread_test_is_body(r.s, long_text, "the page has a text");
	reread_test_announce(r.s, r.publisher, NOW + 60);
	reread_test_is_body(
	    r.s, long_text, "the text stays until the page is read again");
	article = reread_test_story(short_text);
	article.page_class = CUTER_PAGE_STUB;
	reread_test_visit(r.s, r.publisher, PAGE, &article, NOW + 61);
	reread_test_is_body(r.s, short_text,
	    "I2: after the announcement of the publisher, the article has the "
	    "text that the page has now");
	article = reread_test_story("Read on in the app.");
	article.page_class = CUTER_PAGE_STUB;
	reread_test_visit(r.s, r.publisher, PAGE, &article, NOW + 62);
	reread_test_is_body(r.s, short_text,
	    "a later visit does not replace the text by a shorter one");
	is_wellformed(r.s, "the database has no fault");
	store_close(r.s);
}

/* A request for the witness is under way when the publisher announces. */
static void
reread_test_under_way(void)
{
	struct reread r = reread_test_begin("under_way.db");
	struct cuter_article article = reread_test_story(long_text);

	reread_test_announce(r.s, r.publisher, NOW);
	is_int(reread_test_visit(r.s, r.witness, PAGE, &article, NOW + 1), true,
	    "I2: the page is due again at once");
	reread_test_is_body(r.s, long_text, "the page has a text");
	is_int(ask(r.s, "SELECT count(*) FROM site_memory"), 0,
	    "I2: a page without hints is not added to the site memory");
	article = reread_test_story(short_text);
	article.page_class = CUTER_PAGE_PAYWALL;
	is_int(reread_test_visit(r.s, r.publisher, PAGE, &article, NOW + 2),
	    false, "it is not due again after this visit");
	reread_test_is_body(r.s, short_text,
	    "I2: the visit with the hints of the publisher decides");
	is_int(ask(r.s, "SELECT count(*) FROM site_memory"), 1,
	    "the page is added to the site memory");
	store_close(r.s);
}

static void
reread_test_empty(void)
{
	struct reread r = reread_test_begin("empty.db");
	struct cuter_article article = reread_test_story(long_text);

	reread_test_visit(r.s, r.witness, PAGE, &article, NOW);
	reread_test_announce(r.s, r.publisher, NOW + 60);
	article = reread_test_story(short_text);
	article.page_class = CUTER_PAGE_CONSENT;
	reread_test_visit(r.s, r.publisher, PAGE, &article, NOW + 61);
	reread_test_is_body(
	    r.s, long_text, "a page without a story replaces no text");
	store_close(r.s);
}

static void
reread_test_site_memory(void)
{
	static const char visits[] =
	    "SELECT count(*) FROM site_memory WHERE feed_id = 2";
	struct reread r = reread_test_begin("memory.db");
	struct cuter_article article = reread_test_story(long_text);

	reread_test_visit(r.s, r.witness, PAGE, &article, NOW);
	reread_test_announce(r.s, r.publisher, NOW + 60);
	is_int(ask(r.s, visits), 0, "a witness adds nothing to a site memory");
	reread_test_visit(r.s, r.publisher, PAGE, &article, NOW + 61);
	is_int(ask(r.s, visits), 1,
	    "I2: the page is added to the site memory of the publisher, "
	    "although a witness announced it first");
	store_close(r.s);
}

/* Both pages have the same text, and one feed of their site announces both. */
static void
reread_test_duplicate(void)
{
	static const char body[] =
	    "The council met on Tuesday to hear what the harbour engineers had "
	    "found, and was told that repairs of the bridge would take until "
	    "spring, for the pillars have stood in salt water for forty years "
	    "and the steel inside them has rusted through in eleven places, so "
	    "that no lorry may cross before the work is done.";
	struct reread r = reread_test_begin("duplicate.db");
	struct cuter_article article = reread_test_story(body);

	reread_test_visit(r.s, r.witness, PAGE, &article, NOW);
	reread_test_visit(r.s, r.witness, OTHER, &article, NOW);
	is_int(ask(r.s, "SELECT count(*) FROM article WHERE status = 'done'"),
	    2, "two pages of a witness are not duplicates");
	reread_test_announce(r.s, r.publisher, NOW + 60);
	reread_test_visit(r.s, r.publisher, PAGE, &article, NOW + 61);
	reread_test_visit(r.s, r.publisher, OTHER, &article, NOW + 61);
	is_text(slice_of(ask_text(r.s,
		    "SELECT status || ' ' || status_why FROM article "
		    "WHERE status <> 'done'")),
	    "feed_only the same as article 2",
	    "I4: duplicates of one publisher are found, although a witness "
	    "announced them first");
	is_wellformed(r.s, "the database has no fault");
	store_close(r.s);
}

int
main(void)
{
	fixture_begin();
	reread_test_shorter();
	reread_test_under_way();
	reread_test_empty();
	reread_test_site_memory();
	reread_test_duplicate();
	return done_testing();
}
