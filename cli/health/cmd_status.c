/*
 * cmd_status.c -- gleaner status: counts, state of the daemon, failing feeds.
 */
#include <string.h>
#include <time.h>

#include "cli/health/status.h"
#include "cli/term/screen.h"
#include "cli/term/table.h"

#define WATCH_SECONDS 2
#define LABEL_COLUMNS 11
#define RATE_LOOKS    31 /* number of counts in one minute, and one more */

struct status_values {
	bool watch;
};

static const struct option_row options[] = {
	{ .name = "watch",
	    .kind = OPTION_FLAG,
	    .offset = offsetof(struct status_values, watch),
	    .help = "repeat every 2 seconds until q or SIGINT" },
	{ .name = "json",
	    .kind = OPTION_JSON,
	    .help = "write one JSON object" },
	{ 0 },
};

/* Counts of the last minute, for rates. */
struct looks {
	struct look_count {
		int64_t at, polls, changes;
	} of[RATE_LOOKS];
	size_t n;
};

static void
cmd_status_put_label(struct buf *out, const struct cli *cli, const char *label)
{
	paint_put(out, cli, PAINT_BOLD);
	buf_printf(out, "%-*s", LABEL_COLUMNS, label);
	paint_put(out, cli, PAINT_NONE);
}

/* Writes wrapped text after a label. */
static void
cmd_status_put_after_label(
    struct buf *out, const struct cli *cli, struct slice text)
{
	struct buf lines;

	buf_init(&lines, STATUS_MAX_BYTES);
	text_wrap(&lines, text, LABEL_COLUMNS, cli->columns);
	if (lines.len > LABEL_COLUMNS)
		buf_append(
		    out, lines.p + LABEL_COLUMNS, lines.len - LABEL_COLUMNS);
	else
		buf_append_char(out, '\n');
	buf_carry_failure(out, &lines);
	buf_release(&lines);
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
cmd_status_put_daemon(struct buf *out, const struct status *status)
{
	struct slice rest = buf_slice(&status->daemon), line;
	struct buf words;

	cmd_status_put_label(out, status->cli, "daemon");
	if (!status->daemon_runs) {
		cmd_status_put_after_label(
		    out, status->cli, slice_of(status->daemon_err.text));
		return;
	}
	paint_put(out, status->cli, PAINT_GOOD);
	buf_append_string(out, "runs");
	paint_put(out, status->cli, PAINT_NONE);
	buf_append_char(out, '\n');
	buf_init(&words, LIMIT_CONTROL_FRAME);
	while (rest.len > 0 && slice_next(&rest, '\n', &line)) {
		size_t columns =
		    status->cli->columns > 0 ? status->cli->columns : 80;

		if (slice_ends(line, SLICE("=0")))
			continue;
		if (words.len > 0 &&
		    LABEL_COLUMNS + words.len + 2 + line.len > columns)
			cmd_status_put_words(out, &words);
		cmd_status_put_pair(&words, line);
	}
	cmd_status_put_words(out, &words);
	buf_release(&words);
}

static void
cmd_status_put_hosts(struct buf *out, const struct status *status)
{
	if (status->n_pausing == 0)
		return;
	cmd_status_put_label(out, status->cli, "hosts");
	buf_printf(
	    out, "%lld requested a pause: ", (long long)status->n_pausing);
	for (size_t i = 0; i < status->n_pausing_shown; i++) {
		buf_append_string(out, i > 0 ? ", " : "");
		text_clean(out, status->pausing[i].key);
		buf_append_char(out, ' ');
		text_age(out, status->pausing[i].pause_until_at,
		    status->cli->now_at);
	}
	buf_append_string(
	    out, status->n_pausing > (int64_t)status->n_pausing_shown ? ", …\n"
								      : "\n");
}

/* Hosts that sent challenges or walls in place of articles. */
static void
cmd_status_put_walls(struct buf *out, const struct status *status)
{
	if (status->walls_text.len == 0)
		return;
	cmd_status_put_label(out, status->cli, "walls");
	cmd_status_put_after_label(
	    out, status->cli, buf_slice(&status->walls_text));
	buf_carry_failure(out, &status->walls_text);
}

/* Subscriptions at hubs. */
static void
cmd_status_put_websub(struct buf *out, const struct status *status)
{
	const struct websub_counts *counts = &status->websub;
	int64_t n = 0;

	for (int i = 0; i < WEBSUB_STATE_COUNT; i++)
		n += counts->states[i];
	if (n == 0)
		return;
	cmd_status_put_label(out, status->cli, "hubs");
	for (int i = 0; i < WEBSUB_STATE_COUNT; i++)
		buf_printf(out, "%s%lld %s", i > 0 ? ", " : "",
		    (long long)counts->states[i],
		    websub_state_name((enum websub_state)i));
	buf_printf(out, "; %lld feeds polled less often, %lld deliveries",
	    (long long)counts->slowed, (long long)counts->deliveries);
	if (counts->refused > 0)
		buf_printf(out, ", %lld refused", (long long)counts->refused);
	buf_append_char(out, '\n');
}

static void
cmd_status_put_slow(struct buf *out, const struct status *status)
{
	if (status->n_slow == 0)
		return;
	cmd_status_put_label(out, status->cli, "slow");
	for (size_t i = 0; i < status->n_slow; i++) {
		buf_append_string(out, i > 0 ? ", " : "");
		text_clean(out, status->slow[i].url);
		buf_printf(out, " %.1fs", (double)status->slow[i].ms / 1000);
	}
	buf_append_char(out, '\n');
}

static void
cmd_status_put_counts(struct buf *out, const struct status *status)
{
	const struct store_counts *counts = &status->counts;

	cmd_status_put_label(out, status->cli, "feeds");
	for (int i = FEED_ACTIVE; i <= FEED_GONE; i++)
		buf_printf(out, "%s%lld %s", i > 0 ? ", " : "",
		    (long long)counts->feeds[i],
		    feed_status_name((enum feed_status)i));
	buf_printf(
	    out, "; %lld failing", (long long)status_count_failing(status));
	if (counts->feeds_over_budget > 0)
		buf_printf(out, ", %lld over their daily bytes",
		    (long long)counts->feeds_over_budget);
	buf_append_char(out, '\n');
	cmd_status_put_label(out, status->cli, "articles");
	for (int i = 0; i < ARTICLE_STATUS_COUNT; i++)
		buf_printf(out, "%s%lld %s", i > 0 ? ", " : "",
		    (long long)counts->articles[i],
		    article_status_name((enum article_status)i));
	buf_append_char(out, '\n');
	cmd_status_put_label(out, status->cli, "pending");
	buf_printf(out, "%lld due now", (long long)status->pending);
	if (status->next_retry_at != DATE_NONE) {
		buf_append_string(out, ", next retry ");
		text_date(out, status->next_retry_at);
	}
	buf_append_char(out, '\n');
	cmd_status_put_label(out, status->cli, "last hour");
	buf_printf(out, "%lld polls, %lld articles\n",
	    (long long)counts->polls_last_hour,
	    (long long)counts->articles_last_hour);
	cmd_status_put_hosts(out, status);
	cmd_status_put_walls(out, status);
	cmd_status_put_websub(out, status);
	cmd_status_put_slow(out, status);
	cmd_status_put_label(out, status->cli, "missed");
	if (status->n_missed == 0)
		buf_append_string(out, "none in a week\n");
	else
		buf_printf(out,
		    "%lld in a week: feeds with items that appeared and "
		    "disappeared between two polls; %lld not recovered\n",
		    (long long)status->n_missed,
		    (long long)status->n_missed_left);
	cmd_status_put_label(out, status->cli, "changes");
	buf_printf(out, "%lld, the last is %lld\n", (long long)counts->changes,
	    (long long)status->seq);
	cmd_status_put_label(out, status->cli, "consumers");
	buf_printf(out, "%s\n",
	    status->consumers_text.len > 0 ? status->consumers_text.p : "none");
	buf_carry_failure(out, &status->consumers_text);
	if (status->nodes_text.len > 0) {
		cmd_status_put_label(out, status->cli, "nodes");
		cmd_status_put_after_label(
		    out, status->cli, buf_slice(&status->nodes_text));
		buf_carry_failure(out, &status->nodes_text);
	}
	if (status->pushes_text.len == 0)
		return;
	cmd_status_put_label(out, status->cli, "pushes");
	cmd_status_put_after_label(
	    out, status->cli, buf_slice(&status->pushes_text));
	buf_carry_failure(out, &status->pushes_text);
}

static const struct table_column failing_columns[] = {
	{ .title = "HEALTH", .paint = paint_of_status },
	{ .title = "FAILED", .right = true },
	{ .title = "NEXT POLL", .right = true },
	{ .title = "FEED", .shrinks = 20 },
	{ .title = "WHY", .shrinks = 20 },
	{ .title = NULL },
};

static int
cmd_status_put_failing(const struct status *status)
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

static void
cmd_status_add_look(struct looks *looks, const struct status *status)
{
	if (looks->n == RATE_LOOKS)
		memmove(
		    looks->of, looks->of + 1, --looks->n * sizeof *looks->of);
	looks->of[looks->n++] = (struct look_count){ status->cli->now_at,
		status->counts.polls, status->counts.changes };
}

/* Writes the rate of the last minute, or the rate since the watch began if that
 * is shorter. */
static void
cmd_status_put_rate(
    struct buf *out, const struct cli *cli, const struct looks *looks)
{
	const struct look_count *first = &looks->of[0];
	const struct look_count *last = &looks->of[looks->n - 1];
	double minutes = (double)(last->at - first->at) / 60;

	cmd_status_put_label(out, cli, "rate");
	/* `prune` may have deleted counted rows. */
	if (minutes <= 0 || last->polls < first->polls ||
	    last->changes < first->changes)
		buf_append_string(out, "-\n");
	else
		buf_printf(out, "%.0f polls, %.0f changes a minute\n",
		    (double)(last->polls - first->polls) / minutes,
		    (double)(last->changes - first->changes) / minutes);
}

static void
cmd_status_show_text(struct status *status, const struct looks *looks)
{
	struct cli *cli = status->cli;
	struct buf out, words;

	buf_init(&out, STATUS_MAX_BYTES);
	buf_init(&words, STATUS_MAX_BYTES);
	cmd_status_put_label(&out, cli, "database");
	text_clean(&out, slice_of(cli_database_name(cli)));
	buf_append_string(&out, ", ");
	text_bytes(&out, status->counts.file_bytes);
	buf_append_char(&out, '\n');
	cmd_status_put_daemon(&out, status);
	if (status->clock.len > 0) {
		cmd_status_put_label(&out, cli, "clock");
		buf_clear(&words);
		buf_append_string(&words, "nothing is deleted by age: ");
		buf_append_slice(&words, buf_slice(&status->clock));
		cmd_status_put_after_label(&out, cli, buf_slice(&words));
	}
	buf_carry_failure(&out, &words);
	buf_release(&words);
	cmd_status_put_counts(&out, status);
	if (looks != NULL)
		cmd_status_put_rate(&out, cli, looks);
	if (status->n_failing > 0)
		buf_append_char(&out, '\n');
	cli_write(cli, &out);
	buf_release(&out);
	cmd_status_put_failing(status);
}

static int
cmd_status_show_once(struct cli *cli, struct looks *looks)
{
	struct status status;
	struct buf out;
	int code = status_collect(&status, cli);

	if (code == CLI_OK && looks != NULL)
		cmd_status_add_look(looks, &status);
	if (code == CLI_OK && cli->json) {
		buf_init(&out, STATUS_MAX_BYTES);
		status_put_json(&out, &status);
		cli_write(cli, &out);
		buf_release(&out);
	} else if (code == CLI_OK) {
		cmd_status_show_text(&status, looks);
	}
	status_release(&status);
	return code;
}

/* ---- watching ---- */

/* For output that is not a terminal, or JSON: writes one report after the
 * other. */
static int
cmd_status_watch_lines(struct cli *cli, struct looks *looks)
{
	struct buf separator;
	int code = CLI_OK;

	buf_init(&separator, 16);
	while (code == CLI_OK) {
		code = cmd_status_show_once(cli, looks);
		if (!cli->json)
			buf_append_char(&separator, '\n');
		if (cli_write(cli, &separator) != 0 || cli_flush(cli) != 0)
			code = CLI_FAILED;
		if (code == CLI_OK && !screen_wait(NULL, WATCH_SECONDS))
			break;
		cli->now_at = time(NULL);
	}
	buf_release(&separator);
	return code;
}

static int
cmd_status_watch_screen(struct cli *cli, struct looks *looks)
{
	struct screen screen;
	int code = CLI_OK;

	screen_open(&screen, cli);
	do {
		cli->columns = screen_columns(cli->out);
		cli->now_at = time(NULL);
		code = cmd_status_show_once(cli, looks);
		if (code == CLI_OK && screen_draw(&screen) != 0)
			code = CLI_FAILED;
	} while (code == CLI_OK && screen_wait(&screen, WATCH_SECONDS));
	screen_close(&screen);
	/* Error messages were removed together with the screen, so they are
	 * printed again. */
	return code == CLI_OK ? CLI_OK : cmd_status_show_once(cli, NULL);
}

static int
cmd_status_watch(struct cli *cli)
{
	struct looks looks = { .n = 0 };

	screen_catch_signals();
	return cli->columns > 0 && !cli->json
		   ? cmd_status_watch_screen(cli, &looks)
		   : cmd_status_watch_lines(cli, &looks);
}

int
cmd_status(struct cli *cli, int argc, char **argv)
{
	struct status_values values = { 0 };
	int code = options_parse(cli, options, &values, &argc, argv);

	if (code != CLI_GO_ON)
		return code;
	code = values.watch ? cmd_status_watch(cli)
			    : cmd_status_show_once(cli, NULL);
	return cli_finish(cli, code);
}
