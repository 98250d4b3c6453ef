/*
 * profile_vector.c -- computes scores of articles; see profile_vector.h.
 */
#include "store/profile/profile_vector.h"

#include <math.h>
#include <string.h>

#include "base/array.h"

#define HALF_LIFE_S (7 * 86400.0) /* age at which the factor is 0.75 */
#define KEY_BYTES   1100          /* longer keys are truncated */

static const struct {
	const char *name;
	double weight; /* weight of the facet in relation to keywords */
} facets[PROFILE_FACETS] = {
	[PROFILE_KEYWORD] = { "keyword", 1 },
	[PROFILE_CATEGORY] = { "category", 0.4 },
	[PROFILE_FEED] = { "feed", 0.3 },
	[PROFILE_LANGUAGE] = { "language", 0.1 },
};

const char *
profile_facet_name(enum profile_facet facet)
{
	return facets[facet].name;
}

enum profile_facet
profile_facet_find(struct slice name)
{
	size_t i = 0;

	while (
	    i < PROFILE_FACETS && !slice_equal(name, slice_of(facets[i].name)))
		i++;
	return (enum profile_facet)i;
}

void
profile_vector_init(struct profile_vector *ret, struct arena *arena)
{
	*ret = (struct profile_vector){ .arena = arena };
	table_init(&ret->by_value);
}

void
profile_vector_release(struct profile_vector *v)
{
	table_release(&v->by_value);
}

/* ---- dimensions ---- */

uint32_t
profile_vector_add(
    struct profile_vector *v, enum profile_facet facet, struct slice label)
{
	if (v->n == v->cap) {
		uint32_t cap = v->cap > 0 ? 2 * v->cap : 64;
		struct profile_dimension *all =
		    arena_array(v->arena, cap, sizeof(*all));

		if (v->n > 0)
			memcpy(all, v->dimensions, v->n * sizeof(*all));
		v->dimensions = all;
		v->cap = cap;
	}
	v->dimensions[v->n] = (struct profile_dimension){ .facet = facet,
		.label = arena_copy(v->arena, label) };
	return v->n++;
}

/* The key of a value: a letter for its facet, and the value. */
static struct slice
profile_vector_key(
    char key[KEY_BYTES], enum profile_facet facet, struct slice value)
{
	size_t n = value.len < KEY_BYTES - 1 ? value.len : KEY_BYTES - 1;

	key[0] = (char)('a' + facet);
	if (n > 0)
		memcpy(key + 1, value.p, n);
	return (struct slice){ key, n + 1 };
}

uint32_t
profile_vector_find(const struct profile_vector *v, enum profile_facet facet,
    struct slice value)
{
	char bytes[KEY_BYTES];
	uintptr_t at = (uintptr_t)table_get(
	    &v->by_value, profile_vector_key(bytes, facet, value));

	return at > 0 ? v->values[at - 1].dimension : UINT32_MAX;
}

bool
profile_vector_add_value(
    struct profile_vector *v, uint32_t dimension, struct slice value)
{
	enum profile_facet facet = v->dimensions[dimension].facet;
	char bytes[KEY_BYTES];
	struct slice key = profile_vector_key(bytes, facet, value);

	if (table_get(&v->by_value, key) != NULL)
		return true;
	if (v->n_values == v->values_cap) {
		uint32_t cap = v->values_cap > 0 ? 2 * v->values_cap : 64;
		struct profile_value *all =
		    arena_array(v->arena, cap, sizeof(*all));

		if (v->n_values > 0)
			memcpy(all, v->values, v->n_values * sizeof(*all));
		v->values = all;
		v->values_cap = cap;
	}
	key = arena_copy(v->arena, key);
	v->values[v->n_values++] =
	    (struct profile_value){ .value = slice_sub(key, 1, key.len),
		    .dimension = dimension };
	return table_put(&v->by_value, key, (void *)(uintptr_t)v->n_values) ==
	       0;
}

/* ---- weights ---- */

double
profile_vector_weight(const struct profile_vector *v, uint32_t dimension)
{
	return v->dimensions[dimension].given +
	       v->dimensions[dimension].learned;
}

void
profile_vector_settle(struct profile_vector *v)
{
	double sum = 0;
	size_t n_given[PROFILE_FACETS] = { 0 };

	for (uint32_t i = 0; i < v->n; i++)
		n_given[v->dimensions[i].facet] += v->dimensions[i].given > 0;
	for (uint32_t i = 0; i < v->n; i++) {
		struct profile_dimension *d = &v->dimensions[i];

		if (d->given > 0)
			d->given = facets[d->facet].weight /
				   sqrt((double)n_given[d->facet]);
		v->has[d->facet] |= profile_vector_weight(v, i) != 0;
		sum +=
		    profile_vector_weight(v, i) * profile_vector_weight(v, i);
	}
	v->length = sqrt(sum);
}

void
profile_features_scale(struct profile_feature *features, size_t n)
{
	double sums[PROFILE_FACETS] = { 0 };

	for (size_t i = 0; i < n; i++)
		sums[features[i].facet] +=
		    features[i].weight * features[i].weight;
	for (size_t i = 0; i < n; i++)
		if (sums[features[i].facet] > 0)
			features[i].weight *= facets[features[i].facet].weight /
					      sqrt(sums[features[i].facet]);
}

/* ---- score ---- */

/* Inserts a part into a list that is sorted by the size of the share. */
static size_t
profile_vector_put_part(
    struct profile_part *parts, size_t n, size_t most, struct profile_part part)
{
	size_t at = n < most ? n++ : most;

	if (at == most) {
		if (most == 0 ||
		    fabs(parts[most - 1].share) >= fabs(part.share))
			return n;
		at = most - 1;
	}
	for (; at > 0 && fabs(parts[at - 1].share) < fabs(part.share); at--)
		parts[at] = parts[at - 1];
	parts[at] = part;
	return n;
}

/* Returns the Euclidean norm of an article's features in those facets in which
 * the profile has a dimension. */
static double
profile_vector_article_length(const struct profile_vector *v)
{
	double sum = 0;

	for (size_t i = 0; i < PROFILE_FACETS; i++)
		if (v->has[i])
			sum += facets[i].weight * facets[i].weight;
	return sqrt(sum);
}

/* True if feature i does not count, because another feature belongs to the same
 * dimension.  Only the feature with the greatest weight counts, the first of
 * several equal ones. */
static bool
profile_vector_is_repeated(const struct profile_vector *v,
    const struct profile_feature *features, size_t n, size_t i,
    uint32_t dimension)
{
	for (size_t k = 0; k < n; k++)
		if (k != i && features[k].facet == features[i].facet &&
		    profile_vector_find(
			v, features[k].facet, features[k].value) == dimension &&
		    (features[k].weight > features[i].weight ||
			(features[k].weight == features[i].weight && k < i)))
			return true;
	return false;
}

double
profile_vector_score(const struct profile_vector *v,
    const struct profile_feature *features, size_t n,
    struct profile_part *ret_parts, size_t most, size_t *ret_n)
{
	double lengths = v->length * profile_vector_article_length(v), sum = 0;

	*ret_n = 0;
	if (lengths == 0)
		return 0;
	for (size_t i = 0; i < n; i++) {
		uint32_t at = profile_vector_find(
		    v, features[i].facet, features[i].value);
		double share;

		if (at == UINT32_MAX ||
		    profile_vector_is_repeated(v, features, n, i, at))
			continue;
		share =
		    profile_vector_weight(v, at) * features[i].weight / lengths;
		sum += share;
		if (share != 0)
			*ret_n =
			    profile_vector_put_part(ret_parts, *ret_n, most,
				(struct profile_part){ features[i].facet,
				    v->dimensions[at].label, share });
	}
	return sum > 0 ? sum : 0;
}

double
profile_recency(int64_t age_s)
{
	return age_s <= 0 ? 1 : 0.5 + 0.5 * exp2(-(double)age_s / HALF_LIFE_S);
}
