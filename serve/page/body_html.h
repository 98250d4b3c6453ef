/*
 * body_html.h -- the text of an article as HTML for pages and feeds.
 */
#ifndef SERVE_PAGE_BODY_HTML_H
#define SERVE_PAGE_BODY_HTML_H

#include "base/buf.h"
#include "store/article/articles.h"

/* Appends body_html if it has the grammar of cuter/article/html_check.c, an
 * allow-list of elements and attributes.  Otherwise an earlier version or
 * another program has written it, and the paragraphs of body are appended.
 * Links get rel="noopener noreferrer".  If has_remote_images is false, each
 * picture becomes a link to the picture, or its text if it is inside a link.
 * The result then loads nothing.  O(bytes). */
void body_html_put(
    struct buf *out, const struct article_row *, bool has_remote_images);

#endif
