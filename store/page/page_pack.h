/*
 * page_pack.h -- internal to store/: compression of pages as fetched.
 */
#ifndef STORE_PAGE_PAGE_PACK_H
#define STORE_PAGE_PAGE_PACK_H

#include "store/sqlite/statement.h"

struct page_packed {
	struct slice body;     /* zstd */
	int64_t bytes;         /* uncompressed */
	int64_t dictionary_id; /* 0: compressed without a dictionary */
};

/* A page that serves as the dictionary of other pages. `id` 0: no dictionary.
 */
struct page_dictionary {
	int64_t id, bytes;
	struct slice body; /* zstd */
};

struct page_reference;

/* Finds the row of a dictionary.  Stores the row if it was not stored yet, or
 * if it was rolled back or deleted.  *ret_id is 0 if the article has no host.
 * Must run inside a store_operation. */
int page_pack_find_dictionary(struct store *, int64_t article_id,
    struct page_reference *, int64_t *ret_id, struct err *e);
/* Returns the page in *ret (owned); a NUL follows the text.  ERR_DATABASE if
 * the page is damaged. */
int page_unpack(const struct page_packed *, const struct page_dictionary *,
    char **ret, struct err *e);
/* Reads id, bytes and body from three adjacent columns of a row, of which
 * `column` is the first.  The body is copied into the arena; without an arena
 * it is borrowed. */
void page_read_dictionary(const struct query *, int column, struct arena *,
    struct page_dictionary *ret);

#endif
