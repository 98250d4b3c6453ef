/* fingerprint_index_test.c -- the fingerprint index. */
#include "base/limits.h"
#include "store/duplicate/fingerprint_index.h"
#include "tests/lib/tap.h"

#define KEYS 8

/* The hashes of a story.  They are adjacent numbers, similar to the smallest
 * hashes of a sketch. */
static void
fingerprint_index_test_hashes_of(int64_t story, uint64_t *ret)
{
	for (uint64_t i = 0; i < KEYS; i++)
		ret[i] = (uint64_t)story * KEYS + i;
}

static void
fingerprint_index_test_add(
    struct fingerprint_index *f, int64_t id, int64_t story)
{
	uint64_t hashes[KEYS];

	fingerprint_index_test_hashes_of(story, hashes);
	if (fingerprint_index_add(f, id, hashes, KEYS) != 0)
		ok(false, "an article is added to the index");
}

/* Returns the number of hashes that are found only for this article. */
static int
fingerprint_index_test_hits(
    const struct fingerprint_index *f, int64_t id, int64_t story)
{
	uint64_t hashes[KEYS];
	int n = 0;

	fingerprint_index_test_hashes_of(story, hashes);
	for (int i = 0; i < KEYS; i++) {
		int64_t found[LIMIT_CLUSTER_SHARERS];
		size_t n_found = fingerprint_index_find(
		    f, hashes[i], found, LIMIT_CLUSTER_SHARERS);

		n += n_found == 1 && found[0] == id;
	}
	return n;
}

static void
fingerprint_index_test_ranges(void)
{
	struct fingerprint_index f = { .is_loaded = false };
	int64_t found[LIMIT_CLUSTER_SHARERS], n = LIMIT_FINGERPRINT_INDEX;
	int64_t n_whole = 0;

	is_int((int64_t)fingerprint_index_find(
		   &f, 5, found, LIMIT_CLUSTER_SHARERS),
	    0, "no article in an empty index");
	for (int64_t i = 0; i < 2 * n; i++)
		fingerprint_index_test_add(&f, i + 1, i);
	for (int64_t i = 0; i < 2 * n; i++)
		n_whole += fingerprint_index_test_hits(&f, i + 1, i) == KEYS;
	ok(n_whole >= 2 * n - 1000,
	    "the articles of two full ranges are found");
	if (n_whole < 2 * n)
		printf(
		    "# %lld share half a hash\n", (long long)(2 * n - n_whole));
	ok(f.now.n_slots <= 1 << 20 && f.before.n_slots <= 1 << 20,
	    "each range has at most 8 MiB");
	fingerprint_index_test_add(&f, 7777777, 7777777);
	is_int(fingerprint_index_test_hits(&f, 7777777, 7777777), KEYS,
	    "a further article is found");
	is_int(fingerprint_index_test_hits(&f, 1, 0), 0,
	    "the oldest range was dropped");
	is_int(fingerprint_index_test_hits(&f, 2 * n, 2 * n - 1), KEYS,
	    "the newer range is kept");
	fingerprint_index_release(&f);
}

static void
fingerprint_index_test_sharers(void)
{
	struct fingerprint_index f = { .is_loaded = false };
	int64_t found[LIMIT_CLUSTER_SHARERS], sum = 0;
	size_t n;

	for (int64_t id = 1; id <= 1000; id++) {
		fingerprint_index_test_add(&f, id, 3);
		fingerprint_index_test_add(&f, id, 3);
	}
	n = fingerprint_index_find(&f, 3 * KEYS, found, LIMIT_CLUSTER_SHARERS);
	is_int((int64_t)n, LIMIT_CLUSTER_SHARERS,
	    "some of a thousand articles with a common hash");
	for (size_t i = 0; i < n; i++)
		sum += found[i];
	is_int(sum, 8 * 9 / 2, "the oldest ones, each once");
	is_int((int64_t)fingerprint_index_find(&f, 3 * KEYS, found, 2), 2,
	    "at most as many as requested");
	fingerprint_index_release(&f);
}

int
main(void)
{
	fingerprint_index_test_ranges();
	fingerprint_index_test_sharers();
	return done_testing();
}
