/*
 * relevance.h -- internal to store/: a BM25 rank that counts only a part of the
 * texts that contain a word.
 */
#ifndef STORE_SEARCH_RELEVANCE_H
#define STORE_SEARCH_RELEVANCE_H

struct sqlite3;

/* Registers relevance(TABLE, COUNT, PHRASES) for FTS5 tables of title and body.
 * Lower values rank first.  COUNT 1: a word has more weight the fewer texts
 * contain it.  COUNT 0: texts are not counted, and all words of the query have
 * the same weight.  PHRASES: search_query.phrases, or NULL.  Returns an SQLite
 * code. */
int relevance_register(struct sqlite3 *);

#endif
