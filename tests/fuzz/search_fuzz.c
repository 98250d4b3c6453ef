/*
 * search_fuzz.c -- reads a search query for both indexes.
 *
 * For any bytes both indexes accept the expression.  Expressions and vectors
 * for PostgreSQL contain no text of the user outside of quotes.
 */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "base/limits.h"
#include "store/search/grams.h"
#include "store/search/lexeme/tsquery.h"
#include "store/search/lexeme/vector.h"
#include "store/search/search_query.h"
#include "store/search/snippet.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static sqlite3 *db;
static sqlite3_stmt *words, *grams;

static void
search_fuzz_open_once(void)
{
	static const char schema[] =
	    "CREATE VIRTUAL TABLE w USING fts5 (title, body, "
	    "tokenize = 'unicode61 remove_diacritics 2');"
	    "CREATE VIRTUAL TABLE g USING fts5 (title, body, content = '', "
	    "tokenize = 'ascii');"
	    "INSERT INTO w VALUES ('a title', 'some words of a body');"
	    "INSERT INTO g (title, body) VALUES ('東京 京', '京都 都 a b');";

	if (db != NULL)
		return;
	if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
	    sqlite3_exec(db, schema, NULL, NULL, NULL) != SQLITE_OK ||
	    sqlite3_prepare_v2(db, "SELECT rowid FROM w WHERE w MATCH ?", -1,
		&words, NULL) != SQLITE_OK ||
	    sqlite3_prepare_v2(db, "SELECT rowid FROM g WHERE g MATCH ?", -1,
		&grams, NULL) != SQLITE_OK) {
		fprintf(stderr, "%s\n", sqlite3_errmsg(db));
		abort();
	}
}

static void
search_fuzz_check_runs(sqlite3_stmt *statement, const struct buf *expression)
{
	int rc;

	sqlite3_bind_text64(statement, 1, expression->p, expression->len,
	    SQLITE_STATIC, SQLITE_UTF8);
	while ((rc = sqlite3_step(statement)) == SQLITE_ROW)
		;
	if (rc != SQLITE_DONE)
		fprintf(stderr, "%s: %s\n", expression->p, sqlite3_errmsg(db));
	assert(rc == SQLITE_DONE);
	sqlite3_reset(statement);
}

/* Checks that there are only operators, labels and positions outside of quotes,
 * and no double quotes, backslashes or NULs inside. */
static void
search_fuzz_check_postgres(const struct buf *expression)
{
	bool in_quotes = false;

	assert(!buf_failed(expression));
	for (size_t i = 0; i < expression->len; i++) {
		char c = expression->p[i];

		if (c == '\'')
			in_quotes = !in_quotes;
		else if (in_quotes)
			assert(c != '\\' && c != '"' && c != '\0');
		else
			assert(strchr("()&|!<->:*AD0123456789 ", c) != NULL);
	}
	assert(!in_quotes);
}

static void
search_fuzz_postgres(struct slice text)
{
	struct search_query query;
	struct vector vector;
	struct buf out;

	if (tsquery_make(text, &query))
		assert(query.words.len > 0 || query.grams.len > 0);
	search_fuzz_check_postgres(&query.words);
	search_fuzz_check_postgres(&query.grams);
	search_fuzz_check_postgres(&query.stems);
	buf_init(&out, LIMIT_SEARCH_BYTES * 2 + 64 * KIB);
	snippet_mark(&out, text, SLICE("en"), buf_slice(&query.marked));
	assert(!buf_failed(&out));
	buf_release(&out);
	search_query_release(&query);
	assert(vector_make(
	    slice_sub(text, 0, text.len / 4), text, SLICE("de"), &vector));
	search_fuzz_check_postgres(&vector.words);
	search_fuzz_check_postgres(&vector.stems);
	search_fuzz_check_postgres(&vector.grams);
	vector_release(&vector);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct slice text = { (const char *)bytes, size };
	struct search_query query;
	struct buf out;

	search_fuzz_open_once();
	if (search_query_make(text, &query)) {
		assert(query.words.len > 0 && query.grams.len > 0);
		assert(query.first.len > 0);
		search_fuzz_check_runs(words, &query.words);
		search_fuzz_check_runs(grams, &query.grams);
	}
	assert(!search_query_failed(&query));
	search_query_release(&query);
	search_fuzz_postgres(text);
	buf_init(&out, 3 * size + 1);
	grams_of_text(&out, text);
	assert(!buf_failed(&out));
	buf_release(&out);
	buf_init(&out, LIMIT_SEARCH_BYTES * 2);
	snippet_make(&out, text, slice_sub(text, size / 3, size / 2));
	assert(!buf_failed(&out));
	buf_release(&out);
	return 0;
}
