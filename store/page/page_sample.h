/*
 * page_sample.h -- internal to store/: estimates how much two pages have in
 * common, without compressing one against the other.
 *
 * A sample is a list of hashes of some strings of 32 bytes.  The places of
 * these strings depend only on the bytes around them.  Two pages with equal
 * parts therefore have equal hashes, even if the bytes between these parts
 * differ (content defined sampling, as in Manber, "Finding Similar Files in a
 * Large File System", 1994).  Hashes are not stored.
 */
#ifndef STORE_PAGE_PAGE_SAMPLE_H
#define STORE_PAGE_PAGE_SAMPLE_H

#include "base/err.h"
#include "base/slice.h"

#define PAGE_SAMPLE_BITS (128 * 1024)

struct page_sample {
	uint32_t *hashes; /* owned; each below PAGE_SAMPLE_BITS */
	size_t n;
};
/* The hashes of a page as a set. */
struct page_sample_set {
	uint64_t bits[PAGE_SAMPLE_BITS / 64];
};

/* Samples a page of at most LIMIT_PAGE_DICTIONARY_BYTES.  Returns 0 or
 * ERR_MEMORY.  O(bytes), 0.3 ns a byte for most pages. */
int page_sample_take(struct slice raw, struct page_sample *ret, struct err *e);
void page_sample_release(struct page_sample *);
/* Adds the hashes of a page to the set.  O(hashes). */
void page_sample_put(struct page_sample_set *, const struct page_sample *);
/* Returns the share of the page's hashes that are in the set, 0 to 1. */
double page_sample_share(
    const struct page_sample_set *, const struct page_sample *);

#endif
