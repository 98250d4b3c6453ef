/*
 * firsts.c -- articles by the hashes of their texts, in memory.
 *
 * Open addressing.  A slot has half of the hash's SipHash and the place of the
 * article's id: what is another hash and has the same half (one in 2^32) is
 * found out when the texts are compared.  Under the process's seed, so that
 * nobody can write texts whose hashes lie in one run of slots.
 */
#include "store/firsts.h"

#include <stdlib.h>

#include "base/err.h"
#include "base/table.h"
#include "config/limits.h"

#define SLOTS_MIN 1024 /* 8 KiB: most databases have few articles */
#define IDS_MIN   128

struct firsts_slot {
	uint32_t tag;
	uint32_t who; /* place in ids, from 1; 0: free */
};

static void
firsts_release_range(struct firsts_range *r)
{
	free(r->slots);
	free(r->ids);
	*r = (struct firsts_range){ .n_slots = 0 };
}

void
firsts_release(struct firsts *f)
{
	firsts_release_range(&f->now);
	firsts_release_range(&f->before);
	f->is_loaded = false;
}

static uint32_t
firsts_tag_of(uint64_t hash)
{
	struct slice bytes = { (const char *)&hash, sizeof(hash) };

	return (uint32_t)(hash_bytes(bytes) >> 32);
}

static void
firsts_put(struct firsts_range *r, struct firsts_slot slot)
{
	size_t mask = r->n_slots - 1, at = slot.tag & mask;

	while (r->slots[at].who != 0)
		at = (at + 1) & mask;
	r->slots[at] = slot;
	r->n_used++;
}

/* Room for n more, and half of all free. */
static int
firsts_make_room(struct firsts_range *r, size_t n)
{
	size_t n_slots = r->n_slots > 0 ? r->n_slots : SLOTS_MIN;
	struct firsts_range larger = {
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
		if (r->slots[i].who != 0)
			firsts_put(&larger, r->slots[i]);
	free(r->slots);
	*r = larger;
	return 0;
}

static int
firsts_add_id(struct firsts_range *r, int64_t id)
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
firsts_find_in(
    const struct firsts_range *r, uint32_t tag, int64_t *ret, size_t most)
{
	size_t mask = r->n_slots - 1, n = 0;

	if (r->n_slots == 0)
		return 0;
	for (size_t at = tag & mask; r->slots[at].who != 0 && n < most;
	     at = (at + 1) & mask)
		if (r->slots[at].tag == tag)
			ret[n++] = r->ids[r->slots[at].who - 1];
	return n;
}

/* An article that has come again with other hashes has some of them. */
static bool
firsts_may_join(const struct firsts_range *r, uint32_t tag, int64_t id)
{
	int64_t sharers[LIMIT_CLUSTER_SHARERS];
	size_t n = firsts_find_in(r, tag, sharers, LIMIT_CLUSTER_SHARERS);

	for (size_t i = 0; i < n; i++)
		if (sharers[i] == id)
			return false;
	return n < LIMIT_CLUSTER_SHARERS;
}

int
firsts_add(struct firsts *f, int64_t id, const uint64_t *hashes, size_t n)
{
	struct firsts_range *r = &f->now;

	if (r->n_ids >= LIMIT_CLUSTER_FIRSTS) {
		firsts_release_range(&f->before);
		f->before = *r;
		*r = (struct firsts_range){ .n_slots = 0 };
	}
	if (firsts_make_room(r, n) != 0 || firsts_add_id(r, id) != 0)
		return ERR_MEMORY;
	for (size_t i = 0; i < n; i++) {
		uint32_t tag = firsts_tag_of(hashes[i]);

		if (firsts_may_join(r, tag, id))
			firsts_put(
			    r, (struct firsts_slot){ tag, (uint32_t)r->n_ids });
	}
	return 0;
}

size_t
firsts_find(const struct firsts *f, uint64_t hash, int64_t *ret, size_t most)
{
	uint32_t tag = firsts_tag_of(hash);
	size_t n = firsts_find_in(&f->before, tag, ret, most);

	return n + firsts_find_in(&f->now, tag, ret + n, most - n);
}
