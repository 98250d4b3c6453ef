/* profiles_test.c -- lists and scores of profiles, marks. */
#include <math.h>

#include "config/profile/profile_list.h"
#include "config/testing.h"
#include "store/fixture_test.h"

static struct config *config;

/* ---- the vector ---- */

static void
profiles_test_recency(void)
{
	ok(profile_recency(-5) == 1 && profile_recency(0) == 1,
	    "the factor of a new article is 1");
	ok(fabs(profile_recency(7 * 86400) - 0.75) < 1e-9,
	    "the factor of an article of a week is 0.75");
	ok(profile_recency(INT64_MAX) == 0.5,
	    "the factor of an old article is never below 0.5");
}

/* ---- articles ---- */

/* Stores articles, published an hour apart.  Article 1 is the newest. */
static void
profiles_test_fill(struct store *s)
{
	static struct fixture_feed f;
	int64_t id = put_feed_at(s, "https://example.org/rss");
	int64_t other = put_feed_at(s, "https://example.net/rss");

	feed_begin(&f, "Power News");
	for (int i = 1; i <= 4; i++)
		feed_add_story(&f, i, false)->published_at = NOW - 3600 * i;
	poll(s, id, &f, NOW);
	feed_begin(&f, "Power News");
	f.feed.language = SLICE("de");
	feed_add_story(&f, 5, false)->published_at = NOW - 3600 * 5;
	poll(s, id, &f, NOW);
	feed_begin(&f, "Other");
	feed_add(&f, "x", "", "Story6", "The words of it.")->published_at =
	    NOW - 3600 * 6;
	poll(s, other, &f, NOW);
	do_sql(s, "INSERT INTO keyword (article_id, n, term, stem, weight) "
		  "SELECT a.id, k.n, k.stem, k.stem, k.weight FROM "
		  "(SELECT 1 AS story, 0 AS n, 'grid' AS stem, 1.0 AS weight "
		  "UNION ALL SELECT 1, 1, 'heat pump', 0.8 "
		  "UNION ALL SELECT 2, 0, 'grid', 0.4 "
		  "UNION ALL SELECT 2, 1, 'dog', 1 "
		  "UNION ALL SELECT 3, 0, 'cat', 1 "
		  "UNION ALL SELECT 3, 1, 'mous', 1 "
		  "UNION ALL SELECT 4, 0, 'cat', 1 "
		  "UNION ALL SELECT 5, 0, 'grid', 1 "
		  "UNION ALL SELECT 6, 0, 'grid', 1) AS k "
		  "JOIN article a ON a.title = 'Story' || k.story");
	do_sql(s, "INSERT INTO article_category "
		  "(article_id, category, score, source) "
		  "SELECT a.id, k.category, k.score, k.source FROM "
		  "(SELECT 1 AS story, 'economy' AS category, 0.9 AS score, "
		  "'model' AS source UNION ALL "
		  "SELECT 1, 'economy', 1, 'publisher' UNION ALL "
		  "SELECT 4, 'sport', 1, 'model') AS k "
		  "JOIN article a ON a.title = 'Story' || k.story");
}

struct seen {
	char all[1024];
	double score[16], similarity[16];
	char parts[16][256];
	size_t n;
	bool has_more;
};

static int
profiles_test_see(const struct profile_hit *hit, void *arg)
{
	struct seen *seen = arg;
	size_t n = strlen(seen->all);

	snprintf(seen->all + n, sizeof(seen->all) - n, "%.*s ",
	    SLICE_ARG(hit->article.title));
	if (seen->n == 16)
		return 0;
	for (size_t i = 0; i < hit->score->n_parts; i++) {
		size_t at = strlen(seen->parts[seen->n]);

		snprintf(seen->parts[seen->n] + at, sizeof(seen->parts[0]) - at,
		    "%s:%.*s ", profile_facet_name(hit->score->parts[i].facet),
		    SLICE_ARG(hit->score->parts[i].label));
	}
	seen->similarity[seen->n] = hit->score->similarity;
	seen->score[seen->n++] = hit->score->score;
	return 0;
}

static struct seen
profiles_test_list(
    struct store *s, const char *name, struct profile_query query)
{
	struct profile *p = NULL;
	struct seen seen = { .n = 0 };
	bool has_more = false;
	struct err e = ERR_INIT;
	int rc =
	    profile_open(s, profile_list_find(config, slice_of(name)), &p, &e);

	if (rc == 0)
		rc = profile_list(
		    p, &query, profiles_test_see, &seen, &has_more, &e);
	if (rc != 0)
		snprintf(seen.all, sizeof(seen.all), "%d %s", rc, e.text);
	profile_close(p);
	seen.has_more = has_more;
	return seen;
}

#define ALL ((struct profile_query){ .now = NOW, .since_at = DATE_NONE })

static void
profiles_test_lists(struct store *s)
{
	struct profile_query query = ALL;
	struct seen seen = profiles_test_list(s, "energy", query);

	is_text(slice_of(seen.all), "Story1 Story6 Story2 ",
	    "the best first; no other language, no article without a match");
	is_text(slice_of(seen.parts[0]),
	    "keyword:grid keyword:Heat pump category:economy language:en ",
	    "the terms of the score");
	ok(seen.score[0] < seen.similarity[0] &&
		seen.score[0] > 0.99 * seen.similarity[0],
	    "an hour of age lowers the score a little");
	ok(seen.similarity[0] <= 1, "the similarity is at most 1");
	query.limit = 1;
	query.skip = 1;
	is_text(slice_of(profiles_test_list(s, "energy", query).all), "Story6 ",
	    "a page of the list");
	ok(profiles_test_list(s, "energy", query).has_more,
	    "the page of the list is not the last one");
	query = ALL;
	query.is_by_time = true;
	query.after = ARTICLE_PLACE_FIRST;
	is_text(slice_of(profiles_test_list(s, "energy", query).all),
	    "Story1 Story2 Story6 ", "the newest articles are listed first");
	query.after = (struct article_place){ NOW - 3600, INT64_MAX };
	is_text(slice_of(profiles_test_list(s, "energy", query).all),
	    "Story1 Story2 Story6 ", "from a place on");
	query.after.id = 1;
	is_text(slice_of(profiles_test_list(s, "energy", query).all),
	    "Story2 Story6 ", "the list continues after a place");
	query = ALL;
	query.min_score = seen.score[0];
	is_text(slice_of(profiles_test_list(s, "energy", query).all), "Story1 ",
	    "articles below the least score are left out");
	query = ALL;
	query.since_at = NOW - 2 * 3600;
	is_text(slice_of(profiles_test_list(s, "energy", query).all),
	    "Story1 Story2 ", "articles of a period");
	is_text(slice_of(profiles_test_list(s, "other", ALL).all), "Story6 ",
	    "a feed by its address");
	seen = profiles_test_list(s, "power", ALL);
	is_int((int64_t)seen.n, 5, "a feed by a part of its title");
	ok(seen.score[0] > 0 &&
		seen.score[0] == profiles_test_list(s, "powers", ALL).score[0],
	    "two texts for one feed are one interest");
	seen = profiles_test_list(s, "grid", ALL);
	ok(seen.score[0] > 0 &&
		seen.score[0] == profiles_test_list(s, "grids", ALL).score[0],
	    "keywords with the same stem are one interest");
	is_text(slice_of(profiles_test_list(s, "empty", ALL).all), "",
	    "a profile without interests has no articles");
	do_sql(s, "UPDATE article SET status = 'gone' WHERE title = 'Story6'");
	is_text(slice_of(profiles_test_list(s, "energy", ALL).all),
	    "Story1 Story2 ", "a withdrawn article is left out");
}

static int64_t
profiles_test_id(struct store *s, int story)
{
	char sql[100];

	snprintf(sql, sizeof(sql),
	    "SELECT id FROM article WHERE title = 'Story%d'", story);
	return ask(s, sql);
}

/* Returns the score of a story for a profile. */
static double
profiles_test_score(struct store *s, const char *name, int story)
{
	int64_t id = profiles_test_id(s, story);
	struct profile_score score = { 0 };
	struct profile *p = NULL;
	struct err e = ERR_INIT;

	if (profile_open(
		s, profile_list_find(config, slice_of(name)), &p, &e) != 0 ||
	    profile_score_article(p, id, NOW, &score, &e) != 0)
		printf("# %s\n", e.text);
	profile_close(p);
	return score.score;
}

static void
profiles_test_mark(struct store *s, int story, int mark, const char *name)
{
	int64_t id = profiles_test_id(s, story);
	struct err e = ERR_INIT;

	is_done(store_profile_mark(s, SLICE("energy"), id, mark, NOW, &e), &e,
	    name);
}

static void
profiles_test_marks(struct store *s)
{
	struct err e = ERR_INIT;
	double before = profiles_test_score(s, "energy", 4);
	double grid = profiles_test_score(s, "energy", 2), liked;
	struct profile *p = NULL;
	int64_t n_liked = 0, n_disliked = 0;

	ok(before < 0.05, "an article without a match has nearly no score");
	profiles_test_mark(s, 3, 1, "an article about cats is liked");
	liked = profiles_test_score(s, "energy", 4);
	ok(liked > before + 0.1, "another article about cats has a score now");
	is_text(slice_of(profiles_test_list(s, "energy", ALL).parts[2]),
	    "keyword:cat feed:Power News language:en ",
	    "learned interests are among the terms");
	profiles_test_mark(s, 2, -1, "an article about grid and dog");
	ok(profiles_test_score(s, "energy", 2) < grid,
	    "a dislike lowers the score");
	is_text(slice_of(profiles_test_list(s, "energy", ALL).all),
	    "Story1 Story3 Story4 ", "a disliked article is not listed");
	profiles_test_mark(s, 3, 1, "an article is marked a second time");
	ok(fabs(profiles_test_score(s, "energy", 4) - liked) < 0.05,
	    "a repeated mark has no effect");
	if (profile_open(
		s, profile_list_find(config, SLICE("energy")), &p, &e) == 0)
		profile_count_marks(p, &n_liked, &n_disliked);
	profile_close(p);
	ok(n_liked == 1 && n_disliked == 1, "the marks are counted");
	do_sql(s, "DELETE FROM keyword WHERE stem = 'mous' OR stem = 'cat' "
		  "AND article_id = (SELECT id FROM article WHERE title = "
		  "'Story3')");
	ok(profiles_test_score(s, "energy", 4) > before + 0.1,
	    "a mark has its effect when its article has changed");
	profiles_test_mark(s, 3, -1, "another mark");
	ok(profiles_test_score(s, "energy", 4) < before + 0.05,
	    "another mark replaces the first one");
	profiles_test_mark(s, 3, 0, "marks are removed");
	profiles_test_mark(s, 2, 0, "and removed");
	ok(fabs(profiles_test_score(s, "energy", 2) - grid) < 1e-9,
	    "without marks the scores are those before the marks");
	is_int(ask(s, "SELECT count(*) FROM profile_feature"), 0,
	    "no feature is left");
	is_int(store_profile_mark(s, SLICE("energy"), 99, 1, NOW, &e),
	    ERR_NOT_FOUND, "an article that does not exist");
}

/* Stores 10 German articles about sport, and 3500 newer English ones, of which
 * the last 600 are also of the economy. */
static void
profiles_test_fill_many(struct store *s)
{
	do_sql(s, "INSERT INTO article (id, url_key, status, title, lang, "
		  "revision, word_count, first_seen_at, sort_at) "
		  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
		  "SELECT i + 1 FROM n WHERE i < 3510) "
		  "SELECT i, 'k' || i, 'done', 'T' || i, "
		  "CASE WHEN i <= 10 THEN 'de-AT' ELSE 'en' END, 1, 9, "
		  "1690000000, CASE WHEN i <= 10 THEN 1699999000 "
		  "ELSE 1690000000 END FROM n");
	do_sql(s, "INSERT INTO article_category "
		  "(article_id, category, score, source) "
		  "SELECT id, 'sport', 1, 'publisher' FROM article");
	do_sql(s, "INSERT INTO article_category "
		  "(article_id, category, score, source) "
		  "SELECT id, 'economy', 1, 'model' FROM article "
		  "WHERE id > 2910");
	do_sql(s, "INSERT INTO keyword (article_id, n, term, stem, weight) "
		  "SELECT id, 0, 'Sport', 'sport', 1 FROM article");
}

static void
profiles_test_many(struct store *s)
{
	struct profile_query query = ALL;
	struct seen seen;

	profiles_test_fill_many(s);
	seen = profiles_test_list(s, "german", query);
	is_int((int64_t)seen.n, 10,
	    "articles in a language, older than 3500 in another");
	seen = profiles_test_list(s, "sport", query);
	is_int((int64_t)seen.n, 16, "500 articles in any language");
	ok(seen.has_more == false, "the list has ended");
	do_sql(s, "DELETE FROM article_category WHERE article_id BETWEEN 11 "
		  "AND 2910");
	query.since_at = NOW - 86400;
	is_int((int64_t)profiles_test_list(s, "sport", query).n, 10,
	    "articles of a period, after 600 better ones of earlier times");
	do_sql(s, "INSERT INTO profile_mark (profile, article_id, mark, at) "
		  "SELECT 'sport', id, -1, 1700000000 FROM article "
		  "WHERE id > 2910");
	query.since_at = DATE_NONE;
	ok(profiles_test_list(s, "sport", query).n >= 10,
	    "articles after 600 disliked ones");
}

int
main(void)
{
	struct buf faults;
	struct err e = ERR_INIT;
	struct store *s;

	fixture_begin();
	buf_init(&faults, 4096);
	if (config_read("f.yaml",
		SLICE("profiles:\n"
		      "  - { name: energy, keywords: [grid, \"Heat pump\"], "
		      "categories: [economy], lang: [en] }\n"
		      "  - { name: other, feeds: "
		      "['https://example.net/rss'] }\n"
		      "  - { name: power, feeds: [power] }\n"
		      "  - { name: powers, feeds: [power, 'Power N'] }\n"
		      "  - { name: german, keywords: [sport], "
		      "categories: [sport], lang: [de] }\n"
		      "  - { name: sport, categories: [sport, economy] }\n"
		      "  - { name: grid, keywords: [grid] }\n"
		      "  - { name: grids, keywords: [grid, grids, Grid] }\n"
		      "  - { name: empty }\n"),
		&config, &faults, &e) != 0)
		fixture_bail_out(e.text);
	profiles_test_recency();
	s = fixture_open("profiles.db", STORE_DAEMON);
	profiles_test_fill(s);
	profiles_test_lists(s);
	profiles_test_marks(s);
	is_wellformed(s, "the database is sound");
	store_close(s);
	s = fixture_open("many.db", STORE_DAEMON);
	profiles_test_many(s);
	store_close(s);
	config_free(config);
	buf_release(&faults);
	return done_testing();
}
