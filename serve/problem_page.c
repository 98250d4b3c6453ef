/*
 * problem_page.c -- an error as a page, for browsers.
 */
#include "serve/problem_page.h"

#include "serve/html.h"

void
problem_page_write(struct serve_response *response, struct buf *body,
    const char *reason, struct slice detail)
{
	const struct html_page page = { .title = slice_of(reason) };

	html_begin_page(response, &page);
	buf_printf(body, "<h1>%s</h1>\n<p>", reason);
	html_put_text(body, detail);
	buf_append_string(body, ".</p>\n");
	html_end_page(response, &page);
}
