/*
 * explain.h -- shows on an HTML page how a page was classified.
 */
#ifndef CUTER_EXPLAIN_H
#define CUTER_EXPLAIN_H

#include "cuter/page.h"

/* Appends a self-contained HTML document: every block of the page in document
 * order, in the colour of its class, with LP, TP and the reason as its title.
 * It has no scripts and loads nothing; all text of the page is escaped. If
 * `out` becomes full, its `failed` is set. */
void explain_write(
    const struct page *, const struct cuter_article *, struct buf *out);

/* True if a page begins with the same bytes as the pages of explain_write(),
 * which contain a Content-Security-Policy. With this policy a browser runs no
 * script of the page, even if the rest of the page differs. */
bool explain_begins(struct slice html);

#endif
