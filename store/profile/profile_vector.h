/*
 * profile_vector.h -- internal to store/: the interests of a profile as a
 * vector, and its cosine with an article.
 *
 * A dimension is a keyword, a category, a feed or a language.  In each facet,
 * the features of an article form a vector whose Euclidean norm is the weight
 * of the facet.  Facets in which the profile has no dimension are left out, so
 * that they do not lower the cosine.
 *
 * Sources: Salton, Wong, Yang, "A Vector Space Model for Automatic Indexing"
 * (1975); Rocchio, "Relevance Feedback in Information Retrieval" (1971), with
 * the weights of Manning, Raghavan, Schuetze, "Introduction to Information
 * Retrieval" (2008), section 9.1.1.
 */
#ifndef STORE_PROFILE_PROFILE_VECTOR_H
#define STORE_PROFILE_PROFILE_VECTOR_H

#include <stdint.h>

#include "base/arena.h"
#include "base/table.h"

enum profile_facet {
	PROFILE_KEYWORD,
	PROFILE_CATEGORY,
	PROFILE_FEED,
	PROFILE_LANGUAGE,
	PROFILE_FACETS
};

/* Returns the name in the database. */
const char *profile_facet_name(enum profile_facet);
/* Returns PROFILE_FACETS for any other text. */
enum profile_facet profile_facet_find(struct slice name);

struct profile_dimension {
	enum profile_facet facet;
	struct slice label;
	double given;   /* weight from the configuration */
	double learned; /* weight from marks */
};

struct profile_value {
	struct slice value;
	uint32_t dimension;
};

/* Dimensions are added until profile_vector_settle() is called.  All texts are
 * in the arena. */
struct profile_vector {
	struct arena *arena; /* borrowed */
	struct profile_dimension *dimensions;
	uint32_t n, cap;
	/* The values of the dimensions.  A dimension may have several values,
	 * for example the stems of one keyword. */
	struct profile_value *values;
	uint32_t n_values, values_cap;
	struct table by_value;    /* facet and value → index in values + 1 */
	bool has[PROFILE_FACETS]; /* a dimension has a weight other than 0 */
	double length;            /* Euclidean norm of all weights */
};

void profile_vector_init(struct profile_vector *ret, struct arena *);
void profile_vector_release(struct profile_vector *);
/* Adds a dimension; the texts are copied.  Returns its index. */
uint32_t profile_vector_add(
    struct profile_vector *, enum profile_facet, struct slice label);
/* Adds a value to the dimension: features of articles with this value belong to
 * the dimension.  A value that already belongs to a dimension is ignored.
 * Returns false if there is no memory. */
bool profile_vector_add_value(
    struct profile_vector *, uint32_t dimension, struct slice value);
/* Returns the dimension of a value, or UINT32_MAX. */
uint32_t profile_vector_find(
    const struct profile_vector *, enum profile_facet, struct slice value);
/* Scales `given` of all dimensions, and computes `has` and `length`.  Must be
 * called after the last dimension was added, and before
 * profile_vector_weight() and profile_vector_score(). */
void profile_vector_settle(struct profile_vector *);
/* Returns the weight of a dimension: given + learned. */
double profile_vector_weight(const struct profile_vector *, uint32_t dimension);

/* A feature of an article. */
struct profile_feature {
	enum profile_facet facet;
	struct slice value, label;
	double weight; /* > 0 */
};
/* Scales the weights of the features of one article, so that their Euclidean
 * norm in each facet is the weight of the facet.  O(n). */
void profile_features_scale(struct profile_feature *, size_t n);

/* The part of a score that comes from one feature. */
struct profile_part {
	enum profile_facet facet;
	struct slice label; /* of the profile */
	double
	    share; /* part of the cosine; the sum of all shares is the cosine */
};
/* Returns the cosine of the profile and scaled features, 0 if it is negative.
 * Writes the parts, the largest first, at most `most`; *ret_n: their number.
 * O(n). */
double profile_vector_score(const struct profile_vector *,
    const struct profile_feature *, size_t n, struct profile_part *ret_parts,
    size_t most, size_t *ret_n);

/* Returns the factor by which age lowers a score: 1 for age 0, not less than
 * 0.5.  Pure. */
double profile_recency(int64_t age_s);

#endif
