/*
 * cutoff_test.c -- the cutoffs of pages whose scores are given.
 */
#include "base/array.h"
#include "cuter/model/cutoff.h"
#include "tests/lib/tap.h"

#define UNIT MODEL_UNIT

/* Returns the cutoff of a page whose blocks have these scores, words and
 * marks. */
static int32_t
cutoff_test_find(
    const int32_t *score, const uint32_t *words, uint32_t marks, size_t n)
{
	struct block blocks[8] = { 0 };
	const struct page page = { .blocks = blocks, .n_blocks = (uint32_t)n };

	for (size_t i = 0; i < n; i++) {
		blocks[i].words = words[i];
		blocks[i].marks = i + 1 == n ? marks : 0;
	}
	return cutoff_find(&page, score);
}

static void
cutoff_test_uncertain(void)
{
	/* Four blocks with similar scores, and two with much lower scores. */
	static const int32_t score[] = { -300, -450, -350, -400, -4000, -4100 };
	static const uint32_t words[] = { 40, 40, 40, 40, 30, 30 };
	int32_t cutoff = cutoff_test_find(score, words, 0, ARRAY_LENGTH(score));

	ok(cutoff < -450, "blocks with equal, low scores are all text");
	ok(cutoff > -4000, "blocks with much lower scores are not text");
	ok(cutoff >= -3 * UNIT / 2, "the cutoff has a lower limit");
}

static void
cutoff_test_certain(void)
{
	static const int32_t score[] = { 5 * UNIT, 6 * UNIT, 5 * UNIT, 600 };
	static const uint32_t words[] = { 60, 60, 60, 1 };
	int32_t plain = cutoff_test_find(score, words, 0, 3);

	ok(plain > 0, "beside a certain text the cutoff is over 0");
	ok(cutoff_test_find(score, words, 0, 4) > 600,
	    "an uncertain block beside a certain text is not text");
}

static void
cutoff_test_growth(void)
{
	static const int32_t score[] = { 600, 500, -700, -720, -740, -760 };
	static const uint32_t few[] = { 60, 50, 30, 30, 30, 30 },
			      many[] = { 60, 50, 50, 50, 50, 50 },
			      tiny[] = { 15, 14, 50, 50, 50, 50 };
	int32_t cutoff;

	ok(cutoff_test_find(score, few, 0, 3) < -700,
	    "uncertain blocks below 0 are text beside an uncertain text");
	ok(cutoff_test_find(score, few, 0, 5) < -740,
	    "as many words below 0 as over 0 are text");
	cutoff = cutoff_test_find(score, many, 0, 6);
	ok(cutoff >= -740 && cutoff < 500,
	    "the blocks below 0 at most double the text");
	ok(cutoff_test_find(score, tiny, 0, 6) < -760,
	    "a text of some words over 0 does not limit the rest");
}

static void
cutoff_test_marks(void)
{
	static const int32_t score[] = { -200, -300, -400, 7 * UNIT };
	static const uint32_t words[] = { 40, 40, 40, 900 };
	int32_t alone = cutoff_test_find(score, words, 0, 3);

	is_int(cutoff_test_find(score, words, MARK_THREAD, 4), alone,
	    "comments do not count");
	ok(cutoff_test_find(score, words, 0, 4) > alone,
	    "the same words without the mark raise the cutoff");
}

static void
cutoff_test_limits(void)
{
	static const int32_t low[] = { -9 * UNIT, -9 * UNIT },
			     high[] = { 30000, 30000 };
	static const uint32_t words[] = { 50, 50 }, none[] = { 0, 0 };

	is_int(cutoff_test_find(low, words, 0, 0), 0,
	    "a page without blocks has the cutoff 0");
	is_int(cutoff_test_find(high, none, 0, 2), 0,
	    "blocks without words have the cutoff 0");
	is_int(cutoff_test_find(low, words, 0, 2), 0,
	    "blocks with the lowest score do not move the cutoff");
	is_int(cutoff_test_find(high, words, 0, 2), UNIT,
	    "the cutoff has an upper limit");
}

int
main(void)
{
	cutoff_test_uncertain();
	cutoff_test_certain();
	cutoff_test_growth();
	cutoff_test_marks();
	cutoff_test_limits();
	return done_testing();
}
