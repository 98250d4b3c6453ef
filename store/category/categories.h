/*
 * categories.h -- the categories of articles (docs/portal.md).  The
 * conventions: store.h.
 *
 * category_put.c derives them from the publisher's labels, else with the model
 * of category_learn.c, else from the shipped lists of terms
 * (enrich/category/category_terms.h).  category_list.c reads them,
 * category_explain.c finds the terms because of which they were chosen.
 */
#ifndef STORE_CATEGORY_CATEGORIES_H
#define STORE_CATEGORY_CATEGORIES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/limits/limits_portal.h"
#include "base/slice.h"
#include "enrich/category/category_train.h"

struct store;

/* The source of a stored category. */
#define CATEGORY_OF_PUBLISHER SLICE("publisher")
#define CATEGORY_OF_MODEL     SLICE("model")   /* of `categories train` */
#define CATEGORY_OF_TERMS     SLICE("shipped") /* the shipped lists of terms */

struct category_row {
	struct slice category, source;
	int64_t articles;
};
/* Visits the categories of articles, sorted by name: one row for each category
 * and source.  O(rows of article_category). */
int store_category_list(struct store *,
    int (*visit)(const struct category_row *, void *), void *arg,
    struct err *e);

/* A label of the publisher, and the categories that it means. */
struct category_label {
	struct slice label;
	enum category_label_kind {
		LABEL_SECTION,
		LABEL_ADDRESS, /* a part of the article's address */
		LABEL_TAG
	} kind;              /* The values are those of category_labels. */
	uint32_t categories; /* bits 1 << index (config/profile/category.h) */
};
/* Visits the labels of an article.  The address is not visited if it means no
 * category, or if only witnesses have announced the article: a witness chooses
 * the address that it announces.  ERR_NOT_FOUND: there is no such article. */
int store_category_labels(struct store *, int64_t article_id,
    int (*visit)(const struct category_label *, void *), void *arg,
    struct err *e);

/* The stored categories of an article, as bits. */
struct category_set {
	uint32_t of_publisher, of_model, of_terms;
	double scores[CATEGORY_COUNT]; /* of the model, or of the terms */
};
/* Returns the categories of the article as they are stored. */
int store_category_get(struct store *, int64_t article_id,
    struct category_set *ret, struct err *e);

/* A category that the model or the shipped lists found, and the terms that add
 * most to its score. */
struct category_reason {
	size_t category;
	struct slice source;
	double score; /* as stored */
	struct slice terms[LIMIT_CATEGORY_TERMS];
	double shares[LIMIT_CATEGORY_TERMS]; /* shares[i] is the amount that
						terms[i] adds to the sum from
						which the score is computed.  It
						is greater than 0.  The largest
						is first. */
	size_t n_terms;
};
/* Visits the categories of an article that the model or the shipped lists
 * found.  The terms come from the present model or lists.  Errors:
 * ERR_NOT_FOUND: there is no such article; ERR_REFUSED: the stored model is
 * damaged. */
int store_category_explain(struct store *, int64_t article_id,
    int (*visit)(const struct category_reason *, void *), void *arg,
    struct err *e);

/* Trains a model with the newest LIMIT_CATEGORY_TRAIN articles that have a
 * category of the publisher.  Writes the figures of each category to `ret`.
 * For these figures, each article is judged by a model that was trained without
 * the articles of its domain.  Stores the model if it can find at least one
 * category; otherwise the stored model does not change.  *ret_n: number of
 * articles used.  Errors: ERR_REFUSED if the articles are of fewer than two
 * domains. */
int store_category_train(struct store *, int64_t now_at,
    struct category_figures ret[CATEGORY_COUNT], size_t *ret_n, struct err *e);
/* Loads the stored model into memory.  Articles without a category of the
 * publisher are then classified with it.  If no model of this version is
 * stored, the model in memory is dropped.  Does nothing if the enrichment is
 * off.  Errors: ERR_REFUSED if the stored model is damaged; articles are not
 * classified then. */
int store_category_load(struct store *, struct err *e);

/* The labels of a text that is not stored yet. */
struct publisher_labels {
	struct slice section;
	struct slice address; /* absent: only witnesses announced the text */
	const struct slice *tags;
	size_t n_tags;
	struct slice language; /* of the text */
};
/* Internal to store/: writes the categories of an article that has none.  The
 * categories of its section are used, else those of its address, else the
 * category with the most tags, or both categories if two have the most tags.
 * If no category was found in these ways, the categories come from the model,
 * else from the shipped lists of terms.  `labels`: NULL: those that are stored.
 */
int category_put(struct store *, int64_t article_id, const struct enrichment *,
    const struct publisher_labels *labels, struct err *e);
/* Internal to store/: deletes the stored categories of an article. */
int category_clear(struct store *, int64_t article_id, struct err *e);
/* Internal to store/: returns the categories that the model finds, else the
 * category by the shipped lists of terms, as bits.  scores: the score of each;
 * may be NULL.  ret_source: may be NULL. */
uint32_t category_guess(struct store *, const struct enrichment *,
    double scores[CATEGORY_COUNT], struct slice *ret_source);
/* Internal to store/: returns the stored model, which the caller frees; NULL if
 * no model of this version is stored. */
int category_model_read(
    struct store *, struct category_model **ret, struct err *e);
/* Internal to store/: returns the categories that these labels mean, as bits.
 */
uint32_t category_of_labels(const struct publisher_labels *);
/* Internal to store/: like category_of_labels(), with the stored tags of the
 * article instead of labels->tags. */
int category_of_text(struct store *, int64_t article_id,
    const struct publisher_labels *labels, uint32_t *ret, struct err *e);

#endif
