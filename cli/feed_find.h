/*
 * feed_find.h -- the feed that an address or a name means (feed_find.c).
 */
#ifndef CLI_FEED_FIND_H
#define CLI_FEED_FIND_H

#include "base/table.h"
#include "cli/cli.h"
#include "store/store.h"

/* Feeds whose address is not in its normal form: an earlier version kept them
 * as they were written.  Normal form -> the address in the database. */
struct feed_forms {
	struct arena arena;
	struct table urls; /* struct slice */
};

/* O(feeds).  0, or a code; feed_forms_release() either way. */
int feed_forms_load(struct feed_forms *, struct store *, struct err *e);
void feed_forms_release(struct feed_forms *);
/* The address under which the database has `form`; `form` itself if it has no
 * other one.  Borrowed. */
struct slice feed_forms_get(const struct feed_forms *, struct slice form);

/* The normal form of an address (crawler/feed_url.h), owned by the caller;
 * NULL if it cannot be fetched, or without memory. */
char *feed_form(const char *url);

/* The feed at an address in whatever spelling; the exact one goes first.
 * ERR_NOT_FOUND: there is none.  O(1), or O(feeds) if it is not found. */
int feed_find(
    struct store *, const char *url, int64_t *ret_id, struct err *e);

/* Complains that no feed has this address or name, with the one that was
 * probably meant.  Returns CLI_FAILED.  O(feeds). */
int feed_find_complain(struct cli *, struct store *, const char *text);

#endif
