/*
 * memory.h -- the memory of a site: fingerprints of blocks and of their places,
 * how often and when they were last seen, and on how many pages they were text.
 *
 * A memory is a byte string that the caller stores (cuter.h): a head of 16
 * bytes, then entries of 16 bytes, sorted by key.  All numbers are
 * little-endian.
 */
#ifndef CUTER_SITE_MEMORY_H
#define CUTER_SITE_MEMORY_H

#include "cuter/page.h"

struct site_entry {
	uint64_t key;  /* hash of a path, or of a block's path and text; never
			  0 */
	uint16_t seen; /* number of pages with the key */
	/* number of pages on which the block was text, as decided without the
	 * memory */
	uint16_t text;
	/* number of the page on which the key was first seen */
	uint16_t first_page;
	uint16_t day; /* day on which the key was last seen */
};

struct site_memory {
	struct site_entry *entries; /* sorted by key */
	uint32_t n;
	uint16_t pages; /* number of pages from which the memory has learned */
	uint16_t strange; /* length of the current run of unusual pages */
};

/* The observations of one page, sorted by key. */
struct site_observation {
	uint64_t key;
	int64_t balance; /* bytes of the blocks with this key: those that were
			    text, minus the others */
};

struct site_seen {
	struct site_observation *observations;
	uint32_t n;
	bool is_strange; /* most text of the page is in places that are not in
			    the memory */
};

/* memory.c: parses a site memory.  The result is in the arena.  Returns false
 * if the bytes are invalid.  All numbers are checked, because the bytes come
 * from a database that other programs can write. */
bool site_memory_read(struct arena *, struct slice, struct site_memory *ret);
/* Returns the entry of a key, NULL if there is none.  O(log n). */
const struct site_entry *site_memory_find(
    const struct site_memory *, uint64_t key);

/* seen.c: writes and reads a page's observations as bytes; the writer sorts
 * them. */
struct slice site_seen_write(struct arena *, struct site_seen *);
bool site_seen_read(struct arena *, struct slice, struct site_seen *ret);

/* apply.c: corrects scores[n_blocks] of the model (over 0: text) with the
 * memory, stores the observations of this page in page->seen, and sets
 * omitted[n_blocks] for blocks that the site repeats. */
void site_apply(
    struct page *, int32_t *scores, const bool *is_text, bool *omitted);

#endif
