/*
 * status_page.c -- the status page: GET / of the key `listen`.
 *
 * In: condition.c (problems), a copy of the database's overview (feeds and
 * articles), the hub's counters.
 * Out: HTML without scripts. Its style is in /style.css, because the content
 * security policy of listen.c forbids scripts and inline styles.
 * Titles, addresses and reasons are untrusted: each is escaped by
 * article_escape() and enclosed in <bdi>, so that bidirectional control
 * characters in the text have no effect after the text. Only http and https
 * addresses become links.
 */
#include <stdlib.h>

#include "base/date/date.h"
#include "config/config.h"
#include "crawler/fetch/fetch.h"
#include "cuter/article/article.h"
#include "daemon/host/host_queue.h"
#include "daemon/http/condition.h"
#include "daemon/http/lag.h"
#include "daemon/http/listen.h"
#include "daemon/hub.h"
#include "daemon/writer/store_thread.h"
#include "daemon/writer/store_view.h"
#include "store/article/overview.h"
#include "worker/worker.h"

#define OVERVIEW_EVERY_S 3
#define OVERVIEW_IDLE_S  60

static const char style[] =
    ":root{color-scheme:light dark;--bg:#fff;--fg:#1c1c1e;--dim:#61616b;"
    "--line:#dcdce0;--ok:#14692e;--warning:#7a4d00;--fault:#b3161b;"
    "--okbg:#e4f5e8;--warningbg:#fdf0d5;--faultbg:#fde3e3;--link:#0b57b0}\n"
    "@media(prefers-color-scheme:dark){:root{--bg:#17181b;--fg:#e8e8ea;"
    "--dim:#a0a0aa;--line:#34353b;--ok:#7fd796;--warning:#f0bf60;"
    "--fault:#ff8f8f;--okbg:#16301d;--warningbg:#362808;--faultbg:#3d1517;"
    "--link:#84b8ff}}\n"
    "body{font:15px/1.5 system-ui,sans-serif;background:var(--bg);"
    "color:var(--fg);max-width:62em;margin:1.5em auto;padding:0 1em}\n"
    "h1{font-size:1.4em;margin:0 0 .6em}h1 small{font-weight:400;"
    "font-size:.65em;color:var(--dim)}\n"
    "h2{font-size:1.05em;margin:1.8em 0 .4em}a{color:var(--link)}\n"
    "main>p:first-of-type,.state{border-radius:6px;padding:.6em .9em;"
    "font-weight:600}\n"
    ".ok{background:var(--okbg);color:var(--ok)}\n"
    ".warning{background:var(--warningbg);color:var(--warning)}\n"
    ".fault{background:var(--faultbg);color:var(--fault)}\n"
    "table{border-collapse:collapse;width:100%}\n"
    "td,th{text-align:left;vertical-align:top;padding:.3em .8em .3em 0;"
    "border-bottom:1px solid var(--line);overflow-wrap:anywhere}\n"
    "th{color:var(--dim);font-weight:500;font-size:.87em}\n"
    "td.n,th.n{text-align:right;white-space:nowrap;padding-right:0;"
    "font-variant-numeric:tabular-nums}td.t{white-space:nowrap}\n"
    "dl{display:grid;grid-template-columns:repeat(auto-fill,"
    "minmax(11em,1fr));gap:.6em 1.2em;margin:1em 0}\n"
    "dt{color:var(--dim);font-size:.87em}dd{margin:0;font-size:1.2em;"
    "font-variant-numeric:tabular-nums}\n"
    "small,.dim{color:var(--dim)}footer{margin-top:2em;color:var(--dim);"
    "font-size:.87em}\n";

void
status_style_write(const struct hub *hub, struct buf *out)
{
	(void)hub;
	buf_append_string(out, style);
}

static int
status_page_read(struct store *store, void *copy, int64_t now, struct err *e)
{
	return store_overview(store, now, copy, e);
}

const struct store_view_kind status_page_view = {
	.name = "snapshot",
	.bytes = sizeof(struct overview),
	.every_s = OVERVIEW_EVERY_S,
	.idle_s = OVERVIEW_IDLE_S,
	.read = status_page_read,
};

/* ---- pieces ---- */

static void
status_page_text(struct buf *out, const char *text)
{
	buf_append_string(out, "<bdi>");
	article_escape(out, slice_of(text));
	buf_append_string(out, "</bdi>");
}

static void
status_page_link(struct buf *out, const char *url, const char *text)
{
	struct slice address = slice_of(url);

	if (!slice_starts(address, SLICE("http://")) &&
	    !slice_starts(address, SLICE("https://"))) {
		status_page_text(out, text[0] != '\0' ? text : url);
		return;
	}
	buf_append_string(out, "<a rel=\"noreferrer noopener\" href=\"");
	article_escape(out, address);
	buf_append_string(out, "\">");
	status_page_text(out, text[0] != '\0' ? text : url);
	buf_append_string(out, "</a>");
}

/* Appends "3 min ago" or "in 2 h", with the time in the title attribute. */
static void
status_page_time(struct buf *out, int64_t at, int64_t now)
{
	static const struct {
		int64_t seconds;
		const char *unit;
	} units[] = { { 86400, "d" }, { 3600, "h" }, { 60, "min" },
		{ 1, "s" } };
	char text[DATE_TEXT_BYTES];
	int64_t away = at > now ? at - now : now - at;
	size_t i = 0;

	if (at == DATE_NONE) {
		buf_append_string(out, "never");
		return;
	}
	date_format_rfc3339(at, text);
	while (i < 3 && away < units[i].seconds)
		i++;
	buf_printf(out, "<time datetime=\"%s\" title=\"%s\">%s%lld %s%s</time>",
	    text, text, at > now ? "in " : "",
	    (long long)(away / units[i].seconds), units[i].unit,
	    at > now ? "" : " ago");
}

static void
status_page_bytes(struct buf *out, int64_t bytes)
{
	static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
	double value = (double)bytes;
	size_t i = 0;

	while (value >= 1024 && i < 4) {
		value /= 1024;
		i++;
	}
	buf_printf(out, i == 0 || value >= 100 ? "%.0f %s" : "%.1f %s", value,
	    units[i]);
}

static void
status_page_number(struct buf *out, const char *name, int64_t value)
{
	buf_printf(out, "<div><dt>%s</dt><dd>%lld</dd></div>\n", name,
	    (long long)value);
}

static void
status_page_size(struct buf *out, const char *name, int64_t bytes)
{
	if (bytes < 0)
		return;
	buf_printf(out, "<div><dt>%s</dt><dd>", name);
	status_page_bytes(out, bytes);
	buf_append_string(out, "</dd></div>\n");
}

/* ---- sections ---- */

static void
status_page_write_condition(struct buf *out, const struct condition *condition,
    const struct overview *overview)
{
	static const char *const headlines[CONDITION_LEVEL_COUNT] = {
		[CONDITION_OK] = "The daemon works.",
		[CONDITION_WARNING] = "The daemon works, with a warning.",
		[CONDITION_FAULT] = "The daemon does not do its work.",
	};

	buf_printf(out, "<p class=\"state %s\">%s",
	    condition_level_name(condition->level),
	    headlines[condition->level]);
	if (overview != NULL && overview->feeds_failing > 0)
		buf_printf(out, " %lld of %lld feeds fail.",
		    (long long)overview->feeds_failing,
		    (long long)overview->feeds_active);
	buf_append_string(out, "</p>\n");
	for (size_t i = 0; i < condition->n; i++) {
		const struct condition_problem *p = &condition->problems[i];

		buf_printf(out, "<p class=\"state %s\">%s",
		    condition_level_name(p->level), p->what);
		if (p->why[0] != '\0') {
			buf_append_string(out, " <small>");
			status_page_text(out, p->why);
			buf_append_string(out, "</small>");
		}
		buf_append_string(out, "</p>\n");
	}
}

static void
status_page_write_numbers(
    struct buf *out, const struct hub *hub, const struct overview *o)
{
	buf_append_string(out, "<dl>\n");
	if (o != NULL) {
		status_page_number(out, "Feeds", o->feeds_active);
		status_page_number(out, "Feeds paused", o->feeds_paused);
		status_page_number(out, "Feeds gone", o->feeds_gone);
		status_page_number(
		    out, "Articles in 24 hours", o->articles_day);
		status_page_number(out, "Articles waiting", o->queued);
		status_page_number(out, "Articles to be retried", o->retrying);
		status_page_size(out, "Database", o->file_bytes);
		status_page_size(out, "Write-ahead log", o->log_bytes);
		status_page_size(out, "Free disk space", o->free_bytes);
	}
	status_page_number(
	    out, "Polls since the start", (int64_t)hub->counters.polls);
	status_page_number(
	    out, "Requests waiting", (int64_t)host_queues_waiting(hub));
	status_page_number(
	    out, "Transfers in progress", fetcher_active(hub->fetcher));
	status_page_number(
	    out, "Documents being read", (int64_t)workers_busy(hub->workers));
	status_page_number(
	    out, "Writes waiting", (int64_t)store_thread_pending(hub->store));
	buf_append_string(out, "</dl>\n");
}

static void
status_page_write_failing(
    struct buf *out, const struct overview *o, int64_t now)
{
	if (o->n_failing == 0)
		return;
	buf_append_string(out, "<h2>Feeds that fail</h2>\n<table><tr><th>Feed"
			       "<th>Reason<th class=\"n\">Failures"
			       "<th class=\"n\">Last poll"
			       "<th class=\"n\">Next</tr>\n");
	for (size_t i = 0; i < o->n_failing; i++) {
		const struct overview_feed *feed = &o->failing[i];

		buf_append_string(out, "<tr><td>");
		status_page_link(out, feed->url, feed->title);
		buf_append_string(out, "<td>");
		status_page_text(out, feed->health);
		if (feed->why[0] != '\0') {
			buf_append_string(out, "<br><small>");
			status_page_text(out, feed->why);
			buf_append_string(out, "</small>");
		}
		buf_printf(out, "<td class=\"n\">%lld<td class=\"n\">",
		    (long long)feed->failures);
		status_page_time(out, feed->last_poll_at, now);
		buf_append_string(out, "<td class=\"n\">");
		status_page_time(out, feed->next_poll_at, now);
		buf_append_string(out, "</tr>\n");
	}
	buf_append_string(out, "</table>\n");
	if (o->feeds_failing > (int64_t)o->n_failing)
		buf_printf(out,
		    "<p class=\"dim\">and %lld more: gleaner doctor</p>\n",
		    (long long)(o->feeds_failing - (int64_t)o->n_failing));
}

static void
status_page_write_latest(struct buf *out, const struct overview *o, int64_t now)
{
	buf_append_string(out, "<h2>Latest articles</h2>\n");
	if (o->n_latest == 0) {
		buf_append_string(out, "<p class=\"dim\">none yet</p>\n");
		return;
	}
	buf_append_string(out, "<table><tr><th>Article<th>Feed"
			       "<th class=\"n\">Stored</tr>\n");
	for (size_t i = 0; i < o->n_latest; i++) {
		const struct overview_article *a = &o->latest[i];

		buf_append_string(out, "<tr><td>");
		status_page_link(
		    out, a->url, a->title[0] != '\0' ? a->title : "(no title)");
		buf_append_string(out, "<td>");
		status_page_text(out, a->feed);
		buf_append_string(out, "<td class=\"n\">");
		status_page_time(out, a->at, now);
		buf_append_string(out, "</tr>\n");
	}
	buf_append_string(out, "</table>\n");
}

/* Writes a link to the pages of `gleaner serve`, which show the articles. */
static void
status_page_write_serve(struct buf *out, const struct hub *hub)
{
	buf_append_string(out, "<p>Articles, search, feeds and status: <a "
			       "rel=\"noreferrer noopener\" href=\"http://");
	article_escape(out, slice_of(hub->config->serve.listen));
	buf_append_string(out, "/status\">gleaner serve</a></p>\n");
}

void
status_page_write(const struct hub *hub, struct buf *out)
{
	const struct overview *overview = store_view_get(hub->overview);
	int64_t now = hub_now();
	struct condition condition;

	condition_get(hub, &condition);
	buf_append_string(out,
	    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
	    "<meta name=\"viewport\" content=\"width=device-width\">"
	    "<meta http-equiv=\"refresh\" content=\"30\">"
	    "<title>Gleaner</title>"
	    "<link rel=\"stylesheet\" href=\"style.css\"></head>\n<body>"
	    "<main><h1>Gleaner <small>" GLEANER_VERSION "</small></h1>\n");
	status_page_write_condition(out, &condition, overview);
	status_page_write_serve(out, hub);
	status_page_write_numbers(out, hub, overview);
	if (overview != NULL) {
		status_page_write_failing(out, overview, now);
		status_page_write_latest(out, overview, now);
	}
	lag_write_rows(hub->lag, out);
	buf_append_string(out, "</main>\n<footer>");
	if (overview != NULL) {
		buf_append_string(out, "Feeds and articles as of ");
		status_page_time(out, overview->at, now);
	} else {
		buf_append_string(out, "Feeds and articles were not read yet");
	}
	buf_append_string(out, " · <a href=\"metrics\">metrics</a> · "
			       "<a href=\"health\">health</a></footer>\n"
			       "</body></html>\n");
}
