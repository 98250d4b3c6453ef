/*
 * category_list.c -- reads categories and labels; see categories.h.
 */
#include "base/limits/limits_portal.h"
#include "enrich/category/category_address.h"
#include "enrich/category/category_labels.h"
#include "store/category/categories.h"
#include "store/sqlite/statement.h"

static void
category_list_read_row(
    const struct query *q, struct arena *arena, void *ret_row)
{
	*(struct category_row *)ret_row = (struct category_row){
		.category = query_column_copy(q, 0, arena),
		.source = query_column_copy(q, 1, arena),
		.articles = query_column_int(q, 2),
	};
}

int
store_category_list(struct store *s,
    int (*visit)(const struct category_row *, void *), void *arg, struct err *e)
{
	struct query q = query_of(s, SQL_category_list);
	struct rows rows;
	int rc = rows_collect(
	    &q, sizeof(struct category_row), category_list_read_row, &rows, e);

	for (size_t i = 0; i < rows.n && rc == 0; i++)
		rc = visit(&((struct category_row *)rows.items)[i], arg);
	rows_release(&rows);
	return rc;
}

/* Replaces an address by the part that means a category. */
static void
category_list_read_address(
    struct category_label *label, struct slice language, struct arena *arena)
{
	struct category_address found;

	if (!category_of_address(label->label, language, &found)) {
		label->label = SLICE_NONE;
		return;
	}
	label->label =
	    arena_copy(arena, (struct slice){ found.label, found.len });
	label->categories = found.categories;
}

static void
category_list_read_label(
    const struct query *q, struct arena *arena, void *ret_row)
{
	struct category_label *label = ret_row;
	struct slice language = query_column_text(q, 2);

	*label = (struct category_label){
		.label = query_column_copy(q, 1, arena),
		.kind = (enum category_label_kind)query_column_int(q, 0),
	};
	if (label->kind == LABEL_ADDRESS)
		category_list_read_address(label, language, arena);
	else
		label->categories = category_of_label(label->label, language);
}

/* The query always has a row for the section of an article, also if the section
 * is NULL.  No row: there is no such article. */
int
store_category_labels(struct store *s, int64_t article_id,
    int (*visit)(const struct category_label *, void *), void *arg,
    struct err *e)
{
	struct query q = query_of(s, SQL_category_labels);
	struct rows rows;
	int rc;

	query_int(&q, ":article_id", article_id);
	query_count(&q, ":most", LIMIT_CATEGORY_LABELS);
	rc = rows_collect(&q, sizeof(struct category_label),
	    category_list_read_label, &rows, e);
	if (rc == 0 && rows.n == 0)
		rc = err_set(e, ERR_NOT_FOUND, "there is no article %lld",
		    (long long)article_id);
	for (size_t i = 0; i < rows.n && rc == 0; i++) {
		const struct category_label *label =
		    &((struct category_label *)rows.items)[i];

		if (label->label.len > 0)
			rc = visit(label, arg);
	}
	rows_release(&rows);
	return rc;
}

int
store_category_get(struct store *s, int64_t article_id,
    struct category_set *ret, struct err *e)
{
	struct query q = query_of(s, SQL_category_get);
	struct slice source;
	int rc;

	*ret = (struct category_set){ 0 };
	query_int(&q, ":article_id", article_id);
	while ((rc = query_step(&q, e)) > 0) {
		size_t i = category_find(query_column_text(&q, 0));

		if (i == CATEGORY_NONE)
			continue;
		source = query_column_text(&q, 1);
		if (slice_equal(source, CATEGORY_OF_PUBLISHER)) {
			ret->of_publisher |= UINT32_C(1) << i;
			continue;
		}
		ret->scores[i] = query_column_real(&q, 2);
		if (slice_equal(source, CATEGORY_OF_MODEL))
			ret->of_model |= UINT32_C(1) << i;
		else
			ret->of_terms |= UINT32_C(1) << i;
	}
	query_end(&q);
	return rc;
}
