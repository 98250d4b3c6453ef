/*
 * category_page.c -- the articles of a category.  page.h declares the handler.
 */
#include <stdio.h>

#include "config/profile/category.h"
#include "serve/page/page.h"

#define PATH_BYTES 128

static int
category_page_put_top(struct serve_exchange *exchange, void *arg, struct err *e)
{
	const struct category *category = arg;
	struct buf *out = &exchange->response->body;

	(void)e;
	buf_append_string(out, "<h1>Category: ");
	html_put_line(out, slice_of(category->title));
	buf_append_string(out, "</h1>\n");
	return 0;
}

int
page_category(struct serve_exchange *exchange, struct err *e)
{
	size_t i = category_find(exchange->name);
	struct category category;
	struct list_page list = {
		.query = { .category = exchange->name },
		.empty = "No article has this category yet.",
		.put_top = category_page_put_top,
		.arg = &category,
	};
	char path[PATH_BYTES];

	if (i == CATEGORY_NONE)
		return serve_problem(
		    exchange->response, 404, "there is no such category");
	category = categories[i];
	snprintf(path, sizeof(path), "/category/%s", category.name);
	list.page.title = slice_of(category.title);
	list.path = list.page.listing = slice_of(path);
	return list_write_page(exchange, &list, e);
}
