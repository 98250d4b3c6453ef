/*
 * prefix_words.h -- internal to store/: replaces a frequent prefix by the words
 * that begin with it.  SQLite only.
 */
#ifndef STORE_SEARCH_PREFIX_WORDS_H
#define STORE_SEARCH_PREFIX_WORDS_H

#include "base/err.h"
#include "store/search/search_query.h"

struct store;

/* The argument `arg` of prefix_words_expand().  The caller sets store and e. */
struct prefix_words {
	struct store *store;
	size_t n_words; /* words of all prefixes so far, at most
			   PREFIX_WORDS_MAX */
	int rc;         /* 0, or the code of an error */
	struct err *e;
};

/* A search_expand (search_query.h).  If the newest texts suggest that more than
 * LIMIT_PREFIX_MATCHES texts match the prefix, writes at most
 * LIMIT_PREFIX_WORDS words that begin with the prefix, and returns their
 * number.  These words are the most frequent ones in the newest texts.  Returns
 * 0 otherwise, after an error (rc), and if the words would be too many for
 * PREFIX_WORDS_MAX.  Reads LIMIT_PREFIX_TEXTS texts, or only their titles. */
size_t prefix_words_expand(
    void *arg, struct slice prefix, bool of_title, struct buf *out);

#endif
