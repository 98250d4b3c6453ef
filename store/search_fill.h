/*
 * search_fill.h -- inside the room: the indexes of English and of scripts without
 * spaces are younger than the texts.
 */
#ifndef STORE_SEARCH_FILL_H
#define STORE_SEARCH_FILL_H

#include "store/statement.h"

/* Fills article_bigram with the texts that are there, where it was never
 * done; the one time it takes some seconds a million articles. */
int search_fill(struct store *, struct err *e);
/* Adds at most `slice` of the texts that article_stem lacks; *ret_n: how many
 * articles were looked at, untouched where nothing is left.  Inside a
 * store_operation. */
int stem_fill_slice(
    struct store *, size_t slice, int64_t *ret_n, struct err *e);

#endif
