/*
 * body_html.h -- the text of an article as HTML for pages and feeds.
 */
#ifndef SERVE_PAGE_BODY_HTML_H
#define SERVE_PAGE_BODY_HTML_H

#include "base/buf.h"
#include "store/article/articles.h"

/* How a picture is written.  A picture that is not shown becomes a link to the
 * picture, or its text if it is inside a link. */
enum body_pictures {
	BODY_PICTURES_LINKED, /* none is shown: the result loads nothing */
	BODY_PICTURES_HTTPS,  /* those are shown whose address begins with
				 https; the policy of a page blocks others */
	BODY_PICTURES_SHOWN   /* all are shown */
};

/* Appends body_html if it has the grammar of cuter/article/html_check.c, an
 * allow-list of elements and attributes.  Otherwise an earlier version or
 * another program has written it, and the paragraphs of body are appended.
 * Links get rel="noopener noreferrer".  O(bytes). */
void body_html_put(
    struct buf *out, const struct article_row *, enum body_pictures);

#endif
