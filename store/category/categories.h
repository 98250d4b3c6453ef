/*
 * categories.h -- the categories of articles (docs/portal.md).  The
 * conventions: store.h.
 *
 * category_put.c derives them from the publisher's labels, category_list.c
 * reads them.
 */
#ifndef STORE_CATEGORY_CATEGORIES_H
#define STORE_CATEGORY_CATEGORIES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/slice.h"

struct store;

struct category_row {
	struct slice category, source;
	int64_t articles;
};
/* Visits the categories that articles have, by name, each source by itself.
 * O(rows of article_category). */
int store_category_list(struct store *,
    int (*visit)(const struct category_row *, void *), void *arg,
    struct err *e);

/* A label of the publisher, and what it means. */
struct category_label {
	struct slice label;
	bool is_section;     /* else a tag */
	uint32_t categories; /* bits 1 << index (config/profile/category.h) */
};
/* Visits the labels of an article.  ERR_NOT_FOUND: there is no such article. */
int store_category_labels(struct store *, int64_t article_id,
    int (*visit)(const struct category_label *, void *), void *arg,
    struct err *e);

/* Returns the categories of the article as they are stored: bits. */
int store_category_get(
    struct store *, int64_t article_id, uint32_t *ret, struct err *e);

/* Internal to store/: writes the categories that the labels of an article mean:
 * those of its section, else the ones that most of its tags mean. */
int category_put(struct store *, int64_t article_id, struct err *e);
/* Internal to store/: returns the categories that these labels mean, as bits.
 * language: of the article. */
uint32_t category_of_labels(struct slice section, const struct slice *tags,
    size_t n_tags, struct slice language);
/* Internal to store/: the same for a text that is not stored yet, and the tags
 * of its article, which are. */
int category_of_text(struct store *, int64_t article_id, struct slice section,
    struct slice language, uint32_t *ret, struct err *e);

#endif
