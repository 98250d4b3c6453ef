/*
 * gone_test.c -- entries that a feed reports as deleted (docs/feed-rows.md,
 * row T31).
 */
#include "store/fixture_test.h"

#define DAY 86400
#define REMOVED                                                                \
	"FROM (SELECT feed_id || ':' || guid AS x FROM entry "                 \
	"WHERE gone_at IS NOT NULL ORDER BY feed_id, guid) AS removed), '')"

static struct fixture_feed f;
static struct store *s;

/* Polls a document with the stories from `first` to `last`, which reports the
 * given deletions. */
static struct poll_stored
gone_test_poll(int64_t feed_id, int first, int last,
    struct feed_deletion *deletions, size_t n, int64_t now)
{
	struct poll_update k;

	feed_begin(&f, "Example");
	for (int i = first; i <= last; i++)
		feed_add_story(&f, i, true)->updated_at = NOW - DAY;
	f.feed.deletions = deletions;
	f.feed.n_deletions = n;
	k = poll_of(feed_id, &f, now);
	k.revisit = true;
	return store_poll(s, &k, now);
}

/* Checks the feeds and guids of the removed entries, such as "1:g1". */
static void
gone_test_is(const char *expected, const char *name)
{
	is_text(
	    slice_of(ask_text(s,
		s->postgres != NULL
		    ? "SELECT coalesce((SELECT string_agg(x, ' ') " REMOVED
		    : "SELECT coalesce((SELECT group_concat(x, ' ') " REMOVED)),
	    expected, name);
}

static void
gone_test_stories(void)
{
	struct feed_deletion deletions[] = { { SLICE("g1"), NOW + DAY },
		{ SLICE("unknown"), NOW + DAY } };
	struct feed_deletion earlier = { SLICE("g2"), NOW - 2 * DAY };
	struct poll_stored stored;
	struct err e = ERR_INIT;
	int64_t now = NOW, own, foreign;

	s = fixture_open("gone.db", STORE_DAEMON);
	own = put_feed_at(s, "https://example.org/atom");
	foreign = put_feed_at(s, "https://example.net/atom");
	gone_test_poll(own, 1, 3, NULL, 0, now);
	gone_test_poll(foreign, 1, 4, NULL, 0, now);
	for (int64_t id = 1; id <= 4; id++)
		is_done(store_story(s, id, "Story", "The words.", now, &e), &e,
		    "T31: a page is stored");
	now += 2 * DAY;
	stored = gone_test_poll(foreign, 3, 4, deletions, 2, now);
	gone_test_is("2:g1", "T31: an entry is removed from its own feed only");
	is_int((int64_t)stored.n_pending, 0,
	    "T31: a witness causes no visit of the page");
	stored = gone_test_poll(own, 2, 3, deletions, 2, now);
	gone_test_is("1:g1 2:g1", "T31: the publisher has removed the entry");
	is_int((int64_t)stored.n_pending, 1, "T31: its page is visited");
	is_int(ask(s, "SELECT count(*) FROM entry"), 7,
	    "T31: no entry is deleted");
	is_int(ask(s, "SELECT count(*) FROM change WHERE kind <> 'new'"), 0,
	    "T31: no article is withdrawn or revised");
	stored = gone_test_poll(own, 1, 3, deletions, 2, now + 3600);
	gone_test_is("1:g1 2:g1", "T31: the entry stays removed while the "
				  "document lists it with the deletion");
	is_int((int64_t)stored.n_pending, 0, "T31: the page is not visited");
	gone_test_poll(own, 1, 3, &earlier, 1, now + 7200);
	gone_test_is("2:g1", "T31: an entry that is listed again is present, "
			     "and one that was changed after its deletion, too");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

/* A document that lists all current entries also reports a deletion. */
static void
gone_test_complete(void)
{
	struct feed_deletion deletion = { SLICE("g2"), DATE_NONE };
	int64_t id;

	s = fixture_open("all.db", STORE_DAEMON);
	id = put_feed_at(s, "https://example.org/atom");
	gone_test_poll(id, 1, 3, NULL, 0, NOW);
	for (int i = 1; i <= 2; i++) {
		feed_begin(&f, "Example");
		feed_add_story(&f, 2, true);
		feed_add_story(&f, 3, true);
		f.feed.is_all = true;
		f.feed.deletions = &deletion;
		f.feed.n_deletions = 1;
		poll(s, id, &f, NOW + i * 3600);
		gone_test_is("1:g1 1:g2",
		    "T31: a complete document lacks an entry and deletes one");
	}
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	gone_test_stories();
	gone_test_complete();
	return done_testing();
}
