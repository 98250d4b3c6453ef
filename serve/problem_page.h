/*
 * problem_page.h -- an error as a page, for browsers.
 */
#ifndef SERVE_PROBLEM_PAGE_H
#define SERVE_PROBLEM_PAGE_H

struct serve_response;

/* Writes the page of response->status and response->problem into the body. */
void problem_page_write(struct serve_response *);

#endif
