/*
 * category_put.c -- stores the categories of an article, from its labels, from
 * the model or from the shipped lists of terms; see categories.h.
 *
 * The section names the subject of the whole article.  The address often has
 * the name of the section.  A tag may name a detail: a report on a match may
 * have the tag of a city.  Tags are therefore used only if neither the section
 * nor the address has a category.  Then the category with the most tags is
 * used.
 */
#include "base/limits/limits_portal.h"
#include "enrich/category/category_address.h"
#include "enrich/category/category_labels.h"
#include "store/category/categories.h"
#include "store/sqlite/statement.h"

struct category_reading {
	struct slice language; /* language of the text; used by
				  category_put_read_tag() */
	uint32_t of_section, of_address;
	int n_tags[CATEGORY_COUNT];
};

static void
category_put_add_tag(struct category_reading *r, uint32_t found)
{
	for (size_t i = 0; i < CATEGORY_COUNT; i++)
		r->n_tags[i] += (found >> i & 1) != 0;
}

static int
category_put_read(const struct category_label *label, void *arg)
{
	struct category_reading *r = arg;

	switch (label->kind) {
	case LABEL_SECTION:
		r->of_section |= label->categories;
		break;
	case LABEL_ADDRESS:
		r->of_address |= label->categories;
		break;
	case LABEL_TAG:
		category_put_add_tag(r, label->categories);
		break;
	}
	return 0;
}

static uint32_t
category_put_choose(const struct category_reading *r)
{
	uint32_t best = 0;
	int most = 1;

	if (r->of_section != 0)
		return r->of_section;
	if (r->of_address != 0)
		return r->of_address;
	for (size_t i = 0; i < CATEGORY_COUNT; i++) {
		if (r->n_tags[i] < most)
			continue;
		if (r->n_tags[i] > most)
			best = 0;
		most = r->n_tags[i];
		best |= UINT32_C(1) << i;
	}
	/* If more than two categories have the most tags, none is used. */
	return __builtin_popcount(best) <= 2 ? best : 0;
}

static void
category_put_read_new(
    const struct publisher_labels *labels, struct category_reading *ret)
{
	struct category_address address;

	*ret = (struct category_reading){ .language = labels->language };
	if (labels->section.len > 0)
		ret->of_section =
		    category_of_label(labels->section, labels->language);
	if (category_of_address(labels->address, labels->language, &address))
		ret->of_address = address.categories;
}

uint32_t
category_of_labels(const struct publisher_labels *labels)
{
	struct category_reading r;

	category_put_read_new(labels, &r);
	for (size_t i = 0; i < labels->n_tags && i < LIMIT_CATEGORY_LABELS; i++)
		category_put_add_tag(
		    &r, category_of_label(labels->tags[i], labels->language));
	return category_put_choose(&r);
}

/* Ignores the stored section and address, because they are those of an earlier
 * text. */
static int
category_put_read_tag(const struct category_label *label, void *arg)
{
	struct category_reading *r = arg;

	if (label->kind == LABEL_TAG)
		category_put_add_tag(
		    r, category_of_label(label->label, r->language));
	return 0;
}

int
category_of_text(struct store *s, int64_t article_id,
    const struct publisher_labels *labels, uint32_t *ret, struct err *e)
{
	struct category_reading r;
	int rc;

	category_put_read_new(labels, &r);
	rc = store_category_labels(s, article_id, category_put_read_tag, &r, e);
	*ret = category_put_choose(&r);
	return rc;
}

static int
category_put_row(struct store *s, int64_t article_id, size_t category,
    struct slice source, double score, struct err *e)
{
	struct query q = query_of(s, SQL_category_insert);

	query_int(&q, ":article_id", article_id);
	query_text(&q, ":category", slice_of(categories[category].name));
	query_text(&q, ":source", source);
	query_real(&q, ":score", score);
	return query_run(&q, e);
}

int
category_clear(struct store *s, int64_t article_id, struct err *e)
{
	struct query q = query_of(s, SQL_category_clear);

	query_int(&q, ":article_id", article_id);
	return query_run(&q, e);
}

static int
category_put_read_stored(
    struct store *s, int64_t article_id, uint32_t *ret, struct err *e)
{
	struct category_reading r = { .of_section = 0 };
	int rc = store_category_labels(s, article_id, category_put_read, &r, e);

	*ret = category_put_choose(&r);
	return rc;
}

int
category_put(struct store *s, int64_t article_id,
    const struct enrichment *enrichment, const struct publisher_labels *labels,
    struct err *e)
{
	struct slice source = CATEGORY_OF_PUBLISHER;
	double scores[CATEGORY_COUNT];
	uint32_t found = 0;
	int rc = 0;

	if (labels != NULL)
		found = category_of_labels(labels);
	else
		rc = category_put_read_stored(s, article_id, &found, e);
	for (size_t i = 0; i < CATEGORY_COUNT; i++)
		scores[i] = 1;
	if (found == 0)
		found = category_guess(s, enrichment, scores, &source);
	for (size_t i = 0; i < CATEGORY_COUNT && rc == 0; i++)
		if ((found >> i & 1) != 0)
			rc = category_put_row(
			    s, article_id, i, source, scores[i], e);
	return rc;
}
