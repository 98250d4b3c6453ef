/*
 * relevance.h -- inside the room: bm25, of which no word is counted to its
 * end.
 */
#ifndef STORE_RELEVANCE_H
#define STORE_RELEVANCE_H

struct sqlite3;

/* relevance(TABLE, COUNT) for FTS5 tables of title and body, less is better.
 * COUNT 0: all words of the query are equally telling.  An SQLite code. */
int relevance_register(struct sqlite3 *);

#endif
