/*
 * sniff.h -- what a document is, by its beginning, whatever it was served as.
 */
#ifndef CRAWLER_FEED_SNIFF_H
#define CRAWLER_FEED_SNIFF_H

#include "base/slice.h"

enum document_kind {
	DOCUMENT_EMPTY,
	DOCUMENT_FEED, /* XML with a feed's root */
	DOCUMENT_JSON,
	DOCUMENT_HTML,
	DOCUMENT_SITEMAP,
	DOCUMENT_OPML,
	DOCUMENT_MOVED, /* RSS redirect document: <redirect><newLocation> */
	DOCUMENT_XML,   /* some other XML */
	DOCUMENT_TEXT,
	DOCUMENT_KIND_COUNT
};

/* Looks for the first element with a name that it knows, past byte-order
 * marks, declarations, comments, DOCTYPE and whatever a server printed before
 * it.  ret_root_at: where that element (or JSON's first bracket) begins.
 * O(length) at worst, a few hundred bytes on a feed. */
enum document_kind document_sniff(struct slice utf8, size_t *ret_root_at);

/* "an HTML page" */
const char *document_kind_name(enum document_kind);

#endif
