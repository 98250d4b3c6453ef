/*
 * trees.h -- a model's trees laid out to be walked fast.
 *
 * As they are trained and kept (model.h) trees have any shape, and a walk
 * asks at each node whether it is a leaf, and then jumps where no processor
 * can foretell.  Here each is complete: node i has the children 2i and 2i + 1,
 * every way down is as long, and the walk is arithmetic.
 */
#ifndef CUTER_MODEL_TREES_H
#define CUTER_MODEL_TREES_H

#include "base/arena.h"
#include "cuter/model/model.h"

#define TREES_DEPTH 8 /* of a tree that is laid out; trained ones have 6 */

struct trees_branch {
	float bound; /* below it to the left */
	uint32_t feature;
};

struct trees_stage {
	struct trees_branch *branches; /* 1 << depth of each tree; [0] unused */
	int16_t *leaves;               /* 1 << depth of each tree */
	uint32_t n_trees, depth;
	uint32_t early;
	int32_t early_below;
};

struct trees {
	struct arena arena;
	const struct cuter_model *model; /* that is laid out; NULL: none */
	struct trees_stage stages[MODEL_STAGES];
};

void trees_init(struct trees *);
void trees_release(struct trees *);
/* Once for a model, which must not change while it is used: O(nodes).  False
 * where a tree is deeper than TREES_DEPTH.  At the end of memory it jumps as
 * arenas do. */
bool trees_lay_out(
    struct trees *, const struct cuter_model *, jmp_buf *exhausted);
/* The sums of rows of numbers, into score[n].  O(n * trees * depth). */
void trees_score(const struct trees_stage *, const float *const *rows, size_t n,
    int32_t *score);

#endif
