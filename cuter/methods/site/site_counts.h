/*
 * site_counts.h -- counts how often keys occur on a site, and on how many
 * pages.
 *
 * A method that compares the pages of a site is called twice for each page:
 * first to learn (it takes no text), then to decide.
 */
#ifndef CUTER_METHODS_SITE_SITE_COUNTS_H
#define CUTER_METHODS_SITE_SITE_COUNTS_H

#include "cuter/page.h"

struct site_count {
	uint64_t key;   /* 0: free */
	uint32_t total; /* number of times the key was seen */
	uint32_t pages; /* number of pages on which the key was seen */
	uint32_t page;  /* number of the last of these pages */
	uint32_t now;   /* number of times on that page */
	double logs;    /* sum of n ln n over the parts of the count, which the
			   method defines */
};

/* site_counts_of_page() returns the site of the page; NULL if the page has
 * none. site_counts_is_learning() returns true until cuter_site_learned() is
 * called; false for NULL. site_counts_pages() returns the number of learned
 * pages. site_counts_begin_page() must be called before a page is learned. */
struct cuter_site *site_counts_of_page(const struct page *);
bool site_counts_is_learning(const struct cuter_site *);
uint32_t site_counts_pages(const struct cuter_site *);
void site_counts_begin_page(struct cuter_site *);

/* Returns the key of a text that follows the text with the key `before` (0: no
 * text before it). */
uint64_t site_counts_key(uint64_t before, struct slice text);
/* Returns the count of a key, and creates the count if it does not exist. After
 * the learning, it may only be called for a key that exists. The pointer is
 * valid until the next call. At the limit the function jumps to the page
 * arena's `exhausted` (ERR_LIMIT). */
struct site_count *site_counts_at(
    struct cuter_site *, const struct page *, uint64_t key);
/* Returns the count of a key, or NULL if the key was never seen. */
const struct site_count *site_counts_find(
    const struct cuter_site *, uint64_t key);
/* Adds one to the count of the key on the present page. */
void site_counts_add(const struct cuter_site *, struct site_count *);

/* The sample is a list of the keys of the words in all learned blocks. A 0 ends
 * each block. It has at most LIMIT_SITE_SAMPLE keys; further blocks are left
 * out. Keys are added to the open block, which site_counts_sample_end() ends.
 */
void site_counts_sample_key(struct cuter_site *, uint64_t key);
void site_counts_sample_end(struct cuter_site *);
/* Returns the keys of the sample. They are borrowed from the site. */
const uint64_t *site_counts_sample(const struct cuter_site *, size_t *ret_n);
/* A value that a method derives from all pages of the site; less than 0 before
 * it is set. */
double site_counts_value(const struct cuter_site *);
void site_counts_set_value(struct cuter_site *, double);

/* site_counts_log() returns n ln n. site_counts_entropy() returns the entropy
 * of parts whose sum is `total`, divided by the entropy of `equal` equal parts,
 * 0 to 1. logs: the sum of site_counts_log() of the parts. */
double site_counts_log(uint32_t n);
double site_counts_entropy(uint32_t total, double logs, uint32_t equal);

#endif
