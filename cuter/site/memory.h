/*
 * memory.h -- what the pages of one site have shown so far: fingerprints of
 * blocks and of the places where they stand, how often and how lately they
 * were seen, and on how many pages they were text.
 *
 * A memory is bytes that somebody else keeps (cuter.h): 16 of head, then
 * entries of 16, their keys rising.  All numbers are little-endian.
 */
#ifndef CUTER_SITE_MEMORY_H
#define CUTER_SITE_MEMORY_H

#include "cuter/page.h"

struct site_entry {
	uint64_t key;  /* of a block's text or of a path; never 0 */
	uint16_t seen; /* pages */
	uint16_t text; /* pages on which it was text, as the page alone told */
	uint16_t born; /* the page on which it was seen first … */
	uint16_t day;  /* … and the day on which it was seen last */
};

struct site_memory {
	struct site_entry *entries; /* keys rising */
	uint32_t n;
	uint16_t pages;   /* that were learned from */
	uint16_t strange; /* the last so many looked like none before */
};

/* What one page shows; keys rising. */
struct site_sighting {
	uint64_t key;
	int64_t balance; /* bytes of it that were text, less the others */
};

struct site_seen {
	struct site_sighting *sightings;
	uint32_t n;
	bool is_strange; /* its text stands where no page had any */
};

/* memory.c.  Arena.  False for what is no memory: it comes from outside, in
 * the end, and is believed only where every number in it can be true. */
bool site_memory_read(struct arena *, struct slice, struct site_memory *ret);
/* NULL where it was never seen.  O(log n). */
const struct site_entry *site_memory_find(
    const struct site_memory *, uint64_t key);

/* seen.c: sightings to bytes and back; the writer sorts them. */
struct slice site_seen_write(struct arena *, struct site_seen *);
bool site_seen_read(struct arena *, struct slice, struct site_seen *ret);

/* apply.c.  scores[n_blocks]: of the trees; over 0 is text.  Changes those of
 * which the memory knows better, says in page->seen what this page shows, and
 * puts into omitted[n_blocks] which blocks the site repeats. */
void site_apply(
    struct page *, int32_t *scores, const bool *is_text, bool *omitted);

#endif
