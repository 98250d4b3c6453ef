/*
 * trees.c -- complete trees, evaluated for several rows at once.
 */
#include "cuter/model/trees.h"

#include "base/limits.h"

#define ROWS_AT_ONCE                                                           \
	4 /* number of rows that are evaluated in turns, so that memory        \
	     accesses overlap */
#define BATCH 16 /* number of rows that fit into the first-level cache together
		    */

void
trees_init(struct trees *t)
{
	memset(t, 0, sizeof(*t));
	arena_init(&t->arena, LIMIT_MODEL_BYTES);
}

void
trees_release(struct trees *t)
{
	arena_release(&t->arena);
	t->model = NULL;
}

/* ------------------------------------------------------------------- layout */

/* Nodes of a tree that are not placed yet, depth first. */
struct place {
	const struct model_node *node;
	uint32_t at, depth;
};

static uint32_t
trees_depth_of(const struct model_node *root)
{
	struct place stack[TREES_DEPTH + 2];
	uint32_t n = 0, deepest = 0;

	stack[n++] = (struct place){ .node = root };
	while (n > 0) {
		struct place p = stack[--n];

		if (p.depth > deepest)
			deepest = p.depth;
		if (p.node->feature == MODEL_LEAF)
			continue;
		if (p.depth == TREES_DEPTH)
			return TREES_DEPTH + 1;
		stack[n++] =
		    (struct place){ p.node + p.node->next, 0, p.depth + 1 };
		stack[n++] = (struct place){ p.node + 1, 0, p.depth + 1 };
	}
	return deepest;
}

/* A leaf above the last level fills all places of the last level below it. */
static void
trees_place_leaf(const struct trees_stage *s, struct place p, int16_t *leaves)
{
	uint32_t below = s->depth - p.depth;
	uint32_t first = (p.at << below) - (1u << s->depth);

	for (uint32_t i = 0; i < 1u << below; i++)
		leaves[first + i] = p.node->next;
}

static void
trees_place_tree(const struct trees_stage *s, const struct model_node *root,
    struct trees_branch *branches, int16_t *leaves)
{
	struct place stack[TREES_DEPTH + 2];
	uint32_t n = 0;

	stack[n++] = (struct place){ root, 1, 0 };
	while (n > 0) {
		struct place p = stack[--n];

		if (p.node->feature == MODEL_LEAF) {
			trees_place_leaf(s, p, leaves);
			continue;
		}
		branches[p.at] =
		    (struct trees_branch){ p.node->bound, p.node->feature };
		stack[n++] = (struct place){ p.node + p.node->next,
			2 * p.at + 1, p.depth + 1 };
		stack[n++] =
		    (struct place){ p.node + 1, 2 * p.at, p.depth + 1 };
	}
}

static bool
trees_lay_out_stage(
    struct arena *arena, const struct model_forest *f, struct trees_stage *s)
{
	*s = (struct trees_stage){
		.n_trees = f->n_trees,
		.early = f->early,
		.early_below = f->early_below,
	};
	for (uint32_t i = 0; i < f->n_trees; i++) {
		uint32_t depth = trees_depth_of(&f->nodes[f->roots[i]]);

		if (depth > s->depth)
			s->depth = depth;
	}
	if (s->depth > TREES_DEPTH)
		return false;
	s->branches =
	    arena_array(arena, f->n_trees, sizeof(*s->branches) << s->depth);
	s->leaves =
	    arena_array(arena, f->n_trees, sizeof(*s->leaves) << s->depth);
	for (size_t i = 0; i < f->n_trees; i++)
		trees_place_tree(s, &f->nodes[f->roots[i]],
		    s->branches + (i << s->depth), s->leaves + (i << s->depth));
	return true;
}

bool
trees_lay_out(
    struct trees *t, const struct cuter_model *model, jmp_buf *exhausted)
{
	if (t->model == model)
		return true;
	t->model = NULL;
	arena_clear(&t->arena);
	t->arena.exhausted = exhausted;
	for (unsigned i = 0; i < MODEL_STAGES; i++)
		if (!trees_lay_out_stage(
			&t->arena, &model->stages[i], &t->stages[i]))
			return false;
	t->model = model;
	return true;
}

/* --------------------------------------------------------------- evaluation */

static inline size_t
trees_step(const struct trees_branch *branches, const float *row, size_t at)
{
	const struct trees_branch *b = &branches[at];

	return 2 * at + !(row[b->feature] < b->bound);
}

/* Goes from the root to a leaf for each row. The only branch is that of the
 * loop. The loop body is written out for each row, because compilers do not
 * keep an unrolled loop in registers. */
static inline void
trees_walk(const struct trees_branch *branches,
    const float *const row[ROWS_AT_ONCE], uint32_t depth,
    size_t at[ROWS_AT_ONCE])
{
	const float *row0 = row[0], *row1 = row[1];
	const float *row2 = row[2], *row3 = row[3];
	size_t at0 = 1, at1 = 1, at2 = 1, at3 = 1, first = (size_t)1 << depth;

	for (uint32_t d = 0; d < depth; d++) {
		at0 = trees_step(branches, row0, at0);
		at1 = trees_step(branches, row1, at1);
		at2 = trees_step(branches, row2, at2);
		at3 = trees_step(branches, row3, at3);
	}
	at[0] = at0 - first;
	at[1] = at1 - first;
	at[2] = at2 - first;
	at[3] = at3 - first;
}

/* Removes the rows that are certainly not text after the first `early` trees of
 * the stage. */
static void
trees_end_early(
    const struct trees_stage *s, int32_t sum[BATCH], int32_t on[BATCH])
{
	for (size_t k = 0; k < BATCH; k++)
		if (sum[k] < s->early_below) {
			sum[k] -= MODEL_EARLY_LESS;
			on[k] = 0;
		}
}

static void
trees_score_batch(const struct trees_stage *s, const float *const row[BATCH],
    size_t n, int32_t sum[BATCH])
{
	int32_t on[BATCH];

	for (size_t k = 0; k < BATCH; k++) {
		sum[k] = 0;
		on[k] = -1;
	}
	for (uint32_t i = 0; i < s->n_trees; i++) {
		size_t tree = (size_t)i << s->depth;
		const int16_t *leaves = s->leaves + tree;

		for (size_t k = 0; k < n; k += ROWS_AT_ONCE) {
			size_t at[ROWS_AT_ONCE];

			trees_walk(s->branches + tree, row + k, s->depth, at);
			for (size_t j = 0; j < ROWS_AT_ONCE; j++)
				sum[k + j] += leaves[at[j]] & on[k + j];
		}
		if (i + 1 == s->early)
			trees_end_early(s, sum, on);
	}
}

void
trees_score(const struct trees_stage *s, const float *const *rows, size_t n,
    int32_t *score)
{
	for (size_t i = 0; i < n; i += BATCH) {
		const float *row[BATCH];
		int32_t sum[BATCH];
		size_t count = n - i < BATCH ? n - i : BATCH;

		/* The last batch is filled up with copies of its last row. */
		for (size_t k = 0; k < BATCH; k++)
			row[k] = rows[i + (k < count ? k : count - 1)];
		trees_score_batch(s, row, count, sum);
		memcpy(score + i, sum, count * sizeof(*sum));
	}
}
