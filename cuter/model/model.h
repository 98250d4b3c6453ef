/*
 * model.h -- gradient-boosted trees in flat arrays, scored in integers.
 *
 * A leaf holds a whole number, MODEL_UNIT of which are 1 of log-odds, so a
 * sum is the same in every order, on every compiler, and in the trainer.
 */
#ifndef CUTER_MODEL_MODEL_H
#define CUTER_MODEL_MODEL_H

#include "cuter/page.h"

#define MODEL_UNIT   1024
#define MODEL_STAGES 2
/* What an early end takes off: it counts as sure. */
#define MODEL_EARLY_LESS (4 * MODEL_UNIT)

/* A leaf has feature MODEL_LEAF and its value in `next`; a branch goes to the
 * node behind it where number < bound, else to `next` nodes further. */
#define MODEL_LEAF 0xFFFF

struct model_node {
	uint16_t feature;
	int16_t next;
	float bound;
};

struct model_forest {
	const struct model_node *nodes;
	const uint32_t *roots; /* of each tree */
	uint32_t n_trees;
	uint32_t early;      /* after so many trees … */
	int32_t early_below; /* … a sum below this is final; 0: none */
};

struct feature_table;

struct cuter_model {
	struct model_forest stages[MODEL_STAGES];
	int32_t surely_not; /* of the first stage: the second is not asked */
	int32_t threshold;  /* of the second: over it is text */
	/* For training: sees the rows when a stage's numbers stand, and may
	 * put other opinions in place of the first stage's.  NULL: nobody. */
	void (*observe)(
	    void *arg, const struct feature_table *, unsigned stage, float *opinions);
	void *observe_arg;
};

/* weights.c, made by train.py. */
extern const struct cuter_model model_weights;

/* score.c.  Of all blocks: MODEL_UNITs, into score[n_blocks]; a page too large
 * for it, or trees too deep, give false. */
bool model_judge(struct page *, const struct cuter_model *, int32_t *score);

#endif
