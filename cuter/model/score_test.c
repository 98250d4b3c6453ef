/*
 * score_test.c -- trees made by hand; observers see rows whose first numbers
 * can be counted.
 */
#include "cuter/features/numbers.h"
#include "cuter/model/model.h"
#include "tests/lib/cuter.h"

/* 2 < 5 ? (0 < 1 ? 10 : 20) : 30, and a tree that is one leaf. */
static const struct model_node nodes[] = {
	{ 2, 4, 5.0f },
	{ 0, 2, 1.0f },
	{ MODEL_LEAF, 10, 0 },
	{ MODEL_LEAF, 20, 0 },
	{ MODEL_LEAF, 30, 0 },
	{ MODEL_LEAF, -7, 0 },
};
static const uint32_t roots[] = { 0, 5 };

static void
test_trees(void)
{
	const struct model_forest f = { nodes, roots, 2, 1, 11 };

	is_int(model_score(&f, (const float[]){ 0, 0, 4 }),
	    10 - MODEL_EARLY_LESS,
	    "left, left, and the second tree is not asked");
	is_int(model_score(&f, (const float[]){ 1, 0, 4 }), 13,
	    "a number that is the bound goes right");
	is_int(model_score(&f, (const float[]){ 0, 0, 5 }), 23, "right");
}

struct seen {
	uint32_t blocks;
	float bytes, words, last;
	unsigned stages;
};

static void
observe(void *arg, const struct numbers *n, unsigned stage, float *opinions)
{
	struct seen *seen = arg;

	seen->stages |= 1u << stage;
	if (stage == 0) {
		seen->blocks = n->page->n_blocks;
		seen->bytes = n->rows[0];
		seen->words = n->rows[2];
		opinions[0] = 3.5f;
	} else {
		seen->last = n->rows[NUMBERS_FIRST];
	}
}

static void
test_rows(void)
{
	struct seen seen = { 0 };
	const struct cuter_model model = {
		.surely_not = -1, .observe = observe, .observe_arg = &seen
	};
	const struct cuter_options options = { .method = "model",
		.model = &model };
	unsigned count = 0;

	testing_cut_with(SLICE("<p>One two three.</p><p hidden>no</p>"), NULL,
	    NULL, &options);
	is_int(seen.stages, 3, "both stages are seen");
	is_int(seen.blocks, 2, "two blocks");
	ok(seen.bytes == 14 && seen.words == 3, "bytes and words of the first");
	ok(seen.last == 3.5f, "the second stage reads the opinion given");
	for (const struct number_group *g = number_groups; g->name; g++)
		count += g->count;
	is_int(count, NUMBERS_FIRST, "groups make the row");
}

int
main(void)
{
	test_trees();
	testing_begin();
	test_rows();
	return testing_end();
}
