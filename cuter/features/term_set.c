/*
 * term_set.c -- hash tables of terms.
 *
 * Cost: constant for each term: a term is looked up in at most MOST_PROBES
 * slots.  A term that finds no free slot there is ignored.  Texts with many
 * colliding terms are therefore read in linear time.
 */
#include "cuter/features/term_set.h"

#include "cuter/features/features.h"

#define FEWEST_SLOTS 64
#define MOST_SLOTS   32768 /* at most half of them are used */
#define MOST_PROBES  32

/* The lowest bit of a slot is set if its term was added at least twice. The
 * other bits are those of the term's hash. */
#define REPEATED UINT64_C(1)

struct term_slot {
	uint64_t hash; /* 0: the slot is free */
};

void
term_set_init(struct term_set *set, struct arena *arena, uint32_t words)
{
	set->n = 0;
	set->n_slots = FEWEST_SLOTS;
	while (set->n_slots < MOST_SLOTS && set->n_slots / 2 < words)
		set->n_slots *= 2;
	set->slots = arena_array(arena, set->n_slots, sizeof(*set->slots));
}

void
term_set_clear(struct term_set *set)
{
	memset(set->slots, 0, set->n_slots * sizeof(*set->slots));
	set->n = 0;
}

/* Returns the slot of a term, or the free slot in which the term belongs; NULL:
 * there is neither. */
static struct term_slot *
term_set_find(const struct term_set *set, uint64_t hash)
{
	uint32_t at;

	hash |= REPEATED;
	at = (uint32_t)(hash ^ hash >> 32);
	for (uint32_t i = 0; i < MOST_PROBES; i++) {
		struct term_slot *slot =
		    &set->slots[(at + i) & (set->n_slots - 1)];

		if (slot->hash == 0 || (slot->hash | REPEATED) == hash)
			return slot;
	}
	return NULL;
}

static void
term_set_add(void *arg, uint64_t hash)
{
	struct term_set *set = arg;
	struct term_slot *slot = term_set_find(set, hash);

	if (slot == NULL || (hash & ~REPEATED) == 0)
		return;
	if (slot->hash != 0) {
		slot->hash |= REPEATED;
	} else if (set->n < set->n_slots / 2) {
		slot->hash = hash & ~REPEATED;
		set->n++;
	}
}

void
term_set_read(struct term_set *set, struct slice text, size_t least_bytes)
{
	words_visit_terms(text, least_bytes, term_set_add, set);
}

double
term_set_share(const struct term_set *set, const struct term_set *other,
    uint32_t *ret_repeated)
{
	uint32_t n = 0, common = 0;

	for (uint32_t i = 0; i < set->n_slots; i++) {
		const struct term_slot *slot = &set->slots[i], *found;

		if (!(slot->hash & REPEATED))
			continue;
		n++;
		found = term_set_find(other, slot->hash);
		common += found != NULL && found->hash != 0;
	}
	*ret_repeated = n;
	return n > 0 ? (double)common / n : 0;
}
