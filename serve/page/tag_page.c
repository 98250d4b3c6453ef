/*
 * tag_page.c -- the articles of a tag. page.h declares the handler.
 *
 * A tag that a page states belongs to its article. A tag that the operator
 * gives belongs to a feed.
 */
#include "serve/page/page.h"

#define PATH_BYTES (LIMIT_SERVE_TARGET * 3 + 8) /* each byte as %XX */

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
		.page = { .title = exchange->name },
		.query = { .tag = exchange->name },
		.empty = "no article has this tag",
		.must_exist = true,
		.put_top = tag_page_put_top,
	};
	struct buf path;
	int rc;

	buf_init(&path, PATH_BYTES);
	buf_append_string(&path, "/tag/");
	html_put_encoded(&path, exchange->name);
	list.path = list.page.listing = buf_slice(&path);
	rc = list_write_page(exchange, &list, e);
	buf_release(&path);
	return rc;
}
