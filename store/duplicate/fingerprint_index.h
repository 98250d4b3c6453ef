/*
 * fingerprint_index.h -- internal to the module store: the fingerprint index,
 * which finds the articles that have a hash in common with a text and may be
 * the original of a near copy.
 *
 * The index is in memory because hashes are random: in a B-tree, each article
 * would touch as many pages as it has hashes.  It contains the newest articles
 * and is not authoritative: an article that it returns may have been withdrawn,
 * purged, revised or rolled back since.  The caller compares each result with
 * the database.
 *
 * The index has two ranges.  If the newer range is full, the older range is
 * dropped, and the newer range becomes the older one.  A slot has 8 bytes.  The
 * index needs at most 17 MiB, with 65 536 articles of eight hashes in each
 * range.
 */
#ifndef STORE_DUPLICATE_FINGERPRINT_INDEX_H
#define STORE_DUPLICATE_FINGERPRINT_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fingerprint_slot;

struct fingerprint_range {
	struct fingerprint_slot *slots;
	size_t n_slots; /* a power of two, or 0 */
	size_t n_used;
	int64_t *ids; /* ids of articles in the order of insertion */
	size_t n_ids, most_ids;
};

struct fingerprint_index {
	struct fingerprint_range now, before;
	/* Used only by the caller: */
	bool is_loaded;   /* the index was filled from the database */
	int64_t seen_seq; /* last change whose fingerprint was added */
};

void fingerprint_index_release(struct fingerprint_index *);
/* Adds an article with its hashes.  Each range of the index keeps at most
 * LIMIT_CLUSTER_SHARERS articles for a hash.  The oldest articles are kept, and
 * later articles are not added to the hash.  ERR_MEMORY: the article was not added.  O(n). */
int fingerprint_index_add(
    struct fingerprint_index *, int64_t id, const uint64_t *hashes, size_t n);
/* Writes the ids of at most `most` articles that have the hash, the older range
 * first, and returns their number.  O(1). */
size_t fingerprint_index_find(
    const struct fingerprint_index *, uint64_t hash, int64_t *ret, size_t most);

#endif
