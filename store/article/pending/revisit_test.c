/* revisit_test.c -- tests when pages are fetched again, and in which order. */
#include "base/array.h"
#include "base/limits.h"
#include "store/article/pending/revisit.h"
#include "store/fixture_test.h"

#define HOUR 3600
#define DAY  (24 * HOUR)

static const struct revisit_plan plan = { { HOUR, 6 * HOUR, DAY }, 3 };
static struct fixture_feed f;

static void
revisit_test_next(void)
{
	static const struct {
		int64_t from, now, next;
	} rows[] = {
		{ 1000, 1000, 1000 + HOUR },
		{ 1000, 1000 + HOUR - 1, 1000 + HOUR },
		{ 1000, 1000 + HOUR, 1000 + 6 * HOUR },
		{ 1000, 1000 + 7 * HOUR, 1000 + DAY },
		{ 1000, 1000 + DAY, DATE_NONE },
		{ 1000, 0, 1000 + HOUR }, /* the clock was set back */
		{ INT64_MAX - 10, 1000, DATE_NONE },
	};
	const struct revisit_plan none = { { 0 }, 0 };

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		is_int(store_revisit_next(&plan, rows[i].from, rows[i].now),
		    rows[i].next, "the next visit is that of the plan");
	is_int(store_revisit_next(&none, 1000, 1000), DATE_NONE,
	    "without a plan there is no next visit");
}

struct seen {
	int n, again;
	char all[1024];
};

static int
revisit_test_see(const struct pending_article *row, void *arg)
{
	struct seen *seen = arg;
	size_t n = strlen(seen->all);

	seen->n++;
	seen->again += row->is_revisit;
	snprintf(
	    seen->all + n, sizeof(seen->all) - n, "%.*s ", SLICE_ARG(row->url));
	return 0;
}

static void
revisit_test_visit(struct store *s, int64_t id, enum article_status status,
    bool missing, int64_t now)
{
	struct article_update update = { .id = id,
		.status = status,
		.missing = missing,
		.unchanged = status == ARTICLE_DONE,
		.retry_at = now + 60,
		.fetched_at = now,
		.revisits = plan };
	struct err e = ERR_INIT;

	is_done(
	    store_article_put(s, &update, now, &e), &e, "a visit is stored");
}

static int64_t
revisit_test_revisit_at(struct store *s, int64_t id)
{
	char sql[128];

	snprintf(sql, sizeof(sql),
	    "SELECT coalesce(%s, -1) FROM article WHERE id = %lld",
	    s->postgres != NULL ? "extract(epoch FROM revisit_at)::bigint"
				: "revisit_at",
	    (long long)id);
	return ask(s, sql);
}

static void
revisit_test_plan(struct store *s, int64_t id)
{
	struct cuter_article article = story("Title", "One.");
	struct article_update update = { .id = id,
		.status = ARTICLE_DONE,
		.article = &article,
		.fetched_at = NOW,
		.revisits = plan };
	struct err e = ERR_INIT;

	is_done(store_article_put(s, &update, NOW, &e), &e, "a first visit");
	is_int(revisit_test_revisit_at(s, id), NOW + HOUR,
	    "the next visit is in an hour");
	revisit_test_visit(s, id, ARTICLE_DONE, false, NOW + HOUR);
	is_int(revisit_test_revisit_at(s, id), NOW + 6 * HOUR,
	    "the next visit follows after five more hours");
	for (int i = 0; i < LIMIT_ARTICLE_TRIES - 1; i++)
		revisit_test_visit(
		    s, id, ARTICLE_FAILED, false, NOW + 6 * HOUR + i);
	is_int(revisit_test_revisit_at(s, id),
	    NOW + 6 * HOUR + LIMIT_ARTICLE_TRIES + 58,
	    "a failed visit is retried");
	revisit_test_visit(s, id, ARTICLE_FAILED, false, NOW + 7 * HOUR);
	is_int(revisit_test_revisit_at(s, id), NOW + DAY,
	    "failed visits are not retried for ever");
	is_int(revisit_ask(s, id, false, NOW + 7 * HOUR + 5, &e), 0,
	    "an edit by the feed does not plan a visit at once after a visit");
	is_int(revisit_test_revisit_at(s, id),
	    NOW + 7 * HOUR + LIMIT_REVISIT_GAP_S,
	    "an edit by the feed plans a visit after LIMIT_REVISIT_GAP_S");
	is_int(revisit_ask(s, id, false, NOW - 3650 * DAY, &e), 1,
	    "after a visit in the future (the clock was set back) a page is "
	    "visited at once");
	revisit_test_visit(s, id, ARTICLE_FAILED, true, NOW + DAY);
	is_int(revisit_test_revisit_at(s, id), NOW + 2 * DAY,
	    "404: again in a day");
	revisit_test_visit(s, id, ARTICLE_FAILED, false, NOW + 2 * DAY);
	revisit_test_visit(s, id, ARTICLE_FAILED, true, NOW + 2 * DAY + 60);
	is_int(ask(s, "SELECT status = 'gone' FROM article WHERE id = 1"), 1,
	    "a day of 404: gone");
	is_int(revisit_test_revisit_at(s, id), -1,
	    "no visit is planned after the last one");
}

/* The link of a deleted article leads to the front page. */
static void
revisit_test_front_page(struct store *s, int64_t read, int64_t unread)
{
	struct cuter_article article = story("Home", "All the news.");
	struct article_update update = { .status = ARTICLE_DONE,
		.article = &article,
		.final_url = SLICE("https://example.org/"),
		.fetched_at = NOW,
		.revisits = plan };
	struct err e = ERR_INIT;
	char sql[128];

	is_done(store_story(s, read, "Story", "The story.", NOW, &e), &e,
	    "a page is stored");
	for (int i = 0; i < 2; i++) {
		update.id = i == 0 ? read : unread;
		is_done(store_article_put(s, &update, NOW + HOUR, &e), &e,
		    "the link leads to the front page");
		snprintf(sql, sizeof(sql),
		    "SELECT status || ' ' || body FROM article WHERE id = %lld",
		    (long long)update.id);
		is_text(slice_of(ask_text(s, sql)),
		    i == 0 ? "done The story."
			   : "feed_only The words of it.",
		    "the text of the front page is not stored");
	}
}

static void
revisit_test_order(void)
{
	struct store *s = fixture_open("order.db", STORE_DAEMON);
	int64_t id = put_feed_at(s, "https://example.org/rss");
	static const struct article_window hundred = { .own = 100,
		.foreign = 100,
		.per_feed = 3,
		.per_foreign = 3 },
					   three = { .own = 3,
						   .per_feed = 3,
						   .per_foreign = 3 };
	struct seen seen = { 0 };
	struct err e = ERR_INIT;
	static char links[12][64];
	int64_t n, at;

	feed_begin(&f, "E");
	for (int i = 0; i < 12; i++) {
		snprintf(
		    links[i], sizeof(links[0]), "https://h%d.com/%d", i % 2, i);
		feed_add(&f, links[i], links[i], "T", "W")->published_at =
		    NOW - i;
	}
	do_sql(s, "UPDATE feed SET site = 'h0.com\nh1.com'");
	poll(s, id, &f, NOW);
	for (int i = 2; i < 12; i++) {
		char title[32];

		snprintf(title, sizeof(title), "Title %d", i);
		store_story(s, article_at(s, links[i]), title, title, NOW, &e);
	}
	do_sql(s, "UPDATE article SET revisit_at = 1700003600 "
		  "WHERE status = 'done'");
	is_done(store_article_pending(
		    s, NOW, &hundred, revisit_test_see, &seen, &e),
	    &e, "pending articles are visited");
	is_int(seen.n * 100 + seen.again, 200, "the two new pages are visited");
	is_done(store_article_pending_count(s, NOW, 100, &n, &at, &e), &e,
	    "pending articles are counted");
	is_int(n, 2, "two articles are pending");
	is_int(at, NOW + HOUR, "the next visit is due in an hour");
	memset(&seen, 0, sizeof(seen));
	store_article_pending(
	    s, NOW + HOUR, &hundred, revisit_test_see, &seen, &e);
	is_text(slice_of(seen.all),
	    "https://h0.com/0 https://h1.com/1 "
	    "https://h0.com/2 https://h1.com/3 https://h0.com/4 "
	    "https://h1.com/5 https://h0.com/6 https://h1.com/7 ",
	    "new pages come first, then the newest page of each host in turn");
	memset(&seen, 0, sizeof(seen));
	store_article_pending(
	    s, NOW + HOUR, &three, revisit_test_see, &seen, &e);
	is_int(seen.n * 100 + seen.again, 301,
	    "the number of visited articles is the limit");
	store_article_pending_count(s, NOW + HOUR, 100, &n, &at, &e);
	is_int(n, 12, "twelve pages are pending");
	is_wellformed(s, "the database has no fault");
	store_close(s);
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	revisit_test_next();
	s = fixture_open("plan.db", STORE_DAEMON);
	feed_begin(&f, "E");
	feed_add(&f, "a", "https://example.org/a", "T", "W");
	poll(s, put_feed_at(s, "https://example.org/rss"), &f, NOW);
	revisit_test_plan(s, article_at(s, "https://example.org/a"));
	is_wellformed(s, "the database has no fault");
	store_close(s);
	s = fixture_open("front.db", STORE_DAEMON);
	feed_begin(&f, "E");
	feed_add_story(&f, 1, true);
	feed_add_story(&f, 2, true);
	poll(s, put_feed_at(s, "https://example.org/rss"), &f, NOW);
	revisit_test_front_page(s, article_at(s, "https://example.org/story/1"),
	    article_at(s, "https://example.org/story/2"));
	is_wellformed(s, "the database has no fault");
	store_close(s);
	revisit_test_order();
	return done_testing();
}
