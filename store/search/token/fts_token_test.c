/* fts_token_test.c -- tests that the indexes of a database of schema 41, whose
 * words end at marks, are written again. */
#include <sqlite3.h>

#include "store/fixture_test.h"
#include "store/sqlite/schema.h"

static const char fts_token_test_rows[] =
    "INSERT INTO article (url_key, url, host_key, status, title, body, lang, "
    "first_seen_at, sort_at, revision) VALUES "
    "('a', 'https://h/a', 'h', 'done', 'Water', 'गाँव में पानी नहीं है।', 'hi', 1, "
    "1, 1), "
    "('b', 'https://h/b', 'h', 'done', 'Drink', 'चाय पीना अच्छा है।', 'hi', 1, "
    "2, 1), "
    "('c', 'https://h/c', 'h', 'done', 'Sport', 'She was running to the "
    "café.', 'en', 1, 3, "
    "1), "
    "('d', 'https://h/d', 'h', 'queued', 'Later', 'पानी running', 'en', 1, 4, "
    "0);"
    "INSERT INTO article_fts (article_fts) VALUES ('rebuild');"
    "UPDATE backfill SET next_id = 3";

/* Creates a file with version 41 of the schema.  Its English text is not in the
 * index of stems yet. */
static bool
fts_token_test_create(const char *path)
{
	sqlite3 *db = NULL;
	struct err e = ERR_INIT;
	bool is_made = sqlite3_open(path, &db) == SQLITE_OK &&
		       schema_migrate_to(db, 41, &e) == 0 &&
		       sqlite3_exec(db, fts_token_test_rows, NULL, NULL,
			   NULL) == SQLITE_OK;

	if (!is_made)
		printf("# %s; %s\n", e.text, sqlite3_errmsg(db));
	sqlite3_close(db);
	return is_made;
}

static int
fts_token_test_see(const struct search_hit *hit, void *arg)
{
	char *all = arg;
	size_t n = strlen(all);

	snprintf(all + n, 256 - n, "%.*s ", SLICE_ARG(hit->article.title));
	return 0;
}

static void
fts_token_test_is_found(
    struct store *s, const char *query, const char *expected)
{
	struct err e = ERR_INIT;
	char all[256] = "";

	store_search(s, slice_of(query), NULL, fts_token_test_see, all, &e);
	is_text(slice_of(all), expected, query);
}

int
main(void)
{
	struct store *s;

	fixture_begin();
	if (!ok(fts_token_test_create(fixture_database("old.db")),
		"a database of schema 41"))
		return done_testing();
	s = fixture_open("old.db", STORE_DAEMON);
	fts_token_test_is_found(s, "पानी", "Water ");
	fts_token_test_is_found(s, "पीना", "Drink ");
	fts_token_test_is_found(s, "cafe", "Sport ");
	fts_token_test_is_found(s, "run", "Sport ");
	is_int(ask(s, "SELECT next_id FROM backfill"), 0,
	    "no older text remains to be indexed");
	ok(do_sql(s, "INSERT INTO article_fts (article_fts, rank) "
		     "VALUES ('integrity-check', 1)") &&
		do_sql(s, "INSERT INTO article_stem (article_stem, rank) "
			  "VALUES ('integrity-check', 1)"),
	    "the indexes fit the texts");
	store_close(s);
	return done_testing();
}
