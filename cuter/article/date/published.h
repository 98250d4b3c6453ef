/*
 * published.h -- dates of publication and of the last change.
 */
#ifndef CUTER_ARTICLE_DATE_PUBLISHED_H
#define CUTER_ARTICLE_DATE_PUBLISHED_H

#include "cuter/article/article.h"

/* date_find.c: finds the first complete date (day, month, year) in a text;
 * other words are skipped.  O(length). */
bool published_find(
    struct slice text, enum date_order, int64_t *ret_at, unsigned *ret_flags);
/* Finds the date in an address: /2026/11/20/, /20261120, /2026-11-20. */
bool published_in_url(struct slice url, int64_t *ret_at);

/* zone.c: returns the zone of a local time whose text has no zone, in minutes
 * east of UTC. The zone is that of the host's country, else that of the
 * language if it is spoken in only one zone, else CUTER_ZONE_NONE. */
int published_zone(struct slice url, struct slice language, int64_t local);
/* zone.c: corrects an instant that was parsed as UTC from `text`. If the
 * text has no zone, *at is corrected by the zone of the page's country or
 * language, also for a date without a time. Returns false if the instant is up
 * to 1970-01-02 or later than the fetch by more than the largest difference of
 * two zones; *at and *ret_zone are then unchanged. `flags`: enum date_flag. */
bool published_in_zone(const struct page *, struct slice language,
    struct slice text, unsigned flags, int64_t *at, int *ret_zone);
/* zone.c: returns the zone that a date states, such as "+01:00" or "Z". Returns
 * CUTER_ZONE_NONE if it states no zone. */
int published_zone_of(struct slice text);
/* Returns the order of day and month in dates like 02/01/2006. */
enum date_order published_order(struct slice url, struct slice language);

/* The next four functions are in date_words.c and are O(length).
 * published_mentions_change(): true if the text mentions a change.
 * published_change_at(): the offset of the first mention, or SLICE_NOT_FOUND.
 * published_is_label(): true if the text begins with a label of the first
 * publication. published_label_at(): the offset of the first such label at the
 * start of a word, or SLICE_NOT_FOUND. */
bool published_mentions_change(struct slice);
size_t published_change_at(struct slice);
bool published_is_label(struct slice);
size_t published_label_at(struct slice);

/* date_line.c: true if a line with a date has besides the date only labels, the
 * name of an author and at most two other words. `authors` has the names of the
 * article's authors, divided by spaces. O(length). */
bool published_is_date_line(struct slice text, struct slice authors);

#endif
