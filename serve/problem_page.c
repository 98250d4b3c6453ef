/*
 * problem_page.c -- an error as a page, for browsers.
 */
#include "serve/problem_page.h"

#include "serve/html.h"
#include "serve/response.h"

void
problem_page_write(struct serve_response *response)
{
	const char *reason = serve_reason(response->status);
	const struct html_page page = { .title = slice_of(reason) };

	html_begin_page(response, &page);
	buf_printf(&response->body, "<h1>%s</h1>\n<p>", reason);
	html_put_text(&response->body, buf_slice(&response->problem));
	buf_append_string(&response->body, ".</p>\n");
	html_end_page(response, &page);
}
