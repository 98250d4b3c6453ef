/*
 * seen.c -- writes the observations of one page as bytes, and reads them. The
 * caller of the extractor passes the bytes on to cuter_memory_learn().
 *
 * The format: a byte of flags, then nine bytes for each observation: eight
 * bytes of its key, and a byte that is 1 if the block was text. Keys are sorted
 * and unique.
 */
#include <stdlib.h>

#include "base/limits.h"
#include "cuter/site/memory.h"

#define KEY_BYTES      8
#define OBSERVATION_BYTES (KEY_BYTES + 1)
#define FLAG_STRANGE   1

static int
seen_by_key(const void *a, const void *b)
{
	const struct site_observation *of_a = a, *of_b = b;

	return of_a->key < of_b->key ? -1 : of_a->key > of_b->key;
}

/* Sorts the observations. Observations with equal keys become one observation
 * with the sum of their balances. */
static void
seen_unite(struct site_seen *seen)
{
	uint32_t n = 0;

	qsort(seen->observations, seen->n, sizeof(*seen->observations),
	    seen_by_key);
	for (uint32_t i = 0; i < seen->n; i++) {
		struct site_observation *s = &seen->observations[i];

		if (n > 0 && seen->observations[n - 1].key == s->key)
			seen->observations[n - 1].balance += s->balance;
		else
			seen->observations[n++] = *s;
	}
	seen->n = n;
}

struct slice
site_seen_write(struct arena *arena, struct site_seen *seen)
{
	char *bytes, *p;

	seen_unite(seen);
	bytes = p = arena_alloc(arena, 1 + (size_t)seen->n * OBSERVATION_BYTES);
	*p++ = seen->is_strange ? FLAG_STRANGE : 0;
	for (uint32_t i = 0; i < seen->n; i++) {
		for (int k = 0; k < KEY_BYTES; k++)
			*p++ =
			    (char)(seen->observations[i].key >> (8 * k) & 0xFF);
		*p++ = seen->observations[i].balance > 0;
	}
	return (struct slice){ bytes, (size_t)(p - bytes) };
}

static uint64_t
seen_read_key(const char *p)
{
	uint64_t key = 0;

	for (int k = 0; k < KEY_BYTES; k++)
		key |= (uint64_t)(unsigned char)p[k] << (8 * k);
	return key;
}

bool
site_seen_read(struct arena *arena, struct slice bytes, struct site_seen *ret)
{
	struct site_seen seen = { 0 };
	const char *p = bytes.p;
	uint64_t before = 0;

	*ret = seen;
	if (bytes.len == 0 || (bytes.len - 1) % OBSERVATION_BYTES != 0 ||
	    (bytes.len - 1) / OBSERVATION_BYTES > LIMIT_SITE_SEEN ||
	    (unsigned char)*p > FLAG_STRANGE)
		return false;
	seen.is_strange = *p++ == FLAG_STRANGE;
	seen.n = (uint32_t)((bytes.len - 1) / OBSERVATION_BYTES);
	seen.observations =
	    arena_array(arena, seen.n + 1u, sizeof(*seen.observations));
	for (uint32_t i = 0; i < seen.n; i++, p += OBSERVATION_BYTES) {
		uint64_t key = seen_read_key(p);

		if (key <= before || (unsigned char)p[KEY_BYTES] > 1)
			return false;
		seen.observations[i] =
		    (struct site_observation){ key, p[KEY_BYTES] };
		before = key;
	}
	*ret = seen;
	return true;
}
