/*
 * style.c -- the stylesheet. page.h declares the handler.
 */
#include "serve/page/page.h"

static const char style_text[] =
#include "serve/page/style.inc"
    ;

int
page_style(struct serve_exchange *exchange, struct err *e)
{
	struct serve_response *response = exchange->response;

	(void)e;
	response->content_type = SERVE_TYPE_CSS;
	buf_append(&response->body, style_text, sizeof(style_text) - 1);
	return 0;
}
