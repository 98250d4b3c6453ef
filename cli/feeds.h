/*
 * feeds.h -- what the commands about subscriptions have in common.
 */
#ifndef CLI_FEEDS_H
#define CLI_FEEDS_H

#include "cli/cli.h"
#include "store/store.h"

/* Tells a daemon that runs to look at its subscriptions again.  One that does
 * not run reads them when it starts: nothing is said then. */
void feeds_changed(struct cli *);
/* Complains where url could not be fetched, with what was probably meant. */
bool feed_url_check(struct cli *, const char *url);
/* What is done to one feed: 0, or a code with e set. */
typedef int feed_change(struct cli *, struct store *, int64_t id, struct err *);
/* Does it to each feed that is named and prints "done_word URL"; complains of
 * those that are not subscribed to.  Returns the exit code: CLI_OK if all were
 * there. */
int feeds_change(
    struct cli *, int n, char **urls, const char *done_word, feed_change *);

#endif
