/*
 * filter_check.h -- filters that can match nothing (filter_check.c).
 *
 * A filter with a slip in it matches nothing.  `follow` would move its cursor
 * over the whole log then, and a listing would be empty.  So what a filter
 * names has to be known before it is used.
 */
#ifndef CLI_FILTER_CHECK_H
#define CLI_FILTER_CHECK_H

#include "cli/cli.h"
#include "store/store.h"

/* What a filter names; NULL: nothing.  Borrowed. */
struct filter_names {
	const char *feed, *tag, *lang;
};

/* --lang has the form of a language (BCP 47): "en", "pt-BR".  CLI_GO_ON, or
 * CLI_USAGE after a complaint.  Needs no database. */
int filter_check_form(struct cli *, const struct filter_names *);
/* Each of them is known to the database.  *ret_feed becomes the feed's address
 * as the database has it, or the name as it was given; it is empty if there is
 * none.  CLI_OK, or CLI_FAILED after one line that names what was probably
 * meant. */
int filter_check(struct cli *, struct store *, const struct filter_names *,
    struct buf *ret_feed);

#endif
