/*
 * known.h -- what filters may name: feeds, tags, languages that the database
 * has (known.c).  The rules: store.h.
 */
#ifndef STORE_KNOWN_H
#define STORE_KNOWN_H

#include <stdbool.h>

#include "base/err.h"
#include "base/slice.h"

struct store;

/* Whether a filter with this value can match at all: the same conditions as
 * in struct article_filter and struct change_query.  0, or a code.
 * O(feeds), O(tags), O(articles). */
int store_known_feed(
    struct store *, struct slice feed, bool *ret, struct err *e);
int store_known_tag(struct store *, struct slice tag, bool *ret, struct err *e);
int store_known_language(
    struct store *, struct slice lang, bool *ret, struct err *e);

/* All tags of feeds and articles; all languages of articles, in lower case.
 * Each once, in alphabetical order. */
int store_tag_list(struct store *, int (*visit)(struct slice, void *),
    void *arg, struct err *e);
int store_language_list(struct store *, int (*visit)(struct slice, void *),
    void *arg, struct err *e);

#endif
