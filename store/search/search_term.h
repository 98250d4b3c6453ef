/*
 * search_term.h -- internal to store/: the terms of a query as users type it.
 *
 * 	word  "a phrase"  harv*  -word  -"a phrase"  title:word  title:"a b"
 *
 * search_query.c writes the terms in the syntax of FTS5, tsquery.c in that of
 * PostgreSQL.
 */
#ifndef STORE_SEARCH_SEARCH_TERM_H
#define STORE_SEARCH_SEARCH_TERM_H

#include "base/slice.h"

struct search_term {
	struct slice text; /* borrowed from the query */
	bool excluded, of_title, prefix;
};

/* Takes the next word or phrase from *rest, which must not be empty.  A phrase
 * ends at the closing quote, or at the end of the text if there is none. */
struct search_term search_term_take(struct slice *rest);
/* Returns false if the term has no letter or digit and is therefore skipped. */
bool search_term_has_word(const struct search_term *);

#endif
