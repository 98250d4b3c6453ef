/*
 * safe_html.h -- checks an article's HTML from the database before it is
 * printed.
 */
#ifndef STORE_ARTICLE_SAFE_HTML_H
#define STORE_ARTICLE_SAFE_HTML_H

#include "base/buf.h"
#include "store/article/articles.h"

/* Returns row->body_html if article_html_check() accepts it, else row->body as
 * paragraphs, which are written into scratch (cleared first).  SLICE_NONE if
 * the row has no HTML. Borrowed from the row or from scratch.  O(bytes). */
struct slice safe_html(const struct article_row *row, struct buf *scratch);

#endif
