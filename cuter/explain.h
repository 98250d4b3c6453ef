/*
 * explain.h -- a page that shows what was made of a page.
 */
#ifndef CUTER_EXPLAIN_H
#define CUTER_EXPLAIN_H

#include "cuter/page.h"

/* Appends a self-contained HTML document: every block of the page in its
 * order, coloured by its class, with LP, TP and the reason as its title.  No
 * script, no address of the page is loaded; all of its text is escaped. */
void explain_write(
    const struct page *, const struct cuter_article *, struct buf *out);

/* Does a page begin as those that explain_write() writes, with their
 * Content-Security-Policy?  Then a browser runs nothing in it, whatever comes
 * after. */
bool explain_begins(struct slice html);

#endif
