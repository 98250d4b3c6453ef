/*
 * render.c -- see render.h.
 *
 * The renderer, not this process, sends requests to the page's host. The
 * request to the renderer therefore waits in the queue of the page's host,
 * after robots.txt was checked, like any other request for a page (parts.c).
 */
#include "daemon/page/render.h"

#include <string.h>

#include "base/text/ascii.h"
#include "config/config.h"
#include "crawler/access.h"
#include "crawler/fetch/fetch.h"
#include "daemon/hub.h"

/* A page with fewer words is treated as a page without an article. */
#define RENDER_WORDS 25

bool
render_is_due(const struct page *page, const struct cuter_article *article)
{
	const struct config_site *site;

	if (page->hub->config->articles.renderer == NULL ||
	    page->is_home_page ||
	    (article->word_count >= RENDER_WORDS &&
		article->origin != CUTER_ORIGIN_FEED))
		return false;
	site = access_find(page->hub->access, page->response.url);
	return site != NULL && site->render;
}

/* Writes the URL as the value of a parameter (RFC 3986, 2.3: only unreserved
 * characters stay). */
static void
render_write_escaped(struct buf *out, const char *url)
{
	for (const char *p = url; *p != '\0'; p++)
		if (ascii_is_alnum(*p) || strchr("-._~", *p) != NULL)
			buf_append_char(out, *p);
		else
			buf_printf(out, "%%%02X", (unsigned char)*p);
}

int
render_fetch(const struct page *page, const char *url, fetch_done *done,
    void *arg, struct err *e)
{
	const struct config *config = page->hub->config;
	struct fetch_request request = {
		.kind = FETCH_PAGE,
		.max_bytes = config->fetch.page_bytes,
		.timeout_ms = LIMIT_RENDER_S * 1000LL,
		.is_local = true,
	};
	struct buf text;
	int rc;

	if (config->articles.renderer == NULL) /* a reload has removed it */
		return err_set(
		    e, ERR_CONFIG, "articles.renderer is no longer set");
	buf_init(&text, LIMIT_URL_BYTES);
	buf_printf(&text, "%s?url=", config->articles.renderer);
	render_write_escaped(&text, url);
	request.url = text.p;
	rc =
	    buf_failed(&text)
		? err_set(e, ERR_LIMIT, "the address is too long to render")
		: fetch_start(page->hub->fetcher, &request, done, arg, NULL, e);
	buf_release(&text);
	return rc;
}
