/*
 * table.h -- hash table from bytes to a pointer.
 *
 * Keys are hashed with SipHash-1-3 under a seed of the process (getrandom),
 * since keys come from outside and an attacker could choose them to collide
 * (threats, 68).  Keys are borrowed: they must live as long as their entry.
 * Open addressing; get, put and remove are O(1) on average.
 */
#ifndef BASE_TABLE_H
#define BASE_TABLE_H

#include "base/slice.h"

struct table_slot;

struct table {
	struct table_slot *slots;
	size_t n_slots; /* a power of two, or 0 */
	size_t n_used;  /* live entries */
	size_t n_dead;
};

void table_init(struct table *);
void table_release(struct table *);
/* NULL where the key is not there. */
void *table_get(const struct table *, struct slice key);
/* Adds or replaces; 0, or ERR_MEMORY.  value may not be NULL. */
int table_put(struct table *, struct slice key, void *value);
/* The value that was there, or NULL. */
void *table_remove(struct table *, struct slice key);
/* Visits all entries in no order: start with *at = 0; false at the end.  No
 * put while visiting; remove of the visited key is allowed. */
bool table_next(const struct table *, size_t *at, struct slice *ret_key,
    void **ret_value);

/* SipHash-1-3 under the process's seed. */
uint64_t hash_bytes(struct slice);
/* FNV-1a 64, the same in every process: for hashes that are stored. */
uint64_t hash_stable(struct slice);

#endif
