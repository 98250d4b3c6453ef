/*
 * linked_document.h -- a linked document (sitemap, archive document, robots.txt
 * of a feed), while the daemon has it in memory.
 *
 * linked_pending.c reads the pending documents from the store,
 * linked_document.c fetches and stores them. The row in the database is
 * authoritative.
 */
#ifndef DAEMON_FEED_LINKED_DOCUMENT_H
#define DAEMON_FEED_LINKED_DOCUMENT_H

#include "daemon/hub.h"

struct linked_document;

/* The type of hub.linked_documents. */
struct linked_documents {
	struct table in_hand; /* id → struct linked_document */
	struct event *retry_timer;
	bool asking, ask_again, more_pending;
};

/* Returns an owned copy of the row. */
struct linked_document *linked_document_new(
    struct hub *, const struct linked_row *);
void linked_document_free(struct linked_document *);
/* Starts the request of the document, which then frees itself, possibly before
 * the function returns. False: the document is already being fetched, and the
 * caller still owns f. */
bool linked_document_begin(struct hub *, struct linked_document *);

#endif
