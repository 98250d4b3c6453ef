/*
 * enrich_store_test.c -- keywords of stored texts, and document frequencies.
 */
#include "base/array.h"
#include "store/enrich/enrich_state.h"
#include "store/enrich/enrichments.h"
#include "store/fixture_test.h"

#define BATCH 64 /* COUNT_ARTICLES of enrich_frequency.c */

static struct frequency_table *
enrich_store_test_table(void)
{
	struct frequency_table *table = calloc(1, sizeof(*table));

	if (table == NULL)
		fixture_bail_out("memory");
	return table;
}

static int
enrich_store_test_visit(const struct keyword_row *row, void *arg)
{
	struct buf *out = arg;

	buf_printf(out, "%lld %.*s|", (long long)row->n, SLICE_ARG(row->term));
	return 0;
}

static void
enrich_store_test_again(struct store *s)
{
	struct err e = ERR_INIT;
	int64_t last = -1, n = -1;
	struct buf rows;

	do_sql(s,
	    "INSERT INTO article (id, url, url_key, host_key, status, title, "
	    "body, lang, word_count, revision, first_seen_at, sort_at) VALUES "
	    "(1, 'http://a/1', 'a/1', 'a', 'done', 'A harbour in the valley', "
	    "'The harbour of Eastport opened in the valley. Ships returned to "
	    "Eastport.', 'en', 11, 1, 100, 100),"
	    "(2, 'http://a/2', 'a/2', 'a', 'done', 'A bridge', "
	    "'The bridge was closed.', 'en', 4, 1, 200, 200),"
	    "(3, 'http://a/3', 'a/3', 'a', 'queued', 'No text', NULL, NULL, 0, "
	    "0, 300, 300)");
	is_done(store_enrich_again(s, 0, 150, true, 9, &last, &n, &e), &e,
	    "articles since a time are enriched");
	is_int(n, 1, "one article is new enough");
	is_done(store_enrich_again(s, 0, DATE_NONE, true, 1, &last, &n, &e), &e,
	    "a slice of the articles without keywords is enriched");
	is_int(last, 1, "the first slice begins with article 1");
	is_done(store_enrich_again(s, last, DATE_NONE, true, 9, &last, &n, &e),
	    &e, "the next slice is enriched");
	is_int(
	    last, 0, "the next slice is empty, because article 2 has keywords");
	is_done(store_enrich_again(s, 0, DATE_NONE, false, 9, &last, &n, &e),
	    &e, "all articles are enriched");
	is_int(n, 2, "all articles with a text are counted");
	buf_init(&rows, KIB);
	is_done(store_keyword_list(s, 1, enrich_store_test_visit, &rows, &e),
	    &e, "keywords are listed");
	ok(slice_starts(buf_slice(&rows), SLICE("0 harbour|1 ")),
	    "the best one is in title and text");
	buf_release(&rows);
	is_int(ask(s, "SELECT count(*) FROM article WHERE summary IS NOT NULL "
		      "AND enrich_version > 0"),
	    2, "summary and version are stored");
	is_int(ask(s, "SELECT count(*) FROM term_language"), 0,
	    "articles that are enriched again are not counted");
}

/* Polls a feed whose only item has the tag Sport and this text. */
static void
enrich_store_test_announce(struct store *s, const char *text)
{
	static struct fixture_feed f;
	static struct slice tags[] = { { "Sport", 5 } };
	int64_t id = put_feed_at(s, "https://example.org/rss");
	struct feed_entry *entry;

	feed_begin(&f, "News");
	entry = feed_add(&f, "1", "", "The match", text);
	entry->categories = (struct feed_list){ tags, 1 };
	poll(s, id, &f, NOW);
}

static void
enrich_store_test_categories(struct store *s)
{
	const char *count = "SELECT count(*) FROM article_category";
	struct err e = ERR_INIT;
	int64_t last, n;

	enrich_store_test_announce(s, "Eastport has won the match.");
	is_int(ask(s, count), 1, "a tag gives an article its category");
	store_set_categories(s, false);
	is_done(store_enrich_again(s, 0, DATE_NONE, false, 9, &last, &n, &e),
	    &e, "all articles are enriched without categories");
	is_int(ask(s, count), 0, "no category is left");
	store_set_categories(s, true);
	is_done(store_enrich_again(s, 0, DATE_NONE, false, 9, &last, &n, &e),
	    &e, "all articles are enriched with categories");
	is_int(ask(s, count), 1, "the category is stored again");
	store_set_categories(s, false);
	enrich_store_test_announce(s, "Eastport has lost the match.");
	is_int(ask(s, "SELECT count(*) FROM article WHERE body LIKE "
		      "'%lost%' AND revision = 2"),
	    1, "the text is revised without categories");
	is_int(ask(s, count), 0, "the category of the old text is deleted");
	store_set_categories(s, true);
}

static const char enrich_store_test_german[] =
    "Der Hafen der Stadt ist am Montag wieder für die Schiffe geöffnet worden, "
    "und die Fischer sind mit dem Ergebnis der Arbeiten nicht zufrieden. Der "
    "Hafen war im Winter für drei Monate geschlossen, weil die Mauern nach dem "
    "Sturm repariert werden mussten.";

/* Polls a feed with n texts, whose pages are not fetched. */
static void
enrich_store_test_poll(struct store *s, const char *url, const char *language,
    int n, const char *text)
{
	static struct fixture_feed f;
	static char links[MAX_ENTRIES][64];
	struct poll_update k;

	feed_begin(&f, "Hafen");
	f.feed.language = slice_of(language);
	for (int i = 0; i < n; i++) {
		struct feed_entry *entry = feed_add_story(&f, i, false);

		snprintf(links[i], sizeof(links[i]), "%s/%d", url, i);
		entry->link = slice_of(links[i]);
		entry->text = entry->summary = slice_of(text);
	}
	k = poll_of(put_feed_at(s, url), &f, NOW);
	k.fetch_articles = false;
	store_poll(s, &k, NOW);
}

/* Items without a link, and items with links to another site. */
static void
enrich_store_test_poll_foreign(struct store *s)
{
	static struct fixture_feed f;

	feed_begin(&f, "Hafen");
	f.feed.language = SLICE("de");
	feed_add_story(&f, 0, false)->text = slice_of(enrich_store_test_german);
	feed_add(&f, "w", "https://other.example/1", "Der Hafen",
	    enrich_store_test_german)
	    ->published_at = NOW - FOREVER / 2;
	poll(s, put_feed_at(s, "https://w.org/rss"), &f, NOW);
}

static void
enrich_store_test_language(struct store *s)
{
	struct err e = ERR_INIT;
	int64_t last, n;

	enrich_store_test_poll(
	    s, "https://a.org/rss", "", 1, enrich_store_test_german);
	enrich_store_test_poll(
	    s, "https://b.org/rss", "und", 1, enrich_store_test_german);
	enrich_store_test_poll(
	    s, "https://c.org/rss", "en", 1, enrich_store_test_german);
	is_int(ask(s, "SELECT count(*) FROM article WHERE lang = 'de'"), 3,
	    "the language of the text of a feed is detected");
	is_int(ask(s, "SELECT count(*) FROM keyword WHERE stem IN ('der', "
		      "'die', 'und', 'ist', 'nicht', 'war', 'mit', 'für')"),
	    0, "no function word is a keyword");
	ok(ask(s, "SELECT count(*) FROM keyword WHERE term = 'Hafen'") == 3,
	    "a noun is a keyword");
	enrich_store_test_poll(s, "https://d.org/rss", "und", 1, "Ok");
	is_int(ask(s, "SELECT count(*) FROM article WHERE lang IS NULL"), 1,
	    "und is not a language");
	do_sql(s, "UPDATE article SET lang = NULL");
	is_done(store_enrich_again(s, 0, DATE_NONE, false, 9, &last, &n, &e),
	    &e, "texts without a language are enriched again");
	is_int(ask(s, "SELECT count(*) FROM keyword WHERE stem IN ('der', "
		      "'die', 'und', 'ist', 'nicht', 'war', 'mit', 'für')"),
	    0, "the language of these texts is detected again");
	enrich_store_test_poll(
	    s, "https://e.org/rss", "de", 67, enrich_store_test_german);
	enrich_store_test_poll_foreign(s);
	is_done(store_enrich_flush(s, &e), &e, "the counts are written");
	is_int(ask(s, "SELECT articles FROM term_language WHERE lang = 'de'"),
	    70, "each text of an entitled feed with a link is counted once");
}

static void
enrich_store_test_note_update(void *arg, int operation, const char *database,
    const char *table, sqlite3_int64 id)
{
	(void)database;
	(void)id;
	if (operation == SQLITE_UPDATE && strcmp(table, "article") == 0)
		++*(int *)arg;
}

/* Tests that the enrichment of a new text is written with its article: an
 * UPDATE would write the whole row again. */
static void
enrich_store_test_once(struct store *s)
{
	int n_updates = 0;

	if (!fixture_is_postgres())
		sqlite3_update_hook(
		    s->db, enrich_store_test_note_update, &n_updates);
	enrich_store_test_poll(
	    s, "https://f.org/rss", "de", 1, enrich_store_test_german);
	if (!fixture_is_postgres())
		sqlite3_update_hook(s->db, NULL, NULL);
	is_int(n_updates, 0, "the row of a new article is written once");
	is_int(ask(s, "SELECT count(*) FROM article JOIN feed f "
		      "ON f.id = announced_by AND f.url = 'https://f.org/rss' "
		      "WHERE summary IS NOT NULL AND enrich_version > 0"),
	    1, "the row has a summary and the version");
	ok(ask(s, "SELECT count(*) FROM keyword WHERE article_id = "
		  "(SELECT max(id) FROM article)") > 0,
	    "the article has keywords");
}

/* Tests the language of a text that is too short to detect its language, if
 * only an earlier document of the feed states a language. */
static void
enrich_store_test_earlier_language(struct store *s)
{
	const char *url = "https://g.org/rss";

	enrich_store_test_poll(s, url, "fr", 0, "");
	enrich_store_test_poll(s, url, "", 1, "Ok");
	is_int(ask(s, "SELECT count(*) FROM article JOIN feed f "
		      "ON f.id = announced_by AND f.url = 'https://g.org/rss' "
		      "WHERE lang = 'fr'"),
	    1, "a text has the language of an earlier document of its feed");
}

/* The languages that feeds declare for a text that is too short to detect its
 * language, and those that are stored. */
static void
enrich_store_test_tags(struct store *s)
{
	static const char *const rows[][2] = { { "de", "de" }, { "DE", "de" },
		{ "pt_br", "pt-br" }, { "de-AT, en", "de-AT" },
		{ "zh_Hans_CN", "zh-Hans-CN" }, { " en-US\n", "en-US" },
		{ "fr-", "fr" }, { "German", "" }, { "x-default", "" },
		{ "text/html", "" }, { "en.US", "" },
		{ "en-a-waytoolongsubtag", "en-a" } };
	char url[64], is[128];

	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		snprintf(url, sizeof(url), "https://t%zu.org/rss", i);
		enrich_store_test_poll(s, url, rows[i][0], 1, "Ok");
		snprintf(is, sizeof(is),
		    "SELECT coalesce(lang, '') = '%s' FROM article "
		    "ORDER BY id DESC LIMIT 1",
		    rows[i][1]);
		is_int(ask(s, is), 1, rows[i][0]);
	}
}

/* Counts n articles, each of which has the stems with these hashes. */
static int
enrich_store_test_count(struct store *s, size_t n, const char *language,
    uint32_t *stems, size_t n_stems, struct err *e)
{
	const struct enrichment found = { .language = slice_of(language),
		.stems = stems,
		.n_stems = n_stems,
		.is_present = true };
	int rc = store_begin(s, e);

	for (size_t i = 0; i < n && rc == 0; i++)
		rc = enrich_count(s, (int64_t)i * 8, &found, e);
	return rc == 0 ? store_commit(s, e) : rc;
}

static void
enrich_store_test_counts(struct store *s)
{
	uint32_t stems[] = { 7, 7 + LIMIT_ENRICH_UNWRITTEN, UINT32_MAX };
	struct err e = ERR_INIT;

	is_done(enrich_store_test_count(s, BATCH - 1, "en", stems, 3, &e), &e,
	    "articles are counted");
	is_int(ask(s, "SELECT count(*) FROM term_frequency"), 0,
	    "the counts are in memory at first");
	is_done(enrich_store_test_count(s, 1, "de", stems, 1, &e), &e,
	    "an article of another language completes the batch");
	is_int(ask(s, "SELECT articles FROM term_language WHERE lang = 'en'"),
	    BATCH - 1, "the articles of a language are written");
	is_int(ask(s, "SELECT articles FROM term_frequency WHERE lang = 'en' "
		      "AND term = 4294967295"),
	    BATCH - 1, "the articles of each stem are written");
	is_int(ask(s, "SELECT articles FROM term_frequency WHERE lang = 'de' "
		      "AND term = 7"),
	    1, "the articles of the other language are written");
	is_int(ask(s, "SELECT count(*) FROM term_frequency"), 4,
	    "equal hashes of two languages are two rows");

	is_done(enrich_store_test_count(s, 2, "en", stems, 2, &e), &e,
	    "two more articles are counted");
	is_done(
	    store_enrich_flush(s, &e), &e, "the counts are written at the end");
	is_int(ask(s, "SELECT articles FROM term_frequency WHERE lang = 'en' "
		      "AND term = 7"),
	    BATCH + 1, "the counts of all batches are added");
	is_done(store_enrich_flush(s, &e), &e, "nothing is left to write");
	is_int(ask(s, "SELECT articles FROM term_language WHERE lang = 'en'"),
	    BATCH + 1, "counts are added once");
}

static void
enrich_store_test_bound(struct store *s)
{
	uint32_t stems[] = { 7 };
	struct err e = ERR_INIT;

	do_sql(s, "UPDATE term_language SET articles = 10000 "
		  "WHERE lang = 'en'");
	do_sql(s, "INSERT INTO term_frequency VALUES ('en', 99, 1)");
	is_done(enrich_store_test_count(s, 1, "en", stems, 1, &e), &e,
	    "an article above the limit of a language");
	is_done(store_enrich_flush(s, &e), &e, "is written");
	is_int(ask(s, "SELECT articles FROM term_language WHERE lang = 'en'"),
	    5000, "the counts of the language are halved");
	is_int(ask(s, "SELECT articles FROM term_frequency WHERE lang = 'en' "
		      "AND term = 7"),
	    (BATCH + 2) / 2, "the counts of stems are halved");
	is_int(ask(s, "SELECT count(*) FROM term_frequency WHERE term = 99"), 0,
	    "a count of 0 is deleted");
	is_int(ask(s, "SELECT articles FROM term_frequency WHERE lang = 'de'"),
	    1, "other languages keep their counts");
}

static void
enrich_store_test_load(struct store *s, struct frequency_table *table)
{
	struct frequency_table *other = enrich_store_test_table();
	struct frequencies before, f;
	struct err e = ERR_INIT;

	is_done(store_set_enrich(s, 3, 1, table, &e), &e,
	    "other numbers with the same table");
	is_int((int64_t)s->enrich->options.keywords, 3,
	    "the other numbers are used");
	is_done(store_set_enrich(s, 3, 1, other, &e), &e,
	    "a new table is filled from the rows");
	frequencies_init(&before, "en", NULL);
	frequencies_init(&f, "en", other);
	is_int(f.articles - before.articles, 5000,
	    "the counts of another base contain the articles of each language");
	ok(frequencies_of(&f, 7) - frequencies_of(&before, 7) >=
		(BATCH + 2) / 2 * 9 / 10,
	    "the counts of another base contain the stems");
	store_unset_enrich(s);
	ok(s->enrich == NULL, "the enrichment is switched off");
	free(other);
}

int
main(void)
{
	struct frequency_table *table = enrich_store_test_table();
	struct err e = ERR_INIT;
	struct store *s;

	fixture_begin();
	s = fixture_open("enrich.db", STORE_DAEMON);
	is_done(store_set_enrich(s, 10, 3, table, &e), &e,
	    "the enrichment is switched on");
	enrich_store_test_again(s);
	enrich_store_test_counts(s);
	enrich_store_test_bound(s);
	enrich_store_test_load(s, table);
	store_close(s);
	s = fixture_open("categories.db", STORE_DAEMON);
	is_done(store_set_enrich(s, 10, 3, NULL, &e), &e,
	    "the enrichment of another database is switched on");
	enrich_store_test_categories(s);
	store_close(s);
	memset(table, 0, sizeof(*table));
	s = fixture_open("language.db", STORE_DAEMON);
	is_done(store_set_enrich(s, 10, 3, table, &e), &e,
	    "the enrichment of an empty database is switched on");
	enrich_store_test_language(s);
	enrich_store_test_once(s);
	enrich_store_test_earlier_language(s);
	enrich_store_test_tags(s);
	store_close(s);
	free(table);
	return done_testing();
}
