/*
 * wall.h -- recognises pages that a server sends in place of an article: bot
 * challenges, consent walls, login walls, blocks by country.
 *
 * Gleaner never circumvents them. The kind is shown to the operator, and the
 * page is requested again later. Pure functions.
 */
#ifndef CRAWLER_WALL_H
#define CRAWLER_WALL_H

#include <stdbool.h>

#include "base/slice.h"

/* Number of bytes of the body that are searched. Challenge pages have a few
 * kilobytes; their scripts are at most some 50 KiB. */
#define WALL_BODY_BYTES 65536

/* A response without an article. */
struct wall_response {
	long status;
	struct slice url;     /* the requested URL */
	struct slice final;   /* the URL after redirects */
	struct slice headers; /* each line ends with CRLF */
	struct slice body;    /* its first WALL_BODY_BYTES, decompressed */
	/* the result of the extractor, if the status is 2xx */
	bool is_error;   /* an error page */
	bool is_consent; /* a consent wall */
	bool is_empty;   /* a page without a text */
	/* The short text of a page that was not recognised as an article; else
	 * absent. Sentences that address the reader are searched in it. */
	struct slice text;
};

/* Returns the kind of wall, a static text such as "challenge: cloudflare", or
 * NULL if the response is not a known wall.  The caller must not pass a
 * response with a status of 2xx whose page is an article.  O(bytes × markers),
 * about 1 ms. */
const char *wall_find(const struct wall_response *);
/* True if the text begins with a kind of wall that wall_find() returns, or with
 * "challenge: ". */
bool wall_is_name(struct slice);

#endif
