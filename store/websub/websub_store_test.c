/* websub_store_test.c -- rows of subscriptions, and deliveries as polls. */
#include "store/fixture_test.h"
#include "store/websub/websub.h"

static struct fixture_feed f;
static struct err e;

struct websub_seen {
	struct websub_row row; /* the last row that was visited; its texts are
				  not valid any more */
	char hub[64], why[64], refused_why[16], seen[16];
	int n;
};

static int
websub_store_test_see(const struct websub_row *row, void *arg)
{
	struct websub_seen *seen = arg;

	seen->row = *row;
	seen->n++;
	snprintf(seen->hub, sizeof(seen->hub), "%.*s", SLICE_ARG(row->hub));
	snprintf(seen->why, sizeof(seen->why), "%.*s", SLICE_ARG(row->why));
	snprintf(seen->refused_why, sizeof(seen->refused_why), "%.*s",
	    SLICE_ARG(row->refused_why));
	snprintf(seen->seen, sizeof(seen->seen), "%.*s", SLICE_ARG(row->seen));
	return 0;
}

static struct websub_seen
websub_store_test_list(struct store *s, int64_t feed_id)
{
	struct websub_seen seen = { .n = 0 };

	is_done(store_websub_list(s, feed_id, websub_store_test_see, &seen, &e),
	    &e, "the subscriptions are listed");
	return seen;
}

static int64_t
websub_store_test_add(
    struct store *s, int64_t feed_id, const char *hub, const char *callback)
{
	const struct websub_row row = { .feed_id = feed_id,
		.hub = hub != NULL ? slice_of(hub) : SLICE_NONE,
		.topic = SLICE("https://example.org/rss"),
		.callback = slice_of(callback),
		.secret = SLICE("abc") };
	struct poll_stored stored = { .n_new = 0 };
	struct poll_update update = {
		.poll = { .feed_id = feed_id,
		    .at = NOW,
		    .outcome = SLICE("ok") },
		.subscription = &row,
		.feed = &f.feed,
		.fetch_articles = true,
		.max_age_s = FOREVER,
	};

	feed_begin(&f, "Example");
	is_done(store_poll_put(s, &update, NOW, &stored, &e), &e,
	    "a poll with a subscription is stored");
	return stored.subscription_id;
}

/* The subscription changes with the hub, the topic and the address of the
 * callback, in the transaction of the poll. */
static void
websub_store_test_follow(void)
{
	struct store *s = fixture_open("follow.db", STORE_DAEMON);
	int64_t feed_id = put_feed_at(s, "https://example.org/rss"), id;
	struct websub_row row;

	id = websub_store_test_add(
	    s, feed_id, "https://a.example/", "http://me.example/x/1");
	ok(id != 0, "the first poll subscribes");
	do_sql(s, "UPDATE websub SET verified_at = 1");
	is_int(websub_store_test_add(
		   s, feed_id, "https://a.example/", "http://me.example/x/2"),
	    0, "a poll that finds the same hub changes nothing");
	is_int(ask(s, "SELECT count(*) FROM websub"), 1,
	    "there is one subscription");
	ok(websub_store_test_add(
	       s, feed_id, "https://a.example/", "http://me.example/y/3") != 0,
	    "another address of the callbacks needs another subscription");
	is_int(ask(s, "SELECT count(*) FROM websub WHERE state = 'leaving'"), 1,
	    "the first one is ended");
	/* written by the daemon before it knew the result of the poll */
	row = (struct websub_row){ .id = id,
		.state = WEBSUB_ACTIVE,
		.why = SLICE_NONE,
		.refused_why = SLICE_NONE,
		.seen = SLICE_NONE,
		.next_at = NOW,
		.verified_at = NOW,
		.lease_until = NOW + 9,
		.delivered_at = DATE_NONE,
		.proven_at = DATE_NONE,
		.missed_at = DATE_NONE,
		.refused_at = DATE_NONE };
	is_done(store_websub_update(s, &row, &e), &e, "it is updated");
	is_int(ask(s, "SELECT count(*) FROM websub WHERE state = 'leaving'"), 1,
	    "an update does not take back the end");
	is_int(websub_store_test_add(s, feed_id, NULL, ""), 0,
	    "a document without a hub inserts nothing");
	is_int(ask(s, "SELECT count(*) FROM websub WHERE state = 'leaving'"), 2,
	    "a document without a hub ends the subscription");
	do_sql(s, "UPDATE feed SET status = 'paused'");
	is_int(websub_store_test_add(
		   s, feed_id, "https://a.example/", "http://me.example/x/4"),
	    0, "a feed that was paused during its poll is not subscribed");
	store_close(s);
}

static struct websub_row
websub_store_test_change(struct store *s, int64_t feed_id, const char *hub,
    const char *callback, struct websub_row then)
{
	struct websub_row found;

	then.id = websub_store_test_add(s, feed_id, hub, callback);
	found = websub_store_test_list(s, feed_id).row;
	then.why = then.refused_why = then.seen = SLICE_NONE;
	then.delivered_at = then.proven_at = then.missed_at = DATE_NONE;
	then.lease_until = then.refused_at = DATE_NONE;
	is_done(store_websub_update(s, &then, &e), &e, "the hub has answered");
	return found;
}

/* A feed names another hub in each document, and no hub verifies. */
static void
websub_store_test_rotate(void)
{
	static const struct websub_row failed = {
		.failures = 3, .next_at = NOW + 5000, .verified_at = DATE_NONE
	};
	static const struct websub_row paused = { .failures = 4,
		.next_at = NOW + 30 * 86400,
		.verified_at = DATE_NONE };
	static const struct websub_row verified = { .state = WEBSUB_ACTIVE,
		.next_at = NOW + 5000,
		.verified_at = NOW };
	struct store *s = fixture_open("rotate.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	struct websub_row row;

	row = websub_store_test_change(
	    s, id, "https://a.example/", "x/1", failed);
	is_int(row.next_at, NOW, "the first request is sent at once");
	row = websub_store_test_change(
	    s, id, "https://b.example/", "x/2", failed);
	is_int(row.next_at, NOW + 5000,
	    "E18: a request to another hub waits after a failure");
	is_int(row.failures, 3, "the failures are counted together");
	is_int(ask(s, "SELECT count(*) FROM websub"), 1,
	    "a row that no hub has verified is deleted");
	websub_store_test_add(s, id, NULL, "");
	row = websub_store_test_change(
	    s, id, "https://c.example/", "x/3", paused);
	is_int(row.next_at, NOW + 5000,
	    "E18: a document without a hub does not end the wait");
	row = websub_store_test_change(
	    s, id, "https://d.example/", "x/4", verified);
	is_int(row.next_at, NOW + 86400, "the wait is limited");
	row = websub_store_test_change(
	    s, id, "https://e.example/", "x/5", failed);
	is_int(row.next_at, NOW,
	    "a hub that follows a verified subscription is asked at once");
	row = websub_store_test_change(
	    s, id, "https://f.example/", "y/6", failed);
	is_int(row.next_at, NOW,
	    "a subscription with another callback is requested at once");
	store_close(s);
}

/* A row in which each member has another value. */
static const struct websub_row whole = { .state = WEBSUB_ACTIVE,
	.why = SLICE("HTTP 500"),
	.failures = 2,
	.next_at = NOW + 10,
	.verified_at = NOW + 1,
	.lease_until = NOW + 20,
	.delivered_at = NOW + 5,
	.proven_at = NOW + 6,
	.missed_at = DATE_NONE,
	.deliveries = 7,
	.entries = 8,
	.refused = 9,
	.refused_at = NOW + 7,
	.refused_why = SLICE("forged"),
	.seen = SLICE("12345678") };

/* Returns true if all members of the listed row but its id are those of
 * `whole`. */
static bool
websub_store_test_is_whole(const struct websub_seen *seen)
{
	const struct websub_row *row = &seen->row;

	return row->state == whole.state && row->failures == whole.failures &&
	       row->next_at == whole.next_at &&
	       row->verified_at == whole.verified_at &&
	       row->lease_until == whole.lease_until &&
	       row->delivered_at == whole.delivered_at &&
	       row->proven_at == whole.proven_at &&
	       row->missed_at == whole.missed_at &&
	       row->deliveries == whole.deliveries &&
	       row->entries == whole.entries && row->refused == whole.refused &&
	       row->refused_at == whole.refused_at &&
	       strcmp(seen->why, "HTTP 500") == 0 &&
	       strcmp(seen->refused_why, "forged") == 0 &&
	       strcmp(seen->seen, "12345678") == 0;
}

static void
websub_store_test_rows(void)
{
	struct store *s = fixture_open("rows.db", STORE_DAEMON);
	int64_t feed_id = put_feed_at(s, "https://example.org/rss"), first, id;
	struct websub_counts counts;
	struct websub_seen seen;

	first = websub_store_test_add(s, feed_id, "https://a.example/", "c1");
	seen = websub_store_test_list(s, feed_id);
	ok(seen.n == 1 && seen.row.state == WEBSUB_PENDING &&
		seen.row.is_wanted && seen.row.next_at == NOW &&
		seen.row.lease_until == DATE_NONE &&
		seen.row.delivered_at == DATE_NONE,
	    "the subscription is pending and due");
	do_sql(s, "UPDATE websub SET verified_at = 1");
	id = websub_store_test_add(s, feed_id, "https://b.example/", "c2");
	ok(id != first, "another hub has another row");
	seen = websub_store_test_list(s, 0);
	ok(seen.n == 2 && strcmp(seen.hub, "https://b.example/") == 0,
	    "both rows are listed");
	is_int(ask(s, "SELECT count(*) FROM websub WHERE state = 'leaving'"), 1,
	    "the first row is being ended");
	seen.row = whole;
	seen.row.id = id;
	is_done(store_websub_update(s, &seen.row, &e), &e, "it is updated");
	is_done(store_websub_delete(s, first, &e), &e,
	    "the first subscription ends");
	seen = websub_store_test_list(s, 0);
	ok(seen.n == 1 && seen.row.id == id &&
		websub_store_test_is_whole(&seen),
	    "all members are stored");
	is_done(store_websub_count(s, NOW, &counts, &e), &e, "counts");
	ok(counts.states[WEBSUB_ACTIVE] == 1 && counts.slowed == 1 &&
		counts.deliveries == 7 && counts.refused == 9,
	    "subscriptions and deliveries are counted");
	is_done(store_websub_count(s, NOW + 6, &counts, &e), &e, "counts");
	is_int(counts.slowed, 0, "a silent hub slows down nothing");
	is_done(store_feed_remove(s, feed_id, &e), &e, "the feed is removed");
	seen = websub_store_test_list(s, 0);
	ok(seen.n == 1 && !seen.row.is_wanted,
	    "the subscription of a removed feed is still stored, to be ended");
	store_close(s);
}

/* A delivery adds entries and changes nothing else of the feed. */
static void
websub_store_test_push(void)
{
	struct store *s = fixture_open("push.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	struct poll_stored stored = { 0 };
	struct poll_update update = {
		.poll = { .feed_id = id,
		    .at = NOW + 100,
		    .outcome = SLICE("delivered") },
		.leaves_validators = true,
		.feed = &f.feed,
		.fetch_articles = true,
		.max_age_s = FOREVER,
		.is_push = true,
	};

	feed_begin(&f, "Example");
	for (int i = 0; i < 5; i++)
		feed_add_story(&f, i, true);
	poll(s, id, &f, NOW);
	/* the delivery has only new items, and is marked as a complete feed */
	feed_begin(&f, "Example");
	for (int i = 10; i < 13; i++)
		feed_add_story(&f, i, true);
	f.feed.is_all = true;
	f.feed.ttl_minutes = 600;
	is_done(store_poll_put(s, &update, NOW + 100, &stored, &e), &e,
	    "a delivery is stored");
	is_int((int64_t)stored.n_new, 3, "the items of the delivery are new");
	ok(!stored.has_missed_items, "no items were missed");
	is_int(ask(s, "SELECT count(*) FROM entry WHERE gone_at IS NOT NULL"),
	    0, "no entry is gone");
	is_int(ask(s, "SELECT count(*) FROM missed_items"), 0,
	    "no period of missed items");
	is_int(ask(s, "SELECT last_poll_at FROM feed"), NOW,
	    "a delivery is not a poll of the feed");
	is_int(ask(s, "SELECT next_poll_at FROM feed"), NOW + 1800,
	    "the plan is unchanged");
	is_int(ask(s, "SELECT ttl_s FROM feed"), 0, "the hints are unchanged");
	ok(strcmp(ask_text(s, "SELECT etag FROM feed"), "\"one\"") == 0,
	    "the validators are unchanged");
	is_int(ask(s, "SELECT last_new_at FROM feed"), NOW + 100,
	    "a delivery sets the time of the last new entry");
	is_int(ask(s, "SELECT count(*) FROM poll WHERE outcome = 'delivered' "
		      "AND new = 3"),
	    1, "the delivery is recorded as a poll");
	is_done(store_poll_put(s, &update, NOW + 200, &stored, &e), &e,
	    "the delivery is repeated");
	is_int((int64_t)stored.n_new, 0, "nothing is stored twice");
	/* the next poll of the feed lists all items */
	f.feed.is_all = false;
	update.is_push = false;
	update.poll.at = NOW + 300;
	update.next_poll_at = NOW + 2100;
	update.pushed_since = NOW;
	is_done(store_poll_put(s, &update, NOW + 300, &stored, &e), &e,
	    "the feed is polled");
	is_int(
	    (int64_t)stored.n_pushed, 3, "the poll finds the delivered items");
	is_int((int64_t)stored.n_new, 0, "the poll finds no other new items");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	websub_store_test_rows();
	websub_store_test_follow();
	websub_store_test_rotate();
	websub_store_test_push();
	return done_testing();
}
