/* search_test.c -- tests full-text search with valid and invalid queries. */
#include <time.h>

#include "base/array.h"
#include "store/fixture_test.h"

#define EQUAL_WORDS   100000
#define MOST_SEARCH_S 2 /* processor time; a quadratic search needs more */

static struct fixture_feed f;

static int
search_test_see(const struct search_hit *hit, void *arg)
{
	char *all = arg;
	size_t n = strlen(all);

	snprintf(all + n, 1024 - n, "%.*s ", SLICE_ARG(hit->article.title));
	return 0;
}

static int
search_test_see_snippet(const struct search_hit *hit, void *arg)
{
	snprintf(arg, 1024, "%.*s", SLICE_ARG(hit->snippet));
	return 0;
}

static void
search_test_is_found(struct store *s, const char *query, const char *expected)
{
	struct err e = ERR_INIT;
	char all[1024] = "";
	int rc =
	    store_search(s, slice_of(query), NULL, search_test_see, all, &e);

	if (!ok(rc == 0 && strcmp(all, expected) == 0, "%s -> %s", query,
		expected))
		printf("# %d %s: %s\n", rc, e.text, all);
}

static void
search_test_is_in_snippet(
    struct store *s, const char *query, const char *expected)
{
	struct err e = ERR_INIT;
	char snippet[1024] = "";
	int rc = store_search(
	    s, slice_of(query), NULL, search_test_see_snippet, snippet, &e);

	if (!ok(rc == 0 && strstr(snippet, expected) != NULL,
		"%s marks its words in a snippet", query))
		printf("# %d %s: %s\n", rc, e.text, snippet);
}

static void
search_test_fill(struct store *s)
{
	int64_t id = put_feed_at(s, "https://example.org/rss");

	feed_begin(&f, "E");
	feed_add(&f, "1", NULL, "Cats",
	    "The quick brown fox jumps over the lazy dog at the café.");
	feed_add(&f, "2", NULL, "Dogs", "A brown dog and a quick cat. Cats!");
	feed_add(&f, "3", NULL, "東京",
	    "The \"NEAR\" and the NOT, AND the OR of logic. don't C++");
	feed_add(&f, "4", "https://example.org/4", "Queued cats", "cats");
	poll(s, id, &f, NOW);
}

static void
search_test_words(struct store *s)
{
	struct article_filter filter = { .since_at = NOW + 1,
		.until_at = DATE_NONE };
	struct err e = ERR_INIT;
	char all[1024] = "";

	search_test_is_found(s, "cats", "Cats Dogs ");
	search_test_is_found(s, "brown", "Dogs Cats ");
	search_test_is_found(s, "quick brown", "Dogs Cats ");
	search_test_is_found(s, "\"quick brown\"", "Cats ");
	search_test_is_found(s, "\"quick brown", "Cats ");
	search_test_is_found(s, "brown -fox", "Dogs ");
	search_test_is_found(s, "brown -\"lazy dog\" -nothing", "Dogs ");
	search_test_is_found(s, "-fox", "");
	search_test_is_found(s, "CAFE", "Cats ");
	search_test_is_found(s, "near not and or", "東京 ");
	search_test_is_found(s, "東京", "東京 ");
	search_test_is_found(s, "C++ logic", "東京 ");
	search_test_is_found(s, "don't", "東京 ");
	search_test_is_found(s, "fox *", "Cats ");
	search_test_is_found(s, "", "");
	search_test_is_found(s, "nowhere", "");
	search_test_is_found(s, "qui*", "Dogs Cats ");
	search_test_is_found(s, "-qui* cats", "");
	search_test_is_found(s, "title:cats", "Cats ");
	search_test_is_found(s, "title:\"cats", "Cats ");
	search_test_is_found(s, "cats -title:cats", "Dogs ");
	search_test_is_found(s, "title:", "");
	search_test_is_in_snippet(s, "lazy", "\002lazy\003");
	store_search(s, SLICE("cats"), &filter, search_test_see, all, &e);
	ok(all[0] == '\0', "the filters exclude all articles");
	filter = (struct article_filter){
		.since_at = DATE_NONE, .until_at = DATE_NONE, .limit = 1
	};
	store_search(s, SLICE("cats"), &filter, search_test_see, all, &e);
	ok(strcmp(all, "Cats ") == 0,
	    "the best match is first, and the limit applies");
}

/* Tests that spaces of other scripts separate terms, and that a term without a
 * letter or digit is ignored. */
static void
search_test_separators(struct store *s)
{
	static const char *const queries[] = { "lazy\u00A0fox", "lazy\u3000fox",
		"\u3000lazy\u2009fox\u2028", "lazy _ fox",
		"lazy fox \u26BD\uFE0F", "\uFE0F lazy fox", "lazy fox __",
		"lazy fox -\uFE0F", "lazy fox title:_", "lazy fox \u0301" };

	for (size_t i = 0; i < ARRAY_LENGTH(queries); i++)
		search_test_is_found(s, queries[i], "Cats ");
	search_test_is_found(s, "title:\u3000cats -cats", "");
	search_test_is_found(s, "lazy\u3000-fox", "");
	search_test_is_found(s, "_", "");
}

/* Tests that any part of a text in a script without spaces is found. The texts
 * also contain words that are separated by spaces. */
static void
search_test_unspaced(struct store *s)
{
	int64_t id = put_feed_at(s, "https://example.org/unspaced");

	feed_begin(&f, "U");
	feed_add(&f, "ja", NULL, "日本語",
	    "東京都の天気は、2020年のオリンピックのように晴れです。");
	feed_add(&f, "zh", NULL, "中文",
	    "北京大学发布了关于气候变化的新报告。iPhone销量增长");
	feed_add(&f, "ko", NULL, "한국어", "서울에서 대통령이 발표했다.");
	feed_add(&f, "th", NULL, "ไทย", "กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย");
	poll(s, id, &f, NOW);
	search_test_is_found(s, "京都", "日本語 ");
	search_test_is_found(s, "天気", "日本語 ");
	search_test_is_found(s, "天", "日本語 ");
	search_test_is_found(s, "です", "日本語 ");
	search_test_is_found(s, "天京", "");
	search_test_is_found(s, "天気 2020", "日本語 ");
	search_test_is_found(s, "2020年", "日本語 ");
	search_test_is_found(s, "オリンピック -天気", "");
	search_test_is_found(s, "\"年のオリンピック\"", "日本語 ");
	search_test_is_found(s, "大学 气候变化", "中文 ");
	search_test_is_found(s, "iphone", "中文 ");
	search_test_is_found(s, "title:中文", "中文 ");
	search_test_is_found(s, "title:大学", "");
	search_test_is_found(s, "서울", "한국어 ");
	search_test_is_found(s, "대통령", "한국어 ");
	/* the same word in Form D */
	search_test_is_found(
	    s, "\u1103\u1162\u1110\u1169\u11BC\u1105\u1167\u11BC", "한국어 ");
	search_test_is_found(s, "เมืองหลวง", "ไทย ");
	search_test_is_found(s, "กรุงเทพ", "ไทย ");
	search_test_is_found(s, "気候 変化", "");
	search_test_is_in_snippet(s, "天気", "都の\002天気\003は");
	is_wellformed(s, "the database has no fault");
}

/* Tests that of equal texts, newer ones are listed first. */
static void
search_test_recency(struct store *s)
{
	int64_t id = put_feed_at(s, "https://example.org/recency");

	feed_begin(&f, "R");
	feed_add(&f, "n", NULL, "New", "zebra zebra crossing")->published_at =
	    NOW;
	feed_add(&f, "o", NULL, "Old", "zebra zebra crossing")->published_at =
	    NOW - 400 * 86400;
	feed_add(&f, "m", NULL, "Mid", "zebra zebra crossing")->published_at =
	    NOW - 7 * 86400;
	poll(s, id, &f, NOW);
	search_test_is_found(s, "zebra", "New Mid Old ");
}

static void
search_test_store_in(struct store *s, const char *url, const char *lang,
    const char *title, const char *body)
{
	struct cuter_article article = story(title, body);
	struct article_update k = { .id = article_at(s, url),
		.status = ARTICLE_DONE,
		.fetched_at = NOW,
		.retry_at = DATE_NONE,
		.article = &article };
	struct err e = ERR_INIT;

	article.language = slice_of(lang);
	is_done(store_article_put(s, &k, NOW, &e), &e, url);
}

static void
search_test_stems(struct store *s)
{
	int64_t id = put_feed_at(s, "https://example.org/stems");

	feed_begin(&f, "S");
	feed_add(&f, "en", "https://example.org/en", "Waits", "waits");
	feed_add(&f, "de", "https://example.org/de", "Waits", "waits");
	poll(s, id, &f, NOW);
	search_test_store_in(s, "https://example.org/en", "en-GB", "Sport",
	    "She went running for miles; the cafés were closing.");
	search_test_store_in(s, "https://example.org/de", "de", "Laufen",
	    "Running heißt hier Laufen.");
	search_test_is_found(s, "run", "Sport ");
	search_test_is_found(s, "runs closed", "Sport ");
	search_test_is_found(s, "running -laufen", "Sport ");
	search_test_is_found(s, "Running laufen", "Laufen ");
	/* on PostgreSQL every language has stems */
	search_test_is_found(s, "lauf", s->postgres != NULL ? "Laufen " : "");
	search_test_is_found(s, "cafe miles", "Sport ");
	search_test_is_found(s, "\"run for\"", "Sport ");
	search_test_is_found(s, "\"for running\"", "");
	search_test_is_found(s, "miles -runs", "");
	search_test_is_found(s, "runni* miles", "Sport ");
	search_test_is_found(s, "title:sports", "Sport ");
	search_test_is_in_snippet(s, "runs", "\002running\003");
	search_test_store_in(s, "https://example.org/en", "de", "Sport",
	    "She went running for miles; the cafés were closing.");
	search_test_is_found(s, "run", "");
	search_test_is_found(s, "running miles", "Sport ");
	is_wellformed(s, "a language that is corrected");
	search_test_store_in(s, "https://example.org/en", "EN", "Sport",
	    "She went running for miles; the cafés were closing.");
	search_test_is_found(s, "run", "Sport ");
}

/* Tests that marks are parts of words in scripts other than Latin. */
static void
search_test_marks(struct store *s)
{
	int64_t id = put_feed_at(s, "https://example.org/marks");

	feed_begin(&f, "M");
	feed_add(&f, "w", NULL, "Water", "गाँव में पानी नहीं है।");
	feed_add(&f, "d", NULL, "Drink", "चाय पीना अच्छा है।");
	feed_add(&f, "e", NULL, "Emoji", "A heart \u2764\uFE0FHamburg");
	feed_add(&f, "l", NULL, "Latin", "pha\u0302\u0301n tích");
	poll(s, id, &f, NOW);
	search_test_is_found(s, "पानी", "Water ");
	search_test_is_found(s, "पीना", "Drink ");
	search_test_is_found(s, "पान", "");
	search_test_is_found(s, "पान*", "Water ");
	search_test_is_found(s, "hamburg", "Emoji ");
	search_test_is_found(s, "phan tich", "Latin ");
	search_test_is_found(s, "phấn", "Latin ");
	search_test_is_in_snippet(s, "पानी", "\002पानी\003");
}

/* Tests that one name in Chinese characters does not change how the other words
 * of a text are found. */
static void
search_test_mixed(struct store *s)
{
	int64_t id = put_feed_at(s, "https://example.org/mixed");

	feed_begin(&f, "M");
	feed_add(&f, "m", "https://example.org/mixed", "Waits", "waits");
	poll(s, id, &f, NOW);
	search_test_store_in(s, "https://example.org/mixed", "en", "Zürich",
	    "The premier (习近平) went jogging to the Théâtre before a "
	    "tournament. He met 2 000 people.");
	search_test_is_found(s, "jog", "Zürich ");
	search_test_is_found(s, "jogs tournaments theatre", "Zürich ");
	search_test_is_found(s, "theatre", "Zürich ");
	search_test_is_found(s, "tournament", "Zürich ");
	search_test_is_found(s, "title:zurich", "Zürich ");
	search_test_is_found(s, "tourn* theatre", "Zürich ");
	search_test_is_found(s, "习近平", "Zürich ");
	search_test_is_found(s, "习近", "Zürich ");
	search_test_is_found(s, "jogging 习近平", "Zürich ");
	search_test_is_found(s, "jog -tournament", "");
	search_test_is_found(s, "jogging -tournament", "");
	search_test_is_found(s, "jogging -习近平", "");
	search_test_is_in_snippet(s, "jogs", "\002jogging\003");
	search_test_is_in_snippet(s, "theatre", "\002Théâtre\003");
	search_test_is_in_snippet(s, "近平", "\002近平\003");
	is_wellformed(s, "an index of a text in two scripts");
}

/* Tests that PostgreSQL's index of a text from before its migration 14, which
 * has no words, is written again. */
static void
search_test_upgrade(struct store *s)
{
	struct retention update = { FOREVER, FOREVER, FOREVER };
	struct retention_done done = { .indexed = 1 };
	struct err e = ERR_INIT;

	do_sql(s, "UPDATE article_fts SET words = NULL, stems = NULL, "
		  "language = NULL WHERE grams IS NOT NULL");
	do_sql(s, "UPDATE backfill SET next_id = "
		  "(SELECT max(id) FROM article)");
	search_test_is_found(s, "jog", "");
	search_test_is_found(s, "jogging", "Zürich ");
	for (int i = 0; done.indexed > 0 && i < 100; i++)
		is_done(store_retain(s, &update, NOW, 100, &done, &e), &e,
		    "texts are indexed again");
	search_test_is_found(s, "jog", "Zürich ");
}

/* Tests that texts that were stored before the index existed are added to it in
 * slices. */
static void
search_test_backfill(struct store *s)
{
	struct retention update = { FOREVER, FOREVER, FOREVER };
	struct retention_done done = { .indexed = 1 };
	struct err e = ERR_INIT;
	int n_slices = 0;

	do_sql_of(s,
	    "INSERT INTO article_stem(article_stem) VALUES('delete-all')",
	    "DELETE FROM article_fts WHERE language = 'en'");
	do_sql(s, "UPDATE backfill SET next_id = "
		  "(SELECT max(id) FROM article)");
	search_test_is_found(s, "run", "");
	search_test_is_found(
	    s, "running miles", s->postgres != NULL ? "" : "Sport ");
	is_wellformed(s, "an index that is not filled yet has no fault");
	search_test_store_in(s, "https://example.org/en", "en", "Sport",
	    "He was running for hours.");
	search_test_is_found(s, "run", "Sport ");
	search_test_is_found(s, "jump", "");
	for (; done.indexed > 0 && n_slices < 100; n_slices++)
		is_done(store_retain(s, &update, NOW, 3, &done, &e), &e,
		    "a slice of the index is filled");
	ok(n_slices > 2 && done.indexed == 0,
	    "the index is filled completely in slices");
	search_test_is_found(s, "jump", "Cats ");
	search_test_is_found(s, "run hour", "Sport ");
	is_wellformed(s, "filled and sound");
}

/* Tests that the index of a database that is older than the index is filled
 * when the database is opened. */
static void
search_test_filled(struct store **s)
{
	do_sql(*s, "INSERT INTO article_bigram(article_bigram) "
		   "VALUES('delete-all')");
	do_sql(*s, "INSERT INTO article_bigram(article_bigram, rank) "
		   "VALUES('rank', 'bm25()')");
	search_test_is_found(*s, "天気", "");
	store_close(*s);
	*s = fixture_open("search.db", STORE_DAEMON);
	search_test_is_found(*s, "天気", "日本語 ");
	is_wellformed(*s, "filled and sound");
}

static void
search_test_hostile(struct store *s)
{
	static const char *const queries[] = { "\"", "hello AND", "NEAR(", "*",
		"-a", "zz:hello", "^", "\"\"", "-", "--", "-\"", "\"\"\"",
		"a\"b", "(", ")", "{a b}:c", "title:", "a NOT", "NOT", "OR OR",
		"' OR 1=1 --", ";DROP TABLE article;", "\xff\xfe", "\xc3(",
		"a\001b", "NEAR(a b, 99999999999999999999)", "+", "a+b", "^a",
		"“x”" };
	unsigned seed = (unsigned)getpid();
	struct err e = ERR_INIT;
	char all[1024], text[64];
	static char longest[100000];
	int n_errors = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(queries); i++) {
		all[0] = '\0';
		ok(store_search(s, slice_of(queries[i]), NULL, search_test_see,
		       all, &e) == 0,
		    "query %zu is accepted", i);
	}
	ok(store_search(
	       s, SLICE("a\0b \"c\0d"), NULL, search_test_see, all, &e) == 0,
	    "a query with NUL characters is answered");
	printf("# seed %u\n", seed);
	srand(seed);
	for (int i = 0; i < 1000; i++) {
		static const char alphabet[] =
		    "\"\"\"---***((()))^^::{}+,.;'\\ab AND OR NOT NEAR c\t\n";
		size_t n = (size_t)(rand() % 60);

		for (size_t k = 0; k < n; k++)
			text[k] = rand() % 4 ? alphabet[(size_t)rand() %
							(sizeof(alphabet) - 1)]
					     : (char)rand();
		all[0] = '\0';
		if (store_search(s, (struct slice){ text, n }, NULL,
			search_test_see, all, &e) != 0) {
			n_errors++;
			printf("# %s\n", e.text);
		}
	}
	is_int(n_errors, 0, "S51: no error: 1 000 random strings");
	for (size_t i = 0; i < sizeof(longest); i++)
		longest[i] = i % 2 ? ' ' : (char)('a' + i / 2 % 26);
	ok(store_search(s, (struct slice){ longest, sizeof(longest) }, NULL,
	       search_test_see, all, &e) == 0,
	    "no error: 50 000 words");
	memset(longest, 'x', sizeof(longest));
	ok(store_search(s, (struct slice){ longest, sizeof(longest) }, NULL,
	       search_test_see, all, &e) == 0,
	    "no error: a word of 100 000 letters");
}

static void
search_test_follows_the_text(struct store *s)
{
	struct err e = ERR_INIT;
	int64_t id = article_at(s, "https://example.org/4");

	store_story(s, id, "Birds", "Feathers.", NOW, &e);
	search_test_is_found(s, "feathers", "Birds ");
	store_story(s, id, "Birds", "Beaks.", NOW, &e);
	search_test_is_found(s, "feathers", "");
	search_test_is_found(s, "beaks", "Birds ");
	is_wellformed(s, "the index fits the articles");
	store_story(s, id, "鳥", "羽があります。", NOW, &e);
	search_test_is_found(s, "beaks", "");
	search_test_is_found(s, "羽が", "鳥 ");
	store_story(s, id, "Birds", "Wings.", NOW, &e);
	search_test_is_found(s, "羽が", "");
	search_test_is_found(s, "wings", "Birds ");
	is_wellformed(s, "the index of other scripts is consistent");
}

/* Tests that the time of a search is not proportional to the square of the
 * number of matches in a text. */
static void
search_test_equal_words(struct store *s)
{
	int64_t id = article_at(s, "https://example.org/4");
	struct err e = ERR_INIT;
	struct buf body;
	clock_t begin;

	buf_init(&body, MIB);
	for (int i = 0; i < EQUAL_WORDS; i++)
		buf_append_string(&body, "zorb ");
	store_story(s, id, "Equal", body.p, NOW, &e);
	begin = clock();
	search_test_is_in_snippet(s, "zorb", "\002zorb\003 \002zorb\003");
	ok(clock() - begin < MOST_SEARCH_S * CLOCKS_PER_SEC,
	    "%d equal words are searched in linear time", EQUAL_WORDS);
	buf_release(&body);
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	s = fixture_open("search.db", STORE_DAEMON);
	search_test_fill(s);
	search_test_words(s);
	search_test_separators(s);
	search_test_unspaced(s);
	search_test_recency(s);
	search_test_stems(s);
	search_test_marks(s);
	search_test_mixed(s);
	if (s->postgres != NULL)
		search_test_upgrade(s);
	search_test_backfill(s);
	if (s->postgres == NULL)
		search_test_filled(&s);
	search_test_hostile(s);
	search_test_follows_the_text(s);
	search_test_equal_words(s);
	store_close(s);
	return done_testing();
}
