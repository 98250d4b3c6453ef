/*
 * filter_store_test.c -- counts of filters, keep-days, and articles as filters
 * see them.
 */
#include "config/config.h"
#include "config/filter/filter_rule.h"
#include "config/testing.h"
#include "store/filter/filter_state.h"
#include "store/fixture_test.h"
#include "store/maintenance.h"

static struct config *
filter_store_test_filters_of(const char *text)
{
	struct config *config = NULL;
	struct err e = ERR_INIT;
	struct buf faults;

	buf_init(&faults, MIB);
	config_read("f", slice_of(text), &config, &faults, &e);
	buf_release(&faults);
	return config;
}

static int
filter_store_test_note_article(const struct filter_article *article, void *arg)
{
	struct filter_article *ret = arg;

	*ret = *article;
	return 0;
}

static void
filter_store_test_check_reading(struct store *s)
{
	struct filter_article article = { 0 };
	struct err e = ERR_INIT;

	ok(store_filter_article(
	       s, 1, 100, filter_store_test_note_article, &article, &e) == 0 &&
		article.has_text && article.subject.word_count == 3 &&
		article.subject.texts[FILTER_FEED].n == 1 &&
		article.subject.texts[FILTER_FEED_TAG].n == 1 &&
		article.subject.texts[FILTER_AUTHOR].n == 1,
	    "an article is read with the values of its feed");
	ok(store_filter_article(s, 9, 100, filter_store_test_note_article,
	       &article, &e) == ERR_NOT_FOUND,
	    "an unknown article is an error");
	ok(store_filter_article(
	       s, 2, 100, filter_store_test_note_article, &article, &e) == 0 &&
		!article.has_text && !article.subject.knows_word_count &&
		!article.subject.texts[FILTER_TEXT].is_known &&
		article.subject.texts[FILTER_TITLE].is_known,
	    "fields of an article without a text are unknown");
}

static void
filter_store_test_check_counts(struct store *s)
{
	struct config *config = filter_store_test_filters_of(
	    "filters:\n- { if: has url, then: block }\n"
	    "- { if: has url, then: { tag: x } }\n");
	struct filter_counts counts;
	struct err e = ERR_INIT;

	ok(store_set_filters(s, config->filters, &e) == 0 &&
		store_begin(s, &e) == 0 &&
		filter_count_note(s, 0, false, 50, &e) == 0 &&
		filter_count_note(s, 0, false, 50, &e) == 0 &&
		filter_count_note(s, 1, true, 50, &e) == 0 &&
		store_commit(s, &e) == 0,
	    "counts are written with the transaction");
	ok(store_filter_counts(s, config->filters, 0, &counts, &e) == 0 &&
		counts.matched == 2 && counts.limited == 0 &&
		counts.matched_at == 50 && counts.limited_at == DATE_NONE,
	    "matches are counted for each filter");
	ok(store_filter_counts(s, config->filters, 1, &counts, &e) == 0 &&
		counts.matched == 0 && counts.limited == 1,
	    "two filters with one expression have their own counts");
	store_begin(s, &e);
	filter_count_note(s, 0, false, 60, &e);
	store_rollback(s);
	store_begin(s, &e);
	store_commit(s, &e);
	ok(store_filter_counts(s, config->filters, 0, &counts, &e) == 0 &&
		counts.matched == 2,
	    "a transaction that is undone counts nothing");
	config_free(config);
	ok(store_set_filters(s, NULL, &e) == 0 && s->filters == NULL,
	    "filters can be removed");
}

static void
filter_store_test_check_retention(struct store *s)
{
	struct retention keep = { .articles_s = INT64_MAX,
		.raw_s = INT64_MAX,
		.polls_s = INT64_MAX };
	struct retention_done done = { 0 };
	struct err e = ERR_INIT;

	/* Rows that were inserted with SQL are not in the full-text index. */
	do_sql(s, "UPDATE article SET revision = 0");
	do_sql(s, "INSERT INTO article_action VALUES (1, 'keep-days', '7')");
	ok(store_retain(s, &keep, 100 + 6 * 86400, 10, &done, &e) == 0 &&
		ask(s, "SELECT count(*) FROM article") == 3,
	    "an article is kept for its days");
	ok(store_retain(s, &keep, 100 + 8 * 86400, 10, &done, &e) == 0 &&
		done.articles == 1 &&
		ask(s, "SELECT count(*) FROM article WHERE id = 1") == 0,
	    "an article is deleted after its days, although retain.articles is "
	    "forever");
	do_sql(s, "INSERT INTO article_action VALUES (3, 'keep-days', '90')");
	keep.articles_s = 86400;
	ok(store_retain(s, &keep, 100 + 8 * 86400, 10, &done, &e) == 0 &&
		ask(s, "SELECT count(*) FROM article WHERE id = 3") == 1,
	    "an article is kept for its days if retain.articles is shorter");
}

/* A publisher and a feed of another site announce a page.  Filters set actions
 * for the other feed only. */
static void
filter_store_test_witness(bool is_first)
{
	static struct fixture_feed f;
	struct config *config = filter_store_test_filters_of(
	    "filters:\n- { if: feed ~ /evil/, then: { keep-days: 1, tag: x } }\n");
	struct store *s =
	    fixture_open(is_first ? "first.db" : "second.db", STORE_DAEMON);
	int64_t own = put_feed_at(s, "https://example.org/rss");
	int64_t other = put_feed_at(s, "https://evil.example/rss");
	struct err e = ERR_INIT;

	store_set_filters(s, config->filters, &e);
	feed_begin(&f, "F");
	feed_add(&f, "a", "https://example.org/a", "A", "Words.");
	poll(s, is_first ? other : own, &f, NOW);
	poll(s, is_first ? own : other, &f, NOW + 1);
	store_story(s, article_at(s, "https://example.org/a"), "A",
	    "The text of the page.", NOW + 2, &e);
	is_int(ask(s, "SELECT count(*) FROM article_action"), 0,
	    "I14: a filter of another feed does not limit the age of the "
	    "publisher's article");
	is_int(ask(s, "SELECT count(*) FROM article_tag WHERE tag = 'x'"), 1,
	    "its other actions take effect");
	feed_begin(&f, "F");
	feed_add(&f, "b", "https://example.org/b", "B", "Words.");
	poll(s, other, &f, NOW + 3);
	store_story(s, article_at(s, "https://example.org/b"), "B",
	    "The text of another page.", NOW + 4, &e);
	is_int(ask(s, "SELECT count(*) FROM article_action "
		      "WHERE kind = 'keep-days'"),
	    1, "it limits the age of other articles of the feed");
	config_free(config);
	store_set_filters(s, NULL, &e);
	store_close(s);
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	s = fixture_open("filters.db", STORE_DAEMON);

	do_sql(s,
	    "INSERT INTO feed (id, url, added_at) VALUES (1, 'http://f/', 1);"
	    "INSERT INTO feed_tag VALUES (1, 0, 'local');"
	    "INSERT INTO article (id, url, url_key, host_key, status, title, "
	    "body, word_count, revision, first_seen_at, sort_at) VALUES "
	    "(1, 'http://a/1', 'a/1', 'a', 'done', 'One', 'a b c', 3, 1, 100, "
	    "100),"
	    "(2, 'http://a/2', 'a/2', 'a', 'queued', 'Two', NULL, 0, 0, 100, "
	    "100),"
	    "(3, 'http://a/3', 'a/3', 'a', 'done', 'Three', 'd', 1, 1, 100, "
	    "100);"
	    "INSERT INTO article_author VALUES (1, 0, 'Ann');"
	    "INSERT INTO entry (id, feed_id, article_id, guid_key, "
	    "first_seen_at, last_seen_at, digest, position) VALUES "
	    "(1, 1, 1, 'g1', 100, 100, 0, 0), (2, 1, 2, 'g2', 100, 100, 0, 0)");
	filter_store_test_check_reading(s);
	filter_store_test_check_counts(s);
	filter_store_test_check_retention(s);
	store_close(s);
	filter_store_test_witness(true);
	filter_store_test_witness(false);
	return done_testing();
}
