/*
 * trees.c -- complete trees, evaluated for several rows at once.
 */
#include "cuter/model/trees.h"

#include "base/limits.h"
#include "cuter/features/feature_table.h"

/* Number of rows that are evaluated together: each step is made for all of
 * them, so that their memory accesses overlap. Their keys and a tree fit into
 * the first-level cache. */
#define ROWS 8
/* Number of keys of a row. It is odd, so that the rows do not share sets of the
 * cache. */
#define WIDTH (FEATURES_ALL | 1)

void
trees_init(struct trees *t, const struct allocator *allocator)
{
	memset(t, 0, sizeof(*t));
	arena_init_with(&t->arena, LIMIT_MODEL_BYTES, allocator);
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
	char *features = tree + (sizeof(uint32_t) << depth);

	return (struct trees_tree){ (void *)tree, (void *)features,
		(void *)(features + (sizeof(uint16_t) << depth)) };
}

/* Maps a float to an unsigned integer. The integers have the order of the
 * floats. Both zeros have the same key. */
static inline uint32_t
trees_key(float value)
{
	uint32_t bits;

	value += 0.0f;
	memcpy(&bits, &value, sizeof(bits));
	return bits ^ (bits >> 31 ? UINT32_MAX : UINT32_C(1) << 31);
}

/* A node that is not yet in the layout. The nodes are taken depth first. */
struct place {
	const struct model_node *node;
	uint32_t at, depth;
};

/* Raises the stage's depth and width to those of a tree. Returns false if the
 * tree is too deep, or reads a feature that no row has. */
static bool
trees_measure(struct trees_stage *s, const struct model_node *root)
{
	struct place stack[TREES_DEPTH + 2];
	uint32_t n = 0;

	stack[n++] = (struct place){ .node = root };
	while (n > 0) {
		struct place p = stack[--n];

		if (p.depth > s->depth)
			s->depth = p.depth;
		if (p.node->feature == MODEL_LEAF)
			continue;
		if (p.depth == TREES_DEPTH || p.node->feature >= FEATURES_ALL)
			return false;
		if (p.node->feature >= s->width)
			s->width = p.node->feature + 1u;
		stack[n++] =
		    (struct place){ p.node + p.node->next, 0, p.depth + 1 };
		stack[n++] = (struct place){ p.node + 1, 0, p.depth + 1 };
	}
	return true;
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
		tree.bounds[p.at] = trees_key(p.node->bound);
		tree.features[p.at] = p.node->feature;
		stack[n++] = (struct place){ p.node + p.node->next, 2 * p.at,
			p.depth + 1 };
		stack[n++] =
		    (struct place){ p.node + 1, 2 * p.at + 1, p.depth + 1 };
	}
}

static bool
trees_lay_out_stage(
    struct arena *arena, const struct model_forest *f, struct trees_stage *s)
{
	*s = (struct trees_stage){
		.n_trees = f->n_trees,
		.early = f->early < f->n_trees ? f->early : f->n_trees,
		.early_below = f->early_below,
	};
	for (uint32_t i = 0; i < f->n_trees; i++)
		if (!trees_measure(s, &f->nodes[f->roots[i]]))
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

/* Returns the left child of a node if `key` is below the bound of the node,
 * else the right child.  Without the two barriers, gcc turns the result of the
 * comparison into a number before it adds it.  With them, gcc adds the carry of
 * the comparison, and a step takes five instructions instead of seven. */
__attribute__((always_inline)) static inline size_t
trees_step(
    const struct trees_tree *tree, size_t node, const uint32_t keys[WIDTH])
{
	uint32_t bound = tree->bounds[node];
	size_t feature = tree->features[node];

	__asm__("" : "+r"(node) : "r"(bound), "r"(feature));
	node += node;
	__asm__("" : "+r"(node));
	return node + (keys[feature] < bound);
}

/* Goes from the root to a leaf for each row, without conditional jumps. */
__attribute__((always_inline)) static inline void
trees_walk(const struct trees_tree *tree, uint32_t depth,
    const uint32_t (*keys)[WIDTH], int32_t sum[ROWS])
{
	size_t at[ROWS];

#pragma GCC unroll 8
	for (size_t k = 0; k < ROWS; k++)
		at[k] = 1;
#pragma GCC unroll 8
	for (uint32_t d = 0; d < depth; d++) {
#pragma GCC unroll 8
		for (size_t k = 0; k < ROWS; k++)
			at[k] = trees_step(tree, at[k], keys[k]);
	}
#pragma GCC unroll 8
	for (size_t k = 0; k < ROWS; k++)
		sum[k] += tree->leaves[at[k] - ((size_t)1 << depth)];
}

__attribute__((always_inline)) static inline void
trees_add_depth(const struct trees_stage *s, uint32_t begin, uint32_t end,
    uint32_t depth, const uint32_t (*keys)[WIDTH], int32_t sum[ROWS])
{
	for (uint32_t i = begin; i < end; i++) {
		struct trees_tree tree = trees_tree_at(s, depth, i);

		trees_walk(&tree, depth, keys, sum);
	}
}

/* Adds the trees from `begin` to `end`. Trained trees have a depth of 6: the
 * compiler unrolls their loop. */
static void
trees_add(const struct trees_stage *s, uint32_t begin, uint32_t end,
    const uint32_t (*keys)[WIDTH], int32_t sum[ROWS])
{
	if (s->depth == 6)
		trees_add_depth(s, begin, end, 6, keys, sum);
	else
		trees_add_depth(s, begin, end, s->depth, keys, sum);
}

/* If the sum of the first `early` trees is less than early_below, the row is
 * certainly not text, and the sum of the other trees is ignored. */
static void
trees_score_rows(const struct trees_stage *s, const uint32_t (*keys)[WIDTH],
    int32_t sum[ROWS])
{
	int32_t first[ROWS];

	memset(sum, 0, sizeof(first));
	trees_add(s, 0, s->early, keys, sum);
	memcpy(first, sum, sizeof(first));
	trees_add(s, s->early, s->n_trees, keys, sum);
	for (size_t k = 0; k < ROWS && s->early > 0; k++)
		if (first[k] < s->early_below)
			sum[k] = first[k] - MODEL_EARLY_LESS;
}

static void
trees_read_row(const struct trees_stage *s, const float *row, uint32_t *keys)
{
	for (uint32_t f = 0; f < s->width; f++)
		keys[f] = trees_key(row[f]);
}

void
trees_score(const struct trees_stage *s, const float *const *rows, size_t n,
    int32_t *score)
{
	uint32_t keys[ROWS][WIDTH];
	int32_t sum[ROWS];

	for (size_t i = 0; i < n; i += ROWS) {
		size_t count = n - i < ROWS ? n - i : ROWS;

		/* The last group of rows is filled up with copies of its last
		 * row. */
		for (size_t k = 0; k < ROWS; k++)
			trees_read_row(
			    s, rows[i + (k < count ? k : count - 1)], keys[k]);
		trees_score_rows(s, keys, sum);
		memcpy(score + i, sum, count * sizeof(*sum));
	}
}
