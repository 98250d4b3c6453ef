/* trends_test.c -- terms that rise, their scores and stories. */
#include <math.h>

#include "store/fixture_test.h"

static void
trends_test_scores(void)
{
	ok(fabs(trend_score(10, 100, 10, 1000) - 22.908) < 0.001,
	    "the score of a share that rose from 1 %% to 10 %%");
	ok(trend_score(10, 100, 100, 1000) == 0,
	    "a share that did not rise has the score 0");
	ok(trend_score(5, 100, 100, 1000) == 0, "a share that fell");
	ok(trend_score(20, 100, 10, 1000) > trend_score(10, 100, 10, 1000),
	    "the score rises with the share");
	ok(trend_score(10, 100, 0, 1000) > trend_score(10, 100, 1, 1000),
	    "the score of a new term is higher");
	ok(isfinite(trend_score(100, 100, 0, 100)),
	    "a term of all articles now and of none before");
	ok(trend_score(3, 10, 0, 0) == 3,
	    "without history the score is the number");
	ok(trend_score(0, 0, 0, 0) == 0, "without articles the score is 0");
}

/* Stores 30 articles that are five days old, and 10 of today. */
static void
trends_test_fill(struct store *s)
{
	static struct fixture_feed f;
	int64_t id = put_feed_at(s, "https://example.org/rss");

	for (int i = 0; i < 40; i++) {
		if (i == 0 || i == 30)
			feed_begin(&f, "T");
		feed_add_story(&f, i, false);
		if (i == 29)
			poll(s, id, &f, NOW - 5 * 86400);
		else if (i == 39)
			poll(s, id, &f, NOW - 3600);
	}
	do_sql(s, "INSERT INTO keyword (article_id, n, term, stem, weight) "
		  "SELECT id, 0, 'Council', 'council', 1 FROM article");
	do_sql(s, "INSERT INTO keyword (article_id, n, term, stem, weight) "
		  "SELECT id, 1, 'zeppelins', 'zeppelin', 0.9 FROM article "
		  "WHERE title IN ('Story31', 'Story32', 'Story33', 'Story34', "
		  "'Story35')");
	do_sql(s, "INSERT INTO keyword (article_id, n, term, stem, weight) "
		  "SELECT id, 2, 'Zeppelin port', 'zeppelin port', 0.8 FROM "
		  "article WHERE title IN ('Story31', 'Story32', 'Story33', "
		  "'Story34')");
	do_sql(s, "INSERT INTO keyword (article_id, n, term, stem, weight) "
		  "SELECT id, 3, 'rain', 'rain', 0.7 FROM article "
		  "WHERE title IN ('Story36', 'Story37', 'Story38', 'Story1')");
	do_sql(s, "INSERT INTO article_category "
		  "(article_id, category, source, score) "
		  "SELECT id, 'weather', 'model', 0.8 FROM article "
		  "WHERE title IN ('Story36', 'Story37', 'Story38', 'Story1', "
		  "'Story2', 'Story3', 'Story4', 'Story5')");
}

struct seen {
	char all[1024]; /* "TERM:ARTICLES:STORIES " */
	double share, share_before;
};

static int
trends_test_see(const struct trend *trend, void *arg)
{
	struct seen *seen = arg;
	size_t n = strlen(seen->all);

	snprintf(seen->all + n, sizeof(seen->all) - n, "%.*s:%lld:%zu ",
	    SLICE_ARG(trend->term), (long long)trend->articles,
	    trend->n_stories);
	if (n == 0) {
		seen->share = trend->share;
		seen->share_before = trend->share_before;
	}
	return 0;
}

static struct seen
trends_test_ask(struct store *s, struct trend_query query)
{
	struct seen seen = { .share = 0 };
	struct err e = ERR_INIT;
	int rc = store_trends(s, &query, trends_test_see, &seen, &e);

	if (rc != 0)
		snprintf(seen.all, sizeof(seen.all), "%d %s", rc, e.text);
	return seen;
}

static void
trends_test_lists(struct store *s)
{
	struct trend_query today = { .since_at = NOW - 86400, .now = NOW };
	struct seen seen = trends_test_ask(s, today);

	is_text(slice_of(seen.all), "zeppelins:5:3 rain:3:3 ",
	    "terms that rose; no part of a term, no constant term");
	ok(seen.share == 0.5 && seen.share_before == 0,
	    "the shares of a term are reported");
	today.limit = 1;
	is_text(slice_of(trends_test_ask(s, today).all), "zeppelins:5:3 ",
	    "the limit shortens the list");
	today.limit = 0;
	today.lang = SLICE("en");
	is_text(slice_of(trends_test_ask(s, today).all),
	    "zeppelins:5:3 rain:3:3 ", "only terms of the language are listed");
	today.lang = SLICE("de");
	is_text(slice_of(trends_test_ask(s, today).all), "",
	    "a language without articles has no terms");
	today.lang = SLICE_NONE;
	today.category = SLICE("weather");
	is_text(slice_of(trends_test_ask(s, today).all), "rain:3:3 ",
	    "only terms of the category are listed");
	today.category = SLICE_NONE;
	today.since_at = NOW;
	today.now = NOW + 86400;
	is_text(slice_of(trends_test_ask(s, today).all), "",
	    "a period without articles");
	today.since_at = NOW - 30 * 86400;
	today.now = NOW;
	seen = trends_test_ask(s, today);
	is_text(slice_of(seen.all), "Council:40:3 zeppelins:5:3 rain:4:3 ",
	    "without history: the most frequent terms");
}

/* Stores 30 copies of one German article, two other German articles, and 250
 * newer English articles with the same term. */
static void
trends_test_fill_copies(struct store *s)
{
	do_sql(s, "INSERT INTO article (id, url_key, status, title, lang, "
		  "revision, word_count, first_seen_at, sort_at, cluster_id) "
		  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
		  "SELECT i + 1 FROM n WHERE i < 282) "
		  "SELECT i, 'k' || i, 'done', 'T' || i, "
		  "CASE WHEN i <= 32 THEN 'de' ELSE 'en' END, 1, 9, "
		  "1699999000, 1699999000, "
		  "CASE WHEN i BETWEEN 3 AND 32 THEN 3 END FROM n");
	do_sql(s, "INSERT INTO keyword (article_id, n, term, stem, weight) "
		  "SELECT id, 0, 'Krim', 'krim', 1 FROM article");
}

static void
trends_test_stories(struct store *s)
{
	struct trend_query query = {
		.since_at = NOW - 86400, .now = NOW, .lang = SLICE("de")
	};

	trends_test_fill_copies(s);
	is_text(slice_of(trends_test_ask(s, query).all), "Krim:32:3 ",
	    "older stories in the language, one of many copies");
}

/* Stores 12 000 earlier articles, one in a second, and 10 articles of today.
 * The article number i has the id `id`, an expression. The articles of today
 * and the oldest 2000 have the term "comet". */
static void
trends_test_fill_many(struct store *s, const char *id)
{
	char sql[600];

	snprintf(sql, sizeof(sql),
	    "INSERT INTO article (id, url_key, status, title, revision, "
	    "word_count, first_seen_at, sort_at) WITH RECURSIVE n(i) AS "
	    "(SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12010) "
	    "SELECT %s, 'k' || i, 'done', 'T' || i, 1, 9, "
	    "CASE WHEN i <= 12000 THEN %lld ELSE %lld END + i, 1 FROM n",
	    id, NOW - 5LL * 86400, NOW - 20000LL);
	do_sql(s, sql);
	do_sql(s, "INSERT INTO keyword (article_id, n, term, stem, weight) "
		  "SELECT id, 0, 'News', 'news', 1 FROM article");
	do_sql(s, "INSERT INTO keyword (article_id, n, term, stem, weight) "
		  "SELECT id, 1, 'comet', 'comet', 0.5 FROM article "
		  "WHERE CAST(substr(url_key, 2) AS int) <= 2000 "
		  "OR CAST(substr(url_key, 2) AS int) > 12000");
}

/* The shares are those of all earlier articles, whatever their ids are. */
static void
trends_test_ids(void)
{
	static const struct {
		const char *id, *database, *term_name, *share_name;
	} cases[] = {
		{ "i", "plain.db", "ids without gaps: the term",
		    "ids without gaps: the share of all earlier articles" },
		{ "i * 5001", "gaps.db", "ids with gaps: the term",
		    "ids with gaps: the share of all earlier articles" },
		{ "CASE WHEN i <= 2000 THEN 20000 - i ELSE i END", "turned.db",
		    "the oldest articles have the greatest ids: the term",
		    "the oldest articles have the greatest ids: the share" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct trend_query today = { .since_at = NOW - 86400,
			.now = NOW };
		struct store *s = fixture_open(cases[i].database, STORE_DAEMON);
		struct seen seen;

		trends_test_fill_many(s, cases[i].id);
		seen = trends_test_ask(s, today);
		is_text(slice_of(seen.all), "comet:10:3 ", cases[i].term_name);
		if (!ok(fabs(seen.share_before - 2000 / 12000.) < 0.01, "%s",
			cases[i].share_name))
			printf("# got %.4f\n", seen.share_before);
		store_close(s);
	}
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	s = fixture_open("trends.db", STORE_DAEMON);
	trends_test_scores();
	trends_test_fill(s);
	trends_test_lists(s);
	store_close(s);
	s = fixture_open("stories.db", STORE_DAEMON);
	trends_test_stories(s);
	store_close(s);
	trends_test_ids();
	return done_testing();
}
