/*
 * metrics.c -- the metrics for Prometheus: GET /metrics of the key `listen`.
 *
 * metrics_text.c formats the metrics. These files write the metrics of one
 * subject each: metrics_store.c (database), metrics_fetch.c (transfers),
 * metrics_filters.c (filters), metrics_websub.c (WebSub subscriptions),
 * metrics_process.c (process).
 */
#include <curl/curl.h>
#include <sqlite3.h>

#include "base/array.h"
#include "base/clock.h"
#include "crawler/fetch/fetch.h"
#include "daemon/control.h"
#include "daemon/feed/schedule.h"
#include "daemon/fleet/node.h"
#include "daemon/health/latency.h"
#include "daemon/host/host_queue.h"
#include "daemon/host/network.h"
#include "daemon/http/condition.h"
#include "daemon/http/lag.h"
#include "daemon/http/listen.h"
#include "daemon/http/metrics_parts.h"
#include "daemon/http/metrics_text.h"
#include "daemon/http/push_list.h"
#include "daemon/hub.h"
#include "daemon/page/pending_pages.h"
#include "daemon/reload.h"
#include "daemon/writer/store_thread.h"
#include "daemon/writer/store_view.h"
#include "worker/worker.h"

static void
metrics_put_build(struct buf *out)
{
	metrics_head(out, "gleaner_build_info", METRIC_GAUGE,
	    "The versions of Gleaner, SQLite and libcurl that run.");
	buf_append_string(out,
	    "gleaner_build_info{version=\"" GLEANER_VERSION "\",sqlite=\"");
	metrics_label(out, sqlite3_libversion());
	buf_append_string(out, "\",curl=\"");
	metrics_label(out, curl_version_info(CURLVERSION_NOW)->version);
	buf_append_string(out, "\"} 1\n");
}

static void
metrics_put_state(const struct hub *hub, struct buf *out)
{
	bool is_fault;
	bool trouble = store_thread_trouble(hub->store, &is_fault) != NULL;
	struct condition condition;

	condition_get(hub, &condition);
	const struct metric_row rows[] = {
		{ "gleaner_healthy", "1 while /health answers 200.",
		    METRIC_GAUGE, condition.level < CONDITION_FAULT },
		{ "gleaner_config_refused",
		    "1 if the last reload found a fault in the configuration.",
		    METRIC_GAUGE, reload_refused(hub) != NULL },
		{ "gleaner_feeds", "All feeds.", METRIC_GAUGE,
		    (int64_t)schedule_feeds(hub) },
		{ "gleaner_feeds_scheduled",
		    "Feeds waiting for their next poll.", METRIC_GAUGE,
		    (int64_t)schedule_planned(hub) },
		{ "gleaner_feeds_polling", "Feeds being polled.", METRIC_GAUGE,
		    (int64_t)schedule_polling(hub) },
		{ "gleaner_hosts",
		    "Hosts about which the daemon has data in memory.",
		    METRIC_GAUGE, (int64_t)host_queues_hosts(hub) },
		{ "gleaner_waiting",
		    "Requests that wait for the rate limit of their host.",
		    METRIC_GAUGE, (int64_t)host_queues_waiting(hub) },
		{ "gleaner_fetching", "HTTP transfers in progress.",
		    METRIC_GAUGE, fetcher_active(hub->fetcher) },
		{ "gleaner_reading", "Documents that workers are parsing.",
		    METRIC_GAUGE, (int64_t)workers_busy(hub->workers) },
		{ "gleaner_storing",
		    "Database operations that are not finished.", METRIC_GAUGE,
		    (int64_t)store_thread_pending(hub->store) },
		{ "gleaner_articles_in_hand",
		    "Pending articles that the daemon has in memory.",
		    METRIC_GAUGE, (int64_t)pending_articles_in_memory(hub) },
		{ "gleaner_network_down",
		    "1 while the daemon can reach no server.", METRIC_GAUGE,
		    network_is_down(hub) },
		{ "gleaner_store_waits",
		    "1 while the disk is full or the database is locked.",
		    METRIC_GAUGE, trouble && !is_fault },
		{ "gleaner_store_fault",
		    "1 while the disk fails or the database file was moved "
		    "or removed.",
		    METRIC_GAUGE, is_fault },
	};

	metrics_put_rows(out, rows, ARRAY_LENGTH(rows));
}

static void
metrics_put_work(const struct hub *hub, struct buf *out)
{
	const struct hub_counters *c = &hub->counters;
	uint64_t deaths, restarts;

	workers_counts(hub->workers, &deaths, &restarts);
	const struct metric_row rows[] = {
		{ "gleaner_polls_total", "All polls.", METRIC_COUNTER,
		    (int64_t)c->polls },
		{ "gleaner_polls_failed_total", "Polls that failed.",
		    METRIC_COUNTER, (int64_t)c->polls_failed },
		{ "gleaner_entries_new_total", "New entries in feeds.",
		    METRIC_COUNTER, (int64_t)c->entries_new },
		{ "gleaner_pages_total",
		    "Pages fetched for articles that had no text yet.",
		    METRIC_COUNTER, (int64_t)c->pages },
		{ "gleaner_pages_again_total",
		    "Pages fetched again for articles that had a text.",
		    METRIC_COUNTER, (int64_t)c->pages_again },
		{ "gleaner_robots_total", "robots.txt files fetched.",
		    METRIC_COUNTER, (int64_t)c->robots },
		{ "gleaner_articles_done_total",
		    "Articles stored with the text of their page.",
		    METRIC_COUNTER, (int64_t)c->articles_done },
		{ "gleaner_articles_feed_only_total",
		    "Articles stored with the text of the feed.",
		    METRIC_COUNTER, (int64_t)c->articles_feed_only },
		{ "gleaner_articles_failed_total",
		    "Failed attempts to fetch the page of an article.",
		    METRIC_COUNTER, (int64_t)c->articles_failed },
		{ "gleaner_revisits_total", "Articles revisited.",
		    METRIC_COUNTER, (int64_t)c->revisits },
		{ "gleaner_worker_deaths_total",
		    "Workers that ended before their work was done.",
		    METRIC_COUNTER, (int64_t)deaths },
		{ "gleaner_zygote_starts_total",
		    "Starts of the parent process of the workers.",
		    METRIC_COUNTER, (int64_t)restarts },
		{ "gleaner_last_poll_timestamp_seconds",
		    "Time of the last successful poll; 0: none since the "
		    "start.",
		    METRIC_GAUGE, c->last_poll_at },
		{ "gleaner_last_article_timestamp_seconds",
		    "Time at which the last article was stored; 0: none since "
		    "the start.",
		    METRIC_GAUGE, c->last_article_at },
	};

	metrics_put_rows(out, rows, ARRAY_LENGTH(rows));
}

/* Writes the metrics of this node, if the database is PostgreSQL. */
static void
metrics_put_node(const struct hub *hub, struct buf *out)
{
	struct node_status node;

	if (!node_status_get(hub, &node))
		return;
	const struct metric_row rows[] = {
		{ "gleaner_node_shards",
		    "Shards of hosts that this daemon owns.", METRIC_GAUGE,
		    node.shards },
		{ "gleaner_nodes", "Daemons that share the database.",
		    METRIC_GAUGE, node.nodes },
		{ "gleaner_node_shards_taken_total",
		    "Shards that this daemon took.", METRIC_COUNTER,
		    (int64_t)node.taken },
		{ "gleaner_node_shards_given_total",
		    "Shards given back, or dropped at the end of their lease.",
		    METRIC_COUNTER, (int64_t)node.given },
		{ "gleaner_node_shards_lost_total",
		    "Shards that another node took.", METRIC_COUNTER,
		    (int64_t)node.lost },
	};

	metrics_head(
	    out, "gleaner_node_info", METRIC_GAUGE, "The name of this daemon.");
	buf_append_string(out, "gleaner_node_info{node=\"");
	metrics_label(out, node.name);
	buf_append_string(out, "\"} 1\n");
	metrics_put_rows(out, rows, ARRAY_LENGTH(rows));
	metrics_number(out, "gleaner_node_silence_seconds", METRIC_GAUGE,
	    "Time since the last answer of the database.",
	    (double)node.answered_ms_ago / 1000);
}

void
metrics_write(const struct hub *hub, struct buf *out)
{
	metrics_put_build(out);
	metrics_put_state(hub, out);
	metrics_put_work(hub, out);
	metrics_put_overview(store_view_get(hub->overview), out);
	metrics_put_filters(hub, store_view_get(hub->overview), out);
	metrics_put_fetches(fetcher_counts(hub->fetcher), out);
	metrics_put_node(hub, out);
	metrics_put_websub(hub, out);
	lag_write_metrics(hub->lag, out);
	push_list_write_metrics(
	    control_pushes(hub->control), clock_monotonic_ms(), out);
	metrics_head(out, "gleaner_loop_turn_seconds", METRIC_HISTOGRAM,
	    "CPU time of one turn of the event loop.");
	metrics_histogram(
	    out, "gleaner_loop_turn_seconds", "", loop_latency_turn(hub));
	metrics_head(out, "gleaner_loop_delay_seconds", METRIC_HISTOGRAM,
	    "Delay with which the event loop calls a timer.");
	metrics_histogram(
	    out, "gleaner_loop_delay_seconds", "", loop_latency_delay(hub));
	metrics_put_process(out);
}
