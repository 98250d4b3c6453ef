/*
 * page_routes.c -- the table of pages.  route.h describes it.
 */
#include "serve/page/page.h"

#define PAGE(pattern, run, lane)                                               \
	{                                                                      \
		SERVE_GET, pattern, run, SERVE_SCOPE_READ, lane                \
	}

const struct serve_route serve_page_routes[] = {
	PAGE("/", page_stories, SERVE_QUICK),
	PAGE("/article/{id}", page_article, SERVE_QUICK),
	PAGE("/article/{id}/explain", page_explain, SERVE_SLOW),
	PAGE("/story/{id}", page_story, SERVE_QUICK),
	PAGE("/search", page_search, SERVE_SLOW),
	PAGE("/feeds", page_feeds, SERVE_SLOW),
	PAGE("/feed/{id}", page_feed, SERVE_QUICK),
	PAGE("/tag", page_tag, SERVE_SLOW),
	PAGE("/tag/{name}", page_tag, SERVE_SLOW),
	PAGE("/category/{name}", page_category, SERVE_QUICK),
	PAGE("/profiles", page_profiles, SERVE_QUICK),
	PAGE("/profile/{name}", page_profile, SERVE_SLOW),
	PAGE("/trends", page_trends, SERVE_SLOW),
	PAGE("/status", page_status, SERVE_SLOW),
	PAGE("/style.css", page_style, SERVE_QUICK),
	{ 0 },
};
