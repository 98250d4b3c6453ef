/*
 * category_learn.c -- trains, stores and uses the model that finds the
 * categories of articles without a known label; see categories.h.
 */
#include "base/table.h"
#include "store/category/categories.h"
#include "store/enrich/enrich_state.h"
#include "store/sqlite/statement.h"

#define SLICE_ARTICLES 500

/* ---- the row ---- */

int
category_model_read(struct store *s, struct category_model **ret, struct err *e)
{
	struct query q = query_of(s, SQL_category_model_get);
	int rc = query_step(&q, e);

	*ret = NULL;
	if (rc > 0 && query_column_int(&q, 0) == CATEGORY_MODEL_VERSION)
		rc = category_model_parse(query_column_text(&q, 1), ret, e);
	query_end(&q);
	return rc < 0 ? rc : 0;
}

int
store_category_load(struct store *s, struct err *e)
{
	if (s->enrich == NULL)
		return 0;
	category_model_free(s->enrich->category_model);
	s->enrich->category_model = NULL;
	return category_model_read(s, &s->enrich->category_model, e);
}

static uint32_t
category_learn_classify(const struct category_model *model,
    const struct enrichment *found, double scores[CATEGORY_COUNT])
{
	const struct category_stems stems = category_stems_of(found);
	uint32_t ret = 0;

	category_model_scores(model, &stems, scores);
	for (size_t i = 0; i < CATEGORY_COUNT; i++)
		if (model->lines[i].threshold > 0 &&
		    scores[i] >= model->lines[i].threshold)
			ret |= UINT32_C(1) << i;
	return ret;
}

uint32_t
category_guess(struct store *s, const struct enrichment *found,
    double scores[CATEGORY_COUNT], struct slice *ret_source)
{
	double own[CATEGORY_COUNT];
	struct slice source;
	uint32_t ret = 0;

	if (scores == NULL)
		scores = own;
	if (ret_source == NULL)
		ret_source = &source;
	*ret_source = CATEGORY_OF_MODEL;
	if (s->enrich != NULL && s->enrich->category_model != NULL &&
	    found->n_stems > 0)
		ret = category_learn_classify(
		    s->enrich->category_model, found, scores);
	if (ret != 0 || found->category == 0)
		return ret;
	*ret_source = CATEGORY_OF_TERMS;
	scores[found->category - 1] = found->category_score;
	return UINT32_C(1) << (found->category - 1);
}

/* ---- training ---- */

struct category_learning {
	struct store *store;
	struct enricher *enricher;
	struct category_trainer *trainer;
	bool is_full;
};

static int
category_learn_article(
    struct category_learning *learning, int64_t article_id, struct err *e)
{
	const struct enrich_options options = { 0 };
	struct query q = query_of(learning->store, SQL_category_text);
	struct category_stems stems;
	struct category_set labels;
	struct enrichment found;
	int rc = store_category_get(learning->store, article_id, &labels, e);

	query_int(&q, ":article_id", article_id);
	if (rc == 0)
		rc = query_step(&q, e);
	if (rc > 0) {
		rc = enrich_text(learning->enricher,
		    &(struct enrich_input){ .title = query_column_text(&q, 0),
			.body = query_column_text(&q, 1),
			.language = query_column_text(&q, 2) },
		    &options, &found, e);
		stems = category_stems_of(&found);
		if (rc == ERR_LIMIT)
			rc = 0;
		else if (rc == 0)
			learning->is_full = !category_trainer_add(
			    learning->trainer, &stems, labels.of_publisher,
			    hash_bytes(query_column_text(&q, 3)));
	}
	query_end(&q);
	return rc;
}

static int
category_learn_slice(
    struct category_learning *learning, int64_t *before, struct err *e)
{
	struct query q = query_of(learning->store, SQL_category_labelled);
	struct rows ids;
	int rc;

	query_int(&q, ":before", *before);
	query_count(&q, ":slice", SLICE_ARTICLES);
	rc = rows_collect_ids(&q, &ids, e);
	for (size_t i = 0; i < ids.n && rc == 0 && !learning->is_full; i++) {
		*before = ((int64_t *)ids.items)[i];
		rc = category_learn_article(learning, *before, e);
	}
	if (ids.n < SLICE_ARTICLES)
		learning->is_full = true;
	rows_release(&ids);
	return rc;
}

struct category_new_row {
	struct slice weights;
	size_t articles;
	int64_t now_at;
};

static int
category_learn_write(struct store *s, void *arg, struct err *e)
{
	const struct category_new_row *row = arg;
	struct query q = query_of(s, SQL_category_model_set);

	query_int(&q, ":version", CATEGORY_MODEL_VERSION);
	query_date(&q, ":trained_at", row->now_at);
	query_count(&q, ":articles", row->articles);
	query_blob(&q, ":weights", row->weights);
	return query_run(&q, e);
}

static int
category_learn_store(struct store *s, const struct category_model *model,
    size_t n, int64_t now_at, struct err *e)
{
	struct buf weights;
	bool is_empty = true;
	int rc;

	for (size_t i = 0; i < CATEGORY_COUNT; i++)
		is_empty = is_empty && model->lines[i].threshold == 0;
	if (is_empty)
		return 0;
	buf_init(&weights, LIMIT_CATEGORY_MODEL);
	category_model_write(model, &weights);
	if (buf_failed(&weights))
		rc = err_set(e, ERR_MEMORY, "no memory for the model");
	else
		rc = store_operate(s, category_learn_write,
		    &(struct category_new_row){
			buf_slice(&weights), n, now_at },
		    e);
	buf_release(&weights);
	return rc;
}

static int
category_learn_run(struct category_learning *learning, int64_t now_at,
    struct category_figures ret[CATEGORY_COUNT], size_t *ret_n, struct err *e)
{
	struct category_model *model = NULL;
	int64_t before = INT64_MAX;
	int rc = 0;

	while (rc == 0 && !learning->is_full)
		rc = category_learn_slice(learning, &before, e);
	*ret_n = category_trainer_count(learning->trainer);
	if (rc == 0)
		rc = category_train(learning->trainer, &model, ret, e);
	if (rc == 0)
		rc = category_learn_store(
		    learning->store, model, *ret_n, now_at, e);
	category_model_free(model);
	return rc;
}

int
store_category_train(struct store *s, int64_t now_at,
    struct category_figures ret[CATEGORY_COUNT], size_t *ret_n, struct err *e)
{
	struct category_learning learning = { .store = s };
	int rc = enricher_new(&learning.enricher, e);

	*ret_n = 0;
	if (rc == 0 && (learning.trainer = category_trainer_new()) == NULL)
		rc = err_set(e, ERR_MEMORY, "no memory for the training");
	if (rc == 0)
		rc = category_learn_run(&learning, now_at, ret, ret_n, e);
	category_trainer_free(learning.trainer);
	enricher_free(learning.enricher);
	return rc;
}
