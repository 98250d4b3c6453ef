/*
 * category_train.c -- trains a model from texts whose categories are known; see
 * category_train.h.
 *
 * The method is stochastic gradient descent on the logistic loss. The step
 * falls linearly to 0. Texts are visited in a fixed order that does not follow
 * the time: neighbours in time are often about one event.
 */
#include "enrich/category/category_train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits/limits_portal.h"
#include "enrich/category/category_folds.h"

#define EPOCHS      6
#define FIRST_STEP  4.0  /* a step up to 8 converges if vectors have norm 1 */
#define BIAS_VALUE  0.25 /* the value of the bias in the vector of a text */
#define STRIDE      1000003 /* a prime above LIMIT_CATEGORY_TRAIN */
#define LEAST_FOUND 10 /* fewer judgements are too few to measure precision */
/* The least score is 0.5, because only categories that are more likely than not
 * are stored. It is in units of 1 / SCORE_ONE. */
#define LEAST_SCORE 32768
#define SCORE_ONE   65536 /* scores are in units of 1 / SCORE_ONE */
#define UNIT_ONE    (1 << 24)

struct category_trainer {
	struct category_example *examples;
	uint32_t *stems; /* of all examples */
	size_t n, cap, n_stems, stems_cap;
};

/* A model with weights that are not rounded. */
struct train_weights {
	float bias[CATEGORY_COUNT];
	float of[CATEGORY_BUCKETS][CATEGORY_COUNT];
};

struct train_run {
	const struct category_trainer *trainer;
	struct train_weights *weights;
	struct category_model *model;
	uint32_t (*scores)[CATEGORY_COUNT]; /* scores of the held-out texts, in
					       units of 1 / SCORE_ONE */
	uint64_t *sorted; /* scratch: for one category, the score of each text
			     (upper 32 bits) and its index (lower 32 bits) */
};

struct category_trainer *
category_trainer_new(void)
{
	return calloc(1, sizeof(struct category_trainer));
}

void
category_trainer_free(struct category_trainer *t)
{
	if (t == NULL)
		return;
	free(t->examples);
	free(t->stems);
	free(t);
}

size_t
category_trainer_count(const struct category_trainer *t)
{
	return t->n;
}

/* Allocates memory for n items after the first `used` items. */
static bool
category_train_grow(
    void **items, size_t *cap, size_t used, size_t n, size_t item_bytes)
{
	size_t wanted = *cap > 0 ? *cap : 1024;
	void *grown;

	if (*cap - used >= n)
		return true;
	while (wanted - used < n)
		wanted *= 2;
	if ((grown = realloc(*items, wanted * item_bytes)) == NULL)
		return false;
	*items = grown;
	*cap = wanted;
	return true;
}

bool
category_trainer_add(struct category_trainer *t,
    const struct category_stems *stems, uint32_t labels, uint64_t group)
{
	if (t->n >= LIMIT_CATEGORY_TRAIN ||
	    stems->n > LIMIT_CATEGORY_STEMS - t->n_stems ||
	    !category_train_grow((void **)&t->examples, &t->cap, t->n, 1,
		sizeof(*t->examples)) ||
	    !category_train_grow((void **)&t->stems, &t->stems_cap, t->n_stems,
		stems->n, sizeof(*t->stems)))
		return false;
	if (stems->n > 0)
		memcpy(t->stems + t->n_stems, stems->stems,
		    stems->n * sizeof(*t->stems));
	t->examples[t->n++] = (struct category_example){ .at = t->n_stems,
		.n = (uint32_t)stems->n,
		.n_title = (uint32_t)stems->n_title,
		.labels = labels,
		.group = group };
	t->n_stems += stems->n;
	return true;
}

static struct category_stems
category_train_stems(
    const struct category_trainer *t, const struct category_example *example)
{
	return (struct category_stems){ t->stems + example->at, example->n,
		example->n_title };
}

/* ---- one model ---- */

static void
category_train_sum(const struct train_weights *w,
    const struct category_stems *stems, float ret[CATEGORY_COUNT])
{
	memset(ret, 0, CATEGORY_COUNT * sizeof(*ret));
	for (size_t i = 0; i < stems->n; i++) {
		const float *of = w->of[category_bucket(stems->stems[i])];
		float times = i < stems->n_title ? CATEGORY_TITLE_VALUE : 1;

		for (size_t k = 0; k < CATEGORY_COUNT; k++)
			ret[k] += times * of[k];
	}
}

static void
category_train_step(struct train_weights *w, const struct category_stems *stems,
    uint32_t labels, double step)
{
	double value = category_stem_value(stems);
	float sums[CATEGORY_COUNT], moves[CATEGORY_COUNT];

	category_train_sum(w, stems, sums);
	for (size_t k = 0; k < CATEGORY_COUNT; k++) {
		double right = (labels >> k & 1) != 0;
		double move =
		    step *
		    (right - category_logistic(w->bias[k] + value * sums[k]));

		w->bias[k] += (float)(move * BIAS_VALUE * BIAS_VALUE);
		moves[k] = (float)(move * value);
	}
	for (size_t i = 0; i < stems->n; i++) {
		float *of = w->of[category_bucket(stems->stems[i])];
		float times = i < stems->n_title ? CATEGORY_TITLE_VALUE : 1;

		for (size_t k = 0; k < CATEGORY_COUNT; k++)
			of[k] += times * moves[k];
	}
}

/* Rounds the weights to the values that a model can store. */
static void
category_train_round(const struct train_weights *w, struct category_model *ret)
{
	for (size_t k = 0; k < CATEGORY_COUNT; k++) {
		struct category_line *line = &ret->lines[k];
		double most = 0;

		/* not fmax(): gcc 12 for arm64 fails on it at -O3 */
		for (size_t i = 0; i < CATEGORY_BUCKETS; i++) {
			double value = fabs((double)w->of[i][k]);

			most = value > most ? value : most;
		}
		line->unit = ceil(most / 127 * UNIT_ONE) / UNIT_ONE;
		line->bias = floor(w->bias[k] * 65536.0 + 0.5) / 65536;
		line->threshold = 1;
		for (size_t i = 0; i < CATEGORY_BUCKETS; i++)
			ret->weights[i][k] =
			    line->unit > 0
				? (int8_t)floor(w->of[i][k] / line->unit + 0.5)
				: 0;
	}
}

/* Trains the weights from the texts that are not in part `fold`. */
static void
category_train_without(struct train_run *run, int fold)
{
	const struct category_trainer *t = run->trainer;
	size_t stride = STRIDE % t->n;

	memset(run->weights, 0, sizeof(*run->weights));
	for (int epoch = 0; epoch < EPOCHS; epoch++) {
		for (size_t i = 0, at = 0; i < t->n; i++) {
			const struct category_example *example =
			    &t->examples[at];
			struct category_stems stems =
			    category_train_stems(t, example);
			double done = epoch + (double)i / (double)t->n;

			at = (at + stride) % t->n;
			if (example->fold != fold)
				category_train_step(run->weights, &stems,
				    example->labels,
				    FIRST_STEP * (1 - done / EPOCHS));
		}
	}
	category_train_round(run->weights, run->model);
}

/* ---- thresholds ---- */

static void
category_train_judge(struct train_run *run, int fold)
{
	const struct category_trainer *t = run->trainer;
	double scores[CATEGORY_COUNT];

	for (size_t i = 0; i < t->n; i++) {
		struct category_stems stems =
		    category_train_stems(t, &t->examples[i]);

		if (t->examples[i].fold != fold)
			continue;
		category_model_scores(run->model, &stems, scores);
		for (size_t k = 0; k < CATEGORY_COUNT; k++)
			run->scores[i][k] = (uint32_t)(scores[k] * SCORE_ONE);
	}
}

static int
category_train_compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x < y) - (x > y);
}

static void
category_train_choose(
    struct train_run *run, size_t k, struct category_figures *ret)
{
	const struct category_trainer *t = run->trainer;
	size_t right = 0;

	for (size_t i = 0; i < t->n; i++)
		run->sorted[i] = (uint64_t)run->scores[i][k] << 32 | i;
	qsort(run->sorted, t->n, sizeof(*run->sorted), category_train_compare);
	for (size_t i = 0; i < t->n; i++) {
		uint64_t score = run->sorted[i] >> 32;
		uint32_t number = (uint32_t)run->sorted[i];

		right += t->examples[number].labels >> k & 1;
		if (score < LEAST_SCORE || i + 1 < LEAST_FOUND ||
		    (i + 1 < t->n && run->sorted[i + 1] >> 32 == score) ||
		    (double)right < CATEGORY_PRECISION * (double)(i + 1))
			continue;
		ret->n_found = i + 1;
		ret->n_right = right;
		ret->threshold = (double)score / SCORE_ONE;
	}
}

static void
category_train_measure(
    struct train_run *run, struct category_figures figures[CATEGORY_COUNT])
{
	const struct category_trainer *t = run->trainer;

	memset(figures, 0, CATEGORY_COUNT * sizeof(*figures));
	for (size_t k = 0; k < CATEGORY_COUNT; k++) {
		for (size_t i = 0; i < t->n; i++)
			figures[k].n_texts += t->examples[i].labels >> k & 1;
		if (figures[k].n_texts >= CATEGORY_LEAST)
			category_train_choose(run, k, &figures[k]);
	}
}

static void
category_train_all(
    struct train_run *run, struct category_figures figures[CATEGORY_COUNT])
{
	for (int fold = 0; fold < CATEGORY_FOLDS; fold++) {
		category_train_without(run, fold);
		category_train_judge(run, fold);
	}
	category_train_measure(run, figures);
	category_train_without(run, CATEGORY_FOLDS);
	for (size_t k = 0; k < CATEGORY_COUNT; k++) {
		run->model->lines[k].threshold = figures[k].threshold;
		if (figures[k].threshold > 0)
			continue;
		run->model->lines[k] = (struct category_line){ 0 };
		for (size_t i = 0; i < CATEGORY_BUCKETS; i++)
			run->model->weights[i][k] = 0;
	}
}

int
category_train(struct category_trainer *t, struct category_model **ret,
    struct category_figures ret_figures[CATEGORY_COUNT], struct err *e)
{
	struct train_run run = { .trainer = t,
		.weights = malloc(sizeof(*run.weights)),
		.model = malloc(sizeof(*run.model)),
		.scores = calloc(t->n + 1, sizeof(*run.scores)),
		.sorted = calloc(t->n + 1, sizeof(*run.sorted)) };
	int rc = 0;

	if (run.weights == NULL || run.model == NULL || run.scores == NULL ||
	    run.sorted == NULL)
		rc = err_set(e, ERR_MEMORY, "no memory for the training");
	if (rc == 0)
		rc = category_folds_set(t->examples, t->n, CATEGORY_FOLDS, e);
	if (rc == 0)
		category_train_all(&run, ret_figures);
	free(run.weights);
	free(run.scores);
	free(run.sorted);
	if (rc == 0)
		*ret = run.model;
	else
		category_model_free(run.model);
	return rc;
}
