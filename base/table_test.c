/*
 * table_test.c -- random operations on a hash table, compared with an array.
 */
#include <stdlib.h>

#include "base/table.h"
#include "tests/lib/tap.h"

#define N_KEYS 5000

static char keys[N_KEYS][12];
static int values[2][N_KEYS];

static struct slice
table_test_key_of(size_t i)
{
	return slice_of(keys[i]);
}

static void
table_test_basics(void)
{
	struct table t;
	int a, b;

	table_init(&t);
	ok(table_get(&t, SLICE("x")) == NULL, "an empty table has no entries");
	ok(table_remove(&t, SLICE("x")) == NULL,
	    "removing an absent key returns NULL");
	is_int(table_put(&t, SLICE("x"), &a), 0, "table_put() adds a key");
	ok(table_get(&t, SLICE("x")) == &a,
	    "table_get() finds the value of a key");
	is_int(table_put(&t, SLICE("x"), &b), 0,
	    "table_put() accepts a key that exists");
	ok(table_get(&t, SLICE("x")) == &b,
	    "a second table_put() replaces the value");
	is_int((int64_t)t.n_used, 1, "a replaced key counts once");
	is_int(table_put(&t, SLICE(""), &a), 0,
	    "table_put() accepts an empty key");
	is_int(table_put(&t, SLICE("a\0b"), &b), 0, "a key with a NUL");
	ok(table_get(&t, SLICE("")) == &a,
	    "the value of the empty key is found");
	ok(table_get(&t, SLICE_NONE) == &a,
	    "the absent key is equal to the empty key");
	ok(table_get(&t, SLICE("a\0b")) == &b,
	    "a key with the same bytes is found");
	ok(table_get(&t, SLICE("a\0c")) == NULL,
	    "the prefix of a key with a NUL is another key");
	ok(table_remove(&t, SLICE("x")) == &b,
	    "table_remove() returns the value");
	ok(table_get(&t, SLICE("x")) == NULL, "a removed key is not found");
	table_release(&t);
}

/* Tests that a removed key with p == NULL does not look like a free slot. */
static void
table_test_absent_key(void)
{
	struct table t;
	int a;

	table_init(&t);
	table_put(&t, SLICE_NONE, &a);
	ok(table_get(&t, SLICE("")) == &a, "an absent key is the empty key");
	ok(table_remove(&t, SLICE_NONE) == &a, "the empty key is removed");
	ok(table_get(&t, SLICE("")) == NULL,
	    "the removed empty key is not found");
	is_int((int64_t)t.n_used, 0,
	    "the table counts no keys after the removals");
	table_release(&t);
}

static void
table_test_life(void)
{
	struct table t;
	int *mirror[N_KEYS] = { NULL };
	size_t wrong = 0, n = 0, at = 0;
	struct slice key;
	void *value;

	table_init(&t);
	srandom(42);
	for (int step = 0; step < 400000; step++) {
		size_t i = (size_t)random() % N_KEYS;
		int *v = &values[random() % 2][i];

		if (random() % 2) {
			wrong += table_put(&t, table_test_key_of(i), v) != 0;
			mirror[i] = v;
		} else {
			wrong +=
			    table_remove(&t, table_test_key_of(i)) != mirror[i];
			mirror[i] = NULL;
		}
	}
	for (size_t i = 0; i < N_KEYS; i++) {
		wrong += table_get(&t, table_test_key_of(i)) != mirror[i];
		n += mirror[i] != NULL;
	}
	is_int((int64_t)wrong, 0,
	    "400 000 insertions and removals give correct values");
	is_int((int64_t)t.n_used, (int64_t)n,
	    "the count of keys is correct after 400 000 operations");
	ok(t.n_slots <= 4 * N_KEYS, "removed entries do not grow the table");
	while (table_next(&t, &at, &key, &value)) {
		n--;
		wrong += table_remove(&t, key) != value;
	}
	is_int((int64_t)n, 0, "table_next returns each entry once");
	is_int(
	    (int64_t)wrong, 0, "each key can be removed during an iteration");
	is_int((int64_t)t.n_used, 0, "the table is empty after the iteration");
	table_release(&t);
}

static void
table_test_hashes(void)
{
	ok(hash_bytes(SLICE("a")) == hash_bytes(SLICE("a")),
	    "equal keys have the same hash");
	ok(hash_bytes(SLICE("a")) != hash_bytes(SLICE("b")),
	    "different keys have different hashes");
	ok(hash_bytes(SLICE("")) != hash_bytes(SLICE("\0")),
	    "an empty key and a NUL have different hashes");
	/* These are the test vectors of FNV-1a 64 in draft-eastlake-fnv,
	 * appendix C. */
	ok(hash_stable(SLICE("")) == 0xcbf29ce484222325u,
	    "hash_stable() is FNV-1a: the empty text");
	ok(hash_stable(SLICE("a")) == 0xaf63dc4c8601ec8cu,
	    "the stable hash of \"a\" is that of FNV-1a");
	ok(hash_stable(SLICE("foobar")) == 0x85944171f73967e8u,
	    "the stable hash of \"foobar\" is that of FNV-1a");
}

/* Tests that two processes have different seeds, so that collisions cannot be
 * precomputed. */
static void
table_test_seed(const char *self)
{
	unsigned long long there = 0;
	char command[512];
	FILE *other;

	snprintf(command, sizeof(command), "'%s' hash", self);
	other = popen(command, "r");
	ok(other != NULL && fscanf(other, "%llx", &there) == 1,
	    "another process prints its hash of a key");
	if (other != NULL)
		pclose(other);
	ok(there != hash_bytes(SLICE("key")),
	    "S68: the hash of a key differs between processes");
}

int
main(int argc, char **argv)
{
	if (argc > 1) {
		printf("%llx\n", (unsigned long long)hash_bytes(SLICE("key")));
		return 0;
	}
	for (size_t i = 0; i < N_KEYS; i++)
		snprintf(keys[i], sizeof(keys[i]), "key %zu", i);
	table_test_basics();
	table_test_absent_key();
	table_test_life();
	table_test_hashes();
	table_test_seed(argv[0]);
	return done_testing();
}
