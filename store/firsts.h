/*
 * firsts.h -- inside the room: which articles have a hash in common with a
 * text, of those that a near copy may be of.
 *
 * In memory, since hashes are random: in a B-tree each article would touch as
 * many pages as it has hashes.  It holds the newest, and is no record of
 * anything: an article that it names may have been withdrawn, purged, revised
 * or rolled back since, so what it names is compared with what is kept.
 *
 * Two ranges; where the newer is full it becomes the older, which goes.  8
 * bytes a slot, at most 17 MiB with 65 536 articles of eight hashes in each.
 */
#ifndef STORE_FIRSTS_H
#define STORE_FIRSTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct firsts_slot;

struct firsts_range {
	struct firsts_slot *slots;
	size_t n_slots; /* a power of two, or 0 */
	size_t n_used;
	int64_t *ids; /* of articles, as they came */
	size_t n_ids, most_ids;
};

struct firsts {
	struct firsts_range now, before;
	bool is_loaded; /* the caller's */
};

void firsts_release(struct firsts *);
/* An article that is found by these hashes hereafter.  Of those that have a
 * hash the oldest LIMIT_CLUSTER_SHARERS of a range are, whoever comes later:
 * nobody can push them out.  ERR_MEMORY, and then it is not found by all of
 * them.  O(n). */
int firsts_add(
    struct firsts *, int64_t id, const uint64_t *hashes, size_t n);
/* Ids of articles that have the hash, at most `most`, the older range first;
 * returns how many.  O(1). */
size_t firsts_find(
    const struct firsts *, uint64_t hash, int64_t *ret, size_t most);

#endif
