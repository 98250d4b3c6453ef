/*
 * quiet_poll_test.c -- tests that polls without a document that are written
 * together have the same result as polls that are written one by one.
 */
#include "store/fixture_test.h"

#define FEEDS 120

static struct poll_update
quiet_poll_test_update(int64_t feed_id, int i)
{
	struct poll_update k = poll_of(feed_id, NULL, NOW + i);

	k.failures = i % 3;
	k.is_answer = i % 2 == 0;
	k.leaves_validators = i % 5 == 0;
	k.poll.why = i % 3 > 0 ? SLICE("a \"reason\"\n") : SLICE_NONE;
	k.next_poll_by = SLICE("interval");
	k.next_poll_terms = SLICE("interval=1800");
	k.validators_url = SLICE("https://example.org/final");
	return k;
}

static int64_t
quiet_poll_test_feed(struct store *s, const char *kind, int i)
{
	char url[64];

	snprintf(url, sizeof(url), "https://example.org/%s/%d", kind, i);
	return put_feed_at(s, url);
}

/* Returns a summary of the columns that polls write.  Only feeds whose
 * addresses contain `kind` are included. */
static const char *
quiet_poll_test_result(struct store *s, const char *kind)
{
	char sql[512];

	snprintf(sql, sizeof(sql),
	    "SELECT count(*) || ' ' || count(DISTINCT f.next_poll_at) || ' ' "
	    "|| sum(f.failures) || ' ' || count(f.etag) || ' ' "
	    "|| count(f.last_why) || ' ' || count(f.moving_url) || ' ' "
	    "|| max(f.next_poll_by || f.next_poll_terms) || ' ' "
	    "|| count(DISTINCT p.at) || ' ' || sum(p.bytes + p.ms) || ' ' "
	    "|| count(f.validators_url) || ' ' || max(p.outcome) "
	    "FROM feed f JOIN poll p ON p.feed_id = f.id "
	    "AND p.at = f.last_poll_at "
	    "WHERE f.url LIKE '%%/%s/%%'",
	    kind);
	return ask_text(s, sql);
}

static void
quiet_poll_test_results(struct store *s)
{
	int64_t ids[2][FEEDS];
	struct poll_update k;
	struct err e = ERR_INIT;
	size_t most = 0;

	for (int i = 0; i < FEEDS; i++) {
		ids[0][i] = quiet_poll_test_feed(s, "one", i);
		ids[1][i] = quiet_poll_test_feed(s, "many", i);
	}
	do_sql(s, "UPDATE feed SET moving_url = 'https://example.com/'");
	for (int i = 0; i < FEEDS; i++) {
		k = quiet_poll_test_update(ids[0][i], i);
		store_poll(s, &k, NOW);
	}
	store_begin_together(s, &e);
	for (int i = 0; i < FEEDS; i++) {
		k = quiet_poll_test_update(ids[1][i], i);
		store_poll(s, &k, NOW);
		most = s->quiet.n > most ? s->quiet.n : most;
	}
	is_done(store_commit(s, &e), &e, "the polls are committed");
	is_int((int64_t)most, fixture_is_postgres() ? QUIET_POLLS_MOST : 0,
	    "QUIET_POLLS_MOST polls are written by one statement");
	is_text(slice_of(quiet_poll_test_result(s, "many")),
	    quiet_poll_test_result(s, "one"), "the results are the same");
	printf("# %s\n", quiet_poll_test_result(s, "many"));
}

/* Tests that a query of the transaction sees the polls that wait, and that a
 * transaction that is undone writes no poll. */
static void
quiet_poll_test_order(struct store *s)
{
	int64_t id = quiet_poll_test_feed(s, "order", 1), n;
	struct poll_update k = quiet_poll_test_update(id, 0);
	struct store_counts before, after;
	struct err e = ERR_INIT;

	store_counts(s, NOW, &before, &e);
	store_begin_together(s, &e);
	store_poll(s, &k, NOW);
	k.poll.at++;
	store_poll(s, &k, NOW);
	store_counts(s, NOW, &after, &e);
	n = after.polls - before.polls;
	is_int(n, 2, "two polls of one feed are written in their order");
	store_poll(s, &k, NOW);
	store_rollback(s);
	store_counts(s, NOW, &after, &e);
	is_int(after.polls, before.polls,
	    "a transaction that was rolled back writes no poll");
	store_begin_together(s, &e);
	k.poll.feed_id = 99999;
	store_poll(s, &k, NOW);
	store_commit(s, &e);
	store_counts(s, NOW, &after, &e);
	is_int(after.polls, before.polls,
	    "a poll of an absent feed writes nothing");
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	s = fixture_open("quiet.db", STORE_DAEMON);
	quiet_poll_test_results(s);
	quiet_poll_test_order(s);
	is_wellformed(s, "the database has no fault");
	store_close(s);
	return done_testing();
}
