/*
 * published.h -- when an article appeared and was changed.
 */
#ifndef CUTER_ARTICLE_PUBLISHED_H
#define CUTER_ARTICLE_PUBLISHED_H

#include "cuter/article/article.h"

/* date_find.c: the first whole day (day, month, year) that a text names; what
 * else stands in it is passed over.  O(length). */
bool published_find(
    struct slice text, enum date_order, int64_t *ret_at, unsigned *ret_flags);
/* The day in an address: /2026/11/20/, /20261120, /2026-11-20. */
bool published_in_url(struct slice url, int64_t *ret_at);

/* zone.c: minutes east of UTC of a clock that no zone was given for, at that
 * local time, by the host's country, else by the language where it is spoken
 * in one zone; CUTER_ZONE_NONE. */
int published_zone(struct slice url, struct slice language, int64_t local);
/* The zone that a date itself gives, "+01:00" or "Z"; CUTER_ZONE_NONE. */
int published_zone_of(struct slice text);
/* How 02/01/2026 is meant there. */
enum date_order published_order(struct slice url, struct slice language);

/* date_words.c: does it speak of a change of the text, anywhere, and where
 * (SLICE_NOT_FOUND: nowhere); does it begin with a label of the first
 * publication?  O(length). */
bool published_says_change(struct slice);
size_t published_change_at(struct slice);
bool published_is_label(struct slice);

#endif
