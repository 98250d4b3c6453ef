/*
 * page_routes.c -- the table of pages.  route.h describes it.
 */
#include "serve/route.h"

const struct serve_route serve_page_routes[] = {
	{ 0 },
};
