/*
 * frequency.h -- the number of articles that contain a stem, by language.
 *
 * The program has counts of common stems (frequency_base.c).  The store adds
 * counts of its own articles in a table of fixed size, which the daemon shares
 * with the workers.
 */
#ifndef ENRICH_FREQUENCY_H
#define ENRICH_FREQUENCY_H

#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

/* Returns the hash of a stem in a language; the same in each process, never
 * 0. */
uint32_t frequency_hash(const char *language, struct slice stem);

/* Counts of articles in a table without pointers, for shared memory.  The
 * owner writes and others read at the same time: each cell is one atomic
 * number.  A cell has 24 bits of the hash and the logarithm of the count.  A
 * stem that finds no free cell among the next FREQUENCY_PROBES is not
 * counted. */
#define FREQUENCY_CELLS     (1u << 20)
#define FREQUENCY_LANGUAGES 64
#define FREQUENCY_PROBES    16
struct frequency_table {
	uint32_t cells[FREQUENCY_CELLS]; /* 0: free */
	uint64_t n_changes; /* number of cells and totals that were written */
	struct {
		uint32_t language; /* two or three letters; 0: free */
		uint32_t articles;
	} totals[FREQUENCY_LANGUAGES];
};

/* Sets the count of a stem.  O(1). */
void frequency_table_set(
    struct frequency_table *, uint32_t hash, uint32_t articles);
/* Sets the number of articles of a language.  O(1). */
void frequency_table_set_total(
    struct frequency_table *, const char *language, uint32_t articles);
/* Returns n_changes.  O(1). */
uint64_t frequency_table_changes(const struct frequency_table *);

/* The base counts of one language, in rising order of the hash. */
struct frequency_base {
	const char *language;
	uint32_t articles;
	const uint32_t *rows; /* upper 24 bits of the hash, and the logarithm
				 of the count */
	size_t n;
};
extern const struct frequency_base frequency_bases[];
extern const size_t frequency_n_bases;

/* The counts of one language.  `table` may be NULL. */
struct frequencies {
	const struct frequency_base *base; /* NULL: none */
	const struct frequency_table *table;
	uint32_t articles; /* at least 1 */
	uint32_t articles_log2;
};
/* `language`: the code of a struct language.  Without base counts for it, the
 * number of articles begins with a constant. */
void frequencies_init(struct frequencies *, const char *language,
    const struct frequency_table *table);
/* Returns the approximate number of articles with the stem.  O(log stems). */
uint32_t frequencies_of(const struct frequencies *, uint32_t hash);
/* Loads the places of a stem in the tables into the processor's cache.  Has no
 * effect on a result. */
void frequencies_prefetch(const struct frequencies *, uint32_t hash);
/* Returns log2((articles + 1) / (n + 1)) in units of 1/256, for a stem that n
 * articles contain; n is at most the number of articles. */
uint32_t frequencies_inverse(const struct frequencies *, uint32_t n);

/* Returns log2(n) in units of 1/256, rounded down; 0 for n of 0. */
uint32_t frequency_log2(uint64_t n);

#endif
