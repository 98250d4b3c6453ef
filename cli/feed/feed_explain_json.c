/*
 * feed_explain_json.c -- gleaner feed explain --json.
 */
#include "base/text/json_writer.h"
#include "cli/feed/feed_explain.h"
#include "cli/print/json_row.h"
#include "config/config.h"

static void
feed_explain_json_put_term(struct json_writer *json,
    const struct explanation *x, struct slice name, int64_t wait_s)
{
	json_write_object(json, NULL);
	json_write_text(json, "term", name);
	json_write_int(json, "wait_s", wait_s);
	json_write_text(json, "source", slice_of(explain_source(name)));
	json_write_bool(json, "decided", slice_equal(name, explain_winner(x)));
	json_write_end_object(json);
}

static void
feed_explain_json_put_terms(
    struct json_writer *json, const struct explanation *x)
{
	struct slice rest = x->feed.next_poll_terms, name;
	int64_t value;

	json_write_array(json, "terms");
	while (explain_next_term(&rest, &name, &value))
		if (explain_is_wait(name))
			feed_explain_json_put_term(json, x, name, value);
	if (explain_is_paused_by_host(x))
		feed_explain_json_put_term(json, x, SLICE("host-pause"),
		    x->host_pause_until_at - x->cli->now_at);
	json_write_end_array(json);
}

static void
feed_explain_json_put_polls(
    struct json_writer *json, const struct explanation *x)
{
	json_write_array(json, "polls");
	for (size_t i = 0; i < x->n_polls; i++) {
		const struct poll_row *poll = &x->polls[i];

		json_write_object(json, NULL);
		json_write_date(json, "at", poll->at);
		json_write_text(json, "outcome", poll->outcome);
		json_write_int(json, "http_status", poll->http_status);
		json_write_text_or_null(json, "why", poll->why);
		json_write_int(json, "bytes", poll->bytes);
		json_write_int(json, "ms", poll->elapsed_ms);
		json_write_int(json, "entries", poll->n_entries);
		json_write_int(json, "new", poll->n_new);
		json_write_end_object(json);
	}
	json_write_end_array(json);
}

static void
feed_explain_json_put_site(
    struct json_writer *json, const struct explanation *x)
{
	if (x->site == NULL) {
		json_write_null(json, "site_entry");
		return;
	}
	json_write_object(json, "site_entry");
	json_write_text(json, "match", slice_of(x->site->match));
	json_write_text(json, "sets", x->site_text);
	json_write_end_object(json);
}

static void
feed_explain_json_put_host(
    struct json_writer *json, const struct explanation *x)
{
	json_write_object(json, "host");
	json_write_text_or_null(json, "key", x->host);
	json_write_date(json, "pause_until_at",
	    x->host_pause_until_at > 0 ? x->host_pause_until_at : DATE_NONE);
	json_write_int(json, "failures", x->host_failures);
	if (x->has_nodes)
		json_write_text_or_null(json, "node", slice_of(x->node));
	json_write_end_object(json);
	if (!x->has_robots) {
		json_write_null(json, "robots");
		return;
	}
	json_write_object(json, "robots");
	json_write_date(json, "fetched_at", x->robots_fetched_at);
	json_write_date(json, "expires_at", x->robots_expires_at);
	json_write_bool(json, "disallow_all", x->robots_disallow_all);
	if (x->crawl_delay_s >= 0)
		json_write_int(json, "crawl_delay_s", x->crawl_delay_s);
	else
		json_write_null(json, "crawl_delay_s");
	json_write_end_object(json);
}

/* Writes the sites for which the operator has entitled this feed besides its
 * own site. */
static void
feed_explain_json_put_sites(struct json_writer *json, struct slice sites)
{
	struct slice site;

	json_write_array(json, "sites");
	while (slice_next(&sites, '\n', &site))
		json_write_text(json, NULL, site);
	json_write_end_array(json);
}

void
explain_json(const struct explanation *x)
{
	const struct feed_row *feed = &x->feed;
	int64_t arrivals = explain_term(x, SLICE("arrivals"));
	int64_t jitter_s = explain_term(x, SLICE("jitter"));
	struct json_writer json;
	struct buf out;

	buf_init(&out, EXPLAIN_MAX_BYTES);
	json_writer_init(&json, &out);
	json_write_object(&json, NULL);
	json_write_text(&json, "url", feed->url);
	json_write_text_or_null(&json, "title", explain_title(x));
	json_write_text(
	    &json, "status", slice_of(feed_status_name(feed->status)));
	json_write_text_or_null(&json, "status_why", feed->status_why);
	feed_explain_json_put_sites(&json, feed->sites);
	json_row_health(&json, feed, x->cli->now_at);
	json_write_date(&json, "next_poll_at", explain_next_at(x));
	json_write_text_or_null(&json, "by", explain_winner(x));
	feed_explain_json_put_terms(&json, x);
	json_write_int(&json, "jitter_s", jitter_s > 0 ? jitter_s : 0);
	if (arrivals > 0)
		json_write_number(
		    &json, "arrivals_per_day", (double)arrivals / 1000, 3);
	else
		json_write_null(&json, "arrivals_per_day");
	json_write_int(&json, "failures", feed->failures);
	json_write_text_or_null(&json, "last_outcome", feed->last_outcome);
	json_write_text_or_null(&json, "last_why", feed->last_why);
	json_write_date(&json, "last_poll_at", feed->last_poll_at);
	json_write_date(&json, "last_new_at", feed->last_new_at);
	json_write_text_or_null(&json, "etag", feed->etag);
	json_write_text_or_null(&json, "last_modified", feed->last_modified);
	json_write_text_or_null(&json, "validators_url", feed->validators_url);
	feed_explain_json_put_site(&json, x);
	feed_explain_json_put_host(&json, x);
	explain_websub_json(x, &json);
	feed_explain_json_put_polls(&json, x);
	json_write_end_object(&json);
	buf_append_char(&out, '\n');
	cli_write(x->cli, &out);
	buf_release(&out);
}
