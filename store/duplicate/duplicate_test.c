/*
 * duplicate_test.c -- an article of a publisher and a page that a witness has
 * announced with another parameter (docs/security.md, "Duplicates").
 */
#include "store/fixture_test.h"

#define OWN     "https://news.example/?p=123"
#define VARIANT "https://news.example/?p=123&x=1"

static struct fixture_feed f;

static void
duplicate_test_announce(struct store *s, const char *feed, const char *link)
{
	feed_begin(&f, "F");
	feed_add(&f, link, link, "The bridge stays open", "A teaser.");
	poll(s, put_feed_at(s, feed), &f, NOW);
}

/* Stores the page, which names a third address as its own. */
static void
duplicate_test_read(struct store *s, const char *url)
{
	struct cuter_article article = story("The bridge stays open",
	    "The council met on Tuesday to hear what the engineers had found.");
	struct article_update k = { .id = article_at(s, url),
		.status = ARTICLE_DONE,
		.fetched_at = NOW,
		.retry_at = DATE_NONE,
		.final_url = slice_of(url),
		.article = &article };
	struct err e = ERR_INIT;

	article.canonical_url = SLICE("https://news.example/2023/11/bridge/");
	is_done(store_article_put(s, &k, NOW, &e), &e, "a page is stored");
}

static void
duplicate_test_is_status(
    struct store *s, const char *url, const char *status, const char *name)
{
	char sql[128];

	snprintf(sql, sizeof(sql),
	    "SELECT status FROM article WHERE url = '%s'", url);
	is_text(slice_of(ask_text(s, sql)), status, name);
}

static void
duplicate_test_variant(const char *name, bool witness_is_first)
{
	struct store *s = fixture_open(name, STORE_DAEMON);

	duplicate_test_announce(s, "https://witness.example/rss", VARIANT);
	duplicate_test_announce(s, "https://news.example/rss", OWN);
	if (witness_is_first)
		duplicate_test_read(s, VARIANT);
	duplicate_test_read(s, OWN);
	if (!witness_is_first)
		duplicate_test_read(s, VARIANT);
	duplicate_test_is_status(s, OWN, "done",
	    "I4: the article of the publisher is no duplicate of a witness's");
	duplicate_test_is_status(s, VARIANT,
	    witness_is_first ? "done" : "feed_only",
	    "the article of the witness is a duplicate if it is read later");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* Two feeds of one publisher announce two addresses of a page. */
static void
duplicate_test_publisher(void)
{
	struct store *s = fixture_open("publisher.db", STORE_DAEMON);

	duplicate_test_announce(s, "https://news.example/atom", VARIANT);
	duplicate_test_announce(s, "https://news.example/rss", OWN);
	duplicate_test_read(s, VARIANT);
	duplicate_test_read(s, OWN);
	duplicate_test_is_status(s, OWN, "feed_only",
	    "an article of the publisher is a duplicate of another one");
	store_close(s);
}

/* A feed of the whole host announces pages of two people with the same text,
 * which name the same third address as their own. */
static void
duplicate_test_people(const char *name, const char *ann, const char *bob)
{
	struct store *s = fixture_open(name, STORE_DAEMON);

	duplicate_test_announce(s, "https://news.example/rss", bob);
	duplicate_test_announce(s, "https://news.example/rss", ann);
	duplicate_test_read(s, bob);
	duplicate_test_read(s, ann);
	duplicate_test_is_status(s, ann, "done",
	    "I4: the page of a person is no duplicate of another person's");
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	duplicate_test_variant("first.db", true);
	duplicate_test_variant("later.db", false);
	duplicate_test_publisher();
	duplicate_test_people("first_folder.db", "https://news.example/~ann/1",
	    "https://news.example/~bob/1");
	duplicate_test_people("second_folder.db",
	    "https://news.example/people/~ann/1",
	    "https://news.example/people/~bob/1");
	duplicate_test_people("encoded.db", "https://news.example/%7Eann/1",
	    "https://news.example/%7Ebob/1");
	return done_testing();
}
