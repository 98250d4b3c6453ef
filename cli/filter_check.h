/*
 * filter_check.h -- rejects filters that cannot match anything
 * (filter_check.c).
 *
 * A filter with a typing error matches nothing. `follow` would then move its
 * cursor over the whole log, and a listing would be empty. Therefore
 * filter_check() rejects a filter whose feed, tag or language is not known.
 */
#ifndef CLI_FILTER_CHECK_H
#define CLI_FILTER_CHECK_H

#include "cli/cli.h"
#include "store/store.h"

/* The values of a filter's options; NULL: the option was not given. `notified`
 * is a consumer: the filter matches only articles that a filter of the
 * configuration marks for this consumer. Borrowed. */
struct filter_names {
	const char *feed, *tag, *lang, *notified;
};

/* Checks that --lang has the form of a language tag (BCP 47): "en", "pt-BR".
 * Returns CLI_GO_ON, or CLI_USAGE after an error message. Does not need a
 * database. */
int filter_check_form(struct cli *, const struct filter_names *);
/* Checks that the given feed and tag exist in the database, that the language
 * is in ISO 639-1 or in the database, and that a filter of the configuration or
 * an article names the consumer.
 *
 * *ret_feed receives the feed as it was given. If the database contains the
 * address in another spelling, *ret_feed receives the stored address. It is
 * empty if no feed was given.
 *
 * Returns CLI_OK, or CLI_FAILED after an error message. The message suggests
 * the most similar value if there is one. */
int filter_check(struct cli *, struct store *, const struct filter_names *,
    struct buf *ret_feed);

#endif
