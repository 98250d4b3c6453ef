/*
 * sniff.h -- classifies a document by its beginning, not by its media type.
 */
#ifndef CRAWLER_FEED_DECODE_SNIFF_H
#define CRAWLER_FEED_DECODE_SNIFF_H

#include "base/slice.h"

enum document_kind {
	DOCUMENT_EMPTY,
	DOCUMENT_FEED, /* XML with the root of a feed */
	DOCUMENT_JSON,
	DOCUMENT_HTML,
	DOCUMENT_SITEMAP,
	DOCUMENT_OPML,
	DOCUMENT_MOVED, /* RSS redirect document: <redirect><newLocation> */
	DOCUMENT_XML,   /* other XML */
	DOCUMENT_TEXT,
	DOCUMENT_KIND_COUNT
};

/* Finds the first element with a known name; skips byte-order marks,
 * declarations, comments, DOCTYPE, and text that a server printed before it.
 * An HTML page that contains a feed with entries is a feed.  *ret_root_at:
 * offset of that element (or of JSON's first bracket).  O(length) at worst, a
 * few hundred bytes for a feed. */
enum document_kind document_sniff(struct slice utf8, size_t *ret_root_at);

/* Returns a text like "an HTML page". */
const char *document_kind_name(enum document_kind);

#endif
