/*
 * category_explain.c -- finds the terms for which the model or the shipped
 * lists have found a category; see categories.h.
 */
#include "store/category/categories.h"
#include "store/enrich/enrich_state.h"
#include "store/sqlite/statement.h"

struct category_question {
	const struct category_model *model; /* NULL: none */
	struct category_stems stems;
	const struct slice *texts; /* of the stems */
	const struct enrichment *found;
};

/* Inserts a term into the list, which is sorted by share and has a maximum
 * length. */
static void
category_explain_add(
    struct category_reason *reason, struct slice term, double share)
{
	size_t at = reason->n_terms;

	while (at > 0 && reason->shares[at - 1] < share)
		at--;
	if (at == LIMIT_CATEGORY_TERMS)
		return;
	if (reason->n_terms < LIMIT_CATEGORY_TERMS)
		reason->n_terms++;
	for (size_t i = reason->n_terms - 1; i > at; i--) {
		reason->terms[i] = reason->terms[i - 1];
		reason->shares[i] = reason->shares[i - 1];
	}
	reason->terms[at] = term;
	reason->shares[at] = share;
}

static struct category_reason
category_explain_one(
    const struct category_question *question, size_t category, double score)
{
	struct category_reason ret = { .category = category,
		.source = CATEGORY_OF_MODEL,
		.score = score };

	if (question->model == NULL)
		return ret;
	for (size_t i = 0; i < question->stems.n; i++) {
		double share = category_model_share(
		    question->model, &question->stems, i, category);

		if (share > 0)
			category_explain_add(&ret, question->texts[i], share);
	}
	return ret;
}

/* If the present lists give the text another category than the stored one,
 * there are no terms. */
static struct category_reason
category_explain_terms(
    const struct category_question *question, size_t category, double score)
{
	const struct enrichment *found = question->found;
	struct category_reason ret = { .category = category,
		.source = CATEGORY_OF_TERMS,
		.score = score };

	if (found->category_best != category + 1)
		return ret;
	for (size_t i = 0; i < found->n_category_terms; i++)
		category_explain_add(&ret, found->category_terms[i].text,
		    found->category_terms[i].share);
	return ret;
}

static int
category_explain_enrich(struct store *s, int64_t article_id,
    struct enricher *enricher, struct enrichment *ret, struct err *e)
{
	const struct enrich_options options = { 0 };
	struct query q = query_of(s, SQL_category_text);
	int rc;

	query_int(&q, ":article_id", article_id);
	rc = query_step(&q, e);
	if (rc == 0)
		rc = err_set(e, ERR_NOT_FOUND, "there is no article %lld",
		    (long long)article_id);
	else if (rc > 0)
		rc = enrich_text(enricher,
		    &(struct enrich_input){ .title = query_column_text(&q, 0),
			.body = query_column_text(&q, 1),
			.language = query_column_text(&q, 2) },
		    &options, ret, e);
	query_end(&q);
	return rc;
}

static int
category_explain_all(const struct category_question *question,
    const struct category_set *stored,
    int (*visit)(const struct category_reason *, void *), void *arg)
{
	int rc = 0;

	for (size_t i = 0; i < CATEGORY_COUNT && rc == 0; i++) {
		struct category_reason reason;

		if ((stored->of_model >> i & 1) != 0)
			reason = category_explain_one(
			    question, i, stored->scores[i]);
		else if ((stored->of_terms >> i & 1) != 0)
			reason = category_explain_terms(
			    question, i, stored->scores[i]);
		else
			continue;
		rc = visit(&reason, arg);
	}
	return rc;
}

int
store_category_explain(struct store *s, int64_t article_id,
    int (*visit)(const struct category_reason *, void *), void *arg,
    struct err *e)
{
	struct category_model *model = NULL;
	struct enricher *enricher = NULL;
	struct enrichment found = { 0 };
	struct category_set stored;
	int rc = store_category_get(s, article_id, &stored, e);

	if (rc != 0 || (stored.of_model | stored.of_terms) == 0)
		return rc;
	if (stored.of_model != 0)
		rc = category_model_read(s, &model, e);
	if (rc == 0)
		rc = enricher_new(&enricher, e);
	if (rc == 0)
		rc =
		    category_explain_enrich(s, article_id, enricher, &found, e);
	if (rc == 0)
		rc = category_explain_all(
		    &(struct category_question){ model,
			category_stems_of(&found), found.stem_texts, &found },
		    &stored, visit, arg);
	enricher_free(enricher);
	category_model_free(model);
	return rc;
}
