/*
 * page_pack.h -- inside the room: a page as fetched, packed.
 */
#ifndef STORE_PAGE_PACK_H
#define STORE_PAGE_PACK_H

#include "store/statement.h"

struct page_packed {
	struct slice body;     /* zstd */
	int64_t bytes;         /* unpacked */
	int64_t dictionary_id; /* 0: packed by itself */
};

/* A page that others were packed against; id 0: none. */
struct page_dictionary {
	int64_t id, bytes;
	struct slice body; /* zstd */
};

/* body is malloc'ed, the caller's.  May leave a new dictionary, so it is only
 * for what is kept at once, inside a store_operation. */
int page_pack(struct store *, int64_t article_id, struct slice raw, int64_t now,
    struct page_packed *ret, struct err *e);
/* Owned, with a NUL behind it.  ERR_DATABASE where it is damaged. */
int page_unpack(const struct page_packed *, const struct page_dictionary *,
    char **ret, struct err *e);
/* Columns `column`, +1, +2 of a row: id, bytes, body.  Borrowed, or copied
 * where an arena is given. */
void page_read_dictionary(const struct query *, int column, struct arena *,
    struct page_dictionary *ret);

#endif
