/*
 * page_headers.c -- decides which pages get the configured headers of a feed.
 *
 * In:  articles that are to be fetched, the feeds that have headers.
 * Out: page.headers_feed, the URL of the feed whose headers its page gets.
 *
 * A page gets the headers of a feed if the feed has inserted the article and
 * the page's origin (scheme, host, port) is that of the feed. A feed of another
 * publisher can name any URL, and must not decide which URLs are requested with
 * a credential. After a redirect or a refresh to another origin, the headers are
 * not sent any more, also if the chain comes back (fetch_request.c, article.c).
 * A robots.txt gets no headers: RFC 9309 makes it public, and a status of 401 or
 * 403 allows everything (section 2.3.1.3).
 */
#include "daemon/page/page_headers.h"

#include <stdlib.h>

#include "config/config.h"
#include "daemon/feed/schedule.h"
#include "daemon/hub.h"
#include "daemon/page/page.h"
#include "store/article/articles.h"
#include "url/url.h"

#define ORIGIN_ARENA_BYTES ((size_t)(64 * KIB))

struct page_headers {
	size_t n;
	struct page_headers_feed {
		int64_t id;
		char *url, *origin;
	} feeds[];
};

/* Returns the origin of the URL, or NULL if the URL has none. The origin is
 * owned. */
static char *
page_headers_origin(const char *url)
{
	struct arena arena;
	struct slice origin;
	jmp_buf exhausted;
	char *volatile ret = NULL;

	arena_init(&arena, ORIGIN_ARENA_BYTES);
	arena.exhausted = &exhausted;
	if (setjmp(exhausted) == 0 &&
	    url_origin(&arena, slice_of(url), &origin))
		ret = strndup(origin.p, origin.len);
	arena_release(&arena);
	return ret;
}

static size_t
page_headers_count(const struct config *config)
{
	size_t n = 0;

	for (size_t i = 0; i < config->n_feeds; i++)
		n += config->feeds[i].n_headers > 0;
	return n;
}

struct page_headers *
page_headers_new(const struct hub *hub)
{
	size_t max = page_headers_count(hub->config), at = 0;
	struct page_headers *ret;
	const struct subscription *feed;

	if (max == 0)
		return NULL;
	ret = calloc(1, sizeof(*ret) + max * sizeof(ret->feeds[0]));
	if (ret == NULL)
		abort();
	while (ret->n < max && (feed = schedule_next(hub, &at)) != NULL) {
		char *origin;

		if (feed->given == NULL || feed->given->n_headers == 0)
			continue;
		origin = page_headers_origin(feed->url);
		if (origin == NULL)
			continue;
		ret->feeds[ret->n++] = (struct page_headers_feed){ feed->id,
			hub_copy(slice_of(feed->url)), origin };
	}
	return ret;
}

void
page_headers_free(struct page_headers *headers)
{
	for (size_t i = 0; headers != NULL && i < headers->n; i++) {
		free(headers->feeds[i].url);
		free(headers->feeds[i].origin);
	}
	free(headers);
}

static int
page_headers_find_one(struct store *store, const struct page_headers *headers,
    struct page *page, struct err *e)
{
	char *origin;
	int rc = 0;

	/* Another node has followed a redirect to another origin. */
	if (page->redirected_url != NULL)
		return 0;
	origin = page_headers_origin(page->url);

	for (size_t i = 0; origin != NULL && rc == 0 && i < headers->n &&
			   page->headers_feed == NULL;
	     i++) {
		const struct page_headers_feed *feed = &headers->feeds[i];
		bool has_announced = false;

		if (strcmp(origin, feed->origin) != 0)
			continue;
		rc = store_article_is_of_feed(
		    store, page->id, feed->id, &has_announced, e);
		if (rc == 0 && has_announced)
			page->headers_feed = hub_copy(slice_of(feed->url));
	}
	free(origin);
	return rc;
}

int
page_headers_find(struct store *store, const struct page_headers *headers,
    struct page *const *pages, size_t n, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; headers != NULL && i < n && rc == 0; i++)
		rc = page_headers_find_one(store, headers, pages[i], e);
	return rc;
}

void
page_headers_drop(struct page *page)
{
	free(page->headers_feed);
	page->headers_feed = NULL;
}

size_t
page_headers_get(const struct page *page, const char *url,
    struct fetch_header ret[POLL_HEADERS])
{
	const struct subscription *feed =
	    page->headers_feed != NULL
		? schedule_find(page->hub, slice_of(page->headers_feed))
		: NULL;

	if (feed == NULL || !fetch_same_origin(feed->url, url))
		return 0;
	return poll_headers(feed, ret);
}
