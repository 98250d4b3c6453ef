/*
 * page_cache.c -- the dictionaries of hosts in memory.
 *
 * The cache has a table of hosts, and a list of the same hosts in the order of
 * their last use.  A dictionary (struct page_reference) is shared by the cache
 * and by prepared pages.  A dictionary is freed when its last user releases it.
 */
#include "store/page/page_cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/table.h"

struct page_host {
	char *key;
	struct page_reference *newest_first[LIMIT_PAGE_DICTIONARIES];
	size_t n;
	struct page_host *newer, *older; /* links of the list that is sorted by
					    last use */
};

struct page_cache {
	pthread_mutex_t lock;
	struct table hosts;
	struct page_host *newest, *oldest;
	size_t bytes;
};

int
page_cache_new(struct page_cache **ret, struct err *e)
{
	struct page_cache *cache = calloc(1, sizeof(*cache));

	if (cache == NULL)
		return err_set(e, ERR_MEMORY, "no memory for dictionaries");
	pthread_mutex_init(&cache->lock, NULL);
	table_init(&cache->hosts);
	*ret = cache;
	return 0;
}

/* ---- references; under the lock ---- */

static size_t
page_cache_bytes_of(const struct page_reference *r)
{
	return sizeof(*r) + sizeof(*r->sample) + r->raw.len + r->packed.len;
}

static void
page_cache_leave(struct page_reference *r)
{
	if (--r->n_users > 0)
		return;
	free((char *)(uintptr_t)r->raw.p);
	free((char *)(uintptr_t)r->packed.p);
	free(r->sample);
	free(r);
}

/* ---- hosts; under the lock ---- */

static void
page_cache_unlink(struct page_cache *cache, struct page_host *host)
{
	*(host->newer != NULL ? &host->newer->older : &cache->newest) =
	    host->older;
	*(host->older != NULL ? &host->older->newer : &cache->oldest) =
	    host->newer;
}

static void
page_cache_link(struct page_cache *cache, struct page_host *host)
{
	host->newer = NULL;
	host->older = cache->newest;
	*(cache->newest != NULL ? &cache->newest->newer : &cache->oldest) =
	    host;
	cache->newest = host;
}

/* Removes the oldest dictionary of a host. */
static void
page_cache_drop_last(struct page_cache *cache, struct page_host *host)
{
	struct page_reference *r = host->newest_first[--host->n];

	cache->bytes -= page_cache_bytes_of(r);
	page_cache_leave(r);
}

static void
page_cache_remove(struct page_cache *cache, struct page_host *host)
{
	while (host->n > 0)
		page_cache_drop_last(cache, host);
	cache->bytes -= sizeof(*host) + strlen(host->key);
	page_cache_unlink(cache, host);
	table_remove(&cache->hosts, slice_of(host->key));
	free(host->key);
	free(host);
}

static void
page_cache_shrink(struct page_cache *cache)
{
	while (cache->bytes > LIMIT_PAGE_CACHE_BYTES &&
	       cache->oldest != cache->newest)
		page_cache_remove(cache, cache->oldest);
}

/* Finds a host and makes it the most recently used one.  NULL: the host is not
 * in the cache. */
static struct page_host *
page_cache_find(struct page_cache *cache, struct slice key)
{
	struct page_host *host = table_get(&cache->hosts, key);

	if (host != NULL && host != cache->newest) {
		page_cache_unlink(cache, host);
		page_cache_link(cache, host);
	}
	return host;
}

/* Finds or adds a host; NULL: no memory. */
static struct page_host *
page_cache_host(struct page_cache *cache, struct slice key)
{
	struct page_host *host = page_cache_find(cache, key);

	if (host != NULL || (host = calloc(1, sizeof(*host))) == NULL)
		return host;
	host->key = strndup(key.p, key.len);
	if (host->key == NULL ||
	    table_put(&cache->hosts, slice_of(host->key), host) != 0) {
		free(host->key);
		free(host);
		return NULL;
	}
	page_cache_link(cache, host);
	cache->bytes += sizeof(*host) + strlen(host->key);
	return host;
}

/* ---- the interface ---- */

void
page_cache_free(struct page_cache *cache)
{
	if (cache == NULL)
		return;
	while (cache->oldest != NULL)
		page_cache_remove(cache, cache->oldest);
	table_release(&cache->hosts);
	pthread_mutex_destroy(&cache->lock);
	free(cache);
}

bool
page_cache_has(struct page_cache *cache, struct slice host_key)
{
	bool ret;

	pthread_mutex_lock(&cache->lock);
	ret = page_cache_find(cache, host_key) != NULL;
	pthread_mutex_unlock(&cache->lock);
	return ret;
}

void
page_cache_add_host(struct page_cache *cache, struct slice host_key)
{
	pthread_mutex_lock(&cache->lock);
	page_cache_host(cache, host_key);
	page_cache_shrink(cache);
	pthread_mutex_unlock(&cache->lock);
}

/* Adds a dictionary of the host. The caller must hold the lock. */
static void
page_cache_put(
    struct page_cache *cache, struct page_host *host, struct page_reference *r)
{
	if (host->n == LIMIT_PAGE_DICTIONARIES)
		page_cache_drop_last(cache, host);
	memmove(host->newest_first + 1, host->newest_first,
	    host->n * sizeof(host->newest_first[0]));
	host->newest_first[0] = r;
	host->n++;
	r->n_users++;
	cache->bytes += page_cache_bytes_of(r);
	page_cache_shrink(cache);
}

int
page_cache_add(struct page_cache *cache, struct slice host_key,
    const struct page_reference *from, const struct page_sample *sample,
    struct page_reference **ret, struct err *e)
{
	struct page_reference *r = malloc(sizeof(*r));
	struct page_sample_set *set = calloc(1, sizeof(*set));
	struct page_host *host;

	if (r == NULL || set == NULL) {
		free(r);
		free(set);
		return err_set(e, ERR_MEMORY, "no memory for a dictionary");
	}
	page_sample_put(set, sample);
	*r = *from;
	r->sample = set;
	r->n_users = 1;
	pthread_mutex_lock(&cache->lock);
	if ((host = page_cache_host(cache, host_key)) != NULL)
		page_cache_put(cache, host, r);
	pthread_mutex_unlock(&cache->lock);
	*ret = r;
	return 0;
}

size_t
page_cache_get(struct page_cache *cache, struct slice host_key, int64_t since,
    struct page_reference *ret[LIMIT_PAGE_DICTIONARIES])
{
	struct page_host *host;
	size_t n = 0;

	pthread_mutex_lock(&cache->lock);
	if ((host = page_cache_find(cache, host_key)) != NULL)
		for (size_t i = 0; i < host->n; i++) {
			struct page_reference *r = host->newest_first[i];

			if (r->at <= since)
				continue;
			r->n_users++;
			ret[n++] = r;
		}
	pthread_mutex_unlock(&cache->lock);
	return n;
}

void
page_reference_release(struct page_cache *cache, struct page_reference *r)
{
	if (r == NULL)
		return;
	pthread_mutex_lock(&cache->lock);
	page_cache_leave(r);
	pthread_mutex_unlock(&cache->lock);
}
