/*
 * metrics.c -- the metrics for Prometheus, and the daemon's health as JSON.
 * condition.c provides the problems, as on the status page.
 */
#include "base/array.h"
#include "base/clock.h"
#include "base/text/json_writer.h"
#include "crawler/fetch/fetch.h"
#include "daemon/control.h"
#include "daemon/feed/schedule.h"
#include "daemon/fleet/node.h"
#include "daemon/health/latency.h"
#include "daemon/health/progress.h"
#include "daemon/host/host_queue.h"
#include "daemon/host/network.h"
#include "daemon/http/condition.h"
#include "daemon/http/lag.h"
#include "daemon/http/listen.h"
#include "daemon/http/push_list.h"
#include "daemon/hub.h"
#include "daemon/page/pending_pages.h"
#include "daemon/reload.h"
#include "daemon/writer/store_thread.h"
#include "worker/worker.h"

struct figure {
	const char *name, *help;
	bool counts; /* the metric is a counter, which only increases */
	uint64_t value;
};

#define FIGURES 25

static size_t
metrics_collect(const struct hub *hub, struct figure figures[FIGURES])
{
	const struct hub_counters *c = &hub->counters;
	bool is_fault;
	bool trouble = store_thread_trouble(hub->store, &is_fault) != NULL;
	struct condition condition;
	uint64_t deaths, restarts;

	workers_counts(hub->workers, &deaths, &restarts);
	condition_get(hub, &condition);
	const struct figure all[] = {
		{ "healthy", "1 while /health answers 200.", false,
		    condition.level < CONDITION_FAULT },
		{ "config_refused",
		    "1 if the last reload found the configuration faulty.",
		    false, reload_refused(hub) != NULL },
		{ "feeds", "Feeds subscribed to.", false, schedule_feeds(hub) },
		{ "feeds_scheduled", "Feeds waiting for their next poll.",
		    false, schedule_planned(hub) },
		{ "feeds_polling", "Feeds being polled.", false,
		    schedule_polling(hub) },
		{ "hosts", "Hosts that are remembered.", false,
		    host_queues_hosts(hub) },
		{ "waiting", "Requests that wait for their host.", false,
		    host_queues_waiting(hub) },
		{ "fetching", "Transfers under way.", false,
		    (uint64_t)fetcher_active(hub->fetcher) },
		{ "reading", "Documents being read by workers.", false,
		    workers_busy(hub->workers) },
		{ "storing", "Operations that wait for the database.", false,
		    store_thread_pending(hub->store) },
		{ "articles_in_hand", "Articles being fetched.", false,
		    pending_articles_in_memory(hub) },
		{ "network_down", "1 while no server is reached.", false,
		    network_is_down(hub) },
		{ "store_waits",
		    "1 while the disk is full or the database locked.", false,
		    trouble && !is_fault },
		{ "store_fault",
		    "1 while the disk fails or the database is not in its "
		    "place.",
		    false, is_fault },
		{ "polls_total", "Polls.", true, c->polls },
		{ "polls_failed_total", "Polls that failed.", true,
		    c->polls_failed },
		{ "entries_new_total", "Entries not seen before.", true,
		    c->entries_new },
		{ "pages_total", "Pages fetched.", true, c->pages },
		{ "robots_total", "robots.txt files fetched.", true,
		    c->robots },
		{ "articles_done_total", "Articles stored.", true,
		    c->articles_done },
		{ "articles_feed_only_total",
		    "Articles stored with the feed's text.", true,
		    c->articles_feed_only },
		{ "articles_failed_total", "Articles to be tried again.", true,
		    c->articles_failed },
		{ "revisits_total", "Articles revisited.", true, c->revisits },
		{ "worker_deaths_total", "Workers that died.", true, deaths },
		{ "zygote_starts_total", "Starts of the workers' parent.", true,
		    restarts },
	};

	_Static_assert(ARRAY_LENGTH(all) == FIGURES, "all of them");
	memcpy(figures, all, sizeof(all));
	return FIGURES;
}

static void
metrics_put_latency(const struct latency *latency, const char *name,
    const char *help, struct buf *out)
{
	uint64_t below = 0;

	buf_printf(out,
	    "# HELP gleaner_%s_seconds %s\n"
	    "# TYPE gleaner_%s_seconds histogram\n",
	    name, help, name);
	for (size_t i = 0; i < LATENCY_BOUNDS; i++) {
		below += latency->counts[i];
		buf_printf(out, "gleaner_%s_seconds_bucket{le=\"%g\"} %llu\n",
		    name, (double)latency_bounds_us[i] / 1e6,
		    (unsigned long long)below);
	}
	buf_printf(out,
	    "gleaner_%s_seconds_bucket{le=\"+Inf\"} %llu\n"
	    "gleaner_%s_seconds_sum %.6f\ngleaner_%s_seconds_count %llu\n",
	    name, (unsigned long long)latency->n, name,
	    (double)latency->sum_us / 1e6, name,
	    (unsigned long long)latency->n);
}

/* Writes the metrics of this node, if the database is PostgreSQL. */
static void
metrics_put_node(const struct hub *hub, struct buf *out)
{
	struct node_status node;

	if (!node_status_get(hub, &node))
		return;
	const struct {
		const char *name, *help, *type;
		uint64_t value;
	} rows[] = {
		{ "node_shards", "Shards of hosts that this daemon owns.",
		    "gauge", (uint64_t)node.shards },
		{ "nodes", "Daemons that share the database.", "gauge",
		    (uint64_t)node.nodes },
		{ "node_shards_taken_total", "Shards taken.", "counter",
		    node.taken },
		{ "node_shards_given_total",
		    "Shards given back, or dropped at the end of their lease.",
		    "counter", node.given },
		{ "node_shards_lost_total", "Shards that another node took.",
		    "counter", node.lost },
	};

	buf_printf(out,
	    "# HELP gleaner_node_info The name of this daemon.\n"
	    "# TYPE gleaner_node_info gauge\ngleaner_node_info{node=\"");
	for (const char *c = node.name; *c != '\0'; c++) {
		if (*c == '"' || *c == '\\')
			buf_append_char(out, '\\');
		buf_append_char(out, *c);
	}
	buf_append_string(out, "\"} 1\n");
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		buf_printf(out,
		    "# HELP gleaner_%s %s\n# TYPE gleaner_%s %s\n"
		    "gleaner_%s %llu\n",
		    rows[i].name, rows[i].help, rows[i].name, rows[i].type,
		    rows[i].name, (unsigned long long)rows[i].value);
	buf_printf(out,
	    "# HELP gleaner_node_silence_seconds Time since the database "
	    "answered.\n# TYPE gleaner_node_silence_seconds gauge\n"
	    "gleaner_node_silence_seconds %.3f\n",
	    (double)node.answered_ms_ago / 1000);
}

void
metrics_write(const struct hub *hub, struct buf *out)
{
	struct figure figures[FIGURES];
	size_t n = metrics_collect(hub, figures);

	buf_printf(out,
	    "# HELP gleaner_info The version.\n# TYPE gleaner_info gauge\n"
	    "gleaner_info{version=\"%s\"} 1\n",
	    GLEANER_VERSION);
	for (size_t i = 0; i < n; i++)
		buf_printf(out,
		    "# HELP gleaner_%s %s\n# TYPE gleaner_%s %s\n"
		    "gleaner_%s %llu\n",
		    figures[i].name, figures[i].help, figures[i].name,
		    figures[i].counts ? "counter" : "gauge", figures[i].name,
		    (unsigned long long)figures[i].value);
	metrics_put_node(hub, out);
	lag_write_metrics(hub->lag, out);
	push_list_write_metrics(
	    control_pushes(hub->control), clock_monotonic_ms(), out);
	metrics_put_latency(loop_latency_turn(hub), "loop_turn",
	    "Processor's time of one turn of the loop.", out);
	metrics_put_latency(loop_latency_delay(hub), "loop_delay",
	    "How late the loop calls a timer while it is busy.", out);
}

bool
health_is_good(const struct hub *hub)
{
	struct condition condition;

	condition_get(hub, &condition);
	return condition.level < CONDITION_FAULT;
}

static void
metrics_health_write_problems(
    struct json_writer *json, const struct condition *condition)
{
	json_write_array(json, "problems");
	for (size_t i = 0; i < condition->n; i++) {
		const struct condition_problem *p = &condition->problems[i];

		json_write_object(json, NULL);
		json_write_text(json, "name", slice_of(p->name));
		json_write_text(
		    json, "level", slice_of(condition_level_name(p->level)));
		json_write_text(json, "what", slice_of(p->what));
		json_write_text_or_null(json, "why",
		    p->why[0] != '\0' ? slice_of(p->why) : SLICE_NONE);
		json_write_end_object(json);
	}
	json_write_end_array(json);
}

void
health_write(const struct hub *hub, struct buf *out)
{
	bool is_fault;
	const char *trouble = store_thread_trouble(hub->store, &is_fault);
	struct condition condition;
	const char *stuck = progress_stuck(hub);
	struct json_writer json;

	condition_get(hub, &condition);
	json_writer_init(&json, out);
	json_write_object(&json, NULL);
	json_write_text(&json, "status",
	    condition.level < CONDITION_FAULT ? SLICE("ok")
	    : stuck != NULL                   ? SLICE("stuck")
					      : SLICE("fault"));
	json_write_text(
	    &json, "level", slice_of(condition_level_name(condition.level)));
	json_write_text_or_null(&json, "stuck", slice_of(stuck));
	json_write_bool(&json, "network", !network_is_down(hub));
	json_write_bool(&json, "store_waits", trouble != NULL && !is_fault);
	json_write_bool(&json, "store_fault", is_fault);
	metrics_health_write_problems(&json, &condition);
	json_write_text(&json, "version", SLICE(GLEANER_VERSION));
	json_write_end_object(&json);
	buf_append_char(out, '\n');
}
