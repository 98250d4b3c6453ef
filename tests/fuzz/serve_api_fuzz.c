/*
 * serve_api_fuzz.c -- reads any bytes as the query of a request to the API, and
 * the same bytes as a text of a feed.
 *
 * Parameters that are accepted are in their ranges, and a request that is
 * refused gets a problem with status 400.  A text in XML is well-formed.  A
 * cursor is read back as it was written.
 */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include <libxml/parser.h>

#include "serve/api/api.h"
#include "serve/feed/cursor.h"
#include "serve/feed/item.h"
#include "serve/feed/xml.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

#define NOW 1700000000

/* Is large enough for the values of each table of parameters. */
union serve_api_fuzz_values {
	struct slice texts[16];
	int64_t numbers[32];
};

static void
serve_api_fuzz_read(
    const struct serve_request *request, const struct param_row *rows)
{
	union serve_api_fuzz_values values = { 0 };
	struct serve_response response;
	struct serve_exchange exchange = {
		.request = request, .response = &response, .now_at = NOW
	};

	serve_response_init(&response);
	if (!params_read(&exchange, rows, &values))
		assert(response.status == 400 && response.problem.len > 0);
	else
		for (; rows->name != NULL; rows++)
			if (rows->kind == PARAM_NUMBER) {
				int64_t n;

				memcpy(&n, (char *)&values + rows->offset,
				    sizeof(n));
				assert(n == 0 ||
				       (n >= rows->min && n <= rows->max));
			}
	serve_response_finish(&response, request);
	serve_response_release(&response);
}

static void
serve_api_fuzz_query(struct slice query)
{
	static const char path[] = "/api/v1/articles?";
	struct serve_request request = { .method = SERVE_GET };
	size_t length = sizeof(path) - 1 + query.len;
	char *target = malloc(2 * length);

	if (target == NULL)
		abort();
	memcpy(target, path, sizeof(path) - 1);
	if (query.len > 0)
		memcpy(target + sizeof(path) - 1, query.p, query.len);
	if (serve_request_parse_target(
		target, length, target + length, &request) == 0) {
		serve_api_fuzz_read(&request, api_article_list_params);
		serve_api_fuzz_read(&request, api_feed_list_params);
		serve_api_fuzz_read(&request, api_change_params);
	}
	free(target);
}

static void
serve_api_fuzz_xml(struct slice text)
{
	struct buf out;
	xmlDocPtr document;

	buf_init(&out, 64 * MIB);
	buf_append_string(&out, "<a b=\"");
	xml_put_text(&out, text);
	buf_append_string(&out, "\">");
	xml_put_text(&out, text);
	buf_append_string(&out, "</a>");
	document = xmlReadMemory(out.p, (int)out.len, NULL, "UTF-8",
	    XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_HUGE);
	assert(document != NULL);
	xmlFreeDoc(document);
	buf_release(&out);
}

static void
serve_api_fuzz_place(struct slice text)
{
	struct article_place place, again;
	struct buf out;

	if (text.len == 0 || !cursor_parse(text, &place))
		return;
	buf_init(&out, KIB);
	cursor_put(&out, place);
	assert(cursor_parse(buf_slice(&out), &again));
	assert(again.sort_at == place.sort_at && again.id == place.id);
	buf_release(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct slice text = { (const char *)bytes, size };
	int64_t at;

	serve_api_fuzz_query(text);
	serve_api_fuzz_xml(text);
	serve_api_fuzz_place(text);
	param_time(text, NOW, &at);
	assert(item_link(text).p == NULL || item_link(text).len == size);
	assert(item_language(text).p == NULL || size <= 64);
	return 0;
}
