/*
 * table.h -- a hash table from bytes to a pointer.
 *
 * Keys come from outside, and an attacker could choose keys that collide.  Keys
 * are therefore hashed with SipHash-1-3 and a random seed per process
 * (getrandom).  Keys are borrowed: they must live as long as their entry.  Open
 * addressing; get, put and remove are O(1) on average.
 */
#ifndef BASE_TABLE_H
#define BASE_TABLE_H

#include "base/slice.h"

struct table_slot;

struct table {
	struct table_slot *slots;
	size_t n_slots; /* a power of two, or 0 */
	size_t n_used;  /* entries */
	size_t n_dead;  /* slots of removed entries, which are not free */
};

/* Makes an empty table.  Allocates no memory. */
void table_init(struct table *);
/* Frees the table.  The values belong to the caller. */
void table_release(struct table *);
/* Returns the value, NULL if the key is not in the table.  O(length of the
 * key). */
void *table_get(const struct table *, struct slice key);
/* Adds or replaces an entry. `value` must not be NULL. Returns 0 or ERR_MEMORY.
 */
int table_put(struct table *, struct slice key, void *value);
/* Removes an entry; returns its value, NULL if the key is not in the table. */
void *table_remove(struct table *, struct slice key);
/* Iterates over all entries in no particular order.  Start with *at = 0.
 * Returns false at the end.  During the iteration, table_put() is not allowed,
 * but removing the current key is allowed. */
bool table_next(
    const struct table *, size_t *at, struct slice *ret_key, void **ret_value);

/* Returns the SipHash-1-3 of the bytes, with the seed of this process. */
uint64_t hash_bytes(struct slice);
/* Returns the FNV-1a hash of the bytes, 64 bits. It is the same in every
 * process, so it is suited for hashes that are stored. */
uint64_t hash_stable(struct slice);
/* The hash_stable() of a text with no bytes, and of a text with one byte more
 * than the text with the given hash. */
#define HASH_STABLE_EMPTY 0xcbf29ce484222325u
static inline uint64_t
hash_stable_add(uint64_t hash, char byte)
{
	return (hash ^ (unsigned char)byte) * 0x100000001b3u;
}

#endif
