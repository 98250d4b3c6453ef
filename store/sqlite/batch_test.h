/*
 * batch_test.h -- commits batches as the daemon does, and checks that each
 * acknowledged batch is stored once and completely.  Uses the simulated disk of
 * power_vfs_test.h.
 */
#ifndef STORE_SQLITE_BATCH_TEST_H
#define STORE_SQLITE_BATCH_TEST_H

#include "base/array.h"
#include "store/fixture_test.h"
#include "store/sqlite/power_vfs_test.h"

#define BATCH 10 /* articles */

static struct fixture_feed batch_feed;

/* Commits batch number `batch` (from 0) of one feed. */
static int
commit_batch(struct store *s, int64_t feed_id, int batch)
{
	static char guids[BATCH][32], links[BATCH][64];
	struct err e = ERR_INIT;
	struct poll_stored stored;
	struct poll_update k;
	int rc = store_begin(s, &e);

	feed_begin(&batch_feed, "Power");
	for (int i = 0; i < BATCH; i++) {
		snprintf(guids[i], sizeof(guids[0]), "%d-%d", batch, i);
		snprintf(links[i], sizeof(links[0]),
		    "https://example.org/%d/%d", batch, i);
		feed_add(&batch_feed, guids[i], links[i], guids[i], "Words.");
	}
	k = poll_of(feed_id, &batch_feed, NOW + batch);
	if (rc == 0)
		rc = store_poll_put(s, &k, NOW + batch, &stored, &e);
	for (int i = 0; rc == 0 && i < BATCH; i++)
		rc = store_story(s, article_at(s, links[i]), guids[i],
		    "The body of it.", NOW + batch, &e);
	if (rc == 0)
		rc = store_commit(s, &e);
	if (rc != 0)
		store_rollback(s);
	return rc;
}

/* True if all acknowledged batches are stored, and the next batch completely or
 * not at all. */
static bool
is_whole(struct store *s, int acknowledged)
{
	int64_t n = ask(s, "SELECT count(*) FROM article "
			   "WHERE status = 'done'");

	return n % BATCH == 0 &&
	       (n == (int64_t)acknowledged * BATCH ||
		   n == (int64_t)(acknowledged + 1) * BATCH) &&
	       ask(s, "SELECT count(*) FROM article") == n &&
	       ask(s, "SELECT count(DISTINCT guid) FROM entry") == n &&
	       ask(s, "SELECT count(*) FROM change") == n &&
	       ask(s, "SELECT count(*) FROM poll") == n / BATCH &&
	       ask(s, "SELECT coalesce(max(last_poll_at), 0) FROM feed") ==
		   (n > 0 ? NOW + n / BATCH - 1 : 0);
}

/* Makes an empty database with one feed and returns the feed's id. */
static int64_t
new_database(void)
{
	static const char *const names[] = { "power.db", "power.db-wal",
		"power.db-shm" };
	struct store *s;
	int64_t feed_id;

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		unlink(fixture_path(names[i]));
	power_fails(0, 0, false);
	s = fixture_open("power.db", STORE_DAEMON);
	feed_id = put_feed_at(s, "https://example.org/rss");
	store_close(s);
	power_forget();
	return feed_id;
}

#endif
