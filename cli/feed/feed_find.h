/*
 * feed_find.h -- finds the feed for an address or a name (feed_find.c).
 */
#ifndef CLI_FEED_FEED_FIND_H
#define CLI_FEED_FEED_FIND_H

#include "base/table.h"
#include "cli/cli.h"
#include "store/store.h"

/* The feeds whose stored address is not in normal form, because an earlier
 * version stored addresses as they were written. `urls` maps the normal form of
 * an address to the stored address. */
struct feed_forms {
	struct arena arena;
	struct table urls; /* struct slice */
};

/* Returns 0 or a negative code. Call feed_forms_release() in both cases.
 * O(feeds). */
int feed_forms_load(struct feed_forms *, struct store *, struct err *e);
void feed_forms_release(struct feed_forms *);
/* Returns the stored address whose normal form is `form`, or `form` itself if
 * there is no such address. Borrowed. */
struct slice feed_forms_get(const struct feed_forms *, struct slice form);

/* Returns the normal form of an address (url/feed_url.h), or NULL if the
 * address cannot be fetched or memory is exhausted. The caller owns the result.
 */
char *feed_form(const char *url);

/* Finds the feed at an address in any spelling; the exact spelling is
 * preferred. ERR_NOT_FOUND: no such feed. O(1), or O(feeds) if neither the
 * exact spelling nor the normal form is found. */
int feed_find(struct store *, const char *url, int64_t *ret_id, struct err *e);

/* Reports that no feed has this address or name, and suggests the most similar
 * one. Returns CLI_FAILED. O(feeds). */
int feed_find_complain(struct cli *, struct store *, const char *text);

#endif
