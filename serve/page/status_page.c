/*
 * status_page.c -- the state of the harvest for an operator: failing feeds,
 * hosts that pause, consumers, the disk, the daemon. page.h declares the
 * handler.
 *
 * The data come from the database.  Whether a daemon runs is checked through
 * its control socket.
 */
#include "base/array.h"
#include "base/date/date.h"
#include "control/control_client.h"
#include "control/push_state.h"
#include "serve/page/page.h"
#include "store/article/overview.h"

#define HOSTS_MOST     20
#define CONSUMERS_MOST 100
#define DAEMON_BYTES   (64 * KIB)

struct status_list {
	struct buf rows;
	int64_t now_at;
	size_t n, most;
};

static void
status_page_put_bytes(struct buf *out, int64_t bytes)
{
	static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
	double value = (double)bytes;
	size_t i = 0;

	while (value >= 1024 && i + 1 < ARRAY_LENGTH(units)) {
		value /= 1024;
		i++;
	}
	buf_printf(out, i == 0 || value >= 100 ? "%.0f %s" : "%.1f %s", value,
	    units[i]);
}

/* ---- numbers ---- */

static void
status_page_put_number(struct buf *out, const char *name, int64_t number)
{
	buf_printf(out, "<div><dt>%s</dt><dd>%lld</dd></div>\n", name,
	    (long long)number);
}

static void
status_page_put_size(struct buf *out, const char *name, int64_t bytes)
{
	if (bytes < 0)
		return;
	buf_printf(out, "<div><dt>%s</dt><dd>", name);
	status_page_put_bytes(out, bytes);
	buf_append_string(out, "</dd></div>\n");
}

static void
status_page_put_numbers(struct buf *out, const struct overview *overview)
{
	buf_append_string(out, "<dl class=\"numbers\">\n");
	status_page_put_number(out, "Active feeds", overview->feeds_active);
	status_page_put_number(out, "Failing feeds", overview->feeds_failing);
	status_page_put_number(out, "Paused feeds", overview->feeds_paused);
	status_page_put_number(out, "Gone feeds", overview->feeds_gone);
	status_page_put_number(
	    out, "Articles in 24 hours", overview->articles_day);
	status_page_put_number(out, "Waiting for a fetch", overview->queued);
	status_page_put_number(out, "To be tried again", overview->retrying);
	status_page_put_size(out, "Database", overview->file_bytes);
	status_page_put_size(out, "Log of the database", overview->log_bytes);
	status_page_put_size(out, "Free disk space", overview->free_bytes);
	buf_append_string(out, "</dl>\n");
}

/* If this user may not connect to the control socket, the state of the daemon
 * is not known. */
static void
status_page_put_daemon(struct buf *out, const char *control)
{
	struct err e = ERR_INIT;
	struct buf lines;
	int rc;

	buf_init(&lines, DAEMON_BYTES);
	rc = control_ask(control, "status", &lines, &e);
	if (rc == 0) {
		struct slice version =
		    control_value(buf_slice(&lines), "version");

		buf_append_string(out, "<p class=\"good\">The daemon runs");
		if (version.len > 0) {
			buf_append_string(out, ", version ");
			html_put_line(out, version);
		}
		buf_append_string(out, ".</p>\n");
	} else {
		buf_append_string(out,
		    "<p class=\"soft\">The daemon does not run, or its control "
		    "socket cannot be opened by this program.</p>\n");
	}
	buf_release(&lines);
}

/* ---- failing feeds ---- */

static int
status_page_put_failing_feed(struct serve_exchange *exchange,
    const struct overview_feed *feed, struct err *e)
{
	struct buf *out = &exchange->response->body;
	struct slice title =
	    slice_of(feed->title[0] != '\0' ? feed->title : feed->url);
	int64_t id;
	int rc = store_feed_find(exchange->store, slice_of(feed->url), &id, e);

	if (rc != 0 && rc != ERR_NOT_FOUND)
		return rc;
	buf_append_string(out, "<tr><td>");
	if (rc == 0)
		buf_printf(out, "<a href=\"/feed/%lld\">", (long long)id);
	buf_append_string(out, "<bdi>");
	html_put_line(out, title);
	buf_append_string(out, rc == 0 ? "</bdi></a>" : "</bdi>");
	buf_printf(out, "</td>\n<td><span class=\"bad\">%s</span> <bdi>",
	    feed->health);
	html_put_line(out, slice_of(feed->why));
	buf_printf(out,
	    "</bdi></td>\n<td class=\"n\" data-name=\"Failures\">%lld"
	    "</td><td data-name=\"Next poll\">",
	    (long long)feed->failures);
	html_put_time(out, feed->next_poll_at);
	buf_append_string(out, "</td></tr>\n");
	return 0;
}

static int
status_page_put_failing(struct serve_exchange *exchange,
    const struct overview *overview, struct err *e)
{
	struct buf *out = &exchange->response->body;
	int rc = 0;

	buf_append_string(out, "<h2>Failing feeds</h2>\n");
	if (overview->n_failing == 0) {
		buf_append_string(out, "<p>No feed fails.</p>\n");
		return 0;
	}
	buf_append_string(out,
	    "<table class=\"stack\">\n<thead><tr><th scope=\"col\">Feed</th>"
	    "<th scope=\"col\">Reason</th><th scope=\"col\" class=\"n\">"
	    "Failures</th><th scope=\"col\">Next poll</th></tr></thead>\n"
	    "<tbody>\n");
	for (size_t i = 0; i < overview->n_failing && rc == 0; i++)
		rc = status_page_put_failing_feed(
		    exchange, &overview->failing[i], e);
	buf_append_string(out, "</tbody>\n</table>\n");
	if (overview->feeds_failing > (int64_t)overview->n_failing)
		buf_append_string(out,
		    "<p><a href=\"/feeds\">All feeds</a> with their "
		    "health.</p>\n");
	return rc;
}

/* ---- hosts and consumers ---- */

static int
status_page_visit_host(const struct host_row *row, void *arg)
{
	struct status_list *list = arg;

	if (row->pause_until_at <= list->now_at || list->n == list->most)
		return 0;
	list->n++;
	buf_append_string(&list->rows, "<tr><td><bdi>");
	html_put_line(&list->rows, row->key);
	buf_append_string(
	    &list->rows, "</bdi></td><td data-name=\"Pauses until\">");
	html_put_time(&list->rows, row->pause_until_at);
	buf_printf(&list->rows,
	    "</td><td class=\"n\" data-name=\"Failures\">%lld</td></tr>\n",
	    (long long)row->failures);
	return 0;
}

static int
status_page_visit_consumer(const struct consumer_row *row, void *arg)
{
	struct status_list *list = arg;

	if (list->n == list->most)
		return 0;
	list->n++;
	buf_append_string(&list->rows, "<tr><td><bdi>");
	html_put_line(&list->rows, row->name);
	buf_printf(&list->rows,
	    "</bdi></td><td class=\"n\" data-name=\"Cursor\">%lld</td>"
	    "<td class=\"n\" data-name=\"Changes behind\">%lld</td></tr>\n",
	    (long long)row->seq, (long long)row->lag);
	return 0;
}

/* Appends a table, or a sentence if it has no rows. */
static void
status_page_put_list(struct buf *out, const char *title, const char *head,
    const char *empty, const struct status_list *list)
{
	buf_printf(out, "<h2>%s</h2>\n", title);
	if (list->n == 0) {
		buf_printf(out, "<p>%s</p>\n", empty);
		return;
	}
	buf_printf(out,
	    "<table class=\"stack\">\n<thead><tr>%s</tr></thead>\n"
	    "<tbody>\n",
	    head);
	buf_append_slice(out, buf_slice(&list->rows));
	buf_carry_failure(out, &list->rows);
	buf_append_string(out, "</tbody>\n</table>\n");
}

static int
status_page_put_hosts(struct serve_exchange *exchange, struct err *e)
{
	struct status_list list = { .now_at = exchange->now_at,
		.most = HOSTS_MOST };
	int rc;

	buf_init(&list.rows, LIMIT_SERVE_RESPONSE);
	rc = store_host_each(exchange->store, status_page_visit_host, &list, e);
	if (rc == 0)
		status_page_put_list(&exchange->response->body, "Pausing hosts",
		    "<th scope=\"col\">Host</th><th scope=\"col\">Pauses until"
		    "</th><th scope=\"col\" class=\"n\">Failures</th>",
		    "No host pauses.", &list);
	buf_release(&list.rows);
	return rc;
}

static int
status_page_put_consumers(struct serve_exchange *exchange, struct err *e)
{
	struct status_list list = { .now_at = exchange->now_at,
		.most = CONSUMERS_MOST };
	int rc;

	buf_init(&list.rows, LIMIT_SERVE_RESPONSE);
	rc = store_consumer_lags(
	    exchange->store, status_page_visit_consumer, &list, e);
	if (rc == 0)
		status_page_put_list(&exchange->response->body, "Consumers",
		    "<th scope=\"col\">Name</th><th scope=\"col\" "
		    "class=\"n\">Cursor</th><th scope=\"col\" "
		    "class=\"n\">Changes behind</th>",
		    "There are no consumers.", &list);
	buf_release(&list.rows);
	return rc;
}

static int
status_page_visit_push(const struct push_state *push, void *arg)
{
	struct status_list *list = arg;

	list->n++;
	buf_append_string(&list->rows, "<tr><td><bdi>");
	html_put_line(&list->rows, slice_of(push->consumer));
	buf_append_string(
	    &list->rows, "</bdi></td><td data-name=\"Receiver\"><bdi>");
	html_put_line(&list->rows, slice_of(push->target));
	buf_printf(&list->rows,
	    "</bdi></td><td class=\"n\" data-name=\"Changes behind\">%lld"
	    "</td><td data-name=\"Last failure\">",
	    (long long)push->lag);
	if (push->error[0] != '\0') {
		buf_append_string(&list->rows, "<span class=\"bad\"><bdi>");
		html_put_line(&list->rows, slice_of(push->error));
		buf_append_string(&list->rows, "</bdi></span>");
	}
	buf_append_string(&list->rows, "</td></tr>\n");
	return 0;
}

/* Asks the daemon for the state of its pushes.  If the daemon does not answer,
 * nothing is written. */
static void
status_page_put_pushes(struct serve_exchange *exchange)
{
	struct status_list list = { .n = 0 };

	buf_init(&list.rows, LIMIT_SERVE_RESPONSE);
	if (push_state_each(exchange->settings->control, status_page_visit_push,
		&list, NULL) == 0)
		status_page_put_list(&exchange->response->body, "Pushes",
		    "<th scope=\"col\">Consumer</th><th scope=\"col\">"
		    "Receiver</th><th scope=\"col\" class=\"n\">Changes "
		    "behind</th><th scope=\"col\">Last failure</th>",
		    "No push runs.", &list);
	buf_release(&list.rows);
}

int
page_status(struct serve_exchange *exchange, struct err *e)
{
	const struct html_page page = { .title = SLICE("Status"),
		.section = "/status" };
	struct buf *out = &exchange->response->body;
	struct overview overview;
	int rc =
	    store_overview(exchange->store, exchange->now_at, &overview, e);

	if (rc != 0)
		return rc;
	html_begin_page(exchange->response, &page);
	exchange->response->no_etag = true;
	buf_append_string(out, "<h1>Status</h1>\n");
	status_page_put_daemon(out, exchange->settings->control);
	status_page_put_numbers(out, &overview);
	rc = status_page_put_failing(exchange, &overview, e);
	if (rc == 0)
		rc = status_page_put_hosts(exchange, e);
	if (rc == 0)
		rc = status_page_put_consumers(exchange, e);
	if (rc == 0)
		status_page_put_pushes(exchange);
	html_end_page(exchange->response, &page);
	return rc;
}
