/*
 * prefix_words.h -- internal to store/: replaces a frequent prefix by the words
 * that begin with it.  SQLite only.
 */
#ifndef STORE_SEARCH_PREFIX_WORDS_H
#define STORE_SEARCH_PREFIX_WORDS_H

#include "base/err.h"
#include "store/search/search_query.h"

struct store;

/* The argument `arg` of prefix_words_expand().  The caller sets `store` and
 * `e`. */
struct prefix_words {
	struct store *store;
	size_t n_words; /* words of all prefixes so far, at most
			   PREFIX_WORDS_MAX */
	int rc;         /* 0, or the code of an error */
	struct err *e;
};

/* A function of the type search_expand (search_query.h).  Reads the newest
 * LIMIT_PREFIX_TEXTS texts, or only their titles, and estimates how many texts
 * match the prefix.  If the estimate is more than LIMIT_PREFIX_MATCHES, writes
 * at most LIMIT_PREFIX_WORDS words that begin with the prefix and are the most
 * frequent in these texts, and returns their number.  Returns 0 if the estimate
 * is smaller, if more than PREFIX_WORDS_MAX words would result, and after an
 * error (rc). */
size_t prefix_words_expand(
    void *arg, struct slice prefix, bool of_title, struct buf *out);

#endif
