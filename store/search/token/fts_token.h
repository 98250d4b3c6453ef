/*
 * fts_token.h -- internal to store/: divides a text into words with a tokenizer
 * of FTS5, outside of a full-text statement and on any thread.
 */
#ifndef STORE_SEARCH_TOKEN_FTS_TOKEN_H
#define STORE_SEARCH_TOKEN_FTS_TOKEN_H

#include <sqlite3.h>

#include "base/slice.h"

/* Returns the functions of FTS5 on this connection, or NULL. */
fts5_api *fts_api(sqlite3 *);

/* The tokenizers of the full-text index, with their options in the schema. */
enum fts_kind {
	FTS_WORDS, /* tokenizer of article_fts: unicode61 */
	FTS_STEMS, /* tokenizer of article_stem: porter unicode61 */
	FTS_KIND_COUNT
};
#define FTS_OPTIONS 7
struct fts_options {
	const char *name;
	const char *options[FTS_OPTIONS];
	int n_options;
};
extern const struct fts_options fts_options[FTS_KIND_COUNT];

/* An instance is used by one thread at a time. */
struct fts_tokenizer {
	fts5_tokenizer functions;
	Fts5Tokenizer *instance; /* NULL: not open */
};
/* Returns an SQLite code.  fts_tokenizer_close() may be called in each case.
 * store_open() must have configured SQLite before.  The first call opens a
 * connection without a file, which stays open. */
int fts_tokenizer_open(enum fts_kind, struct fts_tokenizer *ret);
void fts_tokenizer_close(struct fts_tokenizer *);
/* Called for each token, in the order of the text.  The token is borrowed.
 * Returns an SQLite code; a code other than SQLITE_OK ends the text. */
typedef int fts_token(
    void *arg, int flags, const char *token, int n, int from, int to);
/* Returns an SQLite code.  O(length of the text). */
int fts_tokenize(
    const struct fts_tokenizer *, struct slice text, fts_token *, void *arg);

#endif
