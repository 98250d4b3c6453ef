/*
 * category_folds.c -- divides the texts of a training into parts; see
 * category_folds.h.
 */
#include "enrich/category/category_folds.h"

#include <stdlib.h>

#define FOLDS_MOST 16

/* A group of examples. */
struct fold_group {
	uint64_t group;
	size_t first, n; /* first: index of the first example; n: number of
			    examples, later the fold */
};

static int
category_folds_by_group(const void *a, const void *b)
{
	const struct fold_group *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return x->first < y->first ? -1 : 1;
}

static int
category_folds_by_size(const void *a, const void *b)
{
	const struct fold_group *x = a, *y = b;

	if (x->n != y->n)
		return x->n > y->n ? -1 : 1;
	return x->first < y->first ? -1 : 1;
}

/* Sorts by group, and joins the entries of equal groups. Returns the number of
 * groups. */
static size_t
category_folds_join(struct fold_group *groups, size_t n)
{
	size_t n_groups = 0;

	qsort(groups, n, sizeof(*groups), category_folds_by_group);
	for (size_t i = 0; i < n; i++)
		if (n_groups > 0 &&
		    groups[n_groups - 1].group == groups[i].group)
			groups[n_groups - 1].n++;
		else
			groups[n_groups++] = groups[i];
	return n_groups;
}

static int
category_folds_find(const struct fold_group *groups, size_t n, uint64_t group)
{
	size_t from = 0, to = n;

	while (to - from > 1) {
		size_t middle = from + (to - from) / 2;

		if (groups[middle].group <= group)
			from = middle;
		else
			to = middle;
	}
	return (int)groups[from].n;
}

/* Replaces the size of each group by its fold. */
static void
category_folds_choose(struct fold_group *groups, size_t n, int n_folds)
{
	size_t sizes[FOLDS_MOST] = { 0 };

	qsort(groups, n, sizeof(*groups), category_folds_by_size);
	for (size_t i = 0; i < n; i++) {
		int best = 0;

		for (int fold = 1; fold < n_folds; fold++)
			if (sizes[fold] < sizes[best])
				best = fold;
		sizes[best] += groups[i].n;
		groups[i].n = (size_t)best;
	}
	qsort(groups, n, sizeof(*groups), category_folds_by_group);
}

int
category_folds_set(
    struct category_example *examples, size_t n, int n_folds, struct err *e)
{
	struct fold_group *groups = calloc(n + 1, sizeof(*groups));
	size_t n_groups;

	if (groups == NULL)
		return err_set(e, ERR_MEMORY, "no memory for the training");
	for (size_t i = 0; i < n; i++)
		groups[i] = (struct fold_group){ examples[i].group, i, 1 };
	n_groups = category_folds_join(groups, n);
	if (n_groups < 2) {
		free(groups);
		return err_set(e, ERR_REFUSED,
		    "training needs labelled articles of at least two "
		    "domains, because the articles of one domain are used for "
		    "validation; labelled articles: %zu, their domains: %zu",
		    n, n_groups);
	}
	category_folds_choose(groups, n_groups, n_folds);
	for (size_t i = 0; i < n; i++)
		examples[i].fold =
		    category_folds_find(groups, n_groups, examples[i].group);
	free(groups);
	return 0;
}
