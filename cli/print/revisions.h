/*
 * revisions.h -- prints the revisions of an article's text. Each revision is
 * compared with the previous one.
 */
#ifndef CLI_PRINT_REVISIONS_H
#define CLI_PRINT_REVISIONS_H

#include "cli/cli.h"
#include "store/store.h"

struct revisions {
	struct cli *cli;
	int64_t id;
	size_t columns;
	int64_t n;              /* number of revisions that were printed */
	struct buf title, body; /* title and body of the last revision */
};

void revisions_init(
    struct revisions *, struct cli *, int64_t id, size_t columns);
void revisions_release(struct revisions *);
/* Appends the next revision to `out`, the oldest first. With cli->json: a line
 * of JSON. Otherwise the first revision is printed completely and the later
 * ones as changes, with [-removed words-] and {+added words+}. */
void revisions_put(
    struct revisions *, const struct article_revision *, struct buf *out);

#endif
