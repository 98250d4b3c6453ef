/*
 * render.h -- asks the renderer (`articles.renderer`) for the HTML of a page
 * whose text is built by scripts.
 *
 * The renderer is a program on this machine.  The request is GET with the
 * parameter `url`, the answer is HTML (docs/access.md, "Rendering").  parts.c
 * extracts the answer and keeps it if it has more words than the page.
 */
#ifndef DAEMON_PAGE_RENDER_H
#define DAEMON_PAGE_RENDER_H

#include "cuter/cuter.h"
#include "daemon/page/page.h"

/* True if the extractor found no text on the page, and the page's site has
 * `render: true`. */
bool render_is_due(const struct page *, const struct cuter_article *);
/* Requests the page at `url` from the renderer.  Returns 0, or the error of
 * fetch_start(). */
int render_fetch(const struct page *, const char *url, fetch_done *, void *arg,
    struct err *e);

#endif
