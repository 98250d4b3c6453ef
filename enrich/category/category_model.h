/*
 * category_model.h -- a linear classifier that derives the categories of a text
 * from its stems.
 *
 *	struct category_model *model;
 *	double scores[CATEGORY_COUNT];
 *
 *	if (category_model_parse(weights, &model, &e) == 0)
 *		category_model_scores(model, &stems, scores);
 *	category_model_free(model);
 *
 * Each category has a logistic regression of its own.  A stem selects one of
 * CATEGORY_BUCKETS weights of 8 bits by its hash.  A stem of the title counts
 * twice.  The vector of a text has the Euclidean norm 1.  Only additions,
 * multiplications, divisions and square roots are used, so that no score
 * depends on a mathematical library.
 *
 * category_train.h computes models.
 */
#ifndef ENRICH_CATEGORY_CATEGORY_MODEL_H
#define ENRICH_CATEGORY_CATEGORY_MODEL_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "config/profile/category.h"
#include "enrich/enrichment.h"

/* Version of the format and of the features.  Raise it with each change. */
#define CATEGORY_MODEL_VERSION 1
#define CATEGORY_BUCKET_BITS   16
#define CATEGORY_BUCKETS       (1u << CATEGORY_BUCKET_BITS)
/* The value of a stem of the title; a stem of the body has the value 1. */
#define CATEGORY_TITLE_VALUE 2

struct category_model {
	struct category_line {
		double unit; /* factor of the integers in `weights` */
		double bias;
		double threshold; /* 0 .. 1; 0: there is no model of the
				     category */
	} lines[CATEGORY_COUNT];
	int8_t weights[CATEGORY_BUCKETS][CATEGORY_COUNT];
};

/* The stems of a text; those of the title come first. */
struct category_stems {
	const uint32_t *stems; /* borrowed */
	size_t n, n_title;
};
/* Returns the stems of an enrichment, which are borrowed. */
struct category_stems category_stems_of(const struct enrichment *);
/* Returns the index of the row of weights of a stem.  O(1). */
uint32_t category_bucket(uint32_t stem);
/* Returns the value of a stem of the body in the vector of a text; a stem of
 * the title has twice the value.  O(1). */
double category_stem_value(const struct category_stems *);
/* Returns 1 / (1 + exp(-x)) with an error of less than 0.01. */
double category_logistic(double x);

/* Reads a model that category_model_write() wrote.  The caller frees it.
 * Errors: ERR_REFUSED if the bytes are not such a model; ERR_MEMORY. */
int category_model_parse(
    struct slice bytes, struct category_model **ret, struct err *e);
/* Appends the model, about 1.1 MB, with a checksum.  The same model gives the
 * same bytes on each machine. */
void category_model_write(const struct category_model *, struct buf *out);
void category_model_free(struct category_model *);

/* Writes the probability of each category; 0 for a category without a model.
 * O(stems). */
void category_model_scores(const struct category_model *,
    const struct category_stems *, double ret[CATEGORY_COUNT]);
/* Returns the number that the stem with the index n adds to the sum of a
 * category.  A positive number makes the category more probable.  O(1). */
double category_model_share(const struct category_model *,
    const struct category_stems *, size_t n, size_t category);

#endif
