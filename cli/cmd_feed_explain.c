/*
 * cmd_feed_explain.c -- gleaner feed explain URL: why the next poll is when it
 * is.
 *
 * In:  the feed's row with the terms of its last decision, its last polls,
 *      its host's pause, the robots.txt of its origin: all from the database,
 *      so that no daemon need run.
 * Out: each term with its source, which one won, health, answers; with --json
 *      one object.
 */
#include "cli/feed_explain.h"
#include "cli/table.h"
#include "config/limits.h"
#include "crawler/robots.h"
#include "crawler/url.h"

#define LABEL_COLUMNS 12

static const struct option_row options[] = {
	{ .name = "json", .kind = OPTION_JSON, .help = "one JSON object" },
	{ 0 },
};

/* What each term is, and who says so.  A term is a wait, counted from the
 * last poll, unless it says otherwise. */
static const struct {
	struct slice name;
	const char *source;
} terms[] = {
	{ SLICE("interval"), "poll.interval, or the feed's own" },
	{ SLICE("history"), "when it published so far" },
	{ SLICE("silence"), "nothing new for long" },
	{ SLICE("poll.min"), "the operator's lower bound" },
	{ SLICE("poll.max"), "the operator's upper bound" },
	{ SLICE("gap"), "nothing known was found: items may be lost" },
	{ SLICE("cache-headers"), "Cache-Control, Age, Expires of the answer" },
	{ SLICE("ttl"), "<ttl> of the feed" },
	{ SLICE("period"), "sy:updatePeriod of the feed" },
	{ SLICE("retry-after"), "Retry-After of the server" },
	{ SLICE("backoff"), "failures in a row" },
	{ SLICE("unreachable"), "no server was reached" },
	{ SLICE("busy"), "429 or 503 without Retry-After" },
	{ SLICE("refused"), "403, or a page for browsers" },
	{ SLICE("gone"), "410 Gone: asked again once a month" },
	{ SLICE("skip"), "skipHours, skipDays of the feed" },
	{ SLICE("network"), "the network is down: asked when it is back" },
	{ SLICE("command"), "asked for by a command" },
	{ SLICE("host-pause"), "a pause that the host asked for" },
};

const char *
explain_source(struct slice term)
{
	for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
		if (slice_equal(terms[i].name, term))
			return terms[i].source;
	return "";
}

/* ---- collecting ---- */

static int
take_feed(const struct feed_row *row, void *arg)
{
	struct explanation *x = arg;
	struct arena *a = &x->arena;

	x->feed = *row;
	x->feed.url = arena_copy(a, row->url);
	x->feed.title = arena_copy(
	    a, row->given_title.len > 0 ? row->given_title : row->title);
	x->feed.etag = arena_copy(a, row->etag);
	x->feed.last_modified = arena_copy(a, row->last_modified);
	x->feed.validators_url = arena_copy(a, row->validators_url);
	x->feed.status_why = arena_copy(a, row->status_why);
	x->feed.last_outcome = arena_copy(a, row->last_outcome);
	x->feed.last_why = arena_copy(a, row->last_why);
	x->feed.next_poll_by = arena_copy(a, row->next_poll_by);
	x->feed.next_poll_terms = arena_copy(a, row->next_poll_terms);
	return 0;
}

static int
take_poll(const struct poll_row *row, void *arg)
{
	struct explanation *x = arg;
	struct poll_row *poll = &x->polls[x->n_polls++];

	*poll = *row;
	poll->outcome = arena_copy(&x->arena, row->outcome);
	poll->why = arena_copy(&x->arena, row->why);
	return 0;
}

static int
take_host(const struct host_row *row, void *arg)
{
	struct explanation *x = arg;

	if (!slice_equal(row->key, x->host))
		return 0;
	x->host_pause_until_at = row->pause_until_at;
	x->host_failures = row->failures;
	return 0;
}

static int
take_robots(const struct robots_row *row, void *arg)
{
	struct explanation *x = arg;
	struct robots robots;

	robots_parse(&x->arena, row->rules, SLICE("gleaner"), &robots);
	x->has_robots = true;
	x->robots_disallow_all = row->disallow_all;
	x->robots_fetched_at = row->fetched_at;
	x->robots_expires_at = row->expires_at;
	x->crawl_delay_s = robots.crawl_delay_s;
	return 0;
}

static int
collect(struct explanation *x, const char *url, struct err *e)
{
	struct slice origin;
	int64_t id;
	int rc;

	if ((rc = store_feed_find(x->store, slice_of(url), &id, e)) != 0 ||
	    (rc = store_feed_get(x->store, id, take_feed, x, e)) != 0 ||
	    (rc = store_poll_list(
		 x->store, id, POLLS_SHOWN, take_poll, x, e)) != 0)
		return rc;
	if (url_budget_key(&x->arena, x->feed.url, &x->host) &&
	    (rc = store_host_each(x->store, take_host, x, e)) != 0)
		return rc;
	if (!url_origin(&x->arena, x->feed.url, &origin))
		return 0;
	rc = store_robots_get(x->store, origin, take_robots, x, e);
	return rc == ERR_NOT_FOUND ? 0 : rc;
}

/* Within what may be told of one feed. */
static int
collect_bounded(struct explanation *x, const char *url, struct err *e)
{
	jmp_buf exhausted;

	if (setjmp(exhausted) != 0)
		return err_set(e, ERR_LIMIT, "%s: too much to tell", url);
	x->arena.exhausted = &exhausted;
	return collect(x, url, e);
}

/* ---- what decides ---- */

static bool
is_paused_by_host(const struct explanation *x)
{
	return x->host_pause_until_at > x->cli->now_at &&
	       x->host_pause_until_at > x->feed.next_poll_at;
}

/* The term that the next poll waits for. */
struct slice
explain_winner(const struct explanation *x)
{
	if (is_paused_by_host(x))
		return SLICE("host-pause");
	return x->feed.next_poll_by;
}

int64_t
explain_next_at(const struct explanation *x)
{
	if (x->feed.status == FEED_PAUSED)
		return DATE_NONE;
	return is_paused_by_host(x) ? x->host_pause_until_at
				    : x->feed.next_poll_at;
}

/* The next "name=number" of the terms. */
bool
explain_next_term(
    struct slice *rest, struct slice *ret_name, int64_t *ret_value)
{
	struct slice word;

	while (slice_next(rest, ' ', &word)) {
		size_t end = slice_find_char(word, '=', 0);

		if (end == SLICE_NOT_FOUND ||
		    !slice_to_int64(
			slice_sub(word, end + 1, word.len), ret_value))
			continue;
		*ret_name = slice_sub(word, 0, end);
		return true;
	}
	return false;
}

/* One of the terms by its name; -1: it is not among them. */
int64_t
explain_term(const struct explanation *x, struct slice wanted)
{
	struct slice rest = x->feed.next_poll_terms, name;
	int64_t value;

	while (explain_next_term(&rest, &name, &value))
		if (slice_equal(name, wanted))
			return value;
	return -1;
}

bool
explain_is_wait(struct slice name)
{
	return !slice_equal(name, SLICE("arrivals")) &&
	       !slice_equal(name, SLICE("jitter"));
}

/* ---- for people ---- */

/* "3 d 4 h", "12 min", "45 s" */
static void
put_span(struct buf *out, int64_t seconds)
{
	static const struct {
		int64_t of, rest;
		const char *unit, *rest_unit;
	} units[] = {
		{ 86400, 3600, "d", "h" },
		{ 3600, 60, "h", "min" },
		{ 60, 1, "min", "s" },
	};

	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
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
put_label(struct buf *out, const char *label)
{
	buf_printf(out, "%-*s", LABEL_COLUMNS, label);
}

static void
put_line(struct buf *out, const char *label, struct slice text)
{
	put_label(out, label);
	text_clean(out, text);
	buf_append_char(out, '\n');
}

static void
put_moment(struct buf *out, const struct explanation *x, int64_t at)
{
	int64_t wait_s = at - x->cli->now_at;

	text_date(out, at);
	if (wait_s > 0) {
		buf_append_string(out, ", in ");
		put_span(out, wait_s);
	} else {
		buf_append_string(out, ", now");
	}
}

static void
put_next(struct buf *out, const struct explanation *x)
{
	struct slice by = explain_winner(x);

	put_label(out, "next poll");
	if (x->feed.status == FEED_PAUSED) {
		buf_append_string(out, "none while it is paused");
	} else if (explain_next_at(x) == DATE_NONE) {
		buf_append_string(out, "at once");
	} else {
		put_moment(out, x, explain_next_at(x));
		if (by.len > 0) {
			buf_append_string(out, ", by ");
			text_clean(out, by);
			buf_printf(out, " (%s)", explain_source(by));
		}
	}
	buf_append_char(out, '\n');
}

static void
put_health(struct buf *out, const struct explanation *x)
{
	const struct feed_row *feed = &x->feed;

	put_label(out, "health");
	text_clean(out, slice_of(feed_status_name(feed->status)));
	if (feed->status_why.len > 0) {
		buf_append_string(out, ": ");
		text_clean(out, feed->status_why);
	}
	if (feed->failures > 0)
		buf_printf(out, ", %lld polls in a row failed",
		    (long long)feed->failures);
	else if (feed->last_poll_at != DATE_NONE)
		buf_append_string(out, ", well");
	if (feed->last_why.len > 0) {
		buf_append_string(out, ": ");
		text_clean(out, feed->last_why);
	}
	buf_append_char(out, '\n');
}

static void
put_publishes(struct buf *out, const struct explanation *x)
{
	int64_t arrivals = explain_term(x, SLICE("arrivals"));

	put_label(out, "publishes");
	if (arrivals > 0)
		buf_printf(
		    out, "%.2f times a day of late, ", (double)arrivals / 1000);
	if (x->feed.last_new_at != DATE_NONE) {
		buf_append_string(out, "something new was last found ");
		text_date(out, x->feed.last_new_at);
	} else {
		buf_append_string(out, "nothing found yet");
	}
	buf_append_char(out, '\n');
}

static void
put_host(struct buf *out, const struct explanation *x)
{
	put_label(out, "host");
	text_clean(out, x->host);
	if (x->host_pause_until_at > x->cli->now_at) {
		buf_append_string(out, ", pauses until ");
		put_moment(out, x, x->host_pause_until_at);
	} else {
		buf_append_string(out, ", no pause");
	}
	if (x->host_failures > 0)
		buf_printf(out, ", said \"not now\" %lld times in a row",
		    (long long)x->host_failures);
	buf_append_char(out, '\n');
	put_label(out, "robots.txt");
	if (!x->has_robots) {
		buf_append_string(out, "not asked for yet (articles only: the "
				       "feed is subscribed to)\n");
		return;
	}
	buf_append_string(out,
	    x->robots_disallow_all ? "out of reach, fetched " : "fetched ");
	text_date(out, x->robots_fetched_at);
	buf_append_string(out, ", good until ");
	text_date(out, x->robots_expires_at);
	if (x->crawl_delay_s > 0)
		buf_printf(
		    out, ", Crawl-delay %lld s", (long long)x->crawl_delay_s);
	buf_append_char(out, '\n');
}

static void
put_head(const struct explanation *x)
{
	struct buf out;

	buf_init(&out, EXPLAIN_MAX_BYTES);
	put_line(&out, "feed", x->feed.url);
	if (x->feed.title.len > 0)
		put_line(&out, "title", x->feed.title);
	put_next(&out, x);
	put_health(&out, x);
	put_publishes(&out, x);
	if (x->feed.etag.len > 0)
		put_line(&out, "ETag", x->feed.etag);
	if (x->feed.last_modified.len > 0)
		put_line(&out, "Modified", x->feed.last_modified);
	put_host(&out, x);
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
put_term(struct text_table *table, const struct explanation *x,
    struct slice name, int64_t wait_s, int64_t until_at)
{
	struct buf span;

	buf_init(&span, LIMIT_TERMS_BYTES);
	put_span(&span, wait_s > 0 ? wait_s : 0);
	text_table_text(table,
	    slice_equal(name, explain_winner(x)) ? SLICE("*") : SLICE(" "));
	text_table_text(table, name);
	text_table_text(table, buf_slice(&span));
	text_table_date(table, until_at);
	text_table_text(table, slice_of(explain_source(name)));
	text_table_end_row(table);
	buf_release(&span);
}

static void
put_terms(const struct explanation *x)
{
	struct slice rest = x->feed.next_poll_terms, name;
	int64_t from_at = x->feed.last_poll_at, value;
	struct text_table table;

	text_table_init(&table, x->cli, term_columns);
	while (explain_next_term(&rest, &name, &value)) {
		if (explain_is_wait(name))
			put_term(&table, x, name, value,
			    from_at != DATE_NONE ? from_at + value : DATE_NONE);
	}
	if (is_paused_by_host(x))
		put_term(&table, x, SLICE("host-pause"),
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
put_polls(const struct explanation *x)
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

/* The jitter stands in no row, being in the sum only. */
static void
put_between(const struct explanation *x)
{
	int64_t jitter_s = explain_term(x, SLICE("jitter"));
	struct buf out;

	buf_init(&out, EXPLAIN_MAX_BYTES);
	if (x->feed.next_poll_terms.len == 0) {
		buf_append_string(&out, x->feed.last_poll_at == DATE_NONE
					    ? "It was never polled.\n"
					    : "What was weighed is not known "
					      "before its next poll.\n");
	} else {
		buf_append_string(
		    &out, "Waits are from the last poll on; * decided");
		if (jitter_s > 0) {
			buf_append_string(&out, ", and jitter adds ");
			put_span(&out, jitter_s);
		}
		buf_append_string(&out, ".\n");
	}
	if (x->n_polls > 0)
		buf_append_char(&out, '\n');
	cli_write(x->cli, &out);
	buf_release(&out);
}

static void
tell_text(const struct explanation *x)
{
	put_head(x);
	put_terms(x);
	put_between(x);
	put_polls(x);
}

int
cmd_feed_explain(struct cli *cli, int argc, char **argv)
{
	struct explanation x = { .cli = cli, .crawl_delay_s = -1 };
	struct err e = ERR_INIT;
	int code = options_parse(cli, options, NULL, &argc, argv), rc;

	if (code != CLI_GO_ON)
		return code;
	code = cli_store_open(cli, CLI_READ, &x.store);
	if (code != CLI_OK)
		return code;
	arena_init(&x.arena, EXPLAIN_ARENA_BYTES);
	rc = collect_bounded(&x, argv[0], &e);
	store_close(x.store);
	if (rc == ERR_NOT_FOUND)
		code = cli_fail(cli, "not subscribed to %s", argv[0]);
	else if (rc != 0)
		code = cli_fail_err(cli, &e);
	else if (cli->json)
		explain_json(&x);
	else
		tell_text(&x);
	arena_release(&x.arena);
	return cli_finish(cli, code);
}
