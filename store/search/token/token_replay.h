/*
 * token_replay.h -- internal to store/: tokenizers for the store's connection
 * that return tokens that were made before (token_list.h).
 */
#ifndef STORE_SEARCH_TOKEN_TOKEN_REPLAY_H
#define STORE_SEARCH_TOKEN_TOKEN_REPLAY_H

#include "store/search/token/token_list.h"

/* Replaces the tokenizers unicode61 and porter of the connection.  For a text
 * of *lists, the prepared tokens are used.  Any other text, and each query, is
 * divided by FTS5's own tokenizer.  The index is the same in both cases.  Must
 * be called before a table of FTS5 is used.  `lists` must live as long as the
 * connection.  Returns an SQLite code. */
int token_replay_register(sqlite3 *, const struct token_lists *lists);

#endif
