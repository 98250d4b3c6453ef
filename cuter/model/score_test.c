/*
 * score_test.c -- scores of trees written by hand; the observer gets rows whose
 * first features are known from the page.
 */
#include "cuter/features/feature_table.h"
#include "cuter/model/trees.h"
#include "tests/lib/cuter.h"

/* A tree with the value 2 < 5 ? (0 < 1 ? 10 : 20) : 30, and a tree that
 * consists of one leaf. */
static const struct model_node nodes[] = {
	{ 2, 4, 5.0f },
	{ 0, 2, 1.0f },
	{ MODEL_LEAF, 10, 0 },
	{ MODEL_LEAF, 20, 0 },
	{ MODEL_LEAF, 30, 0 },
	{ MODEL_LEAF, -7, 0 },
};
static const uint32_t roots[] = { 0, 5 };

#define ROWS 39 /* more than one batch, and not a multiple of a batch */

static void
score_test_trees(void)
{
	const struct cuter_model model = {
		.stages = { { nodes, roots, 2, 1, 11 } },
	};
	struct trees trees;
	jmp_buf exhausted;

	static const float early[] = { 0, 0, 4 }, left[] = { 1, 0, 4 },
			   right[] = { 0, 0, 5 };
	const float *rows[ROWS];
	int32_t score[ROWS + 1] = { [ROWS] = 99 };
	volatile uint32_t wrong = 0;

	trees_init(&trees, NULL);
	if (setjmp(exhausted) != 0)
		abort();
	ok(trees_lay_out(&trees, &model, &exhausted),
	    "trees_lay_out() accepts the trees");
	for (size_t i = 0; i < ROWS; i++)
		rows[i] = right;
	rows[0] = early;
	rows[1] = left;
	trees_score(&trees.stages[0], rows, ROWS, score);
	is_int(score[0], 10 - MODEL_EARLY_LESS,
	    "left, left: an early end leaves out the second tree");
	is_int(score[1], 13, "a value equal to the bound goes to the right");
	for (size_t i = 2; i < ROWS; i++)
		wrong = wrong + (score[i] != 23);
	is_int(wrong, 0, "all other rows go to the right");
	is_int(score[ROWS], 99, "no score is written after the last row");
	trees_release(&trees);
}

struct seen {
	uint32_t blocks;
	float bytes, words, last;
	unsigned stages;
};

static void
score_test_observe(
    void *arg, const struct feature_table *n, unsigned stage, float *scores)
{
	struct seen *seen = arg;

	seen->stages |= 1u << stage;
	if (stage == 0) {
		seen->blocks = n->page->n_blocks;
		seen->bytes = n->rows[0];
		seen->words = n->rows[2];
		scores[0] = 3.5f;
	} else {
		seen->last = n->rows[FEATURES_FIRST];
	}
}

static void
score_test_rows(void)
{
	struct seen seen = { 0 };
	const struct cuter_model model = { .first_threshold = -1,
		.observe = score_test_observe,
		.observe_arg = &seen };
	const struct cuter_options options = { .method = "model",
		.model = &model };
	unsigned count = 0;

	testing_cut_with(SLICE("<p>One two three.</p><p hidden>no</p>"), NULL,
	    NULL, &options);
	is_int(seen.stages, 3, "the observer is called for both stages");
	is_int(seen.blocks, 2, "the model scores two blocks");
	ok(seen.bytes == 14 && seen.words == 3,
	    "bytes and words of the first block");
	ok(seen.last == 3.5f, "the second stage reads the observer's scores");
	for (const struct feature_group *g = feature_groups; g->name; g++)
		count += g->count;
	is_int(count, FEATURES_FIRST, "the groups' sizes add up to the row");
}

int
main(void)
{
	score_test_trees();
	testing_begin();
	score_test_rows();
	return testing_end();
}
