/*
 * fingerprint_index.c -- the fingerprint index: finds articles by the hashes of
 * their texts, in memory.
 *
 * The index is a hash table with open addressing.  A slot contains 32 bits of
 * the SipHash of a hash, and the index of the article's id.  Two hashes with
 * the same 32 bits (probability 2^-32) are distinguished when the caller
 * compares the texts.  SipHash uses the random key of the process, so that an
 * attacker cannot construct texts whose hashes are in adjacent slots.
 */
#include "store/duplicate/fingerprint_index.h"

#include <stdlib.h>

#include "base/err.h"
#include "base/limits.h"
#include "base/table.h"

#define SLOTS_MIN 1024 /* 8 KiB: most databases have few articles */
#define IDS_MIN   128

struct fingerprint_slot {
	uint32_t tag;
	uint32_t id_number; /* index in ids plus 1; 0: free */
};

static void
fingerprint_index_release_range(struct fingerprint_range *r)
{
	free(r->slots);
	free(r->ids);
	*r = (struct fingerprint_range){ .n_slots = 0 };
}

void
fingerprint_index_release(struct fingerprint_index *f)
{
	fingerprint_index_release_range(&f->now);
	fingerprint_index_release_range(&f->before);
	f->is_loaded = false;
}

static uint32_t
fingerprint_index_tag_of(uint64_t hash)
{
	struct slice bytes = { (const char *)&hash, sizeof(hash) };

	return (uint32_t)(hash_bytes(bytes) >> 32);
}

static void
fingerprint_index_put(struct fingerprint_range *r, struct fingerprint_slot slot)
{
	size_t mask = r->n_slots - 1, at = slot.tag & mask;

	while (r->slots[at].id_number != 0)
		at = (at + 1) & mask;
	r->slots[at] = slot;
	r->n_used++;
}

/* Makes the table so large that at least half of its slots are free after n
 * more slots were used. */
static int
fingerprint_index_reserve(struct fingerprint_range *r, size_t n)
{
	size_t n_slots = r->n_slots > 0 ? r->n_slots : SLOTS_MIN;
	struct fingerprint_range larger = {
		.ids = r->ids, .n_ids = r->n_ids, .most_ids = r->most_ids
	};

	while (n_slots < 2 * (r->n_used + n))
		n_slots *= 2;
	if (n_slots == r->n_slots)
		return 0;
	if ((larger.slots = calloc(n_slots, sizeof(*larger.slots))) == NULL)
		return ERR_MEMORY;
	larger.n_slots = n_slots;
	for (size_t i = 0; i < r->n_slots; i++)
		if (r->slots[i].id_number != 0)
			fingerprint_index_put(&larger, r->slots[i]);
	free(r->slots);
	*r = larger;
	return 0;
}

static int
fingerprint_index_add_id(struct fingerprint_range *r, int64_t id)
{
	size_t most = r->most_ids > 0 ? 2 * r->most_ids : IDS_MIN;
	int64_t *ids;

	if (r->n_ids == r->most_ids) {
		ids = reallocarray(r->ids, most, sizeof(*ids));
		if (ids == NULL)
			return ERR_MEMORY;
		r->ids = ids;
		r->most_ids = most;
	}
	r->ids[r->n_ids++] = id;
	return 0;
}

static size_t
fingerprint_index_find_in(
    const struct fingerprint_range *r, uint32_t tag, int64_t *ret, size_t most)
{
	size_t mask = r->n_slots - 1, n = 0;

	if (r->n_slots == 0)
		return 0;
	for (size_t at = tag & mask; r->slots[at].id_number != 0 && n < most;
	     at = (at + 1) & mask)
		if (r->slots[at].tag == tag)
			ret[n++] = r->ids[r->slots[at].id_number - 1];
	return n;
}

/* Reports whether a slot must be added.  If an article is added again with
 * other hashes, some of its hashes are already there. */
static bool
fingerprint_index_is_wanted(
    const struct fingerprint_range *r, uint32_t tag, int64_t id)
{
	int64_t sharers[LIMIT_CLUSTER_SHARERS];
	size_t n =
	    fingerprint_index_find_in(r, tag, sharers, LIMIT_CLUSTER_SHARERS);

	for (size_t i = 0; i < n; i++)
		if (sharers[i] == id)
			return false;
	return n < LIMIT_CLUSTER_SHARERS;
}

int
fingerprint_index_add(
    struct fingerprint_index *f, int64_t id, const uint64_t *hashes, size_t n)
{
	struct fingerprint_range *r = &f->now;

	if (r->n_ids >= LIMIT_FINGERPRINT_INDEX) {
		fingerprint_index_release_range(&f->before);
		f->before = *r;
		*r = (struct fingerprint_range){ .n_slots = 0 };
	}
	if (fingerprint_index_reserve(r, n) != 0 ||
	    fingerprint_index_add_id(r, id) != 0)
		return ERR_MEMORY;
	for (size_t i = 0; i < n; i++) {
		uint32_t tag = fingerprint_index_tag_of(hashes[i]);

		if (fingerprint_index_is_wanted(r, tag, id))
			fingerprint_index_put(r, (struct fingerprint_slot){
						     tag, (uint32_t)r->n_ids });
	}
	return 0;
}

size_t
fingerprint_index_find(
    const struct fingerprint_index *f, uint64_t hash, int64_t *ret, size_t most)
{
	uint32_t tag = fingerprint_index_tag_of(hash);
	size_t n = fingerprint_index_find_in(&f->before, tag, ret, most);

	return n + fingerprint_index_find_in(&f->now, tag, ret + n, most - n);
}
