/*
 * trees.h -- a model's trees in a layout that is fast to evaluate.
 *
 * Trained trees (model.h) have any shape: each step must test whether the node
 * is a leaf, and the processor cannot predict the result. Here each tree is
 * complete: node i has the children 2i + 1 (left) and 2i (right), all paths
 * have the same length, and each step is arithmetic.
 */
#ifndef CUTER_MODEL_TREES_H
#define CUTER_MODEL_TREES_H

#include "base/arena.h"
#include "cuter/model/model.h"

#define TREES_DEPTH 8 /* largest depth of a tree; trained ones have 6 */
#define TREES_TREE_BYTES(depth)                                                \
	((sizeof(uint32_t) + sizeof(uint16_t) + sizeof(int16_t)) << (depth))

/* One tree in memory: three arrays of 1 << depth elements.  bounds[0] and
 * features[0] are unused.  A row whose feature has a key below the bound of a
 * node goes to the left child.  The bounds and the features are in separate
 * arrays, because the address of a node in one array of structs would be an
 * instruction more for each step. */
struct trees_tree {
	uint32_t *bounds;
	uint16_t *features; /* indexes in a row */
	int16_t *leaves;
};

struct trees_stage {
	void *trees; /* TREES_TREE_BYTES(depth) for each tree */
	uint32_t n_trees, depth;
	uint32_t width; /* 1 + the largest index of a feature in the trees */
	uint32_t early; /* model_forest.early, at most n_trees */
	int32_t early_below;
};

struct trees {
	struct arena arena;
	const struct cuter_model
	    *model; /* the model that was converted; NULL: none */
	struct trees_stage stages[MODEL_STAGES];
};

/* If the allocator is NULL, malloc() is used. The allocator is borrowed until
 * trees_release(). */
void trees_init(struct trees *, const struct allocator *);
void trees_release(struct trees *);
/* Converts a model to this layout, once; the model must not change afterwards.
 * O(nodes). Returns false if a tree is deeper than TREES_DEPTH, or reads a
 * feature that does not exist. Jumps to *exhausted if there is no memory. */
bool trees_lay_out(
    struct trees *, const struct cuter_model *, jmp_buf *exhausted);
/* Writes the sums of all trees for n rows into score[n]. O(n * trees *
 * depth). */
void trees_score(const struct trees_stage *, const float *const *rows, size_t n,
    int32_t *score);

#endif
