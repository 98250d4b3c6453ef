/*
 * table.c -- a hash table from bytes to a pointer, with linear probing.
 *
 * The hash is SipHash-1-3 (Aumasson, Bernstein, "SipHash: a fast short-input
 * PRF", 2012) with a random seed per process.  Each slot stores its hash: keys
 * are compared only if the hashes are equal, and growing does not hash the keys
 * again.
 */
#include "base/table.h"

#include <sys/random.h>

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"

#define TABLE_FIRST_SLOTS 16

/* If `value` is NULL, the slot is free (key.p is NULL) or its entry was deleted
 * (key.p is not NULL). */
struct table_slot {
	uint64_t hash;
	struct slice key;
	void *value;
};

static const char slot_deleted[1];

/* ---- hashes ---- */

static uint64_t hash_seed[2];
static pthread_once_t hash_once = PTHREAD_ONCE_INIT;

/* At early boot, before the kernel has entropy, the seed is weak. */
static void
table_draw_seed(void)
{
	uint64_t now;

	if (getrandom(hash_seed, sizeof(hash_seed), GRND_NONBLOCK) ==
	    (ssize_t)sizeof(hash_seed))
		return;
	now = (uint64_t)clock_monotonic_ns();
	hash_seed[0] = now ^ ((uint64_t)getpid() << 32);
	hash_seed[1] = (uint64_t)(uintptr_t)&now ^ now << 32;
}

static inline uint64_t
table_rotate(uint64_t x, int by)
{
	return x << by | x >> (64 - by);
}

static inline void
table_sip_round(uint64_t v[4])
{
	v[0] += v[1];
	v[1] = table_rotate(v[1], 13) ^ v[0];
	v[0] = table_rotate(v[0], 32);
	v[2] += v[3];
	v[3] = table_rotate(v[3], 16) ^ v[2];
	v[0] += v[3];
	v[3] = table_rotate(v[3], 21) ^ v[0];
	v[2] += v[1];
	v[1] = table_rotate(v[1], 17) ^ v[2];
	v[2] = table_rotate(v[2], 32);
}

static inline uint64_t
table_read_word(const char *p)
{
	uint64_t word;

	memcpy(&word, p,
	    sizeof(word)); /* the byte order does not matter for a hash */
	return word;
}

static inline uint64_t
table_sip_hash(struct slice s, const uint64_t seed[2])
{
	uint64_t v[4] = { seed[0] ^ 0x736f6d6570736575u,
		seed[1] ^ 0x646f72616e646f6du, seed[0] ^ 0x6c7967656e657261u,
		seed[1] ^ 0x7465646279746573u };
	uint64_t tail = (uint64_t)s.len << 56;
	size_t i;

	for (i = 0; i + 8 <= s.len; i += 8) {
		uint64_t word = table_read_word(s.p + i);

		v[3] ^= word;
		table_sip_round(v);
		v[0] ^= word;
	}
	for (int shift = 0; i < s.len; i++, shift += 8)
		tail |= (uint64_t)(unsigned char)s.p[i] << shift;
	v[3] ^= tail;
	table_sip_round(v);
	v[0] ^= tail;
	v[2] ^= 0xff;
	table_sip_round(v);
	table_sip_round(v);
	table_sip_round(v);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}

uint64_t
hash_bytes(struct slice s)
{
	pthread_once(&hash_once, table_draw_seed);
	return table_sip_hash(s, hash_seed);
}

uint64_t
hash_stable(struct slice s)
{
	uint64_t hash = HASH_STABLE_EMPTY;

	for (size_t i = 0; i < s.len; i++)
		hash = hash_stable_add(hash, s.p[i]);
	return hash;
}

/* ---- table ---- */

void
table_init(struct table *t)
{
	*t = (struct table){ 0 };
}

void
table_release(struct table *t)
{
	free(t->slots);
	table_init(t);
}

/* Returns the slot of `key`.  If the key is not in the table, returns the slot
 * in which to insert it: the first deleted slot of the probe sequence, else the
 * free slot at its end.  Needs n_slots > 0 and at least one free slot. */
static struct table_slot *
table_find_slot(const struct table *t, struct slice key, uint64_t hash)
{
	size_t mask = t->n_slots - 1, at = hash & mask;
	struct table_slot *dead = NULL;

	for (;; at = (at + 1) & mask) {
		struct table_slot *slot = &t->slots[at];

		if (slot->value == NULL) {
			if (slot->key.p == NULL)
				return dead ? dead : slot;
			if (dead == NULL)
				dead = slot;
		} else if (slot->hash == hash && slice_equal(slot->key, key)) {
			return slot;
		}
	}
}

void *
table_get(const struct table *t, struct slice key)
{
	if (t->n_used == 0)
		return NULL;
	return table_find_slot(t, key, hash_bytes(key))->value;
}

static int
table_resize(struct table *t, size_t n_slots)
{
	struct table_slot *old = t->slots;
	size_t n_old = t->n_slots, mask = n_slots - 1;
	struct table_slot *slots = calloc(n_slots, sizeof(*slots));

	if (slots == NULL)
		return ERR_MEMORY;
	for (size_t i = 0; i < n_old; i++) {
		size_t at = old[i].hash & mask;

		if (old[i].value == NULL)
			continue;
		while (slots[at].value != NULL)
			at = (at + 1) & mask;
		slots[at] = old[i];
	}
	t->slots = slots;
	t->n_slots = n_slots;
	t->n_dead = 0;
	free(old);
	return 0;
}

/* Keeps a quarter of the slots free; removes deleted slots when they fill the
 * table. */
static int
table_reserve(struct table *t)
{
	size_t n_slots = t->n_slots > 0 ? t->n_slots : TABLE_FIRST_SLOTS;

	if (t->n_slots > 0 && t->n_used + t->n_dead + 1 <= t->n_slots / 4 * 3)
		return 0;
	while (t->n_used + 1 > n_slots / 2)
		if (__builtin_mul_overflow(n_slots, 2, &n_slots))
			return ERR_MEMORY;
	return table_resize(t, n_slots);
}

int
table_put(struct table *t, struct slice key, void *value)
{
	uint64_t hash = hash_bytes(key);
	struct table_slot *slot;

	assert(value != NULL);
	if (table_reserve(t) != 0)
		return ERR_MEMORY;
	slot = table_find_slot(t, key, hash);
	if (slot->value == NULL) {
		if (slot->key.p != NULL)
			t->n_dead--;
		t->n_used++;
	}
	*slot = (struct table_slot){ hash, key, value };
	return 0;
}

void *
table_remove(struct table *t, struct slice key)
{
	struct table_slot *slot;
	void *value;

	if (t->n_used == 0)
		return NULL;
	slot = table_find_slot(t, key, hash_bytes(key));
	value = slot->value;
	if (value == NULL)
		return NULL;
	*slot = (struct table_slot){ 0, { slot_deleted, 0 }, NULL };
	t->n_used--;
	t->n_dead++;
	return value;
}

bool
table_next(
    const struct table *t, size_t *at, struct slice *ret_key, void **ret_value)
{
	for (; *at < t->n_slots; (*at)++) {
		const struct table_slot *slot = &t->slots[*at];

		if (slot->value == NULL)
			continue;
		*ret_key = slot->key;
		*ret_value = slot->value;
		(*at)++;
		return true;
	}
	return false;
}
