/* polls_test.c -- polls, entries, and the articles that they announce. */
#include "store/fixture_test.h"

static struct fixture_feed f, g;

static void
polls_test_twice(void)
{
	struct store *s = fixture_open("twice.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss"), changes;
	struct poll_stored stored;

	feed_begin(&f, "Example");
	f.feed.link = SLICE("https://example.org/");
	for (int i = 0; i < 20; i++)
		feed_add_story(&f, i, true);
	stored = poll(s, id, &f, NOW);
	is_int((int64_t)stored.n_new, 20, "a first poll: 20 new");
	is_int((int64_t)stored.n_pending, 20, "20 articles are pending");
	is_int(ask(s, "SELECT count(*) FROM article WHERE status = 'queued'"),
	    20, "20 articles have the status queued");
	is_int(ask(s, "SELECT new FROM poll"), 20,
	    "the poll counts the new items");
	is_int(ask(s, "SELECT entries FROM poll"), 20,
	    "the poll counts the items of the document");
	is_int(ask(s, "SELECT next_poll_at FROM feed"), NOW + 1800,
	    "the time of the next poll is stored");
	ok(strcmp(ask_text(s, "SELECT title || site_url || language FROM feed"),
	       "Examplehttps://example.org/en") == 0 &&
		strcmp(ask_text(s, "SELECT etag FROM feed"), "\"one\"") == 0,
	    "the validators and the fields of the feed are stored");
	is_int(ask(s, "SELECT last_new_at FROM feed"), NOW,
	    "the time of the last new entry is stored");
	ok(ask(s, "SELECT id FROM article WHERE url LIKE '%/19'") <
		ask(s, "SELECT id FROM article WHERE url LIKE '%/0'"),
	    "items listed later get smaller ids");
	changes = fixture_changes(s);
	stored = poll(s, id, &f, NOW + 60);
	is_int((int64_t)stored.n_new, 0, "the same document has no new items");
	is_int((int64_t)stored.n_pending, 0,
	    "a second poll adds no pending articles");
	ok(fixture_changes(s) - changes <= 2,
	    "a second poll does not rewrite entries");
	is_int(ask(s, "SELECT last_new_at FROM feed"), NOW,
	    "the time of the last new item is unchanged");
	poll(s, id, &f, NOW + 90000);
	is_int(ask(s, "SELECT min(last_seen_at) FROM entry"), NOW + 90000,
	    "after a day the time of the last sighting is stored");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* Alternates between items with and without a page to fetch. */
static void
polls_test_first_texts(void)
{
	struct store *s = fixture_open("first.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");

	feed_begin(&f, "Example");
	for (int i = 0; i < 21; i++)
		feed_add_story(&f, i, i % 4 == 3);
	poll(s, id, &f, NOW);
	is_int(ask(s, "SELECT count(*) FROM article WHERE status = 'queued' "
		      "AND revision = 0 AND body IS NULL AND origin IS NULL"),
	    5, "five articles have a page to be fetched");
	is_int(ask(s, "SELECT count(*) FROM article "
		      "WHERE status = 'feed_only' AND revision = 1 "
		      "AND origin = 'feed' AND word_count = 4 AND lang = 'en' "
		      "AND extracted_at = first_seen_at"),
	    16, "the other articles have the text of the feed");
	is_int(ask(s, "SELECT count(*) FROM change WHERE kind = 'new'"), 16,
	    "the fetched articles are announced to consumers");
	is_int(fixture_count_hits(s, "words"), 16,
	    "the fetched articles are found by their words");
	is_int(fixture_count_hits(s, "story20"), 1,
	    "an article is found by a word of its own");
	is_int(fixture_count_hits(s, "story3"), 0,
	    "an article without text is not found");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
polls_test_validators(void)
{
	struct store *s = fixture_open("validators.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	struct poll_update k;

	feed_begin(&f, "E");
	poll(s, id, &f, NOW);
	k = poll_of(id, NULL, NOW);
	k.etag = SLICE("\"two\"");
	k.last_modified = SLICE_NONE;
	store_poll(s, &k, NOW);
	ok(strcmp(ask_text(s, "SELECT etag FROM feed "
			      "WHERE last_modified IS NULL"),
	       "\"two\"") == 0,
	    "a 304 replaces the ETag and removes Last-Modified");
	k.etag = SLICE("\"three\"");
	k.leaves_validators = true;
	k.failures = 3;
	store_poll(s, &k, NOW);
	ok(strcmp(ask_text(s, "SELECT etag FROM feed"), "\"two\"") == 0,
	    "the validators remain if leaves_validators is set");
	is_int(
	    ask(s, "SELECT failures FROM feed"), 3, "the failures are counted");
	k = poll_of(id, &f, NOW);
	k.etag = SLICE("\"four\"");
	f.feed.complete = false;
	store_poll(s, &k, NOW);
	ok(strcmp(ask_text(s, "SELECT etag FROM feed"), "\"two\"") == 0,
	    "a truncated document stores no validators");
	f.feed.complete = true;
	f.feed.format = FEED_UNKNOWN;
	feed_add(&f, "x", NULL, "X", "X");
	is_int((int64_t)store_poll(s, &k, NOW).n_new, 0,
	    "a document that is not a feed has no entries");
	ok(strcmp(ask_text(s, "SELECT etag FROM feed"), "\"two\"") == 0 &&
		strcmp(ask_text(s, "SELECT title FROM feed"), "E") == 0,
	    "a document that is not a feed changes neither validators nor "
	    "title");
	k.set_status = true;
	k.status = FEED_GONE;
	k.status_why = SLICE("410");
	store_poll(s, &k, NOW);
	ok(strcmp(ask_text(s, "SELECT status || status_why FROM feed"),
	       "gone410") == 0,
	    "the status of the feed is stored with the poll");
	do_sql(s, "UPDATE feed SET status = 'paused', status_why = NULL");
	store_poll(s, &k, NOW);
	ok(strcmp(ask_text(s, "SELECT status FROM feed"), "paused") == 0,
	    "a feed that was paused during its poll stays paused");
	store_close(s);
}

static void
polls_test_shared(void)
{
	struct store *s = fixture_open("shared.db", STORE_DAEMON);
	int64_t a = put_feed_at(s, "https://example.org/a");
	int64_t b = put_feed_at(s, "https://example.org/b");
	struct poll_stored stored;

	feed_begin(&f, "A");
	feed_add(&f, "1", "https://example.org/story", "Story", "Of A.");
	feed_add(&f, "2", "https://example.org/story?utm_source=rss", "Again",
	    "The same link.");
	stored = poll(s, a, &f, NOW);
	is_int((int64_t)stored.n_new, 2,
	    "two items with one link are two entries");
	is_int((int64_t)stored.n_pending, 1,
	    "two entries with one link share the article");
	feed_begin(&g, "B");
	feed_add(&g, "1", "http://www.example.org/story/", "Story", "Of B.");
	stored = poll(s, b, &g, NOW);
	is_int((int64_t)stored.n_new, 1,
	    "S40: an item of another feed with the same guid is a new entry");
	is_int(
	    (int64_t)stored.n_pending, 0, "the article of the link is known");
	is_int(ask(s, "SELECT count(*) FROM article"), 1,
	    "three feeds with one link have one article");
	is_int(ask(s, "SELECT count(*) FROM entry"), 3,
	    "each of the three feeds has an entry");
	feed_begin(&f, "A");
	feed_add(&f, "3", "https://example.org/three", "First", "One.");
	feed_add(&f, "3", "https://example.org/three", "First", "One.");
	is_int((int64_t)poll(s, a, &f, NOW).n_new, 1,
	    "an item that is twice in a document is one entry");
	is_int((int64_t)poll(s, a, &f, NOW).n_new, 0,
	    "the article is not inserted again");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static const char *
polls_test_state_of(struct store *s, const char *guid)
{
	static char sql[256];

	snprintf(sql, sizeof(sql),
	    "SELECT status || ': ' || coalesce(status_why, '') || ': ' || "
	    "coalesce(body, '') FROM article WHERE id = (SELECT article_id "
	    "FROM entry WHERE guid = '%s')",
	    guid);
	return ask_text(s, sql);
}

static void
polls_test_is_state(struct store *s, const char *guid, const char *state)
{
	const char *got = polls_test_state_of(s, guid);

	if (!ok(strcmp(got, state) == 0, "%s", state))
		printf("# %s\n", got);
}

static void
polls_test_not_fetched(void)
{
	struct store *s = fixture_open("feedonly.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	struct poll_update k;
	struct poll_stored stored;

	feed_begin(&f, "E");
	feed_add(&f, "nolink", NULL, "No link", "Its words.");
	feed_add(&f, "mail", "mailto:a@example.org", "Mail", "Mail's words.");
	feed_add(&f, "old", "https://example.org/old", "Old", "Old words.")
	    ->published_at = NOW - 31 * 86400;
	feed_add(&f, "young", "https://example.org/young", "Young", "Words.")
	    ->published_at = NOW - 29 * 86400;
	feed_add(&f, "undated", "https://example.org/undated", "U", "Words.");
	k = poll_of(id, &f, NOW);
	k.max_age_s = 30 * 86400;
	stored = store_poll(s, &k, NOW);
	is_int((int64_t)stored.n_new, 5, "five items are new");
	is_int((int64_t)stored.n_pending, 2, "two articles are pending");
	polls_test_is_state(
	    s, "nolink", "feed_only: the feed gives no link: Its words.");
	polls_test_is_state(s, "mail",
	    "feed_only: the link is not one to fetch: Mail's words.");
	polls_test_is_state(
	    s, "old", "feed_only: older than articles.max_age: Old words.");
	polls_test_is_state(s, "young", "queued: : ");
	polls_test_is_state(s, "undated", "queued: : ");
	is_int(ask(s, "SELECT count(*) FROM change WHERE kind = 'new'"), 3,
	    "three articles are announced to consumers at once");
	is_int(ask(s, "SELECT count(*) FROM article WHERE origin = 'feed' AND "
		      "revision = 1 AND word_count = 2"),
	    3, "items without a page have the text of the feed");
	feed_begin(&f, "E");
	feed_add(&f, "off", "https://example.org/off", "Off", "Off words.");
	k = poll_of(id, &f, NOW);
	k.fetch_articles = false;
	is_int((int64_t)store_poll(s, &k, NOW).n_pending, 0,
	    "without fetching no article is pending");
	feed_begin(&f, "E");
	feed_add(&f, "today", "https://example.org/today", "T", "Words.")
	    ->published_at = NOW;
	k = poll_of(id, &f, NOW + 400 * 86400);
	k.max_age_s = 30 * 86400;
	k.server_at = NOW;
	is_int((int64_t)store_poll(s, &k, NOW + 400 * 86400).n_pending, 1,
	    "the age is computed by the server's clock if ours is ahead");
	feed_begin(&f, "E");
	feed_add(&f, "then", "https://example.org/then", "T", "Words.")
	    ->published_at = NOW;
	k = poll_of(id, &f, NOW + 400 * 86400);
	k.max_age_s = 30 * 86400;
	k.server_at = NOW + 800 * 86400;
	is_int((int64_t)store_poll(s, &k, NOW + 400 * 86400).n_pending, 0,
	    "a server whose clock is ahead makes nothing older");
	polls_test_is_state(s, "off",
	    "feed_only: fetching articles is off for this feed: Off words.");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
polls_test_reworded(void)
{
	struct store *s = fixture_open("reworded.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	struct feed_entry *entry;

	feed_begin(&f, "E");
	entry = feed_add(&f, "1", NULL, "Title", "First words.");
	feed_add(&f, "2", "https://example.org/2", "Two", "Teaser.");
	poll(s, id, &f, NOW);
	entry->text = SLICE("  First \n\n words. ");
	poll(s, id, &f, NOW + 1);
	is_int(ask(s, "SELECT count(*) FROM change"), 1,
	    "a change of white space is not a change of the text");
	entry->text = SLICE("Second words.");
	f.entries[1].text = SLICE("Another teaser.");
	is_int((int64_t)poll(s, id, &f, NOW + 2).n_new, 0,
	    "a new text of a known item does not make it new");
	is_int(ask(s, "SELECT count(*) FROM change WHERE kind = 'revised' AND "
		      "revision = 2"),
	    1, "an article with the text of the feed is revised");
	ok(strcmp(ask_text(s, "SELECT body FROM revision"), "First words.") ==
		0,
	    "the earlier text is kept");
	polls_test_is_state(
	    s, "1", "feed_only: the feed gives no link: Second words.");
	polls_test_is_state(s, "2", "queued: : ");
	ok(strcmp(ask_text(s, "SELECT content FROM entry WHERE guid = '2'"),
	       "Another teaser.") == 0,
	    "the entry has the current text of the feed");
	entry->text = entry->summary = SLICE_NONE;
	poll(s, id, &f, NOW + 2);
	polls_test_is_state(
	    s, "1", "feed_only: the feed gives no link: Second words.");
	entry->published_at = NOW + 5;
	poll(s, id, &f, NOW + 5);
	is_int(ask(s, "SELECT max(last_seen_at) FROM entry"), NOW + 2,
	    "new dates of all items do not rewrite the entries");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* Polls a feed with an author and one entry without authors.  Returns the
 * number of authors of the article. */
static int64_t
polls_test_feed_author(
    struct store *s, const char *link, enum feed_format format, bool has_source)
{
	struct slice names[] = { SLICE("Ann") };
	int64_t id = put_feed_at(s, "https://example.org/rss");

	feed_begin(&f, "E");
	f.feed.format = format;
	f.feed.authors = (struct feed_list){ names, 1 };
	feed_add(&f, link, link, "Title", "Words.")->has_source = has_source;
	poll(s, id, &f, NOW);
	return ask(s, "SELECT count(*) FROM article_author WHERE article_id = "
		      "(SELECT max(id) FROM article) AND name = 'Ann'");
}

static void
polls_test_feed_authors(void)
{
	struct store *s = fixture_open("authors.db", STORE_DAEMON);

	is_int(polls_test_feed_author(
		   s, "https://example.org/1", FEED_ATOM10, false),
	    1, "the author of an Atom feed is the author of its entry");
	is_int(polls_test_feed_author(
		   s, "https://example.org/2", FEED_JSON, false),
	    1, "the author of a JSON Feed is the author of its entry");
	is_int(polls_test_feed_author(
		   s, "https://example.org/3", FEED_RSS20, false),
	    0, "the editor of an RSS feed is not the author of its items");
	is_int(polls_test_feed_author(
		   s, "https://example.org/4", FEED_ATOM10, true),
	    0, "a copied entry does not get the author of the feed");
	is_int(polls_test_feed_author(
		   s, "https://other.example/5", FEED_ATOM10, false),
	    0, "a page of another site does not get the author of the feed");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
polls_test_what_is_kept(void)
{
	struct store *s = fixture_open("kept.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	struct slice authors[] = { SLICE("Ann\nOne"), SLICE("Bob") };
	struct slice tags[] = { SLICE("tech"), SLICE("  ") };
	struct feed_media media[] = { { SLICE("https://example.org/1.jpg"),
					  FEED_MEDIA_IMAGE },
		{ SLICE("javascript:alert(1)"), FEED_MEDIA_IMAGE },
		{ SLICE("https://example.org/1.mp4"), FEED_MEDIA_VIDEO },
		{ SLICE("https://example.org/1.pdf"), FEED_MEDIA_OTHER } };
	struct feed_enclosure enclosures[] = {
		{ SLICE("https://example.org/2.mp3"), SLICE_NONE, 9 },
		{ SLICE("https://example.org/1.mp3"), SLICE("audio/mpeg"), 9 },
		{ SLICE("https://example.org/1.zip"), SLICE("application/zip"),
		    9 },
		{ SLICE("https://example.org/1.jpg"), SLICE("image/jpeg"), 9 }
	};
	struct feed_entry *entry;

	feed_begin(&f, "E");
	entry = feed_add(&f, "1", NULL, "Bad \xff\xfe text", "Words\xc3.");
	entry->summary = SLICE("A standfirst.");
	entry->authors = (struct feed_list){ authors, 2 };
	entry->categories = (struct feed_list){ tags, 2 };
	entry->media = media;
	entry->n_media = 4;
	entry->picture = SLICE("https://example.org/small.jpg");
	entry->enclosures = enclosures;
	entry->n_enclosures = 4;
	entry->published_at = NOW + 10 * 86400;
	poll(s, id, &f, NOW);
	ok(strcmp(ask_text(s, "SELECT min(name) || '|' || max(name) FROM "
			      "article_author"),
	       "Ann One|Bob") == 0,
	    "each author is stored once");
	is_int(ask(s, "SELECT count(*) FROM article_tag"), 1,
	    "the tags are stored");
	ok(strcmp(ask_text(s, "SELECT count(*) || max(kind || ' ' || url) || "
			      "min(kind || ' ' || url) FROM media"),
	       "4video https://example.org/1.mp4audio "
	       "https://example.org/1.mp3") == 0,
	    "media with valid addresses are stored once");
	ok(strcmp(ask_text(s, "SELECT lead FROM article"), "A standfirst.") ==
		0,
	    "a summary that is not in the text is its lead");
	ok(strcmp(ask_text(s, "SELECT title || body FROM article"),
	       "Bad \xef\xbf\xbd\xef\xbf\xbd textWords\xef\xbf\xbd.") == 0,
	    "stored texts are valid UTF-8");
	is_int(ask(s, "SELECT published_at FROM article"), NOW + 10 * 86400,
	    "a date in the future is stored unchanged");
	is_int(ask(s, "SELECT sort_at FROM article"), NOW + 86400,
	    "S44: a date in the future is sorted at most a day ahead");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
polls_test_picture(void)
{
	struct store *s = fixture_open("picture.db", STORE_DAEMON);
	struct feed_media video = { SLICE("https://example.org/1.mp4"),
		FEED_MEDIA_VIDEO };
	struct feed_entry *entry;

	feed_begin(&f, "E");
	entry = feed_add(&f, "1", NULL, "One", "Words.");
	entry->media = &video;
	entry->n_media = 1;
	entry->picture = SLICE("https://example.org/small.jpg");
	poll(s, put_feed_at(s, "https://example.org/rss"), &f, NOW);
	ok(strcmp(ask_text(s, "SELECT count(*) || min(kind || ' ' || url) "
			      "FROM media"),
	       "2image https://example.org/small.jpg") == 0,
	    "the picture of an entry without other pictures is stored");
	store_close(s);
}

/* A document with more text than one operation may hold. */
static void
polls_test_large(void)
{
	struct store *s = fixture_open("large.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	static char guids[40][16], body[2 << 20];

	memset(body, 'x', sizeof(body) - 1);
	for (size_t i = 0; i < sizeof(body) - 1; i += 1000)
		body[i] = ' ';
	feed_begin(&f, "Large");
	for (int i = 0; i < 40; i++) {
		snprintf(guids[i], sizeof(guids[0]), "%d", i);
		feed_add(&f, guids[i], NULL, guids[i], body);
	}
	is_int((int64_t)poll(s, id, &f, NOW).n_new, 40,
	    "a feed of 40 articles of 2 MB each");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	polls_test_twice();
	polls_test_first_texts();
	polls_test_validators();
	polls_test_shared();
	polls_test_not_fetched();
	polls_test_reworded();
	polls_test_feed_authors();
	polls_test_what_is_kept();
	polls_test_picture();
	polls_test_large();
	return done_testing();
}
