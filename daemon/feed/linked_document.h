/*
 * linked_document.h -- the documents to which a feed leads: sitemaps of an
 * index, archive documents, the robots.txt that names news sitemaps. They are
 * fetched, parsed and stored in the same way as the feed.
 *
 *	linked_pending.c reads the pending documents from the store.
 *	linked_document.c fetches, parses and stores them
 *	(linked_document_parts.h)
 */
#ifndef DAEMON_FEED_LINKED_DOCUMENT_H
#define DAEMON_FEED_LINKED_DOCUMENT_H

#include <stdbool.h>

#include "base/err.h"

struct hub;
struct linked_documents;

/* After an error (ERR_MEMORY), the caller must free *ret if it is set. */
int linked_documents_new(
    struct hub *, struct linked_documents **ret, struct err *e);
/* Frees the documents, too. NULL is allowed. */
void linked_documents_free(struct linked_documents *);
/* Reads the pending linked documents from the store, unless that is in
 * progress. */
void linked_pending_ask(struct hub *);
/* True while the pending documents are being read from the store. The documents
 * that are already in memory do not count: each of them is in a host queue or
 * is being fetched. */
bool linked_pending_has_work(const struct hub *);

#endif
