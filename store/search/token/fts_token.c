/*
 * fts_token.c -- calls FTS5's tokenizers directly; see fts_token.h.
 *
 * Source: sqlite.org/fts5.html, 7 (Extending FTS5).  A tokenizer of FTS5 is
 * available only through a connection.  A separate connection is used here,
 * because the tokenizers of the store's connections are replaced
 * (token_replay.h), and because a connection belongs to one thread.  After this
 * connection was opened, threads only read from it.
 */
#include "store/search/token/fts_token.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

/* The options of the migration marks.sql.  Letters, digits and marks are parts
 * of a word, except the variation selectors. */
#define OPTIONS                                                                \
	"remove_diacritics", "2", "categories", "L* N* Co Mn Mc",              \
	    "separators", "\uFE0E\uFE0F"

const struct fts_options fts_options[FTS_KIND_COUNT] = {
	[FTS_WORDS] = { "unicode61", { OPTIONS }, FTS_OPTIONS - 1 },
	[FTS_STEMS] = { "porter", { "unicode61", OPTIONS }, FTS_OPTIONS },
};

static fts5_api *fts_own; /* FTS5's functions on the separate connection */

fts5_api *
fts_api(sqlite3 *db)
{
	sqlite3_stmt *statement = NULL;
	fts5_api *api = NULL;

	if (sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &statement, NULL) ==
	    SQLITE_OK) {
		sqlite3_bind_pointer(
		    statement, 1, (void *)&api, "fts5_api_ptr", NULL);
		sqlite3_step(statement);
	}
	sqlite3_finalize(statement);
	return api;
}

static void
fts_token_open_own(void)
{
	static sqlite3 *db;

	if (sqlite3_open(":memory:", &db) == SQLITE_OK)
		fts_own = fts_api(db);
}

int
fts_tokenizer_open(enum fts_kind kind, struct fts_tokenizer *ret)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	const struct fts_options *of = &fts_options[kind];
	const char *options[FTS_OPTIONS];
	void *data = NULL;
	int rc;

	*ret = (struct fts_tokenizer){ .instance = NULL };
	memcpy(options, of->options, sizeof(options));
	pthread_once(&once, fts_token_open_own);
	if (fts_own == NULL)
		return SQLITE_NOMEM;
	rc = fts_own->xFindTokenizer(fts_own, of->name, &data, &ret->functions);
	return rc == SQLITE_OK ? ret->functions.xCreate(data, options,
				     of->n_options, &ret->instance)
			       : rc;
}

void
fts_tokenizer_close(struct fts_tokenizer *t)
{
	if (t->instance != NULL)
		t->functions.xDelete(t->instance);
	t->instance = NULL;
}

int
fts_tokenize(const struct fts_tokenizer *t, struct slice text, fts_token *token,
    void *arg)
{
	if (text.len == 0)
		return SQLITE_OK;
	if (text.len > INT_MAX)
		return SQLITE_TOOBIG;
	return t->functions.xTokenize(t->instance, arg, FTS5_TOKENIZE_DOCUMENT,
	    text.p, (int)text.len, token);
}
