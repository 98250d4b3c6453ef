/* token_replay_test.c -- tests that the index is the same if the tokens of a
 * text were made before the text is stored. */
#include "base/array.h"
#include "base/table.h"
#include "store/fixture_test.h"
#include "store/page/page_prepare.h"
#include "store/search/token/token_replay.h"

static const char *const token_replay_test_texts[] = {
	"The runners were running, running and running again.",
	"L'été à la café; naïve façade, Ærøskøbing, ßtraße, ÅNGSTRÖM.",
	"東京都の天気は、2020年のオリンピックのように晴れです。 Tokyo",
	"Ελληνικά ΣΊΣΥΦΟΣ и русский текст ЁЛКА 1,000.5 a_b-c d'e",
	"\xff\xfe broken \xc3( bytes \xe2\x82 at \xf0\x9f\x98 the end\xc3",
	"emoji 😀 and zero\xe2\x80\x8bwidth, soft\xc2\xadhyphen, e\xcc\x81",
	"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	" nationalization relational conditional hopping hoped",
	"x",
	"... --- !!!",
	"",
};
#define TEXTS ARRAY_LENGTH(token_replay_test_texts)

static struct fixture_feed f;

static void
token_replay_test_announce(struct store *s)
{
	int64_t id = put_feed_at(s, "https://example.org/rss");

	feed_begin(&f, "E");
	for (int i = 0; i < (int)TEXTS; i++)
		feed_add_story(&f, i, true);
	poll(s, id, &f, NOW);
}

static void
token_replay_test_put(struct store *s, int i, const char *language,
    const struct page_prepared *prepared, const char *text)
{
	struct cuter_article article = story("A running title", text);
	struct article_update k = { .status = ARTICLE_DONE,
		.fetched_at = NOW,
		.retry_at = DATE_NONE,
		.article = &article,
		.prepared = prepared };
	struct err e = ERR_INIT;
	char url[64];

	snprintf(url, sizeof(url), "https://example.org/story/%d", i);
	k.id = article_at(s, url);
	article.language = slice_of(language);
	is_int(store_article_put(s, &k, NOW, &e), 0, e.text);
}

/* Stores all texts in one transaction. */
static void
token_replay_test_fill(struct store *s, const char *language, bool prepares)
{
	struct page_prepared prepared[TEXTS] = { 0 };
	struct err e = ERR_INIT;

	token_replay_test_announce(s);
	store_begin_together(s, &e);
	for (int i = 0; i < (int)TEXTS; i++) {
		struct slice text = slice_of(token_replay_test_texts[i]);

		prepared[i].text = text;
		sketch_of(text, &prepared[i].sketch);
		token_list_make(text, language[0] == 'e', &prepared[i].tokens);
		token_replay_test_put(
		    s, i, language, prepares ? &prepared[i] : NULL, text.p);
	}
	is_int(store_commit(s, &e), 0, "the articles are stored");
	for (size_t i = 0; i < TEXTS; i++)
		token_list_release(&prepared[i].tokens);
}

/* Returns a hash of the bytes of both indexes. */
static uint64_t
token_replay_test_index(struct store *s)
{
	static const char *const queries[] = {
		"SELECT block FROM article_fts_data ORDER BY id",
		"SELECT sz FROM article_fts_docsize ORDER BY id",
		"SELECT block FROM article_stem_data ORDER BY id",
		"SELECT sz FROM article_stem_docsize ORDER BY id",
	};
	uint64_t hash = 0;

	for (size_t i = 0; i < ARRAY_LENGTH(queries); i++) {
		sqlite3_stmt *q = NULL;

		sqlite3_prepare_v2(s->db, queries[i], -1, &q, NULL);
		while (sqlite3_step(q) == SQLITE_ROW) {
			struct slice bytes = { sqlite3_column_blob(q, 0),
				(size_t)sqlite3_column_bytes(q, 0) };

			hash = hash * 31 + hash_stable(bytes);
		}
		sqlite3_finalize(q);
	}
	return hash;
}

static void
token_replay_test_same_index(const char *language)
{
	uint64_t of[2];

	for (int prepares = 0; prepares < 2; prepares++) {
		char name[32];
		struct store *s;

		snprintf(name, sizeof(name), "%s%d.db", language, prepares);
		s = fixture_open(name, STORE_DAEMON);
		token_replay_test_fill(s, language, prepares != 0);
		of[prepares] = token_replay_test_index(s);
		is_wellformed(s, "the index fits the texts");
		store_close(s);
	}
	ok(of[0] == of[1], "the same bytes of the index: language %s",
	    language);
}

static int
token_replay_test_count(const struct search_hit *hit, void *arg)
{
	(void)hit;
	++*(int *)arg;
	return 0;
}

static int
token_replay_test_hits(struct store *s, const char *query)
{
	struct err e = ERR_INIT;
	int n = 0;

	store_search(s, slice_of(query), NULL, token_replay_test_count, &n, &e);
	return n;
}

/* Tests that offered tokens are used: the tokens of another text are offered
 * and must be indexed.  The other tests would also pass if lists were
 * ignored. */
static void
token_replay_test_is_used(void)
{
	struct store *s = fixture_open("used.db", STORE_DAEMON);
	struct page_prepared prepared = { 0 };
	const char *text = "One text.";
	struct err e = ERR_INIT;

	token_replay_test_announce(s);
	token_list_make(SLICE("Other words"), false, &prepared.tokens);
	prepared.tokens.text = slice_of(text);
	token_replay_test_put(s, 0, "de", &prepared, text);
	is_int(token_replay_test_hits(s, "other"), 1, "the list is indexed");
	is_int(token_replay_test_hits(s, "one"), 0, "the text is not divided");
	token_replay_test_put(s, 1, "de", NULL, text);
	is_int(token_replay_test_hits(s, "one"), 1,
	    "a list of tokens is dropped at the end of its transaction");
	store_begin(s, &e);
	token_replay_test_put(s, 2, "de", &prepared, text);
	store_rollback(s);
	token_replay_test_put(s, 2, "de", NULL, text);
	is_int(token_replay_test_hits(s, "one"), 2,
	    "a list of tokens is dropped if its transaction is undone");
	token_list_release(&prepared.tokens);
	store_close(s);
}

int
main(void)
{
	fixture_begin();
	token_replay_test_same_index("en");
	token_replay_test_same_index("de");
	token_replay_test_is_used();
	return done_testing();
}
