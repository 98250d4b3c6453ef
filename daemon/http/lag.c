/*
 * lag.c -- measures how many changes the consumers have not acknowledged.
 *
 * The values are those of the last query, which was some seconds ago
 * (store_view.h). The operator chose the consumers' names, so they are not
 * hostile.
 */
#include "daemon/http/lag.h"

#include <stdio.h>

#include "base/limits.h"
#include "cuter/article/article.h"
#include "daemon/http/metrics_text.h"
#include "store/change/consumers.h"

#define LAG_EVERY_S 10

struct lag_list {
	size_t n;
	struct {
		char name[LIMIT_NAME_BYTES + 1];
		int64_t behind;
	} rows[LIMIT_LISTEN_CONSUMERS];
};

static int
lag_take(const struct consumer_row *row, void *arg)
{
	struct lag_list *list = arg;

	if (list->n == LIMIT_LISTEN_CONSUMERS)
		return 0;
	snprintf(list->rows[list->n].name, sizeof(list->rows[0].name), "%.*s",
	    SLICE_ARG(row->name));
	list->rows[list->n++].behind = row->lag;
	return 0;
}

static int
lag_read(struct store *store, void *copy, int64_t now, struct err *e)
{
	struct lag_list *list = copy;

	(void)now;
	list->n = 0;
	return store_consumer_lags(store, lag_take, list, e);
}

const struct store_view_kind lag_view = {
	.name = "lag",
	.bytes = sizeof(struct lag_list),
	.every_s = LAG_EVERY_S,
	.read = lag_read,
};

void
lag_write_metrics(struct store_view *view, struct buf *out)
{
	const struct lag_list *list = store_view_get(view);

	if (list == NULL || list->n == 0)
		return;
	metrics_head(out, "gleaner_consumer_behind", METRIC_GAUGE,
	    "Changes that a consumer has not acknowledged.");
	for (size_t i = 0; i < list->n; i++) {
		buf_append_string(out, "gleaner_consumer_behind{consumer=\"");
		metrics_label(out, list->rows[i].name);
		buf_printf(out, "\"} %lld\n", (long long)list->rows[i].behind);
	}
}

void
lag_write_rows(struct store_view *view, struct buf *out)
{
	const struct lag_list *list = store_view_get(view);

	if (list == NULL || list->n == 0)
		return;
	buf_append_string(out, "<h2>Consumers</h2>\n<table><tr><th>Name"
			       "<th class=\"n\">Changes not acknowledged</tr>"
			       "\n");
	for (size_t i = 0; i < list->n; i++) {
		buf_append_string(out, "<tr><td><bdi>");
		article_escape(out, slice_of(list->rows[i].name));
		buf_printf(out, "</bdi><td class=\"n\">%lld</tr>\n",
		    (long long)list->rows[i].behind);
	}
	buf_append_string(out, "</table>\n");
}
