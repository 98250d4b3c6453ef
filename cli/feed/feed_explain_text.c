/*
 * feed_explain_text.c -- gleaner feed explain as text.
 *
 * In:  the collected data. Out: one line each for the feed, its next poll, its
 * health and its host; tables of the terms of the last schedule and of the last
 * polls.
 */
#include "base/array.h"
#include "base/limits.h"
#include "cli/feed/feed_explain.h"
#include "cli/term/table.h"
#include "config/config.h"
#include "store/feed/feed_health.h"

#define LABEL_COLUMNS 12

/* Appends a duration in the form "3 d 4 h", "12 min" or "45 s". */
static void
feed_explain_text_put_span(struct buf *out, int64_t seconds)
{
	static const struct {
		int64_t of, rest;
		const char *unit, *rest_unit;
	} units[] = {
		{ 86400, 3600, "d", "h" },
		{ 3600, 60, "h", "min" },
		{ 60, 1, "min", "s" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(units); i++) {
		int64_t rest = seconds % units[i].of / units[i].rest;

		if (seconds < units[i].of)
			continue;
		buf_printf(out, "%lld %s", (long long)(seconds / units[i].of),
		    units[i].unit);
		if (rest > 0)
			buf_printf(out, " %lld %s", (long long)rest,
			    units[i].rest_unit);
		return;
	}
	buf_printf(out, "%lld s", (long long)seconds);
}

static void
feed_explain_text_put_label(struct buf *out, const char *label)
{
	buf_printf(out, "%-*s", LABEL_COLUMNS, label);
}

static void
feed_explain_text_put_line(
    struct buf *out, const char *label, struct slice text)
{
	feed_explain_text_put_label(out, label);
	text_clean(out, text);
	buf_append_char(out, '\n');
}

static void
feed_explain_text_put_moment(
    struct buf *out, const struct explanation *x, int64_t at)
{
	int64_t wait_s = at - x->cli->now_at;

	text_date(out, at);
	if (wait_s > 0) {
		buf_append_string(out, ", in ");
		feed_explain_text_put_span(out, wait_s);
	} else {
		buf_append_string(out, ", now");
	}
}

static void
feed_explain_text_put_next(struct buf *out, const struct explanation *x)
{
	struct slice by = explain_winner(x);

	feed_explain_text_put_label(out, "next poll");
	if (x->feed.status == FEED_PAUSED) {
		buf_append_string(out, "none while the feed is paused");
	} else if (explain_next_at(x) == DATE_NONE) {
		buf_append_string(out, "at once");
	} else {
		feed_explain_text_put_moment(out, x, explain_next_at(x));
		if (by.len > 0) {
			buf_append_string(out, ", by ");
			text_clean(out, by);
			buf_printf(out, " (%s)", explain_source(by));
		}
	}
	buf_append_char(out, '\n');
}

static void
feed_explain_text_put_health(struct buf *out, const struct explanation *x)
{
	const struct feed_row *feed = &x->feed;
	enum feed_health health = feed_health(feed, x->cli->now_at);
	struct buf why;

	buf_init(&why, EXPLAIN_MAX_BYTES);
	feed_health_why(health, feed, x->cli->now_at, &why);
	feed_explain_text_put_label(out, "health");
	buf_append_string(out, feed_health_name(health));
	if (why.len > 0) {
		buf_append_string(out, ": ");
		text_clean(out, buf_slice(&why));
	}
	buf_append_char(out, '\n');
	buf_carry_failure(out, &why);
	buf_release(&why);
}

static void
feed_explain_text_put_publishes(struct buf *out, const struct explanation *x)
{
	int64_t arrivals = explain_term(x, SLICE("arrivals"));

	feed_explain_text_put_label(out, "publishes");
	if (arrivals > 0)
		buf_printf(out, "%.2f items per day recently, ",
		    (double)arrivals / 1000);
	if (x->feed.last_new_at != DATE_NONE) {
		buf_append_string(out, "last new item found ");
		text_date(out, x->feed.last_new_at);
	} else {
		buf_append_string(out, "no item found yet");
	}
	buf_append_char(out, '\n');
}

static void
feed_explain_text_put_host(struct buf *out, const struct explanation *x)
{
	feed_explain_text_put_label(out, "host");
	text_clean(out, x->host);
	if (x->host_pause_until_at > x->cli->now_at) {
		buf_append_string(out, ", pauses until ");
		feed_explain_text_put_moment(out, x, x->host_pause_until_at);
	} else {
		buf_append_string(out, ", no pause");
	}
	if (x->host_failures > 0)
		buf_printf(out, ", refused %lld times in a row",
		    (long long)x->host_failures);
	buf_append_char(out, '\n');
	if (x->has_nodes) {
		feed_explain_text_put_label(out, "node");
		text_clean(out, x->node[0] != '\0'
				    ? slice_of(x->node)
				    : SLICE("none: its shard has no owner"));
		buf_append_char(out, '\n');
	}
	feed_explain_text_put_label(out, "robots.txt");
	if (!x->has_robots) {
		buf_append_string(out, "not requested yet (it applies to "
				       "pages, not to the feed)\n");
		return;
	}
	buf_append_string(out,
	    x->robots_disallow_all ? "unreachable, requested " : "fetched ");
	text_date(out, x->robots_fetched_at);
	buf_append_string(out, ", valid until ");
	text_date(out, x->robots_expires_at);
	if (x->crawl_delay_s > 0)
		buf_printf(
		    out, ", Crawl-delay %lld s", (long long)x->crawl_delay_s);
	buf_append_char(out, '\n');
}

/* Writes the sites for which the operator has entitled this feed besides its
 * own site. */
static void
feed_explain_text_put_sites(struct buf *out, struct slice sites)
{
	struct slice site;

	while (slice_next(&sites, '\n', &site))
		feed_explain_text_put_line(out, "entitled", site);
}

/* Writes the entry of `sites` that applies to the feed. */
static void
feed_explain_text_put_site(struct buf *out, const struct explanation *x)
{
	if (x->site == NULL)
		return;
	feed_explain_text_put_label(out, "site entry");
	text_clean(out, slice_of(x->site->match));
	buf_append_string(out, x->site_text.len > 0 ? ": " : "");
	text_clean(out, x->site_text);
	buf_append_char(out, '\n');
}

static void
feed_explain_text_put_head(const struct explanation *x)
{
	struct buf out;

	buf_init(&out, EXPLAIN_MAX_BYTES);
	feed_explain_text_put_line(&out, "feed", x->feed.url);
	if (explain_title(x).len > 0)
		feed_explain_text_put_line(&out, "title", explain_title(x));
	feed_explain_text_put_sites(&out, x->feed.sites);
	feed_explain_text_put_next(&out, x);
	feed_explain_text_put_health(&out, x);
	feed_explain_text_put_publishes(&out, x);
	if (x->feed.etag.len > 0)
		feed_explain_text_put_line(&out, "ETag", x->feed.etag);
	if (x->feed.last_modified.len > 0)
		feed_explain_text_put_line(
		    &out, "Modified", x->feed.last_modified);
	feed_explain_text_put_site(&out, x);
	feed_explain_text_put_host(&out, x);
	if (x->has_websub) {
		feed_explain_text_put_label(&out, "websub");
		explain_websub_text(x, &out);
	}
	buf_append_char(&out, '\n');
	cli_write(x->cli, &out);
	buf_release(&out);
}

static const struct table_column term_columns[] = {
	{ .title = "" },
	{ .title = "TERM" },
	{ .title = "WAIT", .right = true },
	{ .title = "UNTIL" },
	{ .title = "SOURCE", .shrinks = 12 },
	{ .title = NULL },
};

static void
feed_explain_text_put_term(struct text_table *table,
    const struct explanation *x, struct slice name, int64_t wait_s,
    int64_t until_at)
{
	struct buf span;

	buf_init(&span, LIMIT_TERMS_BYTES);
	feed_explain_text_put_span(&span, wait_s > 0 ? wait_s : 0);
	text_table_text(table,
	    slice_equal(name, explain_winner(x)) ? SLICE("*") : SLICE(" "));
	text_table_text(table, name);
	text_table_part(table, &span);
	text_table_date(table, until_at);
	text_table_text(table, slice_of(explain_source(name)));
	text_table_end_row(table);
	buf_release(&span);
}

static void
feed_explain_text_put_terms(const struct explanation *x)
{
	struct slice rest = x->feed.next_poll_terms, name;
	int64_t from_at = x->feed.last_poll_at, value;
	struct text_table table;

	text_table_init(&table, x->cli, term_columns);
	while (explain_next_term(&rest, &name, &value)) {
		if (explain_is_wait(name))
			feed_explain_text_put_term(&table, x, name, value,
			    from_at != DATE_NONE ? from_at + value : DATE_NONE);
	}
	if (explain_is_paused_by_host(x))
		feed_explain_text_put_term(&table, x, SLICE("host-pause"),
		    x->host_pause_until_at - x->cli->now_at,
		    x->host_pause_until_at);
	text_table_release(&table);
}

static const struct table_column poll_columns[] = {
	{ .title = "POLLED" },
	{ .title = "OUTCOME" },
	{ .title = "HTTP", .right = true },
	{ .title = "ENTRIES", .right = true },
	{ .title = "NEW", .right = true },
	{ .title = "MS", .right = true },
	{ .title = "WHY", .shrinks = 12 },
	{ .title = NULL },
};

static void
feed_explain_text_put_polls(const struct explanation *x)
{
	struct text_table table;

	if (x->n_polls == 0)
		return;
	text_table_init(&table, x->cli, poll_columns);
	for (size_t i = 0; i < x->n_polls; i++) {
		const struct poll_row *poll = &x->polls[i];

		text_table_date(&table, poll->at);
		text_table_text(&table, poll->outcome);
		text_table_number(&table, poll->http_status);
		text_table_number(&table, poll->n_entries);
		text_table_number(&table, poll->n_new);
		text_table_number(&table, poll->elapsed_ms);
		text_table_text(&table, poll->why);
		text_table_end_row(&table);
	}
	text_table_release(&table);
}

/* Writes the lines between the two tables. The jitter is not a row of the
 * table, because it is added to the wait of the decisive term. */
static void
feed_explain_text_put_between(const struct explanation *x)
{
	int64_t jitter_s = explain_term(x, SLICE("jitter"));
	struct buf out;

	buf_init(&out, EXPLAIN_MAX_BYTES);
	if (x->feed.next_poll_terms.len == 0) {
		buf_append_string(&out, x->feed.last_poll_at == DATE_NONE
					    ? "The feed was never polled.\n"
					    : "The terms are not known before "
					      "the next poll.\n");
	} else {
		buf_append_string(&out, "Waits begin at the last poll; * "
					"determines the next poll");
		if (jitter_s > 0) {
			buf_append_string(&out, ", and jitter adds ");
			feed_explain_text_put_span(&out, jitter_s);
		}
		buf_append_string(&out, ".\n");
	}
	if (x->n_polls > 0)
		buf_append_char(&out, '\n');
	cli_write(x->cli, &out);
	buf_release(&out);
}

void
explain_text(const struct explanation *x)
{
	feed_explain_text_put_head(x);
	feed_explain_text_put_terms(x);
	feed_explain_text_put_between(x);
	feed_explain_text_put_polls(x);
}
