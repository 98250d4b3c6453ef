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

static inline struct trees_tree
trees_tree_at(const struct trees_stage *s, uint32_t depth, size_t i)
{
	char *tree = (char *)s->trees + i * TREES_TREE_BYTES(depth);
	size_t n = (size_t)1 << depth;

	return (struct trees_tree){
		.bounds = (void *)tree,
		.features = (void *)(tree + n * sizeof(float)),
		.leaves =
		    (void *)(tree + n * (sizeof(float) + sizeof(uint16_t))),
	};
}

/* Nodes of a tree that are still to be placed: depth first. */
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
    struct trees_tree tree)
{
	struct place stack[TREES_DEPTH + 2];
	uint32_t n = 0;

	stack[n++] = (struct place){ root, 1, 0 };
	while (n > 0) {
		struct place p = stack[--n];

		if (p.node->feature == MODEL_LEAF) {
			trees_place_leaf(s, p, tree.leaves);
			continue;
		}
		tree.bounds[p.at] = p.node->bound;
		tree.features[p.at] = p.node->feature;
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
	s->trees = arena_array(arena, f->n_trees, TREES_TREE_BYTES(s->depth));
	for (size_t i = 0; i < f->n_trees; i++)
		trees_place_tree(
		    s, &f->nodes[f->roots[i]], trees_tree_at(s, s->depth, i));
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
trees_step(const struct trees_tree *tree, const float *row, size_t at)
{
	return 2 * at + !(row[tree->features[at]] < tree->bounds[at]);
}

/* Goes from the root to a leaf for each row, without a branch but the loop's.
 * Written out by hand, since compilers do not keep an unrolled loop in
 * registers. */
__attribute__((always_inline)) static inline void
trees_walk(const struct trees_tree *tree, const float *const row[ROWS_AT_ONCE],
    uint32_t depth, size_t at[ROWS_AT_ONCE])
{
	const float *row0 = row[0], *row1 = row[1];
	const float *row2 = row[2], *row3 = row[3];
	size_t at0 = 1, at1 = 1, at2 = 1, at3 = 1, first = (size_t)1 << depth;

#pragma GCC unroll 8
	for (uint32_t d = 0; d < depth; d++) {
		at0 = trees_step(tree, row0, at0);
		at1 = trees_step(tree, row1, at1);
		at2 = trees_step(tree, row2, at2);
		at3 = trees_step(tree, row3, at3);
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

__attribute__((always_inline)) static inline void
trees_score_trees(const struct trees_stage *s, uint32_t depth,
    const float *const row[BATCH], size_t n, int32_t sum[BATCH])
{
	int32_t on[BATCH];

	for (size_t k = 0; k < BATCH; k++) {
		sum[k] = 0;
		on[k] = -1;
	}
	for (uint32_t i = 0; i < s->n_trees; i++) {
		struct trees_tree tree = trees_tree_at(s, depth, i);

		for (size_t k = 0; k < n; k += ROWS_AT_ONCE) {
			size_t at[ROWS_AT_ONCE];

			trees_walk(&tree, row + k, depth, at);
			for (size_t j = 0; j < ROWS_AT_ONCE; j++)
				sum[k + j] += tree.leaves[at[j]] & on[k + j];
		}
		if (i + 1 == s->early)
			trees_end_early(s, sum, on);
	}
}

/* Trained trees have a depth of 6: the compiler unrolls their loop. */
static void
trees_score_batch(const struct trees_stage *s, const float *const row[BATCH],
    size_t n, int32_t sum[BATCH])
{
	if (s->depth == 6)
		trees_score_trees(s, 6, row, n, sum);
	else
		trees_score_trees(s, s->depth, row, n, sum);
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
