/*
 * text_index.h -- internal to store/: writes the full-text index of PostgreSQL.
 *
 * SQLite computes the tokens of its indexes in SQL functions (grams.c) and in
 * FTS5.  For PostgreSQL, the tokens are computed here, because PostgreSQL's
 * parsers depend on the locale of the database, and its dictionaries leave out
 * frequent words.
 */
#ifndef STORE_SEARCH_TEXT_INDEX_H
#define STORE_SEARCH_TEXT_INDEX_H

#include "base/err.h"
#include "base/slice.h"

struct store;

/* Indexes the texts of the articles `ids`, a JSON array.  Articles without a
 * text are ignored.  Must run inside a store_operation or at the end of a
 * transaction.  Returns 0, or a negative code: ERR_MEMORY or an error of the
 * database.  Reads each text and writes about the same number of bytes. */
int text_index_put(struct store *, struct slice ids, struct err *e);

#endif
