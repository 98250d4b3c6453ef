/*
 * linked_document_parts.h -- a linked document (sitemap, archive document,
 * robots.txt of a feed), while the daemon has it in memory. Shared by
 * linked_document.c and linked_pending.c; linked_document.h is the interface of
 * both.
 *
 * linked_pending.c reads the pending documents from the store,
 * linked_document.c fetches and stores them. The row in the database is
 * authoritative.
 */
#ifndef DAEMON_FEED_LINKED_DOCUMENT_PARTS_H
#define DAEMON_FEED_LINKED_DOCUMENT_PARTS_H

#include "base/table.h"
#include "daemon/page/pending_read.h"
#include "store/store.h"

struct linked_document;
struct hub;

struct linked_documents {
	struct table in_memory; /* id → struct linked_document */
	struct pending_read read;
	bool more_pending; /* the database has more rows */
};

/* Returns a document with a copy of the row. The document is owned. */
struct linked_document *linked_document_new(
    struct hub *, const struct linked_row *);
void linked_document_free(struct linked_document *);
/* Takes ownership of the document and starts its request. The document is freed
 * when it has been processed, possibly before the function returns. False: the
 * document is already being fetched, and the caller still owns this copy. */
bool linked_document_begin(struct hub *, struct linked_document *);
/* Returns the feed of the document. */
int64_t linked_document_feed(const struct linked_document *);

#endif
