/*
 * search_fill.h -- internal to store/: fills the indexes for English and for
 * scripts without spaces with texts that were stored before these indexes
 * existed.
 *
 * stem.c fills the index of stems.  The functions return 0, or a negative code
 * after an error of the database.
 */
#ifndef STORE_SEARCH_SEARCH_FILL_H
#define STORE_SEARCH_SEARCH_FILL_H

#include "store/sqlite/statement.h"

/* Fills article_bigram with the stored texts if it was never filled.  Takes
 * some seconds per million articles. */
int search_fill(struct store *, struct err *e);
/* Examines the next articles, at most `slice`, and adds the texts that
 * article_stem (on PostgreSQL: article_fts) does not contain yet.  *ret_n:
 * number of articles that were examined; not written if all articles were
 * examined before.  Must run inside a store_operation. */
int stem_fill_slice(
    struct store *, size_t slice, int64_t *ret_n, struct err *e);

#endif
