/*
 * listing.h -- the listings that can be subscribed: the front page, a feed, a
 * tag, a category, a profile, a story, a search (listing.c).
 */
#ifndef SERVE_FEED_LISTING_H
#define SERVE_FEED_LISTING_H

#include "serve/route.h"
#include "store/article/article_scan.h"
#include "store/store.h"

struct listing {
	struct buf title;
	struct buf path;  /* encoded, without suffix: "/tag/x", "/index" */
	struct buf query; /* encoded, without '?'; "": none */
	const char *page; /* path of the web page, if it is not `path` */
	bool is_scan;     /* true: the listing is `scan`; false: it is `list` */
	struct article_page list;
	struct article_scan scan;
	struct article_filter filter;         /* of scan */
	const struct config_profile *profile; /* NULL: list or scan is used */
	int64_t now_at; /* the time for which the scores of `profile` are
			   computed */
};

/* Finds the listing that the path of the request names.  *ret must be released
 * in each case.  Returns 0; 1 after writing a problem response (404: there is
 * no such feed, category, profile or story; 400: a faulty parameter of a
 * search); or a negative code. */
int listing_open(struct serve_exchange *, struct listing *ret, struct err *e);
void listing_release(struct listing *);
/* Reads a page of the listing, with the bodies of its articles.  The return
 * value and *ret_next are those of store_article_page(). */
int listing_read(struct store *, struct listing *, struct article_place after,
    size_t limit, int (*visit)(const struct article_row *, void *), void *arg,
    struct article_place *ret_next, struct err *e);

#endif
