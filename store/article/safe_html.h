/*
 * safe_html.h -- checks an article's HTML from the database before it is
 * printed.
 */
#ifndef STORE_ARTICLE_SAFE_HTML_H
#define STORE_ARTICLE_SAFE_HTML_H

#include "base/buf.h"
#include "store/article/articles.h"

/* Returns row->body_html if article_html_check() accepts it.  Otherwise writes
 * row->body as HTML paragraphs to `scratch`, which is cleared first, and
 * returns them.  SLICE_NONE if the row has no HTML.  The result is borrowed
 * from the row or from `scratch`.  O(bytes). */
struct slice safe_html(const struct article_row *row, struct buf *scratch);

#endif
