/*
 * feeds.h -- functions shared by the commands for subscriptions.
 */
#ifndef CLI_FEED_FEEDS_H
#define CLI_FEED_FEEDS_H

#include "cli/cli.h"
#include "store/store.h"

/* Requests that a running daemon reloads its subscriptions. If no daemon runs,
 * nothing is printed, because a daemon reads the subscriptions when it starts.
 */
void feeds_changed(struct cli *);
/* Returns false after an error message if `url` cannot be fetched. The message
 * suggests a correction if there is a likely one. */
bool feed_url_check(struct cli *, const char *url);
/* Changes one feed. Returns 0, or a negative code with e set. */
typedef int feed_change(struct cli *, struct store *, int64_t id, struct err *);
/* Calls the function for each named feed and prints "done_word URL". Reports
 * the feeds that are not subscribed to. Returns CLI_OK if all feeds were
 * changed, else the exit code. */
int feeds_change(
    struct cli *, int n, char **urls, const char *done_word, feed_change *);

#endif
