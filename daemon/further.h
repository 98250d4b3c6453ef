/*
 * further.h -- a linked document (sitemap, archive document, robots.txt of a
 * feed), while the daemon has it in memory.
 *
 * further_owed.c reads the pending documents from the store, further.c fetches
 * and stores them. The row in the database is authoritative.
 */
#ifndef DAEMON_FURTHER_H
#define DAEMON_FURTHER_H

#include "daemon/hub.h"

struct further;

/* The type of hub.furthers. */
struct furthers {
	struct table in_hand; /* id → struct further */
	struct event *retry_timer;
	bool asking, ask_again, more_owed;
};

/* Returns an owned copy of the row. */
struct further *further_new(struct hub *, const struct further_row *);
void further_free(struct further *);
/* Starts the request of the document, which then frees itself, possibly before
 * the function returns. False: the document is already being fetched, and the
 * caller still owns f. */
bool further_begin(struct hub *, struct further *);

#endif
