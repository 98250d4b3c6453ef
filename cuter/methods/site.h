/*
 * site.h -- what several pages of one site say together: how often something
 * was seen, and on how many pages.
 *
 * A site's methods are called twice for each page: first to learn (nothing is
 * chosen), then to judge.
 */
#ifndef CUTER_METHODS_SITE_H
#define CUTER_METHODS_SITE_H

#include "cuter/page.h"

struct count {
	uint64_t key;   /* 0: free */
	uint32_t total; /* times it was seen … */
	uint32_t pages; /* … and on so many pages, */
	uint32_t page;  /* of which this was the last, … */
	uint32_t now;   /* … where it was seen so often */
	double logs; /* sum of n ln n over its parts; the method says which */
};

/* The site of the page, and whether it is still learning; NULL where the page
 * stands alone.  The first call for a page in learning begins that page. */
struct cuter_site *site_of(const struct page *);
bool site_is_learning(const struct cuter_site *);
uint32_t site_pages(const struct cuter_site *);
void site_begin_page(struct cuter_site *);

/* A key of two: of a text under a key before it, 0 for none. */
uint64_t site_key(uint64_t before, struct slice text);
/* The count under a key, made where there is none; in learning only.  Leaves by
 * the page's jump (ERR_LIMIT) at the cap.  Valid until the next call. */
struct count *site_count(
    struct cuter_site *, const struct page *, uint64_t key);
/* NULL where it was never seen. */
const struct count *site_find(const struct cuter_site *, uint64_t key);
/* One more time, on this page. */
void site_see(const struct cuter_site *, struct count *);

/* n ln n, and the entropy, 0 .. 1, of parts that sum up to total, from the sum
 * of their n ln n; in units of the entropy of `equal` equal parts. */
double site_log(uint32_t n);
double site_entropy(uint32_t total, double logs, uint32_t equal);

#endif
