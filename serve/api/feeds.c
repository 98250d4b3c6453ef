/*
 * feeds.c -- /api/v1/feeds.
 *
 * The members of a feed are those of `gleaner feed list --json`
 * (store/feed_json.h).  Headers of requests, which may contain passwords,
 * are not in the database.
 */
#include "serve/api/api.h"
#include "store/feed_json.h"
#include "store/store.h"

#define FEEDS_DEFAULT 100
#define FEEDS_MAX     1000

struct feed_list_values {
	int64_t limit, after;
};

const struct param_row api_feed_list_params[] = {
	{ .name = "limit",
	    .kind = PARAM_NUMBER,
	    .offset = offsetof(struct feed_list_values, limit),
	    .min = 1,
	    .max = FEEDS_MAX,
	    .help = "The largest number of feeds on a page; 100 by default." },
	{ .name = "after",
	    .kind = PARAM_ROW,
	    .offset = offsetof(struct feed_list_values, after),
	    .help = "Only feeds after this one: the value of the member next "
		    "in the previous page, or the id of a feed." },
	{ 0 },
};

struct feeds_page {
	struct serve_exchange *exchange;
	struct json_writer json;
	int64_t limit, n, last_id;
};

/* If there is a next page, the query returns one feed more than this page has.
 * The additional feed is only counted. */
static int
feeds_visit_row(const struct feed_row *row, void *arg)
{
	struct feeds_page *list = arg;

	if (list->n++ == list->limit)
		return 0;
	json_write_object(&list->json, NULL);
	feed_json_put(&list->json, row, list->exchange->now_at);
	json_write_end_object(&list->json);
	list->last_id = row->id;
	return 0;
}

static void
feeds_end_page(struct feeds_page *list)
{
	struct serve_response *response = list->exchange->response;
	struct buf target;

	buf_init(&target, KIB);
	if (list->n > list->limit) {
		buf_printf(&target, "/api/v1/feeds?limit=%lld&after=%lld",
		    (long long)list->limit, (long long)list->last_id);
		serve_response_link(response, buf_slice(&target), "next", NULL);
	}
	json_write_text_or_null(&list->json, "next", buf_slice(&target));
	buf_release(&target);
}

int
api_feed_list(struct serve_exchange *exchange, struct err *e)
{
	struct feed_list_values values = { .limit = FEEDS_DEFAULT };
	struct feeds_page list = { .exchange = exchange };
	struct buf *out = &exchange->response->body;
	int rc;

	if (!params_read(exchange, api_feed_list_params, &values))
		return 0;
	list.limit = values.limit;
	json_writer_init(&list.json, out);
	json_write_object(&list.json, NULL);
	json_write_array(&list.json, "feeds");
	rc = store_feed_list_after(exchange->store, values.after,
	    (size_t)values.limit + 1, feeds_visit_row, &list, e);
	json_write_end_array(&list.json);
	feeds_end_page(&list);
	json_write_end_object(&list.json);
	buf_append_char(out, '\n');
	exchange->response->content_type = API_TYPE_JSON;
	return rc;
}
