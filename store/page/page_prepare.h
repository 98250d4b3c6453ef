/*
 * page_prepare.h -- the work on a fetched page that needs no database, so that
 * a thread other than the store's can do it: compression of the page
 * (page_pack.c), the sketch of its text (sketch.h) and the words of its text
 * for the full-text index of SQLite (token_list.h).
 *
 *	store_page_dictionaries()  on the thread of the store
 *	page_prepare()             on any thread
 *	store_article_put()        on the thread of the store, with the result
 *
 * The result must live until the end of the transaction.  It stays valid if the
 * transaction is repeated, and if the dictionary that the page refers to was
 * rolled back or deleted meanwhile.
 */
#ifndef STORE_PAGE_PAGE_PREPARE_H
#define STORE_PAGE_PAGE_PREPARE_H

#include "store/duplicate/sketch.h"
#include "store/page/page_cache.h"
#include "store/page/page_zstd.h"
#include "store/search/token/token_list.h"

struct store;

/* The newest dictionaries of a host as they are stored, newest first. */
struct page_dictionaries {
	struct page_stored_dictionary {
		int64_t id, at, bytes; /* bytes: size of the unpacked page */
		struct slice packed;   /* owned */
	} of[LIMIT_PAGE_DICTIONARIES];
	size_t n;
};
/* Reads the dictionaries of the host of an article, unless the cache has them.
 * The caller releases *ret, also after an error.  Returns 0, or a negative
 * code: ERR_MEMORY or an error of the database. */
int store_page_dictionaries(struct store *, struct page_cache *,
    int64_t article_id, struct slice host_key, int64_t now,
    struct page_dictionaries *ret, struct err *e);
void page_dictionaries_release(struct page_dictionaries *);

struct page_source {
	struct slice host_key; /* absent: the page gets no dictionary */
	struct slice raw;      /* the page as fetched; absent: it is not kept */
	struct slice text;     /* the article's body */
	struct slice
	    language; /* language of the text, BCP 47; absent: not known */
	bool makes_tokens;     /* false for PostgreSQL, which has no use for
				  them */
	int64_t now;
	const struct page_dictionaries *stored;
};
struct page_prepared {
	struct slice packed; /* owned; absent: the page is not kept */
	int64_t bytes;       /* size of the unpacked page */
	/* The dictionary with which the page is compressed.  NULL: none. */
	struct page_reference *reference;
	struct slice text; /* borrowed; `sketch` is made from it */
	struct sketch sketch;
	struct token_list tokens;
};
/* Fills *ret from the page.  The caller releases *ret with the same cache.
 * Returns 0 or a negative code, mostly ERR_MEMORY; after an error
 * store_article_put() prepares the page itself.  O(bytes of the page and of its
 * text). */
int page_prepare(struct page_cache *, struct page_zstd *,
    const struct page_source *, struct page_prepared *ret, struct err *e);
void page_prepared_release(struct page_cache *, struct page_prepared *);

#endif
