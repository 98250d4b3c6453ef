/*
 * explain_page.c -- /article/{id}/explain: the stored page of an article with
 * the class of each node. page.h declares the handler.
 */
#include <stdlib.h>

#include "base/date/date.h"
#include "serve/explain/explainer.h"
#include "serve/page/page.h"

#define RETRY_S 2

/* The stored page of an article. */
struct explaining {
	struct serve_exchange *exchange;
	char *bytes, *content_type;
	size_t len;
};

static int
explain_page_refuse(
    struct serve_response *response, int rc, const struct err *e)
{
	if (rc == ERR_LIMIT)
		response->retry_after_s = RETRY_S;
	return serve_problem(
	    response, rc == ERR_LIBRARY ? 500 : 503, "%s", e->text);
}

/* Explains the page with the same input that the daemon's worker got. */
static int
explain_page_visit(const struct article_row *row, void *arg)
{
	struct explaining *explaining = arg;
	struct serve_exchange *exchange = explaining->exchange;
	struct serve_response *response = exchange->response;
	const struct cuter_input input = {
		.bytes = { explaining->bytes, explaining->len },
		.content_type = slice_of(explaining->content_type),
		.url = row->url,
		.hint_title = row->title,
		.hint_summary = row->lead,
		.now_at = row->fetched_at == DATE_NONE ? 0 : row->fetched_at,
	};
	struct err e = ERR_INIT;
	int rc = explainer_ask(
	    exchange->settings->explainer, &input, &response->body, &e);

	if (rc != 0)
		return explain_page_refuse(response, rc, &e);
	response->content_type = SERVE_TYPE_HTML;
	response->has_inline_style = true;
	return 0;
}

int
page_explain(struct serve_exchange *exchange, struct err *e)
{
	struct explaining explaining = { .exchange = exchange };
	int rc;

	if (exchange->settings->explainer == NULL)
		return serve_problem(exchange->response, 503,
		    "this program could not start the process that explains "
		    "pages");
	rc = store_page_get(exchange->store, exchange->id, &explaining.bytes,
	    &explaining.len, &explaining.content_type, e);
	if (rc == 0)
		rc = store_article_get(exchange->store, exchange->id,
		    explain_page_visit, &explaining, e);
	free(explaining.bytes);
	free(explaining.content_type);
	if (rc == ERR_NOT_FOUND)
		return serve_problem(exchange->response, 404,
		    "no page of article %lld is stored",
		    (long long)exchange->id);
	return rc;
}
