/*
 * page_cache.h -- internal to store/: the dictionaries of hosts (page_pack.c)
 * in memory, shared by the threads that prepare pages.
 *
 * The cache has a limit in bytes (LIMIT_PAGE_CACHE_BYTES).  The dictionaries of
 * the host that was used least recently are removed first.  A dictionary that a
 * prepared page refers to lives until that page is released.
 *
 * Any thread may call these functions.  The members of a struct page_reference
 * are constant, except for `id`, which only the thread of the store uses.
 */
#ifndef STORE_PAGE_PAGE_CACHE_H
#define STORE_PAGE_PAGE_CACHE_H

#include "base/err.h"
#include "base/limits.h"
#include "base/slice.h"
#include "store/page/page_sample.h"

/* A dictionary.  All slices are owned. */
struct page_reference {
	int64_t id; /* its row in the database; 0: not stored yet */
	int64_t at; /* UTC seconds */
	struct slice raw, packed;
	struct page_sample_set *sample;
	size_t n_users; /* protected by the lock of the cache */
};

struct page_cache;

/* Creates an empty cache.  ERR_MEMORY. */
int page_cache_new(struct page_cache **ret, struct err *e);
/* All references must have been released. */
void page_cache_free(struct page_cache *);
/* True if the dictionaries of the host are in the cache, or if it is known that
 * the host has none. */
bool page_cache_has(struct page_cache *, struct slice host_key);
/* Notes that all dictionaries of the host in the database are in the cache. */
void page_cache_add_host(struct page_cache *, struct slice host_key);
/* Adds a dictionary, with the sample of its page, as the newest of the host.
 * Takes ownership of raw and packed, unless it fails.  *ret: a reference to be
 * released. */
int page_cache_add(struct page_cache *, struct slice host_key,
    const struct page_reference *, const struct page_sample *,
    struct page_reference **ret, struct err *e);
/* Writes the dictionaries of the host with at > since to `ret`, newest first,
 * and returns their number.  The caller must release each of them. */
size_t page_cache_get(struct page_cache *, struct slice host_key, int64_t since,
    struct page_reference *ret[LIMIT_PAGE_DICTIONARIES]);
/* NULL is allowed. */
void page_reference_release(struct page_cache *, struct page_reference *);

#endif
