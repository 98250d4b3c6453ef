/*
 * tag_page.c -- the articles of a tag. page.h declares the handler.
 *
 * A tag that a page states belongs to its article. A tag that the operator
 * gives belongs to a feed.
 */
#include "serve/page/page.h"

#define PATH_BYTES (LIMIT_SERVE_TARGET * 3 + 16) /* each byte as %XX */

static int
tag_page_put_top(struct serve_exchange *exchange, void *arg, struct err *e)
{
	struct buf *out = &exchange->response->body;

	(void)arg;
	(void)e;
	buf_append_string(out, "<h1>Tag: <bdi>");
	html_put_line(out, exchange->name);
	buf_append_string(out, "</bdi></h1>\n");
	return 0;
}

int
page_tag(struct serve_exchange *exchange, struct err *e)
{
	struct list_page list = {
		.empty = "no article has this tag",
		.must_exist = true,
		.put_top = tag_page_put_top,
	};
	struct buf path, listing;
	int rc;

	if (exchange->name.len == 0)
		exchange->name =
		    serve_request_parameter(exchange->request, "name");
	if (exchange->name.len == 0)
		return serve_problem(
		    exchange->response, 400, "parameter name: expected a tag");
	buf_init(&path, PATH_BYTES);
	buf_init(&listing, PATH_BYTES);
	html_put_tag_path(&path, exchange->name);
	buf_append_string(&listing, "/tag/");
	html_put_encoded(&listing, exchange->name);
	list.page.title = list.query.tag = exchange->name;
	list.path = buf_slice(&path);
	list.page.listing = buf_slice(&listing);
	rc = list_write_page(exchange, &list, e);
	buf_release(&path);
	buf_release(&listing);
	return rc;
}
