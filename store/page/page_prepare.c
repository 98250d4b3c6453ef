/*
 * page_prepare.c -- compresses a page against the dictionaries of its host.
 *
 * Normal course: the page has much in common with a dictionary (page_sample.h)
 * and is compressed with this dictionary.  Otherwise the page becomes a
 * dictionary: later pages of the host may refer to it at once, before its row
 * is stored.  The first stored page that refers to a dictionary also stores the
 * row of the dictionary.  Pages without a host, and pages that are shorter than
 * LIMIT_PAGE_DICTIONARY_LEAST or longer than LIMIT_PAGE_DICTIONARY_BYTES, are
 * compressed alone.
 */
#include "store/page/page_prepare.h"

#include <stdlib.h>
#include <string.h>

/* A dictionary is tried only if it contains at least this share of the page's
 * sample.  With this share the compressed page has 0.7 to 0.95 of its size
 * without a dictionary. */
#define PAGE_SHARE_LEAST 0.1
/* Maximum ratio of the size with a dictionary to the size without a dictionary.
 * If the ratio is higher, a new dictionary is made. */
#define PAGE_GAIN 0.8

static void
page_prepare_free(struct slice *owned)
{
	free((char *)(uintptr_t)owned->p);
	*owned = SLICE_NONE;
}

void
page_dictionaries_release(struct page_dictionaries *all)
{
	for (size_t i = 0; i < all->n; i++)
		page_prepare_free(&all->of[i].packed);
	all->n = 0;
}

void
page_prepared_release(struct page_cache *cache, struct page_prepared *p)
{
	page_prepare_free(&p->packed);
	token_list_release(&p->tokens);
	page_reference_release(cache, p->reference);
	*p = (struct page_prepared){ 0 };
}

/* ---- the cache ---- */

/* Adds a stored dictionary to the cache.  A damaged dictionary is left out,
 * because no other page may be compressed with it. */
static int
page_prepare_add_stored(struct page_cache *cache, struct page_zstd *zstd,
    struct slice host_key, const struct page_stored_dictionary *d,
    struct err *e)
{
	struct page_reference *reference, new = { .id = d->id, .at = d->at };
	struct page_sample sample = { 0 };
	char *raw = NULL, *packed = malloc(d->packed.len);
	int rc;

	if (packed == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a dictionary");
	memcpy(packed, d->packed.p, d->packed.len);
	rc = page_zstd_inflate(zstd, d->packed, d->bytes, SLICE_NONE, &raw, e);
	if (rc == 0) {
		new.raw = (struct slice){ raw, (size_t)d->bytes };
		new.packed = (struct slice){ packed, d->packed.len };
		rc = page_sample_take(new.raw, &sample, e);
	}
	if (rc == 0)
		rc = page_cache_add(
		    cache, host_key, &new, &sample, &reference, e);
	page_sample_release(&sample);
	if (rc == 0) {
		page_reference_release(cache, reference);
		return 0;
	}
	free(raw);
	free(packed);
	return rc == ERR_DATABASE ? 0 : rc;
}

static int
page_prepare_fill_cache(struct page_cache *cache, struct page_zstd *zstd,
    const struct page_source *page, struct err *e)
{
	int rc = 0;

	if (page_cache_has(cache, page->host_key))
		return 0;
	page_cache_add_host(cache, page->host_key);
	if (page->stored == NULL)
		return 0;
	for (size_t i = page->stored->n; i > 0 && rc == 0; i--)
		rc = page_prepare_add_stored(
		    cache, zstd, page->host_key, &page->stored->of[i - 1], e);
	return rc;
}

/* ---- compression ---- */

/* Compresses with a dictionary.  ret->packed stays absent if the result is not
 * small enough (PAGE_GAIN).  The size without a dictionary is estimated from
 * the compression ratio of the dictionary itself. */
static int
page_prepare_try(struct page_zstd *zstd, struct slice raw,
    struct page_reference *reference, struct page_prepared *ret, struct err *e)
{
	double alone = (double)raw.len * (double)reference->packed.len /
		       (double)(reference->raw.len + 1);
	struct slice packed;
	int rc = page_zstd_deflate(zstd, raw, reference->raw, &packed, e);

	if (rc != 0)
		return rc;
	if ((double)packed.len > PAGE_GAIN * alone) {
		page_prepare_free(&packed);
		return 0;
	}
	ret->packed = packed;
	ret->reference = reference;
	return 0;
}

/* Tries the dictionaries that are newer than *newest (NULL: all).  The
 * dictionary that has most in common with the page is tried first.  Sets
 * *newest to the newest dictionary, for the next call.  The caller must not
 * read through this pointer, because the dictionary may have been freed. */
static int
page_prepare_try_all(struct page_cache *cache, struct page_zstd *zstd,
    const struct page_source *page, const struct page_sample *sample,
    const void **newest, struct page_prepared *ret, struct err *e)
{
	struct page_reference *all[LIMIT_PAGE_DICTIONARIES];
	double shares[LIMIT_PAGE_DICTIONARIES];
	size_t n = page_cache_get(
	    cache, page->host_key, page->now - LIMIT_PAGE_DICTIONARY_S, all);
	size_t n_new = 0;
	int rc = 0;

	while (n_new < n && all[n_new] != *newest) {
		shares[n_new] = page_sample_share(all[n_new]->sample, sample);
		n_new++;
	}
	if (n > 0)
		*newest = all[0];
	for (size_t turn = 0; turn < n_new && rc == 0; turn++) {
		size_t best = 0;

		for (size_t i = 1; i < n_new; i++)
			if (shares[i] > shares[best])
				best = i;
		if (ret->packed.p != NULL || shares[best] < PAGE_SHARE_LEAST)
			break;
		rc = page_prepare_try(zstd, page->raw, all[best], ret, e);
		shares[best] = 0;
	}
	for (size_t i = 0; i < n; i++)
		if (all[i] != ret->reference)
			page_reference_release(cache, all[i]);
	return rc;
}

/* Makes the page a dictionary; `packed` is the page without a dictionary. */
static int
page_prepare_new(struct page_cache *cache, const struct page_source *page,
    const struct page_sample *sample, struct slice packed,
    struct page_prepared *ret, struct err *e)
{
	char *copy = malloc(page->raw.len);
	const struct page_reference new = { .at = page->now,
		.raw = { copy, page->raw.len },
		.packed = packed };
	int rc;

	if (copy == NULL)
		return err_set(e, ERR_MEMORY, "no memory for a dictionary");
	memcpy(copy, page->raw.p, page->raw.len);
	if ((rc = page_zstd_same(page->raw.len, &ret->packed, e)) != 0 ||
	    (rc = page_cache_add(
		 cache, page->host_key, &new, sample, &ret->reference, e)) != 0)
		free(copy);
	return rc;
}

static int
page_prepare_with_dictionary(struct page_cache *cache, struct page_zstd *zstd,
    const struct page_source *page, struct page_prepared *ret, struct err *e)
{
	struct page_sample sample;
	struct slice alone = SLICE_NONE;
	const void *newest = NULL;
	int rc = page_sample_take(page->raw, &sample, e);

	if (rc == 0)
		rc = page_prepare_fill_cache(cache, zstd, page, e);
	if (rc == 0)
		rc = page_prepare_try_all(
		    cache, zstd, page, &sample, &newest, ret, e);
	if (rc == 0 && ret->packed.p == NULL)
		rc = page_zstd_deflate(zstd, page->raw, SLICE_NONE, &alone, e);
	/* Another thread may have made a dictionary of a page of the same
	 * layout meanwhile. */
	if (rc == 0 && ret->packed.p == NULL)
		rc = page_prepare_try_all(
		    cache, zstd, page, &sample, &newest, ret, e);
	if (rc == 0 && ret->packed.p == NULL &&
	    (rc = page_prepare_new(cache, page, &sample, alone, ret, e)) == 0)
		alone = SLICE_NONE;
	page_prepare_free(&alone);
	page_sample_release(&sample);
	return rc;
}

/* The language may be stated by a feed, which is not known here. */
static bool
page_prepare_may_be_english(struct slice language)
{
	return language.len == 0 || slice_starts_nocase(language, SLICE("en"));
}

int
page_prepare(struct page_cache *cache, struct page_zstd *zstd,
    const struct page_source *page, struct page_prepared *ret, struct err *e)
{
	int rc = 0;

	*ret = (struct page_prepared){ .bytes = (int64_t)page->raw.len };
	ret->text = page->text;
	sketch_of(page->text, &ret->sketch);
	if (page->makes_tokens)
		token_list_make(page->text,
		    page_prepare_may_be_english(page->language), &ret->tokens);
	if (page->raw.len == 0 || page->raw.len > LIMIT_RAW_BYTES)
		return 0;
	if (page->host_key.len > 0 &&
	    page->raw.len >= LIMIT_PAGE_DICTIONARY_LEAST &&
	    page->raw.len <= LIMIT_PAGE_DICTIONARY_BYTES)
		rc = page_prepare_with_dictionary(cache, zstd, page, ret, e);
	else
		rc = page_zstd_deflate(
		    zstd, page->raw, SLICE_NONE, &ret->packed, e);
	return rc;
}
