/*
 * model.h -- gradient-boosted trees in arrays, scored in integers.
 *
 * The value of a leaf is an integer in units of 1 / MODEL_UNIT log-odds. So a
 * sum does not depend on the order of addition, the compiler, or the trainer.
 */
#ifndef CUTER_MODEL_MODEL_H
#define CUTER_MODEL_MODEL_H

#include "cuter/page.h"

#define MODEL_UNIT   1024
#define MODEL_STAGES 2
/* Subtracted from the score of a block whose evaluation ended early, so that
 * the block is certainly not text. */
#define MODEL_EARLY_LESS (4 * MODEL_UNIT)

/* A leaf has the feature MODEL_LEAF and its value in `next`. In a branch,
 * `next` is an offset: if the feature is less than bound, the following node is
 * evaluated, else the node at that offset from the branch. */
#define MODEL_LEAF 0xFFFF

struct model_node {
	uint16_t feature;
	int16_t next;
	float bound;
};

struct model_forest {
	const struct model_node *nodes;
	const uint32_t *roots; /* index of each tree's root */
	uint32_t n_trees;
	uint32_t early;      /* number of trees after which the sum is compared
				with early_below; 0: never */
	int32_t early_below; /* if the sum is below this value, the other trees
				are ignored */
};

struct feature_table;

struct cuter_model {
	struct model_forest stages[MODEL_STAGES];
	int32_t first_threshold; /* first stage: blocks at or below this score
			       are not scored again */
	int32_t threshold; /* second stage: blocks over this score are text */
	/* For training: called with the feature rows of a stage; may replace
	 * the first stage's scores. NULL: not called. */
	void (*observe)(void *arg, const struct feature_table *, unsigned stage,
	    float *scores);
	void *observe_arg;
};

/* The built-in model: weights.c, written by train.py. */
extern const struct cuter_model model_weights;

/* score.c: writes the score of each block, in MODEL_UNITs, into
 * score[n_blocks]. Returns false if the page is too large, or trees_lay_out()
 * refuses the model. */
bool model_score_blocks(
    struct page *, const struct cuter_model *, int32_t *score);

#endif
