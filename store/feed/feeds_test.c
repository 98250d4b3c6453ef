/* feeds_test.c -- subscriptions: adding, changing, pausing, moving and ending
 * them. */
#include "base/array.h"
#include "store/fixture_test.h"

struct seen {
	int n;
	struct feed_row last;
	char tags[128], title[128], why[128], etag[16];
	size_t etag_len;
};

static int
feeds_test_see(const struct feed_row *row, void *arg)
{
	struct seen *seen = arg;

	seen->n++;
	seen->last = *row;
	seen->etag_len = row->etag.len;
	if (row->etag.len > 0 && row->etag.len <= sizeof(seen->etag))
		memcpy(seen->etag, row->etag.p, row->etag.len);
	snprintf(seen->tags, sizeof(seen->tags), "%.*s", SLICE_ARG(row->tags));
	snprintf(seen->title, sizeof(seen->title), "%.*s",
	    SLICE_ARG(row->given_title));
	snprintf(
	    seen->why, sizeof(seen->why), "%.*s", SLICE_ARG(row->status_why));
	return 0;
}

static struct seen
feeds_test_list(struct store *s)
{
	struct seen seen = { 0 };
	struct err e = ERR_INIT;

	if (store_feed_list(s, feeds_test_see, &seen, &e) != 0)
		printf("# %s\n", e.text);
	return seen;
}

static int64_t
feeds_test_put(struct store *s, struct feed_subscription said, bool *ret_new)
{
	struct err e = ERR_INIT;
	int64_t id = -1;

	if (store_feed_put(s, &said, NOW, &id, ret_new, &e) != 0)
		printf("# %s\n", e.text);
	return id;
}

#define URL SLICE("https://example.org/rss")

static void
feeds_test_test_put(struct store *s)
{
	struct feed_subscription said = { .url = URL,
		.title = SLICE("Mine"),
		.tags = SLICE("tech\n news \n"),
		.interval_s = 600,
		.fetch_articles = true };
	struct feed_subscription bare = { .url = URL, .fetch_articles = true };
	struct seen seen;
	struct err e = ERR_INIT;
	bool is_new = false;
	int64_t id = feeds_test_put(s, said, &is_new), changes, found = 0;

	ok(id > 0 && is_new, "a new feed is stored");
	seen = feeds_test_list(s);
	is_int(seen.n, 1, "the feed is listed");
	ok(slice_equal(slice_of(seen.title), SLICE("Mine")) &&
		slice_equal(slice_of(seen.tags), SLICE("tech\nnews")) &&
		seen.last.interval_s == 600 && seen.last.fetch_articles &&
		!seen.last.from_config && seen.last.status == FEED_ACTIVE,
	    "the feed has the settings of the operator");
	is_int(seen.last.next_poll_at, NOW, "the feed is due");
	ok(seen.last.last_poll_at == DATE_NONE &&
		seen.last.last_new_at == DATE_NONE,
	    "the feed was never polled");
	changes = fixture_changes(s);
	is_int(feeds_test_put(s, bare, &is_new), id,
	    "the same subscription again");
	ok(!is_new, "a known feed is not reported as new");
	is_int(fixture_changes(s), changes,
	    "a known feed with the same settings is not written");
	seen = feeds_test_list(s);
	ok(slice_equal(slice_of(seen.title), SLICE("Mine")) &&
		slice_equal(slice_of(seen.tags), SLICE("tech\nnews")) &&
		seen.last.interval_s == 600,
	    "absent settings are not changed");
	bare.title = SLICE("Yours");
	bare.fetch_articles = false;
	feeds_test_put(s, bare, &is_new);
	seen = feeds_test_list(s);
	ok(slice_equal(slice_of(seen.title), SLICE("Yours")) &&
		!seen.last.fetch_articles,
	    "given settings are changed");
	is_done(store_feed_find(s, URL, &found, &e), &e,
	    "the feed is found by its URL");
	is_int(found, id, "the feed is found");
	is_int(store_feed_find(s, SLICE("https://example.org/"), &found, &e),
	    ERR_NOT_FOUND, "no other URL is found");
}

static void
feeds_test_status(struct store *s)
{
	struct feed_subscription said = { .url = URL, .fetch_articles = true };
	struct err e = ERR_INIT;
	struct seen seen;
	bool is_new, is_set;
	int64_t id = feeds_test_put(s, said, &is_new);

	is_done(store_feed_set_status(
		    s, id, FEED_PAUSED, SLICE("by the operator"), &e),
	    &e, "the feed is paused");
	is_done(store_feed_set_next_poll(s, id, NOW + 99, &is_set, &e), &e,
	    "the next poll is planned");
	ok(is_set, "the time of the next poll is set");
	seen = feeds_test_list(s);
	ok(seen.last.status == FEED_PAUSED &&
		strcmp(seen.why, "by the operator") == 0,
	    "the feed is paused, with the reason");
	feeds_test_put(s, said, &is_new);
	seen = feeds_test_list(s);
	ok(seen.last.status == FEED_ACTIVE && seen.why[0] == '\0',
	    "the feed is active when subscribed again");
	is_int(seen.last.next_poll_at, NOW + 99,
	    "the feed is not due earlier: 20 restarts do not cause 20 polls");
	store_feed_set_next_poll(s, id, DATE_NONE, &is_set, &e);
	is_int(feeds_test_list(s).last.next_poll_at, DATE_NONE,
	    "the time of the next poll can be removed");
	do_sql_of(s,
	    "UPDATE feed SET next_poll_at = unixepoch() + 86400 * 9999, "
	    "next_poll_by = 'retry-after'",
	    "UPDATE feed SET next_poll_at = now() + interval '9999 days', "
	    "next_poll_by = 'retry-after'");
	is_done(store_feed_set_next_poll(s, id, NOW, &is_set, &e), &e,
	    "a poll during a pause of the server");
	ok(!is_set, "a pause of the server is not shortened");
}

/* A feed that was removed from the configuration is paused. A feed that a
 * command added is not changed. */
static void
feeds_test_unsaid(void)
{
	struct store *s = fixture_open("unsaid.db", STORE_DAEMON);
	struct feed_subscription bare = { .url = SLICE("https://a/"),
		.fetch_articles = true,
		.from_config = true };
	struct feed_subscription full = bare;
	static const char all[] = "SELECT coalesce(given_title, '-') || "
				  "interval_s || (SELECT count(*) FROM "
				  "feed_tag WHERE feed_id = feed.id) "
				  "FROM feed ORDER BY id DESC LIMIT 1";
	int64_t changes;
	bool is_new;

	full.title = SLICE("Mine");
	full.tags = SLICE("x\ny");
	full.interval_s = 600;
	feeds_test_put(s, full, &is_new);
	ok(strcmp(ask_text(s, all), "Mine6002") == 0,
	    "the stored settings of the feed are the new ones");
	feeds_test_put(s, bare, &is_new);
	ok(strcmp(ask_text(s, all), "-00") == 0,
	    "settings that the configuration no longer has are removed");
	changes = fixture_changes(s);
	feeds_test_put(s, bare, &is_new);
	is_int(fixture_changes(s), changes,
	    "nothing is written if nothing has changed");
	full.url = bare.url = SLICE("https://b/");
	full.from_config = false;
	feeds_test_put(s, full, &is_new);
	feeds_test_put(s, bare, &is_new);
	ok(strcmp(ask_text(s, all), "Mine6002") == 0,
	    "settings of a command are not changed");
	store_close(s);
}

/* The operator pauses the first of the two feeds that the configuration has
 * paused.  The configuration then contains both. */
static void
feeds_test_paused_by_operator(
    struct store *s, int64_t id, const char *const urls[2])
{
	struct err e = ERR_INIT;
	bool is_new;

	is_done(store_feed_set_status(
		    s, id, FEED_PAUSED, SLICE("by the operator"), &e),
	    &e, "the operator pauses a feed");
	for (int i = 0; i < 2; i++)
		feeds_test_put(s,
		    (struct feed_subscription){ .url = slice_of(urls[i]),
			.fetch_articles = true,
			.from_config = true },
		    &is_new);
	ok(strcmp(ask_text(s, "SELECT status || ': ' || status_why FROM feed "
			      "WHERE url = 'https://a/'"),
	       "paused: by the operator") == 0,
	    "the configuration does not activate this feed");
	ok(strcmp(ask_text(s, "SELECT status FROM feed "
			      "WHERE url = 'https://b/'"),
	       "active") == 0,
	    "the configuration activates feeds that it has paused");
	feeds_test_put(s,
	    (struct feed_subscription){
		.url = slice_of(urls[0]), .fetch_articles = true },
	    &is_new);
	ok(strcmp(ask_text(s, "SELECT status FROM feed "
			      "WHERE url = 'https://a/'"),
	       "active") == 0,
	    "a command activates this feed");
}

static void
feeds_test_configuration(void)
{
	struct store *s = fixture_open("config.db", STORE_DAEMON);
	struct err e = ERR_INIT;
	int64_t ids[3];
	bool is_new;
	int64_t by_command = feeds_test_put(s,
	    (struct feed_subscription){
		.url = SLICE("https://c/"), .fetch_articles = true },
	    &is_new);
	const char *urls[] = { "https://a/", "https://b/", "https://c/" };

	for (int i = 0; i < 3; i++)
		ids[i] = feeds_test_put(s,
		    (struct feed_subscription){ .url = slice_of(urls[i]),
			.fetch_articles = true,
			.from_config = true },
		    &is_new);
	is_int(
	    ids[2], by_command, "a feed that a command added is not changed");
	is_done(store_feed_keep_only(s, ids, 3, NULL, NULL, &e), &e,
	    "all feeds are in the configuration");
	is_int(ask(s, "SELECT count(*) FROM feed WHERE status = 'active'"), 3,
	    "no feed is paused");
	is_done(store_feed_keep_only(s, ids, 1, NULL, NULL, &e), &e,
	    "one feed remains in the configuration");
	ok(strcmp(ask_text(s, "SELECT status || ': ' || status_why FROM feed "
			      "WHERE url = 'https://b/'"),
	       "paused: not in the configuration any more") == 0,
	    "the removed feed is paused with the reason");
	ok(strcmp(ask_text(s, "SELECT status FROM feed "
			      "WHERE url = 'https://c/'"),
	       "active") == 0,
	    "the command's feed is active");
	is_done(store_feed_keep_only(s, NULL, 0, NULL, NULL, &e), &e,
	    "no feed is in the configuration");
	is_int(ask(s, "SELECT count(*) FROM feed WHERE status = 'active'"), 1,
	    "feeds that are not in the configuration are paused");
	feeds_test_paused_by_operator(s, ids[0], urls);
	store_close(s);
}

static void
feeds_test_remove(void)
{
	struct store *s = fixture_open("remove.db", STORE_DAEMON);
	static struct fixture_feed f;
	struct feed_subscription said = { .url = URL, .fetch_articles = true };
	struct err e = ERR_INIT;
	bool is_new;
	int64_t id = feeds_test_put(s, said, &is_new), found;
	struct poll_update k;
	struct poll_stored stored;

	feed_begin(&f, "Example");
	feed_add(&f, "1", NULL, "One", "Words.");
	feed_add(&f, "2", "https://example.org/2", "Two", "Words.");
	poll(s, id, &f, NOW);
	is_done(store_feed_remove(s, id, &e), &e, "the feed is removed");
	is_int(feeds_test_list(s).n, 0, "the removed feed is not listed");
	is_int(store_feed_find(s, URL, &found, &e), ERR_NOT_FOUND,
	    "the removed feed is not found");
	is_int(ask(s, "SELECT count(*) FROM article"), 2,
	    "the articles of the removed feed remain");
	ok(strcmp(ask_text(s, "SELECT feed_title FROM latest"), "Example") == 0,
	    "the articles still name the removed feed");
	k = poll_of(id, &f, NOW);
	is_int(store_poll_put(s, &k, NOW, &stored, &e), ERR_NOT_FOUND,
	    "a poll after the end is an error");
	is_wellformed(s, "the database has no fault");
	is_int(feeds_test_put(s, said, &is_new), id,
	    "a feed subscribed again keeps its id");
	ok(is_new, "a feed subscribed again is reported as new");
	is_int((int64_t)poll(s, id, &f, NOW + 9).n_new, 0,
	    "no article is inserted twice");
	store_close(s);
}

static void
feeds_test_move(void)
{
	struct store *s = fixture_open("move.db", STORE_DAEMON);
	struct feed_subscription said = {
		.url = URL, .fetch_articles = true, .from_config = true
	};
	struct err e = ERR_INIT;
	bool is_new;
	int64_t id = feeds_test_put(s, said, &is_new), other, found = 0;
	struct poll_update k = poll_of(id, NULL, NOW);

	k.moved_url = SLICE("https://example.net/rss");
	store_poll(s, &k, NOW);
	is_done(store_feed_find(s, k.moved_url, &found, &e), &e,
	    "a feed that has moved is found at its new address");
	is_int(feeds_test_put(s, said, &is_new), id,
	    "the configuration may still use the old address");
	ok(!is_new, "no second feed is added");
	k.moved_url = URL;
	store_poll(s, &k, NOW);
	ok(strcmp(ask_text(s, "SELECT url FROM feed"),
	       "https://example.org/rss") == 0,
	    "the feed can move back");
	other = put_feed_at(s, "https://example.com/rss");
	k = poll_of(other, NULL, NOW);
	k.moved_url = URL;
	ok(store_poll(s, &k, NOW).merged,
	    "moved to the address of another feed");
	ok(strcmp(ask_text(s, "SELECT status || ': ' || status_why FROM feed "
			      "WHERE url = 'https://example.com/rss'"),
	       "gone: moved to https://example.org/rss, which is subscribed "
	       "already") == 0,
	    "moved to the address of another feed: gone, with the reason");
	k.moved_url = SLICE("https://example.com/rss");
	ok(!store_poll(s, &k, NOW).merged,
	    "a feed that moves to its own address is not merged");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
feeds_test_excuse(void)
{
	struct store *s = fixture_open("excuse.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	struct poll_update k = poll_of(id, NULL, NOW);
	struct err e = ERR_INIT;

	k.failures = 1;
	store_poll(s, &k, NOW);
	store_feed_excuse(s, id, 0, NOW + 60, NOW - 1, &e);
	is_int(ask(s, "SELECT failures FROM feed"), 1,
	    "a poll that was stored meanwhile is not excused");
	is_done(store_feed_excuse(s, id, 0, NOW + 60, NOW, &e), &e,
	    "the last poll is excused");
	is_int(ask(s, "SELECT failures FROM feed"), 0,
	    "the excused failure is not counted");
	store_close(s);
}

/* Permanent redirects, poll by poll, until the address is changed
 * (docs/etiquette.md, row E27). */
static void
feeds_test_redirected(void)
{
	static const struct {
		int day;
		bool is_answer;
		const char *to; /* NULL: no redirect */
		bool moved;
		const char *name;
	} polls[] = {
		{ 0, true, "https://example.net/a", false,
		    "for the first time" },
		{ 6, true, "https://example.net/a", false, "for six days" },
		{ 8, false, NULL, false, "a failure changes nothing" },
		{ 8, true, "https://example.net/b", false,
		    "to another address" },
		{ 9, true, NULL, false, "no redirect" },
		{ 16, true, "https://example.net/b", false, "from the start" },
		{ 23, true, "https://example.net/b", true, "for seven days" },
		{ 24, true, NULL, false, "the feed has moved" },
	};
	struct store *s = fixture_open("redirected.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");

	for (size_t i = 0; i < ARRAY_LENGTH(polls); i++) {
		int64_t now = NOW + polls[i].day * 86400;
		struct poll_update k = poll_of(id, NULL, now);

		k.is_answer = polls[i].is_answer;
		k.redirect_url = slice_of(polls[i].to);
		ok(store_poll(s, &k, now).moved == polls[i].moved,
		    "E27: redirected %s", polls[i].name);
	}
	ok(strcmp(ask_text(s, "SELECT url FROM feed"),
	       "https://example.net/b") == 0,
	    "E27: the target becomes the address of the feed");
	is_int(ask(s, "SELECT moving_since IS NULL FROM feed"), 1,
	    "E27: no redirect is pending");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

static void
feeds_test_bytes(void)
{
	struct store *s = fixture_open("bytes.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	struct poll_update k = poll_of(id, NULL, NOW);
	static const char odd[] = "W/\"\xff\xfe\0x\"";

	k.etag = (struct slice){ odd, sizeof(odd) - 1 };
	k.last_modified = SLICE_NONE;
	store_poll(s, &k, NOW);
	struct seen seen = feeds_test_list(s);

	ok(seen.etag_len == sizeof(odd) - 1 &&
		memcmp(seen.etag, odd, seen.etag_len) == 0,
	    "a validator is opaque bytes");
	ok(seen.last.last_modified.p == NULL, "an absent validator is absent");
	k.etag = SLICE("\"plain\"");
	store_poll(s, &k, NOW);
	is_int(ask(s, "SELECT count(*) FROM feed WHERE etag = '\"plain\"'"), 1,
	    "a plain validator can be read as text");
	store_close(s);
}

/* Puts 300 feeds at once: half of them exist, the others are new. */
static void
feeds_test_put_all(struct store *s)
{
	static char urls[300][64];
	static struct feed_subscription said[300];
	static int64_t ids[300];
	struct seen seen = { 0 };
	struct err e = ERR_INIT;

	for (int i = 0; i < 300; i++) {
		snprintf(
		    urls[i], sizeof(urls[i]), "https://h%d.example/", 450 - i);
		said[i] = (struct feed_subscription){
			.url = slice_of(urls[i]),
			.title = SLICE("Named"),
			.tags = SLICE("a\nb"),
			.fetch_articles = true,
			.from_config = true,
		};
	}
	store_begin(s, &e);
	is_done(store_feed_put_all(s, said, 300, NOW, ids, &e), &e,
	    "many feeds are put at once");
	store_commit(s, &e);
	is_int(ask(s, "SELECT count(*) FROM feed"), 451,
	    "each of the feeds is stored once");
	is_int(ask(s, "SELECT count(*) FROM feed_tag"), 600,
	    "the tags of the feeds are stored");
	is_int(ids[299],
	    ask(s, "SELECT id FROM feed WHERE url = "
		   "'https://h151.example/'"),
	    "the id of an existing feed");
	is_int(ids[0],
	    ask(s, "SELECT id FROM feed WHERE url = "
		   "'https://h450.example/'"),
	    "the id of a new feed");
	is_done(store_feed_list_schedule(s, feeds_test_see, &seen, &e), &e,
	    "the list for the schedule");
	is_int(seen.n, 451, "the list contains each feed");
	ok(strcmp(seen.title, "") == 0 && strcmp(seen.tags, "") == 0 &&
		seen.last.fetch_articles && seen.last.added_at == NOW,
	    "without members that are only shown to users");
}

static void
feeds_test_many(void)
{
	struct store *s = fixture_open("many.db", STORE_DAEMON);
	struct err e = ERR_INIT;

	store_begin(s, &e);
	for (int i = 0; i < 300; i++) {
		char url[64];

		snprintf(url, sizeof(url), "https://h%d.example/", i);
		put_feed_at(s, url);
	}
	store_commit(s, &e);
	is_int(
	    feeds_test_list(s).n, 300, "many feeds are listed, each one once");
	feeds_test_put_all(s);
	store_close(s);
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	s = fixture_open("feeds.db", STORE_DAEMON);
	feeds_test_test_put(s);
	feeds_test_status(s);
	store_close(s);
	feeds_test_unsaid();
	feeds_test_configuration();
	feeds_test_remove();
	feeds_test_move();
	feeds_test_excuse();
	feeds_test_redirected();
	feeds_test_bytes();
	feeds_test_many();
	return done_testing();
}
