/* Tests pages that redirect to a host of another node. */
#include "store/article/articles.h"
#include "store/fixture_test.h"
#include "store/fleet/fleet_store.h"
#include "store/fleet/shard.h"

#define PAGE   "https://w.example/page"
#define TARGET "https://elsewhere.example/story"

/* The last row that was visited, and copies of texts that it borrowed. */
static struct pending_article seen;
static char seen_target[64], seen_host[64], seen_etag[64];
static int n_seen;

static void
hand_over_test_copy(char copy[64], struct slice text)
{
	snprintf(copy, 64, "%.*s", SLICE_ARG(text));
}

static int
hand_over_test_take_row(const struct pending_article *row, void *arg)
{
	(void)arg;
	seen = *row;
	hand_over_test_copy(seen_target, row->redirected_url);
	hand_over_test_copy(seen_host, row->host_key);
	hand_over_test_copy(seen_etag, row->etag);
	n_seen++;
	return 0;
}

/* Returns the number of rows that are pending for a node that owns one
 * shard. */
static int
hand_over_test_count_pending(struct store *s, int32_t shard, int64_t now)
{
	const struct article_window window = {
		.own = 100, .foreign = 100, .per_feed = 100, .per_foreign = 100
	};
	bool owned[LIMIT_SHARDS] = { false };
	struct err e = ERR_INIT;

	owned[shard] = true;
	store_set_shards(s, owned);
	n_seen = 0;
	seen_target[0] = '\0';
	is_done(store_article_pending(
		    s, now, &window, hand_over_test_take_row, NULL, &e),
	    &e, "pending rows are read");
	return n_seen;
}

static void
hand_over_test_new_page(struct store *s, int64_t id, int32_t own, int32_t other)
{
	struct article_update k = { .id = id,
		.status = ARTICLE_FAILED,
		.status_why = SLICE("HTTP 503"),
		.retry_at = NOW + 60,
		.fetched_at = NOW,
		.was_handed_over = true,
		.url = SLICE(PAGE) };
	struct err e = ERR_INIT;

	is_int(hand_over_test_count_pending(s, own, NOW), 1,
	    "a new page is pending");
	is_text(
	    slice_of(seen_target), "", "the page is requested at its address");
	is_done(
	    store_article_hand_over(s, id, SLICE(PAGE), SLICE(TARGET), NOW, &e),
	    &e, "the page is handed over");
	is_int(hand_over_test_count_pending(s, own, NOW), 0,
	    "the page is not pending for its first node any more");
	is_int(hand_over_test_count_pending(s, other, NOW), 1,
	    "the page is pending for the other node");
	is_text(slice_of(seen_target), TARGET,
	    "the other node requests the target");
	ok(strcmp(seen_host, "w.example") == 0 && seen.tries == 1,
	    "the page keeps its host and has one try less");
	is_done(store_article_put(s, &k, NOW, &e), &e, "the request fails");
	is_int(hand_over_test_count_pending(s, other, NOW + 60), 0,
	    "the other node does not repeat the request");
	is_int(hand_over_test_count_pending(s, own, NOW + 60), 1,
	    "the first node repeats the request");
	is_text(slice_of(seen_target), "",
	    "the repeated request has the address of the page");
}

static void
hand_over_test_revisit(struct store *s, int64_t id, int32_t own, int32_t other)
{
	struct cuter_article article = story("A title", "Words of the text.");
	struct article_update k = { .id = id,
		.status = ARTICLE_DONE,
		.article = &article,
		.fetched_at = NOW + 100,
		.url = SLICE(PAGE),
		.final_url = SLICE(TARGET),
		.etag = SLICE("\"1\""),
		.revisits = { .n = 1, .after_s = { 1000 } } };
	struct err e = ERR_INIT;

	is_done(
	    store_article_put(s, &k, NOW + 100, &e), &e, "the page is stored");
	is_int(hand_over_test_count_pending(s, own, NOW + 2000), 1,
	    "the page is due for a revisit");
	is_done(store_article_hand_over(
		    s, id, SLICE(PAGE), SLICE(TARGET), NOW + 2000, &e),
	    &e, "the revisit is handed over");
	is_int(hand_over_test_count_pending(s, own, NOW + 2000), 0,
	    "the revisit is not due for the first node");
	is_int(hand_over_test_count_pending(s, other, NOW + 2000), 1,
	    "the revisit is due for the other node");
	ok(seen.is_revisit && strcmp(seen_etag, "\"1\"") == 0,
	    "the revisit has the validators of the target");
	k.article = NULL;
	k.unchanged = k.was_handed_over = true;
	k.fetched_at = NOW + 2000;
	is_done(store_article_put(s, &k, NOW + 2000, &e), &e,
	    "the page is unchanged");
	is_int(ask(s, "SELECT shard FROM article"), own,
	    "the article belongs to its node again");
}

int
main(void)
{
	int32_t own = shard_of_key(SLICE("w.example")),
		other = shard_of_key(SLICE("elsewhere.example"));
	static struct fixture_feed f;
	struct err e = ERR_INIT;
	struct store *s;
	int64_t feed_id, id;

	if (!fixture_is_postgres()) {
		printf("1..0 # skip SQLite has one node\n");
		return 0;
	}
	fixture_begin();
	s = fixture_open("hand_over", STORE_DAEMON);
	feed_id = put_feed_at(s, "https://w.example/feed");
	feed_begin(&f, "w");
	feed_add(&f, "page", PAGE, "A page", "Words.");
	poll(s, feed_id, &f, NOW);
	id = ask(s, "SELECT id FROM article");
	is_done(store_article_hand_over(s, id, SLICE("https://w.example/old"),
		    SLICE(TARGET), NOW, &e),
	    &e, "a page with another address");
	is_int(ask(s, "SELECT shard FROM article"), own,
	    "a page with another address is not handed over");
	hand_over_test_new_page(s, id, own, other);
	hand_over_test_revisit(s, id, own, other);
	store_close(s);
	return done_testing();
}
