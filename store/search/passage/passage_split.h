/*
 * passage_split.h -- internal to store/: divides a body into passages.
 */
#ifndef STORE_SEARCH_PASSAGE_PASSAGE_SPLIT_H
#define STORE_SEARCH_PASSAGE_PASSAGE_SPLIT_H

#include "base/slice.h"

/* An iterator over the passages of a text: its paragraphs, which blank lines
 * separate.  A paragraph of more than LIMIT_PASSAGE_BYTES is divided after a
 * sentence, else after a word, else after a code point. */
struct passage_walk {
	struct slice text; /* UTF-8 */
	size_t at;         /* the first byte that was not read */
	size_t end;        /* end of the current paragraph */
	int64_t paragraph; /* number of the current paragraph, from 1 */
};

/* Returns the next passage, which is not empty.  Returns false if none is
 * left.  O(length of the passage). */
bool passage_next(struct passage_walk *, struct slice *ret_passage);

#endif
