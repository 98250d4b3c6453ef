/* The fingerprint index. */
#include "config/limits.h"
#include "store/firsts.h"
#include "tests/lib/tap.h"

#define KEYS 8

/* The hashes of a story.  They are adjacent numbers, similar to the smallest
 * hashes of a sketch. */
static void
firsts_test_hashes_of(int64_t story, uint64_t *ret)
{
	for (uint64_t i = 0; i < KEYS; i++)
		ret[i] = (uint64_t)story * KEYS + i;
}

static void
firsts_test_add(struct firsts *f, int64_t id, int64_t story)
{
	uint64_t hashes[KEYS];

	firsts_test_hashes_of(story, hashes);
	if (firsts_add(f, id, hashes, KEYS) != 0)
		ok(false, "no memory");
}

/* The number of hashes that are found only for this article. */
static int
firsts_test_hits(const struct firsts *f, int64_t id, int64_t story)
{
	uint64_t hashes[KEYS];
	int n = 0;

	firsts_test_hashes_of(story, hashes);
	for (int i = 0; i < KEYS; i++) {
		int64_t found[LIMIT_CLUSTER_SHARERS];
		size_t n_found =
		    firsts_find(f, hashes[i], found, LIMIT_CLUSTER_SHARERS);

		n += n_found == 1 && found[0] == id;
	}
	return n;
}

static void
firsts_test_ranges(void)
{
	struct firsts f = { .is_loaded = false };
	int64_t found[LIMIT_CLUSTER_SHARERS], n = LIMIT_CLUSTER_FIRSTS;
	int64_t n_whole = 0;

	is_int((int64_t)firsts_find(&f, 5, found, LIMIT_CLUSTER_SHARERS), 0,
	    "no article in an empty index");
	for (int64_t i = 0; i < 2 * n; i++)
		firsts_test_add(&f, i + 1, i);
	for (int64_t i = 0; i < 2 * n; i++)
		n_whole += firsts_test_hits(&f, i + 1, i) == KEYS;
	ok(n_whole >= 2 * n - 1000,
	    "the articles of two full ranges are found");
	if (n_whole < 2 * n)
		printf(
		    "# %lld share half a hash\n", (long long)(2 * n - n_whole));
	ok(f.now.n_slots <= 1 << 20 && f.before.n_slots <= 1 << 20,
	    "each range has at most 8 MiB");
	firsts_test_add(&f, 7777777, 7777777);
	is_int(firsts_test_hits(&f, 7777777, 7777777), KEYS,
	    "one more article is found");
	is_int(firsts_test_hits(&f, 1, 0), 0, "the oldest range was dropped");
	is_int(firsts_test_hits(&f, 2 * n, 2 * n - 1), KEYS,
	    "the newer range was not");
	firsts_release(&f);
}

static void
firsts_test_sharers(void)
{
	struct firsts f = { .is_loaded = false };
	int64_t found[LIMIT_CLUSTER_SHARERS], sum = 0;
	size_t n;

	for (int64_t id = 1; id <= 1000; id++) {
		firsts_test_add(&f, id, 3);
		firsts_test_add(&f, id, 3);
	}
	n = firsts_find(&f, 3 * KEYS, found, LIMIT_CLUSTER_SHARERS);
	is_int((int64_t)n, LIMIT_CLUSTER_SHARERS,
	    "some of a thousand articles with a common hash");
	for (size_t i = 0; i < n; i++)
		sum += found[i];
	is_int(sum, 8 * 9 / 2, "the oldest ones, each once");
	is_int((int64_t)firsts_find(&f, 3 * KEYS, found, 2), 2,
	    "at most as many as requested");
	firsts_release(&f);
}

int
main(void)
{
	firsts_test_ranges();
	firsts_test_sharers();
	return done_testing();
}
