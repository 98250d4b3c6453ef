/*
 * known.h -- checks if the database has a feed, a tag or a language that a
 * filter names (known.c).  The conventions: store.h.
 */
#ifndef STORE_ARTICLE_KNOWN_H
#define STORE_ARTICLE_KNOWN_H

#include <stdbool.h>

#include "base/err.h"
#include "base/slice.h"

struct store;

/* Reports if a filter with this value can match at least one row.  The
 * conditions are those of struct article_filter and struct change_query.
 * Returns 0 or an error code.  O(feeds), O(tags), O(articles). */
int store_known_feed(
    struct store *, struct slice feed, bool *ret, struct err *e);
int store_known_tag(struct store *, struct slice tag, bool *ret, struct err *e);
int store_known_language(
    struct store *, struct slice lang, bool *ret, struct err *e);
/* Reports if a filter has marked an article for the consumer. */
int store_known_notified(
    struct store *, struct slice consumer, bool *ret, struct err *e);

/* The two functions visit all tags of feeds and articles, or all languages of
 * articles in lower case.  Each value is visited once, in alphabetical
 * order. */
int store_tag_list(struct store *, int (*visit)(struct slice, void *),
    void *arg, struct err *e);
int store_language_list(struct store *, int (*visit)(struct slice, void *),
    void *arg, struct err *e);

#endif
