/*
 * cmd_status.c -- gleaner status: counts, state of the daemon, failing feeds.
 * status_watch.c has the live view of --watch.
 */
#include <string.h>

#include "cli/health/status.h"
#include "cli/term/table.h"

#define LABEL_COLUMNS 11

struct status_values {
	bool watch;
};

static const struct option_row options[] = {
	{ .name = "watch",
	    .kind = OPTION_FLAG,
	    .offset = offsetof(struct status_values, watch),
	    .help = "show one screen and redraw it every 2 seconds, until the "
		    "key q is pressed" },
	{ .name = "json",
	    .kind = OPTION_JSON,
	    .help = "write one JSON object" },
	{ 0 },
};

static void
cmd_status_put_label(struct buf *out, const struct cli *cli, const char *label)
{
	paint_put(out, cli, PAINT_BOLD);
	buf_printf(out, "%-*s", LABEL_COLUMNS, label);
	paint_put(out, cli, PAINT_NONE);
}

/* Writes a label, and then the text. On a terminal the text is wrapped. Clears
 * the text. */
static void
cmd_status_put_row(
    struct buf *out, const struct cli *cli, const char *label, struct buf *text)
{
	struct buf lines;

	cmd_status_put_label(out, cli, label);
	buf_init(&lines, STATUS_MAX_BYTES);
	text_wrap(&lines, buf_slice(text), LABEL_COLUMNS, cli->columns);
	if (lines.len > LABEL_COLUMNS)
		buf_append(
		    out, lines.p + LABEL_COLUMNS, lines.len - LABEL_COLUMNS);
	else
		buf_append_char(out, '\n');
	buf_carry_failure(out, &lines);
	buf_carry_failure(out, text);
	buf_release(&lines);
	buf_clear(text);
}

/* Like cmd_status_put_row() with a copy of the text. Writes nothing if the text
 * is empty. */
static void
cmd_status_put_copy(struct buf *out, const struct cli *cli, const char *label,
    const struct buf *text)
{
	struct buf copy;

	buf_carry_failure(out, text);
	if (text->len == 0)
		return;
	buf_init(&copy, STATUS_MAX_BYTES);
	buf_append_slice(&copy, buf_slice(text));
	cmd_status_put_row(out, cli, label, &copy);
	buf_release(&copy);
}

/* Appends "articles_in_hand=3" as "articles in hand 3". */
static void
cmd_status_put_pair(struct buf *words, struct slice pair)
{
	if (words->len > 0)
		buf_append_string(words, ", ");
	for (size_t i = 0; i < pair.len; i++)
		buf_append_char(words,
		    pair.p[i] == '=' || pair.p[i] == '_' ? ' ' : pair.p[i]);
}

static void
cmd_status_put_words(struct buf *out, struct buf *words)
{
	if (words->len > 0)
		text_wrap(out, buf_slice(words), LABEL_COLUMNS, 0);
	buf_carry_failure(out, words);
	buf_clear(words);
}

/* Values of 0 are not shown. */
static void
cmd_status_put_daemon(
    struct buf *out, const struct status *status, struct buf *text)
{
	struct slice rest = buf_slice(&status->daemon), line;
	size_t columns = status->cli->columns > 0 ? status->cli->columns : 80;

	if (!status->daemon_runs) {
		buf_append_string(text, status->daemon_err.text);
		cmd_status_put_row(out, status->cli, "daemon", text);
		return;
	}
	cmd_status_put_label(out, status->cli, "daemon");
	paint_put(out, status->cli, PAINT_GOOD);
	buf_append_string(out, "runs");
	paint_put(out, status->cli, PAINT_NONE);
	buf_append_char(out, '\n');
	while (rest.len > 0 && slice_next(&rest, '\n', &line)) {
		if (slice_ends(line, SLICE("=0")))
			continue;
		if (text->len > 0 &&
		    LABEL_COLUMNS + text->len + 2 + line.len > columns)
			cmd_status_put_words(out, text);
		cmd_status_put_pair(text, line);
	}
	cmd_status_put_words(out, text);
}

static void
cmd_status_put_hosts(
    struct buf *out, const struct status *status, struct buf *text)
{
	if (status->n_pausing == 0)
		return;
	buf_printf(
	    text, "%lld requested a pause: ", (long long)status->n_pausing);
	for (size_t i = 0; i < status->n_pausing_shown; i++) {
		buf_append_string(text, i > 0 ? ", " : "");
		text_clean(text, status->pausing[i].key);
		buf_append_char(text, ' ');
		text_age(text, status->pausing[i].pause_until_at,
		    status->cli->now_at);
	}
	if (status->n_pausing > (int64_t)status->n_pausing_shown)
		buf_append_string(text, ", …");
	cmd_status_put_row(out, status->cli, "hosts", text);
}

static void
cmd_status_put_filters(
    struct buf *out, const struct status *status, struct buf *text)
{
	const struct status_filters *filters = &status->filters;

	if (filters->n == 0)
		return;
	buf_printf(text, "%zu, true for %lld articles", filters->n,
	    (long long)filters->matched);
	if (filters->n_limited > 0)
		buf_printf(text, "; %zu reached a limit: gleaner filter list",
		    filters->n_limited);
	cmd_status_put_row(out, status->cli, "filters", text);
}

/* Subscriptions at hubs. */
static void
cmd_status_put_websub(
    struct buf *out, const struct status *status, struct buf *text)
{
	const struct websub_counts *counts = &status->websub;
	int64_t n = 0;

	for (int i = 0; i < WEBSUB_STATE_COUNT; i++)
		n += counts->states[i];
	if (n == 0)
		return;
	for (int i = 0; i < WEBSUB_STATE_COUNT; i++)
		buf_printf(text, "%s%lld %s", i > 0 ? ", " : "",
		    (long long)counts->states[i],
		    websub_state_name((enum websub_state)i));
	buf_printf(text, "; %lld feeds polled less often, %lld deliveries",
	    (long long)counts->slowed, (long long)counts->deliveries);
	if (counts->refused > 0)
		buf_printf(text, ", %lld refused", (long long)counts->refused);
	cmd_status_put_row(out, status->cli, "hubs", text);
}

static void
cmd_status_put_slow(
    struct buf *out, const struct status *status, struct buf *text)
{
	if (status->n_slow == 0)
		return;
	for (size_t i = 0; i < status->n_slow; i++) {
		buf_append_string(text, i > 0 ? ", " : "");
		text_clean(text, status->slow[i].url);
		buf_printf(text, " %.1fs", (double)status->slow[i].ms / 1000);
	}
	cmd_status_put_row(out, status->cli, "slow", text);
}

static void
cmd_status_put_feeds(
    struct buf *out, const struct status *status, struct buf *text)
{
	const struct store_counts *counts = &status->counts;

	for (int i = FEED_ACTIVE; i <= FEED_GONE; i++)
		buf_printf(text, "%s%lld %s", i > 0 ? ", " : "",
		    (long long)counts->feeds[i],
		    feed_status_name((enum feed_status)i));
	buf_printf(
	    text, "; %lld failing", (long long)status_count_failing(status));
	if (counts->feeds_over_budget > 0)
		buf_printf(text, ", %lld over their daily bytes",
		    (long long)counts->feeds_over_budget);
	cmd_status_put_row(out, status->cli, "feeds", text);
}

static void
cmd_status_put_articles(
    struct buf *out, const struct status *status, struct buf *text)
{
	const struct store_counts *counts = &status->counts;

	for (int i = 0; i < ARTICLE_STATUS_COUNT; i++)
		buf_printf(text, "%s%lld %s", i > 0 ? ", " : "",
		    (long long)counts->articles[i],
		    article_status_name((enum article_status)i));
	cmd_status_put_row(out, status->cli, "articles", text);
	buf_printf(text, "%lld due now", (long long)status->pending);
	if (status->next_retry_at != DATE_NONE) {
		buf_append_string(text, ", next retry ");
		text_date(text, status->next_retry_at);
	}
	cmd_status_put_row(out, status->cli, "pending", text);
	buf_printf(text, "%lld polls, %lld articles",
	    (long long)counts->polls_last_hour,
	    (long long)counts->articles_last_hour);
	cmd_status_put_row(out, status->cli, "last hour", text);
}

static void
cmd_status_put_missed(
    struct buf *out, const struct status *status, struct buf *text)
{
	if (status->n_missed == 0)
		buf_append_string(text, "none in a week");
	else
		buf_printf(text,
		    "%lld in a week: feeds with items that appeared and "
		    "disappeared between two polls; %lld not recovered",
		    (long long)status->n_missed,
		    (long long)status->n_missed_left);
	cmd_status_put_row(out, status->cli, "missed", text);
}

static void
cmd_status_put_readers(
    struct buf *out, const struct status *status, struct buf *text)
{
	buf_printf(text, "%lld, the last is %lld",
	    (long long)status->counts.changes, (long long)status->seq);
	cmd_status_put_row(out, status->cli, "changes", text);
	if (status->consumers_text.len == 0)
		buf_append_string(text, "none");
	buf_append_slice(text, buf_slice(&status->consumers_text));
	buf_carry_failure(text, &status->consumers_text);
	cmd_status_put_row(out, status->cli, "consumers", text);
	cmd_status_put_copy(out, status->cli, "nodes", &status->nodes_text);
	cmd_status_put_copy(out, status->cli, "pushes", &status->pushes_text);
}

static const struct table_column failing_columns[] = {
	{ .title = "HEALTH", .paint = paint_of_status },
	{ .title = "FAILED", .right = true },
	{ .title = "NEXT POLL", .right = true },
	{ .title = "FEED", .shrinks = 16 },
	{ .title = "WHY", .shrinks = 8 },
	{ .title = NULL },
};

int
status_write_failing(const struct status *status)
{
	struct text_table table;

	text_table_init(&table, status->cli, failing_columns);
	for (size_t i = 0; i < status->n_failing; i++) {
		text_table_text(&table, slice_of(status->failing[i].health));
		text_table_number(&table, status->failing[i].failures);
		text_table_age(&table, status->failing[i].next_poll_at);
		text_table_text(&table, status->failing[i].url);
		text_table_text(&table, status->failing[i].why);
		text_table_end_row(&table);
	}
	return text_table_release(&table);
}

/* Writes the rate of the last minute, or the rate since the start of --watch if
 * less than a minute has passed. */
static void
cmd_status_put_rate(
    struct buf *out, const struct cli *cli, const struct status_looks *looks)
{
	const struct status_look *first = &looks->of[0];
	const struct status_look *last = &looks->of[looks->n - 1];
	double minutes = (double)(last->at - first->at) / 60;

	cmd_status_put_label(out, cli, "rate");
	/* If a count has decreased, no rate is shown: `prune` may have deleted
	 * counted rows. */
	if (minutes <= 0 || last->polls < first->polls ||
	    last->changes < first->changes)
		buf_append_string(out, "-\n");
	else
		buf_printf(out, "%.0f polls, %.0f changes a minute\n",
		    (double)(last->polls - first->polls) / minutes,
		    (double)(last->changes - first->changes) / minutes);
}

void
status_put_head(struct buf *out, const struct status *status,
    const struct status_looks *looks)
{
	struct cli *cli = status->cli;
	struct buf text;

	buf_init(&text, STATUS_MAX_BYTES);
	text_clean(&text, slice_of(cli_database_name(cli)));
	buf_append_string(&text, ", ");
	text_bytes(&text, status->counts.file_bytes);
	cmd_status_put_row(out, cli, "database", &text);
	cmd_status_put_daemon(out, status, &text);
	if (status->clock.len > 0) {
		buf_append_string(&text, "nothing is deleted by age: ");
		buf_append_slice(&text, buf_slice(&status->clock));
		cmd_status_put_row(out, cli, "clock", &text);
	}
	cmd_status_put_feeds(out, status, &text);
	cmd_status_put_articles(out, status, &text);
	cmd_status_put_hosts(out, status, &text);
	cmd_status_put_copy(out, cli, "walls", &status->walls_text);
	cmd_status_put_filters(out, status, &text);
	cmd_status_put_websub(out, status, &text);
	cmd_status_put_slow(out, status, &text);
	cmd_status_put_missed(out, status, &text);
	cmd_status_put_readers(out, status, &text);
	buf_release(&text);
	if (looks != NULL)
		cmd_status_put_rate(out, cli, looks);
}

int
status_show(const struct status *status, const struct status_looks *looks)
{
	struct buf out;
	int code;

	buf_init(&out, STATUS_MAX_BYTES);
	if (status->cli->json)
		status_put_json(&out, status);
	else
		status_put_head(&out, status, looks);
	if (!status->cli->json && status->n_failing > 0)
		buf_append_char(&out, '\n');
	code = cli_write(status->cli, &out);
	buf_release(&out);
	if (code == 0 && !status->cli->json)
		code = status_write_failing(status);
	return code;
}

static int
cmd_status_show_once(struct cli *cli)
{
	struct status status;
	int code =
	    status_collect(&status, cli, STATUS_WORST, STATUS_BY_FAILURES);

	if (code == CLI_OK)
		status_show(&status, NULL);
	status_release(&status);
	return code;
}

int
cmd_status(struct cli *cli, int argc, char **argv)
{
	struct status_values values = { 0 };
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	code = values.watch ? status_watch(cli) : cmd_status_show_once(cli);
	return cli_finish(cli, code);
}
