/*
 * article_wall.c -- recognises responses that a server sends in place of an
 * article (crawler/wall.h), and plans the next request. A 412 to a request with
 * validators is such a response, too.
 *
 * The article's row gets the kind of wall as its reason, and its page is
 * requested again after LIMIT_WALL_RETRY_S at the earliest.  After
 * LIMIT_WALL_TRIES requests the text of the feed becomes the article.
 */
#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "crawler/wall.h"
#include "daemon/hub.h"
#include "daemon/page/page.h"

/* A text of this number of words or more is never treated as a wall. */
#define WALL_WORDS 100
/* In a text with fewer words, a sentence to the reader shows a wall. */
#define WALL_TEXT_WORDS 60

/* Copies the first bytes of the body to `to`; returns their number. */
static size_t
article_wall_read(const struct page *page, char *to)
{
	ssize_t n = page->response.body_fd < 0
			? 0
			: pread(page->response.body_fd, to, WALL_BODY_BYTES, 0);

	return n > 0 ? (size_t)n : 0;
}

static const char *
article_wall_find(const struct page *page, struct wall_response *response)
{
	char *body = malloc(WALL_BODY_BYTES);
	const char *kind;

	if (body == NULL)
		abort();
	response->url = slice_of(page->url);
	response->final = slice_of(page->response.url);
	response->headers =
	    (struct slice){ page->headers, page->headers_bytes };
	response->body = (struct slice){ body, article_wall_read(page, body) };
	kind = wall_find(response);
	free(body);
	return kind;
}

static bool
article_wall_store(
    struct page *page, long status, int64_t pause_s, const char *kind)
{
	double more = hub_random_unit() * LIMIT_WALL_RETRY_S / 2;
	int64_t wait_s = LIMIT_WALL_RETRY_S + (int64_t)more;

	if (kind == NULL)
		return false;
	if (page->tries + 1 >= LIMIT_WALL_TRIES && !page->is_revisit)
		page_store_feed_only(page, "%s (HTTP %ld)", kind, status);
	else
		page_store_failed(page, wait_s > pause_s ? wait_s : pause_s,
		    "%s (HTTP %ld)", kind, status);
	return true;
}

bool
page_drop_validators(struct page *page, const struct response *r)
{
	if (!response_drop_validators(r, &page->etag, &page->last_modified))
		return false;
	if (r->body_fd >= 0)
		close(r->body_fd);
	return true;
}

bool
page_store_refusal(struct page *page, long status, int64_t pause_s)
{
	struct wall_response response = { .status = status };

	return !page->is_home_page && article_wall_store(page, status, pause_s,
					  article_wall_find(page, &response));
}

/* Returns the text of a page that is neither an article nor an error page, if
 * it is short and comes from the page itself. A text that a rule of the site
 * names is an article. */
static struct slice
article_wall_text(const struct cuter_article *article)
{
	bool may_be = article->page_class == CUTER_PAGE_OTHER ||
		      article->page_class == CUTER_PAGE_STUB;

	return may_be && article->word_count < WALL_TEXT_WORDS &&
		       article->origin != CUTER_ORIGIN_RULE &&
		       article->origin != CUTER_ORIGIN_FEED
		   ? article->body
		   : SLICE_NONE;
}

bool
page_store_wall(struct page *page, const struct cuter_article *article)
{
	static const bool may_be[CUTER_PAGE_CLASS_COUNT] = {
		[CUTER_PAGE_LISTING] = true,
		[CUTER_PAGE_OTHER] = true,
		[CUTER_PAGE_STUB] = true,
		[CUTER_PAGE_ERROR] = true,
		[CUTER_PAGE_CONSENT] = true,
	};
	struct wall_response response = {
		.status = 200,
		.is_error = article->page_class == CUTER_PAGE_ERROR,
		.is_consent = article->page_class == CUTER_PAGE_CONSENT,
		.is_empty = article->body.len == 0,
		.text = article_wall_text(article),
	};

	if (page->is_home_page || !may_be[article->page_class] ||
	    article->word_count >= WALL_WORDS)
		return false;
	return article_wall_store(
	    page, 200, 0, article_wall_find(page, &response));
}
