/*
 * witness_test.c -- tests feeds that try to speak for the pages of others by
 * their addresses, or to fill the list of witnesses (docs/security.md,
 * "Attribution").
 */
#include "base/array.h"
#include "store/fixture_test.h"

#define STORY   "https://example.org/~ann/story-1"
#define ENTRIES 70 /* more than the list of witnesses has rows */

static struct fixture_feed f;

/* Lets a feed announce a page in n entries with different guids. */
static void
witness_test_announce(struct store *s, int64_t feed_id, const char *link,
    const char *title, int n)
{
	static char guids[ENTRIES][16];
	struct poll_update k;

	feed_begin(&f, "F");
	for (int i = 0; i < n; i++) {
		snprintf(guids[i], sizeof(guids[i]), "g%d", i);
		feed_add(&f, guids[i], link, title, "Words of it.")
		    ->published_at = NOW - 1;
	}
	k = poll_of(feed_id, &f, NOW);
	store_poll(s, &k, NOW);
}

/* A poll that moves the feed. */
static void
witness_test_move(struct store *s, int64_t feed_id, const char *to)
{
	struct poll_update k;

	feed_begin(&f, "F");
	k = poll_of(feed_id, &f, NOW);
	k.moved_url = slice_of(to);
	store_poll(s, &k, NOW);
}

/* The address of a user's feed, the address to which it moves, and whether it
 * is then entitled for a page of the user "ann". */
static const struct {
	const char *feed, *to, *name;
	bool entitled;
} witness_test_moves[] = {
	{ "https://example.org/~bob/rss", "https://example.org///~bob/rss",
	    "a user's feed that moves behind empty folders", false },
	{ "https://example.org/~bob/rss", "https://example.org/users/bob/rss",
	    "a user's feed that moves to an address without a name", false },
	{ "https://example.org/rss", "https://example.org/feed",
	    "the site's feed that moves", true },
	{ "https://example.org/rss", "https://example.org/~bob/rss",
	    "the site's feed that moves to a user's folder", true },
	{ "https://example.org/~ann/rss", "https://example.org/users/ann/rss",
	    "the feed of the page's user that moves", true },
};

static void
witness_test_moved(void)
{
	for (size_t i = 0; i < ARRAY_LENGTH(witness_test_moves); i++) {
		struct store *s;
		int64_t id;
		char name[32];

		snprintf(name, sizeof(name), "moved%zu.db", i);
		s = fixture_open(name, STORE_DAEMON);
		id = put_feed_at(s, witness_test_moves[i].feed);
		witness_test_move(s, id, witness_test_moves[i].to);
		witness_test_announce(s, id, STORY, "Theirs", 1);
		is_int(ask(s, "SELECT CASE WHEN entitled THEN 1 ELSE 0 END "
			      "FROM article"),
		    witness_test_moves[i].entitled, witness_test_moves[i].name);
		is_wellformed(s, "the database has no fault");
		store_close(s);
	}
}

/* A feed announces a page with many entries. The page names another feed. */
static void
witness_test_many_entries(void)
{
	struct store *s = fixture_open("many.db", STORE_DAEMON);
	struct slice feeds[] = { SLICE("https://host.example/rss") };
	struct cuter_article page = story("Story", "The text of the page.");
	struct article_update k = { .id = 1,
		.status = ARTICLE_DONE,
		.fetched_at = NOW,
		.retry_at = DATE_NONE,
		.article = &page };
	struct err e = ERR_INIT;
	int64_t id;

	witness_test_announce(s, put_feed_at(s, "https://evil.example/rss"),
	    STORY, "Theirs", ENTRIES);
	is_int(ask(s, "SELECT count(*) FROM entry WHERE article_id = 1"),
	    ENTRIES, "a feed has many entries for one page");
	id = put_feed_at(s, "https://host.example/rss");
	witness_test_announce(s, id, STORY, "Ours", 1);
	page.feeds = feeds;
	page.n_feeds = 1;
	is_done(store_article_put(s, &k, NOW, &e), &e, "the page is read");
	is_int(ask(s, "SELECT announced_by FROM article WHERE entitled"), id,
	    "the feed that the page names is entitled");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	witness_test_moved();
	witness_test_many_entries();
	return done_testing();
}
