/*
 * revisions.h -- the texts that an article has had, each beside the one before
 * it.
 */
#ifndef CLI_REVISIONS_H
#define CLI_REVISIONS_H

#include "cli/cli.h"
#include "store/store.h"

struct revisions {
	struct cli *cli;
	int64_t id;
	size_t columns;
	int64_t n;              /* that were shown */
	struct buf title, body; /* of the last one */
};

void revisions_init(
    struct revisions *, struct cli *, int64_t id, size_t columns);
void revisions_release(struct revisions *);
/* The next one, the oldest first: as a line of JSON where cli->json, else the
 * first one whole and of the others what has changed, with [-what went-] and
 * {+what came+}.  Appends to out. */
void revisions_put(
    struct revisions *, const struct article_revision *, struct buf *out);

#endif
