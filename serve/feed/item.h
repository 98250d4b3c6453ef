/*
 * item.h -- an article as an entry of a feed: the values that Atom and JSON
 * Feed share (item.c).
 */
#ifndef SERVE_FEED_ITEM_H
#define SERVE_FEED_ITEM_H

#include "base/buf.h"
#include "serve/feed/entry_id.h"
#include "store/article/articles.h"

/* Values that are the same for all items of a response; borrowed. */
struct item_place {
	const char *store_uuid;
	struct slice base;      /* "https://news.example.org", of this server */
	bool has_remote_images; /* <img> may name another host */
};

struct item {
	const struct article_row *row; /* borrowed */
	char id[ENTRY_ID_BYTES];
	struct buf page;      /* address of the article on this server */
	struct slice link;    /* address at the publisher; `page` if that
				 address is not valid */
	struct slice author;  /* used if there are no authors: publisher or feed
				 */
	struct slice lang;    /* BCP 47, or SLICE_NONE */
	int64_t published_at; /* DATE_NONE: not stated */
	int64_t updated_at;
	struct buf html; /* the text, safe; empty: there is no text */
};

/* Fills *ret, which the caller must release, also after an error.  Slices are
 * borrowed from the row and from *ret.  Returns 0 or a negative code
 * (ERR_LIMIT: the article is too large).  O(bytes of the article). */
int item_init(struct item *ret, const struct article_row *,
    const struct item_place *, struct err *e);
void item_release(struct item *);

/* Returns the text if it has the form of a language tag (BCP 47, section 2.1),
 * else SLICE_NONE. */
struct slice item_language(struct slice text);
/* Returns the text if it is an http or https URL of printable ASCII, else
 * SLICE_NONE. */
struct slice item_link(struct slice text);
/* Returns the time, or DATE_NONE if it is before 1970 or after the year 9999,
 * because the formats cannot represent such times. */
int64_t item_date(int64_t at);

#endif
