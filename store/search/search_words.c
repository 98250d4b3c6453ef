/*
 * search_words.c -- writes a user's query for the index of the database; see
 * search_words.h.
 */
#include "store/search/search_words.h"

#include "store/query/dialect.h"
#include "store/search/lexeme/tsquery.h"
#include "store/sqlite/statement.h"

bool
search_words_make(
    const struct store *s, struct slice text, struct search_query *ret)
{
	return s->dialect == &sqlite_dialect ? search_query_make(text, ret)
					     : tsquery_make(text, ret);
}

void
search_words_bind(struct query *q, const struct search_query *what)
{
	query_text(q, ":words", buf_slice(&what->words));
	query_int(q, ":words_too", what->words_too);
	query_int(q, ":by_stem", !what->has_prefix);
	query_text(q, ":grams", buf_slice(&what->grams));
	if (q->store->dialect == &sqlite_dialect)
		return;
	query_text(q, ":stems", buf_slice(&what->stems));
	query_text(q, ":terms", buf_slice(&what->terms));
}
