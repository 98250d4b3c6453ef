/*
 * feed_choice.h -- which feed is meant by an address that `feed add` was given.
 */
#ifndef CLI_FEED_CHOICE_H
#define CLI_FEED_CHOICE_H

#include "cli/cli.h"

/* ret[i] for urls[i], to be freed, NULL from the first on that is none: the
 * address itself, or a feed that its page names.  Of several the best where
 * `first`, else the one that is chosen at the terminal.  The exit code. */
int feed_choose(struct cli *, char *const *urls, int n, bool first, char **ret);

#endif
