/*
 * format.h -- the formats of feeds: Atom 1.0 (RFC 4287, paging by RFC 5005,
 * section 3) and JSON Feed 1.1 (jsonfeed.org/version/1.1).
 *
 * The entries are written first, because the head of a feed contains values
 * that are known only after the entries: the time of the newest entry and the
 * address of the next page.
 *
 * atom.c and json_feed.c write the formats; feed_routes.c answers requests with
 * them.
 */
#ifndef SERVE_FEED_FORMAT_H
#define SERVE_FEED_FORMAT_H

#include "serve/feed/item.h"

/* A listing as a feed.  Addresses are absolute. */
struct channel {
	struct slice title;
	const char *id;
	struct slice self;  /* address of this document */
	struct slice page;  /* address of the listing as a web page */
	struct slice first; /* address of the first document */
	struct slice next;  /* address of the next document; SLICE_NONE: this is
			       the last one */
	int64_t updated_at;
};

struct syndication {
	const char *suffix; /* of the path */
	const char *type;   /* media type */
	/* Appends an entry.  is_first: no other entry is before it. */
	void (*put_item)(
	    struct buf *entries, const struct item *, bool is_first);
	/* Appends the document with its entries. */
	void (*put_document)(
	    struct buf *out, const struct channel *, struct slice entries);
};

extern const struct syndication atom_format, json_feed_format;

#endif
