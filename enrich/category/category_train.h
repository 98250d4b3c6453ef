/*
 * category_train.h -- trains a model of category_model.h from texts whose
 * categories are known.
 *
 *	struct category_trainer *trainer = category_trainer_new();
 *
 *	category_trainer_add(trainer, &stems, labels, group);  for each text
 *	rc = category_train(trainer, &model, figures, &e);
 *	category_trainer_free(trainer);
 *
 * The texts are divided into CATEGORY_FOLDS parts.  All texts of a group, such
 * as a host, are in the same part.  The texts of each part are judged by a
 * model that was trained without this part.  The threshold of a category is the
 * lowest one, but at least 0.5, at which at least the share CATEGORY_PRECISION
 * of the judgements is right.  The final model is trained from all texts.
 *
 * The same texts in the same order give the same model.
 */
#ifndef ENRICH_CATEGORY_CATEGORY_TRAIN_H
#define ENRICH_CATEGORY_CATEGORY_TRAIN_H

#include "enrich/category/category_model.h"

#define CATEGORY_FOLDS     4
#define CATEGORY_PRECISION 0.9
#define CATEGORY_LEAST     50 /* a category with fewer texts gets no model */

struct category_trainer;

/* Results of the training for a category. */
struct category_figures {
	size_t n_texts;          /* number of texts that have the category */
	size_t n_found, n_right; /* judgements at the threshold, and right ones;
				    0 without a model */
	double threshold;        /* 0: no model */
};

/* Allocates a trainer. Returns NULL if there is no memory. */
struct category_trainer *category_trainer_new(void);
void category_trainer_free(struct category_trainer *);

/* Adds a text.  `labels`: bits of its categories, 1 << index.  Returns false if
 * the trainer would then have more than LIMIT_CATEGORY_TRAIN texts or
 * LIMIT_CATEGORY_STEMS stems, or if there is no memory. */
bool category_trainer_add(struct category_trainer *,
    const struct category_stems *, uint32_t labels, uint64_t group);
/* Returns the number of texts. */
size_t category_trainer_count(const struct category_trainer *);

/* Trains a model, which the caller frees.  Errors: ERR_REFUSED if the texts are
 * of fewer than two groups; ERR_MEMORY.  O(stems of all texts). */
int category_train(struct category_trainer *, struct category_model **ret,
    struct category_figures ret_figures[CATEGORY_COUNT], struct err *e);

#endif
