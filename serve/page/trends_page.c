/*
 * trends_page.c -- terms that are more frequent now than before, with their
 * stories. page.h declares the handler.
 *
 * Parameters: since (24h, 7d …), lang, category.
 */
#include "base/limits/limits_portal.h"
#include "config/profile/category.h"
#include "serve/api/params.h"
#include "serve/feed/item.h"
#include "serve/page/page.h"

#define SINCE_S 86400

struct trends_writing {
	struct buf items;
	size_t n;
};

static int
trends_page_visit(const struct trend *trend, void *arg)
{
	struct trends_writing *writing = arg;
	struct buf *out = &writing->items;

	writing->n++;
	buf_append_string(out, "<li>\n<h2><a href=\"/search?q=");
	html_put_encoded(out, trend->term);
	buf_append_string(out, "\"><bdi>");
	html_put_line(out, trend->term);
	buf_printf(out,
	    "</bdi></a></h2>\n<p class=\"meta\">%lld articles: %.2f %%, before "
	    "%.2f %%</p>\n<ul>\n",
	    (long long)trend->articles, 100 * trend->share,
	    100 * trend->share_before);
	for (size_t i = 0; i < trend->n_stories; i++) {
		const struct trend_story *story = &trend->stories[i];

		buf_printf(out, "<li><a href=\"/article/%lld\"><bdi>",
		    (long long)story->id);
		html_put_line(
		    out, story->title.len > 0 ? story->title : story->url);
		buf_append_string(out, "</bdi></a></li>\n");
	}
	buf_append_string(out, "</ul>\n</li>\n");
	return 0;
}

/* Reads the parameters. Returns NULL, or a text that describes the wrong
 * parameter. */
static const char *
trends_page_read_query(
    const struct serve_exchange *exchange, struct trend_query *ret)
{
	const struct serve_request *request = exchange->request;
	struct slice since = serve_request_parameter(request, "since");
	struct slice lang = serve_request_parameter(request, "lang");
	struct slice category = serve_request_parameter(request, "category");

	*ret = (struct trend_query){ .since_at = exchange->now_at - SINCE_S,
		.now = exchange->now_at + 1,
		.lang = lang.len > 0 ? lang : SLICE_NONE,
		.category = category.len > 0 ? category : SLICE_NONE };
	if (since.len > 0 &&
	    !param_time(since, exchange->now_at, &ret->since_at))
		return "parameter since: expected a time such as 2026-11-20, "
		       "or 24h, 7d";
	if (ret->since_at >= exchange->now_at)
		return "parameter since: expected a time in the past";
	if (lang.len > 0 && item_language(lang).p == NULL)
		return "parameter lang: expected a language such as en";
	if (category.len > 0 && category_find(category) == CATEGORY_NONE)
		return "parameter category: there is no such category";
	return NULL;
}

int
page_trends(struct serve_exchange *exchange, struct err *e)
{
	const struct html_page page = { .title = SLICE("Trends"),
		.section = "/trends" };
	struct buf *out = &exchange->response->body;
	struct trends_writing writing = { .n = 0 };
	struct trend_query query;
	const char *fault = trends_page_read_query(exchange, &query);
	int rc;

	if (fault != NULL)
		return serve_problem(exchange->response, 400, "%s", fault);
	buf_init(&writing.items, LIMIT_SERVE_RESPONSE);
	rc = store_trends(
	    exchange->store, &query, trends_page_visit, &writing, e);
	if (rc == 0) {
		html_begin_page(exchange->response, &page);
		buf_append_string(out, "<h1>Trends</h1>\n");
		if (writing.n == 0)
			buf_append_string(out,
			    "<p>No term has become more frequent in this "
			    "period.</p>\n");
		else
			buf_append_string(out, "<ol class=\"stories\">\n");
		buf_append_slice(out, buf_slice(&writing.items));
		buf_carry_failure(out, &writing.items);
		if (writing.n > 0)
			buf_append_string(out, "</ol>\n");
		html_end_page(exchange->response, &page);
	}
	buf_release(&writing.items);
	return rc;
}
