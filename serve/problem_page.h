/*
 * problem_page.h -- an error as a page, for browsers.
 */
#ifndef SERVE_PROBLEM_PAGE_H
#define SERVE_PROBLEM_PAGE_H

#include "base/buf.h"

struct serve_response;

/* Writes a page with the name of the status ("Not Found") and a sentence about
 * the error. `body`: the buffer of the response. */
void problem_page_write(struct serve_response *, struct buf *body,
    const char *reason, struct slice detail);

#endif
