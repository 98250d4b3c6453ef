/*
 * token_list.h -- internal to store/: the tokens of a text, made on another
 * thread before the text is indexed.
 *
 *	token_list_make()     on a thread that prepares a page (page_prepare.h)
 *	token_lists_offer()   when the text is stored
 *	token_replay.c        when FTS5 calls the tokenizer for the text
 */
#ifndef STORE_SEARCH_TOKEN_TOKEN_LIST_H
#define STORE_SEARCH_TOKEN_TOKEN_LIST_H

#include "base/limits.h"
#include "store/search/token/fts_token.h"

/* The tokens of one text as FTS5's own tokenizers make them. */
struct token_list {
	struct slice text;                   /* borrowed */
	struct slice tokens[FTS_KIND_COUNT]; /* owned; absent: not made */
};
/* Makes the tokens of the text.  is_english: also its stems.  If there is no
 * memory, a list stays absent, and FTS5 makes its tokens later.  A list has at
 * most 3 bytes for each byte of the text.  May run on any thread.  O(length of
 * the text). */
void token_list_make(
    struct slice text, bool is_english, struct token_list *ret);
void token_list_release(struct token_list *);
/* Calls `token` for each token of a list.  Returns an SQLite code. */
int token_list_replay(struct slice tokens, fts_token *token, void *arg);

/* The tokens of the texts that a transaction indexes when it ends. */
struct token_lists {
	const struct token_list *of[LIMIT_DEFERRED]; /* borrowed until the
							transaction ends */
	size_t n;
};
/* Adds a list.  Ignores an empty list, and any list if LIMIT_DEFERRED lists
 * were added before. */
void token_lists_offer(struct token_lists *, const struct token_list *);
/* Returns the tokens of a text. The result is absent if no list of this text
 * was offered. */
struct slice token_lists_find(
    const struct token_lists *, struct slice text, enum fts_kind);

#endif
